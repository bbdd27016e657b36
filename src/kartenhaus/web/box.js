// The editions and boards of one's own that this browser stores.
import { keep, kept } from "./keep.js";

/** An edition of one's own: its name, its text (TOML) as a file has it, and the same as a table, for opening a table.
 * @typedef {{ name: string, text: string, edition: Record<string, unknown> }} Box */
/** A board of one's own: its name, and its map. @typedef {{ name: string, text: string }} Board */

const MOST = 30; // of each kind; the oldest is forgotten first

/** @template {{ name: string }} T @param {string} key @returns {T[]} */
function stored(key) {
  const all = kept(key, /** @type {T[]} */ ([]));
  return Array.isArray(all) ? all.filter((one) => typeof one?.name === "string") : [];
}

/** @template {{ name: string }} T @param {string} key @param {T} one */
const store = (key, one) => keep(key, [one, ...stored(key).filter((other) => other.name !== one.name)].slice(0, MOST));

/** @param {string} key @param {string} name */
function drop(key, name) {
  keep(
    key,
    stored(key).filter((one) => one.name !== name),
  );
}

/** The editions of a game, the newest first. @param {string} game @returns {Box[]} */
export const boxes = (game) => stored(`boxes.${game}`);

/** Store an edition; one of the same name is replaced. @param {string} game @param {Box} box */
export const keepBox = (game, box) => store(`boxes.${game}`, box);

/** @param {string} game @param {string} name */
export const forgetBox = (game, name) => drop(`boxes.${game}`, name);

/** The boards, the newest first. @returns {Board[]} */
export const boards = () => stored("boards");

/** Store a board; one of the same name is replaced. @param {Board} board */
export const keepBoard = (board) => store("boards", board);

/** @param {string} name */
export const forgetBoard = (name) => drop("boards", name);

/** Whether a game is played on a board that people may paint. @param {{ options: { kind: string }[] }} game */
export const hasBoard = (game) => game.options.some((option) => option.kind === "lines");

/** The lines of a board's map, as the option `map` takes them. @param {string} text */
export const linesOf = (text) => text.split("\n").map((line) => line.trimEnd());
