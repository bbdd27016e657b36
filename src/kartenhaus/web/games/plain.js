// A game without its own drawing: its piles by the names of their places, and the other facts of its position.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { cardImage, cardsOf, spaceImage } from "../cards.js";
import { plate, seatName } from "../seats.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */

const KNOWN = new Set(["to_act", "hands", "random", "known", "last"]); // shown elsewhere, or not shown at all

/** The keys of the position that hold cards, except the hands. @param {Scene} scene */
const places = (scene) => Object.keys(scene.about.names.places).filter((key) => key !== "hands" && key in scene.view);

/** The other facts of the position. @param {Scene} scene @returns {[string, any][]} */
const told = (scene) => Object.entries(scene.view).filter(([key]) => !KNOWN.has(key) && !(key in scene.about.names.places));

/** Whether a value has one item for each seat. @param {Scene} scene @param {any} value */
const ofSeats = (scene, value) => Array.isArray(value) && value.length === scene.state.seats.length;

/** A place with its top card and the number of cards.
 * @param {Scene} scene @param {string} place @param {string | undefined} text @param {string} label */
function pile(scene, place, text, label) {
  const cards = cardsOf(text);
  const count = tn("{place}, {count} card", "{place}, {count} cards", cards.length, { place: label });
  const top = cards.length ? cardImage(scene.about, cards[cards.length - 1], place) : html`<span class="gap"></span>`;
  return html`<div class="stock">
    <span class="deck" data-spot=${place} role="img" aria-label=${count}>${top}<span class="tally">${cards.length}</span></span>
    <span class="label">${label}</span>
  </div>`;
}

/** All piles of one key: one, one for each seat, or one for each space. @param {Scene} scene @param {string} key */
function piles(scene, key) {
  const value = scene.view[key];
  const name = scene.about.names.places[key];
  if (typeof value === "string") return pile(scene, key, value, name);
  const all = Array.isArray(value)
    ? value.map((text, seat) => [String(seat), text, seatName(scene.state.seats[seat], seat)])
    : Object.entries(value).map(([space, text]) => [space, text, space]);
  return all.map(([place, text, whose]) => pile(scene, `${key}.${place}`, text, `${name}: ${whose}`));
}

/** What another seat shows: the number of its cards, and its facts. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const count = cardsOf(scene.view.hands?.[seat]).length;
  return html`<span class="belongings">
    <span class="fan" aria-label=${tn("{count} card in hand", "{count} cards in hand", count)} role="img">${count}</span>
    ${told(scene).map(([key, value]) => (ofSeats(scene, value) ? html`<small class="points">${key} ${value[seat]}</small>` : nothing))}
  </span>`;
}

/** Everything on the table. @param {Scene} scene @param {number[]} others */
export const cloth = (scene, others) =>
  html`<div class="seats" data-count=${others.length}>${others.map((seat) => plate(scene, seat, belongings(scene, seat)))}</div>
    <div class="middle">${middle(scene)}</div>`;

/** A board without cards: its spaces, where the map has them. @param {import("../types.js").Welcome} about */
export function bare(about) {
  const space = (/** @type {string} */ kind, /** @type {number} */ column, /** @type {number} */ row) =>
    kind === " " ? nothing : html`<span .style=${`grid-area: ${row + 1} / ${column + 1}`}>${spaceImage(about, kind)}</span>`;
  const map = about.picture.map ?? [];
  return html`<div class="plain-board" data-scrolls role="img" aria-label=${t("The board")}>
    ${map.map((line, row) => [...line].map((kind, column) => space(kind, column, row)))}
  </div>`;
}

/** @param {Scene} scene */
function middle(scene) {
  const facts = told(scene)
    .map(([key, value]) => [key, ofSeats(scene, value) ? value[scene.me] : value])
    .filter(([, value]) => typeof value !== "object" && value !== undefined);
  return html`<div class="spread plain">${places(scene).map((key) => piles(scene, key))}</div>
    <p class="told-plainly">${facts.map(([key, value]) => html`<span>${key} <b>${value}</b></span>`)}</p>`;
}
