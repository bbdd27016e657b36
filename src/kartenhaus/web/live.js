// Texts for screen readers.

const KEPT = 8;

/** Add a text after those still being read: nothing is dropped when much happens at once. @param {string} text */
export function tellAloud(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.childElementCount > KEPT) live.firstElementChild?.remove();
}
