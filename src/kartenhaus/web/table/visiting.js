// For a visitor who opens the link of a game that is being played: what it is, how to learn it, and when a seat will be free.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { artOf, picture } from "../cards.js";
import { sign } from "../icons.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** Whether the viewer only watches a game. @param {Scene} scene */
export const visits = ({ state }) => state.you < 0 && state.phase === "playing";

/** The invitation, as a sheet that can be closed. @param {Table} table @param {Scene} scene */
export function welcome(table, { about, state }) {
  if (table.overlays.watching) return nothing;
  const watch = () => table.overlays.watch(true);
  return html`<section class="sheet visitor" aria-label=${t("Invitation")}>
    <header>
      <img class="hero" alt="" src=${picture(`hero ${about.game}`, () => artOf(about.game).hero(t, about.title))} />
      <div><h2>${t("{game} is being played here", { game: about.short })}</h2><p>${about.summary}</p></div>
    </header>
    <p class="watched">${sign("eye")} ${chance(state)}</p>
    <div class="options">${ways(about)}<button class="main" @click=${watch}>${sign("eye")} ${t("Watch")}</button></div>
  </section>`;
}

/** What a visitor can do while watching. @param {Table} table @param {Scene} scene */
export const visitorActions = (table, { about }) =>
  html`<button @click=${() => table.overlays.watch(false)}>${sign("help")} ${t("What is this?")}</button>${ways(about)}`;

/** How to learn the game; the table stays open. @param {import("../types.js").Welcome} about */
const ways = (about) => html`
  ${
    about.lesson
      ? html`<a class="button" href="/learn/${about.game}" target="_blank" rel="noopener">${sign("play")} ${t("Learn by playing")}</a>`
      : nothing
  }
  <a class="button" href="/rules/${about.game}" target="_blank" rel="noopener">${sign("rules")} ${t("Rules")}</a>`;

/** Whether the visitor will get a seat. @param {import("../types.js").State} state */
function chance({ locked, seats }) {
  const free = seats.filter((seat) => seat.kind === "free").length;
  if (locked) return t("The table is locked. You can watch.");
  if (!free) return t("All seats are taken. You can watch.");
  return tn(
    "{count} seat is free. You can take it after this game.",
    "{count} seats are free. You can take one after this game.",
    free,
  );
}
