// Beside the table: what happened, and the chat.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { cardImage } from "./cards.js";
import { sentences } from "./events.js";
import { sign } from "./icons.js";
import { faces } from "./reactions.js";
import { ruleAddress } from "./rule.js";
import { avatar } from "./seats.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {{ about: import("./types.js").Welcome | null, seats: import("./types.js").SeatState[] }} Told */

const FEWEST = 200; // lines of the log that are kept
const AT_ONCE = 100; // that are dropped together, so that the log does not move with every line

/** The end of a long story. @param {Entry[]} story */
const latest = (story) => story.slice(Math.max(0, Math.floor((story.length - FEWEST) / AT_ONCE) * AT_ONCE));

/** Phrases for players who do not want to type. */
const PHRASES = () => [t("Hello!"), t("Good luck!"), t("Well played!"), t("Ouch!"), t("One moment, please"), t("Thank you!")];

/** An entry in words; each sentence links to its rule. @param {Entry} entry */
export const told = (entry) =>
  sentences(entry).map(({ words, rule }, at) => {
    const link = html`<a class="told" tabindex="-1" href=${ruleAddress(rule)} target="_blank" rel="noopener">${words}</a>`;
    return html`${at ? " " : ""}${rule ? link : words}`;
  });

/** Move through the sentences with the arrow keys, so that the Tab key stops only once. @param {KeyboardEvent} event */
function walk(event) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  const links = [.../** @type {HTMLElement} */ (event.currentTarget).querySelectorAll("a")];
  const now = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
  const next = now < 0 ? links.length - 1 : now + (event.key === "ArrowUp" ? -1 : 1);
  links[next]?.focus();
  event.preventDefault();
}

/** The card that an entry is about; of a deal, the one that is turned up for all. @param {Entry} entry */
const cardOf = ({ kind, events = [] }) =>
  events.find(
    (event) => event.kind === "card" && event.card && event.card !== "?" && !(kind === "started" && event.to?.startsWith("hands.")),
  )?.card;

/** A line of the log: who, what, and the card. @param {Told} what @param {Entry} entry */
function line({ about, seats }, entry) {
  const seat = seats[entry.seat ?? -1];
  const card = cardOf(entry);
  return html`<li class=${entry.kind}>
    ${seat ? avatar(seat) : html`<i></i>`}<span>${told(entry)}</span>${card && about ? cardImage(about, card) : nothing}
  </li>`;
}

/** Show the end of the log. @param {HTMLElement} root */
export const toEnd = (root) => root.querySelector(".story")?.scrollTo(0, 1e6);

/** @param {Told & { story: Entry[], say: (text: string) => void, react: ((face: string) => void) | null,
 *   close: () => void }} what */
export function panel({ about, seats, story, say, react, close }) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    if (field.value.trim()) say(field.value);
    field.value = "";
  };
  return html`<aside class="panel" aria-label=${t("What happened, and chat")}>
    <header><h2>${t("What happened")}</h2><button class="quiet" @click=${close}>${sign("close")}<span>${t("Close")}</span></button></header>
    <ol class="story" tabindex="0" aria-label=${t("What happened")} @keydown=${walk}>
      ${repeat(
        latest(story),
        (entry) => entry.number,
        (entry) => (entry.words ? line({ about, seats }, entry) : nothing),
      )}
    </ol>
    ${react ? faces(react) : nothing}
    <div class="phrases" role="group" aria-label=${t("Quick phrases")}>
      ${PHRASES().map((text) => html`<button class="phrase" @click=${() => say(text)}>${text}</button>`)}
    </div>
    <form class="chat" @submit=${submit}>
      <input name="text" maxlength="300" autocomplete="off" placeholder=${t("Say something")} aria-label=${t("Say something")} />
      <button type="submit">${t("Send")}</button>
    </form>
  </aside>`;
}
