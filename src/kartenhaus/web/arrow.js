// Draws an attack as an arrow over the table, from the attacker to the victim, and a defence as one back.
import { pace, spot } from "./fly.js";

/** Draw the arrow of the open attack, or hide it if there is none. */
export function arrow() {
  const sign = /** @type {HTMLElement | null} */ (document.querySelector(".attack"));
  const drawn = sign && draw(`hands.${sign.dataset.from}`, `hands.${sign.dataset.to}`);
  if (!drawn) document.getElementById("strike")?.setAttribute("hidden", "");
}

/** Animate an attack or a defence. @param {string} from @param {string} to places */
export function strike(from, to) {
  const motion = draw(from, to)?.animate([{ strokeDashoffset: "280px" }, { strokeDashoffset: "0px" }], {
    duration: 900 * pace(),
    easing: "ease-out",
  });
  if (motion) motion.onfinish = arrow;
}

/** @param {string} attacker @param {string} victim */
function draw(attacker, victim) {
  const field = document.getElementById("strike");
  const path = field?.querySelector(":scope > path");
  const from = spot(attacker);
  const to = spot(victim);
  if (!field || !path || !from || !to) return null;
  const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2, to.y + to.height / 2];
  const bend = Math.abs(x2 - x1) > Math.abs(y2 - y1) ? [(x1 + x2) / 2, Math.max(y1, y2) + 90] : [(x1 + x2) / 2 + 70, (y1 + y2) / 2];
  path.setAttribute("d", `M${x1} ${y1} Q${bend[0]} ${bend[1]} ${x2} ${y2}`);
  Object.assign(field.dataset, { from: attacker, to: victim });
  field.removeAttribute("hidden");
  return path;
}
