// Line icons, drawn inline so that they take the colour of the text around them.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { icon } from "./art/house.js";

/** An icon by its name, with a label if no text is beside it. Only our own drawings get here, never what people wrote.
 * @param {import("./art/house.js").Icon} name @param {string} [label] */
export function sign(name, label) {
  return html`<svg class="icon" viewBox="0 0 24 24"
    fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"
    role=${label ? "img" : nothing} aria-label=${label ?? nothing} aria-hidden=${label ? nothing : "true"} .innerHTML=${icon(name)}></svg>`;
}
