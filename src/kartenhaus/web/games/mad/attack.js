// An attack in MAD, as it is shown: one that waits for an answer, cards that are to be given, or one that the viewer aims.
import { cardName } from "../../cards.js";
import { t } from "../../texts.js";

/** @typedef {import("../../types.js").Scene} Scene */
/** @typedef {"draw one" | "give two" | "woolly" | "swap hands"} Kind */
/** @typedef {{ kind: Kind, sign: string, attacker: number, victims: number[], aimed: boolean }} Attack */

/** What is printed on the card: what comes to the victim. @type {Record<Kind, string>} */
const SIGNS = { "draw one": "+1", "give two": "+2", woolly: "+3", "swap hands": "⇄" };
/** @type {Record<Kind, { whom: () => string, other: (name: string) => string, mine: () => string, back: (name: string) => string }>} */
const WORDS = {
  "draw one": {
    whom: () => t("Choose a player"),
    other: () => t("all others draw one"),
    mine: () => t("you draw one"),
    back: () => t("all others draw one"),
  },
  "give two": {
    whom: () => t("Who gets two cards?"),
    other: (name) => t("two cards for {name}", { name }),
    mine: () => t("you get two cards"),
    back: (name) => t("two cards for {name}", { name }),
  },
  woolly: {
    whom: () => t("Who draws three?"),
    other: (name) => t("{name} draws three", { name }),
    mine: () => t("you draw three"),
    back: (name) => t("{name} draws three", { name }),
  },
  "swap hands": {
    whom: () => t("Swap hands with whom?"),
    other: (name) => t("you swap hands with {name}", { name }),
    mine: () => t("hands are swapped"),
    back: () => t("no hands are swapped"),
  },
};

/** The attack that a card makes; undefined for all other cards. @param {string} card @returns {Kind | undefined} */
const kindOf = (card) => (card === "WW" ? "woolly" : card === "X" ? "swap hands" : /^.G$/.test(card) ? "give two" : undefined);

/** The card that the viewer is playing, or that lies open for the dealer to answer. @param {Scene} scene */
const played = ({ chosen, view }) =>
  chosen.find((step) => step.kind === "card")?.value ?? (view.pending === "first" ? view.open.split(" ").at(-1) : "");

/** The attack that is to be seen now. @param {Scene} scene @returns {Attack | null} */
export function attackOf(scene) {
  const { view, state, me, chosen } = scene;
  if (state.phase !== "playing") return null;
  const whom = chosen.find((step) => step.kind === "seat");
  const kind = kindOf(played(scene));
  if (whom && kind) return { kind, sign: SIGNS[kind], attacker: me, victims: [Number(whom.value)], aimed: true };
  const open = /** @type {Kind} */ (view.attack);
  if (view.pending === "answer") {
    const victims = state.asked.length ? [...state.asked] : [view.to_act];
    return { kind: open, sign: SIGNS[open], attacker: view.threat, victims, aimed: false };
  }
  if (view.pending === "give")
    return { kind: open, sign: `+${view.gifts}`, attacker: view.to_act, victims: [view.to], aimed: false };
  return null;
}

/** Whether the viewer is to answer an attack. @param {Scene} scene */
export const attacked = ({ view, state, me }) =>
  view.pending === "answer" && me >= 0 && state.legal.length > 0 && (state.asked.length ? state.asked : [view.to_act]).includes(me);

/** The question about a victim for the card that is played. @param {Scene} scene */
export function whomWords(scene) {
  const kind = kindOf(played(scene));
  return kind ? WORDS[kind].whom() : t("Choose a player");
}

/** What is played, and what follows from what was chosen so far. @param {Scene} scene */
export function playedWords(scene) {
  const card = played(scene);
  if (!card) return "";
  const attack = attackOf(scene);
  const name = cardName(scene.about, card);
  if (!attack?.aimed) return name;
  return `${name}: ${WORDS[attack.kind].other(scene.state.seats[attack.victims[0]]?.name ?? "")}`;
}

/** What happens to the viewer who lets an attack happen. @param {Scene} scene */
export const sufferedWords = ({ view }) => WORDS[/** @type {Kind} */ (view.attack)].mine();

/** What happens instead if the viewer defends. @param {Scene} scene */
export const bouncedWords = ({ view, state }) =>
  WORDS[/** @type {Kind} */ (view.attack)].back(state.seats[view.threat]?.name ?? "");
