// A lost round: the card that lost it, large, with what it met; then what everybody sets aside, on their own rugs.
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { cardImage } from "../../cards.js";
import { ownerOf } from "../../events.js";
import { t } from "../../texts.js";
import { pearImage, pearsOn } from "./aside.js";

/** @typedef {import("../../types.js").Scene} Scene */

/** The first picture: both cards side by side, and what follows from it. @param {Scene} scene */
export function spotlight(scene) {
  const { moment, about } = scene;
  if (moment?.beat !== 1) return nothing;
  const { card = "", on = "", words = "" } = moment.round.lost;
  return html`<section class="fatal" aria-hidden="true">
    <p class="huge">${t("{card} on {top}", { card, top: on })}</p>
    <div class="met">${cardImage(about, card)}${cardImage(about, on)}<i class="less"></i></div>
    <div class="told">
      <h2>${words}</h2>
      <small>${t("Tap to go on")}</small>
    </div>
  </section>`;
}

/** Whether the rug of a seat shows its part of the reckoning now. @param {Scene} scene @param {number} seat */
export function part(scene, seat) {
  const { moment } = scene;
  if (moment?.beat !== 2) return "";
  if (moment.round.lost.seat === seat) return "lost";
  const at = moment.round.aside.findIndex((event) => ownerOf(event.to ?? "") === seat);
  return at >= 0 && at < moment.shown ? "sets" : "waits";
}

/** What is written on the rug of a seat: which card it sets aside and what that is worth, or that it lost.
 * @param {Scene} scene @param {number} seat */
export function reckoning(scene, seat) {
  const { moment } = scene;
  const what = part(scene, seat);
  if (!moment || !what) return nothing;
  const { lost, aside } = moment.round;
  if (what === "lost") return html`<b class="stamp" data-seat=${seat}>${lost.card} &lt; ${lost.on}</b>`;
  const at = aside.findIndex((event) => ownerOf(event.to ?? "") === seat);
  if (what === "waits") return nothing;
  const card = aside[at].card ?? "?";
  return html`<b class="got" data-seat=${seat} data-card=${card}><i class="nth">${at + 1}</i>+${pearsOn(scene, card)} ${pearImage()}</b>`;
}
