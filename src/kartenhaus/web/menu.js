// What can be done at a table besides playing, and the keys for everything.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { choice } from "./table/hands.js";
import { t } from "./texts.js";

/** @typedef {import("./table.js").Table} Owner */

/** @param {Owner} owner @param {import("./types.js").State} state */
export function menu(owner, state) {
  const { overlays } = owner;
  const item = (/** @type {import("./art/house.js").Icon} */ name, /** @type {string} */ text, /** @type {() => void} */ action) =>
    html`<button @click=${action}>${sign(name)}<span>${text}</span></button>`;
  const playing = state.phase === "playing";
  const seated = state.you >= 0;
  const playsOn = seated && playing && !state.seats[state.you]?.resigned;
  const close = () => overlays.confirm(t("Close the table for everybody?"), () => owner.say({ do: "close" }));
  const resign = () => overlays.confirm(t("Give up this game?"), () => owner.say({ do: "resign" }));
  const leave = () => overlays.confirm(t("Leave the table for good?"), () => owner.leave());
  const lock = state.locked ? t("Open the table") : t("Lock the table");
  return html`<nav class="menu" aria-label=${t("Menu")}>
    ${item("rules", t("Rules"), () => window.open(`/rules/${state.game}`, "_blank", "noopener"))}
    ${item("deck", t("What this table plays with"), () => overlays.turn("terms"))}
    ${item("invite", overlays.copied ? t("Copied") : t("Copy the invitation"), () => overlays.share(owner.link))}
    ${choice(owner, state, item)} ${item("screen", t("Big screen"), () => openScreen(state.table, seated))}
    ${seated && playing ? item("undo", t("Take back my move"), () => owner.say({ do: "regret" })) : nothing}
    ${playsOn && !state.paused ? item("pause", t("Pause"), () => owner.say({ do: "pause" })) : nothing}
    ${playsOn ? item("resign", t("Give up"), resign) : nothing}
    ${
      state.host === state.you && seated
        ? html`${item("lock", lock, () => owner.say({ do: "lock", locked: !state.locked }))}
            ${item("close", t("Close the table"), close)}`
        : nothing
    }
    ${seated ? item("home", t("Leave the table"), leave) : nothing}
    ${item("settings", t("Settings"), () => overlays.turn("settings"))} ${item("help", t("Keys"), () => overlays.turn("keys"))}
  </nav>`;
}

/** Show the table for a television or a tablet in the middle: beside a player's page, or instead of a visitor's.
 * @param {string} table @param {boolean} seated */
function openScreen(table, seated) {
  if (seated) window.open(`/t/${table}?screen`, "_blank", "noopener");
  else location.assign(`/t/${table}?screen`);
}

/** @param {() => void} close */
export function keyHelp(close) {
  const rows = [
    ["← →", t("another card")],
    ["Enter", t("play it, or choose what has the focus")],
    ["1 … 9", t("the first, second … choice")],
    ["D", t("draw")],
    ["L", t("try your luck")],
    ["K", t("keep, or let it happen")],
    ["M", t("say Mau")],
    ["Esc", t("choose again, or close")],
    ["C", t("chat")],
    ["H", t("what is this?")],
    ["?", t("these keys")],
  ];
  return html`<section class="menu keys" aria-label=${t("Keys")}>
    <dl>${rows.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`)}</dl>
    <button @click=${close}>${t("Close")}</button>
  </section>`;
}
