// A link to the rule behind something: a refusal, a sentence of the log, a word of the teacher.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { t } from "./texts.js";

/** Where a rule is written; its id begins with the name of its game. @param {string} rule */
export const ruleAddress = (rule) => `/rules/${rule.split("/")[0]}#${rule}`;

/** A link to the rule behind something. @param {string} rule */
export function ruleNote(rule) {
  if (!rule) return nothing;
  return html`<a class="rule" href=${ruleAddress(rule)} target="_blank" rel="noopener">${sign("rules")} ${t("The rule")}</a>`;
}
