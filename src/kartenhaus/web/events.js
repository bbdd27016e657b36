// What happened, as the rules report it (docs/wire.md, "Events"). Nothing here compares two states or parses a move.
import { cardsOf } from "./cards.js";
import { t, tn } from "./texts.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").View} View */
/** Cards that move: one with its face, or several together with the face of the top one. `turned`: turned up from a pile that is
 * face down. `stays`: it still lies there at the end. `together`: at the same time as the one before.
 * @typedef {{ kind: "fly", card: string, amount: number, from: string, to: string, turned?: boolean, stays?: boolean,
 *   together?: boolean }} Flight */
/** An effect at a place; points, attacks and defences come from another place.
 * @typedef {{ kind: "points" | "bubble" | "remark" | "strike" | "sparkle", at: string, from?: string, text?: string,
 *   amount?: number }} Joy */
/** @typedef {Flight | Joy} Act */

/** The events of some entries, in order. @param {Entry[]} entries @returns {GameEvent[]} */
export const eventsOf = (entries) => entries.flatMap((entry) => entry.events ?? []);

/** The seat that owns a place: 2 for `hands.2`, -1 for none. @param {string} place */
export function ownerOf(place) {
  const seat = place.split(".")[1];
  return /^\d+$/.test(seat) ? Number(seat) : -1;
}

/** The sentences of an entry, each with the name it begins with, if any, and the rule behind it.
 * @param {Entry} entry @returns {{ words: string, who: string, rule: string }[]} */
export function sentences(entry) {
  const told = (entry.events ?? []).flatMap(({ words = "", who = "", rule }) => (words ? [{ words, who, rule }] : []));
  const { words = "", who = "" } = entry;
  return told.map((one) => one.words).join(" ") === words ? told : [{ words, who, rule: "" }];
}

/** What belongs to the event before it: the loss to the card that lost, the drag to its Lemur. */
const ATTACHED = new Set(["round", "dragged"]);

/** An entry as one looks at it step by step: each step has a sentence and the events that it describes.
 * @param {Entry} entry @returns {Entry[]} */
export function stepsOf(entry) {
  if (sentences(entry).length < 2) return [entry];
  /** @type {GameEvent[][]} */
  const steps = [];
  for (const event of entry.events ?? []) {
    const last = steps.at(-1);
    const told = last?.some((one) => one.words);
    if (!last || (event.words && told && !ATTACHED.has(event.kind))) steps.push([event]);
    else last.push(event);
  }
  return steps.map((events) => ({ ...entry, events, words: events.flatMap((event) => event.words || []).join(" ") }));
}

/** A lost round, and what everybody sets aside because of it; null if there is none.
 * @param {Entry[]} entries @returns {{ lost: GameEvent, aside: GameEvent[] } | null} */
export function roundOf(entries) {
  const events = entries.findLast((entry) => entry.events?.some((event) => event.kind === "round"))?.events ?? [];
  const at = events.findIndex((event) => event.kind === "round");
  return at < 0 ? null : { lost: events[at], aside: events.slice(at + 1).filter((event) => event.kind === "card") };
}

/** The story as far as it is shown: what a lost round brings is added when it is seen.
 * @param {Entry[]} story @param {import("./types.js").Moment | null} moment @returns {Entry[]} */
export function storyAt(story, moment) {
  const last = moment ? story.findIndex((entry) => entry.events?.includes(moment.round.lost)) : -1;
  if (!moment || last < 0) return story;
  const events = story[last].events ?? [];
  const shown = moment.beat === 2 ? events : events.slice(0, events.indexOf(moment.round.lost) + moment.beat);
  return [...story.slice(0, last), { ...story[last], events: shown, words: wordsOf(shown) }];
}

/** @param {GameEvent[]} events */
const wordsOf = (events) => events.flatMap(({ words }) => words || []).join(" ");

/** Where cards lie during events: what a view shows, and what has moved since. */
class Places {
  /** @param {View} view before the events @param {boolean} [counts] whether the cards that somebody is made to draw are counted */
  constructor(view, counts = false) {
    this.view = view;
    this.counts = counts;
    /** @type {Map<string, string[]>} */
    this.known = new Map();
    /** @type {Map<string, number>} */
    this.owed = new Map(); // by hand: the cards it is made to draw and has not drawn yet
    /** @type {Map<string, number>} */
    this.drawn = new Map(); // and those it has drawn
  }

  /** The cards of a place, the top one last. @param {string} place */
  at(place) {
    let cards = this.known.get(place);
    if (!cards) {
      const [key, part] = place.split(".");
      cards = [...cardsOf(part ? this.view[key]?.[part] : this.view[key])];
      this.known.set(place, cards);
    }
    return cards;
  }

  /** @param {string} place @param {string} card */
  take(place, card) {
    const cards = this.at(place);
    const found = cards.lastIndexOf(card);
    cards.splice(found < 0 ? cards.lastIndexOf("?") : found, 1);
  }

  /** @param {string} place */
  top(place) {
    return this.at(place).at(-1) ?? "?";
  }
}

/** What to show for each kind of event; other kinds show nothing.
 * @type {Record<string, (event: GameEvent, places: Places) => Act[]>} */
const ACTS = {
  card: ({ card = "?", from = "", to = "", seen_by }, places) => {
    const turned = !seen_by && places.top(from) === "?" && ownerOf(from) < 0;
    places.take(from, card);
    places.at(to).push(card);
    const flight = /** @type {Flight} */ ({ kind: "fly", card, amount: 1, from, to, turned });
    const owed = places.owed.get(to) ?? 0;
    if (!owed || !places.counts) return [flight];
    const drawn = (places.drawn.get(to) ?? 0) + 1;
    places.owed.set(to, owed - 1);
    places.drawn.set(to, drawn);
    return [flight, { kind: "remark", at: to, text: `+${drawn}` }];
  },
  cards: ({ amount = 0, from = "", to = "" }, places) => {
    const moved = places.at(from).splice(0, amount);
    places.at(to).push(...moved);
    return [{ kind: "fly", card: moved.at(-1) ?? "?", amount, from, to }];
  },
  dragged: ({ amount = 0, to = "" }, places) => {
    const card = places.top(to);
    const cards = places.at(to);
    cards.unshift(...cards.splice(-amount));
    return [{ kind: "fly", card, amount, from: to, to }];
  },
  swapped: ({ from = "", to = "" }, places) => {
    const [mine, theirs] = [places.at(from), places.at(to)];
    places.known.set(from, theirs).set(to, mine);
    return [
      ...(mine.length ? [packet(mine, from, to, false)] : []),
      ...(theirs.length ? [packet(theirs, to, from, mine.length > 0)] : []),
    ];
  },
  points: ({ seat = -1, to = "", amount = 0 }) => [{ kind: "points", at: `points.${seat}`, from: to, text: `+${amount}`, amount }],
  said: ({ seat = -1, word = "" }) => {
    const words = word.replace(/\b\w/g, (letter) => letter.toUpperCase());
    return [{ kind: "bubble", at: `hands.${seat}`, text: t("{words}!", { words }) }];
  },
  cannot: ({ seat = -1 }) => [{ kind: "remark", at: `hands.${seat}`, text: t("cannot place") }],
  // what is owed stands at the seat, or its cards are counted
  penalty: ({ seat = -1, amount = 0 }, places) => {
    places.owed.set(`hands.${seat}`, amount);
    return [];
  },
  passed: ({ seat = -1 }) => [{ kind: "remark", at: `hands.${seat}`, text: t("passes") }],
  counted: ({ seat = -1, amount = 0 }) => [
    { kind: "remark", at: `hands.${seat}`, text: tn("{count} point", "{count} points", amount) },
  ],
  skip: ({ seat = -1 }) => [{ kind: "remark", at: `hands.${seat}`, text: t("misses a turn") }],
  attack: ({ seat = -1, whom = -1 }) => [{ kind: "strike", at: `hands.${whom}`, from: `hands.${seat}` }],
  defence: ({ seat = -1, whom = -1 }) => [{ kind: "strike", at: `hands.${whom}`, from: `hands.${seat}` }],
};

/** A view after some events: where their cards lie then, and the points. @param {View} view before them @param {GameEvent[]} events
 * @param {View} [end] after all events of the move: a pile that is complete looks as there, with the faces of wild cards
 * @returns {View} */
export function viewAfter(view, events, end) {
  const places = new Places(view);
  const after = structuredClone(view);
  for (const event of events) {
    if (Object.hasOwn(ACTS, event.kind)) ACTS[event.kind](event, places);
    if (event.kind === "points" && after.points) after.points[event.seat ?? -1] += event.amount ?? 0;
  }
  for (const [place, cards] of places.known) {
    const [key, part] = place.split(".");
    const last = cardsOf(part ? end?.[key]?.[part] : end?.[key]);
    const lie = (last.length === cards.length ? last : cards).join(" ");
    if (part) after[key][part] = lie;
    else after[key] = lie;
  }
  return after;
}

/** @param {string[]} cards @param {string} from @param {string} to @param {boolean} together @returns {Flight} */
const packet = (cards, from, to, together) => ({
  kind: "fly",
  card: cards.at(-1) ?? "?",
  amount: cards.length,
  from,
  to,
  together,
});

/** What a game calls out when something special happens, and where; `top` is the card that the event's card falls on.
 * @typedef {(event: GameEvent, top: string, lucky: boolean) => { at: string, text: string } | null} Shout */

/** What to show for events, in order; `lucky` cards sparkle where they land.
 * @param {View} view before the events @param {GameEvent[]} events @param {GameEvent[]} lucky
 * @param {Pick<import("./types.js").Drawing, "shout" | "counts">} [game] @returns {Act[]} */
export function actsOf(view, events, lucky, game = {}) {
  const places = new Places(view, game.counts);
  const acts = events.flatMap((event) => {
    const top = event.to ? (places.at(event.to).at(-1) ?? "") : "";
    const shown = Object.hasOwn(ACTS, event.kind) ? ACTS[event.kind](event, places) : [];
    const said = game.shout?.(event, top, lucky.includes(event));
    const joys = /** @type {Joy[]} */ ([
      ...(lucky.includes(event) ? [{ kind: "sparkle", at: event.to ?? "" }] : []),
      ...(said ? [{ kind: "bubble", ...said }] : []),
    ]);
    return [...shown, ...joys];
  });
  return acts.map((act, at) =>
    act.kind === "fly" ? { ...act, stays: !acts.some((later, place) => place > at && leaves(later, act.to)) } : act,
  );
}

/** Whether an act takes cards from a place; the second half of a swap does not count. @param {Act} act @param {string} place */
const leaves = (act, place) => act.kind === "fly" && act.from === place && !act.together;
