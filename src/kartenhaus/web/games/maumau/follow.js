// The part of the board that is in view follows play. All sizes are in style/maumau/; this file only scrolls, and says what is seen.
import { pace } from "../../fly.js";
import { placeOf } from "../../spaces.js";
import { t } from "../../texts.js";
import { earned } from "./gains.js";

/** @typedef {import("../../types.js").Scene} Scene */
/** Columns and rows, from 0, both ends included. @typedef {{ left: number, right: number, top: number, bottom: number }} Part */

const LEAST = 40; // the width of a cell that can still be tapped; `--near` is that of one that is easy to tap
const TALL = 8 / 7; // its height
const GAP = 2;

/** What is drawn now: whether it is too large to be tapped whole, whether the viewer wants to see it whole, and how it was followed. */
const now = {
  zoomed: false,
  whole: false,
  /** @type {HTMLElement | null} */
  board: null,
  /** @type {string[]} */
  offered: [],
  /** @type {Map<string, number>} */
  earns: new Map(),
  /** @type {string[]} */
  wanted: [],
  last: "",
};

/** Whether the board is shown in parts. */
export const zoomed = () => now.zoomed;
/** Whether the viewer looks at the whole board, which is too small to be tapped. */
export const looking = () => now.whole && now.zoomed;

const watching = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => measure());

/** After the board was drawn: bring what matters into view.
 * @param {HTMLElement} board @param {Scene} scene @param {string[]} offered spaces @param {string} latest where a card was placed */
export function follow(board, scene, offered, latest) {
  if (now.board !== board) {
    watching?.disconnect();
    watching?.observe(board);
    Object.assign(now, { board, last: "", whole: false });
    board.querySelector(".field")?.addEventListener("scroll", frame, { passive: true });
  }
  if (offered.length && !now.offered.length && now.whole) now.whole = false; // there is something to tap
  const spaces = (/** @type {import("../../types.js").Step[]} */ steps) =>
    steps.filter((step) => step.kind === "space").map((step) => step.value);
  const aim = spaces(scene.aim ?? []); // a lesson speaks of it before its card is chosen
  const places = scene.state.legal.flatMap((one) => spaces(one.steps ?? []));
  now.offered = offered;
  now.earns = new Map(scene.offered.map((step) => [step.value, earned(scene, step)]));
  now.wanted = offered.length ? offered : scene.chosen.length ? [] : [...new Set(places), ...(latest ? [latest] : [])];
  if (aim.length && (!offered.length || offered.includes(aim[0]))) now.wanted = aim;
  if (!now.wanted.length && latest) now.wanted = [latest];
  if (board.isConnected) show();
  else queueMicrotask(show);
}

/** The smallest part of the board that holds some spaces. @param {string[]} names @returns {Part} */
function around(names) {
  const places = names.map(placeOf);
  const [columns, rows] = [places.map(([column]) => column), places.map(([, row]) => row)];
  return { left: Math.min(...columns), right: Math.max(...columns), top: Math.min(...rows), bottom: Math.max(...rows) };
}

/** How many cells of a width fit into a length. @param {number} length @param {number} cell */
const fit = (length, cell) => Math.max(1, Math.floor((length + GAP) / (cell + GAP)));

/** Whether a part fits into so many columns and rows. @param {Part} part @param {number} columns @param {number} rows */
const holds = (part, columns, rows) => part.right - part.left < columns && part.bottom - part.top < rows;

/** Of some spaces those that one window shows: all if they fit; else those of the window that earns most, then holds most.
 * @param {string[]} names @param {Map<string, number>} earns @param {number} columns @param {number} rows of the window */
function best(names, earns, columns, rows) {
  if (holds(around(names), columns, rows)) return names;
  let [found, most] = [/** @type {string[]} */ ([]), -1];
  for (const [left] of names.map(placeOf))
    for (const [, top] of names.map(placeOf)) {
      const held = names.filter((name) => {
        const [column, row] = placeOf(name);
        return column >= left && column < left + columns && row >= top && row < top + rows;
      });
      const worth = Math.max(0, ...held.map((name) => earns.get(name) ?? 0)) * 1000 + held.length;
      if (held.length && worth > most) [found, most] = [held, worth];
    }
  return found;
}

/** Measure the board again, because its size has changed. */
function measure() {
  now.last = "";
  show();
}

/** Choose how large the cells are, and scroll. */
export function show() {
  const { board } = now;
  const field = /** @type {HTMLElement | null} */ (board?.querySelector(".field"));
  const grass = /** @type {HTMLElement | null} */ (board?.querySelector(".grass"));
  if (!board || !field || !grass || !board.isConnected || !board.clientWidth) return;
  const style = getComputedStyle(board);
  const [columns, rows] = [Number(style.getPropertyValue("--columns")), Number(style.getPropertyValue("--rows"))];
  const room = { width: board.clientWidth - edges(style, "x"), height: board.clientHeight - edges(style, "y") };
  const whole = Math.min((room.width + GAP) / columns - GAP, ((room.height + GAP) / rows - GAP) / TALL);
  const zoomed = whole < LEAST;
  if (now.zoomed !== zoomed) {
    now.zoomed = zoomed;
    for (const map of document.querySelectorAll(".minimap")) map.toggleAttribute("hidden", !zoomed);
  }
  const cells = (/** @type {number} */ cell) => /** @type {const} */ ([fit(room.width, cell), fit(room.height, cell * TALL)]);
  const { wanted, offered, earns } = now;
  const near = parseFloat(style.getPropertyValue("--near"));
  const far = offered.length > 0 && !holds(around(offered), ...cells(near)) && holds(around(offered), ...cells(LEAST));
  board.dataset.look = !zoomed || now.whole ? "whole" : far ? "far" : "near";
  field.inert = looking(); // too small to be tapped: a tap zooms in
  board.toggleAttribute("data-small", looking());
  const key = `${board.dataset.look} ${wanted.join(" ")}`;
  if (key !== now.last && wanted.length && zoomed && !now.whole) {
    const first = !now.last;
    now.last = key;
    const seen = cells(far ? LEAST : near);
    const latest = wanted.at(-1) ?? "";
    const held = offered.length || holds(around(wanted), ...seen) ? best(wanted, earns, ...seen) : [latest];
    if (first || !held.every(inView)) scrollTo(field, grass, held, first || !offered.length);
  }
  frame();
}

/** The pixels around the cells. @param {CSSStyleDeclaration} style @param {"x" | "y"} way */
function edges(style, way) {
  const of = (/** @type {string} */ name) => parseFloat(style.getPropertyValue(name)) || 0;
  return of("--gut") + of("--rim") + of("--pad") + of(way === "x" ? "--pad" : "--head");
}

/** @param {string} name */
const cellOf = (name) => /** @type {HTMLElement | null} */ (now.board?.querySelector(`[data-spot="board.${name}"]`));

/** The part of the field that cells can be seen in. @param {HTMLElement} field */
function view(field) {
  const gut = parseFloat(getComputedStyle(field).getPropertyValue("--gut")) || 0;
  return { left: field.scrollLeft, top: field.scrollTop, width: field.clientWidth - gut, height: field.clientHeight - gut, gut };
}

/** Whether a space is wholly in view. @param {string} name */
function inView(name) {
  const field = /** @type {HTMLElement | null} */ (now.board?.querySelector(".field"));
  const cell = cellOf(name);
  if (!field || !cell) return true;
  const seen = view(field);
  const [x, y] = [cell.offsetLeft, cell.offsetTop];
  const across = x >= seen.left - 1 && x + cell.offsetWidth <= seen.left + seen.width + 1;
  return across && y >= seen.top - 1 && y + cell.offsetHeight <= seen.top + seen.height + 1;
}

/** Scroll so that some spaces are in the middle of the view. Cards must not fly to where a space was, so only what
 * the viewer does themselves moves smoothly.
 * @param {HTMLElement} field @param {HTMLElement} grass @param {string[]} names @param {boolean} atOnce */
function scrollTo(field, grass, names, atOnce) {
  const cells = names.flatMap((name) => cellOf(name) ?? []);
  if (!cells.length) return;
  const seen = view(field);
  const middle = (/** @type {number[]} */ starts, /** @type {number[]} */ ends, /** @type {number} */ room) =>
    (Math.min(...starts) + Math.max(...ends) - room) / 2;
  const left = middle(
    cells.map((cell) => cell.offsetLeft),
    cells.map((cell) => cell.offsetLeft + cell.offsetWidth),
    seen.width,
  );
  const top = middle(
    cells.map((cell) => cell.offsetTop),
    cells.map((cell) => cell.offsetTop + cell.offsetHeight),
    seen.height,
  );
  field.scrollTo({ left, top, behavior: atOnce || !pace() ? "instant" : "smooth" });
}

/** Draw the frame of the little map, and fade the edges behind which there is more. */
function frame() {
  const { board } = now;
  const field = /** @type {HTMLElement | null} */ (board?.querySelector(".field"));
  const grass = /** @type {HTMLElement | null} */ (board?.querySelector(".grass"));
  if (!board || !field || !grass || !grass.scrollWidth) return;
  const seen = view(field);
  const style = getComputedStyle(board);
  const [columns, rows] = [Number(style.getPropertyValue("--columns")), Number(style.getPropertyValue("--rows"))];
  const [across, down] = [columns / grass.offsetWidth, rows / grass.offsetHeight];
  for (const one of document.querySelectorAll(".minimap .window")) {
    const step = Number(one.getAttribute("data-step"));
    const box = { x: seen.left * across, y: seen.top * down, width: seen.width * across, height: seen.height * down };
    for (const [name, cells] of Object.entries(box))
      one.setAttribute(name, String(Math.min(cells, Math.max(columns, rows)) * step));
  }
  const more = {
    left: seen.left > 2,
    right: seen.left + seen.width < grass.offsetWidth - 2,
    top: seen.top > 2,
    bottom: seen.top + seen.height < grass.offsetHeight - 2,
  };
  board.dataset.more = Object.entries(more)
    .filter(([, some]) => some)
    .map(([side]) => side)
    .join(" ");
}

/** What a tap on the little map does. */
export const mapLabel = () => (looking() ? t("Zoom in") : t("Show the whole board"));

/** Show the whole board, or the part that matters. */
export function toggle() {
  now.whole = !now.whole;
  now.last = "";
  show();
  for (const map of document.querySelectorAll(".minimap")) {
    map.setAttribute("aria-pressed", String(looking()));
    map.setAttribute("aria-label", mapLabel());
  }
}

/** Zoom in where the whole board was tapped. @param {MouseEvent} event */
export function closer(event) {
  const box = () => now.board?.querySelector(".grass")?.getBoundingClientRect() ?? new DOMRect();
  const [before, field] = [box(), now.board?.querySelector(".field")];
  toggle();
  if (!field || !event.detail) return;
  const left = ((event.clientX - before.x) / before.width) * box().width - field.clientWidth / 2;
  const top = ((event.clientY - before.y) / before.height) * box().height - field.clientHeight / 2;
  field.scrollTo({ left, top, behavior: "instant" });
}

/** Bring the space of a button below the board into view. @param {EventTarget | null} target @returns {boolean} whether it was */
function aim(target) {
  const chip = /** @type {HTMLElement} */ (target)?.closest?.(".actions [data-move]");
  const name = chip?.getAttribute("data-move") ?? "";
  const field = /** @type {HTMLElement | null} */ (now.board?.querySelector(".field"));
  const grass = /** @type {HTMLElement | null} */ (now.board?.querySelector(".grass"));
  for (const one of now.board?.querySelectorAll(".aimed") ?? []) one.classList.remove("aimed");
  if (!now.board?.isConnected || !field || !grass || !now.offered.includes(name)) return true;
  cellOf(name)?.classList.add("aimed");
  if (inView(name)) return true;
  scrollTo(field, grass, [name], false);
  return false;
}

// Keys and pointers over the buttons point at their spaces. A thumb sees a space before it chooses it.
let blind = false;
addEventListener("focusin", ({ target }) => aim(target));
addEventListener("pointerover", ({ target, pointerType }) => pointerType === "mouse" && aim(target));
addEventListener("pointerdown", ({ target }) => (blind = !aim(target)), { capture: true });
addEventListener(
  "click",
  (event) => {
    if (blind && event.detail) event.stopPropagation();
    blind = false;
  },
  { capture: true },
);
