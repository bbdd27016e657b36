// Above the table: home, what happened last (a tap opens the log), chat and menu. If the line is broken, that place says so.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { anew } from "../anew.js";
import { sentences, storyAt } from "../events.js";
import { sign } from "../icons.js";
import { avatar } from "../seats.js";
import { t } from "../texts.js";
import { hiding } from "./device.js";

/** @typedef {import("../table.js").Table} Table */

/** @param {Table} table */
export function bar(table) {
  const { heard, overlays } = table;
  const { open, unread } = overlays;
  const shown = () => overlays.turn("panel");
  return html`<header class="bar">
    <a class="quiet home" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
    <h1>${heard.about?.short ?? "Kartenhaus"}</h1>
    ${heard.online ? lately(table) : offline()} ${table.device && table.device.shown >= 0 ? hiding(table.device) : nothing}
    ${
      heard.about
        ? html`<a class="quiet to-rules" href="/rules/${heard.about.game}" target="_blank" rel="noopener">
            ${sign("rules")}<span>${t("Rules")}</span></a>`
        : nothing
    }
    <button class="quiet to-chat" @click=${shown} aria-expanded=${open === "panel"}>
      ${sign("chat")}<span>${t("Chat")}</span>${unread ? html`<b class="unread">${unread}</b>` : nothing}
    </button>
    <button class="quiet to-menu" @click=${() => overlays.turn("menu")} aria-expanded=${open === "menu"}>
      ${sign("menu")}<span>${t("Menu")}</span>
    </button>
  </header>`;
}

const offline = () =>
  html`<p class="lately offline" role="alert">${sign("wifi-off")}<span>${t("Connection lost. Reconnecting … nothing is lost.")}</span></p>`;

/** What happened last, in full: a long story leaves out its later sentences. @param {Table} table */
function lately(table) {
  const { state } = table.heard;
  const { moment } = table.show;
  const last = storyAt(table.heard.story, moment).findLast((entry) => entry.words && entry.kind !== "wrote");
  const seat = state?.seats[last?.seat ?? -1];
  const told = last ? sentences(last) : [];
  const news = moment?.beat === 2 ? told.slice(-1) : told; // what everybody sets aside, without how it came to that
  return html`<button class="lately" aria-label=${t("What happened: {words}", { words: last?.words ?? "" })}
    @click=${() => table.overlays.turn("panel")}>
    ${anew(
      `${last?.number} ${news.length}`,
      html`${seat ? avatar(seat) : nothing} <span class="sentences">${news.map(sentence)}</span>`,
    )}
  </button>`;
}

/** A sentence, with the name at its beginning in bold. @param {{ words: string, who: string }} told */
const sentence = ({ words, who }) => html`<span>${who ? html`<b>${who}</b>` : nothing}${words.slice(who.length)} </span>`;

/** Leave out the last sentences until the rest fits; if one alone does not, write smaller. @param {HTMLElement} root */
export function fit(root) {
  const place = /** @type {HTMLElement | null} */ (root.querySelector(".sentences"));
  if (!place) return;
  const all = /** @type {HTMLElement[]} */ ([...place.children]);
  for (const one of all) one.hidden = false;
  place.classList.remove("tight");
  const full = () => place.scrollHeight > place.clientHeight + 1;
  for (const one of all.slice(1).reverse()) if (full()) one.hidden = true;
  if (full()) place.classList.add("tight");
}
