// MAD on the table: a page of a magazine, the seats around it, the open pile and its colour, the direction of play, attacks.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { repeat } from "../lib/lit-html/directives/repeat.js";
import { anew } from "../anew.js";
import { aim } from "../arrow.js";
import { emblem } from "../art/mad.js";
import { chevron, halftone } from "../art/newsprint.js";
import { cardImage, cardName, cardsOf, picture } from "../cards.js";
import { sign } from "../icons.js";
import { plate } from "../seats.js";
import { tally } from "../tally.js";
import { t, tn } from "../texts.js";
import { deck } from "./deck.js";
import { attackOf, attacked, playedWords } from "./mad/attack.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("./mad/attack.js").Attack} Attack */

/** Where the others sit, from the right neighbour on: up the right side, over the top, down the left side. */
const PLACES = [
  [],
  ["top"],
  ["right", "left"],
  ["right", "top", "left"],
  ["right", "top-right", "top-left", "left"],
  ["right", "top-right", "top", "top-left", "left"],
];
const MOST_BACKS = 10;
const MOST_BELOW = 3; // cards seen under the top of the open pile

/** The colour that counts now. @param {string} top */
const colourOf = (top) => top.split(":")[1] ?? (/^[gyrb]/.test(top) ? top[0] : "");

/** A name at the beginning of a line. @param {string} name */
const capital = (name) => name.charAt(0).toLocaleUpperCase() + name.slice(1);

/** @param {string} colour */
const emblemImage = (colour) => html`<img alt="" src=${picture(`emblem ${colour}`, () => emblem(colour))} />`;

/** What a seat shows: its cards from behind, their number, and what comes to them.
 * @param {Scene} scene @param {number} seat @param {Attack | null} attack */
function belongings(scene, seat, attack) {
  const cards = cardsOf(scene.view.hands[seat]);
  const known = cards.filter((card) => card !== "?");
  const shown = cards.slice(-MOST_BACKS);
  const lies = (/** @type {number} */ at) => `--above: ${shown.length - 1 - at}; --turn: ${(at - (shown.length - 1) / 2) * 3.5}deg`;
  const hit = attack?.victims.includes(seat);
  const sure = known.length && scene.state.phase === "playing" ? tn("you know {count}", "you know {count}", known.length) : "";
  const label = [tn("{count} card in hand", "{count} cards in hand", cards.length), sure].filter(Boolean).join(", ");
  return html`${sure ? html`<small class="sure" aria-hidden="true">${sure}</small>` : nothing}
    <span class="belongings">
      <span class="backs" role="img" aria-label=${label} .style=${`--count: ${shown.length}`}>
        ${shown.map((card, at) => html`<i .style=${lies(at)}>${cardImage(scene.about, card, `hands.${seat}`)}</i>`)}</span
      ><b class="number" aria-hidden="true">${tally(`hands.${seat}`, cards.length)}</b
      >${hit ? html`<b class="plus">${attack?.sign}</b>` : nothing}
    </span>
    ${flag(scene, seat, attack)}`;
}

/** A label at a seat: who attacks, who is next; none where the plate says that it is their turn.
 * @param {Scene} scene @param {number} seat @param {Attack | null} attack */
function flag(scene, seat, attack) {
  const { state } = scene;
  if ((state.asked.length ? state.asked : [state.to_act]).includes(seat)) return nothing;
  if (attack && !attack.aimed && attack.attacker === seat) return html`<span class="flag attacks">${t("attacks")}</span>`;
  return state.next === seat ? html`<span class="flag follows">${t("next")}</span>` : nothing;
}

/** The open pile in a frame of the colour that counts. @param {Scene} scene @param {string[]} cards */
function open(scene, cards) {
  const below = cards.slice(-1 - MOST_BELOW, -1);
  const label = `${t("Open pile")}: ${cardName(scene.about, cards.at(-1) ?? "?")}`;
  return html`<div class="frame" data-spot="open" role="img" title=${t("Open pile")} aria-label=${label}>
    ${below.map(
      (card, at) => html`<span class="below turn-${(cards.length - below.length + at) % 4}">${cardImage(scene.about, card)}</span>`,
    )}
    ${cardImage(scene.about, cards.at(-1) ?? "?", "open")}
  </div>`;
}

/** The direction of play in words. @param {Scene} scene */
function caption(scene) {
  const right = scene.view.direction === "right";
  const mine = scene.me >= 0 && scene.state.next === scene.me;
  const label = html`<span class="label">
    ${right ? nothing : sign("previous")}
    <span>${right ? t("Play goes to the right") : t("Play goes to the left")}${mine ? html` · <b>${t("you are next")}</b>` : nothing}</span>
    ${right ? sign("next") : nothing}
  </span>`;
  return html`<p class="caption ${scene.view.direction}">${anew(`${mine} ${right}`, label)}</p>`;
}

/** Everything on the table. @param {Scene} scene @param {number[]} others from the right neighbour on */
export function cloth(scene, others) {
  const { view, me } = scene;
  const cards = cardsOf(view.open);
  const colour = colourOf(cards.at(-1) ?? "");
  const attack = attackOf(scene);
  const near = me < 0 ? others.slice(0, 1) : []; // a spectator looks over somebody's shoulder
  const around = others.slice(near.length);
  const seats = [
    ...around.map((seat, at) => ({ seat, place: PLACES[around.length][at] })),
    ...near.map((seat) => ({ seat, place: "near" })),
  ];
  const masks = `--dots: url("${picture("mad dots", halftone)}"); --chevron: url("${picture("mad chevron", chevron)}")`;
  aim(attack ? { ...attack, me, victims: attack.victims.filter((seat) => seat !== me || attacked(scene)) } : null);
  return html`<div class="magazine colour-${colour || "none"}" data-count=${around.length} .style=${masks}>
    <div class="dots" aria-hidden="true"></div>
    <div class="rays" aria-hidden="true"></div>
    <div class="track ${view.direction}" aria-hidden="true">
      <i class="north"></i><i class="east"></i><i class="south"></i><i class="west"></i>
    </div>
    <svg class="strike" aria-hidden="true"></svg>
    ${repeat(
      seats,
      ({ seat }) => seat,
      ({ seat, place }) => html`<div class="place" data-at=${place}>${plate(scene, seat, belongings(scene, seat, attack))}</div>`,
    )}
    <div class="closed">${deck(scene, "closed")}<span class="label">${t("Closed pile")}</span></div>
    ${open(scene, cards)}
    ${colour ? html`<div class="named">${emblemImage(colour)}<b>${capital(scene.about.names.colours[colour])}</b></div>` : nothing}
    ${caption(scene)}
  </div>`;
}

/** How a choice looks. @param {Scene} scene @param {import("../types.js").Choice} step @returns {import("../types.js").Face} */
export function face(scene, step) {
  if (step.kind === "colour") {
    const held = cardsOf(scene.view.hands[scene.me]).filter((card) => card.length === 2 && card[0] === step.value).length;
    return {
      picture: emblemImage(step.value),
      words: capital(step.words),
      detail: tn("you hold {count}", "you hold {count}", held),
    };
  }
  if (step.kind === "way")
    return step.value === "left"
      ? { picture: sign("previous"), detail: t("to the left"), kind: "risk" }
      : { picture: sign("next"), detail: t("to the right") };
  if (step.kind === "seat") {
    const count = cardsOf(scene.view.hands[Number(step.value)]).length;
    return { detail: tn("{count} card", "{count} cards", count) };
  }
  if (attacked(scene) && step.kind === "card")
    return { words: t("{words}!", { words: step.words }), detail: step.brings, kind: "safe" };
  return { detail: step.brings };
}

/** One more sentence: what is played, or what the rules say besides. @param {Scene} scene */
export const detail = (scene) => (scene.chosen.length ? playedWords(scene) : scene.state.hint);

/** @param {Scene} scene @param {string} card */
export const fresh = (scene, card) => scene.view.pending === "drawn" && scene.view.to_act === scene.me && scene.view.drawn === card;

export const counts = true;
