// @ts-check
// The drawings of MAD: thick ink, spot colours, four emblems and a gag for each special card.
import { at, circle, line, num, numerals, path, rect, star } from "./draw.js";

export const INK = "#1c1613";
export const PAPER = "#f7efdc";

/** @type {Record<string, {name: string, spot: string, dark: string}>} */
export const COLOURS = {
  g: { name: "green", spot: "#2fa84f", dark: "#156b33" },
  y: { name: "yellow", spot: "#ffcb1f", dark: "#d98f00" },
  r: { name: "red", spot: "#d93a2b", dark: "#a31d17" },
  b: { name: "blue", spot: "#3470cc", dark: "#1c4596" },
};

/** A shape with an ink outline. @param {string} d @param {string} fill @param {number} [width] */
export const ink = (d, fill, width = 2.2) =>
  path(d, fill, `stroke="${INK}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"`);

/** A round shape with an ink outline. @param {number} x @param {number} y @param {number} r @param {string} fill @param {number} [width] */
export const ball = (x, y, r, fill, width = 2.2) => circle(x, y, r, fill, `stroke="${INK}" stroke-width="${width}"`);

/** A limb: a thick line with an ink outline. @param {string} d @param {string} fill @param {number} width */
const limb = (d, fill, width) => line(d, INK, width + 4) + line(d, fill, width);

/** Two eyes, one larger.
 * @param {number} x @param {number} y @param {number} r @param {number} lx @param {number} ly
 * @param {number} [rx] where the right one looks */
const eyes = (x, y, r, lx, ly, rx = lx) =>
  ball(x - r * 0.95, y, r * 1.1, "#fff", 1.8) +
  ball(x + r * 0.95, y, r * 0.9, "#fff", 1.8) +
  circle(x - r * 0.95 + lx, y + ly, r * 0.42, INK) +
  circle(x + r * 0.95 + rx, y + ly, r * 0.36, INK);

/** A spiral. @param {number} turns @param {number} step */
function spiral(turns, step) {
  let d = "M0 0";
  for (let i = 1; i <= turns * 8; i++) {
    const a = (i * Math.PI) / 4;
    d += `L${num(Math.cos(a) * i * step)} ${num(Math.sin(a) * i * step)}`;
  }
  return d;
}

/** The emblems, 40 by 40: deck chair, rocket, long johns, helmet. @type {Record<string, (spot: string) => string>} */
export const EMBLEMS = {
  g: (spot) =>
    line("M6 36L31 5M36 35L9 22M23 28L14 36", INK, 5) +
    line("M6 36L31 5M36 35L9 22M23 28L14 36", "#e0a45c", 1.8) +
    ink("M35 6C35 21 27 32 8 27L6 20C20 24 27 17 28 3z", spot) +
    path("M31.5 5.5C31 18 24 27 8.5 24.5", "none", `stroke="#fff" stroke-width="2.6"`) +
    ink("M26 2.5L36.5 5", PAPER, 3.4),
  y: (spot) =>
    at(
      ink("M-5 11Q-9 16-6 23Q-3 20 0 25Q3 20 6 23Q9 16 5 11z", "#ff7a1f", 1.8) +
        ink("M-6-2L-13 8V15L-5 10zM6-2L13 8V15L5 10z", INK === spot ? PAPER : "#d93a2b") +
        ink("M0-22C9-14 9 1 5.5 12H-5.5C-9 1-9-14 0-22z", spot) +
        path("M0-22C3-20 5-16 6-13H-6C-5-16-3-20 0-22z", INK) +
        ball(0, -5, 4.2, "#bfe6f5", 2) +
        path("M-3 2.5H3M-3 6H3", "none", `stroke="${INK}" stroke-width="1.6"`),
      19,
      21,
      0.86,
      38,
    ),
  r: (spot) =>
    ink("M13 4Q20 9 27 4L38 15L33 21L28.5 17.5L28 23L31 38H22.5L20 27L17.5 38H9L12 23L11.5 17.5L7 21L2 15z", spot) +
    path("M9 34.5H17.7M22.3 34.5H31M4 17.5L9 13M36 17.5L31 13", "none", `stroke="${INK}" stroke-width="1.6"`) +
    circle(20, 11.5, 1.5, PAPER) +
    circle(20, 16.5, 1.5, PAPER) +
    circle(20, 21.5, 1.5, PAPER) +
    line("M13 4.4Q20 9.4 27 4.4", INK, 5) +
    line("M13 4.4Q20 9.4 27 4.4", PAPER, 1.8),
  b: (spot) =>
    line("M9 29Q12 39 20 38T31 29", INK, 2.4) +
    ink("M4 27C3 13 10 5 20 5S37 13 36 27z", spot) +
    ink("M2 26.5Q20 21 38 26.5Q39 32 34 31Q20 26 6 31Q1 32 2 26.5z", spot) +
    path("M9 20C10 14 13 10 18 9", "none", `stroke="#fff" stroke-width="2.4" stroke-linecap="round"`) +
    at(
      [0, 72, 144, 216, 288]
        .map((a) => `<ellipse cy="-3.6" rx="2.4" ry="3" transform="rotate(${a})" fill="#fff" stroke="${INK}" stroke-width="1"/>`)
        .join("") + ball(0, 0, 2, "#ffcb1f", 1),
      29,
      14,
    ),
};

/** A white glove, palm to the front, fingers up, around 0 0, about 50 high. */
const glove = () => {
  const fingers = "M-11 4L-14-16M-4-2L-5-24M5-2L6-23M13 4L17-14M-13 14L-24 4";
  return (
    line(fingers, INK, 13) +
    ink("M-17 4Q0-8 18 2L17 18Q14 26 0 26T-15 18z", "#fff", 4) +
    line(fingers, "#fff", 9) +
    path("M-14 4Q0-6 15 3L15 17Q12 24 0 24T-13 17z", "#fff") +
    line("M-7 12Q0 6 8 11M-2 18Q3 15 9 17", "#b9ac95", 1.8)
  );
};

/** Cards in a fan, around 0 0. @param {string[]} spots */
const fan = (spots) =>
  spots
    .map((spot, i) =>
      at(ink("M-7-20H7V2H-7z", "#fff", 1.8) + rect(-4.5, -17.5, 9, 17, 1, spot), 0, 0, 1, (i - (spots.length - 1) / 2) * 24),
    )
    .join("");

/** A gag for each special card, around 0 0, within 36 each way. @type {Record<string, (spot: string) => string>} */
export const GAGS = {
  // Which Way?: a signpost that does not know either
  gW: (spot) =>
    limb("M-9 33H-4M9 33H4", INK, 3) +
    limb("M-3 20L-5 33M3 20L5 33", "#e0a45c", 1) +
    ink("M-4-24H4L5 24H-5z", "#e0a45c") +
    ink("M3-23H-25L-35-14.5L-25-6H3z", spot, 2.6) +
    ink("M-3-4H25L35 4.5L25 13H-3z", "#fff", 2.6) +
    line("M-24-14.5H-10M-19-19L-24-14.5L-19-10", INK, 2.6) +
    line("M24 4.5H10M19 0L24 4.5L19 9", INK, 2.6) +
    eyes(0, -29, 6.5, -3.4, 0.5, 2.8) +
    line("M-3-20.5Q0-22.5 3-20.5", INK, 1.8),
  // Draw One: a card jumps out of its box
  gD: (spot) =>
    line("M-2 12L9 7L-8 3L8-2L-6-6L3-9", INK, 3) +
    ink("M-19 10H19V33H-19z", spot, 2.6) +
    path("M-12 15V29M-4 15V29M4 15V29M12 15V29", "none", `stroke="${INK}" stroke-width="1.6" opacity=".6"`) +
    ink("M-19 10L-34 4L-32 0L-17 6z", spot, 2.4) +
    at(
      ink("M-13-18H13V17H-13z", "#fff", 2.6) +
        eyes(0, -7, 5.4, 1.6, -1.6) +
        ink("M-7 3Q0 8 8 2Q8 12 0 12T-7 3z", INK, 1.5) +
        path("M-2 9Q3 6 6 9Q3 13-2 9z", "#d93a2b"),
      4,
      -20,
      1,
      10,
    ) +
    line("M-20-24L-27-28M-17-32L-21-38M26-28L32-33", INK, 2.4),
  // Give Two: a present with a fuse
  gG: (spot) =>
    at(fan([spot, spot]), 8, 2, 1.6, 12) +
    line("M-14-6C-20-16-10-22-18-30", INK, 2.6) +
    path(star(-18, -31, 8, 3.5, 8), "#ffcb1f", `stroke="${INK}" stroke-width="1.6"`) +
    ink("M-24 2H24V32H-24z", "#fff", 2.6) +
    ink("M-6 2H6V32H-6z", spot, 2) +
    ink("M-28-6H28V5H-28z", spot, 2.6) +
    path("M-22-.5H-10M10-.5H22", "none", `stroke="#fff" stroke-width="2" opacity=".7"`) +
    ink("M0-6C-14-20-24-10-14-6zM0-6C14-20 24-10 14-6z", "#fff", 2.4) +
    eyes(0, 17, 4.6, 0, 1.5) +
    line("M-6 25Q0 29 7 24", INK, 2),
  // Wild: a face beside itself
  W: () =>
    path(star(0, -4, 35, 24, 13), INK) +
    path(star(0, -4, 31, 23, 13), "#ff8a1f") +
    ink("M-22-6C-22-24 22-24 22-6C24 14 14 28 0 28S-24 14-22-6z", "#ffe0b8", 2.6) +
    ball(-9, -4, 9.5, "#fff") +
    at(line(spiral(2, 0.52), INK, 1.6), -9, -4) +
    ball(11, -5, 7, "#fff") +
    circle(12, -4, 2, INK) +
    line("M-20-17L-6-15M5-16L17-20", INK, 3) +
    ink("M-14 11H15Q12 22 0 22T-14 11z", "#fff") +
    path("M-9 11l3 9 4-9 4 10 4-10 3 8 3-8", "none", `stroke="${INK}" stroke-width="1.8" stroke-linejoin="round"`) +
    ink("M-1 3Q4 1 3 7Q-2 9-3 6", "#ffb98a", 1.8),
  // Wild and Woolly: a sheep
  WW: () =>
    limb("M-15 20L-20 33M-5 24V35M8 24L9 35M18 20L24 32", INK, 1) +
    ink(
      "M-26 10C-36 6-34-8-25-8C-26-20-12-26-5-19C2-29 18-26 19-17C30-18 36-4 27 2C34 12 24 22 16 18C10 28-4 28-8 20C-18 26-28 20-26 10z",
      "#fff",
      2.6,
    ) +
    line("M-20 2Q-16-3-12 1M14-8Q20-10 22-5M12 12Q17 15 20 10M-14 14Q-10 17-7 13", "#b9ac95", 2) +
    ink("M-20-14C-28-20-34-14-32-9C-28-6-24-8-20-10zM10-14C18-20 25-14 23-9C19-6 15-8 11-10z", INK, 2) +
    ink("M-18-18C-14-26 4-26 9-18C12-8 8 8-4 10C-16 8-21-8-18-18z", "#4a3f3a", 2.4) +
    path("M-14-24C-16-32-8-34-5-30C-2-36 8-33 6-26C4-20-10-19-14-24z", "#fff", `stroke="${INK}" stroke-width="2.2"`) +
    ball(-11, -11, 6.6, "#fff", 1.8) +
    at(line(spiral(1.5, 0.48), INK, 1.4), -11, -11) +
    ball(3, -11, 5.6, "#fff", 1.8) +
    at(line(spiral(1.5, 0.4), INK, 1.3), 3, -11) +
    ink("M-7 3H0V9Q-3.5 14-7 9z", "#ff7f8a", 1.6),
  // Not Me: a hand, and an arrow that bounces off it
  N: () =>
    at(glove(), -6, 2, 1.12, -8) +
    ink("M36 22L20 10L24 6L8 4L12 18L16 14L32 28z", "#d93a2b", 2.2) +
    at(path(star(9, 4, 9, 4, 7), "#ffcb1f", `stroke="${INK}" stroke-width="1.8"`), 0, 0) +
    ink("M12-4L24-22L28-17L35-33L19-27L23-24L9-8z", "#2fa84f", 2.2),
  // Swap Hands: arms that cross
  X: () =>
    at(fan(["#d93a2b", "#ffcb1f", "#3470cc"]), -19, -10, 1.05, -14) +
    at(fan(["#2fa84f", "#3470cc", "#ffcb1f"]), 19, -10, 1.05, 14) +
    limb("M30 34L-14 2", "#3470cc", 10) +
    limb("M-16 3L-19-5M-14 2L-23 0M-16 4L-11-5", "#fff", 6) +
    limb("M-30 34L14 2", "#d93a2b", 10) +
    limb("M16 3L19-5M14 2L23 0M16 4L11-5", "#fff", 6),
  // Joker: the fool
  J: () =>
    ink(
      "M-19-2C-36-4-38-24-30-32C-24-20-16-22-8-22C-6-32 6-38 10-36C6-28 8-24 8-22C16-22 24-20 30-32C38-24 36-4 19-2z",
      "#ffcb1f",
      2.6,
    ) +
    path("M-8-22C-10-12-8-6-4-2H-19C-36-4-38-24-30-32C-24-20-16-22-8-22z", "#d93a2b") +
    path("M8-22C16-22 24-20 30-32C38-24 36-4 19-2H8C10-10 10-16 8-22z", "#3470cc") +
    ink(
      "M-19-2C-36-4-38-24-30-32C-24-20-16-22-8-22C-6-32 6-38 10-36C6-28 8-24 8-22C16-22 24-20 30-32C38-24 36-4 19-2z",
      "none",
      2.6,
    ) +
    ball(-30, -33, 4.4, "#fff") +
    ball(10, -36, 4.4, "#fff") +
    ball(30, -33, 4.4, "#fff") +
    ink("M-19-3C-20 18-12 32 0 32S20 18 19-3Q0-9-19-3z", "#ffe0b8", 2.6) +
    ball(-8, 5, 5.6, "#fff", 1.8) +
    circle(-6.5, 6, 2.2, INK) +
    line("M4 5Q9 1 13 5", INK, 2.6) +
    ink("M-13 16Q0 22 14 14Q12 28 0 28T-13 16z", "#fff", 2.2) +
    path("M-6 18.5V26M0 19.3V28M6 18.3V26", "none", `stroke="${INK}" stroke-width="1.5"`) +
    ball(1, 11, 3.6, "#ff7f5a", 2) +
    circle(-14, 13, 2.6, "#ff9d7a") +
    circle(15, 11, 2.6, "#ff9d7a"),
};

/** The signs in the corners, within 11 each way. @type {Record<string, string>} */
export const SIGNS = {
  gW: line("M-10-4H9M4-9L9.5-4L4 1M10 5H-9M-4 0L-9.5 5L-4 10", INK, 3.6),
  gD: numerals("+1", 0, -8, 16, INK, 4.2, { narrow: 0.8 }),
  gG:
    ink("M-9-3H9V9H-9z", "#fff", 2.4) +
    path("M-2.5-3H2.5V9H-2.5z", INK) +
    ink("M-11-5H11V0H-11z", "#fff", 2.4) +
    ink("M0-5C-7-13-12-6-6-5zM0-5C7-13 12-6 6-5z", "#fff", 2.2),
  W: numerals("!", 0, -10, 20, INK, 6.4),
  WW: numerals("+3", 0, -8, 16, INK, 4.2, { narrow: 0.8 }),
  N: at(glove(), 0.5, 0, 0.42),
  X:
    rect(-4, -6, 8, 12, 1.6, "#fff", `stroke="${INK}" stroke-width="2.2"`) +
    line("M-9.5 3A10 10 0 0 1 3-9.5M-2-12.5L4-9.5L-1-5.5M9.5-3A10 10 0 0 1-3 9.5M2 12.5L-4 9.5L1 5.5", INK, 2.6),
  J: at(path(star(0, 0, 12, 5, 5), "#ffcb1f", `stroke="${INK}" stroke-width="2" stroke-linejoin="round"`), 0, 0.5),
};
