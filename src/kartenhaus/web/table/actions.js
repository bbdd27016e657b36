// Below the middle: the prompt, and buttons for choices that are not cards or places.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { sign } from "../icons.js";
import { sayable } from "../moves.js";
import { acts, drawingOf } from "../scene.js";
import { t } from "../texts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** @param {Table} table @param {Scene} now */
export function actions(table, now) {
  const { state } = now;
  return html`<p class="prompt">${state.paused ? t("The game is paused") : prompt(table, now)}</p>
    <div class="buttons">
      ${acts(now)} ${saying(table, now)}
      ${
        now.chosen.length
          ? html`<button class="quiet cancel" @click=${() => table.cancel()}>${sign("undo")} ${t("Choose again")}</button>`
          : nothing
      }
      ${
        state.paused && state.you >= 0
          ? html`<button class="main" @click=${() => table.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>`
          : nothing
      }
    </div>`;
}

/** @param {Table} table @param {Scene} now */
function prompt({ luck }, now) {
  const { state } = now;
  const name = (/** @type {number} */ seat) => state.seats[seat]?.name ?? "";
  if (luck.waiting)
    return luck.seat === state.you ? t("You try your luck") : t("{name} tries their luck", { name: name(luck.seat) });
  if (state.phase !== "playing") return "";
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
