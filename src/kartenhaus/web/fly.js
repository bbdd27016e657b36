// Cards fly from where they were to where they are. First all places are measured, then all cards move; nothing waits for them.
import { address } from "./cards.js";
import { kept } from "./keep.js";
import { catchUp, lag } from "./tally.js";

/** @typedef {import("./events.js").Flight} Flight */
/** @typedef {import("./types.js").Welcome} Welcome */
/** Where cards were: those that fly, and those of the hand.
 * @typedef {{ flights: Map<Flight, DOMRect>, hand: Map<string, DOMRect> }} Places */

const SPEEDS = { off: 0, fast: 0.5, normal: 1 };
const TIME = 220; // milliseconds for a card
const TOGETHER = 2; // times that for several as one, or for one that is turned up
const SEEN = 64; // pixels: so wide are several as one on their way
const APART = 90; // between two
const LONGEST = 1600; // between the first and the last
const BREATH = 550; // before luck turns up a card
const STAGED = 6; // times as long flies a card that everybody is to see on the screen in the middle
const LARGE = 0.52; // the part of that screen's height that it fills on its way

/** The duration of motion relative to normal; 0 for none. */
export function pace() {
  const chosen = /** @type {keyof typeof SPEEDS | ""} */ (kept("speed", ""));
  if (chosen) return SPEEDS[chosen] ?? 1;
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1;
}

/** How long the table pauses before luck turns up a card. */
export const breath = () => (document.hidden ? 0 : BREATH * pace());

/** Whether this is the screen in the middle, where everybody sees what happens. */
export const onStage = () => "screen" in document.body.dataset;

/** Whether a card is shown large on its way: one with a face, that somebody plays. @param {Flight} flight */
const isStaged = (flight) =>
  onStage() && flight.amount === 1 && flight.card !== "?" && flight.from !== flight.to && !flight.to.startsWith("hands.");

/** The box of a place, if it is visible. @param {string} place */
export function spot(place) {
  const found = [...document.querySelectorAll(`[data-spot="${CSS.escape(place)}"]`)].map((element) =>
    element.getBoundingClientRect(),
  );
  return found.findLast((box) => box.width);
}

/** A box of the size of a card in the middle of a place. @param {DOMRect | undefined} box */
function middle(box) {
  if (!box) return undefined;
  const width = Math.min(box.width, box.height / 1.4);
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - width * 1.4) / 2, width, width * 1.4);
}

/** The visible pictures of cards in a place, only those of `card` if it is given; a wild card may have taken a face.
 * @param {string} place @param {string} [card] */
function pictures(place, card) {
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`))];
  return all.filter(
    (one) => one.checkVisibility() && (!card || one.dataset.card === card || one.dataset.card?.startsWith(`${card}:`)),
  );
}

/** Measure where cards are now. @param {Flight[]} flights @returns {Places} */
export function measure(flights) {
  const from = flights.flatMap((flight) => {
    const picture = pictures(flight.from, flight.card).at(-1) ?? pictures(flight.from, "?").at(-1);
    const box = picture?.getBoundingClientRect() ?? middle(spot(flight.from));
    return box ? [/** @type {const} */ ([flight, box])] : [];
  });
  const held = [...document.querySelectorAll("[data-key]")].map(
    (one) => /** @type {const} */ ([one.getAttribute("data-key") ?? "", one.getBoundingClientRect()]),
  );
  return { flights: new Map(from), hand: new Map(held) };
}

/** @type {Animation[]} */
let running = [];

/** Stop all flights. */
export function settle() {
  for (const animation of running) animation.cancel();
  running = [];
  catchUp();
}

// A tap skips what flies; it does what it would do anyway.
addEventListener("pointerdown", () => {
  settle();
  for (const motion of document.getElementById("sky")?.getAnimations({ subtree: true }) ?? []) motion.finish();
});

/** Slide the cards of the hand together or apart. @param {Places} before @param {number} speed */
function slide(before, speed) {
  for (const element of document.querySelectorAll("[data-key]")) {
    const was = before.hand.get(element.getAttribute("data-key") ?? "");
    const is = element.getBoundingClientRect();
    if (!was || (was.x === is.x && was.y === is.y)) continue;
    running.push(
      element.animate([{ transform: `translate(${was.x - is.x}px, ${was.y - is.y}px)` }, { transform: "none" }], {
        duration: TIME * speed,
        easing: "ease-out",
        composite: "add",
      }),
    );
  }
}

/** When a flight begins and ends, in milliseconds at the normal pace; it is the `nth` flight of this card to this place.
 * @typedef {{ start: number, end: number, nth: number }} Slot */

/** The times of all flights; a flight waits for a card that moves on. @param {Flight[]} flights @returns {Map<Flight, Slot>} */
export function timetable(flights) {
  const apart = Math.min(APART, LONGEST / flights.length);
  /** @type {Map<string, number>} */
  const landed = new Map();
  const slots = new Map();
  let [last, next] = [0, 0];
  for (const flight of flights) {
    const start = flight.together ? last : next;
    const times = isStaged(flight) ? STAGED : flight.turned || flight.amount > 1 ? TOGETHER : 1;
    const end = start + times * TIME;
    const where = `${flight.to} ${flight.card}`;
    const nth = landed.get(where) ?? 0;
    slots.set(flight, { start, end, nth });
    landed.set(where, nth + 1);
    last = start;
    next = Math.max(next, flight.turned || !flight.stays || isStaged(flight) ? end : start + apart);
  }
  return slots;
}

/** Start the flights; their cards were measured before the table was drawn.
 * @param {Welcome} about @param {Places} before @param {Map<Flight, Slot>} slots */
export function fly(about, before, slots) {
  const speed = pace();
  const ready = [...slots].map(([flight, slot]) => {
    const cards = landing(flight, slot.nth);
    const to = cards.at(-1)?.getBoundingClientRect() ?? middle(spot(flight.to));
    const from = before.flights.get(flight) ?? middle(spot(flight.from));
    return { flight, slot, cards, from, to };
  });
  slide(before, speed);
  for (const { flight, slot, cards, from, to } of ready) {
    if (!from || !to) continue;
    if (flight.from !== flight.to) {
      lag(flight.from, flight.amount, slot.start * speed, flight.card);
      lag(flight.to, -flight.amount, slot.end * speed, flight.card);
    }
    launch(about, flight, from, to, { duration: (slot.end - slot.start) * speed, delay: slot.start * speed });
    // hidden at its place until it lands
    for (const card of cards) running.push(card.animate([{ opacity: 0 }, { opacity: 0 }], slot.end * speed));
  }
}

/** The pictures of the cards where they land, if they stay and are visible. @param {Flight} flight @param {number} nth */
function landing(flight, nth) {
  if (!flight.stays || flight.from === flight.to) return []; // what is dragged under a pile shows none of its cards there
  if (flight.amount > 1) return pictures(flight.to).slice(-flight.amount);
  return pictures(flight.to, flight.card)
    .slice(0, -nth || undefined)
    .slice(-1);
}

/** Where several cards that fly as one are large enough to be seen. @param {DOMRect} from @param {DOMRect} to */
function halfway(from, to) {
  const width = Math.max(SEEN, from.width, to.width);
  const [x, y] = [(from.x + from.width / 2 + to.x + to.width / 2) / 2, (from.y + from.height / 2 + to.y + to.height / 2) / 2];
  return new DOMRect(x - width / 2, y - width * 0.7, width, width * 1.4);
}

/** Where a card is shown large: the middle of the screen. */
function large() {
  const high = innerHeight * LARGE;
  return new DOMRect((innerWidth - high / 1.4) / 2, (innerHeight - high) * 0.4, high / 1.4, high);
}

/** Let one card, or several as one, fly. @param {Welcome} about @param {Flight} flight @param {DOMRect} from @param {DOMRect} to
 * @param {{ duration: number, delay: number }} timing */
function launch(about, flight, from, to, timing) {
  const image = document.createElement("img");
  image.src = address(about, flight.turned ? "?" : flight.card);
  image.alt = "";
  image.className = flight.amount > 1 ? "packet" : "";
  Object.assign(image.dataset, { card: flight.card, amount: flight.amount, from: flight.from, to: flight.to });
  const width = Math.max(from.width, to.width, isStaged(flight) ? large().width : 0);
  image.style.width = `${width}px`;
  const at = (/** @type {DOMRect} */ box, size = 1, x = 0, y = 0) => {
    const [left, top] = [box.x + box.width / 2 - width / 2 + x, box.y + box.height / 2 - width * 0.7 + y];
    return `translate(${left}px, ${top}px) scale(${(size * box.width) / width})`;
  };
  document.getElementById("sky")?.append(image);
  /** @type {Keyframe[]} */
  const frames = [{ transform: at(from) }, { transform: at(to) }];
  if (isStaged(flight)) {
    const shown = at(large());
    const turns = flight.turned ? [{ transform: `${shown} scaleX(0.04)`, offset: 0.2 }] : [];
    frames.splice(1, 0, ...turns, { transform: shown, offset: 0.3 }, { transform: shown, offset: 0.8 });
  } else if (flight.turned) frames.splice(1, 0, { transform: `${at(to, 1.15)} scaleX(0.04)` });
  // over the others, and under them
  if (flight.from === flight.to) frames.splice(1, 0, { transform: at(to, 1.1, width * -0.3, width * -0.6) });
  else if (flight.amount > 1)
    frames.splice(1, 0, { transform: at(halfway(from, to), 1, 0, flight.together ? SEEN * 0.75 : SEEN * -0.75) });
  const motion = image.animate(frames, { ...timing, easing: "ease-in-out", fill: "backwards" });
  const turn = isStaged(flight) ? 0.2 : 0.5; // the part of the way after which it shows its face
  if (flight.turned) setTimeout(() => (image.src = address(about, flight.card)), timing.delay + timing.duration * turn);
  motion.onfinish = motion.oncancel = () => image.remove();
  running.push(motion);
}
