// The start page: join a table, play at one click, go on, and look at games that are over.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { Refusal, load } from "./api.js";
import { logo } from "./art/house.js";
import { openTable } from "./begin.js";
import { hasBoard } from "./box.js";
import { artOf, picture } from "./cards.js";
import { counted, hasFriends, select, valid } from "./choices.js";
import { sign } from "./icons.js";
import { finished, forgetSeat, keep, kept, seats } from "./keep.js";
import { onDevice } from "./ondevice.js";
import { announceTurns, running } from "./running.js";
import { setting } from "./setting.js";
import { languages, settings } from "./settings.js";
import { language, t, tn } from "./texts.js";
import { verdict } from "./verdict.js";

/** @typedef {import("./wire.js").GameFacts} GameFacts */
/** @typedef {import("./api.js").TableAbout} TableAbout */
/** @typedef {import("./choices.js").Choice} Choice */

const AGAIN = 45_000; // milliseconds after which the page looks again where it is your turn

class Start {
  /** @param {HTMLElement} root @param {GameFacts[]} games */
  constructor(root, games) {
    this.root = root;
    this.games = games;
    /** @type {TableAbout[]} */
    this.mine = [];
    /** @type {TableAbout[]} */
    this.open = [];
    this.problem = "";
    this.busy = false;
    this.setting = false;
    /** @type {GameFacts | null} */
    this.arranging = null; // the game whose table is being set
    /** @type {GameFacts | null} */
    this.together = null; // what several people want to play on this device
  }

  async look() {
    const known = Object.values(seats())
      .sort((one, other) => other.at - one.at)
      .slice(0, 8);
    const found = await Promise.all(
      known.map((seat) =>
        load(`/api/tables/${seat.table}`, seat.token).catch((error) => {
          if (error instanceof Refusal && error.code === "no-table") forgetSeat(seat.table);
          return null;
        }),
      ),
    );
    const before = this.mine;
    const seen = new Set(finished().map((one) => `${one.table} ${one.number}`));
    this.mine = found.filter(
      (table) => table && table.phase !== "closed" && !(table.phase === "over" && seen.has(`${table.table} ${table.games}`)),
    );
    announceTurns(this.mine, before);
    this.open = (await load("/api/tables?most=6").catch(() => [])).filter((/** @type {TableAbout} */ table) => table.free > 0);
    this.draw();
  }

  /** @param {GameFacts} game @returns {Choice} */
  choice(game) {
    return valid(game, kept(`choice.${game.name}`, {}));
  }

  /** @param {GameFacts} game @param {Partial<Choice>} change */
  change(game, change) {
    keep(`choice.${game.name}`, { ...this.choice(game), ...change });
    this.draw();
  }

  /** Open or close the dialog in which everything can be chosen. @param {GameFacts | null} game */
  arrange(game) {
    this.problem = "";
    this.arranging = game;
    this.draw();
  }

  /** The dialog; what is chosen is stored at once. */
  dialog() {
    const game = this.arranging;
    if (!game) return nothing;
    const choice = this.choice(game);
    const names = Array.from({ length: choice.players }, (_, seat) => (seat ? t("Seat {number}", { number: seat + 1 }) : t("you")));
    const alone = !hasFriends(choice);
    const foot = html`<button class="close" @click=${() => this.arrange(null)}>${t("Done")}</button>
      <button class="main" ?disabled=${this.busy} @click=${() => this.begin(game, alone)}>
        ${alone ? html`${sign("play")} ${t("Play now")}` : html`${sign("invite")} ${t("Invite friends")}`}</button>`;
    const change = (/** @type {Partial<Choice>} */ more) => this.change(game, more);
    return setting({ game, choice, change, names, opening: true, foot, problem: this.problem, close: () => this.arrange(null) });
  }

  /** @param {GameFacts} game @param {boolean} alone against bots, or with friends */
  begin(game, alone) {
    return this.work(() => openTable(game, alone));
  }

  /** Open a table; say so if it cannot be opened. @param {() => Promise<void>} open */
  async work(open) {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    this.draw();
    try {
      await open();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.busy = false;
      this.draw();
    }
  }

  /** Ask who plays on this device, or no longer. @param {GameFacts | null} game */
  gather(game) {
    this.together = game;
    this.draw();
    /** @type {HTMLElement | null} */ (this.root.querySelector(".together input"))?.focus();
  }

  /** The dialog that asks. @param {GameFacts} game */
  gathering(game) {
    const begin = (/** @type {() => Promise<void>} */ work) => void this.work(work);
    return onDevice(game, { draw: () => this.draw(), close: () => this.gather(null), begin, busy: this.busy });
  }

  /** @param {SubmitEvent} event */
  join(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("code"));
    const code = field.value
      .trim()
      .toLowerCase()
      .split("/t/")
      .pop()
      ?.replace(/[^a-z0-9]/g, "");
    if (code) location.assign(`/t/${code}`);
  }

  /** @param {GameFacts} game */
  card(game) {
    const choice = this.choice(game);
    const [low, high] = game.players;
    const numbers = Array.from(
      { length: high - low + 1 },
      (_, place) => /** @type {[string, string]} */ ([`${low + place}`, `${low + place}`]),
    );
    const pick = (/** @type {Partial<Choice>} */ change) => this.change(game, change);
    const count = counted(game, choice);
    return html`<article class="game" data-game=${game.name}>
      <img class="hero" alt="" src=${picture(`hero ${game.name}`, () => artOf(game.name).hero(t, game.title))} />
      <div class="about">
        <h2>${game.title}</h2>
        <p class="summary">${game.summary}</p>
        <p class="facts">${t("{low} to {high} players, about {minutes} minutes", { low, high, minutes: game.minutes })}</p>
      </div>
      <div class="doing">
        <button class="main play" ?disabled=${this.busy} @click=${() => this.begin(game, true)}>${sign("play")} ${t("Play now")}</button>
        <button ?disabled=${this.busy} @click=${() => this.begin(game, false)}>
          ${sign("invite")} <span>${t("Invite friends")}</span></button>
        <button class="device" ?disabled=${this.busy} @click=${() => this.gather(game)}>
          ${sign("hand")} <span>${t("On one device")}</span></button>
        <p class="choices">
          ${select(t("Players"), String(choice.players), numbers, (players) => pick({ players: Number(players) }))}
          ${select(
            t("Bots"),
            choice.level,
            game.levels.map((level) => [level.name, level.title]),
            (level) => pick({ level, seats: [] }),
          )}
          <button class="arrange" @click=${() => this.arrange(game)}>
            ${sign("settings")} <span>${t("Set the table")}${count ? html` <b>${count}</b>` : nothing}</span></button>
        </p>
        <p class="links">
          ${game.lesson ? html`<a href="/learn/${game.name}">${sign("help")} ${t("Learn by playing")}</a>` : nothing}
          <a href="/rules/${game.name}">${sign("rules")} ${t("Rules")}</a>
          <a href="/box/${game.name}">${sign("box")} ${t("Your box")}</a>
          ${hasBoard(game) ? html`<a href="/board/${game.name}">${sign("board")} ${t("Your board")}</a>` : nothing}
        </p>
      </div>
    </article>`;
  }

  /** @param {TableAbout} table */
  line(table) {
    const names = table.seats
      .map((seat) => seat.name)
      .filter(Boolean)
      .join(", ");
    const free = table.free ? tn("{count} seat is free", "{count} seats are free", table.free) : "";
    return html`<li><a href="/t/${table.table}"><b>${table.title}</b> <span>${names}</span> <small>${free}</small></a></li>`;
  }

  /** @param {string} title @param {TableAbout[]} tables */
  list(title, tables) {
    if (!tables.length) return nothing;
    return html`<section class="listed"><h2>${title}</h2><ul class="tables">${tables.map((table) => this.line(table))}</ul></section>`;
  }

  /** Games that are over, with their results; each leads to its moves. */
  played() {
    const games = finished();
    if (!games.length) return nothing;
    const when = new Intl.DateTimeFormat(language(), { day: "numeric", month: "short" });
    const title = (/** @type {string} */ name) => this.games.find((one) => one.name === name)?.short ?? name;
    return html`<section class="listed"><h2>${t("Your finished games")}</h2>
      <ul class="tables">
        ${games.slice(0, 8).map(
          (one) => html`<li><a href="/review/${one.table}/${one.number}">${one.won ? sign("crown", t("won")) : sign("eye")}
            <b>${title(one.game)}</b> <span>${verdict(one.winners, one.won)}</span>
            <small>${one.names.join(", ")} · ${when.format(one.at)}</small></a></li>`,
        )}
      </ul></section>`;
  }

  /** Join a table, and what one is called. */
  joining() {
    const rename = (/** @type {Event} */ event) => keep("name", /** @type {HTMLInputElement} */ (event.target).value.trim());
    return html`<section class="enter" aria-label=${t("Join a table")}>
      <label>${t("Your name")} <input maxlength="24" autocomplete="nickname" .value=${kept("name", "")} @change=${rename} /></label>
      <form @submit=${(/** @type {SubmitEvent} */ event) => this.join(event)}>
        <label>${t("Join by code or link")} <input name="code" autocomplete="off" autocapitalize="off" spellcheck="false" /></label>
        <button type="submit">${t("Join")}</button>
      </form>
    </section>`;
  }

  draw() {
    const turn = () => {
      this.setting = !this.setting;
      this.draw();
    };
    render(
      html`<header class="bar front"><img class="logo" alt="" src=${picture("logo", logo)} /><h1>Kartenhaus</h1>
          <button class="quiet" @click=${turn} aria-expanded=${this.setting}>
            ${sign("settings")}<span>${t("Settings")}</span></button></header>
        ${this.setting ? settings(turn) : nothing} ${this.together ? this.gathering(this.together) : nothing}
        <main class="page start">
          ${this.problem && !this.arranging ? html`<div class="notice" role="alert"><p>${this.problem}</p></div>` : nothing}
          ${this.joining()} ${running(this.mine, () => this.draw())}
          <div class="games">${this.games.map((game) => this.card(game))}</div>
          ${this.list(t("Open tables"), this.open)} ${this.played()}
          <p class="row small end">${languages()} <a href="/review">${t("Look at a game from a file")}</a></p>
        </main>
        ${this.dialog()}`,
      this.root,
    );
  }
}

/** @param {HTMLElement} root */
export async function startPage(root) {
  document.title = "Kartenhaus";
  const page = new Start(root, await load("/api/games"));
  page.draw();
  void page.look();
  setInterval(() => void page.look(), AGAIN);
}
