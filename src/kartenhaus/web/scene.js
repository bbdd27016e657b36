// The table itself, as one sees it: others around, the middle, the hand. Tables, lessons and reviews all show it.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { handView } from "./hand.js";
import { sign } from "./icons.js";
import { offers } from "./moves.js";
import { seatView } from "./seats.js";
import { t } from "./texts.js";
import * as mad from "./games/mad.js";
import * as mada from "./games/mada.js";
import * as maumau from "./games/maumau.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Welcome} Welcome */

/** @type {Record<string, any>} */
export const GAMES = { mada, mad, maumau };
/** What a scene is made of, for the table and for everything that shows one.
 * @param {Welcome} about @param {State} state @param {Step[]} chosen @param {(step: Step) => void} choose @returns {Scene | null} */
export function scene(about, state, chosen, choose) {
  if (!state.view) return null;
  return { about, state, view: state.view, me: state.you, chosen, offered: offers(state.legal, chosen), choose };
}

/** The seats in the order of play, from the one after the viewer. @param {Scene} scene */
export function others(scene) {
  const players = scene.state.seats.length;
  const first = scene.me < 0 ? 0 : scene.me + 1;
  return Array.from({ length: scene.me < 0 ? players : players - 1 }, (_, place) => (first + place) % players);
}

/** The table itself: seats, middle and hand. @param {Scene} scene @param {unknown} actions @param {unknown} [over] what lies over the middle */
export function playground(scene, actions, over) {
  const game = GAMES[scene.about.game];
  return html`<div class="seats" data-count=${others(scene).length}>${others(scene).map((seat) => seatView(scene, seat, game.seat(scene, seat)))}</div>
    <div class="middle" data-pending=${scene.view.pending ?? "turn"}>${game.middle(scene)}${over ?? nothing}</div>
    <div class="actions">${actions}</div>
    ${scene.me >= 0
      ? html`<div class="mine-row">${seatView(scene, scene.me)}${handView(scene, (card) => game.fresh?.(scene, card) ?? false)}</div>`
      : html`<p class="watching">${sign("eye")} ${t("You are watching")}</p>`}`;
}
