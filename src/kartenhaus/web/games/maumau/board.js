// The board of Mau Mau: spaces and cards in a wooden frame that bears the coordinates.
import { html, nothing } from "../../lib/lit-html/lit-html.js";
import { classMap } from "../../lib/lit-html/directives/class-map.js";
import { ref } from "../../lib/lit-html/directives/ref.js";
import { placed as drawn } from "../../art/maumau.js";
import { cardName, cardsOf, picture, spaceImage } from "../../cards.js";
import { eventsOf } from "../../events.js";
import { helpOn } from "../../help.js";
import { nameOf } from "../../spaces.js";
import { t } from "../../texts.js";
import { closer, follow } from "./follow.js";
import { gains } from "./gains.js";

/** @typedef {import("../../types.js").Scene} Scene */

const STACKED = 4; // cards of a tower that are drawn
let hatch = ""; // the space where the last card was placed, through which one may be discarded

/** @param {Scene} scene */
export function board(scene) {
  const map = scene.about.picture.map ?? [];
  const columns = Math.max(...map.map((line) => line.trimEnd().length));
  const placed = eventsOf(scene.state.entries).flatMap(({ kind, to = "" }) =>
    kind === "card" && to.startsWith("board.") ? [to.slice(6)] : [],
  );
  hatch = placed.at(-1) ?? hatch;
  const offered = scene.offered.filter((step) => step.kind === "space" || step.kind === "anchor").map((step) => step.value);
  const hot = (/** @type {(name: string) => string} */ part) => new Set(offered.map(part));
  const [letters, numbers] = [hot((name) => name[0]), hot((name) => name.slice(1))];
  const size = `--columns: ${columns}; --rows: ${map.length}`; // set as a property: the policy forbids styles in markup
  const line = (/** @type {string} */ text, /** @type {Set<string>} */ lit) =>
    html`<span class=${lit.has(text) ? "hot" : ""}>${text}</span>`;
  return html`<section class="board" aria-label=${t("The board")} .style=${size} ?data-crowned=${map[0]?.includes("T")}>
    <div class="wood">
      <div class="field" data-scrolls tabindex="0" role="group" aria-label=${t("The board")}>
        <span class="corner"></span>
        <div class="columns" aria-hidden="true">
          ${Array.from({ length: columns }, (_, column) => line(nameOf(column, 0)[0], letters))}
        </div>
        <div class="rows" aria-hidden="true">${map.map((_, row) => line(String(row + 1), numbers))}</div>
        <div class="grass">
          ${map.flatMap((text, row) =>
            [...text].map((kind, column) => (kind === " " ? nothing : cell(scene, kind, column, row, placed))),
          )}
        </div>
      </div>
      <button class="closer" @click=${closer} aria-label=${t("Zoom in")}></button>
    </div>
    <i hidden ${ref((end) => end && follow(/** @type {HTMLElement} */ (end.parentElement), scene, offered, hatch))}></i>
  </section>`;
}

/** Points, and words, which are smaller. @param {{ points: number, brings: string }} gain */
const marks = ({ points, brings }) =>
  html`${points ? html`<span>+${points}</span>` : nothing}${brings ? html`<span class="words">${brings}</span>` : nothing}`;

/** A space and what lies on it.
 * @param {Scene} scene @param {string} kind @param {number} column @param {number} row @param {string[]} placed just now */
function cell(scene, kind, column, row, placed) {
  const name = nameOf(column, row);
  const cards = cardsOf(scene.view.board[name]);
  const step = scene.offered.find((one) => (one.kind === "space" || one.kind === "anchor") && one.value === name);
  const top = cards.at(-1);
  const classes = classMap({
    cell: true,
    taken: cards.length > 0,
    tower: cards.length > 1,
    offered: Boolean(step),
    lately: placed.includes(name),
  });
  const shown = cards.slice(-STACKED);
  const where = `grid-column: ${column + 1}; grid-row: ${row + 1}; --high: ${Math.max(0, shown.length - 1)}`;
  const called = `${name}, ${helpOn(scene.about, "space", kind)?.name ?? ""}${top ? `: ${cardName(scene.about, top)}` : ""}`;
  const gain = step?.kind === "space" ? gains(scene, step) : null;
  const high = cards.length > 1 ? t("{count} high", { count: cards.length }) : "";
  const inside = html`${spaceImage(scene.about, kind)}
    ${shown.map(
      (card, level) => html`<img class="card level-${level}" alt=""
        src=${picture(`on the board ${card}`, () => drawn(card, t, scene.about.picture))}
        data-place="board.${name}" data-card=${card} />`,
    )}
    ${high ? html`<b class="height" aria-hidden="true">${high}</b>` : nothing}
    ${gain?.long ? html`<b class="earns" aria-hidden="true">${marks(gain)}</b>` : nothing}
    ${name === hatch ? html`<i class="hatch" data-spot="out"></i>` : nothing}`;
  const all = [called, high, gain?.long].filter(Boolean).join(", ");
  if (!scene.state.legal.length)
    return html`<span class=${classes} .style=${where} data-spot="board.${name}" data-space=${kind} role="img"
      aria-label=${all}>${inside}</span>`;
  const wanted = step ?? /** @type {const} */ ({ kind: "space", value: name });
  return html`<button class=${classes} .style=${where} data-spot="board.${name}" data-space=${kind} tabindex=${step ? 0 : -1}
    aria-label=${all} @click=${() => scene.choose(wanted)}>${inside}</button>`;
}
