// @ts-check
// Plain cards with text, for a game without its own drawings.
import { at, circle, rect, svg } from "./draw.js";

const INK = "#2e2622";
const PAPER = "#fffdf6";
const CLOTH = "#5a6b7b";

/** Escape a text for SVG. @param {string} text */
const safe = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** A line of text, as large as fits.
 * @param {string} text @param {number} x @param {number} y @param {number} room @param {number} most @param {string} [colour] */
const written = (text, x, y, room, most, colour = INK) =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-weight="700" text-anchor="middle" fill="${colour}" ` +
  `font-size="${Math.min(most, room / (0.62 * Math.max(1, text.length)))}">${safe(text)}</text>`;

/** @param {string} ground @param {string} inside */
const card = (ground, inside) => svg(100, 140, rect(1, 1, 98, 138, 8, ground, `stroke="${INK}" stroke-width="2"`) + inside);

/** A card: its notation, large, and its name.
 * @param {string} kind @param {unknown} _t @param {unknown} _details @param {string} [name] */
export const face = (kind, _t, _details, name = kind) =>
  card(PAPER, written(kind, 50, 84, 84, 56) + (name === kind ? "" : written(name, 50, 124, 90, 15)));

/** The back of every card. */
export const back = () =>
  card(CLOTH, rect(10, 10, 80, 120, 5, "none", `stroke="${PAPER}" stroke-width="3" stroke-dasharray="6 6"`));

/** A space of a board: its character on the map. @param {string} kind */
export const space = (kind) =>
  svg(100, 140, rect(1, 1, 98, 138, 8, PAPER, `stroke="${CLOTH}" stroke-width="4"`) + written(kind, 50, 92, 84, 64));

/** A picture for the start page: some cards, and the game's title. @param {unknown} _t @param {string} [title] */
export function hero(_t, title = "") {
  const laid = (/** @type {number} */ x, /** @type {number} */ turn) =>
    at(rect(-24, -34, 48, 68, 5, PAPER, `stroke="${INK}" stroke-width="2"`), x, 82, 1, turn);
  return svg(
    320,
    200,
    rect(0, 0, 320, 200, 0, CLOTH) + laid(110, -14) + laid(160, 0) + laid(210, 14) + written(title, 160, 170, 290, 30, PAPER),
  );
}

/** Who explains the game, 64 by 64. */
export const mascot = () =>
  svg(64, 64, circle(32, 32, 32, "#b9ae9d") + circle(22, 28, 5, "#2b2620") + circle(42, 28, 5, "#2b2620"));
