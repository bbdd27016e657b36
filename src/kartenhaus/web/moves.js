// A legal move as a row of choices that people make on the table. The notation is docs/notation.md; no rules here.

/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Legal} Legal */

const COLOURS = ["g", "y", "r", "b"];
const WITH_CARD = ["play", "toss", "give", "place", "pass", "discard"];

/** @param {string} value @returns {Step} */
function named(value) {
  if (COLOURS.includes(value)) return { kind: "colour", value };
  if (value === "right" || value === "left") return { kind: "way", value };
  return /^\d+$/.test(value) ? { kind: "seat", value } : { kind: "act", value };
}

/** The choices that make up a move, in the order in which people make them. @param {string} move @returns {Step[]} */
export function steps(move) {
  const [verb, ...rest] = move.replace(/ !$/, "").split(" ");
  if (verb === "place") {
    const [card, space, , anchor] = rest;
    const placed = /** @type {Step[]} */ ([{ kind: "card", value: card }, { kind: "space", value: space }]);
    return anchor ? [...placed, { kind: "anchor", value: anchor }] : placed;
  }
  if (verb === "defend") return [{ kind: "card", value: "N" }, ...rest.map(named)];
  if (WITH_CARD.includes(verb) && rest.length) return [{ kind: "card", value: rest[0] }, ...rest.slice(1).map(named)];
  if (verb === "swap" || verb === "first") return rest.map(named);
  if (verb === "catch") return [{ kind: "act", value: move }];
  return [{ kind: "act", value: verb }];
}

/** @param {Step} one @param {Step} other */
export const same = (one, other) => one.kind === other.kind && one.value === other.value;

/** @param {Step[]} whole @param {Step[]} beginning */
const begins = (whole, beginning) => beginning.every((step, place) => whole[place] && same(whole[place], step));

/** The moves that begin with some choices; of two that differ in saying Mau only, the one wanted.
 * @param {Legal[]} legal @param {Step[]} chosen @param {boolean} saying */
export function fitting(legal, chosen, saying) {
  const all = legal.filter((one) => begins(steps(one.move), chosen));
  const texts = new Set(all.map((one) => one.move));
  return all.filter((one) => (one.move.endsWith(" !") ? saying : !saying || !texts.has(`${one.move} !`)));
}

/** What may be chosen next. @param {Legal[]} legal @param {Step[]} chosen @returns {Step[]} */
export function offers(legal, chosen) {
  const found = new Map();
  for (const one of fitting(legal, chosen, false).concat(fitting(legal, chosen, true))) {
    const next = steps(one.move)[chosen.length];
    if (next) found.set(`${next.kind} ${next.value}`, next);
  }
  return [...found.values()];
}

/** What comes of one more choice: a whole `move`, more to choose, or `tried`, which nothing legal begins with.
 * What has only one answer is not asked, but for the space of a card.
 * @param {Legal[]} legal @param {Step[]} before @param {Step} step @param {boolean} saying
 * @returns {{ move?: string, chosen: Step[], tried?: Step[] }} */
export function choice(legal, before, step, saying) {
  if (before.length === 1 && same(before[0], step)) return { chosen: [] };
  const anew = step.kind === "card" || (step.kind !== "space" && !fitting(legal, [...before, step], saying).length);
  let chosen = anew ? [step] : [...before, step];
  let moves = fitting(legal, chosen, saying);
  if (!moves.length) return { chosen: [], tried: chosen };
  let next = offers(legal, chosen);
  while (next.length === 1 && next[0].kind !== "space" && moves.every((one) => steps(one.move).length > chosen.length)) {
    chosen = [...chosen, next[0]];
    moves = fitting(legal, chosen, saying);
    next = offers(legal, chosen);
  }
  return moves.length === 1 && steps(moves[0].move).length === chosen.length ? { move: moves[0].move, chosen: [] } : { chosen };
}

/** The text to send so that the server says why a card or a space is not possible now.
 * @param {string} game @param {string} pending @param {Step[]} tried */
export function attempt(game, pending, tried) {
  const [card, space] = tried;
  if (card?.kind !== "card") return "";
  if (game === "maumau") {
    if (pending === "pass" || pending === "discard") return `${pending} ${card.value}`;
    return space?.kind === "space" ? `place ${card.value} ${space.value}` : "";
  }
  if (game === "mada") return `${["lost", "sting", "dealt"].includes(pending) ? "toss" : "play"} ${card.value}`;
  if (pending === "give") return `give ${card.value}`;
  const wild = { W: " r", WW: " r 0", N: " r", X: " r", J: " r" }[card.value] ?? "";
  return `play ${card.value}${/^[gyrb]W$/.test(card.value) ? " right" : /^[gyrb]G$/.test(card.value) ? " 0" : wild}`;
}
