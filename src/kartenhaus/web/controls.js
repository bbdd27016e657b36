// Controls to choose with a tap or with keys: radio buttons, and a switch.
import { html, nothing } from "./lib/lit-html/lit-html.js";

/** One of several, as radio buttons that look like chips; all of them are in sight.
 * @template T @param {string} name @param {string} title @param {T} chosen @param {[T, unknown][]} choices by value
 * @param {(value: T) => void} choose @param {unknown} [help] */
export function radios(name, title, chosen, choices, choose, help = nothing) {
  return html`<fieldset class="choose" data-option=${name}>
    <legend>${title}</legend>
    <div class="among">
      ${choices.map(
        ([value, words]) => html`<label class="way" data-value=${String(value)}>
          <input type="radio" name="set-${name}" .checked=${value === chosen} @change=${() => choose(value)} /><span>${words}</span>
        </label>`,
      )}
    </div>
    ${help === nothing ? nothing : html`<small>${help}</small>`}
  </fieldset>`;
}

/** Off or on. @param {string} name @param {string} title @param {boolean} on @param {(on: boolean) => void} choose
 * @param {unknown} [help] */
export function turn(name, title, on, choose, help = nothing) {
  const change = (/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.target).checked);
  return html`<label class="switch" data-option=${name}>
    <input type="checkbox" role="switch" .checked=${on} @change=${change} />
    <span><b>${title}</b>${help === nothing ? nothing : html`<small>${help}</small>`}</span>
  </label>`;
}
