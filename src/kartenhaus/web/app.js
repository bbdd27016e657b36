// The entry point: loads the texts, then the page that the address asks for.
import { html, render } from "./lib/lit-html/lit-html.js";
import { askAhead } from "./api.js";
import { seats } from "./keep.js";
import { apart } from "./apart.js";
import { learn, t } from "./texts.js";

const root = /** @type {HTMLElement} */ (document.getElementById("app"));
const [, room = "", first = "", second = ""] = location.pathname.split("/");
/** What a page asks for first: it is asked for at once, together with the texts. @type {Record<string, (name: string) => string[]>} */
const NEEDED = {
  "": () => ["/api/games"],
  t: (code) => [`/api/tables/${code}`],
  rules: (game) => [`/api/games/${game}/rules?format=json`, `/api/games/${game}`],
  box: (game) => [`/api/games/${game}`, `/api/games/${game}/box`],
  board: (game) => [`/api/games/${game}`, `/api/games/${game}/board`],
  learn: (game) => [`/api/games/${game}/lesson`],
};

try {
  const seat = room === "t" && seats()[first];
  if (seat) document.body.dataset.game = seat.game; // its colours, before the table answers
  for (const path of NEEDED[room]?.(first) ?? []) askAhead(path);
  await learn();
  if (room === "t") await (await import("./table.js")).tablePage(root, first);
  else if (room === "rules") await (await import("./rules.js")).rulesPage(root, first);
  else if (room === "box") await (await import("./workshop/box.js")).boxPage(root, first);
  else if (room === "board") await (await import("./workshop/board.js")).boardPage(root, first);
  else if (room === "learn") await (await import("./lesson.js")).lessonPage(root, first, Number(second) || 1);
  else if (room === "review") await (await import("./review.js")).reviewPage(root, first, second);
  else await (await import("./start.js")).startPage(root);
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const again = html`<a class="button main" href=${location.href}>${t("Try again")}</a>`;
  render(html`<main class="page">${apart("Kartenhaus", html`<span role="alert">${message}</span>`, again)}</main>`, root);
}
