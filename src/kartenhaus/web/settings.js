// Personal settings, stored in this browser.
import { html } from "./lib/lit-html/lit-html.js";
import { keep, kept } from "./keep.js";
import { LANGUAGES, language, speak, t } from "./texts.js";

/** The choice of the language. */
export function languages() {
  const change = (/** @type {Event} */ event) => speak(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label class="language">${t("Language")}
    <select @change=${change}>
      ${Object.entries(LANGUAGES).map(
        ([code, name]) => html`<option value=${code} lang=${code} ?selected=${code === language()}>${name}</option>`,
      )}
    </select></label>`;
}

/** @param {() => void} close */
export function settings(close) {
  const speeds = { normal: t("normal"), fast: t("fast"), off: t("off") };
  const now = kept("speed", "") || (matchMedia("(prefers-reduced-motion: reduce)").matches ? "off" : "normal");
  const hear = (/** @type {Event} */ event) => keep("sound", /** @type {HTMLInputElement} */ (event.target).checked);
  return html`<section class="menu settings" aria-label=${t("Settings")}>
    ${languages()}
    <label>${t("Motion")}
      <select @change=${(/** @type {Event} */ event) => keep("speed", /** @type {HTMLSelectElement} */ (event.target).value)}>
        ${Object.entries(speeds).map(([value, name]) => html`<option value=${value} ?selected=${value === now}>${name}</option>`)}
      </select></label>
    <label>${t("Sound")} <input type="checkbox" ?checked=${kept("sound", false)} @change=${hear} /></label>
    <button @click=${close}>${t("Close")}</button>
  </section>`;
}
