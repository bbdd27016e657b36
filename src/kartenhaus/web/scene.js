// The table as a viewer sees it, in bands that never move: the cloth, the prompt, the actions, the hand. Tables, lessons and reviews
// all show it.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { handView } from "./hand.js";
import { offers } from "./moves.js";
import * as mad from "./games/mad.js";
import * as mada from "./games/mada.js";
import * as maumau from "./games/maumau.js";
import * as plain from "./games/plain.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./types.js").Drawing} Drawing */

/** @type {Record<string, Drawing>} */
const DRAWN = { mada, mad, maumau };
/** The module that shows a game; a plain one for a game without its own. @param {string} game @returns {Drawing} */
export const drawingOf = (game) => DRAWN[game] ?? plain;

/** A board without cards, as the table shows it. @param {Welcome} about with the lines of its map in the picture */
export const bareBoard = (about) => (drawingOf(about.game).bare ?? plain.bare)(about);

/** Make a scene, for tables, lessons and reviews.
 * @param {Welcome} about @param {State} state @param {Step[]} chosen @param {(...steps: Step[]) => void} choose
 * @param {import("./types.js").Moment | null} [moment] that is shown @returns {Scene | null} */
export function scene(about, state, chosen, choose, moment = null) {
  if (!state.view) return null;
  return {
    about,
    state,
    moment,
    view: moment?.view ?? state.view,
    me: state.you,
    chosen,
    offered: offers(state.legal, chosen),
    choose,
  };
}

/** The other seats in the order of play, the next player first; a spectator sees all. @param {Scene} scene */
function others({ state, me }) {
  const players = state.seats.length;
  return Array.from({ length: me < 0 ? players : players - 1 }, (_, place) => (Math.max(me, -1) + 1 + place) % players);
}

/** The bands of the table.
 * @param {Scene} scene @param {{ prompt: unknown, actions: unknown, sheet?: unknown, instead?: unknown }} bands `instead` of the cloth
 * @param {unknown} [over] what lies over the table for a while */
export function playground(scene, { prompt, actions, sheet, instead }, over) {
  const game = drawingOf(scene.about.game);
  return html`${instead ?? html`<div class="cloth" data-pending=${scene.view.pending ?? "turn"}>${game.cloth(scene, others(scene))}</div>`}
    ${prompt}
    <div class="actions" ?data-scrolls=${(game.listed?.(scene) ?? []).some((kind) => kind !== "card")}>${actions}</div>
    ${sheet ?? nothing} ${scene.me >= 0 ? handView(scene, game) : nothing}
    <div class="over">${instead ? nothing : (game.spotlight?.(scene) ?? nothing)}${over ?? nothing}</div>`;
}
