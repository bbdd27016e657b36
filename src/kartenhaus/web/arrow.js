// An attack is an arrow from who attacks to who is attacked, drawn over the table.

/** @param {HTMLElement} root */
export function arrow(root) {
  const sign = /** @type {HTMLElement | null} */ (root.querySelector(".attack"));
  const field = document.getElementById("strike");
  if (!field) return;
  const from = sign && root.querySelector(`.seat[data-seat="${sign.dataset.from}"]`)?.getBoundingClientRect();
  const to = sign && root.querySelector(`.seat[data-seat="${sign.dataset.to}"]`)?.getBoundingClientRect();
  field.toggleAttribute("hidden", !(from && to));
  if (!from || !to) return;
  const [x1, y1, x2, y2] = [from.x + from.width / 2, from.y + from.height / 2, to.x + to.width / 2, to.y + to.height / 2];
  const bend = Math.abs(x2 - x1) > Math.abs(y2 - y1) ? [(x1 + x2) / 2, Math.max(y1, y2) + 90] : [(x1 + x2) / 2 + 70, (y1 + y2) / 2];
  field.querySelector(":scope > path")?.setAttribute("d", `M${x1} ${y1} Q${bend[0]} ${bend[1]} ${x2} ${y2}`);
}
