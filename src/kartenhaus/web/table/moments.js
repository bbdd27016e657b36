// Moments that take time: trying luck, and the end of a round.
import { roundOf } from "../events.js";
import { breath } from "../fly.js";
import { drawingOf } from "../scene.js";
import { play } from "../sound.js";

/** @typedef {import("../types.js").State} State */

const REST = 4500; // milliseconds that a round's end is shown

/** Trying luck: it is announced, the draw pile glows, and only then the result is shown. */
export class Luck {
  /** @param {HTMLElement} root @param {() => void} announce @param {(state: State) => void} take */
  constructor(root, announce, take) {
    this.root = root;
    this.announce = announce;
    this.take = take;
    /** @type {State | null} */
    this.waiting = null; // the state to show once luck turns up a card
    this.seat = -1; // the seat that tries luck
  }

  /** Take a state at once, or after a pause for luck. @param {State} state @param {boolean} first whether it is the first state */
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

  /** Show the state that waited. */
  release() {
    clearTimeout(this.timer);
    this.root.querySelector(".breath")?.classList.remove("breath");
    const state = this.waiting;
    this.waiting = null;
    if (state) this.take(state);
  }
}

/** Shows the end of a round once its cards have landed, until the viewer's next move or for a while. */
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
