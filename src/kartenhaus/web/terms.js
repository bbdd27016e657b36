// What a table plays with, in words.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { seatName } from "./seats.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./wire.js").OptionChosen} Said */

/** A seat is named after who sits there. @param {State} state @param {Said} said */
const words = (state, said) =>
  said.seat >= 0 && state.seats[said.seat] ? seatName(state.seats[said.seat], said.seat) : said.words;

/** @param {State} state @param {Said[]} all */
const list = (state, all) =>
  html`<dl class="terms">
    ${all.map((one) => html`<div data-term=${one.name}><dt>${one.title}</dt><dd>${words(state, one)}</dd></div>`)}
  </dl>`;

/** What was chosen. @param {Welcome} about @param {State} state */
export function terms(about, state) {
  const printed = { title: t("House rules"), words: t("as printed, without a clock"), name: "", seat: -1 };
  return list(state, about.chosen.length ? about.chosen : [printed]);
}

/** What is as usual, behind a tap. @param {Welcome} about @param {State} state */
export const usualTerms = (about, state) =>
  html`<details class="usual">
    <summary>${about.chosen.length ? t("Everything else is as usual") : t("What is as usual")}</summary>
    ${list(state, about.usual)}
  </details>`;

/** All of it, to look up during a game. @param {Welcome} about @param {State} state @param {() => void} close */
export const allTerms = (about, state, close) =>
  html`<section class="menu all-terms" data-scrolls aria-label=${t("What this table plays with")}>
    <h2>${t("What this table plays with")}</h2>
    ${about.chosen.length ? list(state, about.chosen) : nothing}
    ${about.chosen.length ? html`<h3>${t("Everything else is as usual")}</h3>` : nothing} ${list(state, about.usual)}
    <button @click=${close}>${t("Close")}</button>
  </section>`;
