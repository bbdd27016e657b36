// MADA on the table: everybody's pile, the draw pile, and the moment of luck.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { pear } from "../art/mada.js";
import { cardImage, cardsOf, count, picture } from "../cards.js";
import { deck } from "./deck.js";
import { plate } from "../seats.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").GameEvent} GameEvent */

const SHOWN = 5; // visible cards of a pile

/** Prickly pears on cards. @param {Scene} scene @param {string} text */
function pears(scene, text) {
  return cardsOf(text).reduce((sum, card) => sum + (scene.about.picture.pears?.[card] ?? 0), 0);
}

/** A pile: the whole top card, and slivers of those under it. @param {Scene} scene @param {number} seat */
function pile(scene, seat) {
  const cards = cardsOf(scene.view.piles[seat]);
  const place = `piles.${seat}`;
  const hidden = Math.max(0, cards.length - SHOWN);
  return html`<span class="pile" data-spot=${place} role="img" aria-label=${describe(scene, seat)}>
    ${cards.slice(-SHOWN).map((card, level) => html`<span class="layer" data-level=${level}>${cardImage(scene.about, card, place)}</span>`)}
    ${cards.length ? nothing : html`<span class="gap"></span>`}
    ${hidden ? html`<span class="more" aria-hidden="true">+${hidden}</span>` : nothing}
  </span>`;
}

/** @param {Scene} scene @param {number} seat */
function describe(scene, seat) {
  const cards = cardsOf(scene.view.piles[seat]);
  if (!cards.length) return t("empty pile");
  const top = scene.about.names.cards[cards[cards.length - 1]];
  return tn("pile: {top} on top, {count} card", "pile: {top} on top, {count} cards", cards.length, { top });
}

/** Cards set aside: how many Cactus cards of the five, and what they are worth. @param {Scene} scene @param {number} seat */
function aside(scene, seat) {
  const cards = cardsOf(scene.view.aside[seat]);
  const cactus = cards.filter((card) => /^\d+$/.test(card) || card === "?").length;
  const known = seat === scene.me || scene.about.options?.open_scores || scene.state.phase !== "playing"; // mada/secret
  const worth = pears(scene, scene.view.aside[seat]);
  return html`<span class="aside" data-spot="aside.${seat}" title=${t("Cactus cards set aside: at five the game ends")}>
    <span class="stars" role="img" aria-label=${t("{count} of 5 Cactus cards aside", { count: cactus })}>${[0, 1, 2, 3, 4].map(
      (place) => html`<i class=${place < cactus ? "full" : ""}></i>`,
    )}</span>
    ${known ? html`<span class="worth"><img alt=${t("prickly pears")} src=${picture("pear", pear)} />${worth}</span>` : nothing}
  </span>`;
}

/** What another seat shows. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const held = count(scene.view.hands[seat]);
  return html`<span class="belongings">
    <span class="fan" aria-label=${tn("{count} card in hand", "{count} cards in hand", held)} role="img">${held}</span>
    ${pile(scene, seat)} ${aside(scene, seat)}
  </span>`;
}

/** Everything on the table. @param {Scene} scene @param {number[]} others */
export const cloth = (scene, others) =>
  html`<div class="seats" data-count=${others.length}>${others.map((seat) => plate(scene, seat, belongings(scene, seat)))}</div>
    <div class="middle">${middle(scene)}</div>`;

/** @param {Scene} scene */
function middle(scene) {
  const { view, me } = scene;
  return html`<div class="spread">
    <div class="stock">
      ${deck(scene, "draw")}
      <span class="label">${t("Draw pile")}</span>
    </div>
    ${
      me >= 0
        ? html`<div class="mine">
            <span class="own">${pile(scene, me)}</span><span class="label">${t("Your pile")}</span>${aside(scene, me)}
          </div>`
        : nothing
    }
    <div class="stock">
      <span class="deck" data-spot="discard" role="img" aria-label=${t("discard")}
        >${discarded(scene)}<span class="tally">${count(view.discard)}</span></span>
      <span class="label">${t("Discard")}</span>
    </div>
  </div>`;
}

/** @param {Scene} scene */
function discarded(scene) {
  const cards = cardsOf(scene.view.discard);
  return cards.length ? cardImage(scene.about, cards[cards.length - 1], "discard") : html`<span class="gap"></span>`;
}

/** What is allowed now, as the rules say it. @param {Scene} scene */
export const prompt = (scene) => scene.state.prompt || t("Your turn");

/** Drawing is safe, trying luck is not. @param {Scene} _ @param {import("../types.js").Choice} step @returns {import("../types.js").Face} */
export const face = (_, step) => (step.value === "luck" ? { kind: "risk" } : step.value === "draw" ? { kind: "safe" } : {});

/** The card that luck turned up, if luck was tried: from the draw pile, but not into a hand. Drawing a Scorpion is not trying luck.
 * @param {GameEvent[]} events those of one entry */
export const luck = (events) =>
  events.find(
    (event) =>
      event.kind === "card" && event.from === "draw" && !event.to?.startsWith("hands.") && event.rule !== "mada/scorpion-draw",
  );

/** The same card if luck held: it lost no round, and it is not a Lemur, which drags others away.
 * @param {GameEvent[]} events those of one entry */
export function held(events) {
  const card = luck(events);
  return card?.rule === "mada/luck" && !events.some((event) => event.kind === "round" || event.kind === "dragged") ? [card] : [];
}
