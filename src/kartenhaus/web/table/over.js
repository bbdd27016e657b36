// What covers the middle of the table for a while: the end of a round, a request to take a move back, the result.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { nonce } from "../lobby.js";
import { result } from "../result.js";
import { roundPanel } from "../round.js";
import { t } from "../texts.js";
import { joining } from "./joining.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").State} State */

/** @param {Table} table @param {import("../types.js").Welcome} about @param {State} state */
export function over(table, about, state) {
  const { round, landing } = table.roundEnd;
  const ended = state.phase === "over" || state.phase === "closed";
  const again = () => table.say({ do: "ready", ready: !state.seats[state.you]?.ready, nonce: nonce() });
  return html`${roundPanel(about, state, round, landing)} ${regret(table, state)}
    ${ended ? html`${joining(state, (name) => table.sit(name))}${result({ about, state, again })}` : nothing}`;
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
