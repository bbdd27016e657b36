// Faces that players make: a row to choose from, and a bubble at the seat for some seconds.
import { html } from "./lib/lit-html/lit-html.js";
import { FEELINGS, feeling } from "./art/joy.js";
import { picture } from "./cards.js";
import { pace, spot } from "./fly.js";
import { tellAloud } from "./live.js";
import { t } from "./texts.js";

const STAYS = 3500; // milliseconds
const APART = 1000; // between two faces of the viewer

/** What a face says, for those who do not see it. @type {Record<string, () => string>} */
const NAMES = {
  laugh: () => t("laugh"),
  cheer: () => t("cheer"),
  wow: () => t("wow"),
  think: () => t("think"),
  cry: () => t("cry"),
  grumble: () => t("grumble"),
};

/** @param {string} name */
const address = (name) => picture(`feeling ${name}`, () => feeling(name));

let last = -APART;

/** @param {(face: string) => void} react */
export function faces(react) {
  const choose = (/** @type {string} */ face) => () => {
    if (performance.now() - last < APART) return;
    last = performance.now();
    react(face);
  };
  return html`<div class="feelings" role="group" aria-label=${t("Make a face")}>
    ${FEELINGS.map(
      (name) => html`<button class="quiet" data-face=${name} @click=${choose(name)}>
        <img alt=${NAMES[name]()} src=${address(name)} /></button>`,
    )}
  </div>`;
}

/** Where a player's picture is: at the seat, in the lobby or the result; the viewer's own is beside the prompt.
 * @param {number} seat @param {number} you */
function pictured(seat, you) {
  const places = [...document.querySelectorAll(`[data-spot="hands.${seat}"] .avatar, [data-spot="face.${seat}"] .avatar`)];
  if (seat === you) places.unshift(...document.querySelectorAll(".prompt .avatar"));
  return places.map((one) => one.getBoundingClientRect()).findLast((box) => box.width) ?? spot(`hands.${seat}`);
}

/** Show a face at its seat. @param {{ seat: number, face: string, words: string }} reaction @param {number} you the viewer's seat */
export function show({ seat, face, words }, you) {
  tellAloud(words);
  const box = pictured(seat, you);
  if (!box || !FEELINGS.includes(face)) return;
  const bubble = document.createElement("img");
  bubble.className = "feeling";
  bubble.alt = "";
  bubble.src = address(face);
  bubble.dataset.seat = String(seat);
  const [x, y] = [
    Math.max(30, Math.min(innerWidth - 30, box.x + box.width / 2)),
    Math.max(34, box.y + Math.min(box.height / 2, 60)),
  ];
  const place = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  document.getElementById("sky")?.append(bubble);
  const frames = pace()
    ? [
        { transform: `${place} scale(0.2)`, opacity: 0 },
        { transform: `${place} scale(1.15)`, opacity: 1, offset: 0.06 },
        { transform: place, opacity: 1, offset: 0.1 },
        { transform: `${place} translateY(-8px)`, opacity: 1, offset: 0.9 },
        { transform: `${place} translateY(-12px)`, opacity: 0 },
      ]
    : [{ transform: place }, { transform: place }];
  const motion = bubble.animate(frames, { duration: STAYS });
  motion.onfinish = motion.oncancel = () => bubble.remove();
}
