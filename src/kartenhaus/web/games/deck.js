// The pile from which cards are drawn; a button when one may draw.
import { html } from "../lib/lit-html/lit-html.js";
import { cardImage, count } from "../cards.js";
import { same } from "../moves.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */

const DRAW = /** @type {const} */ ({ kind: "act", value: "draw" });

/** @param {Scene} scene @param {"draw" | "closed"} place */
export function deck(scene, place) {
  const left = count(scene.view[place]);
  const inside = html`${left ? cardImage(scene.about, "?", place) : html`<span class="gap"></span>`}<span class="tally">${left}</span>`;
  return scene.offered.some((one) => same(one, DRAW))
    ? html`<button class="deck offered" data-spot=${place} @click=${() => scene.choose(DRAW)} aria-label=${t("Draw a card")}>${inside}</button>`
    : html`<span class="deck" data-spot=${place} role="img" aria-label=${tn("draw pile, {count} card", "draw pile, {count} cards", left)}>${inside}</span>`;
}
