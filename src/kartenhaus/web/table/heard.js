// What the page knows of a table: only what came over its line.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Entry} Entry */
/** @typedef {import("../types.js").Welcome} Welcome */

export class Heard {
  constructor() {
    /** @type {Welcome | null} */
    this.about = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {Entry[]} */
    this.story = [];
    this.received = 0; // when the state came; clocks continue from there
    this.online = true;
    this.gone = false; // the table, or the viewer's seat, is no longer there
    this.unwatched = false; // nobody may watch here
    this.strange = false; // the server speaks another version
    this.broken = false; // an error has paused the table
  }

  /** Take a new state and its entries; false if we have a newer one. @param {State} state */
  take(state) {
    if (this.state && state.number < this.state.number) return false;
    this.state = state;
    this.received = performance.now();
    this.tell(state.entries);
    return true;
  }

  /** What a refusal says of the table itself. @param {string} code */
  refused(code) {
    this.broken ||= code === "broken";
    this.unwatched ||= code === "unwatched";
  }

  /** Add entries to the story, each only once. @param {Entry[]} entries */
  tell(entries) {
    const all = new Map([...this.story, ...entries].map((entry) => [entry.number, entry]));
    this.story = [...all.values()].sort((one, other) => one.number - other.number);
  }

  /** One tap is one move: nothing more is offered until the next state. */
  moved() {
    if (this.state) this.state = { ...this.state, legal: [] };
  }
}
