// The games that this browser plays in: where it is your turn comes first, and how long you have.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { seats } from "./keep.js";
import { askToNotify, canAsk, notify } from "./notify.js";
import { avatar, time } from "./seats.js";
import { t, tn } from "./texts.js";

/** @typedef {import("./api.js").TableAbout} TableAbout */

/** Whether a table waits for somebody at this browser. @param {TableAbout} table */
function isMine(table) {
  const { seat, people } = seats()[table.table] ?? {};
  const here = people?.map((one) => one.seat) ?? [seat];
  return (table.waits_for ?? []).some((one) => here.includes(one));
}

/** In order: where it is your turn, the least time first; then the others. @param {TableAbout[]} tables */
const inOrder = (tables) =>
  [...tables].sort(
    (one, other) => Number(isMine(other)) - Number(isMine(one)) || (one.left ?? Infinity) - (other.left ?? Infinity),
  );

/** What waits, in words. @param {TableAbout} table */
function waiting(table) {
  if (isMine(table)) return t("Your turn");
  if (table.phase === "waiting")
    return table.free ? tn("{count} seat is free", "{count} seats are free", table.free) : t("Before the game");
  if (table.phase === "over") return t("Another game?");
  const name = table.seats[table.waits_for[0]]?.name;
  return name ? t("It is {name}’s turn", { name }) : "";
}

/** @param {TableAbout} table */
const row = (table) => html`<li class=${isMine(table) ? "mine" : ""}>
  <a href="/t/${table.table}">
    <b>${table.title}</b>
    <span class="faces">${table.seats
      .filter((seat) => seat.kind !== "free")
      .map((seat) => avatar(/** @type {any} */ (seat)))}</span>
    <span>${table.seats.flatMap((seat) => seat.name || []).join(", ")}</span>
    <small>${isMine(table) ? html`<b class="yours">${waiting(table)}</b>` : waiting(table)}
      ${table.left === null || table.left === undefined ? nothing : html`· ${sign("clock")} ${time(table.left)}`}</small>
  </a>
</li>`;

/** The list. @param {TableAbout[]} tables @param {() => void} draw */
export function running(tables, draw) {
  if (!tables.length) return nothing;
  const offer = canAsk() && tables.some((table) => table.clock?.kind === "days");
  return html`<section class="listed running"><h2>${t("Your tables")}</h2>
    <ul class="tables">${inOrder(tables).map(row)}</ul>
    ${
      offer
        ? html`<p><button class="quiet" @click=${() => askToNotify(draw)}>
            ${sign("sound")} ${t("Tell me when it is my turn")}</button></p>`
        : nothing
    }
  </section>`;
}

/** Say in the title, and where it is allowed beside the page, where it is your turn now. @param {TableAbout[]} tables
 * @param {TableAbout[]} before the same when it was last looked */
export function announceTurns(tables, before) {
  const mine = tables.filter(isMine);
  const known = new Set(before.filter(isMine).map((table) => table.table));
  document.title = mine.length ? `● ${t("Your turn")} (${mine.length}) – Kartenhaus` : "Kartenhaus";
  for (const table of mine) if (!known.has(table.table)) notify(table.title, table.table);
}
