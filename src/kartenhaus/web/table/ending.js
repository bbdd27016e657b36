// The end of a game: the last card and the reckoning are seen first, then the result, which can be put aside.
import { hush } from "../joy.js";
import { keepFinished, seats } from "../keep.js";
import { tellAloud } from "../live.js";
import { verdict } from "../verdict.js";

/** @typedef {import("../types.js").State} State */

const LOOK = 1200; // milliseconds to look at the last card after everything has landed

export class Ending {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.shown = true; // false while the last card is looked at
    this.aside = false; // the viewer looks at the table instead
    this.said = ""; // who has won, in words
  }

  /** A new state will be drawn. @param {State} state @param {State | null} last */
  follow(state, last) {
    if (state.phase === "playing" || state.phase === "waiting") this.aside = false;
    if (state.outcome && (state.you >= 0 || seats()[state.table]?.people)) remember(state);
    if (state.phase !== "over" || last?.phase !== "playing") return;
    this.shown = false;
    this.said = verdict(winnersOf(state), state.outcome?.winners.includes(state.you) ?? false);
  }

  /** Everything is shown, but for cards that still fly: show the result after a while, or a tap. @param {number} lasts milliseconds */
  wait(lasts) {
    if (this.shown) return;
    this.timer = setTimeout(() => this.show(), lasts + LOOK);
    addEventListener("pointerdown", () => this.show(), { once: true });
  }

  show() {
    clearTimeout(this.timer);
    if (this.shown) return;
    this.shown = true;
    hush();
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
