// Mau Mau on the table: the board, drawn from its map.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { classMap } from "../lib/lit-html/directives/class-map.js";
import { space } from "../art/maumau.js";
import { address, cardImage, cardName, cardsOf, picture } from "../cards.js";
import { eventsOf } from "../events.js";
import { sign } from "../icons.js";
import { fitting } from "../moves.js";
import { deck } from "./deck.js";
import { plate, seatName } from "../seats.js";
import { counted, t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */

const KINDS = {
  S: () => t("start space"),
  ".": () => t("space"),
  1: () => t("point space"),
  A: () => t("all-draw space"),
  D: () => t("discard space"),
  T: () => t("tower space"),
};
export const sound = /** @type {const} */ ("wood");
/** The kinds of choices that are tapped in the middle. */
export const taps = ["space", "anchor"];
let zoom = 0; // 0: the whole board fits; 1: large enough for a thumb

/** What another seat shows. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const cards = cardsOf(scene.view.hands[seat]);
  return html`<span class="belongings">
    <span class="backs" role="img" aria-label=${tn("{count} card in the bank", "{count} cards in the bank", cards.length)}
      >${cards.slice(0, 12).map((card) => html`<i>${cardImage(scene.about, card, `hands.${seat}`)}</i>`)}</span
    ><b class="number" aria-hidden="true">${cards.length}</b> ${points(scene, seat)}
  </span>`;
}

/** @param {Scene} scene @param {number} seat */
function points(scene, seat) {
  const number = scene.view.points[seat];
  return html`<span class="points" data-spot="points.${seat}">${counted(scene.about.points, number)}</span>`;
}

/** Everything on the table. @param {Scene} scene @param {number[]} others */
export const cloth = (scene, others) =>
  html`<div class="seats" data-count=${others.length}>${others.map((seat) => plate(scene, seat, belongings(scene, seat)))}</div>
    <div class="middle">${middle(scene)}</div>`;

/** @param {Scene} scene */
function middle(scene) {
  const map = scene.about.picture.map ?? [];
  const columns = Math.max(...map.map((line) => line.length));
  return html`<div class="landscape ${zoom ? "large" : ""}" tabindex="0" role="group" aria-label=${t("The board")}>
      <div class="board" .style=${`--columns: ${columns}; --rows: ${map.length}`}>
        ${map.flatMap((line, row) => [...line].map((kind, column) => (kind === " " ? nothing : cell(scene, kind, column, row))))}
      </div>
    </div>
    <div class="beside">
      ${deck(scene, "draw")}
      ${
        scene.view.penalty
          ? html`<span class="penalty">${tn("Penalty: {count} card", "Penalty: {count} cards", scene.view.penalty)}</span>`
          : nothing
      }
      ${scene.me >= 0 ? points(scene, scene.me) : nothing}
      <span class="out" data-spot="out"></span>
      <button class="zoom" @click=${enlarge} aria-pressed=${zoom === 1}>${sign("eye")}<span>${t("Zoom")}</span></button>
    </div>`;
}

/** @param {Event} event */
function enlarge(event) {
  zoom = 1 - zoom;
  const field = /** @type {HTMLElement} */ (event.currentTarget).closest(".middle")?.querySelector(".landscape");
  field?.classList.toggle("large", zoom === 1);
  field?.querySelector(".offered, .lately")?.scrollIntoView({ block: "center", inline: "center" });
}

/** A space and what lies on it. @param {Scene} scene @param {string} kind @param {number} column @param {number} row */
function cell(scene, kind, column, row) {
  const name = `${String.fromCharCode(97 + column)}${row + 1}`;
  const cards = cardsOf(scene.view.board[name]);
  const step = scene.offered.find((one) => (one.kind === "space" || one.kind === "anchor") && one.value === name);
  const top = cards[cards.length - 1];
  const lately = eventsOf(scene.state.entries).some((event) => event.kind === "card" && event.to === `board.${name}`);
  const classes = classMap({
    cell: true,
    [`kind-${kind === "." ? "plain" : kind}`]: true,
    taken: cards.length > 0,
    offered: Boolean(step),
    lately,
  });
  const where = `grid-column: ${column + 1}; grid-row: ${row + 1}`; // set as a property: the policy forbids styles in markup
  const label = `${name}, ${KINDS[/** @type {keyof typeof KINDS} */ (kind)]?.() ?? ""}${top ? `: ${cardName(scene.about, top)}` : ""}`;
  const earns = step ? Math.max(0, ...fitting(scene.state.legal, [...scene.chosen, step], false).map((one) => one.earns ?? 0)) : 0;
  const inside = html`<img class="ground" alt="" src=${picture(`space ${kind}`, () => space(kind))} />
    ${cards.slice(-4).map(
      (card, level) => html`<img class="card level-${level}" alt="" src=${address(scene.about, card)}
        data-place="board.${name}" data-card=${card} />`,
    )}
    ${cards.length > 1 ? html`<b class="height">${cards.length}</b>` : nothing} ${earns ? html`<b class="earns">+${earns}</b>` : nothing}`;
  if (!scene.state.legal.length)
    return html`<span class=${classes} .style=${where} data-spot="board.${name}" role="img" aria-label=${label}>${inside}</span>`;
  const wanted = step ?? /** @type {const} */ ({ kind: "space", value: name });
  return html`<button class=${classes} .style=${where} data-spot="board.${name}" tabindex=${step ? 0 : -1}
    aria-label=${earns ? `${label}, +${earns}` : label} @click=${() => scene.choose(wanted)}>${inside}</button>`;
}

/** @param {Scene} scene */
export function prompt(scene) {
  const { view } = scene;
  if (view.pending === "pass") {
    const next = (view.to_act + 1) % scene.about.players;
    return t("Pass a card to {name}", { name: seatName(scene.state.seats[next], next) });
  }
  if (view.pending === "discard") return t("You may discard a card");
  if (scene.offered.some((step) => step.kind === "anchor")) return t("Whose face does the Joker take?");
  if (scene.chosen.length) return t("Where does it go?");
  if (view.penalty) return tn("Draw {count} card, or place a Draw 2", "Draw {count} cards, or place a Draw 2", view.penalty);
  return t("Your turn: choose a card");
}
