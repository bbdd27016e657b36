// What players may choose for a game, as its package declares it: editions, and options with names, choices and explanations.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { t } from "./texts.js";

/** @typedef {import("./wire.js").GameFacts} GameFacts */
/** @typedef {import("./wire.js").Option} Option */
/** @typedef {string | number | boolean | string[]} Value */
/** @typedef {{ players: number, level: string, edition: string, options: Record<string, Value> }} Choice what was chosen for a game last */

/** Whether a stored value counts as a choice: it is valid, and not just the default.
 * @param {Option} option @param {Value | undefined} value @param {number} players */
function counts(option, value, players) {
  if (option.kind === "seat") return Number.isInteger(value) && Number(value) < players;
  if (option.kind === "lines") return Array.isArray(value) && value.length > 0;
  return value !== option.default && option.choices.some((choice) => choice.value === value);
}

/** The stored choice, without what no longer exists. @param {GameFacts} game @param {Partial<Choice>} kept @returns {Choice} */
export function valid(game, kept) {
  const [low, high] = game.players;
  const players = Math.max(low, Math.min(high, kept.players ?? game.usual));
  const known = game.options.filter((option) => counts(option, kept.options?.[option.name], players));
  return {
    players,
    level: among(game.levels, kept.level),
    edition: among(game.editions, kept.edition),
    options: Object.fromEntries(known.map((option) => [option.name, /** @type {Value} */ (kept.options?.[option.name])])),
  };
}

/** The name if it exists, or the usual one. @param {{ name: string, usual: boolean }[]} all @param {string | undefined} name */
const among = (all, name) => (all.find((one) => one.name === name) ?? all.find((one) => one.usual) ?? all[0]).name;

/** @param {string} title @param {string} chosen @param {[string, string][]} choices by value @param {(value: string) => void} choose */
export function select(title, chosen, choices, choose) {
  const change = (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value);
  return html`<label>${title}
    <select @change=${change}>
      ${choices.map(([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`)}
    </select></label>`;
}

/** The control for an option. @param {Option} option @param {Choice} choice @param {(value: Value | undefined) => void} choose */
function control(option, choice, choose) {
  const value = choice.options[option.name] ?? option.default;
  if (option.kind === "seat") {
    const seats = Array.from({ length: choice.players }, (_, seat) => seat);
    const named = seats.map(
      (seat) => /** @type {[string, string]} */ ([String(seat), seat ? t("Seat {number}", { number: seat + 1 }) : t("you")]),
    );
    return select(option.title, String(value ?? ""), [["", t("by chance")], ...named], (chosen) =>
      choose(chosen ? Number(chosen) : undefined),
    );
  }
  if (option.kind === "lines") {
    const change = (/** @type {Event} */ event) => {
      const lines = /** @type {HTMLTextAreaElement} */ (event.target).value.split("\n").map((line) => line.trimEnd());
      choose(lines.filter(Boolean));
    };
    const text = Array.isArray(value) ? value.join("\n") : "";
    return html`<label class="lines">${option.title}
      <textarea rows="4" spellcheck="false" .value=${text} @change=${change}></textarea></label>`;
  }
  if (typeof option.default === "boolean") {
    const check = (/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.target).checked);
    return html`<label class="check"><input type="checkbox" .checked=${value === true} @change=${check} /> ${option.title}</label>`;
  }
  const choices = option.choices.map((one) => /** @type {[string, string]} */ ([String(one.value), one.words]));
  return select(option.title, String(value), choices, (chosen) =>
    choose(option.choices.find((one) => String(one.value) === chosen)?.value),
  );
}

/** All options and editions with their explanations; the number of choices shows without opening it.
 * @param {GameFacts} game @param {Choice} choice @param {(change: Partial<Choice>) => void} change */
export function choices(game, choice, change) {
  const count = Object.keys(choice.options).length + Number(game.editions.find((one) => one.usual)?.name !== choice.edition);
  const editions = game.editions.map((one) => /** @type {[string, string]} */ ([one.name, one.title]));
  return html`<details class="options-of">
    <summary>${t("Options")}${count ? html` <b>${count}</b>` : nothing}</summary>
    ${editions.length > 1 ? html`<p>${select(t("Edition"), choice.edition, editions, (edition) => change({ edition }))}</p>` : nothing}
    ${game.options.map(
      (option) => html`<p data-option=${option.name}>
        ${control(option, choice, (value) => change({ options: { ...choice.options, [option.name]: /** @type {Value} */ (value) } }))}
        <small>${option.help}</small>
      </p>`,
    )}
  </details>`;
}
