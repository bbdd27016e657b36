// A page with one message, when there is no table to show: closed, not found, another version.
import { html } from "./lib/lit-html/lit-html.js";
import { logo } from "./art/house.js";
import { picture } from "./cards.js";
import { t } from "./texts.js";

/** @param {string} title @param {unknown} text @param {unknown} [ways] what to do about it, besides going to the start page */
export const apart = (title, text, ways) =>
  html`<section class="apart">
    <img class="logo" alt="" src=${picture("logo", logo)} />
    <h1>${title}</h1>
    <p>${text}</p>
    <p class="row">${ways}<a class="button ${ways ? "" : "main"}" href="/">${t("Start page")}</a></p>
  </section>`;
