// @ts-check
// MADA: a hot afternoon. A prickly pear cactus with as many pads as its value, lemurs, scorpions.
import { at, circle, line, mix, num, numerals, path, rect, star, svg, turned, words } from "./draw.js";
import { body, hand, head, scorpion, sting, tail } from "./lemurs.js";

/** @typedef {import("./draw.js").Translate} Translate */
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

/** Where pears sit: on rims that are free, apart from one another, the highest first. @param {Pad[]} pads @param {number} count */
function places(pads, count) {
  const inside = (/** @type {{x: number, y: number}} */ p, /** @type {Pad} */ pad) => {
    const middle = rim({ ...pad, length: pad.length * 0.56 }, 0);
    return Math.hypot(p.x - middle.x, p.y - middle.y) < pad.length * 0.47;
  };
  const spots = pads
    .flatMap((pad) => [0, -38, 38, -70, 70].map((angle) => ({ ...rim(pad, angle), turn: pad.turn + angle, angle, pad })))
    .filter((p) => p.x > 10 && p.x < 92 && !(p.x < 34 && p.y < 46) && !(p.x > 66 && p.y > 98) && !pads.some((pad) => pad !== p.pad && inside(p, pad)))
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
  path("M0 1.5C-4.6 1.5-6.4-4-5.8-8.6C-5.2-12.6-3.6-14-2.6-14L0-12.6L2.6-14C3.6-14 5.2-12.6 5.8-8.6C6.4-4 4.6 1.5 0 1.5z", "#d6167a", `stroke="#6d0a45" stroke-width="1.3"`) +
  path("M-3.2-10.6Q-4.4-6.4-3.4-3.4", "none", `stroke="#ff9ccb" stroke-width="1.6" stroke-linecap="round"`) +
  path("M.6-8.6h.1M2.6-5.4h.1M.2-3h.1", "none", `stroke="#ffd0e6" stroke-width="1.4" stroke-linecap="round"`);

/** A cactus with pears. @param {Pad[]} pads @param {number} pears @param {string} green */
function cactus(pads, pears, green) {
  const spines = "M-5-27l-1-2M4-29l1-2M-8-19l-2-1M0-20v-2.4M8-20l2-1M-5-11l-1.6-1M5-11l1.6-1";
  const drawn = pads.map((pad, i) => {
    const shade = mix(green, i % 2 ? "#0d3b26" : "#fff3b8", i % 2 ? 0.14 : 0.1);
    return at(
      path(PAD, shade, `stroke="${mix(green, "#06281b", 0.45)}" stroke-width="1.1"`) +
        path("M-8-29C-12-22-10-12-4-5C-6-14-6-24-1-33.5C-4-33.5-6.6-32-8-29z", mix(green, "#fffbd0", 0.36), `opacity=".75"`) +
        line(spines, "#fff8df", 1.2),
      pad.x, pad.y, pad.length / 36, pad.turn,
    );
  });
  return (
    drawn.reverse().join("") +
    places(pads, pears).map((p) => at(PEAR, p.x, p.y, 1, Math.max(-62, Math.min(62, p.turn * 0.7)))).join("")
  );
}

/** The frame of every card. @param {string} inside @param {string} edge */
const card = (inside, edge) =>
  svg(100, 140, `<clipPath id="c"><rect width="100" height="140" rx="9"/></clipPath><g clip-path="url(#c)">${inside}</g>` +
    rect(0.75, 0.75, 98.5, 138.5, 8.4, "none", `stroke="${edge}" stroke-width="1.5"`));

/** A Cactus card. @param {string} value @param {number} pears */
function cactusCard(value, pears) {
  const v = Math.max(1, Math.min(13, Number(value)));
  const part = (v - 1) / 12;
  const green = part < 0.5 ? mix("#b5d874", "#4f9f4a", part * 2) : mix("#4f9f4a", "#0f5138", part * 2 - 1);
  const ink = v < 7 ? "#14331f" : "#fff9e3";
  const hot = mix("#fdf0d2", "#f9b868", part);
  const narrow = value.length > 1 ? 0.66 : 1;
  const index = path("M0 0H31V34Q31 42 23 42H0z", green) + path("M0 0H31V34Q31 42 23 42H0", "none", `stroke="#fff9e3" stroke-width="1.6"`) +
    numerals(value, 15.2, 9, 23.5, ink, 5, { narrow }) + (value === "6" || value === "9" ? line("M10 37.6H21", ink, 2) : "");
  return card(
    rect(0, 0, 100, 140, 0, hot) +
      circle(62, 62 - part * 6, 31 + part * 7, mix("#ffe7a3", "#ff8f4d", part), `opacity=".85"`) +
      circle(62, 62 - part * 6, 38 + part * 10, mix("#ffe7a3", "#ff8f4d", part), `opacity=".3"`) +
      path("M0 106C18 96 34 104 52 100S88 92 100 98V140H0z", mix("#eeb987", "#d98652", part)) +
      path("M0 118C22 108 44 114 62 114S90 110 100 112V140H0z", CLAY) +
      path("M0 130C30 122 60 132 100 124V140H0z", "#a94a2b") +
      `<ellipse cx="52" cy="118.5" rx="${num(15 + part * 15)}" ry="3.6" fill="#7d3520" opacity=".55"/>` +
      path("M14 121l5-3 6 1 2 4-8 2z", "#8f3e25") +
      cactus(grow(v, 50, 118, 0.84 + part * 0.13), pears, green) +
      index + turned(index),
    "#8a3f26",
  );
}

/** Two arrows that change places. @param {string} colour @param {number} width */
const swap = (colour, width) => line("M-10-5H8M3-10L9-5L3 0M10 5H-8M-3 0L-9 5L-3 10", colour, width);

/** The name along the foot of a card. @param {string} text @param {number} y @param {string} paper @param {string} ink */
const name = (text, y, paper, ink) => rect(17, y - 8, 66, 16, 8, paper) + words(text, 50, y, 58, 13, ink, { size: 11.5 });

/** @param {Translate} t */
function lemur(t) {
  const held =
    at(rect(-13, -17, 26, 34, 3.5, SAND, `stroke="${INK}" stroke-width="1.4"`) + at(path(PAD, "#4f9f4a"), 0, 12, 0.62) + at(PEAR, 0, -9, 0.62), 56, 92, 1, 6) +
    at(`<g transform="scale(-1 1)">${hand()}</g>`, 71, 91, 1, 12) + at(hand(), 41, 89, 1, 12);
  return card(
    rect(0, 0, 100, 140, 0, "#ffd079") +
      path("M0 96C30 86 70 92 100 84V140H0z", "#efa552") + path("M0 118C34 108 66 116 100 110V140H0z", CLAY) +
      tail("M66 116C84 120 91.5 112 91.5 98V22Q91.5 8.5 78 8.5H22Q8.5 8.5 8.5 22V104C8.5 114 16 118 22 113", 12.5) +
      at(body(), 56, 52) + at(head(0, 0.5), 56, 55) +
      line("M36 76Q30 86 40 90M76 76Q82 86 72 91", "#837b80", 6.5) + held +
      at(circle(0, 0, 12.5, CLAY) + at(head(), 0, 1, 0.5), 28, 29) +
      line("M84 66V92M78.5 86.5L84 92.5L89.5 86.5", "#fff", 0) +
      name(t("Lemur"), 129, SAND, INK),
    "#8a3f26",
  );
}

/** @param {Translate} t */
function double(t) {
  const half = at(head(0, 0.4), 62, 42, 0.86) + at(hand(), 79, 60, 1.1, 80) + at(hand(), 46, 60, 1.1, 95);
  const index = at(circle(0, 0, 12.5, "#ffd079", `stroke="#0b3c43" stroke-width="1.6"`) + at(swap("#0b3c43", 3.2), 0, 0, 0.82), 17, 18);
  return card(
    rect(0, 0, 100, 140, 0, "#1f8f8a") + path("M0 0H100L0 140z", "#2aa79b") +
      tail("M66 30C40 38 18 52 22 76S66 104 70 128C71 136 64 142 54 138", 12) +
      tail("M34 110C60 102 82 88 78 64S34 36 30 12C29 4 36-2 46 2", 12) +
      half + turned(half) +
      circle(50, 70, 17, "#ffd079", `stroke="#0b3c43" stroke-width="2"`) + at(swap("#0b3c43", 3.8), 50, 70) +
      index + turned(index) +
      name(t("Double Lemur"), 129, SAND, "#0b3c43"),
    "#0b3c43",
  );
}

/** @param {Translate} t */
const stung = (t) =>
  card(
    `<radialGradient id="g" cx=".42" cy=".2" r=".9"><stop offset="0" stop-color="#6b2436"/><stop offset=".5" stop-color="#3b1528"/><stop offset="1" stop-color="#1d0d19"/></radialGradient>` +
      rect(0, 0, 100, 140, 0, "url(#g)") +
      path(star(40, 26, 30, 12, 9, 10), "#ffb347", `opacity=".2"`) +
      path("M0 118C34 108 66 116 100 110V140H0z", "#2d101f") +
      scorpion() +
      at(circle(0, 0, 12.5, "#ff7b3a") + at(sting(3, 0), 0, 0, 1.02), 17, 18) +
      name(t("Scorpion"), 131, "#ffd76a", "#2a1320"),
    "#12070f",
  );

/**
 * The face of a card: "1" … "13", "L", "D", "S".
 * @param {string} card @param {Translate} t @param {{pears?: Record<string, number>}} [details] pears of each value
 */
export function face(card, t, details = {}) {
  if (card === "L") return lemur(t);
  if (card === "D") return double(t);
  if (card === "S") return stung(t);
  return cactusCard(card, details.pears?.[card] ?? Math.min(6, Math.ceil(Number(card) / 2)));
}

/** The back of every card. */
export function back() {
  const ray = star(50, 70, 92, 44, 18);
  return card(
    rect(0, 0, 100, 140, 0, "#b9532f") + path(ray, "#d0703f") + path(star(50, 70, 70, 40, 18, 10), "#e39a55", `opacity=".55"`) +
      rect(6, 6, 88, 128, 6, "none", `stroke="${SAND}" stroke-width="1.6"`) +
      circle(50, 70, 34, SAND) + tail("M50 39A31 31 0 1 1 49.9 39", 10) + circle(50, 70, 25, "#ffb347") +
      at(head(), 50, 73, 0.8),
    "#6f2d18",
  );
}

/** One prickly pear, 24 by 24. */
export const pear = () => svg(24, 24, at(PEAR, 12, 20, 1.35));

/** An afternoon for the start page, 320 by 200. */
export function hero() {
  const green = "#3c8a48";
  return svg(
    320, 200,
    `<linearGradient id="s" x2="0" y2="1"><stop offset="0" stop-color="#ffdf9e"/><stop offset=".7" stop-color="#ffb066"/><stop offset="1" stop-color="#f58b4c"/></linearGradient>` +
      rect(0, 0, 320, 200, 0, "url(#s)") +
      circle(196, 84, 84, "#ffe9ae", `opacity=".4"`) + circle(196, 84, 62, "#fff3cf") +
      path("M0 128C40 112 84 122 130 120S230 104 320 124V200H0z", "#e58f57") +
      at(path("M-4 0C-3-14-6-22-10-34C-6-30-3-32-2-38C0-32 3-30 8-36C5-24 4-14 6 0z", "#7a3a26") + path("M-24-36Q-12-44 0-38T24-38Q10-48-2-46T-24-36z", "#3f7d4d"), 268, 124, 1.15) +
      at(path("M-4 0C-3-14-6-22-10-34C-6-30-3-32-2-38C0-32 3-30 8-36C5-24 4-14 6 0z", "#8d472e") + path("M-24-36Q-12-44 0-38T24-38Q10-48-2-46T-24-36z", "#4f8f56"), 302, 126, 0.7) +
      path("M0 152C60 134 120 148 170 144S270 132 320 146V200H0z", CLAY) + path("M0 180C70 166 150 182 220 174S300 170 320 174V200H0z", "#a0452a") +
      `<ellipse cx="98" cy="166" rx="54" ry="6" fill="#7d3520" opacity=".5"/>` +
      cactus(grow(13, 98, 166, 1.42), 0, green) +
      [[76, 42, -12], [112, 38, 10], [143, 62, 24], [57, 68, -24], [126, 54, 12], [40, 96, -40]].map(([x, y, turn]) => at(PEAR, x, y, 1.35, turn)).join("") +
      tail("M214 160C250 170 262 150 258 128S276 92 296 100S306 124 292 122", 13) +
      at(body(), 206, 102, 1.05) + at(head(-0.9, -0.3), 206, 104, 1.08) +
      line("M188 126Q172 128 166 116", "#837b80", 8) + at(hand(), 165, 113, 1.2, -110) + at(PEAR, 163, 108, 1.5, -16) +
      line("M224 126Q234 140 222 148", "#837b80", 8) + at(hand(), 221, 149, 1.2, 120) +
      at(`<g transform="translate(-50 -90)">${scorpion()}</g>`, 44, 176, 0.42, -70),
  );
}
