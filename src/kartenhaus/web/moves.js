// From taps to a move. Every legal move lists its steps (docs/wire.md); this file only follows them and knows no rules.
import { fill, t } from "./texts.js";

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Legal} Legal */

const READ = ["colour", "way", "word"]; // kinds of choices shown as text: two with the same text are one

/** @param {Step} one @param {Step} other */
export const same = (one, other) => one.kind === other.kind && one.value === other.value;

/** The choices of a move, without the word said with it. @param {Pick<Legal, "steps">} move @returns {Choice[]} */
const chosenFor = (move) => (move.steps ?? []).filter((step) => step.kind !== "say");

/** The word said with a move. @param {Legal} move */
const saidWith = (move) => (move.steps ?? []).find((step) => step.kind === "say");

/** The moves that begin with some choices. @param {Legal[]} legal @param {Step[]} chosen */
const beginning = (legal, chosen) =>
  legal.filter((one) => chosen.every((step, at) => chosenFor(one)[at] && same(chosenFor(one)[at], step)));

/** The same; of two that differ only in the word said, the wanted one.
 * @param {Legal[]} legal @param {Step[]} chosen @param {boolean} saying */
export function fitting(legal, chosen, saying) {
  /** @type {Map<string, Legal>} */
  const found = new Map();
  for (const one of beginning(legal, chosen)) {
    const key = JSON.stringify(chosenFor(one));
    if (!found.has(key) || Boolean(saidWith(one)) === saying) found.set(key, one);
  }
  return [...found.values()];
}

/** Moves that one tap would make, with a button that makes them: one more step. @param {Legal[]} legal
 * @param {(move: Legal) => string} words of the button; none for a move that needs none @returns {Legal[]} */
export const asSure = (legal, words) =>
  legal.map((one) => {
    const said = words(one);
    const sure = /** @type {Choice} */ ({ kind: "word", value: one.move, words: said, sure: true });
    return said ? { ...one, steps: [...(one.steps ?? []), sure] } : one;
  });

/** What may be chosen next, each once. @param {Legal[]} legal @param {Step[]} chosen @returns {Choice[]} */
export function offers(legal, chosen) {
  /** @type {Map<string, Choice>} */
  const found = new Map();
  for (const one of beginning(legal, chosen)) {
    const next = chosenFor(one)[chosen.length];
    if (!next) continue;
    const key = `${next.kind} ${READ.includes(next.kind) ? next.words : next.value}`;
    if (!found.has(key)) found.set(key, next);
  }
  return [...found.values()];
}

/** What was chosen, in the words of the moves that begin with it. @param {Legal[]} legal @param {Step[]} chosen @returns {Choice[]} */
export const told = (legal, chosen) => chosenFor(beginning(legal, chosen)[0] ?? {}).slice(0, chosen.length);

/** What the viewer may do now, or what is asked about their next choice. @param {import("./types.js").Scene} scene */
export function prompt({ about, state, chosen, offered }) {
  const key = (/** @type {Choice} */ { kind, value, effect = "" }) =>
    [effect, kind === "word" ? value : kind].find((one) => Object.hasOwn(about.questions, one));
  const asked = chosen.length ? offered.map(key).findLast(Boolean) : undefined;
  const card = told(state.legal, chosen).find((step) => step.kind === "card")?.words ?? "";
  if (asked) return fill(about.questions[asked], { card });
  if (offered.some((step) => step.sure)) return t("Really?");
  return state.prompt || (offered.some((step) => step.kind === "card") ? t("Your turn: choose a card") : t("Your turn"));
}

/** The word that could be said with the move; empty if there is none. @param {Legal[]} legal @param {Step[]} chosen */
export const sayable = (legal, chosen) =>
  beginning(legal, chosen)
    .map((one) => saidWith(one)?.words)
    .find(Boolean) ?? "";

/** The result of a tap, or of dropping a card: a complete `move`, more to choose, or `tried`, with which no legal move
 * begins.
 * If only one answer is left, it is chosen without asking.
 * @param {Legal[]} legal @param {Step[]} before @param {Step[]} taps @param {boolean} saying
 * @returns {{ move?: string, chosen: Step[], tried?: Step[] }} */
export function choice(legal, before, taps, saying) {
  if (taps.length === 1 && before.length && same(before[0], taps[0])) return { chosen: [] };
  const further = [...before, ...taps];
  let chosen = [further, taps].find((path) => beginning(legal, path).length);
  if (!chosen) {
    const anew = taps[0].kind === "card";
    return { chosen: anew ? [] : before, tried: (anew ? taps : further).map(({ kind, value }) => ({ kind, value })) };
  }
  let next = offers(legal, chosen);
  while (next.length === 1 && !next[0].sure) {
    chosen = [...chosen, next[0]];
    next = offers(legal, chosen);
  }
  return next.length ? { chosen } : { move: fitting(legal, chosen, saying)[0].move, chosen: [] };
}
