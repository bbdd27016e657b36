// Below the cloth: the prompt, the buttons for choices, and the sheet that asks for more. Tables and lessons show them.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { classMap } from "./lib/lit-html/directives/class-map.js";
import { anew } from "./anew.js";
import { cardImage, cardsOf } from "./cards.js";
import { sign } from "./icons.js";
import { KEYS } from "./keys.js";
import { drawingOf } from "./scene.js";
import { avatar, clock, face } from "./seats.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {Omit<import("./types.js").Face, "kind"> & { kind: string }} Look */

const ORDER = ["risk", "plain", "safe"]; // from the left to the right thumb
const FEW = 6; // cards that a sheet may list

/** Whether the viewer is asked out of turn, as for a defence. @param {Scene} scene */
const asked = ({ state, me }) =>
  state.question &&
  (state.asked.length ? state.asked.includes(me) : state.to_act === me) &&
  !state.answered &&
  state.legal.length > 0;

/** Whether a choice is tapped on the table: a card in hand, a seat, or what the game draws on the cloth.
 * @param {Scene} scene @param {Choice} step */
function isTapped(scene, step) {
  if (step.kind === "card") return cardsOf(scene.view.hands?.[scene.me]).includes(step.value);
  return step.kind === "seat" || (drawingOf(scene.about.game).taps ?? []).includes(step.kind);
}

/** How a choice looks, as the game says; plain otherwise. @param {Scene} scene @param {Choice} step @returns {Look} */
const faceOf = (scene, step) => ({ kind: "plain", ...drawingOf(scene.about.game).face?.(scene, step) });

/** The choices in the order in which they stand: risk at the left, what is safe at the right.
 * @param {Scene} scene @param {Choice[]} steps */
const inOrder = (scene, steps) =>
  steps
    .map((step) => ({ step, face: faceOf(scene, step) }))
    .sort(
      ({ face: one }, { face: other }) =>
        ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || (other.worth ?? 0) - (one.worth ?? 0),
    );

/** What the sheet asks, or nothing if taps on the table can give all answers. @param {Scene} scene @returns {Choice[]} */
function questions(scene) {
  const { offered, chosen } = scene;
  if (asked(scene)) return offered.length > FEW ? offered.filter((step) => !isTapped(scene, step)) : offered;
  const rest = offered.filter((step) => !isTapped(scene, step));
  const seats = offered.filter((step) => step.kind === "seat");
  if (chosen.length) return rest.length ? offered : seats;
  return rest.some((step) => step.kind !== "word" && step.kind !== "card") ? rest : [];
}

/** The buttons for choices that are not made with a tap on the table, and for those that the game also lists.
 * @param {Scene} scene */
export function acts(scene) {
  if (questions(scene).length) return nothing;
  const listed = drawingOf(scene.about.game).listed?.(scene) ?? [];
  const steps = scene.offered.filter((step) => !isTapped(scene, step) || listed.includes(step.kind));
  const only = scene.offered.length === 1;
  const buttons = inOrder(scene, steps).map(({ step, face }) => act(scene, step, only ? { ...face, kind: "only" } : face));
  return buttons.length ? anew(steps.map((step) => step.value).join(" "), buttons) : nothing;
}

/** @param {Scene} scene @param {Choice} step @param {Look} face */
function act(scene, step, { kind, picture, words, detail }) {
  const word = step.value.split(" ")[0];
  return html`<button class="act ${word} ${kind}" data-kind=${step.kind} data-move=${step.value} @click=${() => scene.choose(step)}>
    ${picture ?? nothing}<span class="says"><b>${words ?? step.words}</b>${detail ? html`<small>${detail}</small>` : nothing}</span>
    ${step.kind === "word" && KEYS[word] ? html`<kbd aria-hidden="true">${KEYS[word]}</kbd>` : nothing}
  </button>`;
}

/** @param {Scene} scene @param {{ step: Choice, face: Look }} choice */
function option(scene, { step, face }) {
  if (step.kind === "word") return act(scene, step, face);
  const picture = face.picture ?? (step.kind === "seat" ? avatar(scene.state.seats[Number(step.value)]) : nothing);
  const shown = step.kind === "card" && picture === nothing ? cardImage(scene.about, step.value) : picture;
  return html`<button class="option ${step.kind}-${step.value} ${face.kind}" data-kind=${step.kind} data-value=${step.value}
    @click=${() => scene.choose(step)}>
    ${shown}<span class="says"><b>${face.words ?? step.words}</b>${face.detail ? html`<small>${face.detail}</small>` : nothing}</span>
  </button>`;
}

/** @param {() => void} cancel */
export const again = (cancel) =>
  html`<button class="cancel" @click=${cancel}>${sign("undo")}<span>${t("Choose again")}</span><kbd aria-hidden="true">Esc</kbd></button>`;

/** The sheet: it lies over prompt and actions, never over the hand. Nothing moves when it opens.
 * @param {Scene} scene @param {{ words: unknown, cancel: () => void, more?: unknown }} what it asks, and what else it offers */
export function sheet(scene, { words, cancel, more }) {
  const steps = questions(scene);
  if (!steps.length) return nothing;
  const game = drawingOf(scene.about.game);
  const card = scene.chosen.find((step) => step.kind === "card");
  const kinds = new Set(steps.map((step) => step.kind));
  const asks = html`<section class="sheet" aria-label=${t("Choose")} data-count=${steps.length} data-kinds=${[...kinds].join(" ")}>
    <header>
      ${asked(scene) ? countdown(scene) : nothing} ${card ? cardImage(scene.about, card.value) : nothing}
      <div><h2>${words}</h2><p>${game.detail?.(scene) ?? scene.state.hint}</p></div>
      ${scene.chosen.length ? again(cancel) : nothing}
    </header>
    <div class="options">${inOrder(scene, steps).map((one) => option(scene, one))}</div>
    ${more ?? nothing}
  </section>`;
  return anew(`${steps.map((step) => step.value).join(" ")} ${words}`, asks);
}

/** The time that is left to answer, if there is a clock. @param {Scene} scene */
function countdown(scene) {
  const { left } = scene.state.seats[scene.me];
  if (left === null) return nothing;
  return html`<span class="countdown">${face(scene, scene.me)}${clock(scene.me, left)}</span>`;
}

/** The prompt: you, your clock as a ring, what is allowed now, and what of yours the game shows.
 * @param {Scene} scene @param {unknown} words @param {unknown} [detail] */
export function promptBand(scene, words, detail) {
  const { state, me } = scene;
  const seat = state.seats[me];
  const mine = state.phase === "playing" && state.to_act === me && !state.answered && !state.paused;
  const game = drawingOf(scene.about.game);
  const more = detail || mine ? (detail ?? game.detail?.(scene) ?? scene.state.hint ?? "") : "";
  const classes = classMap({ prompt: true, turn: me >= 0 && mine });
  return html`<div class=${classes} data-seat=${me} tabindex="-1">
    ${me >= 0 ? face(scene, me) : html`<span class="face">${sign("eye", t("You are watching"))}</span>`}
    <div class="words">${anew(`${words} ${more}`, html`<p>${words}</p>${more ? html`<small>${more}</small>` : nothing}`)}</div>
    ${clock(me, seat?.left)}
    ${game.mine?.(scene) ?? nothing}
  </div>`;
}
