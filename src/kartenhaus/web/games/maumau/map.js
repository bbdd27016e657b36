// The little map beside the prompt: the whole board, and the part of it that is in view.
import { html, nothing, svg } from "../../lib/lit-html/lit-html.js";
import { PAINT } from "../../art/toys.js";
import { cardsOf } from "../../cards.js";
import { nameOf } from "../../spaces.js";
import { looking, mapLabel, toggle, zoomed } from "./follow.js";

const STEP = 5; // from space to space

/** The paint of a card; a Joker has that of the face it took. @param {string} card */
const paint = (card) => PAINT[card.split(":").at(-1)?.[0] ?? ""]?.paint ?? "#e3b577";

/** @param {import("../../types.js").Scene} scene */
export function littleMap(scene) {
  const map = scene.about.picture.map ?? [];
  const columns = Math.max(...map.map((line) => line.trimEnd().length));
  const [width, height] = [columns * STEP + 5, map.length * STEP + 5];
  const offered = new Set(scene.offered.map((step) => step.value));
  const spaces = map.flatMap((line, row) =>
    [...line].map((kind, column) => {
      if (kind === " ") return nothing;
      const name = nameOf(column, row);
      const top = cardsOf(scene.view.board[name]).at(-1);
      const fill = offered.has(name) ? "#fff" : top ? paint(top) : "#e6c88f";
      return svg`<rect x=${column * STEP} y=${row * STEP} width="4.2" height="4.2" rx="1" fill=${fill}></rect>`;
    }),
  );
  return html`<button class="minimap" ?hidden=${!zoomed()} aria-pressed=${looking()} @click=${toggle}
    aria-label=${mapLabel()}>
    <svg viewBox="-3 -3 ${width} ${height}" aria-hidden="true">
      <rect x="-3" y="-3" width=${width} height=${height} rx="4" fill="#7fae54"></rect>
      ${spaces}
      <rect class="window" data-step=${STEP} rx="2.5" fill="none"></rect>
      <rect class="window edge" data-step=${STEP} rx="2.5" fill="none"></rect>
    </svg>
  </button>`;
}
