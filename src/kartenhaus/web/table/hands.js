// A phone at a table with a screen in the middle: it is a hand. Own cards, own choices, and a short status instead of the table.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { count } from "../cards.js";
import { sign } from "../icons.js";
import { drawingOf } from "../scene.js";
import { avatar, seatName } from "../seats.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** Whether the page of a player may be a hand: a screen in the middle shows the table.
 * @param {import("../types.js").State} state */
export const mayBeHand = (state) => state.screen && state.you >= 0 && state.phase === "playing";

/** Whether the page shows the hand without the table now; what is tapped on the table is chosen there.
 * @param {Table} table @param {Scene} now */
export function isHand(table, now) {
  const taps = ["seat", ...(drawingOf(now.about.game).taps ?? [])];
  return mayBeHand(now.state) && !table.overlays.whole && !now.offered.some((step) => taps.includes(step.kind));
}

/** Who plays, how many cards they hold, and whose turn it is; and the way to the table. @param {Table} table @param {Scene} now */
export function status(table, { state, view, me }) {
  const acting = state.asked.length ? state.asked : [state.to_act];
  return html`<div class="cloth status">
    <ul class="players">
      ${state.seats.map((seat, number) => {
        const held = count(view.hands?.[number] ?? "");
        const label = tn("{count} card in hand", "{count} cards in hand", held);
        return html`<li class=${acting.includes(number) ? "acts" : ""} data-seat=${number}>
          ${avatar(seat)}<b>${number === me ? t("You") : seatName(seat, number)}</b>
          <span class="tally" role="img" aria-label=${label}>${held}</span>
        </li>`;
      })}
    </ul>
    <button class="quiet" @click=${() => table.overlays.showWhole(true)}>${sign("screen")} ${t("Show the table here")}</button>
  </div>`;
}

/** The way back to the hand, for the menu. @param {Table} table @param {import("../types.js").State} state
 * @param {(icon: import("../art/house.js").Icon, text: string, action: () => void) => unknown} item */
export function choice(table, state, item) {
  if (!mayBeHand(state)) return nothing;
  return table.overlays.whole
    ? item("hand", t("Only my cards here"), () => table.overlays.showWhole(false))
    : item("screen", t("Show the table here"), () => table.overlays.showWhole(true));
}
