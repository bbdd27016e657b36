// Types for the type checker: those of the server, declared in wire.d.ts (`make wire`), and the page's own.

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").Welcome & { picture: { pears?: Record<string, number>, map?: string[] } }} Welcome */
/** @typedef {import("./wire.js").Seat} SeatState */
/** @typedef {import("./wire.js").Move} Legal */
/** @typedef {import("./wire.js").Outcome} Outcome */
/** @typedef {import("./wire.js").Level} Level */
/** @typedef {import("./wire.js").Names} Names */
/** @typedef {import("./wire.js").Entry} Entry */
/** @typedef {import("./wire.js").Event} GameEvent */
/** @typedef {{ to_act: number, hands: string[], pending?: string, [key: string]: any }} View */
/** @typedef {Omit<import("./wire.js").State, "view"> & { view: View | null }} State */
/** @typedef {import("./wire.js").Choice} Choice */
/** @typedef {Pick<Choice, "kind" | "value">} Step one choice of a move */

/** What the parts of a table need to draw themselves, and to react.
 * @typedef {object} Scene
 * @property {Welcome} about
 * @property {State} state
 * @property {View} view
 * @property {number} me the seat at the bottom
 * @property {Step[]} chosen
 * @property {Choice[]} offered what may be chosen next
 * @property {(...steps: Step[]) => void} choose
 */

export {};
