// What screen readers are told.

const KEPT = 8;

/** Say something after what is being said: nothing is dropped when much happens at once. @param {string} text */
export function tellAloud(text) {
  const live = document.getElementById("live");
  if (!live || !text) return;
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.childElementCount > KEPT) live.firstElementChild?.remove();
}
