// For a visitor who came by a link: enter a name to take a seat.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { send } from "../api.js";
import { sign } from "../icons.js";
import { dealing } from "./device.js";
import { browser, keep, keepSeat, kept } from "../keep.js";
import { t } from "../texts.js";

/** @param {import("../types.js").State} state @param {(name: string) => Promise<void>} sit */
function joining(state, sit) {
  if (state.you >= 0 || state.phase === "closed") return nothing;
  if (state.locked) return html`<p class="watched">${sign("eye")} ${t("The table is locked. You can watch.")}</p>`;
  if (!state.seats.some((seat) => seat.kind === "free"))
    return html`<p class="watched">${sign("eye")} ${t("All seats are taken. You can watch.")}</p>`;
  return naming(sit, html`<small>${t("or stay and watch")}</small>`);
}

/** A name to enter. @param {(name: string) => Promise<void>} sit @param {unknown} [otherwise] */
export function naming(sit, otherwise) {
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
    void sit(field.value.trim() || t("Guest"));
  };
  return html`<form class="join" @submit=${submit}>
    <label>${t("Your name")} <input name="name" maxlength="24" autocomplete="nickname" .value=${kept("name", "")} /></label>
    <button class="main" type="submit">${t("Take a seat")}</button>
    ${otherwise}
  </form>`;
}

/** What stands in the invitation: a name to enter, or how the people at this device begin.
 * @param {import("../table.js").Table} table @param {import("../types.js").State} state */
export const joiningAt = (table, state) =>
  table.device ? dealing(table.device, state) : joining(state, (name) => table.sit(name));

/** Ask for a seat, and go to the table with it. @param {string} code @param {string} game @param {string} name
 * @param {string} token sent again, it opens the same seat */
export async function takeSeat(code, game, name, token) {
  keep("name", name);
  const taken = await send(`/api/tables/${code}/join`, { name, token, browser: browser() });
  keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game, at: Date.now() });
  location.assign(`/t/${code}`);
}
