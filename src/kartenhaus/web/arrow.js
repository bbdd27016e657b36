// Draws an attack in MAD as an arrow on the cloth: from the open pile to the victim's seat, or from the attacker to the sheet that
// asks the viewer. It lies under seats and piles, and takes the way on which it meets the fewest of them.
import { pace } from "./fly.js";

/** @typedef {{ attacker: number, victims: number[], me: number }} Aim */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */
/** @typedef {{ from: Point, by: Point, to: Point }} Way */

const THINGS = ".place, .frame, .closed, .named, .caption > .label"; // what an arrow should not meet
const BANDS = ".sheet, .prompt, .tells, .actions > *, .hand"; // what it must not meet
const BENDS = [0, 0.18, -0.18, 0.38, -0.38, 0.6, -0.6];
const SAMPLES = 24;
const GAP = 5; // pixels between the tip and what it points at
const SHORT = 60; // pixels: a shorter arrow is hardly seen
const SVG = "http://www.w3.org/2000/svg";

/** @type {Aim | null} */
let aimed = null;

/** Show an attack once the table is drawn, or none. @param {Aim | null} attack */
export function aim(attack) {
  aimed = attack;
  queueMicrotask(point);
}

/** Draw the arrows of the attack that is to be seen. */
function point() {
  const field = fieldNow();
  if (!field || striking) return;
  resized.observe(field); // once, however often it is asked
  const victims = aimed?.victims ?? [];
  field.replaceChildren(...victims.flatMap((seat) => shape(field, seat === aimed?.me ? toViewer(field) : toSeat(field, seat))));
}

const resized = new ResizeObserver(point);

let striking = 0; // arrows that are in motion

/** Animate an attack or a defence. @param {string} from @param {string} to places @param {number} delay milliseconds */
export function strike(from, to, delay) {
  const field = fieldNow();
  if (!field) return;
  Object.assign(field.dataset, { from, to });
  const [one, other] = [from, to].map((place) => Number(place.split(".")[1]));
  if (!aimed?.victims.includes(other))
    field.replaceChildren(...shape(field, between(field, one, other))); // it bounced, or is over
  else if (!striking) point();
  const timing = { duration: 800 * pace(), delay, fill: /** @type {const} */ ("backwards") };
  const frames = [{ opacity: 0, offset: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1 }];
  for (const path of field.querySelectorAll(".shaft"))
    path.animate([{ strokeDashoffset: "100" }, { strokeDashoffset: "0", offset: 0.5 }, { strokeDashoffset: "0" }], timing);
  for (const tip of field.querySelectorAll(".tip"))
    // it comes last
    tip.animate([{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }], timing);
  striking++;
  const motion = field.animate(frames, timing);
  motion.onfinish = motion.oncancel = () => {
    striking--;
    point();
  };
}

const fieldNow = () => /** @type {SVGElement | null} */ (document.querySelector(".magazine > .strike"));

/** The box of something, in the pixels of the cloth. @param {Element} field @param {Element | null} thing @returns {Box | null} */
function boxOf(field, thing) {
  if (!thing?.checkVisibility()) return null;
  const [base, box] = [field.getBoundingClientRect(), thing.getBoundingClientRect()];
  const size = enlarged(field);
  const [left, top] = [(box.left - base.left) / size, (box.top - base.top) / size];
  return box.width ? { left, top, right: left + box.width / size, bottom: top + box.height / size } : null;
}

/** How much the page is enlarged, as on the screen in the middle. @param {Element} field */
const enlarged = (field) => field.getBoundingClientRect().width / (field.clientWidth || 1) || 1;

/** The box of a seat on the cloth. @param {Element} field @param {number} seat */
const seatBox = (field, seat) => boxOf(field, document.querySelector(`.magazine [data-spot="hands.${seat}"]`));

/** What asks the viewer. @param {Element} field */
const sheetBox = (field) => boxOf(field, document.querySelector(".sheet")) ?? boxOf(field, document.querySelector(".prompt"));

/** @param {Element} field @param {number} seat */
const toSeat = (field, seat) => best(field, boxOf(field, document.querySelector(".magazine .frame")), seatBox(field, seat));

/** @param {Element} field */
const toViewer = (field) => best(field, seatBox(field, aimed?.attacker ?? -1), sheetBox(field));

/** @param {Element} field @param {number} one @param {number} other seats */
function between(field, one, other) {
  const box = (/** @type {number} */ seat) => seatBox(field, seat) ?? sheetBox(field);
  return best(field, box(one), box(other));
}

/** Points along the edges of a box that face another one, or from which a bent arrow reaches it.
 * @param {Box} box @param {Box} other @returns {Point[]} */
function facing(box, other) {
  const parts = [0.2, 0.35, 0.5, 0.65, 0.8];
  const across = (/** @type {number} */ y) => parts.map((part) => ({ x: box.left + part * (box.right - box.left), y }));
  const along = (/** @type {number} */ x) => parts.map((part) => ({ x, y: box.top + part * (box.bottom - box.top) }));
  return [
    ...(other.top >= box.bottom || other.bottom > box.bottom + SHORT / 2 ? across(box.bottom) : []),
    ...(other.bottom <= box.top || other.top < box.top - SHORT / 2 ? across(box.top) : []),
    ...(other.left >= box.right ? along(box.right) : []),
    ...(other.right <= box.left ? along(box.left) : []),
  ];
}

/** The way from one box to another that meets the fewest things, and then the shortest.
 * @param {Element} field @param {Box | null} from @param {Box | null} to @returns {Way | null} */
function best(field, from, to) {
  if (!from || !to) return null;
  const same = (/** @type {Box} */ box, /** @type {Box} */ other) => Math.hypot(box.left - other.left, box.top - other.top) < 12;
  const things = [...document.querySelectorAll(`.magazine :is(${THINGS})`)]
    .flatMap((thing) => boxOf(field, thing) ?? [])
    .filter((box) => !same(box, from) && !same(box, to));
  const bands = [...document.querySelectorAll(BANDS)].flatMap((band) => boxOf(field, band) ?? []);
  const { clientWidth: width } = field;
  const wide = width / 24;
  // off the cloth, unless to a sheet beside it
  const leaves = (/** @type {Point} */ { x, y }) => Math.min(x, y) < wide / 2 || (x > width - wide / 2 && to.left < width);
  /** @type {{ way: Way, cost: number } | null} */
  let found = null;
  for (const start of facing(from, to))
    for (const end of facing(to, from))
      for (const bend of BENDS) {
        const way = bent(start, end, bend);
        const spots = sampled(way);
        const meets = (/** @type {Point} */ spot) =>
          things.some((box) => inside(spot, box, 8)) || inside(spot, from, -4) || inside(spot, to, -4);
        const met = spots.filter(meets).length;
        const hard = [...spots, ...corners(way, headOf(way, wide))].filter(
          (spot) => leaves(spot) || bands.some((box) => inside(spot, box, 1)),
        ).length;
        const far = Math.hypot(end.x - start.x, end.y - start.y);
        const cost = hard * 5000 + met * 200 + far + Math.max(0, SHORT - far) * 12 + Math.abs(bend) * 60;
        if (!found || cost < found.cost) found = { way, cost };
      }
  return found?.way ?? null;
}

/** How long the head of an arrow is. @param {Way} way @param {number} wide the width that suits the cloth */
const headOf = ({ from, to }, wide) => 1.3 * wideOf(Math.hypot(to.x - from.x, to.y - from.y), wide);

/** @param {number} far the length of an arrow @param {number} wide the width that suits the cloth */
const wideOf = (far, wide) => Math.min(30, Math.max(14, wide), Math.max(10, far / 2.2));

/** The corners of an arrow's head. @param {Way} way @param {number} head */
function corners({ by, to }, head) {
  const far = Math.hypot(to.x - by.x, to.y - by.y) || 1;
  const [x, y] = [((to.x - by.x) / far) * head, ((to.y - by.y) / far) * head];
  return [0.85, -0.85].map((side) => ({ x: to.x - x - y * side, y: to.y - y + x * side }));
}

/** @param {Point} from @param {Point} end @param {number} bend @returns {Way} */
function bent(from, end, bend) {
  const [dx, dy] = [end.x - from.x, end.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const to = { x: end.x - (dx / far) * GAP, y: end.y - (dy / far) * GAP };
  return { from, by: { x: from.x + dx / 2 - dy * bend, y: from.y + dy / 2 + dx * bend }, to };
}

/** Points along a way. @param {Way} way @param {number} [last] the part of the way to the last of them @returns {Point[]} */
function sampled({ from, by, to }, last = 1) {
  return Array.from({ length: SAMPLES }, (_, at) => {
    const part = ((at + 1) / SAMPLES) * last;
    const [a, b, c] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
    return { x: a * from.x + b * by.x + c * to.x, y: a * from.y + b * by.y + c * to.y };
  });
}

/** @param {Point} spot @param {Box} box @param {number} more pixels around it */
const inside = ({ x, y }, box, more) => x > box.left - more && x < box.right + more && y > box.top - more && y < box.bottom + more;

/** An arrow as a comic draws it. @param {Element} field @param {Way | null} way */
function shape(field, way) {
  if (!way) return [];
  const { from, to, by } = way;
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const wide = wideOf(far, field.clientWidth / 24);
  const head = wide * 1.3;
  const shaft = sampled(way, Math.max(0.3, 1 - head / far));
  const line = `M${from.x} ${from.y}${shaft.map(({ x, y }) => `L${x.toFixed(1)} ${y.toFixed(1)}`).join("")}`;
  const turn = (Math.atan2(to.y - by.y, to.x - by.x) * 180) / Math.PI;
  return [
    made("path", { class: "shaft ink", d: line, pathLength: "100", "stroke-width": String(wide) }),
    made("path", { class: "shaft", d: line, pathLength: "100", "stroke-width": String(wide - 6) }),
    made("path", {
      class: "tip",
      d: `M0 0L${-head} ${-head * 0.8}V${head * 0.8}z`,
      transform: `translate(${to.x} ${to.y}) rotate(${turn})`,
    }),
  ];
}

/** @param {string} name @param {Record<string, string>} attributes */
function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
