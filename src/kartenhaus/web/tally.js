// Numbers beside piles, hands and points follow what moves: they change when a card leaves or lands.
import { AsyncDirective } from "./lib/lit-html/async-directive.js";
import { directive } from "./lib/lit-html/directive.js";

/** @type {Set<Tally>} */
const drawn = new Set();
/** By how much the number of a place differs from the one drawn last, each with its timer.
 * @type {Map<ReturnType<typeof setTimeout>, { place: string, by: number }>} */
const late = new Map();

/** What a place shows now. @param {string} place @param {number} number */
const shown = (place, number) => [...late.values()].reduce((sum, one) => (one.place === place ? sum + one.by : sum), number);

class Tally extends AsyncDirective {
  place = "";
  number = 0;

  /** @param {string} place @param {number} number */
  render(place, number) {
    Object.assign(this, { place, number });
    drawn.add(this);
    return shown(place, number);
  }

  refresh() {
    this.setValue(shown(this.place, this.number));
  }

  disconnected() {
    drawn.delete(this);
  }

  reconnected() {
    drawn.add(this);
  }
}

/** The number of cards, or points, at a place. */
export const tally = directive(Tally);

/** @param {string} [place] all without it */
function refresh(place) {
  for (const one of drawn) if (place === undefined || one.place === place) one.refresh();
}

/** For some milliseconds a number is not yet what was drawn. @param {string} place @param {number} by @param {number} time */
export function lag(place, by, time) {
  if (!time || !by) return;
  const timer = setTimeout(() => {
    late.delete(timer);
    refresh(place);
  }, time);
  late.set(timer, { place, by });
  refresh(place);
}

/** Show all numbers as they are. */
export function catchUp() {
  if (!late.size) return;
  for (const timer of late.keys()) clearTimeout(timer);
  late.clear();
  refresh();
}
