// @ts-check
// The page that MAD is printed on: dots that grow towards the corners.
import { circle, num, svg } from "./draw.js";

const SIZE = 1200;
const STEP = 16;
const HIGH = STEP * 1.73;
const RINGS = 12;
const EMPTY = 300; // the radius of the middle without dots
const RING = 52;

/** A picture of dots only, to be used as a mask, so that each theme has its own ink. */
export function halftone() {
  let defs = "";
  let dots = "";
  const round = (/** @type {number} */ r) => `M${SIZE / 2 - r} ${SIZE / 2}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  for (let ring = 0; ring < RINGS; ring++) {
    const r = 0.8 + ring * 0.5;
    const spots =
      [0, STEP].flatMap((x) => [0, HIGH].map((y) => circle(x, y, r, "#000"))).join("") + circle(STEP / 2, HIGH / 2, r, "#000");
    defs += `<pattern id="d${ring}" patternUnits="userSpaceOnUse" width="${STEP}" height="${num(HIGH)}">${spots}</pattern>`;
    const [inside, outside] = [EMPTY + ring * RING, EMPTY + (ring + 1) * RING];
    const edge = ring === RINGS - 1 ? `M0 0H${SIZE}V${SIZE}H0z` : round(outside);
    dots += `<path fill="url(#d${ring})" fill-rule="evenodd" d="${edge}${round(inside)}"/>`;
  }
  return svg(SIZE, SIZE, `<defs>${defs}</defs>${dots}`);
}

/** One arrowhead of the track, on a strip that goes to the right; also only a mask. */
export const chevron = () =>
  svg(
    24,
    14,
    `<path d="M9 2.5L14 7L9 11.5" fill="none" stroke="#000" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`,
  );
