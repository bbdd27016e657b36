// @ts-check
// For joy and for other feelings: the winner's sun and crown, coins for games won, and faces to react with.
import { circle, line, path, star, svg } from "./draw.js";

const INK = "#7d2a12";

/** Sparks around the sun: where, how large, and the colour. @type {[number, number, number, string][]} */
const SPARKS = [
  [42, 60, 15, "#ffd25a"],
  [78, 150, 10, "#e0218a"],
  [318, 56, 13, "#e0218a"],
  [288, 158, 15, "#ffd25a"],
  [20, 140, 8, "#3c8a48"],
  [342, 128, 9, "#3c8a48"],
  [102, 30, 8, "#fff6df"],
  [264, 26, 10, "#fff6df"],
];

/** The sun behind a winner, 360 by 224, with eight sparks. */
export function sun() {
  const fade =
    '<radialGradient id="f" cx=".5" cy=".5" r=".5">' +
    '<stop offset=".3" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient>' +
    '<mask id="m"><rect width="360" height="224" fill="url(#f)"/></mask>';
  const rays = path(star(180, 112, 240, 62, 20), "#fff4cf", 'opacity=".95"');
  return svg(
    360,
    224,
    `${fade}<g mask="url(#m)">${rays}${circle(180, 112, 96, "#ffe39a")}</g>` +
      circle(180, 112, 76, "#ffd25a", 'stroke="#fff6df" stroke-width="5"') +
      SPARKS.map(([x, y, size, fill]) => path(star(x, y, size, size * 0.28, 4), fill, `stroke="${INK}" stroke-width="1.2"`)).join(
        "",
      ),
  );
}

/** A crown with three stones, 24 by 20. */
export function crown() {
  const gold = path(
    "M3 4l4.5 5L12 2l4.5 7L21 4l-2 12H5z",
    "#ffcb1f",
    'stroke="#7d4a00" stroke-width="1.4" stroke-linejoin="round"',
  );
  return svg(24, 20, gold + circle(12, 12, 1.6, "#d9483b") + circle(8, 12.6, 1.2, "#3f7fd0") + circle(16, 12.6, 1.2, "#3f9a5a"));
}

/** A coin for a game won, 24 by 24. */
export function coin() {
  const ring = circle(12, 12, 11, "#ffcb1f", 'stroke="#8a5a00" stroke-width="2"');
  return svg(24, 24, ring + line("M7 9.5l2.4 3L12 8l2.6 4.5L17 9.5l-1 6H8z", "#5a3300", 1.6));
}

const EYES = circle(17, 20, 2.4, "#3a2410") + circle(31, 20, 2.4, "#3a2410");
const line2 = (/** @type {string} */ d) => line(d, "#3a2410", 2.4);
const MOUTH = "#7a2015";

/** @type {Record<string, [string, string]>} the colour of each face, and its features */
const FACES = {
  laugh: [
    "#ffd25a",
    line2("M13 19Q17 14 21 19M27 19Q31 14 35 19") + path("M13 26H35Q34 38 24 38T13 26z", MOUTH) + path("M15 26H33V29H15z", "#fff"),
  ],
  cheer: [
    "#ffb84d",
    path(star(17, 19, 6, 2.6, 5), "#fff8e0", 'stroke="#7d4a00" stroke-width="1.4"') +
      path(star(31, 19, 6, 2.6, 5), "#fff8e0", 'stroke="#7d4a00" stroke-width="1.4"') +
      path("M15 28Q24 31 33 28Q32 38 24 38T15 28z", MOUTH),
  ],
  wow: [
    "#ffe08a",
    circle(17, 19, 3.4, "#3a2410") +
      circle(31, 19, 3.4, "#3a2410") +
      line2("M12 12L19 10M36 12L29 10") +
      path("M24 27a5 6 0 1 1 0 12a5 6 0 1 1 0-12z", MOUTH),
  ],
  think: [
    "#e8dcc0",
    EYES +
      line2("M12 14L20 12M28 14Q32 12 36 15M18 32Q24 29 31 31") +
      circle(38, 38, 2, "#3a2410") +
      circle(42, 33, 1.4, "#3a2410"),
  ],
  cry: [
    "#a9d4f5",
    EYES +
      line2("M12 15L20 12M36 15L28 12M17 34Q24 28 31 34") +
      path("M15 25Q11 32 15 34T17 25zM33 25Q37 32 33 34T31 25z", "#2f7fd0"),
  ],
  grumble: ["#f08a6a", EYES + line2("M12 13L21 17M36 13L27 17M16 34Q20 29 24 33T32 31")],
};

/** What one can react with. */
export const FEELINGS = Object.keys(FACES);

/** A face to react with, 48 by 48. @param {string} name */
export function feeling(name) {
  const [fill, features] = FACES[name];
  return svg(48, 48, circle(24, 24, 22, fill, 'stroke="#3a2410" stroke-width="2"') + features);
}
