// The shapes that the server sends (docs/wire.md), for the type checker.

/** @typedef {{ name: string, colour: string, kind: "free" | "person" | "bot", bot: string, ready: boolean, here: boolean,
 *   resigned: boolean, replaced: boolean, left: number | null }} SeatState */
/** @typedef {{ card: string, from: string, to: string }} Flight */
/** @typedef {{ kind: string, number: number, seat?: number, words?: string, move?: string, cards?: Flight[] }} Happening */
/** @typedef {{ move: string, words: string, earns?: number }} Legal */
/** @typedef {{ winners: number[], resigned: number[], points: number[] }} Outcome */
/** @typedef {{ to_act: number, hands: string[], pending?: string, [key: string]: any }} View */
/** @typedef {{ table: string, game: string, number: number, answers: number, phase: "waiting" | "playing" | "over" | "closed",
 *   to_act: number, question: boolean, paused: boolean, locked: boolean, host: number, games: number, seats: SeatState[],
 *   outcome: Outcome | null, regret: { seat: number, moves: number, asked: number[] } | null,
 *   fair: { commitment: string, last: { commitment: string, secret: string, nonces: string[] } | null }, closed: string,
 *   you: number, legal: Legal[], view: View | null, events: Happening[], reason: string }} State */
/** @typedef {{ cards: Record<string, string>, colours: Record<string, string> }} Names what cards and colours are called */
/** @typedef {{ table: string, game: string, title: string, players: number, options: Record<string, any>, names: Names,
 *   picture: { pears?: Record<string, number>, map?: string[] }, [key: string]: any }} Welcome */
/** @typedef {{ kind: "card" | "colour" | "seat" | "way" | "space" | "anchor" | "act", value: string }} Step one choice of a move */
/** @typedef {import("./lib/lit-html/lit-html.js").TemplateResult} Html */

/** What the parts of a table are drawn from, and what they may ask for.
 * @typedef {object} Scene
 * @property {Welcome} about
 * @property {State} state
 * @property {View} view
 * @property {number} me the seat at the bottom
 * @property {Step[]} chosen
 * @property {Step[]} offered what may be chosen next
 * @property {(step: Step) => void} choose
 */

export {};
