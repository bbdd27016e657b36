// The end of a game: the last card and the reckoning are seen first, then the result, which can be put aside.
import { roundOf } from "../events.js";
import { keepFinished } from "../keep.js";
import { tellAloud } from "../live.js";
import { verdict } from "../verdict.js";

/** @typedef {import("../types.js").State} State */

const LOOK = 1200; // milliseconds to look at the last card after everything has landed
const READ = 3000; // milliseconds to read the reckoning of a round

export class Ending {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.shown = true; // false while the last card is looked at
    this.aside = false; // the viewer looks at the table instead
    this.said = ""; // who has won, in words
  }

  /** A new state is drawn. @param {State} state @param {State | null} last @param {number} lasts milliseconds that cards fly */
  follow(state, last, lasts) {
    if (state.phase === "playing" || state.phase === "waiting") this.aside = false;
    if (state.outcome && state.you >= 0) remember(state);
    const ends = state.phase === "over" && last?.phase === "playing";
    if (!ends) return;
    this.shown = false;
    this.said = verdict(winnersOf(state), state.outcome?.winners.includes(state.you) ?? false);
    this.timer = setTimeout(() => this.show(), lasts + (roundOf(state.entries) ? READ : LOOK));
    addEventListener("pointerdown", () => this.show(), { once: true });
  }

  show() {
    clearTimeout(this.timer);
    if (this.shown) return;
    this.shown = true;
    this.draw();
    tellAloud(this.said);
    if (document.activeElement === document.body) /** @type {HTMLElement | null} */ (document.querySelector(".again"))?.focus();
  }

  /** Put the result aside, or show it again. */
  turn() {
    this.aside = !this.aside;
    this.draw();
  }
}

/** The names of the winners. @param {State} state */
const winnersOf = ({ outcome }) => (outcome?.winners ?? []).map((seat) => outcome?.players[seat]?.name ?? "");

/** Keep a finished game in this browser: the start page lists it. @param {State} state */
function remember(state) {
  const { table, games, game, outcome, you } = state;
  const names = (outcome?.players ?? []).map((one) => one.name);
  const won = outcome?.winners.includes(you) ?? false;
  keepFinished({ table, number: games, game, names, winners: winnersOf(state), won, at: Date.now() });
}
