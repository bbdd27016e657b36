// Moments that take time: trying luck, and a lost round. What comes meanwhile waits for them, but not for long.
import { breath, pace } from "../fly.js";
import { drawingOf } from "../scene.js";

/** @typedef {import("../types.js").State} State */

const MOST = 6; // states that may wait; a page that is further behind catches up at once
const GAP = 600; // milliseconds between two that waited

/** Takes states one after another. Trying luck is announced, the draw pile glows, and only then the result is shown. */
export class Luck {
  /** @param {HTMLElement} root @param {() => void} announce @param {(state: State) => void} take
   * @param {import("../staging.js").Staging} staging */
  constructor(root, announce, take, staging) {
    this.root = root;
    this.announce = announce;
    this.take = take;
    this.staging = staging;
    /** @type {State[]} */
    this.queue = []; // states that wait for a lost round
    this.taking = false; // whether some of them are being taken
    /** @type {State | null} */
    this.waiting = null; // the state to show once luck turns up a card
    this.seat = -1; // the seat that tries luck
  }

  /** Take a state as soon as what is shown is over. @param {State} state @param {boolean} first whether it is the first state */
  await(state, first) {
    if (!this.queue.length && !this.staging.holds) return this.present(state, first);
    this.queue.push(state);
    if (this.queue.length <= MOST) return;
    this.staging.finish();
    if (this.queue.length > MOST) this.resume();
  }

  /** Take the states that waited, one after another. */
  resume() {
    if (this.taking) return;
    clearTimeout(this.gap);
    this.taking = true;
    do {
      const state = this.queue.shift();
      if (state) this.present(state, false);
    } while (this.queue.length > MOST);
    this.taking = false;
    this.follow();
  }

  /** Take the next state that waits after a while. */
  follow() {
    clearTimeout(this.gap);
    if (this.queue.length && !this.staging.holds) this.gap = setTimeout(() => this.resume(), GAP * pace());
  }

  /** Take a state at once, or after a pause for luck. @param {State} state @param {boolean} first */
  present(state, first) {
    this.release();
    const trying = first ? undefined : state.entries.find((entry) => drawingOf(state.game).luck?.(entry));
    const wait = trying ? breath() : 0;
    if (!wait) return this.take(state);
    this.waiting = state;
    this.seat = trying?.seat ?? -1;
    this.announce();
    this.root.querySelector('[data-spot="draw"]')?.classList.add("breath");
    this.timer = setTimeout(() => this.release(), wait);
  }

  /** Forget what waits: somebody else takes the device. */
  drop() {
    clearTimeout(this.timer);
    clearTimeout(this.gap);
    this.queue = [];
    this.waiting = null;
  }

  /** Show the state that waited for luck. */
  release() {
    clearTimeout(this.timer);
    this.root.querySelector(".breath")?.classList.remove("breath");
    const state = this.waiting;
    this.waiting = null;
    if (!state) return;
    const { taking } = this;
    this.taking = true; // it may end a lost round; later states still follow only after it
    this.take(state);
    this.taking = taking;
    if (!taking) this.follow();
  }
}
