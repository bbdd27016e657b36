// The whole page of a table: the bar, notices and questions above the table, the table, and the story beside it.
import { html, nothing, render } from "../lib/lit-html/lit-html.js";
import { apart } from "../apart.js";
import { storyAt } from "../events.js";
import { sign } from "../icons.js";
import { lobby } from "../lobby.js";
import { keepingFocus } from "../keys.js";
import { keyHelp, menu } from "../menu.js";
import { panel, toEnd } from "../panel.js";
import { ruleNote } from "../rule.js";
import { playground, scene } from "../scene.js";
import { settings } from "../settings.js";
import { t } from "../texts.js";
import { allTerms } from "../terms.js";
import { bands } from "./actions.js";
import { arrange, arrangement } from "./arranging.js";
import { bar, fit } from "./bar.js";
import { isHand, mayBeHand, status } from "./hands.js";
import { joiningAt, naming } from "./joining.js";
import { ended } from "./over.js";
import { asPlayed } from "./played.js";
import { recent } from "./recent.js";
import { screenPage } from "./screen.js";

/** @typedef {import("../table.js").Table} Table */

/** Draw the page. If the end of the log was in view, it stays in view. @param {Table} table */
export function drawPage(table) {
  const { root } = table;
  const log = root.querySelector(".story");
  const atEnd = !log || log.scrollTop + log.clientHeight > log.scrollHeight - 40;
  keepingFocus(root, () => render(page(table), root));
  if (atEnd) toEnd(root);
  fit(root);
}

/** @param {Table} table */
function page(table) {
  if (table.screen) return screenPage(table, problem(table));
  const { about, state } = table.heard;
  const story = storyAt(table.heard.story, table.show.moment);
  const say = (/** @type {string} */ text) => table.say({ do: "chat", text });
  const close = () => table.overlays.turn("panel");
  const react = state && state.you >= 0 ? (/** @type {string} */ face) => table.react(face) : null;
  const side = table.overlays.open === "panel" ? "shown" : "";
  const hand = state && mayBeHand(state) && !table.overlays.whole ? "hands" : "";
  return html`${bar(table)} ${opened(table)}
    <main class="table ${state?.phase ?? ""} ${state && state.you < 0 ? "watched" : ""} ${hand}">${body(table)}${notices(table)}</main>
    ${ended(table)} ${arrangement(table)}
    ${state ? html`<div class="side ${side}">${panel({ about, seats: state.seats, story, say, react, close })}</div>` : nothing}`;
}

/** What is open: the menu, the settings, the keys or a question. @param {Table} table */
function opened(table) {
  const { overlays } = table;
  const { open, asking } = overlays;
  const { state } = table.heard;
  if (open === "menu" && state) return menu(table, state);
  if (open === "terms" && state && table.heard.about) return allTerms(table.heard.about, state, () => overlays.turn("terms"));
  if (open === "settings") return settings(() => overlays.turn("settings"));
  if (open === "keys") return keyHelp(() => overlays.turn("keys"));
  if (open !== "confirm" || !asking) return nothing;
  const confirm = () => {
    overlays.open = "";
    asking.action();
  };
  return html`<section class="menu confirm" role="alertdialog" aria-label=${asking.question}>
    <p>${asking.question}</p>
    <div class="row">
      <button class="yes" @click=${confirm}>${t("Yes")}</button>
      <button class="main" @click=${() => table.cancel()}>${t("No")}</button>
    </div>
  </section>`;
}

/** Why something did not happen, and a warning about the table’s log: over the cloth, so that nothing moves. @param {Table} table */
function notices(table) {
  const { heard, overlays } = table;
  const { notice } = overlays;
  const book = heard.state?.book;
  return html`${book ? html`<p class="notice book" role="status">${book}</p>` : nothing}
  ${
    notice && !heard.gone
      ? html`<div class="notice" role="alert">
          <p>${notice.message}</p>
          ${ruleNote(notice.rule)}
          ${
            heard.broken
              ? html`<button class="main" @click=${() => table.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>`
              : nothing
          }
          <button class="quiet" @click=${() => table.cancel()}>${sign("close", t("Close"))}</button>
        </div>`
      : nothing
  }`;
}

/** What is shown instead of the table, if there is none to show; else nothing. @param {Table} table */
function problem(table) {
  const { state, about, strange, gone } = table.heard;
  if (strange) return otherVersion();
  if (gone) return lost(table);
  if (!state || !about) return html`<p class="loading" role="status">${t("Loading the table …")}</p>`;
  return state.phase === "closed" && !state.view ? closed(state.reason) : null;
}

/** @param {Table} table */
function body(table) {
  const { state, about } = table.heard;
  const instead = problem(table);
  if (instead || !state || !about) return instead;
  if (state.phase === "waiting") {
    const { link, overlays } = table;
    const { copied } = overlays;
    const say = (/** @type {Record<string, unknown>} */ message) => table.say(message);
    const join = joiningAt(table, state);
    const set = table.heard.story.findLast((entry) => entry.kind === "arranged");
    const news = set && set.seat !== state.you ? (set.words ?? "") : "";
    const does = { say, share: () => overlays.share(link), redraw: () => table.draw(), arrange: () => void arrange(table) };
    return lobby({ about, state, copied, link, join, news, ...does });
  }
  const seen = scene(about, asPlayed(state), table.choosing.steps, (...steps) => table.choose(...steps), table.show.moment);
  if (!seen) return nothing;
  const now = table.marking ? { ...seen, marks: table.marked.marks } : seen;
  const hand = isHand(table, now);
  const before = state.phase === "playing" && !hand ? recent(storyAt(table.heard.story, table.show.moment), state.seats) : nothing;
  return html`${playground(now, { ...bands(table, now), instead: hand ? status(table, now) : undefined })}${before}`;
}

const otherVersion = () =>
  apart(
    t("This page and the server have different versions"),
    t("Loading it again did not help. Wait a moment, then try again."),
    html`<a class="button main" href=${location.href}>${t("Try again")}</a>`,
  );

/** Whether a visitor who comes between two games, and sees nothing of the table, could sit down. @param {Table} table */
const invites = ({ outside, heard, screen }) => !screen && !heard.about && outside?.phase === "over" && outside.free > 0;

/** @param {Table} table */
const lost = (table) =>
  table.heard.unwatched
    ? apart(
        t("Nobody watches here"),
        table.overlays.notice?.message ?? "",
        invites(table) ? naming((name) => table.sit(name)) : undefined,
      )
    : apart(
        t("This table or seat is no longer yours"),
        table.overlays.notice?.message ?? "",
        html`<a class="button main" href="/t/${table.code}?watch">${t("Watch")}</a>`,
      );

/** @param {string} message */
export const noTable = (message) => html`<main class="page">${apart(t("There is no such table"), message)}</main>`;

/** @param {string} reason */
const closed = (reason) => apart(t("The table is closed"), reason);
