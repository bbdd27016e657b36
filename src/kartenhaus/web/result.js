// How a game ended, and why.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { avatar, seatName } from "./seats.js";
import { t, tn } from "./texts.js";

/** @typedef {import("./types.js").State} State */

/** @param {State} state */
export function headline(state) {
  const outcome = state.outcome;
  if (!outcome) return t("The game is over");
  const winners = outcome.winners.map((seat) => seatName(state.seats[seat], seat));
  if (state.you >= 0 && outcome.winners.includes(state.you)) return winners.length > 1 ? t("You share the win!") : t("You win!");
  if (!winners.length) return t("Nobody wins");
  return winners.length > 1 ? t("{names} share the win", { names: winners.join(", ") }) : t("{name} wins", { name: winners[0] });
}

/** @param {{ state: State, again: () => void }} what */
export function result({ state, again }) {
  const outcome = state.outcome;
  const least = state.game === "mad"; // points are what is left in a hand
  const order = state.seats.map((_, seat) => seat).sort((one, other) => Number(outcome?.winners.includes(other)) - Number(outcome?.winners.includes(one)) || ((outcome?.points[other] ?? 0) - (outcome?.points[one] ?? 0)) * (least ? -1 : 1));
  const mine = state.seats[state.you];
  return html`<section class="result" aria-label=${t("Result")}>
    <h2>${headline(state)}</h2>
    <p>${state.reason}</p>
    <ol class="scores">
      ${order.map(
        (seat) => html`<li class=${outcome?.winners.includes(seat) ? "won" : ""}>
          ${avatar(state.seats[seat])}<b>${seatName(state.seats[seat], seat)}</b>
          <span>${outcome?.resigned.includes(seat) ? t("gave up") : least ? tn("{count} point in hand", "{count} points in hand", outcome?.points[seat] ?? 0) : tn("{count} point", "{count} points", outcome?.points[seat] ?? 0)}</span>
          ${outcome?.winners.includes(seat) ? sign("crown", t("winner")) : nothing}
        </li>`,
      )}
    </ol>
    <p class="row">
      ${mine ? html`<button class="main" @click=${again}>${mine.ready ? t("Waiting for the others …") : t("Play again")}</button>` : nothing}
      <a class="button" href="/review/${state.table}/${state.games}">${sign("eye")} ${t("Look at every move")}</a>
      <a class="button" href="/api/tables/${state.table}/records/${state.games}" download="${state.game}-${state.table}-${state.games}.toml">${sign("download")} ${t("Download the record")}</a>
      <a class="button" href="/">${sign("home")} ${t("Start page")}</a>
    </p>
  </section>`;
}
