// Small effects over the table: a sparkle, flying points, a speech bubble, an attack. Nothing waits for them.
import { strike } from "./arrow.js";
import { spot } from "./fly.js";
import { lag } from "./tally.js";

/** @typedef {import("./events.js").Joy} Joy */

const TRAVEL = 900; // milliseconds for points

/** Show an effect; all but words need motion. @param {Joy} joy @param {number} delay milliseconds @param {number} speed */
export function rejoice(joy, delay, speed) {
  const from = spot(joy.from ?? "");
  const to = spot(joy.at) ?? from;
  if (!to) return;
  if (joy.kind === "bubble" || joy.kind === "remark") say(to, joy, delay, speed);
  else if (!speed) return;
  else if (joy.kind === "points") travel(from ?? to, to, joy, delay, speed);
  else if (joy.kind === "sparkle") sparkle(to, joy, delay, speed);
  else strike(joy.from ?? "", joy.at, delay);
}

/** Take away all that is still said: something larger is shown. */
export function hush() {
  for (const one of document.querySelectorAll("#sky .bubble, #sky .remark")) one.remove();
}

/** @param {string} kind @param {Joy} joy @param {string} text @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function show(kind, joy, text, frames, options) {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  element.dataset.at = joy.at;
  element.dataset.from = joy.from ?? "";
  document.getElementById("sky")?.append(element);
  const motion = element.animate(frames, { fill: "backwards", ...options });
  motion.onfinish = motion.oncancel = () => element.remove();
  return element;
}

/** @param {DOMRect} box @param {string} then */
const at = (box, then = "") => `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) ${then}`;

const LOW = 56; // pixels: a plate on which there is no room for words
const ROW = 40; // pixels between two words at one place

/** In which row something is said: other words at the same place stand in the rows before it; counts follow each other in one.
 * @param {Joy} joy */
function rowOf({ at, text = "" }) {
  const row = (/** @type {string} */ words) => (words.startsWith("+") ? "+" : words);
  const said = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#sky :is(.bubble, .remark)"))]
    .filter((one) => one.dataset.at === at)
    .map((one) => row(one.textContent ?? ""));
  return new Set(said.filter((one) => one !== row(text))).size;
}

/** At the lower edge of a place, so that the name above stays readable; at the upper edge of the viewer's hand.
 * @param {DOMRect} box @param {Joy} joy @param {number} delay @param {number} speed */
function say(box, joy, delay, speed) {
  const half = Math.min(28 + (joy.text ?? "").length * 7, innerWidth / 2); // it stays on the screen
  const middle = Math.min(Math.max(box.x + box.width / 2, half), innerWidth - half);
  const mine = Boolean(document.querySelector(`.hand[data-spot="${CSS.escape(joy.at)}"]`));
  const down = rowOf(joy) * ROW;
  const edge = mine ? box.y - down : Math.min(box.bottom + down, innerHeight - ROW);
  const hangs = !mine && (joy.kind === "bubble" || box.height < LOW);
  const place = at(new DOMRect(middle, edge, 0, 0), `translate(-50%, ${hangs ? -20 : -60}%)`);
  const frames = speed
    ? [
        { transform: `${place} scale(0.2)`, opacity: 0 },
        { transform: `${place} scale(1.1)`, opacity: 1, offset: 0.1 },
        { transform: place, opacity: 1, offset: 0.9 },
        { transform: place, opacity: 0 },
      ]
    : [{ transform: place }, { transform: place }];
  show(joy.kind, joy, joy.text ?? "", frames, { duration: 1800, delay }).dataset.edge = mine ? "upper" : "lower";
}

/** @param {DOMRect} from @param {DOMRect} to @param {Joy} joy @param {number} delay @param {number} speed */
function travel(from, to, joy, delay, speed) {
  const frames = [
    { transform: at(from, "translate(-50%, -50%) scale(0.6)"), opacity: 0 },
    { transform: at(from, "translate(-50%, -50%) scale(0.8)"), opacity: 1, offset: 0.05 },
    { transform: at(from, "translate(-50%, -110%) scale(1.2)"), offset: 0.35 },
    { transform: at(to, "translate(-50%, -50%)") },
  ];
  lag(joy.at, -(joy.amount ?? 0), delay + TRAVEL * speed);
  show("chip", joy, joy.text ?? "", frames, { duration: TRAVEL * speed, delay, easing: "ease-in-out" });
}

/** @param {DOMRect} box @param {Joy} joy @param {number} delay @param {number} speed */
function sparkle(box, joy, delay, speed) {
  for (let ray = 0; ray < 7; ray++) {
    const turn = `rotate(${(ray * 360) / 7}deg)`;
    const frames = [
      { transform: at(box, `${turn} translateY(-${box.height * 0.3}px) scale(0)`), opacity: 1 },
      { transform: at(box, `${turn} translateY(-${box.height * 0.6}px) scale(1)`), opacity: 1, offset: 0.4 },
      { transform: at(box, `${turn} translateY(-${box.height * 0.8}px) scale(0)`), opacity: 0 },
    ];
    show("gleam", joy, "✦", frames, { duration: 700 * speed, delay, easing: "ease-out" });
  }
}
