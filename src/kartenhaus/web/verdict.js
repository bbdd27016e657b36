// Who has won, in words.
import { seatName } from "./seats.js";
import { language, t } from "./texts.js";

/** @param {string[]} winners their names @param {boolean} mine whether the reader is one of them */
export function verdict(winners, mine) {
  if (!winners.length) return t("Nobody wins");
  if (mine) return winners.length > 1 ? t("You share the win!") : t("You win!");
  const names = new Intl.ListFormat(language()).format(winners);
  return winners.length > 1 ? t("{names} share the win", { names }) : t("{name} wins", { name: names });
}

/** Who has won at a table, as the viewer reads it. @param {import("./types.js").State} state */
export function verdictOf({ outcome, seats, you }) {
  if (!outcome) return t("The game is over");
  const named = outcome.winners.map((seat) => seatName({ ...seats[seat], ...outcome.players[seat] }, seat));
  return verdict(named, you >= 0 && outcome.winners.includes(you));
}
