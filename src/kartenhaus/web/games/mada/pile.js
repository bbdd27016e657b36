// A pile of MADA: its top whole, equals on top fanned, slivers of two cards under it, and how many more lie there.
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { cardImage, cardsOf } from "../../cards.js";
import { t, tn } from "../../texts.js";

/** @typedef {import("../../types.js").Scene} Scene */

const SLIVERS = 2; // cards under the top that show; one where there is little room

/** The pile of a seat. @param {Scene} scene @param {number} seat @param {unknown} [on] what lies on it */
export function pile(scene, seat, on) {
  const cards = cardsOf(scene.view.piles[seat]);
  const place = `piles.${seat}`;
  const equal = equals(cards);
  const under = cards.slice(0, cards.length - equal);
  const shown = under.slice(-SLIVERS);
  const more = (/** @type {number} */ slivers, /** @type {string} */ kind) =>
    under.length > slivers
      ? html`<b class="deeper ${kind}" aria-hidden="true" data-short="+${under.length - slivers}">
          <span>${t("+{count} under", { count: under.length - slivers })}</span>
        </b>`
      : nothing;
  return html`<span class="pile" data-spot=${place} role="img" aria-label=${describe(scene, cards)}
    .style=${`--under: ${shown.length}; --equal: ${equal}`}>
    ${shown.map(
      (card, at) =>
        html`<span class="sliver" data-depth=${shown.length - at} .style=${`--depth: ${shown.length - at}`}
          >${cardImage(scene.about, card, place)}</span>`,
    )}
    ${cards
      .slice(cards.length - equal)
      .map(
        (card, at) =>
          html`<span class="top" .style=${`--turn: ${at - (equal - 1) / 2}`}>${cardImage(scene.about, card, place)}</span>`,
      )}
    ${cards.length ? nothing : html`<span class="slot" aria-hidden="true">${free(scene, seat)}</span>`}
    ${more(SLIVERS, "wide")} ${more(1, "tight")} ${on ?? nothing}
  </span>`;
}

/** What is written where no card lies: who starts, if nobody has played yet. @param {Scene} scene @param {number} seat */
function free({ view, state, me }, seat) {
  const starts = state.phase === "playing" && !view.pending && view.to_act === seat && !view.piles.some(Boolean);
  if (!starts) return t("empty");
  return html`<b class="starts">${seat === me ? t("you start") : t("starts")}</b>`;
}

/** How many cards on top are equal; they are dragged together. @param {string[]} cards */
function equals(cards) {
  const top = cards.at(-1);
  if (!top) return 0;
  const other = cards.findLastIndex((card) => card !== top);
  return /\d/.test(top) ? cards.length - 1 - other : 1;
}

/** @param {Scene} scene @param {string[]} cards */
function describe(scene, cards) {
  const top = cards.at(-1);
  if (!top) return t("empty pile");
  const params = { top: scene.about.names.cards[top] };
  return tn("pile: {top} on top, {count} card", "pile: {top} on top, {count} cards", cards.length, params);
}
