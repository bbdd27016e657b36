// Before a game: the invitation for a visitor, who sits where, what was chosen, and being ready.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { artOf, picture } from "./cards.js";
import { picked, select } from "./choices.js";
import { sign } from "./icons.js";
import { keep, kept } from "./keep.js";
import { avatar, seatName } from "./seats.js";
import { terms, usualTerms } from "./terms.js";
import { t, tn } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {{ about: Welcome, state: State, say: (message: Record<string, unknown>) => void, copied: boolean, link: string,
 *   share: () => void, join: unknown, redraw: () => void, arrange: () => void, news: string }} Lobby */

/** Copy a text, even without a secure context. @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** The level of bots that the host seats. @param {Welcome} about */
const level = (about) => {
  const known = kept("bots", "");
  return (about.levels.find((one) => one.name === known) ?? about.levels.find((one) => one.usual) ?? about.levels[0]).name;
};

/** @param {Lobby} lobby */
export function lobby(lobby) {
  const { state } = lobby;
  const free = state.seats.filter((seat) => seat.kind === "free").length;
  return html`<section class="lobby ${state.you >= 0 ? "seated" : ""}" aria-label=${t("Before the game")}>
    ${card(lobby)}
    <div class="around">
      <div class="heading">
        <h3><b>${lobby.about.short}</b> ${free ? tn("{count} seat is free", "{count} seats are free", free) : t("Everybody is here")}</h3>
        ${free && state.you >= 0 ? sharing(lobby) : nothing}
      </div>
      <ul class="places" data-count=${state.seats.length}>${state.seats.map((_, number) => place(lobby, number))}</ul>
      ${
        state.you >= 0 && state.host === state.you
          ? html`<div class="bots">${free ? botLevel(lobby) : nothing}
              <button class="arrange" @click=${lobby.arrange}>${sign("settings")} ${t("Set the table")}</button></div>`
          : nothing
      }
    </div>
    ${free ? invite(lobby) : nothing}
    ${state.seats[state.you] ? readiness(lobby, free) : nothing}
  </section>`;
}

/** What is played here, and who invites. @param {Lobby} lobby */
function card({ about, state, join, news }) {
  const host = state.seats[state.host];
  const title = about.short;
  const invited = state.you < 0 && host;
  const learn = about.lesson ? html`<a href="/learn/${about.game}">${sign("help")} ${t("Learn by playing")}</a>` : nothing;
  return html`<div class="about-game">
    <img class="hero" alt="" src=${picture(`hero ${about.game}`, () => artOf(about.game).hero(t, about.title))} />
    <div class="what">
      <h2>${invited ? t("{host} invites you to {game}", { host: host.name, game: title }) : about.title}</h2>
      <p>${about.summary}</p>
      ${terms(about, state)}
      <p class="news" role="status">${news}</p>
      ${state.you < 0 ? join : nothing} ${usualTerms(about, state)}
      <p class="row small">${learn}<a href="/rules/${about.game}">${sign("rules")} ${t("Rules")}</a></p>
    </div>
  </div>`;
}

/** A seat, and what the host can do about it. @param {Lobby} lobby @param {number} number */
function place({ about, state, say }, number) {
  const seat = state.seats[number];
  const hosting = state.you >= 0 && state.host === state.you;
  if (seat.kind === "free")
    return html`<li class="vacant" data-spot="face.${number}">
      <span class="avatar nobody"></span>
      <span class="called"><b>${t("free")}</b></span>
      ${
        hosting
          ? html`<button class="bot" aria-label=${t("Seat a bot")} @click=${() => say({ do: "bot", seat: number, level: level(about) })}>
              ${sign("invite")} ${t("Bot")}</button>`
          : nothing
      }
    </li>`;
  const player = about.levels.find((one) => one.name === seat.bot)?.player;
  const ready = seat.kind === "bot" || seat.ready;
  const remarks = [
    number === state.you ? t("you") : "",
    hosting ? "" : (player ?? ""), // the host sees it in the choice beside it
    ready ? t("ready") : seat.here ? t("not ready yet") : t("away"),
  ];
  const host = state.host === number ? sign("crown", t("host")) : nothing;
  return html`<li class=${ready ? "set" : ""} data-spot="face.${number}">
    <span class="face">${avatar(seat)}${ready ? html`<span class="done">${sign("check")}</span>` : nothing}</span>
    <span class="called"><b>${seatName(seat, number)} ${host}</b><small>${remarks.filter(Boolean).join(", ")}</small></span>
    ${
      hosting && number !== state.you
        ? html`<span class="power">
            ${
              seat.kind === "person"
                ? html`<button class="quiet" title=${t("Make host")} @click=${() => say({ do: "host", seat: number })}
                    >${sign("crown", `${t("Make host")}: ${seat.name}`)}</button>`
                : levelOf(about, seat, (level) => say({ do: "bot", seat: number, level }))
            }
            <button class="quiet" title=${t("Remove")} @click=${() => say({ do: "remove", seat: number })}
              >${sign("close", `${t("Remove")}: ${seat.name}`)}</button>
          </span>`
        : nothing
    }
  </li>`;
}

/** The level of a bot, for the host to change. @param {Welcome} about @param {import("./types.js").SeatState} seat
 * @param {(level: string) => void} choose */
const levelOf = (about, seat, choose) =>
  html`<select aria-label=${`${t("Bots")}: ${seat.name}`} @change=${(/** @type {Event} */ event) => choose(picked(event))}>
    ${about.levels.map((one) => html`<option value=${one.name} ?selected=${one.name === seat.bot}>${one.title}</option>`)}</select>`;

/** How well the bots play that the host seats. @param {Lobby} lobby */
function botLevel({ about, redraw }) {
  const titles = about.levels.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
  const choose = (/** @type {string} */ name) => {
    keep("bots", name);
    redraw();
  };
  return html`${select(t("Bots"), level(about), titles, choose)}
    <small>${about.levels.find((one) => one.name === level(about))?.help}</small>`;
}

/** The link, as text and as a picture. @param {Lobby} lobby */
function invite(lobby) {
  const { about, link } = lobby;
  return html`<div class="invite">
    <img class="qr" alt=${t("The invitation as a QR code")} src="/api/tables/${about.table}/invite.svg" width="180" height="180" />
    <div>
      <p>${t("Friends join with this link or the code {code}", { code: about.table })}</p>
      <p class="link">${link}</p>
      ${sharing(lobby)}
      <p class="to-screen"><a href="/t/${about.table}?screen" target="_blank" rel="noopener">
        ${sign("screen")}<span>${t("Big screen")}</span></a>
        <small>${t("For a television, or a tablet in the middle: everybody sees the table there, and phones show the hands.")}</small></p>
    </div>
  </div>`;
}

/** @param {Lobby} lobby */
const sharing = ({ copied, share }) =>
  html`<button class="sharing" @click=${share}>${sign("share")} ${copied ? t("Copied") : t("Copy the link")}</button>`;

/** @param {Lobby} lobby @param {number} free */
function readiness({ state, say }, free) {
  const mine = state.seats[state.you];
  const waiting = free
    ? t("The game starts when every seat is taken and everybody is ready.")
    : t("The game starts when everybody is ready.");
  return html`<div class="start">
    <p>${waiting}</p>
    <button class=${mine.ready ? "ready" : "main ready"} aria-pressed=${mine.ready}
      @click=${() => say({ do: "ready", ready: !mine.ready, nonce: nonce() })}>
      ${mine.ready ? t("Wait, I am not ready") : state.games ? t("Play again") : t("I am ready")}
    </button>
  </div>`;
}

/** Added to the address of a table: start to play as soon as it is loaded. */
export const NOW = "#now";

/** The player's nonce for the deal; use it only after the server has sent its commitment, which it then cannot change. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
