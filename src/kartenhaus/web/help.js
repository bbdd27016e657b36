// Help where one looks: hover, a long press or the key H on a card, a space, a pile or a seat says what it is and does.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { cardName } from "./cards.js";
import { tellAloud } from "./live.js";
import { ruleAddress } from "./rule.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {{ title: string, say: string, more: string, rule: string }} Told */

const HOVER = 700; // milliseconds
const PRESS = 450;
const FAR = 10; // pixels that a pressed finger may move
const TARGETS = "[data-card], [data-spot], .seat[data-seat]";

/** What a card, a kind of space or a place is; undefined if the game does not say.
 * @param {Welcome} about @param {import("./wire.js").Help["kind"]} kind @param {string} value */
export const helpOn = (about, kind, value) => about.help.find((one) => one.kind === kind && one.of.includes(value));

/** What to say about something on the table; null if there is nothing to say.
 * @param {Welcome} about @param {HTMLElement} target @param {string} name of the seat @returns {Told | null} */
function told(about, target, name) {
  const { card = "", spot = "", place = "", seat = "" } = target.dataset;
  const [key, part = ""] = (spot || place).split(".");
  if (card && card !== "?") {
    const found = helpOn(about, "card", card.split(":")[0]);
    return found ? { ...found, title: cardName(about, card) } : { title: cardName(about, card), say: "", more: "", rule: "" };
  }
  if (key === "board") {
    const found = helpOn(about, "space", spaceAt(about, part));
    return found ? { ...found, title: `${found.name} (${part})` } : null;
  }
  const found = helpOn(about, "place", seat ? "hands" : key);
  if (seat) return { title: name, say: found?.say ?? "", more: found?.more ?? "", rule: found?.rule ?? "" };
  return found ? { ...found, title: found.name } : null;
}

/** The letter of a space on the map. @param {Welcome} about @param {string} name as `e5` */
const spaceAt = (about, name) => about.picture.map?.[Number(name.slice(1)) - 1]?.[name.charCodeAt(0) - 97] ?? "";

/** Take away what help has said. */
export let forgetHelp = () => {};

/** Show help on a page. @param {HTMLElement} root @param {() => Welcome | null} facts */
export function helping(root, facts) {
  const box = document.createElement("div");
  box.id = "help";
  box.hidden = true;
  document.body.append(box);
  /** @type {HTMLElement | null} */
  let under = null; // the mouse
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const hide = () => {
    clearTimeout(timer);
    box.hidden = true;
  };
  forgetHelp = () => {
    hide();
    render(nothing, box);
  };
  const show = (/** @type {HTMLElement | null} */ target) => {
    const about = facts();
    const words = target && about && told(about, target, target.querySelector(".called b")?.textContent ?? "");
    if (!words || !target) return false;
    render(content(words), box);
    box.hidden = false;
    beside(box, target.getBoundingClientRect());
    tellAloud(`${words.title}. ${words.say}`);
    return true;
  };
  const targetOf = (/** @type {EventTarget | null} */ one) =>
    one instanceof Element ? /** @type {HTMLElement | null} */ (one.closest(TARGETS)) : null;

  root.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const target = targetOf(event.target);
    if (target === under) return;
    under = target;
    hide();
    if (target && !event.buttons) timer = setTimeout(() => show(target), HOVER);
  });
  root.addEventListener("pointerdown", (event) => {
    hide();
    const target = targetOf(event.target);
    if (event.pointerType === "mouse" || !target) return;
    const ending = new AbortController();
    const stop = () => {
      clearTimeout(timer);
      ending.abort();
    };
    timer = setTimeout(() => {
      if (!show(target)) return;
      const still = new AbortController(); // the end of this press plays nothing
      document.addEventListener("click", (click) => (click.stopPropagation(), click.preventDefault()), {
        capture: true,
        signal: still.signal,
      });
      document.addEventListener("pointerup", () => setTimeout(() => still.abort(), 50), { once: true });
    }, PRESS);
    const far = (/** @type {PointerEvent} */ move) => Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > FAR;
    document.addEventListener("pointermove", (move) => far(move) && stop(), { signal: ending.signal });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
      document.addEventListener(end, stop, { signal: ending.signal });
  });
  root.addEventListener("contextmenu", (event) => {
    if (/** @type {PointerEvent} */ (event).pointerType === "touch" && targetOf(event.target)) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!box.contains(/** @type {Node} */ (event.target)) && !root.contains(/** @type {Node} */ (event.target))) hide();
  });
  document.addEventListener("keydown", (event) => {
    const { tagName } = /** @type {HTMLElement} */ (event.target);
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const wasOpen = !box.hidden;
    if (!box.contains(document.activeElement)) hide();
    if (event.key.toLowerCase() === "h" && !wasOpen) show(targetOf(document.activeElement) ?? under);
  });
}

/** @param {Told} words */
const content = ({ title, say, more, rule }) =>
  html`<h3>${title}</h3>
    ${say ? html`<p>${say}</p>` : nothing}
    ${
      more || rule
        ? html`<details>
            <summary>${t("More")}</summary>
            ${more ? html`<p>${more}</p>` : nothing}
            ${rule ? html`<p><a href=${ruleAddress(rule)} target="_blank" rel="noopener">${t("The rule")}</a></p>` : nothing}
          </details>`
        : nothing
    }`;

/** Place the box above what it explains, or below if there is no room. @param {HTMLElement} box @param {DOMRect} target */
function beside(box, target) {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(8, target.x + target.width / 2 - width / 2), innerWidth - width - 8);
  const above = target.top - height - 8;
  const top = above >= 8 ? above : Math.min(target.bottom + 8, innerHeight - height - 8);
  box.style.translate = `${left}px ${Math.max(8, top)}px`;
}
