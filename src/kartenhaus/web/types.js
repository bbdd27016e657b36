// Types for the type checker: those of the server, declared in wire.d.ts (`make wire`), and the page's own.

/** @typedef {import("./wire.js").Message} Message */
/** @typedef {import("./wire.js").Frame} Frame */
/** @typedef {import("./wire.js").Welcome & { picture: Picture }} Welcome */
/** What is printed on cards and board; each game has its own (docs/wire.md, "welcome").
 * @typedef {{ pears?: Record<string, number>, hand?: number, goal?: number, open_aside?: boolean, signs?: Record<string, string>,
 *   map?: string[] }} Picture */
/** @typedef {import("./wire.js").Seat} SeatState */
/** @typedef {import("./wire.js").Move} Legal */
/** @typedef {import("./wire.js").Outcome} Outcome */
/** @typedef {import("./wire.js").Level} Level */
/** @typedef {import("./wire.js").Names} Names */
/** @typedef {import("./wire.js").Entry} Entry */
/** @typedef {import("./wire.js").Event} GameEvent */
/** @typedef {{ to_act: number, hands: string[], pending?: string, [key: string]: any }} View */
/** @typedef {Omit<import("./wire.js").State, "view"> & { view: View | null }} State */
/** @typedef {import("./wire.js").Choice & { sure?: boolean }} Choice `sure`: it only says: do it */
/** @typedef {Pick<Choice, "kind" | "value"> & { key?: string }} Step one choice of a move; `key` tells equal cards apart */

/** What the parts of a table need to draw themselves, and to react.
 * @typedef {object} Scene
 * @property {Welcome} about
 * @property {State} state
 * @property {View} view now, or at the moment that is shown
 * @property {Moment | null} moment a lost round that is being shown
 * @property {number} me the seat at the bottom
 * @property {Step[]} chosen
 * @property {Choice[]} offered what may be chosen next
 * @property {(...steps: Step[]) => void} choose
 * @property {string[]} [marks] the cards that are marked to be chosen together
 * @property {Step[]} [aim] what a lesson wants
 */

/** A lost round while it is shown: its card flies (0), it is seen with what it met (1), then what everybody sets aside (2), of which
 * some are shown already. The view is that of this moment.
 * @typedef {{ beat: 0 | 1 | 2, shown: number, view: View, round: { lost: GameEvent, aside: GameEvent[] } }} Moment */

/** How a choice looks. `safe` is filled and at the right thumb, `risk` is plain and at the left.
 * @typedef {{ picture?: unknown, words?: string, detail?: string, kind?: "safe" | "risk" | "plain",
 *   worth?: number }} Face `worth`: of two alike, the greater stands first */

/** What a module in games/ exports. Only `cloth` is needed.
 * @typedef {object} Drawing
 * @property {(scene: Scene, others: number[]) => unknown} cloth everything on the table but the hand; `others` in the order of play
 * @property {(about: Welcome) => unknown} [bare] the board of a map without cards, for the page on which people paint one
 * @property {(scene: Scene) => string} [detail] a second line for the prompt and the sheet
 * @property {(scene: Scene) => unknown} [mine] what of yours stands beside the prompt
 * @property {(scene: Scene, step: Choice) => Face} [face]
 * @property {string[]} [taps] kinds of choices that are tapped on the cloth; cards in hand and seats always are
 * @property {(scene: Scene) => string[]} [listed] those of them that the actions list too
 * @property {(scene: Scene) => number} [places] of the hand; those without a card are shown as free
 * @property {(state: State, move: Legal) => string} [sure] the button of a move that one tap on a card must not make
 * @property {(view: View) => boolean} [several] whether a tap marks a card, so that several can be chosen together
 * @property {(scene: Scene, card: string) => boolean} [fresh] whether to point out a card, as one just drawn
 * @property {(entry: Entry) => GameEvent | undefined} [luck] the card that luck turned up
 * @property {(entry: Entry) => GameEvent[]} [held] the cards that luck was kind to
 * @property {() => void} [settled] after the table was drawn, before cards fly
 * @property {import("./events.js").Shout} [shout] what is called out
 * @property {boolean} [counts] whether the cards that somebody is made to draw are counted, one after another
 * @property {(scene: Scene) => unknown} [spotlight] what covers the table at a moment
 * @property {"card" | "wood"} [sound] of a card that lands
 */

export {};
