// Cards that were set aside, in the five places that end the game, and what they are worth.
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { pear } from "../../art/mada.js";
import { address, cardsOf, picture } from "../../cards.js";
import { t } from "../../texts.js";

/** @typedef {import("../../types.js").Scene} Scene */

const PLACES = [0, 1, 2, 3, 4];

/** A prickly pear. */
export const pearImage = () => html`<img class="pear" alt=${t("prickly pears")} src=${picture("pear", pear)} />`;

/** Prickly pears on a card. @param {Scene} scene @param {string} card */
export const pearsOn = (scene, card) => scene.about.picture.pears?.[card] ?? 0;

/** Five places, one for each Cactus card aside; Lemurs need none. The faces only if the viewer may see them (mada/secret).
 * @param {Scene} scene @param {number} seat */
export function aside(scene, seat) {
  const cards = cardsOf(scene.view.aside[seat]);
  const cactus = cards.filter((card) => /^\d+$/.test(card) || card === "?");
  const open = seat === scene.me || scene.about.options?.open_scores || scene.state.phase !== "playing";
  const worth = cards.reduce((sum, card) => sum + pearsOn(scene, card), 0);
  return html`<span class="aside" data-spot="aside.${seat}" title=${t("Cactus cards set aside: at five the game ends")}>
    <span class="five" role="img" aria-label=${t("{count} of 5 Cactus cards aside", { count: cactus.length })}>${PLACES.map(
      (place) =>
        place < cactus.length ? html`<img alt="" src=${address(scene.about, open ? cactus[place] : "?")} />` : html`<i></i>`,
    )}</span>
    <span class="share" aria-hidden="true"><img alt="" src=${address(scene.about, "?")} />${cactus.length}/5</span>
    ${open ? html`<span class="worth">${pearImage()}${worth}</span>` : nothing}
  </span>`;
}
