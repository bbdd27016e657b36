// Cards fly from where they were to where they are. Everything is measured, then everything moves; nothing waits for it.
import { address } from "./cards.js";
import { kept } from "./keep.js";

/** @typedef {import("./types.js").Flight} Flight */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {Map<string, DOMRect | undefined>} Places */

const SPEEDS = { off: 0, fast: 0.5, normal: 1 };
export const TIME = 220; // milliseconds for a card
const APART = 90; // between two
const BREATH = 550; // before luck turns up a card

/** How long motion takes, against normal. */
export function pace() {
  const chosen = /** @type {keyof typeof SPEEDS | ""} */ (kept("speed", ""));
  if (chosen) return SPEEDS[chosen] ?? 1;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
}

/** Where cards are now: the places they fly between, and those of the hand. @param {Flight[]} flights @returns {Places} */
export function measure(flights) {
  const found = new Map();
  for (const place of new Set(flights.flatMap((flight) => [flight.from, flight.to]))) found.set(place, spot(place));
  for (const element of document.querySelectorAll("[data-key]")) found.set(`key ${element.getAttribute("data-key")}`, element.getBoundingClientRect());
  return found;
}

/** Where a place is that can be seen. @param {string} place */
export function spot(place) {
  const found = [...document.querySelectorAll(`[data-spot="${place}"]`)].map((element) => element.getBoundingClientRect());
  return found.findLast((box) => box.width);
}

/** @type {Animation[]} */
let running = [];

/** End all that moves. */
export function settle() {
  for (const animation of running) animation.cancel();
  running = [];
}

/** Show what moved since the places were measured. `turned`: the first card is turned up on its way.
 * @param {Welcome} about @param {Places} before @param {Flight[]} flights @param {boolean} turned */
export function fly(about, before, flights, turned) {
  const speed = pace();
  if (!speed || document.hidden) return;
  const after = measure(flights);
  const sky = document.getElementById("sky");
  if (!sky) return;
  slide(before, after, speed);
  /** @type {Map<string, number>} */
  const landed = new Map();
  flights.slice(0, 24).forEach((flight, number) => {
    const from = before.get(flight.from) ?? after.get(flight.from);
    const card = target(flight, landed);
    const to = card?.getBoundingClientRect() ?? after.get(flight.to);
    if (!from || !to) return;
    const delay = (number * APART + (turned && number ? 2 * TIME : 0)) * speed;
    const arrives = launch(about, sky, flight, from, to, speed, delay, turned && number === 0);
    if (card) running.push(card.animate([{ opacity: 0 }, { opacity: 0 }], arrives)); // not seen there before it lands
  });
}

/** Cards of the hand close up and make room. @param {Places} before @param {Places} after @param {number} speed */
function slide(before, after, speed) {
  for (const element of document.querySelectorAll("[data-key]")) {
    const key = `key ${element.getAttribute("data-key")}`;
    const was = before.get(key);
    const is = after.get(key);
    if (!was || !is || (was.x === is.x && was.y === is.y)) continue;
    running.push(
      element.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)` }, { transform: "none" }], {
        duration: TIME * speed,
        easing: "ease-out",
        composite: "add",
      }),
    );
  }
}

/** The picture on which a card lands, if it has one. @param {Flight} flight @param {Map<string, number>} landed */
function target(flight, landed) {
  const all = document.querySelectorAll(`[data-place="${CSS.escape(flight.to)}"][data-card^="${CSS.escape(flight.card)}"]`);
  const nth = landed.get(`${flight.to} ${flight.card}`) ?? 0;
  landed.set(`${flight.to} ${flight.card}`, nth + 1);
  return all[all.length - 1 - nth];
}

/** One card on its way; the milliseconds until it is there. @param {Welcome} about @param {HTMLElement} sky @param {Flight} flight @param {DOMRect} from @param {DOMRect} to
 * @param {number} speed @param {number} delay @param {boolean} turned */
function launch(about, sky, flight, from, to, speed, delay, turned) {
  const image = document.createElement("img");
  image.src = address(about, turned ? "?" : flight.card);
  image.alt = "";
  const width = Math.max(28, Math.min(to.width, 120));
  image.style.width = `${width}px`;
  const scale = Math.max(0.3, Math.min(3, from.width / width));
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ size) =>
    `translate(${box.x + box.width / 2 - width / 2}px, ${box.y + box.height / 2 - width * 0.7}px) scale(${size})`;
  sky.append(image);
  const frames = turned
    ? [{ transform: at(from, scale) }, { transform: `${at(to, 1.15)} scaleX(0.04)` }, { transform: at(to, 1) }]
    : [{ transform: at(from, Math.min(scale, 1.4)) }, { transform: at(to, 1) }];
  const duration = (turned ? 2 * TIME : TIME) * speed;
  const motion = image.animate(frames, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  if (turned) setTimeout(() => (image.src = address(about, flight.card)), delay + duration / 2);
  motion.onfinish = motion.oncancel = () => image.remove();
  running.push(motion);
  return delay + duration;
}

/** How long the table holds its breath. */
export const breath = () => (document.hidden ? 0 : BREATH * pace());
