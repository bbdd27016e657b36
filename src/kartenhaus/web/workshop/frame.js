// The frame of the pages for boxes and boards: the bar, the foot that says whether it can be played, and opening such a page.
import { html, render } from "../lib/lit-html/lit-html.js";
import { load } from "../api.js";
import { sign } from "../icons.js";
import { t, tn } from "../texts.js";

/** @typedef {import("../wire.js").GameFacts & import("../types.js").Welcome} About */
/** @typedef {{ root: HTMLElement, about: About, checked: { faults: unknown[] } | null, problem: string, busy: boolean,
 *   play: () => unknown }} Workshop */

/** @param {unknown} error */
export const words = (error) => (error instanceof Error ? error.message : String(error));

/** Draw a page. @param {Workshop} page @param {string} title @param {unknown} inside */
export function frame(page, title, inside) {
  const faults = page.checked?.faults.length ?? 0;
  const said = !page.checked
    ? ""
    : faults
      ? tn("{count} thing does not fit yet", "{count} things do not fit yet", faults)
      : t("Everything fits");
  render(
    html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
        <h1>${title}: ${page.about.short}</h1></header>
      <main class="workshop" data-scrolls><div class="page">${inside}</div></main>
      <footer class="foot">
        <p role="status" class=${faults || page.problem ? "broken" : "kept"}>${page.problem || said}</p>
        <button class="main" ?disabled=${page.busy} @click=${() => page.play()}>${sign("play")} ${t("Play at once")}</button>
      </footer>`,
    page.root,
  );
}

/** Load what a page needs, and open it. @param {string} game @param {"box" | "board"} kind @param {string} title
 * @param {(about: About, facts: any) => { draw: () => void, check: () => Promise<void> }} make */
export async function open(game, kind, title, make) {
  document.body.dataset.game = game;
  const [about, facts] = await Promise.all([load(`/api/games/${game}`), load(`/api/games/${game}/${kind}`)]);
  document.title = `${title}: ${about.short} – Kartenhaus`;
  const page = make({ ...about, game }, facts);
  page.draw();
  void page.check();
}
