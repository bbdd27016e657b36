// Announces whose turn it is, by screen reader, sound, title and vibration, and keeps the clocks running.
import { tellAloud } from "../live.js";
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
  const acting = state.asked[0] ?? state.to_act;
  const element = root.querySelector(`.clock[data-seat="${acting}"]`);
  const left = state.seats[acting]?.left;
  if (element && left !== null && left !== undefined) element.textContent = time(left - (performance.now() - received));
}
