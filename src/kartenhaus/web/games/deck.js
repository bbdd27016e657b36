// The draw pile. A player who may choose something may tap on it, and learns why if drawing is not possible.
import { html } from "../lib/lit-html/lit-html.js";
import { cardImage, count } from "../cards.js";
import { same } from "../moves.js";
import { tally } from "../tally.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */

const DRAW = /** @type {const} */ ({ kind: "word", value: "draw" });

/** @param {Scene} scene @param {"draw" | "closed"} place */
export function deck(scene, place) {
  const left = count(scene.view[place]);
  const top = left ? cardImage(scene.about, "?", place) : html`<span class="gap"></span>`;
  const inside = html`${top}<span class="tally">${tally(place, left)}</span>`;
  const label = tn("draw pile, {count} card", "draw pile, {count} cards", left);
  if (scene.offered.some((one) => same(one, DRAW)))
    return html`<button class="deck offered" data-spot=${place} @click=${() => scene.choose(DRAW)}
      aria-label=${t("Draw a card")}>${inside}</button>`;
  return scene.state.legal.length
    ? html`<button class="deck" tabindex="-1" data-spot=${place} @click=${() => scene.choose(DRAW)} aria-label=${label}>${inside}</button>`
    : html`<span class="deck" data-spot=${place} role="img" aria-label=${label}>${inside}</span>`;
}
