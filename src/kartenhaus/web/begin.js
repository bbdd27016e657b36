// Start a game against bots at once, with what was chosen last on the start page.
import { load, send } from "./api.js";
import { valid } from "./choices.js";
import { browser, keepSeat, kept } from "./keep.js";
import { NOW } from "./lobby.js";
import { t } from "./texts.js";

/** Open a table for a game, with bots on all other seats, and go there. @param {string} game */
export async function playNow(game) {
  const facts = await load(`/api/games/${game}`);
  const { players, level, edition, options } = valid(facts, kept(`choice.${game}`, {}));
  const name = kept("name", "") || t("Guest");
  const bots = Array(players - 1).fill(level);
  const taken = await send("/api/tables", { game, players, name, bots, edition, options, browser: browser() });
  keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game, at: Date.now() });
  location.assign(`/t/${taken.table}${NOW}`);
}
