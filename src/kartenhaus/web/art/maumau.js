// @ts-check
// Mau Mau: a toy board. Chunky tiles of painted wood; four colours, each with a shape and a letter.
import { at, circle, line, num, numerals, path, rect, star, svg, words } from "./draw.js";
import { CREAM, INK, PAINT, TEXT, pawn, shaped, tile } from "./toys.js";

/** @typedef {import("./draw.js").Translate} Translate */

/** @type {Record<string, string>} */
const NAMES = { D: "Draw Two", S: "Skip", P: "Pass a Card", J: "Joker" };

/** The letters of a colour: the first of its name, or as many as tell the four apart. @param {string} colour @param {Translate} t */
function letters(colour, t) {
  const names = Object.values(PAINT).map((paint) => t(paint.name));
  const own = t(PAINT[colour].name);
  let n = 1;
  while (n < own.length && names.some((other) => other !== own && other.slice(0, n) === own.slice(0, n))) n++;
  return own.slice(0, 1).toUpperCase() + own.slice(1, n);
}

/** What a symbol looks like, around 0 0, within 24 each way. @type {Record<string, (paint: string) => string>} */
const SYMBOLS = {
  D: (paint) =>
    at(rect(-12, -16, 24, 32, 4, CREAM, `stroke="${INK}" stroke-width="2.4"`), -6, 2, 1, -14) +
    at(rect(-12, -16, 24, 32, 4, "#fff", `stroke="${INK}" stroke-width="2.4"`) + numerals("+2", 0, -7, 14, paint, 4, { narrow: 0.85 }), 7, 0, 1, 10),
  S: (paint) => at(pawn("#fff"), 1, 13, 0.62) + line("M-21 8C-20-24 20-28 21 2M13-4L21 5L27-5", INK, 7.5) + line("M-21 8C-20-24 20-28 21 2M13-4L21 5L27-5", paint, 4),
  P: (paint) =>
    at(rect(-11, -15, 22, 30, 4, "#fff", `stroke="${INK}" stroke-width="2.4"`), -10, 0, 1, -8) + line("M-12 0H20M11-9L21 0L11 9", INK, 8) + line("M-12 0H20M11-9L21 0L11 9", paint, 4.2),
};

/** The symbol or value in a corner, around 0 0, within 11 each way. @param {string} value @param {string} colour */
function sign(value, colour) {
  if (value === "D") return numerals("+2", 0, -8.5, 17, colour, 4.2, { narrow: 0.78 });
  if (value === "S") return line("M-9 7C-9-10 9-12 9 2M4-2L9 4L13-3", colour, 3.6) + circle(0, 6, 3.2, colour);
  if (value === "P") return rect(-11, -8, 9, 16, 2, "none", `stroke="${colour}" stroke-width="2.8"`) + line("M-5 0H10M5-5.5L10.5 0L5 5.5", colour, 3.4);
  return numerals(value, 0, -11, 22, colour, 5.4) + (value === "6" || value === "9" ? line("M-5 15.8H5", colour, 2.2) : "");
}

/** A tile in a colour. @param {string} colour @param {string} value @param {Translate} t @param {boolean} lettered */
function coloured(colour, value, t, lettered) {
  const { paint, dark, on } = PAINT[colour];
  const special = value in SYMBOLS;
  const y = special ? 62 : 76;
  const low = colour === "b" ? 7 : 0;
  return tile(
    colour,
    at(shaped(colour, CREAM, dark), 55, y + 2, special ? 0.9 : 1.02) +
      (special ? at(SYMBOLS[value](paint), 55, y + low, colour === "b" ? 0.66 : 0.84) : numerals(value, 55, y - 13 + low, 28, dark, 8.5)) +
      (special ? words(t(NAMES[value]), 52, 115, 82, 21, on, { size: 15 }) : "") +
      at(sign(value, on), 16.5, 21) + at(shaped(colour, on), 16.5, special ? 43 : 47, 0.2) +
      (lettered && !special ? words(letters(colour, t), 16.5, 117, 20, 15, on, { size: 14 }) : lettered ? words(letters(colour, t), 87, 15, 16, 12, on, { size: 12 }) : ""),
  );
}

/** A Joker; on the board with the face it took. @param {string} face @param {Translate} t */
function joker(face, t) {
  const fool =
    path("M-24 2C-34-6-34-24-26-30C-22-18-14-18-8-20C-6-30 2-36 6-36C4-28 8-24 9-20C16-18 24-18 28-28C34-18 32-4 24 2z", PAINT.y.paint, `stroke="${INK}" stroke-width="2"`) +
    path("M-24 2C-34-6-34-24-26-30C-22-18-14-18-8-20C-10-12-10-4-8 2z", PAINT.r.paint, `stroke="${INK}" stroke-width="2"`) + path("M9-20C16-18 24-18 28-28C34-18 32-4 24 2H8C10-6 11-12 9-20z", PAINT.b.paint, `stroke="${INK}" stroke-width="2"`) +
    circle(-26, -31, 4.5, PAINT.g.paint, `stroke="${INK}" stroke-width="1.8"`) + circle(6, -37, 4.5, PAINT.r.paint, `stroke="${INK}" stroke-width="1.8"`) + circle(28, -30, 4.5, PAINT.y.paint, `stroke="${INK}" stroke-width="1.8"`) +
    circle(0, 14, 23, "#f0c993", `stroke="${INK}" stroke-width="2"`) + path("M-24 2Q0-8 24 2L22 9Q0-1-22 9z", PAINT.g.paint, `stroke="${INK}" stroke-width="2"`) +
    circle(-8, 14, 2.8, INK) + circle(8, 14, 2.8, INK) + circle(-14, 21, 3.6, "#e07a5a", `opacity=".7"`) + circle(14, 21, 3.6, "#e07a5a", `opacity=".7"`) + line("M-9 23Q0 32 9 23", INK, 2.6);
  const star5 = path(star(16.5, 20, 13, 6, 5), PAINT.y.paint, `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`);
  if (!face) return tile("", at(fool, 54, 68, 1.06) + star5 + words(t("Joker"), 52, 115, 80, 20, INK, { size: 17 }));
  const [colour, value] = face;
  const { paint, on, dark } = PAINT[colour];
  return tile("", at(fool, 64, 46, 0.72) +
    path("M0 0H33V52Q33 60 25 60H0z", paint, `stroke="${dark}" stroke-width="1.6"`) + at(sign(value, on), 16.5, 22) + at(shaped(colour, on), 16.5, 47, 0.2) +
    at(rect(-31, -21, 62, 42, 8, dark) + rect(-31, -23, 62, 40, 8, paint) + at(shaped(colour, CREAM, dark), -12, -3, 0.36) + at(sign(value, on), 15, -4, 1), 52, 104), colour);
}

/**
 * The face of a card: "r5", "rD", "rS", "rP", "J", and a Joker with the face it took: "J:r5".
 * @param {string} card @param {Translate} t @param {{letters?: boolean}} [details] letters: false leaves the letters of the colours out
 */
export function face(card, t, details = {}) {
  const [kind, taken = ""] = card.split(":");
  return kind === "J" ? joker(taken, t) : coloured(kind[0], kind[1], t, details.letters ?? true);
}

/** The back of every card. */
export function back() {
  const ring = [..."rgby"].map((c, i) => at(shaped(c, PAINT[c].paint, INK), [34, 66, 34, 66][i], [46, 46, 86, 86][i], 0.4)).join("");
  return tile("", rect(10, 9, 80, 114, 9, "#2f6f73") + rect(14, 13, 72, 106, 6, "none", `stroke="${CREAM}" stroke-width="2" stroke-dasharray="1 5" stroke-linecap="round"`) + rect(20, 27, 60, 78, 9, CREAM, `stroke="#1d4a4d" stroke-width="2"`) + ring);
}

/** The shape of a colour, 24 by 24: circle, square, triangle, diamond. @param {string} colour "r", "g", "b", "y" or its name */
export const shape = (colour) => svg(24, 24, at(shaped(colour[0], PAINT[colour[0]].paint, PAINT[colour[0]].dark), 12, 12, 0.27));

const STONE = "#b9b2a4";

/** What lies on a space, around 50 70. @type {Record<string, string>} */
const GROUNDS = {
  ".": [[34, 44, 5], [62, 60, 7], [40, 82, 6], [66, 98, 5], [52, 30, 4], [48, 108, 4]].map(([x, y, r]) => `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${num(r * 0.7)}" fill="#cfae78"/>`).join(""),
  1: `<ellipse cx="50" cy="106" rx="32" ry="6" fill="#a9854f" opacity=".6"/>` + path("M24 106V58C24 38 36 30 50 30S76 38 76 58V106z", "#8f887b") + path("M24 102V56C24 37 36 29 50 29S72 37 72 56V102z", "#d8d2c4") +
    numerals("+1", 49, 56, 28, TEXT, 7.5, { narrow: 0.85 }) + line("M24 106Q28 96 31 106M66 106Q70 95 75 106", "#5d8f3f", 3),
  A: `<ellipse cx="50" cy="112" rx="36" ry="7" fill="#a9854f" opacity=".6"/>` + line("M22 80V40M78 80V40", "#8a5a2e", 6) + path("M12 44L50 18L88 44z", "#c8503a", `stroke="#8d2f20" stroke-width="2"`) + line("M50 30V62", "#5b4630", 2) +
    path("M16 74H84V104Q84 114 74 114H26Q16 114 16 104z", STONE) + line("M16 88H84M16 101H84M34 76V88M58 76V88M44 88V101M70 88V101M28 101V113M56 101V113", "#8f887b", 2) + `<ellipse cx="50" cy="75" rx="35" ry="9" fill="#d8d2c4"/><ellipse cx="50" cy="76" rx="28" ry="6" fill="#3f7fb0"/>` +
    at(rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`) + numerals("+1", 0, -5, 10, TEXT, 2.8, { narrow: 0.85 }), 50, 60, 1, 6) + at(rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`), 31, 66, 0.8, -22) + at(rect(-9, -12, 18, 24, 3, "#fff", `stroke="${TEXT}" stroke-width="2"`), 69, 66, 0.8, 24),
  D: rect(18, 34, 64, 72, 7, "#6d4523") + rect(23, 39, 54, 62, 4, "#2a1a10") + path("M18 34H82L76 14H24z", "#a8713c", `stroke="#6d4523" stroke-width="2.5"`) + line("M36 16L33 32M50 15V32M64 16L67 32", "#7d5029", 2) + circle(50, 24, 3.5, "#e8c56a") +
    at(rect(-11, -15, 22, 30, 4, "#fff", `stroke="${TEXT}" stroke-width="2"`), 50, 62, 1, 14) + line("M50 74V94M40 85L50 95L60 85", "#ffd76a", 6),
  T: `<ellipse cx="50" cy="104" rx="42" ry="12" fill="#a9854f" opacity=".6"/>` + path("M12 94V62H24V70H38V62H62V70H76V62H88V94Q88 110 50 110T12 94z", "#8f887b") + path("M12 90V58H24V66H38V58H62V66H76V58H88V90Q88 106 50 106T12 90z", STONE) + line("M14 78Q50 88 86 78M14 91Q50 102 86 91M34 84V94M56 86V97M70 82V91M24 70V80M48 74V84M64 73V82", "#8f887b", 2) +
    line("M50 66V22", "#6d4523", 4) + path("M52 22L78 30L52 40z", PAINT.r.paint) + path("M42 106V96Q42 88 50 88T58 96V106z", "#4a3a2a"),
  S: line("M22 112V40M78 112V40", "#8a5a2e", 8) + path("M14 26H86V50H14z", PAINT.g.paint, `stroke="${PAINT.g.dark}" stroke-width="2"`) + at(`${[..."rgby"].map((c, i) => at(shaped(c, CREAM), -24 + i * 16, 0, 0.15)).join("")}`, 50, 38) +
    line("M50 106V66M36 79L50 65L64 79", TEXT, 9) + line("M50 106V66M36 79L50 65L64 79", "#ffd76a", 5),
};
/** @type {Record<string, string>} */
const WORDS = { plain: ".", point: "1", "all draw": "A", discard: "D", tower: "T", start: "S" };

/** A space of the board, by its character on the map or its name: plain, point, all draw, discard, tower, start. @param {string} kind */
export const space = (kind) =>
  svg(100, 140, rect(1, 1, 98, 138, 12, "#b98f55") + rect(1, 1, 98, 134, 12, "#e6c88f") + rect(5, 5, 90, 126, 9, "none", `stroke="#f5e0b4" stroke-width="3"`) + GROUNDS[WORDS[kind] ?? kind]);

/** A toy landscape for the start page, 320 by 200. */
export function hero() {
  const small = (/** @type {string} */ c, /** @type {string} */ v, /** @type {number} */ x, /** @type {number} */ y) =>
    at(rect(-17, -20, 34, 44, 6, PAINT[c].dark) + rect(-17, -22, 34, 42, 6, PAINT[c].paint) + at(shaped(c, CREAM), 0, -1, 0.3) + numerals(v, 0, c === "b" ? -3 : -6, 11, PAINT[c].dark, 3.4), x, y);
  const layer = (/** @type {string} */ c, /** @type {number} */ i) => rect(228, 138 - i * 15, 54, 15, 4, PAINT[c].dark) + rect(228, 135 - i * 15, 54, 13, 4, PAINT[c].paint) + at(shaped(c, CREAM), 255, 141.5 - i * 15, 0.1);
  const tree = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ s) => at(rect(-3, -8, 6, 10, 1, "#8a5a2e") + path("M0-44L17-6H-17z", "#2f7a4b") + path("M0-44L0-6H-17z", "#3f9159"), x, y, s);
  return svg(320, 200,
    `<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#a8dbe8"/><stop offset="1" stop-color="#e3f3ea"/></linearGradient>` + rect(0, 0, 320, 200, 0, "url(#s)") +
    circle(54, 42, 20, "#ffd76a") + path("M0 96C40 66 90 70 130 92S230 66 320 92V200H0z", "#a8cf7c") + path("M0 120C60 96 120 116 170 112S270 100 320 116V200H0z", "#85b95c") + path("M0 168C80 150 160 176 320 156V200H0z", "#6ba34a") +
    tree(24, 118, 0.9) + tree(48, 110, 0.7) + tree(300, 112, 0.85) + tree(196, 106, 0.6) +
    line("M-10 172C60 150 120 176 168 154S220 160 256 156", "#c9a264", 40) + line("M-10 169C60 147 120 173 168 151S220 157 256 153", "#e9cd95", 36) +
    small("r", "5", 26, 160) + small("r", "8", 66, 156) + small("b", "8", 106, 162) + small("y", "8", 146, 160) +
    [..."gbyrgb"].map(layer).join("") + at(pawn(PAINT.r.paint), 255, 62, 0.9) +
    at(pawn(PAINT.b.paint), 188, 166, 1.05) + at(pawn(PAINT.y.paint), 86, 130, 0.75) + at(pawn(PAINT.g.paint), 126, 132, 0.7) +
    path("M150 22H212Q222 22 222 32V56Q222 66 212 66H196L186 82L180 66H150Q140 66 140 56V32Q140 22 150 22z", "#fff", `stroke="${INK}" stroke-width="2.5" stroke-linejoin="round"`) +
    at(path(star(0, 0, 14, 6, 5), PAINT.y.paint, `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`), 164, 44) + at(path(star(0, 0, 14, 6, 5), PAINT.y.paint, `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`), 198, 44));
}
