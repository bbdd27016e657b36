// Small joys over the table: a sparkle, points on their way, a word said aloud, an attack thrown back. They take no room and nothing waits for them.
import { bounce } from "./arrow.js";
import { TIME, pace, spot } from "./fly.js";

/** @typedef {{ kind: "sparkle" | "points" | "bubble" | "bounce", at: string, from?: string, text?: string }} Joy what is shown at a place; points and bounces come from another */

/** @param {Joy[]} joys */
export function rejoice(joys) {
  if (!joys.length || document.hidden) return;
  const speed = pace();
  for (const joy of joys) {
    const to = spot(joy.at);
    const from = spot(joy.from ?? "") ?? to;
    if (!to || !from) continue;
    const delay = TIME * speed;
    if (joy.kind === "bubble") say(to, joy.text ?? "", delay, speed);
    else if (speed && joy.kind === "bounce") bounce(joy.from ?? "", joy.at);
    else if (speed && joy.kind === "points") travel(from, to, joy.text ?? "", delay, speed);
    else if (speed) sparkle(to, 2 * delay, speed);
  }
}

/** @param {string} kind @param {string} text @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function show(kind, text, frames, options) {
  const element = document.createElement("span");
  element.className = kind;
  element.textContent = text;
  document.getElementById("sky")?.append(element);
  const motion = element.animate(frames, { fill: "backwards", ...options });
  motion.onfinish = motion.oncancel = () => element.remove();
}

/** @param {DOMRect} box @param {string} then */
const at = (box, then = "") => `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) ${then}`;

/** @param {DOMRect} box @param {string} text @param {number} delay @param {number} speed */
function say(box, text, delay, speed) {
  const place = at(box, "translate(-50%, -50%)");
  const frames = speed
    ? [
        { transform: `${place} scale(0.2)`, opacity: 0 },
        { transform: `${place} scale(1.1)`, opacity: 1, offset: 0.1 },
        { transform: place, opacity: 1, offset: 0.9 },
        { transform: place, opacity: 0 },
      ]
    : [{ transform: place }, { transform: place }];
  show("bubble", text, frames, { duration: 1800, delay });
}

/** @param {DOMRect} from @param {DOMRect} to @param {string} text @param {number} delay @param {number} speed */
function travel(from, to, text, delay, speed) {
  const frames = [
    { transform: at(from, "translate(-50%, -50%) scale(0.6)") },
    { transform: at(from, "translate(-50%, -110%) scale(1.2)"), offset: 0.35 },
    { transform: at(to, "translate(-50%, -50%)") },
  ];
  show("chip", text, frames, { duration: 900 * speed, delay, easing: "ease-in-out" });
}

/** @param {DOMRect} box @param {number} delay @param {number} speed */
function sparkle(box, delay, speed) {
  for (let ray = 0; ray < 7; ray++) {
    const turn = `rotate(${(ray * 360) / 7}deg)`;
    const frames = [
      { transform: at(box, `${turn} translateY(-${box.height * 0.3}px) scale(0)`), opacity: 1 },
      { transform: at(box, `${turn} translateY(-${box.height * 0.6}px) scale(1)`), opacity: 1, offset: 0.4 },
      { transform: at(box, `${turn} translateY(-${box.height * 0.8}px) scale(0)`), opacity: 0 },
    ];
    show("gleam", "✦", frames, { duration: 700 * speed, delay, easing: "ease-out" });
  }
}
