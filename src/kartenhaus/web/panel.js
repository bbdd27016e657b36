// Beside the table: what happened, and what people say.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { sign } from "./icons.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Happening} Happening */

/** Phrases for who would rather not type. */
export const PHRASES = () => [t("Hello!"), t("Good luck!"), t("Well played!"), t("Ouch!"), t("One moment, please"), t("Thank you!")];

/** @param {{ story: Happening[], say: (text: string) => void, close: () => void }} what */
export function panel({ story, say, close }) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("text"));
    if (field.value.trim()) say(field.value);
    field.value = "";
  };
  return html`<aside class="panel" aria-label=${t("What happened, and chat")}>
    <header><h2>${t("What happened")}</h2><button class="quiet" @click=${close}>${sign("close")}<span>${t("Close")}</span></button></header>
    <ol class="story" tabindex="0" aria-label=${t("What happened")}>
      ${repeat(
        story.slice(-200),
        (event) => event.number,
        (event) => (event.words ? html`<li class=${event.kind}>${event.words}</li>` : nothing),
      )}
    </ol>
    <div class="phrases" role="group" aria-label=${t("Quick phrases")}>
      ${PHRASES().map((text) => html`<button class="phrase" @click=${() => say(text)}>${text}</button>`)}
    </div>
    <form class="chat" @submit=${submit}>
      <input name="text" maxlength="300" autocomplete="off" placeholder=${t("Say something")} aria-label=${t("Say something")} />
      <button type="submit">${t("Send")}</button>
    </form>
  </aside>`;
}
