// A finished game, move by move, and each move step by step: as a seat saw it, or with all hands open.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { load, loadText, send } from "./api.js";
import { logo } from "./art/house.js";
import { cardImage, picture, prepare } from "./cards.js";
import { download } from "./download.js";
import { stepsOf, viewAfter } from "./events.js";
import { helping } from "./help.js";
import { sign } from "./icons.js";
import { seats } from "./keep.js";
import { copy } from "./lobby.js";
import { told } from "./panel.js";
import { ruleNote } from "./rule.js";
import { playground, scene } from "./scene.js";
import { avatar } from "./seats.js";
import { Staging } from "./staging.js";
import { t } from "./texts.js";
import { verdict } from "./verdict.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */
/** @typedef {import("./wire.js").Player} Player */
/** @typedef {Omit<import("./wire.js").Review, "about" | "states"> & { about: Welcome, states: State[] }} Review */

const MOST_WORDS = 110; // letters of a move that is described as a whole; of a longer one, only its last step is described
const OPEN = "open"; // seen by everybody: all hands are shown

/** The rule behind what is described. @param {import("./types.js").Entry[]} entries */
const ruleOf = (entries) => entries.flatMap((entry) => entry.events ?? []).find((event) => event.words)?.rule ?? "";

class Replay {
  /** @param {HTMLElement} root @param {string} record @param {string} link */
  constructor(root, record, link) {
    this.root = root;
    this.record = record;
    this.link = link;
    this.seat = 0;
    this.open = false;
    this.at = 0; // the move
    this.step = 0; // the step of that move
    this.whole = true; // whether the move is described as a whole, after a jump
    this.problem = "";
    this.copied = false;
    this.shown = ""; // what is open: the list of moves, or facts about the game
    /** @type {Player[]} */
    this.players = []; // who played, if the table still knows
    this.staging = new Staging(() => this.draw());
    /** @type {Review | null} */
    this.review = null;
    helping(root, () => this.review?.about ?? null);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
    const last = (this.review?.states.length ?? 1) - 1;
    /** @type {Record<string, number>} */
    const moves = { Home: 0, End: last, ...(event.shiftKey ? { ArrowRight: this.at + 1, ArrowLeft: this.at - 1 } : {}) };
    if (event.key in moves) this.go(moves[event.key]);
    else if (event.key === "ArrowRight") this.on();
    else if (event.key === "ArrowLeft") this.back();
    else if (event.key === "Escape") this.show("");
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
    const asked = { record: this.record, seat: this.seat, open: this.open };
    const review = await send("/api/review", asked);
    while (review.states.length <= review.moves) {
      const more = (await send("/api/review", { ...asked, first: review.states.length })).states;
      if (!more.length) break;
      review.states.push(...more);
    }
    for (const state of review.states)
      state.seats = state.seats.map((/** @type {object} */ seat, /** @type {number} */ number) => ({
        ...seat,
        ...this.players[number],
      }));
    return review;
  }

  /** The steps of a move. @param {number} at @returns {import("./types.js").Entry[]} */
  steps(at) {
    const entry = this.review?.states[at]?.entries[0];
    return entry ? (at ? stepsOf(entry) : [entry]) : [];
  }

  /** The game as it was after a step of a move; after its last one, as the record has it. @param {Review} review */
  moment({ states }) {
    const [before, after] = [states[this.at - 1], states[this.at]];
    const steps = this.steps(this.at);
    if (this.step >= steps.length - 1 || !before?.view || !after.view) return after;
    const events = steps.slice(0, this.step + 1).flatMap((one) => one.events ?? []);
    const view = viewAfter(before.view, events, after.view);
    return { ...after, view, to_act: before.to_act, question: before.question, asked: before.asked, outcome: null, reason: "" };
  }

  /** Look at a move as a whole. @param {number} at */
  go(at) {
    const last = (this.review?.states.length ?? 1) - 1;
    const to = Math.max(0, Math.min(last, at));
    this.turn(to, this.steps(to).length - 1, true, to === this.at + 1 ? (this.review?.states[to].entries ?? []) : []);
  }

  /** One step on: what a move does is seen one after another. */
  on() {
    const within = this.step < this.steps(this.at).length - 1;
    const [at, step] = within ? [this.at, this.step + 1] : [this.at + 1, 0];
    const entry = this.steps(at)[step];
    if (entry) this.turn(at, step, false, [entry]);
  }

  back() {
    if (this.step > 0) this.turn(this.at, this.step - 1, false, []);
    else if (this.at > 0) this.turn(this.at - 1, this.steps(this.at - 1).length - 1, false, []);
  }

  /** @param {number} at @param {number} step @param {boolean} whole @param {import("./types.js").Entry[]} entries to show happening */
  turn(at, step, whole, entries) {
    if (!this.review) return;
    this.staging.finish();
    const before = this.moment(this.review).view;
    Object.assign(this, { at, step, whole });
    this.staging.show(this.review.about, entries, before, this.moment(this.review).view);
  }

  /** @param {string} what */
  show(what) {
    this.shown = this.shown === what ? "" : what;
    this.draw();
  }

  /** @param {Event} event */
  async read(event) {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    this.record = await file.text();
    Object.assign(this, { link: "", at: 0, step: 0, whole: true, seat: 0, open: false, players: [], shown: "" });
    await this.look();
  }

  /** Whether the move is described as a whole: after a jump, if it is not too long. @param {Review} review */
  told(review) {
    return this.whole && (review.states[this.at].entries[0]?.words ?? "").length <= MOST_WORDS;
  }

  /** What has just happened, and how the game ended. @param {Review} review */
  prompt(review) {
    const { entries, seats, outcome, reason } = this.moment(review);
    const steps = this.steps(this.at);
    const now = this.told(review) ? entries : [steps[this.step]];
    const actor = seats[entries[0]?.seat ?? -1];
    const why = now.some((entry) => entry?.words?.includes(reason)) ? "" : reason;
    const end = outcome
      ? verdict(
          outcome.winners.map((seat) => seats[seat].name),
          false,
        )
      : "";
    return html`<div class="prompt" role="status">${actor ? avatar(actor) : nothing}
      <p>${now.map(told)}${end ? html` <b>${end}.</b> ${why}` : nothing}</p>
      ${ruleNote(ruleOf(now))}</div>`;
  }

  /** @param {Review} review */
  actions(review) {
    const last = review.states.length - 1;
    const ended = this.at === last && this.step >= this.steps(last).length - 1;
    const number = { step: this.step + 1, all: this.steps(this.at).length };
    const which =
      number.all < 2 || this.told(review)
        ? nothing
        : html`<small class="which" aria-label=${t("Step {step} of {all}", number)}>${number.step}/${number.all}</small>`;
    const slide = (/** @type {Event} */ event) => this.go(Number(/** @type {HTMLInputElement} */ (event.target).value));
    const gone = `--gone: ${(100 * this.at) / (last || 1)}%`;
    return html`<div class="steps">
        <button @click=${() => this.back()} ?disabled=${!this.at}>${sign("previous", t("One step back"))}</button>
        <input type="range" min="0" max=${last} .value=${String(this.at)} .style=${gone} aria-label=${t("Move")} @input=${slide} />
        <b class="tally-text">${this.at} / ${last}${which}</b>
        <button class="main" @click=${() => this.on()} ?disabled=${ended}>${sign("next", t("One step on"))}</button>
      </div>`;
  }

  /** Through whose eyes the game is seen. @param {Review} review */
  eyes(review) {
    const choose = (/** @type {Event} */ event) => {
      const { value } = /** @type {HTMLSelectElement} */ (event.target);
      this.open = value === OPEN;
      if (!this.open) this.seat = Number(value);
      void this.look();
    };
    return html`<label class="seen">${sign("eye")}<span>${t("Seen by")}</span> <select @change=${choose}>
      ${review.states[0].seats.map(
        (one, number) => html`<option value=${number} ?selected=${!this.open && number === this.seat}>${one.name}</option>`,
      )}
      <option value=${OPEN} ?selected=${this.open}>${t("everybody, all hands open")}</option>
    </select></label>`;
  }

  /** All moves; each leads to its moment. @param {Review} review */
  moves(review) {
    return html`<div class="side ${this.shown === "moves" ? "shown" : ""}"><aside class="panel" aria-label=${t("What happened")}>
      <header><h2>${t("What happened")}</h2>
        <button class="quiet" @click=${() => this.show("moves")}>${sign("close")}<span>${t("Close")}</span></button></header>
      <ol class="story moments">
        ${review.states.map((_, at) => this.lines(review, at))}
      </ol>
    </aside></div>`;
  }

  /** A move in the list: who, each of its steps, and its card. @param {Review} review @param {number} at */
  lines(review, at) {
    const { entries, seats } = review.states[at];
    const actor = seats[entries[0]?.seat ?? -1];
    const card = at ? entries[0]?.events?.find((event) => event.kind === "card" && event.card && event.card !== "?")?.card : "";
    const now = (/** @type {number} */ step) => (at === this.at && (this.whole || step === this.step) ? "step" : nothing);
    return html`<li>
      ${actor ? avatar(actor) : html`<i></i>`}
      <span>${this.steps(at).map(
        (entry, step) =>
          html`<button class="quiet" aria-current=${now(step)} @click=${() => this.turn(at, step, false, [])}>${entry.words}</button>`,
      )}</span>
      ${card ? cardImage(review.about, card) : nothing}
    </li>`;
  }

  /** @param {Review} review */
  fair(review) {
    if (!review.fair) return html`<p>${t("This game was not dealt by a server, so there is no promise to check.")}</p>`;
    return html`<p class=${review.fair.kept ? "kept" : "broken"}>${review.fair.told}</p>
      <p class="hash"><small>${review.fair.commitment}</small></p>`;
  }

  /** A tap on the table goes on; on its left third, back. While a lost round is shown, it skips that. @param {MouseEvent} event */
  tap(event) {
    if (this.staging.moment) return;
    const cloth = /** @type {HTMLElement} */ (event.target).closest(".cloth");
    if (!cloth || /** @type {HTMLElement} */ (event.target).closest("button, a")) return;
    const box = cloth.getBoundingClientRect();
    if (event.clientX - box.x < box.width / 3) this.back();
    else this.on();
  }

  draw() {
    const { review } = this;
    const state = review && this.moment(review);
    const now = state && scene(review.about, state, [], () => {}, this.staging.moment);
    render(html`${this.bar()} ${now ? this.table(review, now) : html`<main class="page">${this.empty()}</main>`}`, this.root);
    this.root.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Review} review @param {import("./types.js").Scene} now */
  table(review, now) {
    const bands = { prompt: this.prompt(review), actions: this.actions(review) };
    const tap = (/** @type {MouseEvent} */ event) => this.tap(event);
    return html`<main class="table over review" @click=${tap}>${playground(now, bands)}</main>
      ${this.shown === "about" ? this.about(review) : nothing} ${this.moves(review)}`;
  }

  bar() {
    const { review } = this;
    return html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
      <h1>${review ? review.about.short || review.about.title : t("Look at a game")}</h1>
      ${
        review
          ? html`${this.eyes(review)}
              <button class="quiet moments-button" aria-expanded=${this.shown === "moves"} @click=${() => this.show("moves")}>
                ${sign("chat")}<span>${t("What happened")}</span></button>
              <button class="quiet" aria-expanded=${this.shown === "about"} @click=${() => this.show("about")}>
                ${sign("menu")}<span>${t("About this game")}</span></button>`
          : nothing
      }</header>`;
  }

  /** Sharing, the record, and whether the deal was fair. @param {Review} review */
  about(review) {
    const share = () =>
      copy(location.href).then(() => {
        this.copied = true;
        this.draw();
      });
    const words = this.copied ? t("Copied") : t("Copy the link");
    const name = `${review.about.game}.toml`;
    const save = (/** @type {Event} */ event) => {
      event.preventDefault(); // the server may ask for a token, which no link can show
      download(name, this.record);
    };
    return html`<section class="menu about-review" aria-label=${t("About this game")}>
      ${
        this.link
          ? html`<button @click=${share}>${sign("share")}<span>${words}</span></button>
              <a class="button" href=${this.link} download=${name} @click=${save}>
                ${sign("download")}<span>${t("Download the record")}</span></a>`
          : nothing
      }
      <section class="promise"><h2>${t("Was the deal fair?")}</h2>${this.fair(review)}</section>
      ${this.below()}
    </section>`;
  }

  /** Before there is a game to look at. */
  empty() {
    return html`<section class="apart">
      <img class="logo" alt="" src=${picture("logo", logo)} />
      <p>${t("Every finished game has a record, a small text file. Open one to see the game move by move.")}</p>
      ${this.below()}
    </section>`;
  }

  /** What is wrong, and another record to look at. */
  below() {
    const read = (/** @type {Event} */ event) => this.read(event);
    return html`${this.problem ? html`<div class="notice" role="alert"><p>${this.problem}</p></div>` : nothing}
      <label class="file button">${sign("open")} ${t("Open a record file")}
        <input class="unseen" type="file" accept=".toml,text/plain" @change=${read} /></label>`;
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
    const token = seats()[table]?.token; // some tables show their games only to players
    [page.record, page.players] = await Promise.all([loadText(link, token), load(`${link}/players`, token)]);
    await page.look();
  } catch (error) {
    page.problem = error instanceof Error ? error.message : String(error);
    page.draw();
  }
}
