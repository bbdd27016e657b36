// Mau Mau on the table: the board with its wooden frame, who sits around it, and the choices in words.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { cardImage, cardName, cardsOf } from "../cards.js";
import { plate } from "../seats.js";
import { tally } from "../tally.js";
import { counted, t, tn } from "../texts.js";
import { deck } from "./deck.js";
import { board } from "./maumau/board.js";
import { show } from "./maumau/follow.js";
import { earned, gains } from "./maumau/gains.js";
import { littleMap } from "./maumau/map.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Choice} Choice */

export const sound = "wood";
/** The kinds of choices that are tapped on the board, and listed as buttons too. */
export const taps = ["space", "anchor"];
export const listed = () => taps;
/** Before cards fly: the board shows the part to which they fly. */
export const settled = show;

/** @param {Scene} scene @param {number[]} others */
export function cloth(scene, others) {
  return html`<div class="playmat" data-others=${others.length}>
    <div class="around">
      ${others.map((seat) => plate(scene, seat, belongings(scene, seat)))}
      <div class="store">
        ${deck(scene, "draw")}
        <span class="label">${t("Draw pile")}</span>
      </div>
    </div>
    ${board(scene)}
  </div>`;
}

/** The board alone, as it is before anything lies on it. @param {import("../types.js").Welcome} about */
export function bare(about) {
  const state = { entries: [], legal: [], phase: "waiting", seats: [] };
  return board(/** @type {any} */ ({ about, state, view: { board: {} }, offered: [], chosen: [] }));
}

/** What lies before a seat: its bank, its points, and what it has to draw. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const cards = cardsOf(scene.view.hands[seat]);
  const said = tn("{count} card in the bank", "{count} cards in the bank", cards.length);
  const { penalty: due, pending, to_act } = scene.view;
  const threatened = due && !pending && to_act === seat && scene.state.phase === "playing";
  const next = scene.view.to_act === scene.me && scene.state.next === seat;
  return html`<span class="belongings">
    <span class="bank" role="img" aria-label=${said}
      ><span class="backs" .style=${`--cards: ${cards.length}`}
        >${cards.slice(0, 12).map((card, nth) => back(scene, card, `hands.${seat}`, nth))}</span
      ><b class="number" aria-hidden="true">${tally(`hands.${seat}`, cards.length)}</b></span
    >
    ${medal(scene, seat)} ${threatened ? penalty(due) : nothing}
    ${next ? html`<span class="next">${t("next")}</span>` : nothing}
  </span>`;
}

/** A card of a bank, the `nth` of its fan. @param {Scene} scene @param {string} card @param {string} place @param {number} nth */
const back = (scene, card, place, nth) => html`<i .style=${`--nth: ${nth}`}>${cardImage(scene.about, card, place)}</i>`;

/** The points of a seat, as a wooden disc. @param {Scene} scene @param {number} seat */
function medal(scene, seat) {
  const number = scene.view.points[seat];
  return html`<span class="points" data-spot="points.${seat}" role="img" aria-label=${counted(scene.about.points, number)}
    ><b aria-hidden="true">${tally(`points.${seat}`, number)}</b></span
  >`;
}

/** @param {number} cards to draw */
const penalty = (cards) =>
  html`<span class="penalty" role="img" aria-label=${tn("Penalty: {count} card", "Penalty: {count} cards", cards)}>+${cards}</span>`;

/** Beside the prompt: your points, and the little map. @param {Scene} scene */
export const mine = (scene) => html`${scene.me >= 0 ? medal(scene, scene.me) : nothing}${littleMap(scene)}`;

/** @param {Scene} scene */
export const detail = (scene) => (scene.chosen.length ? t("Tap a space, or choose here.") : scene.state.hint);

/** How a choice looks on a button. @param {Scene} scene @param {Choice} step @returns {import("../types.js").Face} */
export function face(scene, step) {
  if (step.kind !== "space" && step.kind !== "anchor") return {};
  const top = cardsOf(scene.view.board[step.value]).at(-1);
  if (step.kind === "anchor") return { words: step.value, detail: top ? cardName(scene.about, top) : "" };
  return {
    words: top ? t("{space}, tower", { space: step.value }) : step.value,
    detail: gains(scene, step).long,
    worth: earned(scene, step),
  };
}
