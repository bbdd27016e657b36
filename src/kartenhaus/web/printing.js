// A line that says that the server is compiling a game, on every page that waits for it.
const LASTS = 5000; // milliseconds without news, after which the line is hidden

let timer = 0;

/** Show how long it takes; an empty message hides the line. @param {string} message */
export function printing(message) {
  const line = /** @type {HTMLElement} */ (document.getElementById("printing"));
  line.textContent = message;
  line.hidden = !message;
  clearTimeout(timer);
  if (message) timer = setTimeout(() => printing(""), LASTS);
}
