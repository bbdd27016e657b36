// Numbers beside piles, hands and points follow what moves: they change when a card leaves or lands.
import { AsyncDirective } from "./lib/lit-html/async-directive.js";
import { directive } from "./lib/lit-html/directive.js";

/** @type {Set<Tally>} */
const drawn = new Set();
/** By how many cards, or points, a place differs from the one drawn last, each with its timer.
 * @type {Map<ReturnType<typeof setTimeout>, { place: string, by: number, card: string }>} */
const late = new Map();

/** What a card adds to a number; if nothing is said, one. @typedef {(card: string) => number} Worth */

/** What a place shows now. @param {Tally} tally */
const shown = ({ place, number, worth }) =>
  [...late.values()].reduce((sum, one) => (one.place === place ? sum + one.by * worth(one.card) : sum), number);

class Tally extends AsyncDirective {
  place = "";
  number = 0;
  /** @type {Worth} */
  worth = () => 1;

  /** @param {string} place @param {number} number @param {Worth} [worth] */
  render(place, number, worth) {
    Object.assign(this, { place, number }, worth && { worth });
    drawn.add(this);
    return shown(this);
  }

  refresh() {
    this.setValue(shown(this));
  }

  disconnected() {
    drawn.delete(this);
  }

  reconnected() {
    drawn.add(this);
  }
}

/** The number of cards, or points, at a place; or what its cards are worth. */
export const tally = directive(Tally);

/** @param {string} [place] all without it */
function refresh(place) {
  for (const one of drawn) if (place === undefined || one.place === place) one.refresh();
}

/** For some milliseconds a number is not yet what was drawn. @param {string} place @param {number} by @param {number} time
 * @param {string} [card] that is on its way */
export function lag(place, by, time, card = "") {
  if (!time || !by) return;
  const timer = setTimeout(() => {
    late.delete(timer);
    refresh(place);
  }, time);
  late.set(timer, { place, by, card });
  refresh(place);
}

/** Show all numbers as they are. */
export function catchUp() {
  if (!late.size) return;
  for (const timer of late.keys()) clearTimeout(timer);
  late.clear();
  refresh();
}
