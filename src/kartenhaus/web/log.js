// What happened at a table, in words.
import { seatName } from "./seats.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Happening} Happening */
/** @typedef {import("./types.js").SeatState} SeatState */

/** @type {Record<string, (name: string, event: Happening) => string>} */
const WORDS = {
  sat: (name) => t("{name} sits down", { name }),
  seated: (name) => t("{name} is put on a seat", { name }),
  left: (name, event) => (event.removed ? t("{name} was removed", { name }) : t("{name} leaves", { name })),
  readied: (name, event) => (event.ready === false ? t("{name} is not ready after all", { name }) : t("{name} is ready", { name })),
  started: () => t("The cards are dealt"),
  resigned: (name, event) => (event.clock ? t("{name} runs out of time", { name }) : t("{name} gives up", { name })),
  paused: (name) => t("{name} pauses the game", { name }),
  resumed: (name) => t("{name} goes on", { name }),
  replaced: (name) => t("{name} is away: a bot plays", { name }),
  returned: (name) => t("{name} is back", { name }),
  regretted: (name) => t("{name} would like to take a move back", { name }),
  answered: (name, event) => (event.agrees ? t("{name} agrees", { name }) : t("{name} says no", { name })),
  locked: (_, event) => (event.locked ? t("The table is locked") : t("The table is open again")),
  hosted: (name) => t("{name} is the host now", { name }),
  finished: () => t("The game is over"),
  closed: () => t("The table is closed"),
};

/** An event as people say it; empty for what needs no words. @param {Happening} event @param {SeatState[]} seats */
export function words(event, seats) {
  if (event.words) return event.words;
  if (event.kind === "wrote") return `${event.name || seatName(seats[event.seat ?? -1], event.seat ?? 0)}: ${event.text}`;
  const name = event.name || (event.seat !== undefined ? seatName(seats[event.seat], event.seat) : "");
  return WORDS[event.kind]?.(name, event) ?? "";
}
