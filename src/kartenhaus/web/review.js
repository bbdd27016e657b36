// A game that is over, move by move, from any seat.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { loadText, send } from "./api.js";
import { prepare } from "./cards.js";
import { fly, measure, settle } from "./fly.js";
import { sign } from "./icons.js";
import { copy } from "./lobby.js";
import { playground, scene } from "./scene.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {{ seat: number, move: string, words: string, cards: import("./types.js").Flight[], view: import("./types.js").View }} Moment */
/** @typedef {{ about: Welcome, seats: import("./types.js").SeatState[], moments: Moment[], outcome: import("./types.js").Outcome | null,
 *   fair: { kept: boolean, commitment: string, told: string } | null }} Review */

class Replay {
  /** @param {HTMLElement} root @param {string} record @param {string} link */
  constructor(root, record, link) {
    this.root = root;
    this.record = record;
    this.link = link;
    this.seat = 0;
    this.at = 0;
    this.problem = "";
    this.copied = false;
    /** @type {Review | null} */
    this.review = null;
    document.addEventListener("keydown", (event) => {
      if (/^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
      if (event.key === "ArrowRight") this.go(this.at + 1);
      if (event.key === "ArrowLeft") this.go(this.at - 1);
    });
  }

  async look() {
    try {
      this.review = await send("/api/review", { record: this.record, seat: this.seat });
      document.body.dataset.game = this.review?.about.game;
      if (this.review) prepare(this.review.about);
      this.problem = "";
    } catch (error) {
      this.review = null;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** @param {number} at */
  go(at) {
    if (!this.review) return;
    const forward = at === this.at + 1;
    this.at = Math.max(0, Math.min(this.review.moments.length - 1, at));
    const flights = forward ? this.review.moments[this.at].cards : [];
    const before = measure(flights);
    settle();
    this.draw();
    fly(this.review.about, before, flights, false);
  }

  /** @param {Event} event */
  async open(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    this.record = await file.text();
    this.link = "";
    this.at = 0;
    this.seat = 0;
    await this.look();
  }

  /** @param {Review} review @returns {State} */
  state(review) {
    const moment = review.moments[this.at];
    const last = this.at === review.moments.length - 1;
    return {
      table: "", game: review.about.game, number: this.at, answers: this.at, phase: "over", to_act: moment.view.to_act, question: false, paused: false, locked: false,
      host: -1, games: 1, seats: review.seats, outcome: last ? review.outcome : null, regret: null, fair: { commitment: "", last: null }, closed: "", you: this.seat,
      legal: [], view: moment.view, reason: "", events: [{ kind: "moved", number: this.at, cards: moment.cards }],
    };
  }

  /** @param {Review} review */
  controls(review) {
    const last = review.moments.length - 1;
    const seat = (/** @type {Event} */ event) => {
      this.seat = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      void this.look();
    };
    return html`<p class="prompt">${this.at ? review.moments[this.at].words : t("The deal")}</p>
      <div class="buttons">
        <button @click=${() => this.go(this.at - 1)} ?disabled=${!this.at}>${sign("previous", t("One move back"))}</button>
        <input type="range" min="0" max=${last} .value=${String(this.at)} aria-label=${t("Move")} @input=${(/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value))} />
        <button @click=${() => this.go(this.at + 1)} ?disabled=${this.at === last}>${sign("next", t("One move on"))}</button>
        <span class="tally-text">${this.at} / ${last}</span>
        <label>${t("Seen by")} <select @change=${seat}>${review.seats.map((one, number) => html`<option value=${number} ?selected=${number === this.seat}>${one.name}</option>`)}</select></label>
      </div>`;
  }

  /** @param {Review} review */
  fair(review) {
    if (!review.fair) return html`<p>${t("This game was not dealt by a server, so there is no promise to check.")}</p>`;
    return html`<p class=${review.fair.kept ? "kept" : "broken"}>${review.fair.told}</p><p class="hash"><small>${review.fair.commitment}</small></p>`;
  }

  draw() {
    const { review } = this;
    const now = review && scene(review.about, this.state(review), [], () => {});
    const share = () => copy(location.href).then(() => { this.copied = true; this.draw(); });
    render(
      html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a><h1>${review ? review.about.title : t("Look at a game")}</h1>
          ${this.link && review ? html`<button class="quiet" @click=${share}>${sign("share")}<span>${this.copied ? t("Copied") : t("Copy the link")}</span></button><a class="quiet button" href=${this.link} download="${review.about.game}.toml">${sign("download")}<span>${t("Download")}</span></a>` : nothing}</header>
        ${now && review ? html`<main class="table review">${playground(now, this.controls(review))}</main>` : nothing}
        ${review ? html`<section class="page under" aria-label=${t("About this game")}>${this.below(review)}</section>` : html`<main class="page">${this.below(null)}</main>`}`,
      this.root,
    );
  }

  /** @param {Review | null} review */
  below(review) {
    return html`
          ${this.problem ? html`<div class="notice" role="alert"><p>${this.problem}</p></div>` : nothing}
          ${review ? html`<section class="promise"><h2>${t("Was the deal fair?")}</h2>${this.fair(review)}</section>` : nothing}
          <label class="file">${t("Open a record file")} <input type="file" accept=".toml,text/plain" @change=${(/** @type {Event} */ event) => this.open(event)} /></label>`;
  }
}

/** @param {HTMLElement} root @param {string} table @param {string} number */
export async function reviewPage(root, table, number) {
  document.title = `${t("Look at a game")} – Kartenhaus`;
  const link = table ? `/api/tables/${table}/records/${number}` : "";
  const page = new Replay(root, "", link);
  page.draw();
  if (!table) return;
  try {
    page.record = await loadText(link);
    await page.look();
  } catch (error) {
    page.problem = error instanceof Error ? error.message : String(error);
    page.draw();
  }
}
