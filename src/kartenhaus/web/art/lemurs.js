// @ts-check
// The animals of MADA.
import { at, circle, line, num, path } from "./draw.js";

const DARK = "#2b2530";
const FUR = "#837b80";
const LIGHT = "#fbf4e6";

/** A ringed tail along a line. @param {string} d @param {number} [width] */
export const tail = (d, width = 11) =>
  line(d, DARK, width) +
  `<path d="${d}" fill="none" stroke="${LIGHT}" stroke-width="${width - 1.6}" ` +
  `stroke-dasharray="${num(width * 0.62)} ${num(width * 0.66)}" stroke-dashoffset="${num(-width * 0.6)}"/>`;

/** A lemur's head around 0 0, about 46 wide. @param {number} [look] where the eyes look, -1 to 1 @param {number} [down] */
export function head(look = 0, down = 0) {
  const patch = path("M-3-5C-8-12-18-8-18 0C-17 7-9 9-4 4z", DARK);
  const eye = (/** @type {number} */ x) =>
    circle(x, -1, 5.6, "#f59b1b") +
    circle(x + look * 2, -1 + down * 2, 2.7, "#160f14") +
    circle(x - 1.5 + look * 2, -2.8 + down * 2, 1.2, "#fff");
  const ear =
    path("M-13-11C-24-14-28-25-24-32C-15-32-6-25-5-16z", LIGHT) + path("M-14-15C-20-18-23-24-22-28C-16-27-11-22-9-18z", FUR);
  const both = (/** @type {string} */ half) => half + `<g transform="scale(-1 1)">${half}</g>`;
  return (
    both(ear) +
    path("M0-24C14-24 22-13 22-2C22 6 17 10 12 14C8 20 5 23 0 23S-8 20-12 14C-17 10-22 6-22-2C-22-13-14-24 0-24z", LIGHT) +
    path("M0-24C14-24 21-14 21-7C14-15 6-14 0-5C-6-14-14-15-21-7C-21-14-14-24 0-24z", FUR) +
    both(patch) +
    eye(-10.5) +
    eye(10.5) +
    path("M-7 12C-6 5-3 2 0 2S6 5 7 12C7 18 3 22 0 22S-7 18-7 12z", "#d9cfc4") +
    path("M-4.6 11C-4.6 8.6 4.6 8.6 4.6 11C4.6 14 1.5 15.6 0 15.6S-4.6 14-4.6 11z", DARK) +
    line("M0 15V17.5M-3.4 18.4Q0 20.6 3.4 18.4", DARK, 1.2)
  );
}

/** A sitting body under a head at 0 0, without arms; feet at about y 62. */
export const body = () =>
  path("M-13 12C-24 22-28 44-24 58Q-20 63 0 63T24 58C28 44 24 22 13 12z", FUR) +
  path("M-9 16C-15 28-16 46-12 58Q0 62 12 58C16 46 15 28 9 16z", LIGHT) +
  path("M-24 56C-32 54-35 62-29 64H-10C-8 58-16 55-24 56z", "#6a6268") +
  path("M24 56C32 54 35 62 29 64H10C8 58 16 55 24 56z", "#6a6268");

/** A black hand with four fingers, reaching to the right from 0 0. */
export const hand = () => line("M0 0L5-2.5M0 .5L6 .5M0 1L5 3.4", DARK, 2.6) + circle(-1, 0.4, 2.8, DARK);

/** A scorpion seen from above, pincers down, its sting at the top left. Around 50 80 on a card. */
export function scorpion() {
  const ember = "#ff7b3a";
  const deep = "#c8431b";
  let legs = "";
  for (let i = 0; i < 4; i++)
    for (const side of [-1, 1])
      legs += `M${50 + side * 8} ${78 + i * 5}L${50 + side * (22 - i)} ${66 + i * 9}L${50 + side * (31 - i * 1.5)} ${75 + i * 10}`;
  // the tail: beads along a curve, smaller and smaller, over the back to the corner
  const beads = [
    [51, 68, 8.6],
    [55, 57, 7.8],
    [61, 47.5, 7.2],
    [66, 37.5, 6.6],
    [65, 27, 6],
    [57.5, 19.5, 5.5],
  ];
  const claw = (/** @type {number} */ s) =>
    line(`M${50 + s * 8} 101Q${50 + s * 22} 102 ${50 + s * 23} 110`, ember, 5.5) +
    path(
      `M${50 + s * 28} 107C${50 + s * 33} 114 ${50 + s * 29} 125 ${50 + s * 17} 127` +
        `C${50 + s * 22} 122 ${50 + s * 22} 120 ${50 + s * 20} 117C${50 + s * 16} 119 ${50 + s * 12} 119 ${50 + s * 10} 117` +
        `C${50 + s * 11} 108 ${50 + s * 20} 102 ${50 + s * 28} 107z`,
      ember,
    );
  return (
    line(legs, deep, 3) +
    claw(-1) +
    claw(1) +
    path("M50 70C61 70 63 84 61 94C60 102 56 106 50 106S40 102 39 94C37 84 39 70 50 70z", ember) +
    line("M41 78Q50 82 59 78M40 85Q50 89 60 85M40 92Q50 96 60 92", deep, 2) +
    circle(45.5, 100, 2.3, "#2a1320") +
    circle(54.5, 100, 2.3, "#2a1320") +
    circle(46, 99.4, 0.8, "#fff") +
    circle(55, 99.4, 0.8, "#fff") +
    beads.map(([x, y, r]) => circle(x, y, r, ember, `stroke="${deep}" stroke-width="1.6"`)).join("") +
    sting(48, 19)
  );
}

/** A sting that points to the left and down; the swollen part at x y. @param {number} x @param {number} y */
export const sting = (x, y) =>
  at(path("M6-3C4-8-6-9-9-3C-11 2-11 7-15 12C-8 11-3 8 0 5C5 5 7 1 6-3z", "#ffd76a") + circle(-2, -2.5, 1.8, "#fff6d6"), x, y);
