// @ts-check
// What all drawings share: a document, our own numerals (so that they look the same everywhere), and words that always fit.

/** @typedef {(text: string) => string} Translate */
/**
 * What else a face may need to know.
 * @typedef {object} Details
 * @property {Record<string, number>} [pears] MADA: how many a card of each value shows, from the edition
 * @property {boolean} [letters] Mau Mau: false leaves the letters of the colours out
 */

/** A whole SVG document. @param {number} width @param {number} height @param {string} body */
export const svg = (width, height, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;

/** A number short enough to print. @param {number} value */
export const num = (value) => String(Math.round(value * 100) / 100);

/** A path: fill, then whatever else. @param {string} d @param {string} fill @param {string} [more] */
export const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}"${more && " " + more}/>`;

const ROUND = 'stroke-linecap="round" stroke-linejoin="round"';

/** A line with round ends. @param {string} d @param {string} colour @param {number} width @param {string} [more] */
export const line = (d, colour, width, more = "") =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" ${ROUND}${more && " " + more}/>`;

/** @param {number} x @param {number} y @param {number} r @param {string} fill @param {string} [more] */
export const circle = (x, y, r, fill, more = "") =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(r)}" fill="${fill}"${more && " " + more}/>`;

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} round @param {string} fill
 * @param {string} [more] */
export const rect = (x, y, width, height, round, fill, more = "") =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="${round}" fill="${fill}"${more && " " + more}/>`;

/** A part moved, turned and scaled.
 * @param {string} body @param {number} x @param {number} y @param {number} [scale] @param {number} [turn] */
export function at(body, x, y, scale = 1, turn = 0) {
  const rotate = turn ? ` rotate(${num(turn)})` : "";
  const resize = scale === 1 ? "" : ` scale(${num(scale)})`;
  return `<g transform="translate(${num(x)} ${num(y)})${rotate}${resize}">${body}</g>`;
}

/** A part turned by half, as on playing cards. @param {string} body */
export const turned = (body) => `<g transform="rotate(180 50 70)">${body}</g>`;

/** A star with `points` points.
 * @param {number} x @param {number} y @param {number} outer @param {number} inner @param {number} points @param {number} [turn] */
export function star(x, y, outer, inner, points, turn = 0) {
  let d = "";
  for (let i = 0; i < 2 * points; i++) {
    const r = i % 2 ? inner : outer;
    const angle = (Math.PI * i) / points - Math.PI / 2 + (turn * Math.PI) / 180;
    d += `${i ? "L" : "M"}${num(x + r * Math.cos(angle))} ${num(y + r * Math.sin(angle))}`;
  }
  return d + "z";
}

/** A colour between two. @param {string} from "#rrggbb" @param {string} to @param {number} part 0 to 1 */
export function mix(from, to, part) {
  let out = "#";
  for (let i = 1; i < 7; i += 2) {
    const a = parseInt(from.slice(i, i + 2), 16);
    const b = parseInt(to.slice(i, i + 2), 16);
    out += Math.round(a + (b - a) * part)
      .toString(16)
      .padStart(2, "0");
  }
  return out;
}

// Numerals, as strokes in a box 10 wide and 16 high.
/** @type {Record<string, string>} */
const NUMERALS = {
  0: "M5 0C1.5 0 0 3.5 0 8s1.5 8 5 8 5-3.5 5-8-1.5-8-5-8z",
  1: "M1.6 3.4L5.8 0V16",
  2: "M.4 4.2C.6 1.6 2.5 0 5 0c3 0 4.8 1.8 4.8 4.3C9.8 8.2 4.6 10.4 .4 16H10",
  3: "M.6 2.6C1.4 1 3 0 5 0c2.7 0 4.4 1.6 4.4 3.7S7.6 7.3 4 7.4C8 7.4 10 9 10 11.6S7.8 16 5 16C2.7 16 .9 15 0 13.2",
  4: "M7.4 16V0L0 11.4H10",
  5: "M9.2 0H1.9L1.2 7C2.2 6.1 3.6 5.7 5 5.7c3 0 5 2 5 5.1S7.8 16 4.8 16C2.7 16 1 15.1 0 13.4",
  6: "M8 0C3.4 2.2 0 6.6 0 11c0 3 2 5 5 5s5-2 5-4.9S8 6.3 5.2 6.3C3 6.3 1 7.6 .1 9.7",
  7: "M0 0H10C6.8 5 4.6 10 4 16",
  8: "M5 7.4C2.5 7.4 .8 6 .8 3.8S2.5 0 5 0s4.2 1.6 4.2 3.8S7.5 7.4 5 7.4C2 7.4 0 9 0 11.7S2 16 5 16s5-1.6 5-4.3S8 7.4 5 7.4z",
  9: "M2 16C6.6 13.8 10 9.4 10 5c0-3-2-5-5-5S0 2 0 4.9 2 9.7 4.8 9.7C7 9.7 9 8.4 9.9 6.3",
  "+": "M0 9H10M5 4V14",
  "?": "M.6 4C.8 1.6 2.6 0 5 0c2.8 0 4.6 1.6 4.6 4C9.6 7.4 5 7.4 5 11.2M5 15.9v.1",
  "!": "M5 0V10.6M5 15.9v.1",
};

/**
 * Numerals around `x`, from `y` down.
 * @param {string} text @param {number} x @param {number} y @param {number} height of the strokes' middle lines
 * @param {string} colour @param {number} width of the strokes @param {{narrow?: number, more?: string}} [options]
 */
export function numerals(text, x, y, height, colour, width, { narrow = 1, more = "" } = {}) {
  const scale = height / 16;
  const step = 10 * scale * narrow + width * 1.35;
  const slim = (/** @type {string} */ c) => (c === "1" && text.length > 1 ? 3.2 * scale * narrow : 0);
  const total = [...text].reduce((sum, c) => sum + step - slim(c), 0) - width * 1.35;
  let left = x - total / 2;
  const strokes = [...text].map((c) => {
    const start = left - (slim(c) ? 1.6 * scale * narrow : 0);
    left += step - slim(c);
    return `<path transform="translate(${num(start)} ${num(y)}) scale(${num(scale * narrow)} ${num(scale)})" d="${NUMERALS[c]}"/>`;
  });
  const pen = `stroke="${colour}" stroke-width="${num(width / scale)}" ${ROUND}`;
  return `<g fill="none" ${pen}${more && " " + more}>${strokes.join("")}</g>`;
}

const ROUNDED = "ui-rounded,'SF Pro Rounded','Arial Rounded MT Bold',Nunito,'Segoe UI',Roboto,system-ui,sans-serif";
const LOUD = "Impact,Haettenschweiler,'Arial Narrow','Roboto Condensed','Liberation Sans Narrow',sans-serif";

/** How wide a text is, in ems of a bold face. @param {string} text */
function ems(text) {
  let sum = 0;
  for (const c of text) {
    if (/[\s.,:;!'’|ilIjftr]/.test(c)) sum += 0.34;
    else if (/[mwMW@]/.test(c)) sum += 0.9;
    else if (/[⺀-鿿가-힯]/.test(c)) sum += 1;
    else sum += c !== c.toLowerCase() ? 0.7 : 0.58;
  }
  return sum;
}

/** All ways to split a text into at most `lines` lines. @param {string} text @param {number} lines @returns {string[][]} */
function breaks(text, lines) {
  const ways = [[text]];
  if (lines > 1)
    for (const gap of text.matchAll(/\s+|-/g)) {
      const end = gap.index + (gap[0] === "-" ? 1 : 0);
      const first = text.slice(0, end);
      const rest = text.slice(gap.index + gap[0].length);
      if (first && rest) ways.push(...breaks(rest, lines - 1).map((way) => [first, ...way]));
    }
  return ways;
}

/**
 * Words in the middle of a box, as large as fits, on several lines if that is larger.
 * @param {string} text @param {number} x @param {number} y the middle @param {number} width @param {number} height
 * @param {string} fill @param {{size?: number, lines?: number, loud?: boolean, more?: string}} [options] size: at most
 */
export function words(text, x, y, width, height, fill, { size = 99, lines = 2, loud = false, more = "" } = {}) {
  const wide = loud ? 0.86 : 1;
  let best = { size: 0, longest: 0, way: [text] };
  for (const way of breaks(text, lines)) {
    const longest = Math.max(...way.map(ems)) * wide;
    const fits = Math.min(size, width / longest, height / (way.length * 1.02));
    if (fits > best.size + 0.2 || (fits > best.size - 0.01 && longest < best.longest)) best = { size: fits, longest, way };
  }
  const leading = best.size * 1.02;
  const top = y - ((best.way.length - 1) * leading) / 2 + best.size * 0.36;
  // fix the length of the text, whatever the font
  const rows = best.way.map((row, i) => {
    const length = Math.min(width, ems(row) * wide * best.size);
    const place = `x="${num(x - length / 2)}" y="${num(top + i * leading)}"`;
    return `<text ${place} textLength="${num(length)}" lengthAdjust="spacingAndGlyphs">${escape(row)}</text>`;
  });
  const font = `font-family="${loud ? LOUD : ROUNDED}" font-weight="${loud ? 900 : 700}" font-size="${num(best.size)}"`;
  return `<g ${font} fill="${fill}"${more && " " + more}>${rows.join("")}</g>`;
}

/** @param {string} text */
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
