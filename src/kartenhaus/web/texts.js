// All texts in the reader's language. The English text is the key, as everywhere in the project.
import { kept, keep } from "./keep.js";

export const LANGUAGES = /** @type {const} */ ({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
  es: "Español",
  nl: "Nederlands",
});

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | number>} Gaps */

/** @type {Record<string, string | Record<string, string>>} */
let texts = {};
let plurals = new Intl.PluralRules("en");

/** The chosen language, or the first of the browser's languages that we have. @returns {Language} */
export function language() {
  const wanted = [kept("language", ""), ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (wanted.find((one) => one in LANGUAGES) ?? "en");
}

/** Load the texts of the language; English needs none. */
export async function learn() {
  const now = language();
  document.documentElement.lang = now;
  plurals = new Intl.PluralRules(now);
  texts = now === "en" ? {} : await (await fetch(`/web/texts/${now}.json`)).json();
}

/** Choose another language, and reload the page in it. @param {string} wanted */
export function speak(wanted) {
  keep("language", wanted);
  location.reload();
}

/** A text with its gaps filled. @param {string} text @param {Gaps} gaps */
export function fill(text, gaps) {
  return text.replace(/\{(\w+)\}/g, (gap, name) => String(gaps[name] ?? gap));
}

/** A text in the reader's language. @param {string} text @param {Gaps} [gaps] */
export function t(text, gaps = {}) {
  const found = texts[text];
  return fill(typeof found === "string" && found ? found : text, gaps);
}

/** A text that counts something. @param {string} one @param {string} many @param {number} count @param {Gaps} [gaps] */
export function tn(one, many, count, gaps = {}) {
  const found = texts[one];
  const form = typeof found === "object" ? (found[plurals.select(count)] ?? found.other) : count === 1 ? one : many;
  return fill(form ?? many, { count, ...gaps });
}

/** What is counted, without the number. @param {{ one: string, other: string }} forms @param {number} count */
export const unitOf = (forms, count) => fill(formOf(forms, count), { count: "" }).trim();

/** @param {{ one: string, other: string }} forms @param {number} count */
const formOf = (forms, count) => (plurals.select(count) === "one" ? forms.one : forms.other);

/** A number of something, in forms that the server has sent in the reader's language.
 * @param {{ one: string, other: string }} forms @param {number} count */
export const counted = (forms, count) => fill(formOf(forms, count), { count });
