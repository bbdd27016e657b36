// What the pages for boxes and boards share: files in and out, what this browser stores, and playing at once.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { send } from "../api.js";
import { valid } from "../choices.js";
import { sign } from "../icons.js";
import { browser, keepSeat, kept } from "../keep.js";
import { NOW } from "../lobby.js";
import { t } from "../texts.js";

const MOST_FILE = 60_000; // bytes: what the server would refuse is not even read
export const PAUSE = 250; // milliseconds without a change before the server looks through it

/** Open a table against bots with a box or a board of one's own, and go there.
 * @param {import("../wire.js").GameFacts} game @param {{ edition?: object, options?: object, players?: number }} own */
export async function playWith(game, own) {
  const { players, level } = valid(game, kept(`choice.${game.name}`, {}));
  const seats = own.players ?? players;
  const bots = Array(seats - 1).fill(level);
  const name = kept("name", "") || t("Guest");
  const asked = { game: game.name, players: seats, name, bots, options: own.options ?? {}, browser: browser() };
  const taken = await send("/api/tables", own.edition ? { ...asked, edition: own.edition } : asked);
  keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game: game.name, at: Date.now() });
  location.assign(`/t/${taken.table}${NOW}`);
}

/** The text of a chosen file. @param {Event} event @returns {Promise<string>} */
export async function textOf(event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const file = field.files?.[0];
  field.value = ""; // the same file can be chosen again
  if (!file) return "";
  if (file.size > MOST_FILE) throw new Error(t("This file is too large: {most} kB at most.", { most: MOST_FILE / 1000 }));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t("This file is no text in UTF-8."));
  }
}

/** A button that asks for a file. @param {string} accept @param {(event: Event) => void} read */
export const loader = (accept, read) =>
  html`<label class="file button">${sign("open")} ${t("Open a file")}
    <input class="unseen" type="file" accept=${accept} @change=${read} /></label>`;

/** What this browser stores: each can be opened or thrown away.
 * @param {{ name: string }[]} all @param {(name: string) => void} open @param {(name: string) => void} forget */
export function shelf(all, open, forget) {
  if (!all.length) return nothing;
  return html`<div class="shelf"><h2>${t("Saved in this browser")}</h2>
    <ul>${all.map(
      ({ name }) => html`<li><button @click=${() => open(name)}>${name}</button
        ><button class="quiet" aria-label=${t("Delete {name}", { name })} @click=${() => forget(name)}>${sign("close")}</button></li>`,
    )}</ul></div>`;
}

/** A name as part of a file's name. @param {string} title @param {string} otherwise */
export function slug(title, otherwise) {
  const plain = title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 40) || otherwise
  );
}
