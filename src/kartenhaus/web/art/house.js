// @ts-check
// The logo, people and robots at a table, and icons.
import { circle, line, num, path, rect, svg } from "./draw.js";

const INK = "#2e2622";

/** @type {Record<string, [string, string]>} */
const COLOURS = {
  red: ["#d9483b", "#8f231b"],
  blue: ["#3f7fd0", "#1d4684"],
  green: ["#3f9a5a", "#1b5a30"],
  yellow: ["#f2bd3a", "#8a5a00"],
  purple: ["#8d5fc4", "#512d80"],
  orange: ["#ee8a3c", "#8f4210"],
};

/** A house of cards, 64 by 64, with its own background, so that it is visible in any tab. */
export function logo() {
  const leaning = (/** @type {number} */ top, /** @type {number} */ y, /** @type {number} */ side, /** @type {string} */ fill) =>
    `<rect x="${num(top + side * 2.3 - 2.9)}" y="${y}" width="5.8" height="19.5" rx="1.4" fill="${fill}" ` +
    `transform="rotate(${-side * 23} ${num(top + side * 2.3)} ${y})"/>`;
  return svg(
    64,
    64,
    rect(0, 0, 64, 64, 15, "#6f2a19") +
      rect(0, 0, 64, 61, 15, "#a8452a") +
      path("M0 45C20 37 44 37 64 45V46Q64 61 49 61H15Q0 61 0 46z", "#8d3720") +
      leaning(18.6, 35, -1, "#fff4dc") +
      leaning(18.6, 35, 1, "#ffd27a") +
      leaning(45.4, 35, -1, "#9bd894") +
      leaning(45.4, 35, 1, "#fff4dc") +
      rect(10, 28.6, 44, 4.8, 1.4, "#fff4dc") +
      leaning(32, 8, -1, "#fff4dc") +
      leaning(32, 8, 1, "#9fd0f7"),
  );
}

/** Hair and hats, so that people differ in more than colour. @type {Record<string, (own: string, dark: string) => string>} */
const HEADS = {
  red: (_, dark) =>
    path("M12 20C10 8 20 5 24 6S38 7 36 20C32 15 30 13 24 13S16 15 12 20z", "#4a2c1c") + rect(17, 3, 14, 6, 3, dark),
  blue: (own, dark) =>
    path("M11 17C11 8 17 5 24 5S37 8 37 17H44Q45 20 42 20H11z", dark) + path("M11 17C11 8 17 5 24 5S37 8 37 17z", own),
  green: () =>
    [
      [13, 17, 5],
      [15, 11, 5],
      [20, 8, 5.5],
      [27, 8, 5.5],
      [33, 11, 5],
      [35, 17, 5],
    ]
      .map(([x, y, r]) => circle(x, y, r, "#2b1c16"))
      .join(""),
  yellow: () => path("M11 30C8 12 14 6 24 6S40 12 37 30C35 24 34 18 31 15C26 17 18 17 15 16C14 20 13 25 11 30z", "#c98a2d"),
  purple: () =>
    circle(24, 5.5, 5, "#8c8a90") + path("M12 20C11 10 17 7 24 7S37 10 36 20C33 14 28 14 24 11C20 14 15 14 12 20z", "#8c8a90"),
  orange: (own, dark) =>
    path("M10 16Q24 11 38 16Q39 19 36 19H12Q9 19 10 16z", dark) + path("M14 15C14 5 18 4 24 4S34 5 34 15Q24 12 14 15z", own),
};
/** Glasses, beards. @type {Record<string, string>} */
const FACES = {
  orange: path("M13 24C13 36 18 39 24 39S35 36 35 24C32 29 28 27 24 27S16 29 13 24z", "#6a4426"),
  purple:
    circle(19, 22, 4.2, "none", `stroke="${INK}" stroke-width="1.6"`) +
    circle(29, 22, 4.2, "none", `stroke="${INK}" stroke-width="1.6"`) +
    line("M23.2 22H24.8", INK, 1.6),
};
const SKIN = ["#f3c9a2", "#8d5a3a", "#c98d5f", "#f6d3b0", "#e3b08a", "#a9714a"];

/** The colours of people and robots. */
const AVATARS = Object.keys(COLOURS);

/** Someone at a table, 48 by 48. @param {string} colour */
export function person(colour) {
  const name = colour in COLOURS ? colour : "red";
  const [own, dark] = COLOURS[name];
  return svg(
    48,
    48,
    `<clipPath id="c"><circle cx="24" cy="24" r="23"/></clipPath>` +
      circle(24, 24, 24, dark) +
      `<g clip-path="url(#c)">` +
      circle(24, 24, 23, own) +
      circle(24, 22, 18, "#fff", `opacity=".22"`) +
      path("M6 50C6 39 14 36 24 36S42 39 42 50z", dark) +
      rect(20, 30, 8, 9, 4, SKIN[AVATARS.indexOf(name)]) +
      `<ellipse cx="24" cy="22" rx="11.5" ry="13" fill="${SKIN[AVATARS.indexOf(name)]}"/>` +
      (FACES[name] ?? "") +
      circle(19, 22.5, 1.7, INK) +
      circle(29, 22.5, 1.7, INK) +
      line("M20 29Q24 32.5 28 29", name === "orange" ? "#fff" : INK, 1.7) +
      HEADS[name](own, dark) +
      "</g>",
  );
}

/** Antennae, eyes and mouths of robots. @type {Record<string, [string, string, string]>} */
const PARTS = {
  red: [line("M24 12V6", INK, 2) + circle(24, 5.5, 2.6, "#ffe08a", `stroke="${INK}" stroke-width="1.4"`), "round", "M18 31H30"],
  blue: [
    line("M17 12L13 6M31 12L35 6", INK, 2) + circle(13, 6, 2.2, "#ffe08a") + circle(35, 6, 2.2, "#ffe08a"),
    "square",
    "M18 30Q24 34 30 30",
  ],
  green: [path("M15 12A9 7 0 0 1 33 12z", "#ffe08a", `stroke="${INK}" stroke-width="1.6"`), "visor", "M20 31H28"],
  yellow: [line("M24 12V9L20 7L28 5L24 3", INK, 1.8), "round", "M18 29.5V32.5M21 29.5V32.5M24 29.5V32.5M27 29.5V32.5M30 29.5V32.5"],
  purple: [path("M20 12V6H28V12z", "#ffe08a", `stroke="${INK}" stroke-width="1.6"`), "one", "M19 31Q24 29 29 31"],
  orange: [
    path("M14 12L17 5L20 12zM28 12L31 5L34 12z", "#ffe08a", `stroke="${INK}" stroke-width="1.6"`),
    "square",
    "M19 30L22 32L24 30L26 32L29 30",
  ],
};
/** @type {Record<string, string>} */
const EYES = {
  round: circle(18.5, 22, 4, "#fff") + circle(29.5, 22, 4, "#fff") + circle(19, 22, 1.8, INK) + circle(30, 22, 1.8, INK),
  square:
    rect(15, 18, 7, 7, 1.5, "#fff") + rect(26, 18, 7, 7, 1.5, "#fff") + rect(18, 20, 3, 3, 0.5, INK) + rect(29, 20, 3, 3, 0.5, INK),
  visor: rect(14, 18, 20, 7.5, 3.7, INK) + circle(19, 21.7, 1.8, "#7dffb0") + circle(29, 21.7, 1.8, "#7dffb0"),
  one: circle(24, 21.5, 6, "#fff") + circle(24.5, 21.5, 2.6, INK),
};

/** A bot at a table, 48 by 48. @param {string} colour */
export function robot(colour) {
  const name = colour in COLOURS ? colour : "red";
  const [own, dark] = COLOURS[name];
  const [antenna, eyes, mouth] = PARTS[name];
  return svg(
    48,
    48,
    rect(0, 0, 48, 48, 13, dark) +
      rect(1.5, 1.5, 45, 45, 11.5, "#dfe4e6") +
      antenna +
      path("M9 47V44Q9 39 15 39H33Q39 39 39 44V47z", dark) +
      rect(21, 34, 6, 6, 1, "#8b959a") +
      rect(6.5, 18, 5, 9, 2, dark) +
      rect(36.5, 18, 5, 9, 2, dark) +
      rect(10, 12, 28, 24, 6, own, `stroke="${INK}" stroke-width="1.6"`) +
      rect(13, 15, 22, 18.5, 4, "#fff", `opacity=".3"`) +
      EYES[eyes] +
      line(mouth, INK, 1.8),
  );
}

const ICONS = {
  chat: "M4 5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-8l-5 4v-4H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8 9.5h8M8 12.5h5",
  settings: "M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  rules: "M12 6C10 4.5 7 4 3 4v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2zM12 6v14",
  invite: "M10 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM3 21v-1a6 6 0 0 1 6-6h3M18 14v7M14.5 17.5h7",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3",
  resign: "M5 21V4M5 4c5-2 8 2 14 0v10c-6 2-9-2-14 0",
  pause: "M8 5v14M16 5v14",
  play: "M7 4.5v15l12-7.5z",
  next: "M9 5l7 7-7 7",
  previous: "M15 5l-7 7 7 7",
  download: "M12 4v11M7 10.5l5 5 5-5M4 20h16",
  share: "M12 15V4M7.5 8L12 3.5 16.5 8M6 11H5v10h14V11h-1",
  lock: "M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3",
  crown: "M3 7l4.5 5L12 5l4.5 7L21 7l-2 12H5z",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z",
  "wifi-off":
    "M3 3l18 18M5 12.5a10 10 0 0 1 4-2.5M2 8.5a15 15 0 0 1 4-2.6M10.5 5a15 15 0 0 1 11.5 3.5" +
    "M15 10.5a10 10 0 0 1 4 2M8.5 16a5 5 0 0 1 7 0M12 19.5h.01",
  check: "M4.5 12.5l5 5 10-11",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3.5 2",
  close: "M6 6l12 12M18 6L6 18",
  help: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 16.8h.01",
  screen: "M3 4h18v12H3zM8 20h8M12 16v4",
  hand: "M4 8l6-3 5 13-6 2.5zM11 5l5-1 3.5 13-4.5 1.5M17 5.5l3 1-1 9",
  sound: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  mute: "M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  home: "M3 11.5L12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  menu: "M4 6h16M4 12h16M4 18h16",
  luck: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8.5h0M15.5 8.5h0M12 12h0M8.5 15.5h0M15.5 15.5h0",
  box: "M4 9h16v11H4zM4 9l3-5h10l3 5M10 9v4h4V9",
  board: "M3 3h6v6H3zM9 3h6v6H9zM15 9h6v6h-6zM15 3h6v6h-6zM15 15h6v6h-6zM9 15h6v6H9z",
  redo: "M16 5l4 4-4 4M20 9H10a6 6 0 0 0 0 12h3",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  chart: "M4 4v16h16M8 16v-5M12.5 16V7M17 16v-7",
  palm:
    "M7 12V6.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V5.5a1.5 1.5 0 0 1 3 0V12V8a1.5 1.5 0 0 1 3 0v6" +
    "c0 4-2.5 7-6.5 7S8 19 6.5 16.5L4 13a1.6 1.6 0 0 1 3-1z",
  open: "M3 6h6l2 3h10v10H3z",
  deck: "M4 8h9a1 1 0 0 1 1 1v11H5a1 1 0 0 1-1-1zM7 8V6a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v11h-3M10 5V4a1 1 0 0 1 1-1h8a1 1 0 0 1 1 1v10h-3",
};

/** @typedef {keyof typeof ICONS} Icon */

/** The inside of a line icon, for `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"
 * stroke-linecap="round" stroke-linejoin="round">`.
 * @param {Icon} name */
export const icon = (name) => `<path d="${ICONS[name]}"/>`;
