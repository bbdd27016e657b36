// A lost round: which card on which lost it, and what everybody sets aside.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { cardImage, cardName } from "./cards.js";
import { ownerOf } from "./events.js";
import { seatName } from "./seats.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {NonNullable<ReturnType<typeof import("./events.js").roundOf>>} Round */

/** @param {Welcome} about @param {State} state @param {Round | null} round
 * @param {number} delay milliseconds until all cards have landed */
export function roundPanel(about, state, round, delay) {
  if (!round) return nothing;
  const { card = "", on = "", words } = round.lost;
  return html`<section class="round" aria-label=${words ?? ""} .style=${`animation-delay: ${delay}ms`}>
    <h3>${words}</h3>
    <div class="lines">
      <span class="reckoned fatal"><span class="met">${cardImage(about, on)}${cardImage(about, card)}</span>
        <small>${t("{card} on {top}", { card: cardName(about, card), top: cardName(about, on) })}</small></span>
      ${round.aside.map((event) => aside(about, state, event))}
    </div>
  </section>`;
}

/** @param {Welcome} about @param {State} state @param {import("./types.js").GameEvent} event */
function aside(about, state, event) {
  const seat = ownerOf(event.to ?? "");
  const text = seat === state.you ? t("You set aside") : t("{name} sets aside", { name: seatName(state.seats[seat], seat) });
  return html`<span class="reckoned" data-seat=${seat}>${cardImage(about, event.card ?? "?")}<small>${text}</small></span>`;
}
