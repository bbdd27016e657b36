// @ts-check
// MAD: a cheap magazine of 1979. Newsprint, halftone, thick ink; four spot colours, each with a pattern and an emblem.
import { at, circle, line, num, numerals, path, rect, star, svg, words } from "./draw.js";
import { COLOURS, EMBLEMS, GAGS, INK, PAPER, SIGNS, ball, ink } from "./gags.js";

/** @typedef {import("./draw.js").Translate} Translate */
/** @typedef {import("./draw.js").Details} Details */

/** @type {Record<string, string>} */
const NAMES = {
  W: "Wild",
  WW: "Wild and Woolly",
  N: "Not Me",
  X: "Swap Hands",
  J: "Joker",
  gW: "Which Way?",
  gD: "Draw One",
  gG: "Give Two",
};

/** The pattern of a colour, as a fill of that id: dots, stripes, grid, waves. @type {Record<string, (dark: string) => string>} */
const PATTERNS = {
  g: (dark) => `width="8" height="8">${circle(2, 2, 1.7, dark)}${circle(6, 6, 1.7, dark)}`,
  y: (dark) => `width="8" height="8" patternTransform="rotate(45)"><path d="M0 2H8" stroke="${dark}" stroke-width="2.6"/>`,
  r: (dark) => `width="9" height="9"><path d="M0 4.5H9M4.5 0V9" stroke="${dark}" stroke-width="1.5"/>`,
  b: (dark) => `width="14" height="8"><path d="M-3.5 2Q0 7 3.5 4T10.5 4T17.5 4" fill="none" stroke="${dark}" stroke-width="1.9"/>`,
};

/** The patterns of some colours. @param {string} colours */
const patterns = (colours) =>
  [...colours].map((c) => `<pattern id="${c}" patternUnits="userSpaceOnUse" ${PATTERNS[c](COLOURS[c].dark)}</pattern>`).join("");

/** An area in a spot colour with its pattern. @param {string} d @param {string} colour @param {number} [strength] */
const flood = (d, colour, strength = 0.62) => path(d, COLOURS[colour].spot) + path(d, `url(#${colour})`, `opacity="${strength}"`);

const PANEL = "M9 5H91Q95 5 95 9V131Q95 135 91 135H9Q5 135 5 131V9Q5 5 9 5z";

/** Newsprint with a frame in ink; the colour is slightly misaligned, as in cheap print.
 * @param {string} colour @param {string} inside @param {string} [defs] */
const card = (colour, inside, defs = "") =>
  svg(
    100,
    140,
    `<defs>${defs}<clipPath id="c"><rect width="100" height="140" rx="8"/></clipPath></defs><g clip-path="url(#c)">` +
      rect(0, 0, 100, 140, 0, PAPER) +
      `<g transform="translate(1.3 1)">${colour}</g>` +
      path(PANEL, "none", `stroke="${INK}" stroke-width="2.4"`) +
      inside +
      `</g>` +
      rect(0.6, 0.6, 98.8, 138.8, 7.5, "none", `stroke="${INK}" stroke-width="1.2"`),
  );

/** The four colours as a wheel around 0 0. @param {number} r */
const wheel = (r) =>
  [..."gyrb"]
    .map((c, i) =>
      path(
        `M0 0V${-r}A${r} ${r} 0 0 1 ${r} 0z`,
        COLOURS[c].spot,
        `transform="rotate(${i * 90})" stroke="${INK}" stroke-width="1.6"`,
      ),
    )
    .join("");

/** The corner: a sign on paper, the emblem or all four colours under it. @param {string} sign @param {string} colour "" for a wild */
const corner = (sign, colour) =>
  path("M0 0H31V53Q31 58 26 58H0z", PAPER, `stroke="${INK}" stroke-width="2.2"`) +
  at(sign, 16, 17) +
  (colour ? at(EMBLEMS[colour](COLOURS[colour].spot), 3, 29.5, 0.64) : at(wheel(9.5), 15.5, 43));

/** A numeral as a comic draws it.
 * @param {string} value @param {number} x @param {number} y @param {number} height @param {string} spot @param {number} width */
const loud = (value, x, y, height, spot, width) => {
  const edge = width * 1.45;
  return (
    numerals(value, x + width * 0.22, y + width * 0.22, height, INK, edge) +
    numerals(value, x, y, height, INK, edge) +
    numerals(value, x, y, height, spot, width)
  );
};

/** @param {string} colour @param {string} value */
function numbered(colour, value) {
  const { spot } = COLOURS[colour];
  const n = Number(value);
  return card(
    flood(PANEL, colour),
    path(star(59, 64, 45, 34, 12 + n, n * 7), INK) +
      path(star(57.5, 62, 44, 33.5, 12 + n, n * 7), PAPER, `stroke="${INK}" stroke-width="2"`) +
      `<g fill="${spot}" opacity=".3">${halftone(57.5, 62, 31)}</g>` +
      loud(value, 58, 38, 42, spot, 11) +
      ball(75.5, 113.5, 21, INK, 1) +
      ball(74, 112, 20.5, PAPER, 2) +
      at(at(EMBLEMS[colour](spot), -18.5, -18.5, 0.92), 74, 112, 1, (n % 2 ? -1 : 1) * (3 + n)) +
      corner(numerals(value, 0, -10, 20, INK, 5.4), colour),
    patterns(colour),
  );
}

/** A banner with the verb. @param {string} text @param {string} fill */
const verb = (text, fill) =>
  path("M2 108L98 103L96 132L4 136z", INK) +
  path("M4.5 107L95.5 102.5L94 128.5L6 132.5z", fill, `stroke="${INK}" stroke-width="1.6"`) +
  `<g transform="rotate(-2.6 50 118)">${words(text.toUpperCase(), 50, 117.5, 84, 24, INK, { size: 20, loud: true })}</g>`;

/** A special card in a colour. @param {string} colour @param {string} symbol @param {Translate} t */
function special(colour, symbol, t) {
  const { spot } = COLOURS[colour];
  const kind = "g" + symbol;
  return card(
    flood(PANEL, colour),
    ball(61, 64, 38, INK, 1) +
      ball(59.5, 62.5, 37, PAPER, 2) +
      `<g fill="${spot}" opacity=".35">${halftone(59.5, 62.5, 35)}</g>` +
      at(GAGS[kind](spot), 62, 65, 0.88) +
      verb(t(NAMES[kind]), PAPER) +
      corner(SIGNS[kind], colour),
    patterns(colour),
  );
}

/** Dots that grow towards the bottom of a circle. @param {number} x @param {number} y @param {number} r */
function halftone(x, y, r) {
  let dots = "";
  for (let row = 0; row < 8; row++)
    for (let col = -6; col <= 6; col++) {
      const dx = (col + (row % 2) / 2) * 6;
      const dy = -2 + row * 5;
      if (Math.hypot(dx, dy) < r - 1) dots += `<circle cx="${num(x + dx)}" cy="${num(y + dy)}" r="${num(0.5 + row * 0.3)}"/>`;
    }
  return dots;
}

/** A wild, with its chosen colour or none. @param {string} kind @param {string} colour @param {Translate} t */
function wild(kind, colour, t) {
  const quarters = ["M5 5H50V66H5z", "M50 5H95V66H50z", "M50 66H95V135H50z", "M5 66H50V135H5z"];
  const ground = colour ? flood(PANEL, colour, 0.8) : [..."gyrb"].map((c, i) => flood(quarters[i], c)).join("");
  const sign = SIGNS[kind];
  const named = colour
    ? ink("M33 5H95V25H33L38 15z", PAPER, 2.2) +
      at(EMBLEMS[colour](COLOURS[colour].spot), 75, 5.5, 0.46) +
      words(t(COLOURS[colour].name).toUpperCase(), 57.5, 15, 33, 16, INK, { size: 15, loud: true })
    : "";
  const y = colour ? 66 : 60;
  return card(
    ground,
    path(star(61, y + 3, 42, 33, 16, 5), INK) +
      path(star(59.5, y + 1, 41, 32, 16, 5), PAPER, `stroke="${INK}" stroke-width="2"`) +
      at(GAGS[kind](INK), 62, y + 2, colour ? 0.8 : 0.84) +
      verb(t(NAMES[kind]), colour ? PAPER : "#ffcb1f") +
      corner(sign, colour) +
      named,
    patterns(colour || "gyrb"),
  );
}

/**
 * The face of a card: "g5", "gW", "gD", "gG", "W", "WW", "N", "X", "J", and a wild with the colour it was given: "WW:r"; "?" is the back.
 * @param {string} card @param {Translate} t @param {Details} [_details]
 */
export function face(card, t, _details) {
  const [kind, colour = ""] = card.split(":");
  if (kind === "?") return back();
  if (kind in GAGS && !kind.startsWith("g")) return wild(kind, colour, t);
  return /\d/.test(kind[1]) ? numbered(kind[0], kind[1]) : special(kind[0], kind[1], t);
}

/** The back of every card. */
export function back() {
  const eye = (/** @type {number} */ x, /** @type {number} */ r) => ball(x, 64, r, "#fff", 2.6) + circle(x + 2, 66, r * 0.36, INK);
  const corners = [..."gyrb"]
    .map((c, i) => at(ball(0, 0, 12, PAPER, 2) + at(EMBLEMS[c](COLOURS[c].spot), -10, -10, 0.5), i % 2 ? 81 : 19, i < 2 ? 20 : 120))
    .join("");
  return card(
    `<clipPath id="p"><path d="${PANEL}"/></clipPath><g clip-path="url(#p)">` +
      path(PANEL, "#d93a2b") +
      path(star(50, 70, 110, 26, 14), "#ffcb1f") +
      `<g fill="${INK}" opacity=".22">${at(halftone(0, 0, 40), 50, 82, 2.1)}</g></g>`,
    path(star(52, 72, 43, 33, 18), INK) +
      path(star(50, 70, 43, 33, 18), PAPER, `stroke="${INK}" stroke-width="2.4"`) +
      eye(38, 13) +
      eye(62, 10) +
      line("M26 46L44 50M56 50L70 43", INK, 4) +
      ink("M30 83H70Q66 98 50 98T30 83z", "#fff", 2.6) +
      path("M37 83l4 10 5-10 5 11 5-11 4 9 3-9", "none", `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`) +
      corners,
  );
}

/** The emblem of a colour on its pattern, 40 by 40: deck chair, rocket, long johns, helmet.
 * @param {string} colour "g", "y", "r", "b" or its name */
export function emblem(colour) {
  const c = colour[0];
  const box = "M4 1H36Q39 1 39 4V36Q39 39 36 39H4Q1 39 1 36V4Q1 1 4 1z";
  return svg(
    40,
    40,
    `<defs>${patterns(c)}</defs>` +
      flood(box, c, 0.5) +
      ball(20, 20, 16.5, PAPER, 1.2) +
      at(EMBLEMS[c](COLOURS[c].spot), 6, 6, 0.7) +
      path(box, "none", `stroke="${INK}" stroke-width="2"`),
  );
}

/** A page for the start page, 320 by 200. @param {Translate} [_t] there are no words in it */
export function hero(_t) {
  const rays = star(160, 112, 290, 60, 16, 5);
  const flying = (
    /** @type {string} */ c,
    /** @type {string} */ v,
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ turn,
  ) =>
    at(
      rect(-19, -27, 42, 58, 4, INK) +
        rect(-21, -29, 42, 58, 4, PAPER, `stroke="${INK}" stroke-width="2.4"`) +
        flood("M-17-25H17V25H-17z", c) +
        ball(0, 0, 14, PAPER, 2) +
        loud(v, 0, -7.5, 15, COLOURS[c].spot, 4.6),
      x,
      y,
      1,
      turn,
    );
  return svg(
    320,
    200,
    `<defs>${patterns("gyrb")}` +
      `<pattern id="h" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">` +
      `${circle(4, 4, 1.9, "#d93a2b", `opacity=".28"`)}</pattern>` +
      `<clipPath id="c"><rect width="320" height="200"/></clipPath></defs><g clip-path="url(#c)">` +
      rect(0, 0, 320, 200, 0, "#ffcb1f") +
      path(rays, PAPER) +
      rect(0, 0, 320, 200, 0, "url(#h)") +
      path(star(163, 107, 92, 64, 19), INK) +
      path(star(160, 104, 92, 64, 19), "#d93a2b", `stroke="${INK}" stroke-width="3"`) +
      path(star(160, 104, 72, 52, 19), PAPER, `stroke="${INK}" stroke-width="2.4"`) +
      flying("b", "6", 62, 74, -24) +
      flying("r", "3", 255, 70, 20) +
      flying("g", "5", 92, 148, -12) +
      flying("y", "1", 232, 150, 14) +
      at(GAGS.W(""), 160, 106, 1.55) +
      at(EMBLEMS.y(COLOURS.y.spot), 262, 0, 1.5, 8) +
      at(EMBLEMS.g(COLOURS.g.spot), 2, 122, 1.7, -6) +
      at(EMBLEMS.r(COLOURS.r.spot), 12, 4, 1.3, -14) +
      at(EMBLEMS.b(COLOURS.b.spot), 262, 132, 1.4, 10) +
      "</g>",
  );
}

/** Who explains the game, 64 by 64. */
export const mascot = () => svg(64, 64, circle(32, 32, 32, "#ffcb1f") + at(GAGS.W(""), 32, 34, 0.72));
