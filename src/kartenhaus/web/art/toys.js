// @ts-check
// The wooden parts of Mau Mau: paints, shapes, tiles, pawns.
import { at, circle, line, path, rect, svg } from "./draw.js";

export const INK = "#3b2414";
export const TEXT = "#43301c";
export const CREAM = "#fdf3dc";

/** `on` is readable on the paint. @type {Record<string, {name: string, paint: string, dark: string, on: string}>} */
export const PAINT = {
  r: { name: "red", paint: "#cf3a2b", dark: "#8a1d16", on: "#fff6e3" },
  g: { name: "green", paint: "#2a8046", dark: "#14532b", on: "#fff6e3" },
  b: { name: "blue", paint: "#2b67b4", dark: "#153d74", on: "#fff6e3" },
  y: { name: "yellow", paint: "#f4bd2a", dark: "#7a4a00", on: "#3b2414" },
};

/** Shapes around 0 0, within 40 each way. @type {Record<string, string>} */
const SHAPES = {
  r: "M0-38A38 38 0 1 1-.1-38z",
  g: "M-28-34H28Q34-34 34-28V28Q34 34 28 34H-28Q-34 34-34 28V-28Q-34-34-28-34z",
  b: "M-5-39Q0-46 5-39L43 27Q46 35 38 35H-38Q-46 35-43 27z",
  y: "M-5-42Q0-47 5-42L40-5Q44 0 40 5L5 42Q0 47-5 42L-40 5Q-44 0-40-5z",
};

/** The shape of a colour; with `edge`, as an inlay. @param {string} colour @param {string} fill @param {string} [edge] */
export const shaped = (colour, fill, edge = "") =>
  path(SHAPES[colour], fill, edge && `stroke="${edge}" stroke-width="3" stroke-opacity=".55"`);

/** Wood grain over a tile. */
const GRAIN =
  line(
    "M14 6C10 40 18 90 12 132M30 4C34 40 24 70 30 134M70 4C64 30 74 60 70 96S74 120 70 134M87 4C92 50 82 90 88 132",
    "#000",
    1.1,
    `opacity=".09"`,
  ) + line("M46 4C50 30 42 50 46 76S52 110 48 134", "#fff", 1.2, `opacity=".12"`);

/** A chunky tile, 100 wide.
 * @param {string} colour "" for bare wood @param {string} inside @param {string} [rim] the colour of a bare tile's rim
 * @param {number} [tall] its height: 140 in the hand, less on the board */
export function tile(colour, inside, rim = "", tall = 140) {
  const { paint, dark } = PAINT[colour] ?? { paint: "#e3b577", dark: rim ? PAINT[rim].dark : "#9a6a35" };
  return svg(
    100,
    tall,
    `<clipPath id="c"><rect width="100" height="${tall - 7}" rx="12"/></clipPath>` +
      rect(0, 4, 100, tall - 4, 12, dark) +
      rect(0, 0, 100, tall - 7, 12, paint) +
      `<g clip-path="url(#c)">${GRAIN}${inside}</g>` +
      (rim ? rect(2.5, 2.5, 95, tall - 12, 10, "none", `stroke="${PAINT[rim].paint}" stroke-width="5"`) : "") +
      rect(1.2, 1.2, 97.6, tall - 9.4, 11, "none", `stroke="#fff" stroke-opacity=".38" stroke-width="2.4"`),
  );
}

/** A pawn standing on 0 0, 46 high. @param {string} paint */
export const pawn = (paint) =>
  path(
    "M-15 0Q-17-6-12-8C-5-14-5-20-6-26H6C5-20 5-14 12-8Q17-6 15 0Q0 5-15 0z",
    paint,
    `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`,
  ) +
  circle(0, -34, 11.5, paint, `stroke="${INK}" stroke-width="2"`) +
  line("M-5-38Q-3-41 0-41", "#fff", 2.4, `opacity=".7"`);

/** A shape of pale wood, inlaid in a tile. @param {string} colour @param {number} x @param {number} y @param {number} scale */
export const inlay = (colour, x, y, scale) =>
  at(shaped(colour, "#fff"), x, y + 1.4, scale * 1.03).replace("<g", `<g opacity=".4"`) +
  at(shaped(colour, PAINT[colour].dark), x, y - 1, scale * 1.03) +
  at(shaped(colour, CREAM), x, y + 0.6, scale);

/** A wooden cat made of the four shapes, around 0 0, 40 each way. */
export const cat = () => {
  const edge = `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`;
  const ear = path("M-21-10L-20-38L-2-27z", PAINT.b.paint, edge);
  const mirrored = (/** @type {string} */ half) => half + `<g transform="scale(-1 1)">${half}</g>`;
  return (
    line("M16 32C38 34 26 10 38 6", INK, 9) +
    line("M16 32C38 34 26 10 38 6", PAINT.y.paint, 5.4) +
    rect(-18, 8, 36, 32, 6, PAINT.g.paint, edge) +
    line("M-7 28V39M7 28V39", INK, 2) +
    mirrored(ear) +
    circle(0, -8, 22, PAINT.r.paint, edge) +
    mirrored(
      circle(-8.5, -12, 6, CREAM, `stroke="${INK}" stroke-width="1.6"`) +
        circle(-7, -11.5, 2.8, INK) +
        line("M-12-1L-26-4M-12 2L-26 4", CREAM, 1.6) +
        line("M0 5Q-5 9-8 5", INK, 2),
    ) +
    path("M0-6L5.5-1L0 4L-5.5-1z", PAINT.y.paint, `stroke="${INK}" stroke-width="1.6" stroke-linejoin="round"`)
  );
};
