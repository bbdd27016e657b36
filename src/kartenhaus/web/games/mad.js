// MAD on the table: the open pile and its colour, the direction of play, and who is under attack.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { emblem } from "../art/mad.js";
import { cardImage, cardsOf, picture } from "../cards.js";
import { sign } from "../icons.js";
import { deck } from "./deck.js";
import { plate, seatName } from "../seats.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../types.js").Scene} Scene */

const ATTACKS = {
  "draw one": () => t("Draw One"),
  "give two": () => t("Give Two"),
  woolly: () => t("Wild and Woolly"),
  "swap hands": () => t("Swap Hands"),
};

/** The colour that counts now. @param {string} top */
const colourOf = (top) => top.split(":")[1] ?? (/^[gyrb]/.test(top) ? top[0] : "");

/** What another seat shows. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const cards = cardsOf(scene.view.hands[seat]);
  const known = cards.filter((card) => card !== "?");
  return html`<span class="belongings">
    <span class="backs" role="img" aria-label=${tn("{count} card in hand", "{count} cards in hand", cards.length)}>
      ${cards.slice(0, 12).map((card) => html`<i>${cardImage(scene.about, card, `hands.${seat}`)}</i>`)}</span
    ><b class="number" aria-hidden="true">${cards.length}</b>
    ${
      known.length && scene.state.phase === "playing"
        ? html`<small class="sure">${tn("you know {count}", "you know {count}", known.length)}</small>`
        : nothing
    }
  </span>`;
}

/** How a choice looks in the sheet. @param {Scene} _ @param {import("../types.js").Choice} step @returns {import("../types.js").Face} */
export function face(_, step) {
  if (step.kind === "colour")
    return { picture: html`<img alt="" src=${picture(`emblem ${step.value}`, () => emblem(step.value))} />` };
  return step.kind === "way" ? { picture: sign(step.value === "right" ? "next" : "previous") } : {};
}

/** Everything on the table: the next player sits at the right. @param {Scene} scene @param {number[]} others */
export const cloth = (scene, others) =>
  html`<div class="seats" data-count=${others.length}>
      ${others.toReversed().map((seat) => plate(scene, seat, belongings(scene, seat)))}
    </div>
    <div class="middle">${middle(scene)}</div>`;

/** @param {Scene} scene */
function middle(scene) {
  const { view } = scene;
  const cards = cardsOf(view.open);
  const top = cards[cards.length - 1] ?? "?";
  const colour = colourOf(top);
  return html`<div class="ring ${view.direction}" aria-hidden="true"></div>
    <div class="spread">
      <div class="stock">
        ${deck(scene, "closed")}
        <span class="label">${t("Closed pile")}</span>
      </div>
      <div class="stock">
        <span class="deck open colour-${colour}" data-spot="open">
          ${cards.slice(-4, -1).map((card) => html`<span class="below">${cardImage(scene.about, card)}</span>`)}
          ${cardImage(scene.about, top, "open")}
        </span>
        <span class="label named colour-${colour}">${
          colour
            ? html`<img alt="" src=${picture(`emblem ${colour}`, () => emblem(colour))} />${scene.about.names.colours[colour]}`
            : t("Open pile")
        }</span>
      </div>
    </div>
    <p class="direction">
      ${sign(view.direction === "right" ? "next" : "previous")}
      ${view.direction === "right" ? t("Play goes to the right") : t("Play goes to the left")}
    </p>
    ${attack(scene)}`;
}

/** Who is under attack, by whom, and how. @param {Scene} scene */
function attack(scene) {
  const { view, state } = scene;
  if (view.pending !== "answer" || state.phase !== "playing") return nothing;
  const kind = ATTACKS[/** @type {keyof typeof ATTACKS} */ (view.attack)]?.() ?? "";
  const from = view.threat;
  const victims = state.asked.length ? state.asked : [view.to_act];
  const text = t("{attack}! {attacker} against {victim}", {
    attack: kind,
    attacker: seatName(state.seats[from], from),
    victim: victims.map((seat) => seatName(state.seats[seat], seat)).join(", "),
  });
  return html`<p class="attack" data-from=${from} data-to=${view.to_act}><span class="burn"></span>${text}</p>`;
}

/** @param {Scene} scene */
export function prompt(scene) {
  const { view, about, chosen } = scene;
  if (view.pending === "first" && !chosen.length) return t("The first card counts as yours. Choose for it.");
  if (chosen.length) {
    const kinds = new Set(scene.offered.map((step) => step.kind));
    if (kinds.has("colour")) return t("Name a colour");
    if (kinds.has("way")) return t("Who goes next?");
    if (kinds.has("seat")) return t("Choose a player");
  }
  if (view.pending === "drawn") return t("You drew {card}. Play it or keep it?", { card: about.names.cards[view.drawn] ?? "" });
  if (view.pending === "answer") return t("You are attacked. What do you do?");
  if (view.pending === "give") return tn("Give away {count} card", "Give away {count} cards", view.gifts ?? 1);
  return t("Your turn: play a card that fits, or draw");
}

/** @param {Scene} scene @param {string} card */
export const fresh = (scene, card) => scene.view.pending === "drawn" && scene.view.to_act === scene.me && scene.view.drawn === card;
