// Several cards that are marked together: their moves are made one after another, each when it is legal.

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Step} Step */

/** Whether a move begins with a card. @param {import("../types.js").Legal} move */
const takesCard = ({ steps = [] }) => steps[0]?.kind === "card";

export class MarkedCards {
  constructor() {
    /** @type {string[]} */
    this.marks = []; // the keys of the cards that are marked
    /** @type {string[]} */
    this.moves = []; // still to be made
    this.answers = -1; // what the last of them answered
  }

  /** Mark a card, or no longer. @param {Step} step */
  mark({ value, key = `${value} 0` }) {
    this.marks = this.marks.includes(key) ? this.marks.filter((one) => one !== key) : [...this.marks, key];
  }

  /** Nothing is marked any longer, and nothing more is made. */
  forget() {
    this.marks = [];
    this.moves = [];
  }

  /** The moves for the marked cards, then the one that keeps the rest. @param {State} state @returns {string} the first */
  begin({ legal, answers }) {
    const cards = this.marks.map((key) => key.split(" ")[0]);
    const chosen = cards.flatMap((card) => legal.find((one) => takesCard(one) && one.steps?.[0].value === card)?.move ?? []);
    const [first = "", ...rest] = [...chosen, ...legal.filter((one) => !takesCard(one)).map((one) => one.move)];
    this.forget();
    this.moves = rest;
    this.answers = answers;
    return first;
  }

  /** The next move, if the one before was made and the rules still allow it. @param {State} state */
  next({ legal, answers }) {
    if (!this.moves.length || answers === this.answers) return "";
    const [move, ...rest] = this.moves;
    const allowed = legal.some((one) => one.move === move);
    this.moves = allowed ? rest : [];
    this.answers = answers;
    return allowed ? move : "";
  }
}
