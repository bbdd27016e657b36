// Moments that take their time: luck that is tried, and the end of a round.
import { roundOf } from "../events.js";
import { breath } from "../fly.js";
import { drawingOf } from "../scene.js";
import { play } from "../sound.js";

/** @typedef {import("../types.js").State} State */

const REST = 4500; // milliseconds that a round's end is shown

/** Luck is a moment: it is announced, the draw pile glows, and only then is shown what came of it. */
export class Luck {
  /** @param {HTMLElement} root @param {() => void} announce @param {(state: State) => void} take */
  constructor(root, announce, take) {
    this.root = root;
    this.announce = announce;
    this.take = take;
    /** @type {State | null} */
    this.waiting = null; // for luck to turn up a card
    this.seat = -1; // that tries it
  }

  /** A state is taken at once, or after a breath. @param {State} state @param {boolean} first nothing is known of the table yet */
  await(state, first) {
    this.release();
    const trying = first ? undefined : state.entries.find((entry) => drawingOf(state.game).luck?.(entry.events ?? []));
    const wait = trying ? breath() : 0;
    if (!wait) return this.take(state);
    this.waiting = state;
    this.seat = trying?.seat ?? -1;
    this.announce();
    this.root.querySelector('[data-spot="draw"]')?.classList.add("breath");
    this.timer = setTimeout(() => this.release(), wait);
  }

  /** What waited is shown. */
  release() {
    clearTimeout(this.timer);
    this.root.querySelector(".breath")?.classList.remove("breath");
    const state = this.waiting;
    this.waiting = null;
    if (state) this.take(state);
  }
}

/** A round that ended is shown once its cards have landed, until the next move of one's own or for a while. */
export class RoundEnd {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {ReturnType<typeof roundOf>} */
    this.round = null;
    this.landing = 0; // milliseconds until its cards have landed
  }

  /** @param {State} state @param {number} lasts milliseconds that cards fly */
  show(state, lasts) {
    const lost = roundOf(state.entries);
    if (!lost) return;
    this.round = lost;
    this.landing = lasts;
    play("doom");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.forget();
      this.draw();
    }, REST + lasts);
  }

  forget() {
    this.round = null;
  }
}
