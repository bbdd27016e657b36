// Announces whose turn it is, by screen reader, sound, title and vibration, and keeps the clocks running.
import { tellAloud } from "../live.js";
import { notify } from "../notify.js";
import { time } from "../seats.js";
import { play } from "../sound.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").State} State */

/** @param {string} title of the game @param {State} state @param {State | null} last */
export function announce(title, state, last) {
  const mine = state.phase === "playing" && state.to_act === state.you && !state.answered && !state.paused;
  const was = last?.phase === "playing" && last.to_act === last.you && !last.answered;
  document.title = mine ? `● ${t("Your turn")} – Kartenhaus` : `${title} – Kartenhaus`;
  if (mine && !was && last) {
    play("turn");
    if (document.hidden) navigator.vibrate?.(120);
    notify(title, state.table);
  }
  const finished = state.entries.some((entry) => entry.kind === "finished");
  if (finished) play(state.outcome?.winners.includes(state.you) ? "joy" : "turn");
  const said = state.entries.flatMap((entry) => entry.words ?? []);
  if (mine && !was) said.push(`${t("Your turn")}.`);
  tellAloud(said.join(" "));
}

/** Let the clocks run on the page between two states. @param {HTMLElement} root @param {import("./heard.js").Heard} heard */
export function tick(root, { state, received }) {
  if (!state || state.phase !== "playing" || state.paused) return;
  for (const acting of state.asked.length ? state.asked : [state.to_act]) {
    const left = state.seats[acting]?.left;
    if (left === null || left === undefined) continue;
    const now = left - (performance.now() - received);
    for (const clock of root.querySelectorAll(`.clock[data-seat="${acting}"]`)) clock.textContent = time(now);
    for (const ring of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`.ring[data-seat="${acting}"]`)))
      ring.style.setProperty("--left", String(Math.max(0, Math.min(1, now / Number(ring.dataset.whole)))));
  }
}
