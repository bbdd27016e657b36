// How a game ended, and why.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { avatar, seatName } from "./seats.js";
import { counted, t } from "./texts.js";

/** @typedef {import("./types.js").State} State */

/** @param {State} state */
function headline(state) {
  const outcome = state.outcome;
  if (!outcome) return t("The game is over");
  const winners = outcome.winners.map((seat) => seatName(state.seats[seat], seat));
  if (state.you >= 0 && outcome.winners.includes(state.you)) return winners.length > 1 ? t("You share the win!") : t("You win!");
  if (!winners.length) return t("Nobody wins");
  return winners.length > 1 ? t("{names} share the win", { names: winners.join(", ") }) : t("{name} wins", { name: winners[0] });
}

/** The seats in order: winners first, then by points. @param {import("./types.js").Welcome} about @param {State} state */
function ranked(about, state) {
  const { winners = [], points = [] } = state.outcome ?? {};
  const better = about.points.fewer_win ? -1 : 1;
  const won = (/** @type {number} */ seat) => Number(winners.includes(seat));
  return state.seats
    .map((_, seat) => seat)
    .sort((one, other) => won(other) - won(one) || ((points[other] ?? 0) - (points[one] ?? 0)) * better);
}

/** @param {{ about: import("./types.js").Welcome, state: State, again: () => void }} what */
export function result({ about, state, again }) {
  const outcome = state.outcome;
  const mine = state.seats[state.you];
  const ready = mine?.ready ? t("Waiting for the others …") : t("Play again");
  const file = `${state.game}-${state.table}-${state.games}.toml`;
  return html`<section class="result" aria-label=${t("Result")}>
    <h2>${headline(state)}</h2>
    <p>${state.reason}</p>
    <ol class="scores">
      ${ranked(about, state).map(
        (seat) => html`<li class=${outcome?.winners.includes(seat) ? "won" : ""}>
          ${avatar(state.seats[seat])}<b>${seatName(state.seats[seat], seat)}</b>
          <span>${outcome?.resigned.includes(seat) ? t("gave up") : counted(about.points, outcome?.points[seat] ?? 0)}</span>
          ${outcome?.winners.includes(seat) ? sign("crown", t("winner")) : nothing}
        </li>`,
      )}
    </ol>
    <p class="row">
      ${mine ? html`<button class="main" @click=${again}>${ready}</button>` : nothing}
      <a class="button" href="/review/${state.table}/${state.games}">${sign("eye")} ${t("Look at every move")}</a>
      <a class="button" href="/api/tables/${state.table}/records/${state.games}" download=${file}>
        ${sign("download")} ${t("Download the record")}</a>
      <a class="button" href="/">${sign("home")} ${t("Start page")}</a>
    </p>
  </section>`;
}
