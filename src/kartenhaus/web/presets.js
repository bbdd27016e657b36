// Ways to set a table that a host has given a name: they are stored in this browser, and one tap brings them back.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { NO_CLOCK, counted } from "./choices.js";
import { sign } from "./icons.js";
import { keep, kept } from "./keep.js";
import { t } from "./texts.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./setting.js").Setting} Setting */
/** @typedef {{ name: string, choice: Partial<Choice> }} Preset */

const MOST = 8;

/** @param {string} game @returns {Preset[]} */
const stored = (game) => {
  const all = kept(`presets.${game}`, /** @type {Preset[]} */ ([]));
  return Array.isArray(all) ? all.filter((one) => typeof one?.name === "string" && one.choice) : [];
};

/** Store presets, and draw them. @param {Setting} setting @param {Preset[]} all */
function put({ game, change }, all) {
  keep(`presets.${game.name}`, all.slice(0, MOST));
  change({});
}

/** The row of names above the choices: as printed, and what was remembered. @param {Setting} setting */
export function presets(setting) {
  const { game, choice, change, opening } = setting;
  const all = stored(game.name);
  if (!all.length && !counted(game, choice)) return nothing;
  const usual = game.editions.find((one) => one.usual)?.name ?? "";
  const printed = { options: {}, clock: NO_CLOCK, table: {}, edition: usual };
  const use = (/** @type {Partial<Choice>} */ wanted) => {
    const { players, seats, level, ...rest } = wanted;
    change(opening && players ? wanted : rest);
  };
  return html`<div class="presets">
    <button data-preset="" @click=${() => use(printed)}>${sign("undo")} ${t("As printed")}</button>
    ${all.map(
      (one) => html`<span class="preset"><button data-preset=${one.name} @click=${() => use(one.choice)}>${one.name}</button>
        <button class="quiet" @click=${() =>
          put(
            setting,
            all.filter((other) => other !== one),
          )}
          >${sign("close", t("Forget “{name}”", { name: one.name }))}</button></span>`,
    )}
  </div>`;
}

/** Give what is chosen now a name. @param {Setting} setting */
export function remembering(setting) {
  const save = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
    const name = field.value.trim();
    if (!name) return;
    field.value = "";
    put(setting, [{ name, choice: setting.choice }, ...stored(setting.game.name).filter((one) => one.name !== name)]);
  };
  return html`<form class="remember" @submit=${save}>
    <label>${t("Remember these choices as")} <input name="name" maxlength="24" autocomplete="off" /></label>
    <button type="submit">${t("Remember")}</button>
  </form>`;
}
