// The table on a television, or on a tablet in the middle: large, for everybody, without a hand. It is a spectator's view.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { anew } from "../anew.js";
import { artOf, picture } from "../cards.js";
import { logo } from "../art/house.js";
import { sentences, storyAt } from "../events.js";
import { sign } from "../icons.js";
import { keep, kept } from "../keep.js";
import { playground, scene } from "../scene.js";
import { avatar, clock, face, seatName } from "../seats.js";
import { result } from "../result.js";
import { t, tn } from "../texts.js";
import { asPlayed } from "./played.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Scene} Scene */

const WIDE = 1280; // pixels: what is drawn on a screen of this size is enlarged to fill a greater one
const HIGH = 720;

/** Whether the address asks for the screen in the middle. */
export const isScreen = () => new URLSearchParams(location.search).has("screen");

/** Prepare the page: it is read from afar, and it does not go dark. @param {HTMLElement} root */
export function prepareScreen(root) {
  document.body.dataset.screen = "";
  const enlarge = () => {
    const zoom = Math.max(1, Math.min(innerWidth / WIDE, innerHeight / HIGH, 4));
    root.style.setProperty("--zoom", zoom.toFixed(3));
    document.body.style.setProperty("--zoom", zoom.toFixed(3));
  };
  addEventListener("resize", enlarge);
  enlarge();
  const stayAwake = () => document.hidden || void navigator.wakeLock?.request("screen").catch(() => {}); // where it is allowed
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

/** The whole page. @param {Table} table @param {unknown} problem what to say instead of the table, if there is a problem */
export function screenPage(table, problem) {
  const { about, state, online } = table.heard;
  const phase = problem || !state ? "closed" : state.phase;
  return html`${phase === "waiting" ? nothing : html`<header class="unseen"><h1>${about?.short ?? "Kartenhaus"}</h1></header>`}
    <main class="table tv ${phase} watched">
      ${problem || !state || !about ? (problem ?? nothing) : state.phase === "waiting" ? gathering(table, state) : played(table, state)}
    </main>
    ${ended(table)}
    <nav class="remote" aria-label=${t("Screen")}>
      ${online ? nothing : html`<p role="alert">${sign("wifi-off")} ${t("Connection lost. Reconnecting … nothing is lost.")}</p>`}
      ${remote(table)}
    </nav>`;
}

/** The few things that are done at the screen itself. @param {Table} table */
function remote(table) {
  const sound = kept("sound", false);
  const hear = () => {
    keep("sound", !sound);
    table.draw();
  };
  const fill = () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return html`${
    document.fullscreenEnabled
      ? html`<button class="quiet" @click=${fill} title=${t("Full screen")}>${sign("screen", t("Full screen"))}</button>`
      : nothing
  }
    <button class="quiet" aria-pressed=${sound} @click=${hear} title=${t("Sound")}>${sign(sound ? "sound" : "mute", t("Sound"))}</button>
    <a class="quiet" href="/" title=${t("Start page")}>${sign("home", t("Start page"))}</a>`;
}

/** Before the first game: the invitation, and who is here. @param {Table} table @param {State} state */
function gathering(table, state) {
  const about = /** @type {import("../types.js").Welcome} */ (table.heard.about);
  const free = state.seats.filter((seat) => seat.kind === "free").length;
  return html`<section class="gathering" aria-label=${t("Before the game")}>
    <header>
      <img class="hero" alt="" src=${picture(`hero ${about.game}`, () => artOf(about.game).hero(t, about.title))} />
      <div class="title"><h1>${about.title}</h1><p>${about.summary}</p></div>
    </header>
    ${free && !state.locked ? joinHere(table) : nothing}
    <ul class="company" data-count=${state.seats.length}>${state.seats.map((_, number) => guest(state, number))}</ul>
    <p class="cue" role="status">${cue(state, free)}</p>
  </section>`;
}

/** @param {State} state @param {number} free */
function cue(state, free) {
  if (free && state.locked) return t("The table is locked.");
  if (free) return tn("{count} seat is free", "{count} seats are free", free);
  return t("The game starts when everybody is ready.");
}

/** How phones join. @param {Table} table */
const joinHere = (table) => html`<div class="join-here">
  <img class="qr" alt=${t("The invitation as a QR code")} src="/api/tables/${table.code}/invite.svg" />
  <p><b>${t("Scan to join")}</b><span>${table.link.replace(/^https?:\/\//, "")}</span></p>
</div>`;

/** @param {State} state @param {number} number */
function guest(state, number) {
  const seat = state.seats[number];
  if (seat.kind === "free") return html`<li class="vacant"><span class="avatar nobody"></span><b>${t("free")}</b></li>`;
  const ready = seat.kind === "bot" || seat.ready;
  return html`<li class=${ready ? "set" : ""} data-spot="face.${number}">
    <span class="face">${avatar(seat)}${ready ? html`<span class="done">${sign("check", t("ready"))}</span>` : nothing}</span>
    <b><span .style=${`--letters: ${seatName(seat, number).length}`}>${seatName(seat, number)}</span></b>
  </li>`;
}

/** A game: the table, and below it what happened last and whose turn it is. @param {Table} table @param {State} state */
function played(table, state) {
  const about = /** @type {import("../types.js").Welcome} */ (table.heard.about);
  const now = scene(about, asPlayed(state), [], () => {}, table.show.moment);
  return now ? playground(now, { prompt: tells(table, now), actions: nothing }) : nothing;
}

/** The line below the table. @param {Table} table @param {Scene} now */
function tells(table, now) {
  const { state } = now;
  const { moment } = table.show;
  const last = storyAt(table.heard.story, moment).findLast((entry) => entry.words && entry.kind !== "wrote");
  const seat = state.seats[last?.seat ?? -1];
  const told = last ? sentences(last) : [];
  const news = moment?.beat === 2 ? told.slice(-1) : told;
  const words = news.map(({ words, who }) => html`<span>${who ? html`<b>${who}</b>` : nothing}${words.slice(who.length)} </span>`);
  return html`<div class="tells">
    <div class="news">${anew(
      `${last?.number} ${news.length}`,
      html`${seat ? avatar(seat) : html`<img class="avatar" alt="" src=${picture("logo", logo)} />`}<p class="sentences">${words}</p>`,
    )}</div>
    ${turnOf(now)}
  </div>`;
}

/** Whose turn it is, with their clock. @param {Scene} now */
function turnOf(now) {
  const { state } = now;
  if (state.phase !== "playing") return html`<div class="whose"><p>${state.reason}</p></div>`;
  if (state.paused) return html`<div class="whose"><p>${t("The game is paused")}</p></div>`;
  const waited = state.asked.length ? state.asked : [state.to_act];
  const names = waited.map((seat) => seatName(state.seats[seat], seat)).join(", ");
  const words = state.question ? t("Waiting for an answer: {names}", { names }) : t("It is {name}’s turn", { name: names });
  const left = waited.length === 1 ? state.seats[waited[0]]?.left : null;
  return html`<div class="whose">${anew(
    waited.join(" "),
    html`${waited.map((seat) => face(now, seat))}<p>${words}</p>
      ${clock(waited[0], left)}`,
  )}</div>`;
}

/** The result, and how to join the next game. @param {Table} table */
function ended(table) {
  const { about, state, gone, strange } = table.heard;
  const over = state && (state.phase === "over" || state.phase === "closed");
  if (!about || !over || !state.outcome || gone || strange || !table.show.ending.shown) return nothing;
  const free = !state.locked && state.phase === "over" && state.seats.some((seat) => seat.kind === "free");
  const silent = () => {};
  return result({
    about,
    state,
    say: silent,
    again: silent,
    complain: silent,
    close: null,
    join: free ? joinHere(table) : nothing,
  });
}
