// The rules of a game, in the reader's language; every rule has an address.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { load } from "./api.js";
import { address } from "./cards.js";
import { sign } from "./icons.js";
import { t } from "./texts.js";

/** @typedef {{ title: string, sections: { title: string, text: string, rules: { id: string, text: string }[] }[] }} Rulebook */

/** A link to the rule behind a refusal. @param {string} rule */
export function ruleNote(rule) {
  if (!rule) return nothing;
  const [game] = rule.split("/");
  return html`<a class="rule" href="/rules/${game}#${rule}" target="_blank" rel="noopener">
    ${sign("rules")} ${t("The rule: {rule}", { rule })}</a>`;
}

/** Emphasis and code of the rulebook's plain Markdown. @param {string} text */
function inline(text) {
  return text.split(/(\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return html`<em>${part.slice(1, -1)}</em>`;
    if (part.startsWith("`") && part.length > 2) return html`<code>${part.slice(1, -1)}</code>`;
    return part;
  });
}

/** @param {Rulebook["sections"][number]} section */
function chapter(section) {
  const paragraphs = section.text.split(/\n{2,}/).filter(Boolean);
  const rules = section.rules.map(
    ({ id, text }) => html`<div id=${id}><dt><a href="#${id}">${id}</a></dt><dd>${inline(text)}</dd></div>`,
  );
  return html`<section>
    ${section.title ? html`<h2>${section.title}</h2>` : nothing}
    ${paragraphs.map((part) => html`<p>${inline(part.replace(/\n/g, " "))}</p>`)}
    ${rules.length ? html`<dl>${rules}</dl>` : nothing}
  </section>`;
}

/** @param {HTMLElement} root @param {string} game */
export async function rulesPage(root, game) {
  document.body.dataset.game = game;
  const [book, about] = await Promise.all([load(`/api/games/${game}/rules?format=json`), load(`/api/games/${game}`)]);
  document.title = `${book.title} – Kartenhaus`;
  const face = (/** @type {string} */ card) =>
    html`<li><img class="card" alt="" src=${address({ ...about, game }, card)} /><span>${about.names.cards[card]}</span></li>`;
  render(
    html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a><h1>${book.title}</h1></header>
      <main class="page rules">
        ${about.lesson ? html`<p class="row"><a class="button main" href="/learn/${game}">${t("Learn by playing")}</a></p>` : nothing}
        <ul class="faces">${/** @type {string[]} */ (about.shown).map(face)}</ul>
        ${/** @type {Rulebook} */ (book).sections.map(chapter)}
      </main>`,
    root,
  );
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
