// Shows what happened: cards fly, points travel, words appear. Tables, lessons and reviews all use it.
import { actsOf, eventsOf } from "./events.js";
import { fly, measure, pace, settle, timetable } from "./fly.js";
import { rejoice } from "./joy.js";
import { drawingOf } from "./scene.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").View} View */

const CELEBRATED = 500; // milliseconds after the last card

/** Draw a table after something happened, and show what. A deal starts from the new view, everything else from the one before.
 * @param {import("./types.js").Welcome} about @param {Entry[]} entries @param {View | null} before @param {View | null} after
 * @param {(lasts: number) => void} draw gets the milliseconds that it takes @returns {import("./events.js").Act[]} */
export function stage(about, entries, before, after, draw) {
  const from = entries.some((entry) => entry.kind === "started") ? after : before;
  const held = drawingOf(about.game).held;
  const lucky = held ? entries.flatMap((entry) => held(entry.events ?? [])) : [];
  const acts = from ? actsOf(from, eventsOf(entries), lucky) : [];
  const flights = acts.flatMap((act) => (act.kind === "fly" ? [act] : []));
  const places = measure(flights);
  const slots = timetable(flights);
  settle();
  draw(document.hidden ? 0 : Math.max(0, ...[...slots.values()].map((slot) => slot.end + CELEBRATED)) * pace());
  drawingOf(about.game).settled?.();
  if (!document.hidden) perform(about, acts, places, slots);
  return acts;
}

/** Start all flights and effects; an effect waits for the card before it.
 * @param {import("./types.js").Welcome} about @param {import("./events.js").Act[]} acts @param {import("./fly.js").Places} places
 * @param {Map<import("./events.js").Flight, import("./fly.js").Slot>} slots */
function perform(about, acts, places, slots) {
  const speed = pace();
  if (speed) fly(about, places, slots);
  let now = 0;
  for (const act of acts) {
    if (act.kind === "fly") now = slots.get(act)?.end ?? now;
    else rejoice(act, now * speed, speed);
  }
}
