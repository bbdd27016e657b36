// Cards as pictures: each face is drawn once and cached as a data address.
import { html } from "./lib/lit-html/lit-html.js";
import * as mad from "./art/mad.js";
import * as mada from "./art/mada.js";
import * as maumau from "./art/maumau.js";
import * as plain from "./art/plain.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Welcome} Welcome */

/** @type {Record<string, any>} */
const DRAWN = { mada, mad, maumau };
/** The drawings of a game, or plain cards for one without drawings. @param {string} game */
export const artOf = (game) => DRAWN[game] ?? plain;
/** @type {Map<string, string>} */
const drawn = new Map();

/** A drawing as the address of a picture, made once. @param {string} key @param {() => string} draw */
export function picture(key, draw) {
  let found = drawn.get(key);
  if (!found) {
    found = `data:image/svg+xml,${encodeURIComponent(draw())}`;
    drawn.set(key, found);
  }
  return found;
}

/** The address of a card's picture. @param {Welcome} about @param {string} card */
export function address(about, card) {
  const art = artOf(about.game);
  if (card === "?") return picture(`${about.game} back`, () => art.back());
  return picture(`${about.game} ${card} ${JSON.stringify(about.picture?.pears ?? "")}`, () =>
    art.face(card, t, about.picture, about.names.cards[card]),
  );
}

/** @type {Map<string, HTMLImageElement>} */
const prepared = new Map();

/** Draw all cards of a game in idle time, before the first of them flies. @param {Welcome} about */
export function prepare(about) {
  const cards = ["?", ...Object.keys(about.names.cards)];
  const later = window.requestIdleCallback ?? ((/** @type {() => void} */ next) => setTimeout(next, 20));
  const next = () => {
    const card = cards.shift();
    if (!card) return;
    const image = new Image();
    image.src = address(about, card);
    prepared.set(image.src, image);
    later(next);
  };
  later(next);
}

/** The name of a card. @param {Welcome} about @param {string} card */
export function cardName(about, card) {
  if (card === "?") return t("a card face down");
  const [face, taken] = card.split(":");
  const name = about.names.cards[face] ?? face;
  if (!taken) return name;
  return t("{card}, as {face}", { card: name, face: about.names.colours[taken] ?? about.names.cards[taken] ?? taken });
}

/** A card as a picture. @param {Welcome} about @param {string} card @param {string} [place] where it lies, for flights */
export function cardImage(about, card, place = "") {
  return html`<img class="card" src=${address(about, card)} alt=${cardName(about, card)}
    data-place=${place} data-card=${card} draggable="false" />`;
}

/** A space of a board as a picture; a plain one if the game draws none. @param {Pick<Welcome, "game">} about @param {string} kind */
export function spaceImage({ game }, kind) {
  const { space = plain.space } = artOf(game);
  return html`<img class="ground" alt="" src=${picture(`${game} space ${kind}`, () => space(kind))} draggable="false" />`;
}

/** @param {string | undefined} text @returns {string[]} */
export const cardsOf = (text) => (text ? text.split(" ") : []);

/** How many cards are in a place, even if all are face down. @param {string | undefined} text */
export const count = (text) => cardsOf(text).length;
