// What covers the table for a while: the result.
import { nothing } from "../lib/lit-html/lit-html.js";
import { nonce } from "../lobby.js";
import { result } from "../result.js";
import { joiningAt } from "./joining.js";

/** @typedef {import("../table.js").Table} Table */

/** The result of a game, over the whole table; or the way back to it. @param {Table} table */
export function ended(table) {
  const { about, state, gone, strange } = table.heard;
  const is = state && (state.phase === "over" || state.phase === "closed");
  if (!about || !is || !state.outcome || gone || strange || !table.show.ending.shown) return nothing;
  const turn = () => table.show.ending.turn();
  if (table.show.ending.aside) return nothing;
  const say = (/** @type {Record<string, unknown>} */ message) => table.say(message);
  const again = () => say({ do: "ready", ready: !state.seats[state.you]?.ready, nonce: nonce() });
  const complain = (/** @type {string} */ message) => table.complain(message, "");
  return result({ about, state, say, again, complain, close: turn, join: joiningAt(table, state) });
}
