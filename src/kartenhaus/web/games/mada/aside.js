// Cards that were set aside, in the places that end the game when all are taken, and what they are worth.
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { pear } from "../../art/mada.js";
import { address, cardsOf, picture } from "../../cards.js";
import { tally } from "../../tally.js";
import { t } from "../../texts.js";

/** @typedef {import("../../types.js").Scene} Scene */

/** A prickly pear. */
export const pearImage = () => html`<img class="pear" alt=${t("prickly pears")} src=${picture("pear", pear)} />`;

/** Prickly pears on a card. @param {Scene} scene @param {string} card */
export const pearsOn = (scene, card) => scene.about.picture.pears?.[card] ?? 0;

/** A place for each Cactus card aside; Lemurs, which show no pears, need none. The faces only if they lie open (mada/secret).
 * @param {Scene} scene @param {number} seat */
export function aside(scene, seat) {
  const cards = cardsOf(scene.view.aside[seat]);
  const { pears = {}, goal = 0, open_aside } = scene.about.picture;
  const isCactus = (/** @type {string} */ card) => card in pears || card === "?";
  const cactus = cards.filter(isCactus);
  const place = `aside.${seat}`;
  const open = seat === scene.me || open_aside || scene.state.phase !== "playing";
  const worth = cards.reduce((sum, card) => sum + pearsOn(scene, card), 0);
  const lies = (/** @type {string} */ card) =>
    html`<img alt="" src=${address(scene.about, open ? card : "?")} data-place=${place} data-card=${card} />`;
  return html`<span class="aside" data-spot=${place} title=${t("Cactus cards set aside: at {goal} the game ends", { goal })}>
    <span class="five" role="img" aria-label=${t("{count} of {goal} Cactus cards aside", { count: cactus.length, goal })}>${Array.from(
      { length: goal },
      (_, at) => (at < cactus.length ? lies(cactus[at]) : html`<i></i>`),
    )}</span>
    <span class="share" aria-hidden="true"><img alt="" src=${address(scene.about, "?")} />${tally(place, cactus.length, (card) =>
      Number(isCactus(card)),
    )}/${goal}</span>
    ${open ? html`<span class="worth">${pearImage()}${tally(place, worth, (card) => pearsOn(scene, card))}</span>` : nothing}
  </span>`;
}
