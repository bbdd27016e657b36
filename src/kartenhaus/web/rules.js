// The rules of a game, in the reader's language: in short and with pictures first, then every rule, each with an address.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { load } from "./api.js";
import { playNow } from "./begin.js";
import { hasBoard } from "./box.js";
import { address, artOf, picture, spaceImage } from "./cards.js";
import { sign } from "./icons.js";
import { t } from "./texts.js";

/** @typedef {{ title: string, text: string, rules: { id: string, text: string }[] }} Section */
/** @typedef {{ title: string, sections: Section[] }} Rulebook */
/** @typedef {import("./wire.js").Guide} Guide */
/** @typedef {import("./wire.js").Help} Help */
/** @typedef {import("./wire.js").GameFacts & import("./types.js").Welcome & { guide: Guide | null, facts: string[] }} About */

/** From a text in short to its exact rule, further down on the page. @param {string} rule @param {string} what */
const exact = (rule, what) =>
  html`<a class="exact" href="#${rule}" title=${t("The exact rule")} aria-label=${`${t("The exact rule")}: ${what}`}>${sign("rules")}</a>`;

/** Emphasis and code of the rulebook's plain Markdown. @param {string} text */
function inline(text) {
  return text.split(/(\*[^*]+\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("*") && part.endsWith("*") && part.length > 2) return html`<em>${part.slice(1, -1)}</em>`;
    if (part.startsWith("`") && part.length > 2) return html`<code>${part.slice(1, -1)}</code>`;
    return part;
  });
}

/** @param {Section} section */
function chapter(section) {
  const paragraphs = section.text.split(/\n{2,}/).filter(Boolean);
  const rules = section.rules.map(
    ({ id, text }) => html`<div id=${id}><dt><a href="#${id}">${id}</a></dt><dd>${inline(text)}</dd></div>`,
  );
  return html`<section>
    ${section.title ? html`<h3>${section.title}</h3>` : nothing}
    ${paragraphs.map((part) => html`<p>${inline(part.replace(/\n/g, " "))}</p>`)}
    ${rules.length ? html`<dl>${rules}</dl>` : nothing}
  </section>`;
}

/** A card as a picture. @param {About} about @param {string} card */
const face = (about, card) => html`<img class="card" alt=${about.names.cards[card] ?? ""} src=${address(about, card)} />`;

/** Pictures of a kind of card or space; a place has none. @param {About} about @param {Help} help */
function pictures(about, help) {
  if (help.kind === "card") return help.shown.map((card) => html`<img class="card" alt="" src=${address(about, card)} />`);
  return help.kind === "space" ? help.shown.map((kind) => spaceImage(about, kind)) : nothing;
}

/** All cards, spaces or places: what each is. @param {About} about @param {Help["kind"]} kind @param {string} title */
function kinds(about, kind, title) {
  const found = about.help.filter((help) => help.kind === kind);
  if (!found.length) return nothing;
  return html`<section>
    <h2>${title}</h2>
    <ul class="kinds ${kind}s">
      ${found.map(
        (help) =>
          html`<li>
            <span class="pictures" data-count=${help.shown.length}>${pictures(about, help)}</span>
            <div>
              <h3>${help.name} ${exact(help.rule, help.name)}</h3>
              <p>${help.say}</p>
              ${help.more ? html`<p class="faint">${help.more}</p>` : nothing}
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}

/** What to do next: learn, or play. @param {About} about */
function next(about) {
  const { game, lessons } = about;
  return html`<p class="row onward">
    ${lessons.map(
      (title, number) =>
        html`<a class="button ${number ? "" : "main"}" href=${lessonAddress(game, number)}>${sign("help")} ${title}</a>`,
    )}
    <button class=${lessons.length ? "" : "main"} @click=${() => playNow(game)}>${sign("play")} ${t("Play now")}</button>
    <a class="button" href="/box/${game}">${sign("box")} ${t("Your box")}</a>
    ${hasBoard(about) ? html`<a class="button" href="/board/${game}">${sign("board")} ${t("Your board")}</a>` : nothing}
  </p>`;
}

/** The address of a lesson. @param {string} game @param {number} number from 0 */
export const lessonAddress = (game, number) => `/learn/${game}${number ? `/${number + 1}` : ""}`;

/** The game in short. @param {About} about @param {Guide} guide */
function short(about, guide) {
  const [low, high] = /** @type {[number, number]} */ (/** @type {unknown} */ (about.players));
  const about2 = t("{low} to {high} players, about {minutes} minutes", { low, high, minutes: about.minutes });
  return html`<section class="goal">
      <img class="hero" alt="" src=${picture(`hero ${about.game}`, () => artOf(about.game).hero(t, about.title))} />
      <div>
        <p class="faint">${about2}, ${guide.ages}</p>
        <p class="large">${guide.goal}</p>
        ${next(about)}
      </div>
    </section>
    <section>
      <h2>${t("On your turn")}</h2>
      ${guide.turn.filter((one) => !one.title).map((one) => html`<p>${one.say}</p>`)}
      <ul class="ways">
        ${guide.turn
          .filter((one) => one.title)
          .map((one) => html`<li><h3>${one.title} ${exact(one.rule, one.title)}</h3><p>${one.say}</p></li>`)}
      </ul>
    </section>
    ${kinds(about, "card", t("The cards"))} ${kinds(about, "space", t("The spaces"))}
    <section>
      <h2>${t("How you win")}</h2>
      ${guide.win.map((one) => html`<p>${one.say} ${exact(one.rule, t("How you win"))}</p>`)}
    </section>
    ${guide.examples.map(
      (example) => html`<section class="example">
        <h2>${t("Example: {what}", { what: example.title })}</h2>
        <ol>
          ${example.steps.map(
            (step) => html`<li><p>${step.say}</p><span class="pictures">${step.cards.map((card) => face(about, card))}</span></li>`,
          )}
        </ol>
      </section>`,
    )}
    <section>
      <h2>${t("Good advice")}</h2>
      <ul class="advice">${guide.advice.map((one) => html`<li>${one.say}</li>`)}</ul>
    </section>
    ${kinds(about, "place", t("Where cards lie"))}`;
}

/** Open the fold around what the address points to, and show it. @param {ParentNode} root */
function showRule(root) {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = wanted?.closest("details") ?? null;
  if (!wanted || !root.contains(wanted)) return;
  if (fold) fold.open = true;
  wanted.scrollIntoView();
}

/** @param {HTMLElement} root @param {string} game */
export async function rulesPage(root, game) {
  document.body.dataset.game = game;
  const [book, facts] = await Promise.all([load(`/api/games/${game}/rules?format=json`), load(`/api/games/${game}`)]);
  /** @type {About} */
  const about = { ...facts, game };
  const { guide } = about;
  document.title = `${about.title} – Kartenhaus`;
  const [preface, summary, ...rest] = /** @type {Rulebook} */ (book).sections;
  const every = html`${[preface, ...(guide ? [] : [summary]), ...rest].map(chapter)}`;
  render(
    html`<header class="bar">
        <a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
        <h1>${guide ? about.title : book.title}</h1>
      </header>
      <main class="page rules">
        ${
          guide
            ? html`${short(about, guide)}
                <details class="every"><summary>${t("Every rule and ruling")}</summary>${every}</details>
                ${next(about)}`
            : html`${next(about)}
                <ul class="faces">${about.shown.map(
                  (card) => html`<li>${face(about, card)}<span>${about.names.cards[card]}</span></li>`,
                )}</ul>
                ${every}`
        }
      </main>`,
    root,
  );
  showRule(root);
  addEventListener("hashchange", () => showRule(root));
}
