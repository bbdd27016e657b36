// The host sets the table anew, in the lobby: the same dialog as on the start page, with what the table plays with now.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { load, send } from "../api.js";
import { request, valid } from "../choices.js";
import { sign } from "../icons.js";
import { seats } from "../keep.js";
import { seatName } from "../seats.js";
import { setting } from "../setting.js";
import { t } from "../texts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {{ game: import("../wire.js").GameFacts, choice: import("../choices.js").Choice, problem: string, busy: boolean }} Arranging
 *   what the host is choosing; nothing is sent before it is done */

/** Open the dialog. @param {Table} table */
export async function arrange(table) {
  const { about } = table.heard;
  if (!about) return;
  try {
    const game = await load(`/api/games/${about.game}`);
    const { players, edition, options, clock, public: open, watch } = about;
    const choice = valid(game, {
      players,
      edition,
      options,
      clock: { ...clock, kind: clock.kind ?? "none" },
      table: { public: open, watch },
    });
    table.overlays.arranging = { game, choice, problem: "", busy: false };
    table.draw();
  } catch (error) {
    table.complain(error instanceof Error ? error.message : String(error), "");
  }
}

/** The dialog, while it is open and nothing is dealt yet. @param {Table} table */
export function arrangement(table) {
  const { heard } = table;
  const { arranging } = table.overlays;
  if (!arranging || !heard.state || heard.state.phase !== "waiting") return nothing;
  const { game, choice, problem, busy } = arranging;
  const { state } = heard;
  const names = Array.from({ length: choice.players }, (_, seat) => seatName(state.seats[seat], seat));
  const change = (/** @type {Partial<typeof choice>} */ more) => {
    Object.assign(arranging, { choice: valid(game, { ...arranging.choice, ...more }) });
    table.draw();
  };
  const close = () => {
    table.overlays.arranging = null;
    table.draw();
  };
  const foot = html`<p class="remark">${t("If something changes, everybody has to say again that they are ready.")}</p>
    <button class="close" @click=${close}>${t("Cancel")}</button>
    <button class="main" ?disabled=${busy} @click=${() => save(table, arranging)}>${sign("check")} ${t("Play like this")}</button>`;
  return setting({ game, choice, change, names, opening: false, foot, problem, close });
}

/** @param {Table} table @param {Arranging} arranging */
async function save(table, arranging) {
  if (arranging.busy) return;
  arranging.busy = true;
  table.draw();
  try {
    const token = seats()[table.code]?.token ?? "";
    await send(`/api/tables/${table.code}/setup`, { token, ...request(arranging.game, arranging.choice, false) });
    table.overlays.arranging = null;
  } catch (error) {
    arranging.problem = error instanceof Error ? error.message : String(error);
  }
  arranging.busy = false;
  table.draw();
}
