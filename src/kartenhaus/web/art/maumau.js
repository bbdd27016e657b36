// @ts-check
// Mau Mau: a toy board. Chunky tiles of painted wood; four colours, each with a shape and a letter.
import { at, circle, line, num, numerals, path, rect, star, svg, words } from "./draw.js";
import { CREAM, INK, PAINT, TEXT, cat, inlay, pawn, shaped, tile } from "./toys.js";

/** @typedef {import("./draw.js").Translate} Translate */
/** @typedef {import("./draw.js").Details} Details */

/** @type {Record<string, string>} */
const NAMES = { D: "Draw 2", S: "Miss a go", P: "Pass a Card", J: "Joker" };

/** The letters of a colour: the first of its name, or as many as tell the four apart. @param {string} colour @param {Translate} t */
function letters(colour, t) {
  const names = Object.values(PAINT).map((paint) => t(paint.name));
  const own = t(PAINT[colour].name);
  let n = 1;
  while (n < own.length && names.some((other) => other !== own && other.slice(0, n) === own.slice(0, n))) n++;
  return own.slice(0, 1).toUpperCase() + own.slice(1, n);
}

/** A line with an edge in ink. @param {string} d @param {string} colour */
const bold = (d, colour) => line(d, INK, 8.4) + line(d, colour, 4.6);

/** A blank card around 0 0. @param {string} [fill] */
const blank = (fill = "#fff") => rect(-11, -15, 22, 30, 4, fill, `stroke="${INK}" stroke-width="2.2"`);

/** The drawings of symbols, around 0 0, within 26 each way. @type {Record<string, (paint: string, dark: string) => string>} */
const SYMBOLS = {
  D: (paint, dark) =>
    at(blank(paint), -11, 3, 1, -20) + at(blank() + numerals("+2", 0, -6, 12, dark, 3.1, { narrow: 0.74 }), 6, 0, 1.1, 10),
  S: (paint) => at(pawn(CREAM), 0, 20, 0.66) + bold("M-23 14C-22-26 20-30 22 4M13-2L22 8L29-3", paint),
  P: (paint) => at(blank(), -12, 0, 1, -10) + at(blank(paint), -4, 0, 1, 4) + bold("M-4 0H23M14-9L24 0L14 9", "#fff"),
};

/** The symbol or value in a corner, around 0 0, within 11 each way. @param {string} value @param {string} colour */
function sign(value, colour) {
  if (value === "D") return numerals("+2", 0, -8.5, 17, colour, 4.2, { narrow: 0.78 });
  if (value === "S") return line("M-9 7C-9-10 9-12 9 2M4-2L9 4L13-3", colour, 3.6) + circle(0, 6, 3.2, colour);
  if (value === "P")
    return (
      rect(-11, -8, 9, 16, 2, "none", `stroke="${colour}" stroke-width="2.8"`) + line("M-5 0H10M5-5.5L10.5 0L5 5.5", colour, 3.4)
    );
  if (value.length > 1) return numerals(value, 0, -11, 22, colour, 4.8, { narrow: 0.62 });
  return numerals(value, 0, -11, 22, colour, 5.4) + (value === "6" || value === "9" ? line("M-5 15.8H5", colour, 2.2) : "");
}

/** The scale of a shape and of its content on a tile, and how low it is. @type {Record<string, [number, number, number]>} */
const FIT = { r: [0.98, 0.98, 0], g: [0.96, 0.98, 0], b: [0.94, 0.8, 8], y: [0.98, 0.9, 0] };

/** The same of a value with two figures, and how narrow these are. @type {Record<string, [number, number, number]>} */
const FIT_TWO = { r: [0.98, 0, 0.74], g: [1.04, 0, 0.74], b: [0.68, 13, 0.74], y: [0.9, 0, 0.66] };

/** A tile on the board is 7 by 8: without what stands at the foot of a card. */
const SHORT = 114;

/** As many pegs as the value, which could be counted by touch; above 9 in two rows. @param {number} value @param {string} dark */
function pegs(value, dark) {
  const inRow = value > 9 ? Math.ceil(value / 2) : value;
  let drawn = "";
  for (let i = 0; i < value; i++) {
    const [x, y] = [92 - (i % inRow) * 7.4, value > 9 ? (i < inRow ? 117.4 : 125.2) : 121.8];
    drawn += circle(x, y, 2.9, dark) + circle(x, y - 0.8, 2.7, CREAM);
  }
  return drawn;
}

/** A tile in a colour. @param {string} colour @param {string} value @param {Translate} t @param {boolean} lettered
 * @param {boolean} short on the board */
function coloured(colour, value, t, lettered, short) {
  const { paint, dark, on } = PAINT[colour];
  const special = value in SYMBOLS;
  const [large, inner, low] = FIT[colour];
  const y = short ? 62 : special ? 61 : 70;
  const letter = lettered && (special || !short) ? letters(colour, t) : "";
  let middle;
  if (special)
    middle =
      at(SYMBOLS[value](paint, dark), 58, y + low, inner) +
      (short ? "" : words(t(NAMES[value]), 50, 115, 88, 22, on, { size: 15 }));
  else {
    const [size, down, narrow] = value.length > 1 ? FIT_TWO[colour] : [inner, low, 1];
    middle =
      numerals(value, 58.5, y - 16 * size + down, 32 * size, dark, 9.4 * size, { narrow }) +
      (short ? "" : pegs(Number(value), dark));
  }
  return tile(
    colour,
    inlay(colour, 58.5, y, large * (special ? 0.88 : 0.9)) +
      middle +
      at(sign(value, on), 16.5, 21) +
      at(shaped(colour, on), 16.5, special ? 45 : 48, 0.2) +
      (letter && words(letter, special ? 88 : 14, special ? 13 : 120.5, 17, 14, on, { size: 13 })),
    "",
    short ? SHORT : undefined,
  );
}

/** A Joker; on the board with the face it took. @param {string} face @param {Translate} t @param {boolean} short on the board */
function joker(face, t, short) {
  const fool =
    path(
      "M-24 2C-34-6-34-24-26-30C-22-18-14-18-8-20C-6-30 2-36 6-36C4-28 8-24 9-20C16-18 24-18 28-28C34-18 32-4 24 2z",
      PAINT.y.paint,
      `stroke="${INK}" stroke-width="2"`,
    ) +
    path("M-24 2C-34-6-34-24-26-30C-22-18-14-18-8-20C-10-12-10-4-8 2z", PAINT.r.paint, `stroke="${INK}" stroke-width="2"`) +
    path("M9-20C16-18 24-18 28-28C34-18 32-4 24 2H8C10-6 11-12 9-20z", PAINT.b.paint, `stroke="${INK}" stroke-width="2"`) +
    circle(-26, -31, 4.5, PAINT.g.paint, `stroke="${INK}" stroke-width="1.8"`) +
    circle(6, -37, 4.5, PAINT.r.paint, `stroke="${INK}" stroke-width="1.8"`) +
    circle(28, -30, 4.5, PAINT.y.paint, `stroke="${INK}" stroke-width="1.8"`) +
    circle(0, 14, 23, "#f0c993", `stroke="${INK}" stroke-width="2"`) +
    path("M-24 2Q0-8 24 2L22 9Q0-1-22 9z", PAINT.g.paint, `stroke="${INK}" stroke-width="2"`) +
    circle(-8, 14, 2.8, INK) +
    circle(8, 14, 2.8, INK) +
    circle(-14, 21, 3.6, "#e07a5a", `opacity=".7"`) +
    circle(14, 21, 3.6, "#e07a5a", `opacity=".7"`) +
    line("M-9 23Q0 32 9 23", INK, 2.6);
  const star5 = path(star(17, 19, 13.5, 6.2, 5), PAINT.y.paint, `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`);
  if (!face) return tile("", at(fool, 58, 64, 0.96) + star5 + words(t("Joker"), 50, 117, 80, 20, INK, { size: 17 }));
  const [colour, value] = [face[0], face.slice(1)];
  const { paint, on, dark } = PAINT[colour];
  return tile(
    "",
    (short ? at(fool, 67, 40, 0.62) : at(fool, 64, 46, 0.72)) +
      path("M0 0H33V52Q33 60 25 60H0z", paint, `stroke="${dark}" stroke-width="1.6"`) +
      at(sign(value, on), 16.5, 22) +
      at(shaped(colour, on), 16.5, 47, 0.2) +
      at(
        rect(-31, -21, 62, 42, 8, dark) +
          rect(-31, -23, 62, 40, 8, paint) +
          inlay(colour, value.length > 1 ? -15 : -12, -3, value.length > 1 ? 0.32 : 0.36) +
          at(sign(value, on), 15, -4, 1),
        short ? 60 : 52,
        short ? 88 : 104,
        short ? 0.88 : 1,
      ),
    colour,
    short ? SHORT : undefined,
  );
}

/**
 * The face of a card: "r5", "rD", "rS", "rP", "J", and a Joker with the face it took: "J:r5"; "?" is the back.
 * @param {string} card @param {Translate} t @param {Details} [details]
 */
export function face(card, t, details = {}) {
  const [kind, taken = ""] = card.split(":");
  if (kind === "?") return back();
  return kind === "J" ? joker(taken, t, false) : coloured(kind[0], kind.slice(1), t, details.letters ?? true, false);
}

/** The same as it lies on the board, 7 by 8. @param {string} card @param {Translate} t @param {Details} [details] */
export function placed(card, t, details = {}) {
  const [kind, taken = ""] = card.split(":");
  return kind === "J" ? joker(taken, t, true) : coloured(kind[0], kind.slice(1), t, details.letters ?? true, true);
}

/** The back of every card. */
export function back() {
  const corners = [..."rgby"].map((c, i) => at(shaped(c, PAINT[c].paint, CREAM), i % 2 ? 79 : 21, i < 2 ? 21 : 111, 0.17)).join("");
  return tile(
    "",
    rect(7, 7, 86, 119, 9, "#1d4a4d") +
      rect(7, 8.5, 86, 117.5, 9, "#2f7478") +
      line("M34 14H66M34 119H66M14 36V97M86 36V97", "#8fc7c0", 2, `stroke-dasharray="0 6.2"`) +
      circle(50, 66.5, 35, "#1d4a4d") +
      circle(50, 67.5, 34, "#e9d3a4") +
      at(cat(), 49, 68, 0.74) +
      corners,
  );
}

const STONE = "#b9b2a4";
const TUFTS = line(
  "M13 21Q13 15 10 13M15 21V11M17 21Q17 15 20 13M83 124Q83 118 80 116M85 124V114M87 124Q87 118 90 116",
  "#7ba353",
  2.2,
);

/** The drawings of spaces, around 50 70. @type {Record<string, string>} */
const GROUNDS = {
  ".": [
    [34, 44, 5],
    [62, 60, 7],
    [40, 82, 6],
    [66, 98, 5],
    [52, 30, 4],
    [48, 108, 4],
  ]
    .map(
      ([x, y, r]) =>
        `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${num(r * 0.7)}" fill="#c7a46c"/>` +
        `<ellipse cx="${x}" cy="${y - 1}" rx="${r}" ry="${num(r * 0.62)}" fill="#d9bb85"/>`,
    )
    .join(""),
  1:
    `<ellipse cx="50" cy="106" rx="32" ry="6" fill="#a9854f" opacity=".6"/>` +
    path("M24 106V58C24 38 36 30 50 30S76 38 76 58V106z", "#8f887b") +
    path("M24 102V56C24 37 36 29 50 29S72 37 72 56V102z", "#d8d2c4") +
    numerals("+1", 49, 56, 28, TEXT, 7.5, { narrow: 0.85 }) +
    line("M24 106Q28 96 31 106M66 106Q70 95 75 106", "#5d8f3f", 3),
  A:
    `<ellipse cx="50" cy="112" rx="36" ry="7" fill="#a9854f" opacity=".6"/>` +
    line("M22 80V40M78 80V40", "#8a5a2e", 6) +
    path("M12 44L50 18L88 44z", "#c8503a", `stroke="#8d2f20" stroke-width="2"`) +
    line("M50 30V62", "#5b4630", 2) +
    path("M16 74H84V104Q84 114 74 114H26Q16 114 16 104z", STONE) +
    line("M16 88H84M16 101H84M34 76V88M58 76V88M44 88V101M70 88V101M28 101V113M56 101V113", "#8f887b", 2) +
    `<ellipse cx="50" cy="75" rx="35" ry="9" fill="#d8d2c4"/><ellipse cx="50" cy="76" rx="28" ry="6" fill="#3f7fb0"/>` +
    at(
      rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`) +
        numerals("+1", 0, -5, 10, TEXT, 2.8, { narrow: 0.85 }),
      50,
      60,
      1,
      6,
    ) +
    at(rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`), 31, 66, 0.8, -22) +
    at(rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`), 69, 66, 0.8, 24),
  D:
    rect(18, 34, 64, 72, 7, "#6d4523") +
    rect(23, 39, 54, 62, 4, "#2a1a10") +
    path("M18 34H82L76 14H24z", "#a8713c", `stroke="#6d4523" stroke-width="2.5"`) +
    line("M36 16L33 32M50 15V32M64 16L67 32", "#7d5029", 2) +
    circle(50, 24, 3.5, "#e8c56a") +
    at(rect(-11, -15, 22, 30, 4, "#fff", `stroke="${TEXT}" stroke-width="2"`), 50, 62, 1, 14) +
    line("M50 74V94M40 85L50 95L60 85", "#ffd76a", 6),
  T:
    `<ellipse cx="50" cy="104" rx="42" ry="12" fill="#a9854f" opacity=".6"/>` +
    path("M12 94V62H24V70H38V62H62V70H76V62H88V94Q88 110 50 110T12 94z", "#8f887b") +
    path("M12 90V58H24V66H38V58H62V66H76V58H88V90Q88 106 50 106T12 90z", STONE) +
    line("M14 78Q50 88 86 78M14 91Q50 102 86 91M34 84V94M56 86V97M70 82V91M24 70V80M48 74V84M64 73V82", "#8f887b", 2) +
    line("M50 66V22", "#6d4523", 4) +
    path("M52 22L78 30L52 40z", PAINT.r.paint) +
    path("M42 106V96Q42 88 50 88T58 96V106z", "#4a3a2a"),
  S:
    line("M22 112V40M78 112V40", "#8a5a2e", 8) +
    path("M14 26H86V50H14z", PAINT.g.paint, `stroke="${PAINT.g.dark}" stroke-width="2"`) +
    at(`${[..."rgby"].map((c, i) => at(shaped(c, CREAM), -24 + i * 16, 0, 0.15)).join("")}`, 50, 38) +
    line("M50 106V66M36 79L50 65L64 79", TEXT, 9) +
    line("M50 106V66M36 79L50 65L64 79", "#ffd76a", 5),
};
/** @type {Record<string, string>} */
const WORDS = { plain: ".", point: "1", "all draw": "A", discard: "D", tower: "T", start: "S" };

/** A space of the board, by its character on the map or its name: plain, point, all draw, discard, tower, start. @param {string} kind */
export const space = (kind) =>
  svg(
    100,
    140,
    rect(1, 1, 98, 138, 12, "#b98f55") +
      rect(1, 1, 98, 134, 12, "#e6c88f") +
      rect(5, 5, 90, 126, 9, "none", `stroke="#f5e0b4" stroke-width="3"`) +
      TUFTS +
      (GROUNDS[WORDS[kind] ?? kind] ?? GROUNDS["."]),
  );

/** A toy landscape for the start page, 320 by 200. @param {Translate} [_t] there are no words in it */
export function hero(_t) {
  const small = (/** @type {string} */ c, /** @type {string} */ v, /** @type {number} */ x, /** @type {number} */ y) =>
    at(
      rect(-17, -20, 34, 46, 6, PAINT[c].dark) +
        rect(-17, -22, 34, 42, 6, PAINT[c].paint) +
        inlay(c, 0, -1, 0.32) +
        numerals(v, 0, c === "b" ? -3 : -6.5, c === "b" ? 10 : 12, PAINT[c].dark, 3.4),
      x,
      y,
    );
  const layer = (/** @type {string} */ c, /** @type {number} */ i) =>
    at(
      rect(-28, -3, 56, 15, 4, PAINT[c].dark) + rect(-28, -6, 56, 14, 4, PAINT[c].paint) + at(shaped(c, CREAM), 0, 1, 0.1),
      254 + [0, 2, -2, 1, -1, 2][i],
      152 - i * 15,
    );
  const tree = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ s) =>
    at(rect(-3, -8, 6, 10, 1, "#8a5a2e") + path("M0-46L18-6H-18z", "#2f7a4b") + path("M0-46V-6H-18z", "#3f9159"), x, y, s);
  const bubble = "M152 16H214Q224 16 224 26V38L238 46L224 48V50Q224 60 214 60H152Q142 60 142 50V26Q142 16 152 16z";
  const happy = path(star(0, 0, 14, 6.4, 5), PAINT.y.paint, `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`);
  return svg(
    320,
    200,
    `<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#a8dbe8"/><stop offset="1" stop-color="#e9f5e6"/></linearGradient>` +
      rect(0, 0, 320, 200, 0, "url(#s)") +
      path(star(50, 40, 34, 25, 14), "#ffe59a") +
      circle(50, 40, 20, "#ffd25a") +
      path("M84 54q4-12 16-8q8-12 20-2q12-2 12 10z", "#fff", `opacity=".85"`) +
      path("M0 96C40 66 90 70 130 92S230 66 320 92V200H0z", "#b3d688") +
      path("M0 120C60 96 120 116 170 112S270 100 320 116V200H0z", "#8dbf63") +
      path("M0 176C80 160 160 182 320 164V200H0z", "#6ba34a") +
      tree(20, 120, 0.95) +
      tree(44, 113, 0.7) +
      tree(304, 116, 0.9) +
      tree(206, 110, 0.6) +
      tree(222, 112, 0.45) +
      line("M-10 172C60 150 120 178 168 158S220 164 262 160", "#c39a5b", 42) +
      line("M-10 168C60 146 120 174 168 154S220 160 262 156", "#ecd19b", 38) +
      small("r", "5", 24, 158) +
      small("r", "8", 63, 154) +
      small("b", "8", 102, 160) +
      small("y", "8", 141, 159) +
      `<ellipse cx="254" cy="166" rx="40" ry="8" fill="#8a6a35" opacity=".5"/>` +
      [..."gbyrgb"].map(layer).join("") +
      at(cat(), 254, 46, 0.66) +
      at(pawn(PAINT.b.paint), 190, 172, 1.05) +
      at(pawn(PAINT.y.paint), 84, 132, 0.75) +
      at(pawn(PAINT.g.paint), 122, 134, 0.7) +
      at(pawn(PAINT.r.paint), 298, 184, 1.15) +
      path(bubble, "#fff", `stroke="${INK}" stroke-width="2.5" stroke-linejoin="round"`) +
      at(happy, 166, 39) +
      at(happy, 200, 39),
  );
}

/** Who explains the game, 64 by 64. */
export const mascot = () => svg(64, 64, circle(32, 32, 32, "#b3d688") + at(cat(), 31, 33, 0.7));
