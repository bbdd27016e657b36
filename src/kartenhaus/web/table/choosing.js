// Collects choices, step by step, until they make a move.
import { keepHere, keptHere } from "../keep.js";
import { choice, offers } from "../moves.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Step} Step */

export class Choosing {
  /** @param {boolean} [keeps] whether what was chosen is still there after the page was loaded again */
  constructor(keeps = true) {
    this.keeps = keeps;
    /** @type {Step[]} */
    this.steps = [];
    this.saying = false; // whether "Mau" is said with the move
  }

  /** Add taps: they complete a `move`, or were `tried` in vain, or there is more to choose.
   * @param {State} state @param {Step[]} taps */
  add(state, taps) {
    const { move, chosen, tried } = choice(state.legal, this.steps, taps, this.saying);
    this.steps = chosen;
    if (this.keeps) keepHere("choosing", { table: state.table, answers: state.answers, steps: chosen });
    return { move, tried };
  }

  /** Go on with what was chosen before the page was loaded again. @param {State} state */
  recall(state) {
    const { table, answers, steps } = keptHere("choosing", { table: "", answers: -1, steps: /** @type {Step[]} */ ([]) });
    if (table === state.table && answers === state.answers && offers(state.legal, steps).length) this.steps = steps;
  }

  /** Start to choose again. */
  clear() {
    this.steps = [];
    keepHere("choosing", null);
  }

  /** Drop everything, because something else is to be chosen. */
  forget() {
    this.clear();
    this.saying = false;
  }
}

/** Whether there is something else to choose than before. @param {State | null} last @param {State} state */
export function asksAnew(last, state) {
  if (!last || state.to_act !== last.to_act) return true;
  const asked = [last, state].every((one) => one.asked.includes(one.you) && !one.answered); // the question is the same
  return state.answers !== last.answers && !asked;
}
