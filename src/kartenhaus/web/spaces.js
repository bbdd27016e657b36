// The spaces of a board by their names, a letter for the column, then the number of the row; and a board in small.
import { html } from "./lib/lit-html/lit-html.js";

/** The name of a space. @param {number} column @param {number} row both from 0 */
export const nameOf = (column, row) => `${String.fromCharCode(97 + column)}${row + 1}`;

/** Where a space is. @param {string} name @returns {[number, number]} column and row */
export const placeOf = (name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];

/** The name of a board below a small picture of it: a square for each space, those that do something in another colour.
 * @param {string} words @param {readonly string[]} lines the board as a map of characters */
export function pictured(words, lines) {
  const spaces = lines
    .flatMap((line, row) => [...line].map((mark, column) => ({ mark, column, row })))
    .filter((one) => one.mark.trim());
  const among = (/** @type {string} */ mark) => spaces.filter((one) => one.mark === mark).length;
  const usual = spaces.reduce((best, { mark }) => (among(mark) > among(best) ? mark : best), "");
  const squares = (/** @type {typeof spaces} */ some) => some.map(({ column, row }) => `M${column} ${row}h.9v.9h-.9z`).join("");
  const width = Math.max(1, ...lines.map((line) => line.length));
  return html`<svg class="small-board" viewBox="0 0 ${width} ${lines.length}" aria-hidden="true">
      <path d=${squares(spaces.filter((one) => one.mark === usual))} /><path d=${squares(spaces.filter((one) => one.mark !== usual))} />
    </svg>
    ${words}`;
}
