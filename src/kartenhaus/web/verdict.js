// Who has won, in words.
import { t } from "./texts.js";

/** @param {string[]} winners their names @param {boolean} mine whether the reader is one of them */
export function verdict(winners, mine) {
  if (!winners.length) return t("Nobody wins");
  if (mine) return winners.length > 1 ? t("You share the win!") : t("You win!");
  return winners.length > 1 ? t("{names} share the win", { names: winners.join(", ") }) : t("{name} wins", { name: winners[0] });
}
