// The prompt, the actions and the sheet of a table that is played.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { acts, promptBand, sheet } from "../bands.js";
import { sign } from "../icons.js";
import { sayable } from "../moves.js";
import { drawingOf } from "../scene.js";
import { t } from "../texts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** @param {Table} table @param {Scene} now */
export function bands(table, now) {
  const words = prompt(table, now);
  const asked = sheet(now, { words, cancel: () => table.cancel(), more: saying(table, now) });
  return { prompt: promptBand(now, words), actions: actions(table, now, asked !== nothing), sheet: asked };
}

/** @param {Table} table @param {Scene} now @param {boolean} asked whether the sheet is open */
function actions(table, now, asked) {
  const { state } = now;
  if (asked) return nothing;
  if (state.paused && state.you >= 0)
    return html`<button class="main" @click=${() => table.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>`;
  const again = html`<button class="cancel" @click=${() => table.cancel()}>${sign("undo")}<span>${t("Choose again")}</span></button>`;
  return html`${now.chosen.length ? again : nothing} ${acts(now)} ${saying(table, now)}`;
}

/** @param {Table} table @param {Scene} now */
function prompt({ luck }, now) {
  const { state } = now;
  const name = (/** @type {number} */ seat) => state.seats[seat]?.name ?? "";
  if (state.paused) return t("The game is paused");
  if (luck.waiting)
    return luck.seat === state.you ? t("You try your luck") : t("{name} tries their luck", { name: name(luck.seat) });
  if (state.phase !== "playing") return state.reason;
  if (state.answered) return t("You have answered. Wait for the others.");
  return state.to_act === state.you ? drawingOf(state.game).prompt(now) : t("It is {name}’s turn", { name: name(state.to_act) });
}

/** The word that may be said with a move. @param {Table} table @param {Scene} now */
function saying(table, { state, chosen }) {
  const { choosing } = table;
  const said = sayable(state.legal, chosen);
  if (!said) return nothing;
  const toggle = () => {
    choosing.saying = !choosing.saying;
    table.draw();
  };
  return html`<button class="mau" aria-pressed=${choosing.saying} @click=${toggle}>${said}</button>`;
}
