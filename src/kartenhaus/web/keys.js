// The keyboard: everything can be done with keys.

/** The keys of words that are chosen with a button. @type {Record<string, string>} */
export const KEYS = { draw: "D", luck: "L", keep: "K", allow: "K", done: "K", pass: "K" };

/** The choices on the table, in the order of the screen. @param {HTMLElement} root @returns {HTMLElement[]} */
function choices(root) {
  return [...root.querySelectorAll(/** @type {"button"} */ (".option, button.seat.offered, button.cell.offered, .act, .held"))];
}

/** @param {HTMLElement} root @param {string} selector */
function press(root, selector) {
  /** @type {HTMLElement | null} */ (root.querySelector(selector))?.click();
}

/** Move the focus along the hand, or along the offered spaces. @param {HTMLElement} root @param {number} by */
function along(root, by) {
  const spaces = [...root.querySelectorAll(/** @type {"button"} */ ("button.cell.offered"))];
  const row = spaces.length ? spaces : [...root.querySelectorAll(/** @type {"button"} */ (".held"))];
  if (!row.length) return;
  const now = row.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  row[(now + by + row.length + (now < 0 && by < 0 ? 1 : 0)) % row.length].focus();
}

/** Draw, and keep the focus near: if what had it is no longer there, the next choice gets it, or the prompt.
 * @param {HTMLElement} root @param {() => void} draw */
export function keepingFocus(root, draw) {
  const had = root.contains(document.activeElement);
  draw();
  const now = document.activeElement;
  const seen = now instanceof HTMLElement && now !== document.body && now.checkVisibility({ visibilityProperty: true });
  const waits = now instanceof HTMLElement && now.classList.contains("prompt");
  if (!had || (seen && !waits)) return;
  const next = choices(root).find(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".held:not(.possible)"),
  );
  (next ?? /** @type {HTMLElement | null} */ (root.querySelector(".prompt")))?.focus({ preventScroll: true });
}

/** @param {HTMLElement} root @param {(what: string) => void} turn opens or closes something @param {() => void} cancel */
export function keyboard(root, turn, cancel) {
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowRight: () => along(root, 1),
    ArrowLeft: () => along(root, -1),
    Escape: cancel,
    d: () => press(root, "button.deck.offered"),
    l: () => press(root, ".act.luck"),
    k: () => press(root, ".act.keep, .act.allow, .act.done, .act.pass"),
    m: () => press(root, ".mau, .act.say"),
    c: () => turn("panel"),
    "?": () => turn("keys"),
  };
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("dialog")) return;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (action) action();
    else if (/^[1-9]$/.test(event.key)) choices(root)[Number(event.key) - 1]?.click();
    else return;
    event.preventDefault();
  });
}
