// The table as a viewer sees it: the others around, the middle, the hand. Tables, lessons and reviews all show it.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { cardsOf } from "./cards.js";
import { handView } from "./hand.js";
import { sign } from "./icons.js";
import { offers } from "./moves.js";
import { seatView } from "./seats.js";
import { t } from "./texts.js";
import * as mad from "./games/mad.js";
import * as mada from "./games/mada.js";
import * as maumau from "./games/maumau.js";
import * as plain from "./games/plain.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Welcome} Welcome */

/** @type {Record<string, any>} */
const DRAWN = { mada, mad, maumau };
/** The module that shows a game; a plain one for a game without its own. @param {string} game */
export const drawingOf = (game) => DRAWN[game] ?? plain;

/** Whether a choice is tapped on the table: a card in hand, a seat, or what the game draws in the middle. All others are buttons.
 * @param {Scene} scene @param {Step} step */
function isTapped(scene, step) {
  if (step.kind === "card") return cardsOf(scene.view.hands?.[scene.me]).includes(step.value);
  return step.kind === "seat" || (drawingOf(scene.about.game).taps ?? []).includes(step.kind);
}

/** Buttons for choices that are not tapped on the table. @param {Scene} scene */
export const acts = (scene) =>
  scene.offered
    .filter((step) => !isTapped(scene, step))
    .map(
      (step) =>
        html`<button class="act ${step.value.split(" ")[0]}" data-move=${step.value} @click=${() => scene.choose(step)}>
          ${step.words}
        </button>`,
    );

/** Make a scene, for tables, lessons and reviews.
 * @param {Welcome} about @param {State} state @param {Step[]} chosen @param {(...steps: Step[]) => void} choose @returns {Scene | null} */
export function scene(about, state, chosen, choose) {
  if (!state.view) return null;
  return { about, state, view: state.view, me: state.you, chosen, offered: offers(state.legal, chosen), choose };
}

/** The other seats from left to right around the table: the game says on which side the next seat is.
 * @param {Scene} scene */
function others(scene) {
  const players = scene.state.seats.length;
  const first = scene.me < 0 ? 0 : scene.me + 1;
  const seats = Array.from({ length: scene.me < 0 ? players : players - 1 }, (_, place) => (first + place) % players);
  return scene.about.next_seat === "right" ? seats.reverse() : seats;
}

/** The table itself: seats, middle and hand.
 * @param {Scene} scene @param {unknown} actions @param {unknown} [over] what lies over the middle */
export function playground(scene, actions, over) {
  const game = drawingOf(scene.about.game);
  const around = others(scene);
  return html`<div class="seats" data-count=${around.length}>
      ${around.map((seat) => seatView(scene, seat, game.seat(scene, seat)))}
    </div>
    <div class="middle" data-pending=${scene.view.pending ?? "turn"}>${game.middle(scene)}${over ?? nothing}</div>
    <div class="actions">${actions}</div>
    ${
      scene.me >= 0
        ? html`<div class="mine-row">${seatView(scene, scene.me)}${handView(scene, (card) => game.fresh?.(scene, card) ?? false)}</div>`
        : html`<p class="watching">${sign("eye")} ${t("You are watching")}</p>`
    }`;
}
