// An attack in MAD, as it is shown: one that waits for an answer, cards that are to be given, or one that the viewer aims.
import { cardName, cardsOf } from "../../cards.js";
import { told } from "../../moves.js";

/** @typedef {import("../../types.js").Scene} Scene */
/** @typedef {{ sign: string, attacker: number, victims: number[], aimed: boolean }} Attack */

/** The player whom the viewer has chosen, with what it does to them. @param {Scene} scene */
const aimedAt = ({ state, chosen }) => told(state.legal, chosen).find((step) => step.kind === "seat" && step.effect);

/** The players who are asked to answer an attack. @param {Scene} scene */
const asked = ({ view, state }) => (state.asked.length ? [...state.asked] : [view.to_act]);

/** The attack that is to be seen now. @param {Scene} scene @returns {Attack | null} */
export function attackOf(scene) {
  const { about, view, state, me } = scene;
  if (state.phase !== "playing") return null;
  const sign = (/** @type {string} */ attack) => about.picture.signs?.[attack] ?? "";
  const whom = aimedAt(scene);
  if (whom) return { sign: sign(whom.effect ?? ""), attacker: me, victims: [Number(whom.value)], aimed: true };
  if (view.pending === "answer") return { sign: sign(view.attack), attacker: view.threat, victims: asked(scene), aimed: false };
  if (view.pending === "give") return { sign: `+${view.gifts}`, attacker: view.to_act, victims: [view.to], aimed: false };
  return null;
}

/** Whether the viewer is to answer an attack. @param {Scene} scene */
export const attacked = (scene) =>
  scene.view.pending === "answer" && scene.me >= 0 && scene.state.legal.length > 0 && asked(scene).includes(scene.me);

/** What is played, and what it does to the player who was chosen. @param {Scene} scene */
export function playedWords(scene) {
  const { about, view, chosen } = scene;
  const first = view.pending === "first" ? cardsOf(view.open).at(-1) : ""; // it lies open, and the dealer answers for it
  const card = chosen.find((step) => step.kind === "card")?.value ?? first;
  const whom = aimedAt(scene);
  return card ? [cardName(about, card), whom?.brings].filter(Boolean).join(": ") : "";
}
