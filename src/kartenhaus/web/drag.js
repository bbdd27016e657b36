// Cards can also be dragged: dropped on the cloth, a card is played; dropped on a space of the board, it is placed there.

const FAR = 14; // pixels before a press becomes a drag

/** @typedef {import("./types.js").Step} Step */

/** @param {HTMLElement} root @param {(...steps: Step[]) => void} choose */
export function dragging(root, choose) {
  root.addEventListener("pointerdown", (down) => {
    const card = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (down.target).closest(".held"));
    if (!card || down.button !== 0) return;
    let moved = false;
    const ending = new AbortController();
    const listen = (/** @type {keyof DocumentEventMap} */ kind, /** @type {(event: any) => void} */ action) =>
      document.addEventListener(kind, action, { signal: ending.signal });
    const end = () => {
      ending.abort();
      card.classList.remove("dragged");
      card.style.transform = "";
    };
    listen("pointermove", (move) => {
      const [x, y] = [move.clientX - down.clientX, move.clientY - down.clientY];
      moved ||= -y > FAR && -y > Math.abs(x) / 2; // up, towards the table
      if (!moved) return;
      card.classList.add("dragged");
      card.style.transform = `translate(${x}px, ${y}px)`;
    });
    listen("pointercancel", end);
    listen("pointerup", (up) => {
      end();
      if (!moved) return;
      const still = new AbortController(); // so that the end of the drag does not click anything
      document.addEventListener("click", (click) => click.stopPropagation(), { capture: true, signal: still.signal });
      setTimeout(() => still.abort(), 50);
      drop(card, up, choose);
    });
  });
}

/** @param {HTMLElement} card @param {PointerEvent} up @param {(...steps: Step[]) => void} choose */
function drop(card, up, choose) {
  const under = document.elementsFromPoint(up.clientX, up.clientY).filter((element) => !card.contains(element));
  if (!under.some((element) => element.classList.contains("cloth"))) return;
  const held = /** @type {Step} */ ({ kind: "card", value: card.dataset.card ?? "", key: card.dataset.key });
  const space = under.map((element) => /** @type {HTMLElement | null} */ (element.closest(".cell"))).find(Boolean);
  choose(held, ...(space ? [/** @type {Step} */ ({ kind: "space", value: space.dataset.spot?.split(".")[1] ?? "" })] : []));
}
