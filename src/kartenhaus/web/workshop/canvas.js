// The squares on which a board is painted: by tap, by drag, or with the keys. It knows no rule, only where which space is.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { spaceImage } from "../cards.js";
import { helpOn } from "../help.js";
import { nameOf } from "../spaces.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").Welcome} Welcome */
/** @typedef {import("../wire.js").BoardFacts} BoardFacts */

export const BLANK = " ";
const MOST_UNDONE = 200;
const LEAST = { columns: 9, rows: 7 }; // squares of an empty canvas

/** A map as squares, with free ones around it as far as there is room. @param {string[]} lines @param {BoardFacts} facts */
function spread(lines, { columns, rows }) {
  const wide = Math.max(0, ...lines.map((line) => line.length));
  const [more, taller] = [
    Math.max(1, Math.ceil((LEAST.columns - wide) / 2)),
    Math.max(1, Math.ceil((LEAST.rows - lines.length) / 2)),
  ];
  const left = wide + more > columns ? 0 : more;
  const right = wide + left + more > columns ? 0 : more;
  const [above, below] = [lines.length + taller > rows ? 0 : taller, lines.length + 2 * taller > rows ? 0 : taller];
  const empty = () => Array(left + wide + right).fill(BLANK);
  const inner = lines.map((line) => [...BLANK.repeat(left), ...line.padEnd(wide + right, BLANK)]);
  return [...Array.from({ length: above }, empty), ...inner, ...Array.from({ length: below }, empty)];
}

/** A map without what is empty around it, and where it begins. @param {string[]} lines */
function trimmed(lines) {
  const rows = lines.map((line) => line.trimEnd());
  const used = rows.flatMap((row, number) => (row ? [number] : []));
  const [top, bottom] = [used[0] ?? 0, used.at(-1) ?? -1];
  const shown = rows.slice(top, bottom + 1);
  const edges = shown.filter(Boolean).map((row) => row.length - row.trimStart().length);
  const left = edges.length ? Math.min(...edges) : 0;
  return { lines: shown.map((row) => row.slice(left)), left, top };
}

export class Canvas {
  /** @param {BoardFacts} facts @param {() => void} changed */
  constructor(facts, changed) {
    this.facts = facts;
    this.changed = changed;
    /** @type {string[][]} */
    this.squares = [];
    /** @type {string[]} */
    this.undone = [];
    /** @type {string[]} */
    this.done = [];
    this.brush = facts.kinds[1].mark;
    this.at = [0, 0]; // column and row of the keys
    /** What a stroke paints, while a finger is down. @type {string | null} */
    this.stroke = null;
  }

  /** The map, without what is empty around it, and where it begins on the canvas. */
  map() {
    return trimmed(this.squares.map((row) => row.join("")));
  }

  text() {
    return this.map().lines.join("\n");
  }

  /** Another map; what was there can be brought back. @param {string} text */
  put(text) {
    if (this.squares.length) this.remember();
    this.lay(
      text
        .replace(/\r/g, "")
        .split("\n")
        .slice(0, this.facts.rows + 1),
    );
  }

  /** Lay out a map anew, in the middle of free squares; the cursor stays on its space. @param {string[]} lines */
  lay(lines) {
    const before = this.map();
    this.squares = spread(trimmed(lines.map((line) => line.slice(0, this.facts.columns + 2))).lines, this.facts);
    const now = this.map();
    const move = (/** @type {number} */ at, /** @type {number} */ by, /** @type {number} */ most) =>
      Math.max(0, Math.min(at + by, most - 1));
    this.at = [
      move(this.at[0], now.left - before.left, this.squares[0]?.length ?? 1),
      move(this.at[1], now.top - before.top, this.squares.length),
    ];
    this.changed();
  }

  remember() {
    this.done = [...this.done, this.text()].slice(-MOST_UNDONE);
    this.undone = [];
  }

  undo() {
    const text = this.done.pop();
    if (text === undefined) return;
    this.undone.push(this.text());
    this.lay(text.split("\n"));
  }

  redo() {
    const text = this.undone.pop();
    if (text === undefined) return;
    this.done.push(this.text());
    this.lay(text.split("\n"));
  }

  /** Paint a square. Of a kind that a board has once, the earlier one becomes plain. @param {number} column @param {number} row
   * @param {string} mark */
  paint(column, row, mark) {
    if (this.squares[row]?.[column] === undefined || this.squares[row][column] === mark) return;
    if (this.facts.kinds.find((kind) => kind.mark === mark)?.most === 1)
      this.squares = this.squares.map((one) => one.map((old) => (old === mark ? this.facts.kinds[1].mark : old)));
    this.squares[row][column] = mark;
    this.changed();
  }

  /** The square under a finger. @param {PointerEvent} event @returns {[number, number]} */
  under(event) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    const [column, row] = (found?.getAttribute("data-square") ?? "-1 -1").split(" ").map(Number);
    return [column, row];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const [column, row] = this.under(event);
    if (this.brush === "" || column < 0 || event.button) return;
    event.preventDefault();
    /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.remember();
    this.stroke = this.squares[row][column] === this.brush ? BLANK : this.brush; // a second tap takes it away
    this.at = [column, row];
    this.paint(column, row, this.stroke);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (this.stroke === null) return;
    const [column, row] = this.under(event);
    if (column < 0) return;
    const [fromColumn, fromRow] = this.at; // a quick finger leaves no gaps
    const steps = Math.max(Math.abs(column - fromColumn), Math.abs(row - fromRow));
    for (let step = 1; step <= steps; step++) {
      const part = step / steps;
      this.paint(Math.round(fromColumn + (column - fromColumn) * part), Math.round(fromRow + (row - fromRow) * part), this.stroke);
    }
    this.at = [column, row];
  }

  up() {
    if (this.stroke === null) return;
    this.stroke = null;
    this.lay(this.squares.map((row) => row.join("")));
  }

  /** Arrows walk; the character of a space paints it, a blank or Delete takes it away, Enter paints with the brush.
   * @param {KeyboardEvent} event */
  press(event) {
    /** @type {Record<string, number[]>} */
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const typed = event.key.length === 1 ? event.key.toUpperCase() : "";
    const mark = this.facts.kinds.find((kind) => kind.mark === typed)?.mark;
    const erase = [" ", "Delete", "Backspace"].includes(event.key);
    const brushed = event.key === "Enter" && this.brush ? this.brush : undefined;
    if (event.ctrlKey || event.metaKey || event.altKey || !(step || mark || erase || brushed)) return;
    event.preventDefault();
    const here = /** @type {HTMLElement} */ (event.target).closest("[data-square]")?.getAttribute("data-square");
    if (here) this.at = here.split(" ").map(Number);
    if (step) {
      const [column, row] = [this.at[0] + step[0], this.at[1] + step[1]];
      if (this.squares[row]?.[column] !== undefined) this.at = [column, row];
      this.changed();
    } else {
      this.remember();
      this.paint(this.at[0], this.at[1], mark ?? brushed ?? BLANK);
      this.lay(this.squares.map((one) => one.join("")));
    }
    const target = `[data-square="${this.at.join(" ")}"]`;
    /** @type {HTMLElement | null} */ (document.querySelector(target))?.focus();
  }

  /** @param {Welcome} about @param {Map<string, string>} faults by column and row on the canvas */
  draw(about, faults) {
    const [columns, rows] = [this.squares[0]?.length ?? 0, this.squares.length];
    const { left, top } = this.map();
    const size = `--columns: ${columns}; --rows: ${rows}`;
    const at = [Math.min(this.at[0], columns - 1), Math.min(this.at[1], rows - 1)];
    const square = (/** @type {string} */ mark, /** @type {number} */ column, /** @type {number} */ row) => {
      const wrong = faults.get(`${column} ${row}`);
      const known = mark === BLANK ? t("empty") : (helpOn(about, "space", mark)?.name ?? mark);
      const inside = column >= left && row >= top;
      const name = inside ? nameOf(column - left, row - top) : "";
      return html`<button class="cell square ${mark === BLANK ? "bare" : ""} ${wrong ? "wrong" : ""}" data-square="${column} ${row}"
        tabindex=${column === at[0] && row === at[1] ? 0 : -1}
        aria-label=${[name, known, wrong].filter(Boolean).join(", ")}>
        ${mark === BLANK ? nothing : spaceImage(about, mark)}
        ${wrong ? html`<b class="mark" aria-hidden="true">!</b>` : nothing}
      </button>`;
    };
    return html`<div class="canvas ${this.brush ? "painting" : ""}" data-scrolls tabindex="-1">
      <div class="grass" .style=${size} role="group" aria-label=${t("The board")}
        @pointerdown=${(/** @type {PointerEvent} */ event) => this.down(event)}
        @pointermove=${(/** @type {PointerEvent} */ event) => this.move(event)}
        @pointerup=${() => this.up()} @pointercancel=${() => this.up()}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.press(event)}>
        ${this.squares.map((line, row) => line.map((mark, column) => square(mark, column, row)))}
      </div>
    </div>`;
  }
}
