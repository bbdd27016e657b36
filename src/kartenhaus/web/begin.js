// Open a table, with what was chosen last on the start page, and go there.
import { load, send } from "./api.js";
import { FRIEND, allBots, request, valid, withFriends } from "./choices.js";
import { browser, keepSeat, kept } from "./keep.js";
import { NOW } from "./lobby.js";
import { t } from "./texts.js";

/** @param {import("./wire.js").GameFacts} game @param {boolean} alone against bots, at once; or with friends */
export async function openTable(game, alone) {
  const choice = valid(game, kept(`choice.${game.name}`, {}));
  const name = kept("name", "") || t("Guest");
  const bots = alone ? allBots(choice) : withFriends(choice);
  const people = bots.includes(FRIEND);
  const taken = await send("/api/tables", { game: game.name, name, bots, browser: browser(), ...request(game, choice, people) });
  keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game: game.name, at: Date.now() });
  location.assign(`/t/${taken.table}${alone ? NOW : ""}`);
}

/** @param {string} game */
export const playNow = async (game) => openTable(await load(`/api/games/${game}`), true);
