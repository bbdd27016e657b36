// A link to the rule behind something: a refusal, a sentence of the log, a word of the teacher.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { t } from "./texts.js";

/** A link to the rule behind something. @param {string} rule */
export function ruleNote(rule) {
  if (!rule) return nothing;
  const [game] = rule.split("/");
  return html`<a class="rule" href="/rules/${game}#${rule}" target="_blank" rel="noopener">${sign("rules")} ${t("The rule")}</a>`;
}
