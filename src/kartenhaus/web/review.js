// A finished game, move by move, from any seat.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { loadText, send } from "./api.js";
import { prepare } from "./cards.js";
import { roundOf } from "./events.js";
import { sign } from "./icons.js";
import { copy } from "./lobby.js";
import { told } from "./panel.js";
import { roundPanel } from "./round.js";
import { playground, scene } from "./scene.js";
import { stage } from "./staging.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {Omit<import("./wire.js").Review, "about" | "states"> & { about: Welcome, states: State[] }} Review */

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
      this.review = await this.load();
      document.body.dataset.game = this.review?.about.game;
      if (this.review) prepare(this.review.about);
      this.problem = "";
    } catch (error) {
      this.review = null;
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.draw();
  }

  /** Load the game; a long one comes in parts. @returns {Promise<Review>} */
  async load() {
    const asked = { record: this.record, seat: this.seat };
    const review = await send("/api/review", asked);
    while (review.states.length <= review.moves) {
      const more = (await send("/api/review", { ...asked, first: review.states.length })).states;
      if (!more.length) break;
      review.states.push(...more);
    }
    return review;
  }

  /** @param {number} at */
  go(at) {
    if (!this.review) return;
    const { states, about } = this.review;
    const before = states[this.at];
    const forward = at === this.at + 1;
    this.at = Math.max(0, Math.min(states.length - 1, at));
    const { entries, view } = states[this.at];
    stage(about, forward ? entries : [], before.view, view, (lasts) => this.draw(lasts));
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

  /** @param {Review} review */
  controls(review) {
    const last = review.states.length - 1;
    const { entries, seats } = review.states[this.at];
    const seat = (/** @type {Event} */ event) => {
      this.seat = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      void this.look();
    };
    const slide = (/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
    return {
      prompt: html`<div class="prompt"><p>${entries.map(told)}</p></div>`,
      actions: html`<div class="buttons">
        <button @click=${() => this.go(this.at - 1)} ?disabled=${!this.at}>${sign("previous", t("One move back"))}</button>
        <input type="range" min="0" max=${last} .value=${String(this.at)} aria-label=${t("Move")} @input=${slide} />
        <button @click=${() => this.go(this.at + 1)} ?disabled=${this.at === last}>${sign("next", t("One move on"))}</button>
        <span class="tally-text">${this.at} / ${last}</span>
        <label>${t("Seen by")} <select @change=${seat}>
          ${seats.map((one, number) => html`<option value=${number} ?selected=${number === this.seat}>${one.name}</option>`)}
        </select></label>
      </div>`,
    };
  }

  /** @param {Review} review */
  fair(review) {
    if (!review.fair) return html`<p>${t("This game was not dealt by a server, so there is no promise to check.")}</p>`;
    return html`<p class=${review.fair.kept ? "kept" : "broken"}>${review.fair.told}</p>
      <p class="hash"><small>${review.fair.commitment}</small></p>`;
  }

  /** @param {number} [lasts] milliseconds that cards fly */
  draw(lasts = 0) {
    const { review } = this;
    const state = review?.states[this.at];
    const now = state && scene(review.about, state, [], () => {});
    const over = state && roundPanel(review.about, state, roundOf(state.entries), lasts);
    render(
      html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
          <h1>${review ? review.about.title : t("Look at a game")}</h1>
          ${this.link && review ? this.sharing(review) : nothing}</header>
        ${now ? html`<main class="table review">${playground(now, this.controls(review), over)}</main>` : nothing}
        ${
          review
            ? html`<section class="page under" aria-label=${t("About this game")}>${this.below(review)}</section>`
            : html`<main class="page">${this.below(null)}</main>`
        }`,
      this.root,
    );
  }

  /** @param {Review} review */
  sharing(review) {
    const share = () =>
      copy(location.href).then(() => {
        this.copied = true;
        this.draw();
      });
    const words = this.copied ? t("Copied") : t("Copy the link");
    return html`<button class="quiet" @click=${share}>${sign("share")}<span>${words}</span></button>
      <a class="quiet button" href=${this.link} download="${review.about.game}.toml">${sign("download")}<span>${t("Download")}</span></a>`;
  }

  /** @param {Review | null} review */
  below(review) {
    const open = (/** @type {Event} */ event) => this.open(event);
    return html`
          ${this.problem ? html`<div class="notice" role="alert"><p>${this.problem}</p></div>` : nothing}
          ${review ? html`<section class="promise"><h2>${t("Was the deal fair?")}</h2>${this.fair(review)}</section>` : nothing}
          <label class="file">${t("Open a record file")} <input type="file" accept=".toml,text/plain" @change=${open} /></label>`;
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
