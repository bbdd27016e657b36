// The viewer's cards, as a fan within reach of the thumb.
import { html } from "./lib/lit-html/lit-html.js";
import { classMap } from "./lib/lit-html/directives/class-map.js";
import { repeat } from "./lib/lit-html/directives/repeat.js";
import { address, cardName, cardsOf } from "./cards.js";
import { same } from "./moves.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Step} Step */

/** The cards, each with a key that stays the same while it is held. @param {string[]} cards */
function keyed(cards) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return cards.map((card) => {
    const nth = seen.get(card) ?? 0;
    seen.set(card, nth + 1);
    return { card, key: `${card} ${nth}` };
  });
}

/** @param {Scene} scene @param {Pick<import("./types.js").Drawing, "fresh" | "places">} [game] */
export function handView(scene, game = {}) {
  const cards = keyed(cardsOf(scene.view.hands[scene.me]));
  const place = `hands.${scene.me}`;
  const free = Math.max(0, (game.places?.(scene) ?? 0) - cards.length);
  const firsts = scene.chosen.length ? [scene.chosen[0]] : scene.offered;
  return html`<div class="hand" role="group" aria-label=${t("Your cards")} data-spot=${place} .style=${`--cards: ${cards.length + free}`}>
    ${repeat(
      cards,
      (one) => one.key,
      ({ card, key }, at) => {
        const step = /** @type {Step} */ ({ kind: "card", value: card, key });
        const chosen = scene.marks ? scene.marks.includes(key) : scene.chosen.some((one) => same(one, step));
        const possible = firsts.some((one) => same(one, step));
        const name = cardName(scene.about, card);
        return html`<button
          class=${classMap({ held: true, possible, chosen, fresh: game.fresh?.(scene, card) ?? false })}
          data-key=${key}
          data-card=${card}
          data-place=${place}
          .style=${`--at: ${at}`}
          aria-pressed=${chosen}
          aria-label=${possible ? t("{card}, playable", { card: name }) : name}
          @click=${() => scene.choose(step)}
        >
          <img class="card" alt="" src=${address(scene.about, card)} draggable="false" />
        </button>`;
      },
    )}
    ${Array.from(
      { length: free },
      (_, nth) => html`<span class="free" .style=${`--at: ${cards.length + nth}`}><span>${t("free place")}</span></span>`,
    )}
    ${cards.length || free ? "" : html`<p class="empty">${t("No cards in your hand")}</p>`}
  </div>`;
}
