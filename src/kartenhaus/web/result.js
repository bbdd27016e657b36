// How a game ended: the winner, what everybody counted, who won how often here, and who wants another game.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { loadText } from "./api.js";
import { coin, crown, sun } from "./art/joy.js";
import { cardImage, picture } from "./cards.js";
import { download } from "./download.js";
import { pace } from "./fly.js";
import { sign } from "./icons.js";
import { seats } from "./keep.js";
import { avatar, seatName } from "./seats.js";
import { counted, t, unitOf } from "./texts.js";
import { verdictOf } from "./verdict.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./types.js").SeatState} SeatState */

const MOST_COINS = 5; // that one seat shows
const MOST_IN_A_ROW = 12; // cards that counted

/** Who played on a seat; a player may have left since. @param {State} state @param {number} seat @returns {SeatState} */
const player = (state, seat) => ({ ...state.seats[seat], ...state.outcome?.players[seat] });

/** @param {State} state @param {number} seat */
const called = (state, seat) => (seat === state.you ? t("You") : seatName(player(state, seat), seat));

/** The seats in order: winners first, then by points. @param {Welcome} about @param {State} state */
function ranked(about, state) {
  const { winners = [], points = [], resigned = [] } = state.outcome ?? {};
  const better = about.points.fewer_win ? -1 : 1;
  const last = (/** @type {number} */ seat) => Number(resigned.includes(seat));
  const won = (/** @type {number} */ seat) => Number(winners.includes(seat));
  return state.seats
    .map((_, seat) => seat)
    .sort((one, other) => won(other) - won(one) || last(one) - last(other) || ((points[other] ?? 0) - (points[one] ?? 0)) * better);
}

/** The winner in the sun. @param {State} state */
function winner(state) {
  const winners = state.outcome?.winners ?? [];
  return html`<header class="winner">
    <div class="glory" aria-hidden="true">
      <img class="sun" alt="" src=${picture("sun", sun)} />
      <span class="crowned" data-count=${winners.length}>
        ${winners.map(
          (seat) => html`<span>${avatar(player(state, seat))}<img class="crown" alt="" src=${picture("crown", crown)} /></span>`,
        )}
      </span>
    </div>
    <div class="cry"><h2>${verdictOf(state)}</h2><p>${state.reason}</p></div>
  </header>`;
}

/** The points of a seat, counted up, and what they are called. @param {Welcome} about @param {number} points */
function sum(about, points) {
  const words = counted(about.points, points);
  return html`<b class="sum"><span class="unseen">${words}</span>
    <i class="figure" aria-hidden="true" .style=${`--to: ${points}`}></i
    ><small aria-hidden="true">${unitOf(about.points, points)}</small></b>`;
}

/** From what a seat's points come: its cards, each with what it counts, or what it did to earn them.
 * @param {Welcome} about @param {import("./types.js").Outcome} outcome @param {number} seat */
function took(about, outcome, seat) {
  const { cards, worth, earned } = outcome;
  const mine = cards[seat] ?? [];
  const row = mine.length > MOST_IN_A_ROW ? Math.ceil(mine.length / 2) : mine.length;
  if (mine.length)
    return html`<span class="took" .style=${`--count: ${row}`}>
      ${mine.map((card, place) => html`<span>${cardImage(about, card)}<small>${worth[seat]?.[place]}</small></span>`)}</span>`;
  if (cards.some((one) => one.length)) return html`<small class="none">${t("no cards")}</small>`;
  const reasons = Object.entries(earned[seat] ?? {});
  if (!reasons.length) return nothing;
  return html`<span class="earned">
    ${reasons.map(([rule, points], at) => html`${at ? " · " : ""}<b>${points}</b>\u00a0${about.names.earned[rule]}`)}</span>`;
}

/** Whether the rules counted the cards of a seat: not if all others gave up before. @param {import("./types.js").Outcome} outcome
 * @param {number} seat */
const isCounted = ({ worth, points }, seat) => !worth[seat] || worth[seat].reduce((sum, one) => sum + one, 0) === points[seat];

/** @param {Welcome} about @param {State} state @param {number} seat @param {number} place */
function row(about, state, seat, place) {
  const outcome = /** @type {import("./types.js").Outcome} */ (state.outcome);
  const won = outcome.winners.includes(seat);
  return html`<li class=${won ? "won" : ""} data-seat=${seat} data-spot="face.${seat}" .style=${`--row: ${place}`}>
    ${won ? sign("crown", t("winner")) : html`<span class="place">${place + 1}</span>`}
    ${avatar(player(state, seat))}
    <span class="counts">
      <b>${called(state, seat)}</b>
      ${took(about, outcome, seat)}
    </span>
    ${
      outcome.resigned.includes(seat)
        ? html`<span class="sum">${t("gave up")}</span>`
        : isCounted(outcome, seat)
          ? sum(about, outcome.points[seat] ?? 0)
          : html`<span class="sum"></span>`
    }
  </li>`;
}

/** Who has won how many games at this table: the score, with a coin for each win while there are few. @param {State} state */
function series(state) {
  if (state.games < 2) return nothing;
  const medal = html`<img class="coin" alt="" src=${picture("coin", coin)} />`;
  const most = Math.max(...state.seats.map((seat) => seat.won));
  const coins = state.seats.length < 4 && most <= MOST_COINS; // otherwise one coin and a number
  return html`<section class="series" aria-label=${t("Games won")}>
    <h3>${t("Games won")} <small>${t("game {number}", { number: state.games })}</small></h3>
    <ul data-count=${state.seats.length}>
      ${state.seats.map((seat, number) =>
        seat.kind === "free"
          ? nothing
          : html`<li class=${seat.won === most ? "leads" : ""}>${avatar(seat)}
              <span class="unseen">${seatName(seat, number)}: ${seat.won}</span>
              <span class="name" aria-hidden="true">${called(state, number)}</span>
              <span class="coins" aria-hidden="true">${coins ? Array(seat.won).fill(medal) : medal}</span>
              <b aria-hidden="true">${seat.won}</b></li>`,
      )}
    </ul>
  </section>`;
}

/** Who wants another game. @param {State} state @param {(message: Record<string, unknown>) => void} say */
function wanting(state, say) {
  const hosting = state.you >= 0 && state.host === state.you;
  const bot = (/** @type {number} */ seat) => html`<button class="quiet" @click=${() => say({ do: "bot", seat })}>
    ${sign("invite")} ${t("Seat a bot")}</button>`;
  const few = state.seats.length < 4; // names fit beside the pictures
  const others = state.seats.map((seat, number) => {
    if (number === state.you) return nothing;
    if (seat.kind === "free") return html`<li class="vacant">${t("a free seat")} ${hosting ? bot(number) : nothing}</li>`;
    const ready = seat.ready || seat.kind === "bot";
    return html`<li class=${ready ? "wants" : ""}>${avatar(seat)}<span class=${few ? "name" : "unseen"}>${seatName(seat, number)}</span>
      ${
        ready
          ? sign("check", t("wants another game"))
          : html`<small class=${few ? "" : "unseen"}>${seat.here ? t("not yet") : t("away")}</small>`
      }</li>`;
  });
  return html`<div class="wanting" role="status"><b>${t("Another game?")}</b><ul>${others}</ul></div>`;
}

/** @param {{ about: Welcome, state: State, say: (message: Record<string, unknown>) => void, again: () => void,
 *   complain: (message: string) => void, close: (() => void) | null, join: unknown }} what */
export function result({ about, state, say, again, complain, close, join }) {
  const mine = state.seats[state.you];
  const open = state.phase !== "closed";
  const file = `${state.game}-${state.table}-${state.games}.toml`;
  const record = `/api/tables/${state.table}/records/${state.games}`;
  const save = async (/** @type {Event} */ event) => {
    if (about.watch !== "nobody") return; // the link is enough
    event.preventDefault();
    try {
      download(file, await loadText(record, seats()[state.table]?.token));
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  };
  return html`<section class="result ${pace() ? "" : "still"}" aria-label=${t("Result")} data-count=${state.seats.length}>
    ${close ? html`<button class="quiet shut" @click=${close}>${sign("close", t("Look at the table"))}</button>` : nothing}
    ${winner(state)}
    <div class="reckoning" tabindex="0" role="group" aria-label=${t("What everybody counted")}>
      ${series(state)}
      <ol class="scores">${state.outcome ? ranked(about, state).map((seat, place) => row(about, state, seat, place)) : nothing}</ol>
    </div>
    <footer class="next">
      ${open ? wanting(state, say) : nothing}
      <div class="row">
        ${
          mine && open
            ? html`<button class="main again" aria-pressed=${mine.ready} @click=${again}>
                ${mine.ready ? t("Waiting for the others …") : t("Play again")}</button>`
            : join
        }
        <a class="button" href="/review/${state.table}/${state.games}">${sign("eye")} ${t("Every move")}</a>
        <a class="button" href="/">${sign("home")} ${t("Start page")}</a>
        <a class="button square" href=${record} download=${file} @click=${save}
          aria-label=${t("Download the record")} title=${t("Download the record")}>${sign("download")}</a>
      </div>
    </footer>
  </section>`;
}

/** The way back to a result that was closed. @param {() => void} open */
export const reopen = (open) => html`<button class="main reopen" @click=${open}>${sign("crown")} ${t("Show the result")}</button>`;
