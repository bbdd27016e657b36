// While the house compiles a game: a line that says so, wherever somebody waits for it.
const LASTS = 5000; // milliseconds without news after which nobody waits any more

let timer = 0;

/** Show how long it takes; nothing hides it. @param {string} message */
export function printing(message) {
  const line = /** @type {HTMLElement} */ (document.getElementById("printing"));
  line.textContent = message;
  line.hidden = !message;
  clearTimeout(timer);
  if (message) timer = setTimeout(() => printing(""), LASTS);
}
