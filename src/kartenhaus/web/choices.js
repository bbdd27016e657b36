// What was chosen for a table of a game, out of what the game and the server declare; and how it is sent.
import { html } from "./lib/lit-html/lit-html.js";
import { boxes } from "./box.js";

/** @typedef {import("./wire.js").GameFacts} GameFacts */
/** @typedef {import("./wire.js").Option} Option */
/** @typedef {string | number | boolean | string[]} Value */
/** @typedef {Record<string, Value>} Values */
/** @typedef {{ kind: string, seconds?: number, increment?: number, zero?: string }} Clock */
/** What was chosen for a game. `seats` says who is to sit on each seat but the first: FRIEND, a level of bots, or null for a bot of
 * the usual level. An edition of one's own is a whole edition, or OWN and its name in this browser.
 * @typedef {{ players: number, level: string, seats: (string | null)[], edition: string | Record<string, unknown>,
 *   options: Values, clock: Clock, table: Values }} Choice */

export const FRIEND = "";
export const OWN = "own:";
export const NO_CLOCK = { kind: "none" };

/** Whether a stored value can be chosen. @param {Option} option @param {Value | undefined} value @param {number} players */
function exists(option, value, players) {
  if (option.kind === "seat") return Number.isInteger(value) && Number(value) < players;
  if (option.kind === "lines") return Array.isArray(value) && value.length > 0;
  return option.choices.some((choice) => choice.value === value);
}

/** The stored choice, without what no longer exists. @param {GameFacts} game @param {Partial<Choice>} kept @returns {Choice} */
export function valid(game, kept) {
  const [low, high] = game.players;
  const players = Math.max(low, Math.min(high, kept.players ?? game.usual));
  const among = (/** @type {Option[]} */ options, /** @type {Values | undefined} */ values = {}) =>
    Object.fromEntries(
      options.filter((option) => exists(option, values[option.name], players)).map((option) => [option.name, values[option.name]]),
    );
  const sits = (/** @type {string | null | undefined} */ who) =>
    who === FRIEND || game.levels.some((level) => level.name === who) ? /** @type {string} */ (who) : null;
  return {
    players,
    level: named(game.levels, kept.level),
    seats: Array.from({ length: players - 1 }, (_, place) => sits(kept.seats?.[place])),
    edition: editionOf(game, kept.edition),
    options: among(game.options, kept.options),
    clock: game.clocks.some((one) => one.name === kept.clock?.kind) ? /** @type {Clock} */ (kept.clock) : NO_CLOCK,
    table: among(game.table, kept.table),
  };
}

/** The name if it exists, or the usual one. @param {{ name: string, usual: boolean }[]} all @param {string | undefined} name */
const named = (all, name) => (all.find((one) => one.name === name) ?? all.find((one) => one.usual) ?? all[0]).name;

/** @param {GameFacts} game @param {Choice["edition"] | undefined} edition */
function editionOf(game, edition) {
  if (edition && typeof edition === "object") return edition;
  const own = boxes(game.name).some((box) => OWN + box.name === edition);
  return own ? /** @type {string} */ (edition) : named(game.editions, edition);
}

/** The value of an option: the chosen one, or what is proposed. @param {Option} option @param {Values} chosen
 * @param {boolean} people whether several people play */
export const valueOf = (option, chosen, people) => chosen[option.name] ?? (people ? option.among_people : null) ?? option.default;

/** Whether somebody else is to play too. @param {Choice} choice */
export const hasFriends = (choice) => choice.seats.includes(FRIEND);

/** Who sits on the other seats if one plays at once: bots. @param {Choice} choice */
export const allBots = (choice) => choice.seats.map((who) => who || choice.level);

/** The same if one invites friends: everybody is one, unless it was chosen who is. @param {Choice} choice */
export const withFriends = (choice) =>
  hasFriends(choice) ? choice.seats.map((who) => who ?? choice.level) : choice.seats.map(() => FRIEND);

/** What was chosen, as the server wants it: what is as usual is left out.
 * @param {GameFacts} game @param {Choice} choice @param {boolean} people whether several people play */
export function request(game, choice, people) {
  const { players, edition, clock } = choice;
  const own = boxes(game.name).find((box) => OWN + box.name === edition);
  return {
    players,
    edition: own?.edition ?? edition,
    options: unusual(game.options, choice.options, people),
    clock,
    ...Object.fromEntries(game.table.map((option) => [option.name, valueOf(option, choice.table, people)])),
  };
}

/** The options that are not as usual. @param {Option[]} options @param {Values} chosen @param {boolean} people */
function unusual(options, chosen, people) {
  const replaced = new Set(options.filter((option) => option.name in chosen).map((option) => option.instead_of));
  const found = options
    .map((option) => /** @type {[Option, Value | null]} */ ([option, valueOf(option, chosen, people)]))
    .filter(([option, value]) => value !== option.default && !replaced.has(option.name));
  return Object.fromEntries(found.map(([option, value]) => [option.name, /** @type {Value} */ (value)]));
}

/** How many things were chosen that are not as usual. @param {GameFacts} game @param {Choice} choice */
export function counted(game, choice) {
  const usual = game.editions.find((one) => one.usual)?.name;
  const others = [choice.edition !== usual, choice.clock.kind !== NO_CLOCK.kind].filter(Boolean).length;
  const options = { ...unusual(game.options, choice.options, false), ...unusual(game.table, choice.table, false) };
  return others + Object.keys(options).length;
}

/** What was picked from a list. @param {Event} event */
export const picked = (event) => /** @type {HTMLSelectElement} */ (event.target).value;

/** @param {string} title @param {string} chosen @param {[string, string][]} choices by value @param {(value: string) => void} choose */
export function select(title, chosen, choices, choose) {
  const change = (/** @type {Event} */ event) => choose(picked(event));
  return html`<label>${title}
    <select @change=${change}>
      ${choices.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
    </select></label>`;
}
