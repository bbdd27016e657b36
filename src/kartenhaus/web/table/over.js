// What covers the table for a while: the end of a round, a request to take a move back, the result.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { nonce } from "../lobby.js";
import { reopen, result } from "../result.js";
import { roundPanel } from "../round.js";
import { t } from "../texts.js";
import { joining } from "./joining.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").State} State */

/** @param {Table} table @param {import("../types.js").Welcome} about @param {State} state */
export function over(table, about, state) {
  const { round, landing } = table.roundEnd;
  return html`${roundPanel(about, state, round, landing)} ${regret(table, state)}`;
}

/** The result of a game, over the whole table; or the way back to it. @param {Table} table */
export function ended(table) {
  const { about, state, gone, strange } = table.heard;
  const is = state && (state.phase === "over" || state.phase === "closed");
  if (!about || !is || !state.outcome || gone || strange || !table.ending.shown) return nothing;
  const turn = () => table.ending.turn();
  if (table.ending.aside) return reopen(state, turn);
  const say = (/** @type {Record<string, unknown>} */ message) => table.say(message);
  const again = () => say({ do: "ready", ready: !state.seats[state.you]?.ready, nonce: nonce() });
  return result({ about, state, say, again, close: turn, join: joining(state, (name) => table.sit(name)) });
}

/** @param {Table} table @param {State} state */
function regret(table, { regret, seats, you }) {
  if (!regret) return nothing;
  const answer = (/** @type {boolean} */ agrees) => () => table.say({ do: "answer", agrees });
  return html`<section class="regret" role="status">
    <p>${t("{name} would like to take a move back", { name: seats[regret.seat]?.name ?? "" })}</p>
    ${
      regret.asked.includes(you)
        ? html`<button class="main" @click=${answer(true)}>${t("Agree")}</button>
            <button @click=${answer(false)}>${t("No")}</button>`
        : regret.seat === you
          ? html`<button @click=${answer(false)}>${t("Never mind")}</button>`
          : nothing
    }
  </section>`;
}
