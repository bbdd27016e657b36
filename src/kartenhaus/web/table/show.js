// What is shown of the states that come, and when: one after another, each with its flights and moments, and the result at the end.
import { Staging } from "../staging.js";
import { Ending } from "./ending.js";
import { Luck } from "./moments.js";

/** @typedef {import("../types.js").State} State */

export class Show {
  /** @param {HTMLElement} root @param {() => void} draw @param {(state: State) => void} take the next state, whose turn has come */
  constructor(root, draw, take) {
    this.draw = draw;
    this.ending = new Ending(draw);
    this.staging = new Staging(draw, () => {
      this.ending.wait(0);
      this.luck.resume();
    });
    this.luck = new Luck(root, draw, take, this.staging);
  }

  /** A lost round that is being shown. */
  get moment() {
    return this.staging.moment;
  }

  /** A state has come: it is taken as soon as what is shown is over. @param {State} state @param {boolean} first */
  await(state, first) {
    this.luck.await(state, first);
  }

  /** Draw a state that was taken, and show what happened.
   * @param {import("../types.js").Welcome | null} about @param {State} state @param {State | null} last the one before it
   * @returns {{ flies: boolean, lasts: number }} whether a card flies, and for how many milliseconds */
  present(about, state, last) {
    this.ending.follow(state, last);
    if (!about || !last) {
      this.draw();
      return { flies: false, lasts: 0 };
    }
    const shown = this.staging.show(about, state.entries, last.view, state.view);
    if (!this.moment) this.ending.wait(shown.lasts);
    return shown;
  }

  /** Show at once how it ended. */
  finish() {
    this.staging.finish();
  }

  /** Drop everything: another person looks at the page. */
  drop() {
    this.luck.drop();
    this.staging.drop();
    this.ending = new Ending(this.draw);
  }
}
