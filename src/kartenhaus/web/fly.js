// Cards fly from where they were to where they are. Everything is measured, then everything moves; nothing waits for it.
import { address } from "./cards.js";
import { kept } from "./keep.js";

/** @typedef {import("./types.js").Flight} Flight */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {Map<string, DOMRect>} Places */

const SPEEDS = { off: 0, fast: 0.5, normal: 1 };
const TIME = 220; // milliseconds for a card
const APART = 90; // between two
const BREATH = 550; // before a card is turned up that luck decides about

/** How long motion takes, against normal. */
export function pace() {
  const chosen = /** @type {keyof typeof SPEEDS | ""} */ (kept("speed", ""));
  if (chosen) return SPEEDS[chosen] ?? 1;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
}

/** Where things are now: places that hold cards, and the cards of the hand. @returns {Places} */
export function measure() {
  const found = new Map();
  for (const element of document.querySelectorAll("[data-spot]")) found.set(element.getAttribute("data-spot"), element.getBoundingClientRect());
  for (const element of document.querySelectorAll("[data-key]")) found.set(`key ${element.getAttribute("data-key")}`, element.getBoundingClientRect());
  return found;
}

/** @type {Animation[]} */
let running = [];

/** End all that moves. */
export function settle() {
  for (const animation of running) animation.cancel();
  running = [];
  document.getElementById("sky")?.replaceChildren();
}

/** Show what moved since the places were measured. `held` makes the first card wait face down.
 * @param {Welcome} about @param {Places} before @param {Flight[]} flights @param {boolean} held */
export function fly(about, before, flights, held) {
  const speed = pace();
  if (!speed || document.hidden) return;
  const after = measure();
  const sky = document.getElementById("sky");
  if (!sky) return;
  slide(before, after, speed);
  /** @type {Map<string, number>} */
  const landed = new Map();
  flights.slice(0, 24).forEach((flight, number) => {
    const from = before.get(flight.from) ?? after.get(flight.from);
    const to = target(flight, landed) ?? after.get(flight.to);
    if (!from || !to || !from.width || !to.width) return;
    const delay = (number * APART + (held && number ? BREATH + 250 : 0)) * speed;
    launch(about, sky, flight, from, to, speed, delay, held && number === 0);
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

/** Where exactly a card lands: on its picture, if it has one. @param {Flight} flight @param {Map<string, number>} landed */
function target(flight, landed) {
  const all = document.querySelectorAll(`[data-place="${CSS.escape(flight.to)}"][data-card^="${CSS.escape(flight.card)}"]`);
  const nth = landed.get(`${flight.to} ${flight.card}`) ?? 0;
  landed.set(`${flight.to} ${flight.card}`, nth + 1);
  return all[all.length - 1 - nth]?.getBoundingClientRect();
}

/** One card on its way. @param {Welcome} about @param {HTMLElement} sky @param {Flight} flight @param {DOMRect} from @param {DOMRect} to
 * @param {number} speed @param {number} delay @param {boolean} held */
function launch(about, sky, flight, from, to, speed, delay, held) {
  const image = document.createElement("img");
  image.src = address(about, held ? "?" : flight.card);
  image.alt = "";
  const width = Math.max(28, Math.min(to.width, 120));
  image.style.width = `${width}px`;
  const scale = Math.max(0.3, Math.min(3, from.width / width));
  const at = (/** @type {DOMRect} */ box, /** @type {number} */ size) =>
    `translate(${box.x + box.width / 2 - width / 2}px, ${box.y + box.height / 2 - width * 0.7}px) scale(${size})`;
  sky.append(image);
  const frames = held
    ? [
        { transform: at(from, scale), offset: 0 },
        { transform: `${at(from, scale)} translateY(-12px) rotate(-3deg)`, offset: 0.55 },
        { transform: `${at(to, 1.15)} scaleX(0.04)`, offset: 0.75 },
        { transform: at(to, 1), offset: 1 },
      ]
    : [{ transform: at(from, Math.min(scale, 1.4)) }, { transform: at(to, 1) }];
  const duration = (held ? BREATH + 2 * TIME : TIME) * speed;
  const motion = image.animate(frames, { duration, delay, easing: "ease-in-out", fill: "backwards" });
  if (held) setTimeout(() => (image.src = address(about, flight.card)), delay + duration * 0.75);
  motion.onfinish = motion.oncancel = () => image.remove();
  running.push(motion);
}
