// MADA on the table: everybody's rug with their pile, the draw pile, what is allowed, and the moments that matter.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { address, cardImage, cardsOf, count } from "../cards.js";
import { sign } from "../icons.js";
import { same } from "../moves.js";
import { avatar, plate } from "../seats.js";
import { tally } from "../tally.js";
import { t, tn } from "../texts.js";
import { deck } from "./deck.js";
import { aside } from "./mada/aside.js";
import { part, reckoning } from "./mada/lost.js";
import { pile } from "./mada/pile.js";

export { spotlight } from "./mada/lost.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Choice} Choice */

/** Everything on the table. A spectator looks over the shoulder of the first seat.
 * @param {Scene} scene @param {number[]} others in the order of play */
export function cloth(scene, others) {
  const watching = scene.me < 0;
  const near = watching ? others[0] : scene.me;
  const around = watching ? others.slice(1) : others;
  return html`<div class="mada" data-count=${around.length}>
    ${around.map((seat, at) => place(scene, seat, String(at + 1)))}
    <div class="stock">${deck(scene, "draw")}<span class="label">${t("Draw pile")}</span></div>
    ${place(scene, near, "near")}
    <div class="stock thrown">${discard(scene)}<span class="label">${t("Discard")}</span></div>
  </div>`;
}

/** A seat: its plate, unless it is the viewer's, and its rug. @param {Scene} scene @param {number} seat @param {string} at */
function place(scene, seat, at) {
  const mine = seat === scene.me;
  const step = /** @type {import("../types.js").Step} */ ({ kind: "seat", value: String(seat) });
  const offered = scene.offered.some((one) => same(one, step));
  const rug = `rug ${mine ? "own" : ""} ${offered ? "offered" : ""} ${part(scene, seat)}`;
  // the plate is the button for keyboards and screen readers; cards that you set aside fly to `home` if no prompt shows them
  return html`<section class="place" data-at=${at} aria-label=${mine ? t("Your pile") : nothing}>
    ${mine ? nothing : plate(scene, seat, belongings(scene, seat))}
    <div class=${rug} data-colour=${scene.state.seats[seat].colour} @click=${offered ? () => scene.choose(step) : nothing}>
      ${pile(scene, seat, reckoning(scene, seat))}
      ${mine ? html`<i class="home" data-spot="aside.${seat}"></i>` : nothing}
    </div>
  </section>`;
}

/** The cards that a seat holds, and those it has set aside. @param {Scene} scene @param {number} seat */
function belongings(scene, seat) {
  const held = count(scene.view.hands[seat]);
  const back = html`<img alt="" src=${address(scene.about, "?")} data-place="hands.${seat}" data-card="?" />`;
  return html`<span class="belongings">
    <span class="backs" role="img" aria-label=${tn("{count} card in hand", "{count} cards in hand", held)}
      >${Array.from({ length: held }, () => back)}<b>${tally(`hands.${seat}`, held)}</b></span>
    ${aside(scene, seat)}
  </span>`;
}

/** @param {Scene} scene */
function discard(scene) {
  const cards = cardsOf(scene.view.discard);
  const label = tn("discard, {count} card", "discard, {count} cards", cards.length);
  return html`<span class="deck" data-spot="discard" role="img" aria-label=${label}>${
    cards.length ? cardImage(scene.about, cards[cards.length - 1], "discard") : html`<span class="gap"></span>`
  }<span class="tally">${tally("discard", cards.length)}</span></span>`;
}

/** What more there is to say about a choice that is not a turn; on a turn the buttons say it. @param {Scene} scene */
export const detail = (scene) => (scene.view.pending ? (scene.state.hint ?? "") : "");

/** What the viewer has set aside, beside the prompt. @param {Scene} scene */
export const mine = (scene) => (scene.me < 0 ? nothing : aside(scene, scene.me));

/** A card that may be played has a button too, and so have the piles to choose from. @param {Scene} scene */
export const listed = ({ view }) => (view.pending ? ["seat"] : ["card"]);

/** Playing is the move at the right thumb; luck is a risk, and says why if nothing else is left.
 * @param {Scene} scene @param {Choice} step @returns {import("../types.js").Face} */
export function face(scene, step) {
  if (step.value === "luck" && scene.offered.length === 1) return { kind: "risk", picture: sign("luck"), detail: scene.state.hint };
  if (step.value === "luck") return { kind: "risk", picture: sign("luck"), words: t("Try luck") };
  if (step.value === "draw") return { kind: "plain", picture: sign("deck"), words: t("Draw") };
  if (step.value === "done") return { kind: "safe", words: t("Keep all cards") };
  if (step.sure) return { kind: "safe" };
  if (step.kind === "seat") return { picture: avatar(scene.state.seats[Number(step.value)]) };
  if (step.kind !== "card") return {};
  const card = /^\d+$/.test(step.value) ? step.value : scene.about.names.cards[step.value];
  if (scene.view.pending) return { kind: "plain", words: t("Throw away {card}", { card }) };
  return { kind: "safe", words: t("Play {card}", { card }) };
}

/** A player who lost the round may throw away several cards. @param {import("../types.js").View} view */
export const several = (view) => view.pending === "lost";

/** A card is thrown away for good: it is chosen first. @param {State} state @param {import("../types.js").Legal} move */
export function sure({ legal, view }, move) {
  if (view && several(view)) return "";
  const card = (move.steps ?? [])[0];
  const tosses = move.move.startsWith("toss ") && card && legal.length > 1;
  return tosses ? t("Throw away {card}", { card: /^\d+$/.test(card.value) ? card.value : card.words }) : "";
}

/** @param {Scene} scene */
export const places = ({ about }) => about.picture.hand ?? 0;

/** The card that luck turned up, if luck was tried. @param {import("../types.js").Entry} entry */
export const luck = ({ move, events = [] }) =>
  move === "luck" ? events.find((event) => event.kind === "card" && event.from === "draw") : undefined;

/** The same card if luck held: it lies on a pile, lost no round, and is not a Lemur, which fits everywhere.
 * @param {import("../types.js").Entry} entry */
export function held(entry) {
  const card = luck(entry);
  const lost = entry.events?.some((event) => event.kind === "round");
  return card?.to?.startsWith("piles.") && card.card !== "L" && !lost ? [card] : [];
}

/** What is called out when something special happens, and where. Of a shuffle, only the log's sentence says that it is special.
 * @param {GameEvent} event @param {string} top the card it falls on @param {boolean} lucky
 * @returns {{ at: string, text: string } | null} */
export function shout({ kind, card = "", from = "", to = "", words = "", amount = 0 }, top, lucky) {
  if (lucky) return { at: to, text: top && top !== "L" ? t("{card} on {top}: lucky!", { card, top }) : t("Lucky!") };
  if (kind === "card" && card === "S") return { at: to, text: t("Scorpion!") };
  if (kind === "dragged") return { at: to, text: tn("{count} card goes under", "{count} cards go under", amount - 1) };
  if (kind === "swapped") return { at: from, text: t("Swap!") };
  return kind === "shuffled" && words ? { at: to || "draw", text: t("Shuffled anew") } : null;
}
