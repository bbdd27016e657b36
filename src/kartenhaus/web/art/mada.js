// @ts-check
// MADA: a hot afternoon. A prickly pear cactus with as many pads as its value, lemurs, scorpions.
import { at, circle, line, mix, num, numerals, path, rect, star, svg, turned, words } from "./draw.js";
import { body, hand, head, scorpion, sting, tail } from "./lemurs.js";

/** @typedef {import("./draw.js").Translate} Translate */
/** @typedef {import("./draw.js").Details} Details */
/** @typedef {{x: number, y: number, length: number, turn: number}} Pad */

const INK = "#3a1d16";
const SAND = "#fbe9c9";
const CLAY = "#c8623a";
const PAD = "M0 0C-6-2-13-12-13-22C-13-31-7-36 0-36S13-31 13-22C13-12 6-2 0 0z";

/** Pads in the order in which they grow: parent, place on the parent's rim and tilt in degrees, length. */
const GROWTH = [
  [-1, 0, 3, 36],
  [0, 42, 44, 27],
  [0, -46, -48, 28],
  [0, -4, -6, 31],
  [1, -14, 8, 25],
  [2, 14, -12, 25],
  [3, 36, 32, 24],
  [3, -32, -30, 25],
  [4, 34, 42, 20],
  [5, -34, -44, 20],
  [7, 16, 2, 21],
  [6, -12, 12, 20],
  [5, 22, 10, 17],
];

/** Where a pad's rim is, at an angle from its axis. @param {Pad} pad @param {number} angle */
function rim(pad, angle) {
  const scale = pad.length / 36;
  const a = (angle * Math.PI) / 180;
  const x = Math.sin(a) * 13.4 * scale;
  const y = (-20 - Math.cos(a) * 15.4) * scale;
  const t = (pad.turn * Math.PI) / 180;
  return { x: pad.x + x * Math.cos(t) - y * Math.sin(t), y: pad.y + x * Math.sin(t) + y * Math.cos(t) };
}

/** The pads of a cactus whose foot is at x y. @param {number} count @param {number} x @param {number} y @param {number} scale */
function grow(count, x, y, scale) {
  /** @type {Pad[]} */
  const pads = [];
  for (const [parent, place, turn, length] of GROWTH.slice(0, count)) {
    const foot = parent < 0 ? { x, y } : rim(pads[parent], place);
    pads.push({ ...foot, turn, length: length * scale });
  }
  return pads;
}

/** @typedef {(x: number, y: number) => boolean} Free */

/** Where pears sit: on free rims, apart from one another, the highest first.
 * @param {Pad[]} pads @param {number} count @param {Free} free */
function places(pads, count, free) {
  const middles = pads.map((pad) => ({ ...rim({ ...pad, length: pad.length * 0.56 }, 0), pad }));
  const spots = pads
    .flatMap((pad) =>
      [0, -38, 38, -70, 70, -100, 100, -130, 130].map((angle) => ({ ...rim(pad, angle), turn: pad.turn + angle, angle, pad })),
    )
    .filter(
      (p) => free(p.x, p.y) && !middles.some((m) => m.pad !== p.pad && Math.hypot(p.x - m.x, p.y - m.y) < m.pad.length * 0.47),
    )
    .sort((a, b) => a.y + Math.abs(a.angle) / 9 - b.y - Math.abs(b.angle) / 9);
  /** @type {typeof spots} */
  const chosen = [];
  for (let apart = 17; chosen.length < count && apart > 3; apart -= 1.5)
    for (const spot of spots)
      if (chosen.length < count && chosen.every((c) => Math.hypot(c.x - spot.x, c.y - spot.y) > apart)) chosen.push(spot);
  return chosen;
}

/** A prickly pear, standing on 0 0, 15 high. */
const PEAR =
  path(
    "M0 1.5C-4.6 1.5-6.4-4-5.8-8.6C-5.2-12.6-3.6-14-2.6-14L0-12.6L2.6-14C3.6-14 5.2-12.6 5.8-8.6C6.4-4 4.6 1.5 0 1.5z",
    "#d6167a",
    `stroke="#6d0a45" stroke-width="1.3"`,
  ) +
  path("M-3.2-10.6Q-4.4-6.4-3.4-3.4", "none", `stroke="#ff9ccb" stroke-width="1.6" stroke-linecap="round"`) +
  path("M.6-8.6h.1M2.6-5.4h.1M.2-3h.1", "none", `stroke="#ffd0e6" stroke-width="1.4" stroke-linecap="round"`);

/** A cactus with pears.
 * @param {Pad[]} pads @param {number} pears @param {string} green @param {Free} free @param {number} [size] of a pear */
function cactus(pads, pears, green, free, size = 1) {
  const spines = "M-5-27l-1-2M4-29l1-2M-8-19l-2-1M0-20v-2.4M8-20l2-1M-5-11l-1.6-1M5-11l1.6-1";
  const drawn = pads.map((pad, i) => {
    const shade = mix(green, i % 2 ? "#0d3b26" : "#fff3b8", i % 2 ? 0.14 : 0.1);
    return at(
      path(PAD, shade, `stroke="${mix(green, "#06281b", 0.45)}" stroke-width="1.1"`) +
        path("M-8-29C-12-22-10-12-4-5C-6-14-6-24-1-33.5C-4-33.5-6.6-32-8-29z", mix(green, "#fffbd0", 0.36), `opacity=".75"`) +
        line(spines, "#fff8df", 1.2),
      pad.x,
      pad.y,
      pad.length / 36,
      pad.turn,
    );
  });
  return (
    drawn.reverse().join("") +
    places(pads, pears, free)
      .map((p) => at(PEAR, p.x, p.y, size, Math.max(-62, Math.min(62, p.turn * 0.7))))
      .join("")
  );
}

/** The frame of every card. @param {string} inside @param {string} edge */
const card = (inside, edge) =>
  svg(
    100,
    140,
    `<clipPath id="c"><rect width="100" height="140" rx="9"/></clipPath><g clip-path="url(#c)">${inside}</g>` +
      rect(0.75, 0.75, 98.5, 138.5, 8.4, "none", `stroke="${edge}" stroke-width="1.5"`),
  );

/** Whether a point on a card is free for a pear. @type {Free} */
const clear = (x, y) => x > 9 && x < 91 && y > 19 && !(x < 41 && y < 60) && !(x > 62 && y > 96);

/** A Cactus card. @param {string} value @param {number} pears */
function cactusCard(value, pears) {
  const v = Math.max(1, Math.min(13, Number(value)));
  const part = (v - 1) / 12;
  const green = part < 0.5 ? mix("#b5d874", "#4f9f4a", part * 2) : mix("#4f9f4a", "#0f5138", part * 2 - 1);
  const ink = v < 8 ? "#14331f" : "#fff9e3";
  const hot = mix("#fdf0d2", "#f9b868", part);
  const narrow = value.length > 1 ? 0.6 : 1;
  const index =
    path("M0 0H32V34Q32 42 24 42H0z", green) +
    path("M0 0H32V34Q32 42 24 42H0", "none", `stroke="#fff9e3" stroke-width="1.6"`) +
    numerals(value, 16, 9, 23.5, ink, narrow < 1 ? 4.6 : 5.2, { narrow }) +
    (value === "6" || value === "9" ? line("M10.5 37.8H21.5", ink, 2) : "");
  return card(
    rect(0, 0, 100, 140, 0, hot) +
      circle(62, 62 - part * 6, 31 + part * 7, mix("#ffe7a3", "#ff8f4d", part), `opacity=".85"`) +
      circle(62, 62 - part * 6, 38 + part * 10, mix("#ffe7a3", "#ff8f4d", part), `opacity=".3"`) +
      path("M0 106C18 96 34 104 52 100S88 92 100 98V140H0z", mix("#eeb987", "#d98652", part)) +
      path("M0 118C22 108 44 114 62 114S90 110 100 112V140H0z", CLAY) +
      path("M0 130C30 122 60 132 100 124V140H0z", "#a94a2b") +
      `<ellipse cx="52" cy="118.5" rx="${num(15 + part * 15)}" ry="3.6" fill="#7d3520" opacity=".55"/>` +
      path("M14 121l5-3 6 1 2 4-8 2z", "#8f3e25") +
      cactus(grow(v, 53, 118, 0.92 - part * 0.13), pears, green, clear, 1.12) +
      index +
      turned(index),
    "#8a3f26",
  );
}

/** Two arrows that change places. @param {string} colour @param {number} width */
const swap = (colour, width) => line("M-10-5H8M3-10L9-5L3 0M10 5H-8M-3 0L-9 5L-3 10", colour, width);

/** The name along the foot of a card. @param {string} text @param {number} y @param {string} paper @param {string} ink */
function name(text, y, paper, ink) {
  const width = Math.max(56, Math.min(88, text.length * 6.4 + 8));
  return rect(50 - width / 2, y - 8, width, 16, 8, paper) + words(text, 50, y, width - 9, 14, ink, { size: 11.5 });
}

/** @param {Translate} t */
function lemur(t) {
  const held =
    at(
      rect(-13, -17, 26, 34, 3.5, SAND, `stroke="${INK}" stroke-width="1.6"`) +
        at(path(PAD, "#4f9f4a"), 0, 13, 0.66) +
        at(PEAR, 0, -8.5, 0.66),
      0,
      43,
      1,
      6,
    ) +
    at(`<g transform="scale(-1 1)">${hand()}</g>`, 15, 42, 1, 12) +
    at(hand(), -15, 40, 1, 12);
  const sitting = body() + at(head(0.5, 0.6), 0, 3) + line("M-20 24Q-26 34-16 41M20 24Q26 34 16 42", "#837b80", 6.5) + held;
  return card(
    rect(0, 0, 100, 140, 0, "#ffd079") +
      circle(56, 62, 36, "#ffe6a8") +
      path("M0 96C30 86 70 92 100 84V140H0z", "#efa552") +
      path("M0 116C34 106 66 114 100 108V140H0z", CLAY) +
      tail("M60 116C80 124 91.5 114 91.5 98V22Q91.5 8.5 78 8.5H22Q8.5 8.5 8.5 22V100C8.5 110 12 116 21 116", 12.5) +
      at(sitting, 57, 58, 0.92) +
      at(circle(0, 0, 13, CLAY, `stroke="${SAND}" stroke-width="1.5"`) + at(head(), 0, 1.5, 0.52), 28, 29) +
      name(t("Lemur"), 129, SAND, INK),
    "#8a3f26",
  );
}

/** @param {Translate} t */
function double(t) {
  const teal = "#0b3c43";
  return card(
    rect(0, 0, 100, 140, 0, "#2aa79b") +
      circle(50, 60, 50, "#3dbcae") +
      circle(50, 60, 36, "#63d0c0") +
      path("M0 112C30 100 70 100 100 112V140H0z", "#14686a") +
      tail("M22 112C-6 92 16 66 50 50S94 28 86 12C82 5 72 8 74 16", 11.5) +
      tail("M78 112C106 92 84 66 50 50S30 30 40 12C44 5 54 8 52 16", 11.5) +
      at(body(), 28, 88, 0.62) +
      at(body(), 72, 88, 0.62) +
      at(head(0.9, 0), 29, 90, 0.84, -7) +
      at(head(-0.9, 0), 71, 90, 0.84, 7) +
      circle(50, 51, 15.5, "#ffd079", `stroke="${teal}" stroke-width="2.2"`) +
      at(swap(teal, 3.8), 50, 51, 0.95) +
      at(circle(0, 0, 14, "#ffd079", `stroke="${teal}" stroke-width="2"`) + at(swap(teal, 3.4), 0, 0, 0.92), 17.5, 18.5) +
      name(t("Double Lemur"), 129, SAND, teal),
    teal,
  );
}

/** @param {Translate} t */
const stung = (t) =>
  card(
    `<radialGradient id="g" cx=".5" cy=".24" r=".9"><stop offset="0" stop-color="#7d2a3c"/>` +
      `<stop offset=".5" stop-color="#3b1528"/><stop offset="1" stop-color="#1d0d19"/></radialGradient>` +
      rect(0, 0, 100, 140, 0, "url(#g)") +
      path(star(50, 26, 30, 13, 11, 10), "#ffb347", `opacity=".22"`) +
      path("M0 112C34 102 66 110 100 104V140H0z", "#2d101f") +
      at(scorpion(), 9.5, 5, 0.9) +
      at(
        circle(0, 0, 14, "#1d0d19", `stroke="#ff7b3a" stroke-width="2"`) +
          line("M-4 9.5C9 12 12-4 3.5-6.5", "#ff7b3a", 4.6) +
          at(sting(2.2, -4), 0, 0, 0.82),
        17.5,
        18.5,
      ) +
      name(t("Scorpion"), 129, "#ffd76a", "#2a1320"),
    "#12070f",
  );

/**
 * The face of a card: "1" … "13", "L", "D", "S"; "?" is the back.
 * @param {string} card @param {Translate} t @param {Details} [details]
 */
export function face(card, t, details = {}) {
  if (card === "?") return back();
  if (card === "L") return lemur(t);
  if (card === "D") return double(t);
  if (card === "S") return stung(t);
  return cactusCard(card, details.pears?.[card] ?? Math.min(6, Math.ceil(Number(card) / 2)));
}

/** The back of every card. */
export function back() {
  const ray = star(50, 70, 92, 44, 18);
  return card(
    rect(0, 0, 100, 140, 0, "#b9532f") +
      path(ray, "#d0703f") +
      path(star(50, 70, 70, 40, 18, 10), "#e39a55", `opacity=".55"`) +
      rect(6, 6, 88, 128, 6, "none", `stroke="${SAND}" stroke-width="1.6"`) +
      circle(50, 70, 34, SAND) +
      tail("M50 39A31 31 0 1 1 49.9 39", 10) +
      circle(50, 70, 25, "#ffb347") +
      at(head(), 50, 73, 0.8),
    "#6f2d18",
  );
}

/** One prickly pear, 24 by 24. */
export const pear = () => svg(24, 24, at(PEAR, 12, 20, 1.35));

/** A baobab standing on 0 0, 56 high. */
const baobab =
  line("M-3-28L-17-42M-1-28L-5-48M2-28L10-47M4-26L20-40", "#7a3a26", 4) +
  path("M-9 1C-6-6-8-16-9-24C-7-32 7-32 9-24C8-16 6-6 10 1z", "#7a3a26") +
  path("M-9 1C-6-6-8-16-9-24C-8-28-5-30-2-30C-4-20-3-8-4 1z", "#94492f") +
  [
    [-19, -44, 9],
    [-6, -51, 11],
    [10, -50, 10],
    [22, -42, 8],
  ]
    .map(([x, y, r]) => `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${num(r * 0.5)}" fill="#4d8a4f"/>`)
    .join("");

/** An afternoon for the start page, 320 by 200. @param {Translate} [_t] there are no words in it */
export function hero(_t) {
  return svg(
    320,
    200,
    `<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#ffdf9e"/>` +
      `<stop offset=".7" stop-color="#ffb066"/><stop offset="1" stop-color="#f58b4c"/></linearGradient>` +
      rect(0, 0, 320, 200, 0, "url(#s)") +
      circle(196, 84, 84, "#ffe9ae", `opacity=".4"`) +
      circle(196, 84, 62, "#ffeebd") +
      path("M0 128C40 112 84 122 130 120S230 104 320 124V200H0z", "#e58f57") +
      at(baobab, 282, 126, 1.15) +
      at(baobab, 20, 126, 0.6) +
      at(baobab, 252, 122, 0.5) +
      path("M0 152C60 134 120 148 170 144S270 132 320 146V200H0z", CLAY) +
      path("M0 180C70 166 150 182 220 174S300 170 320 174V200H0z", "#a0452a") +
      `<ellipse cx="98" cy="166" rx="54" ry="6" fill="#7d3520" opacity=".5"/>` +
      `<ellipse cx="216" cy="170" rx="46" ry="5" fill="#7d3520" opacity=".5"/>` +
      cactus(grow(13, 98, 166, 1.3), 7, "#3c8a48", (x) => x < 150, 1.35) +
      tail("M216 160C254 172 266 150 262 128S280 90 300 100S308 126 294 122", 13) +
      at(body(), 206, 102, 1.05) +
      at(head(-0.9, -0.3), 206, 104, 1.08, -4) +
      line("M188 128Q170 130 166 116", "#837b80", 8) +
      at(hand(), 165, 113, 1.2, -110) +
      at(PEAR, 163, 108, 1.5, -16) +
      line("M225 130Q236 148 226 160", "#837b80", 8) +
      at(hand(), 226, 163, 1.1, 100) +
      at(`<g transform="translate(-50 -90)">${scorpion()}</g>`, 40, 178, 0.42, -70),
  );
}

/** Who explains the game, 64 by 64. */
export const mascot = () => svg(64, 64, circle(32, 32, 32, "#ffb347") + at(head(0.4, 0.5), 32, 38, 1.12));
