// A table: what the server says is drawn, what people choose is sent.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { Refusal, load, send } from "./api.js";
import { arrow } from "./arrow.js";
import { prepare } from "./cards.js";
import { dragging } from "./drag.js";
import { roundOf } from "./events.js";
import { breath } from "./fly.js";
import { sign } from "./icons.js";
import { browser, forgetSeat, keep, keepSeat, kept, seats } from "./keep.js";
import { keyboard } from "./keys.js";
import { Line, renew } from "./line.js";
import { tellAloud } from "./live.js";
import { NOW, copy, lobby, nonce } from "./lobby.js";
import { choice, sayable } from "./moves.js";
import { keyHelp, menu } from "./menu.js";
import { panel } from "./panel.js";
import { printing } from "./printing.js";
import { result } from "./result.js";
import { roundPanel } from "./round.js";
import { ruleNote } from "./rules.js";
import { acts, drawingOf, playground, scene } from "./scene.js";
import { time } from "./seats.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { stage } from "./staging.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Welcome} Welcome */

const REST = 4500; // milliseconds that a round's end is shown

class Table {
  /** @param {HTMLElement} root @param {string} code @param {string} link the invitation */
  constructor(root, code, link) {
    this.link = link;
    this.root = root;
    this.code = code;
    /** @type {Welcome | null} */
    this.about = null;
    /** @type {State | null} */
    this.state = null;
    /** @type {Entry[]} */
    this.story = [];
    /** @type {Step[]} */
    this.chosen = [];
    this.saying = false;
    this.online = true;
    this.gone = false;
    this.strange = false; // the house speaks another version
    /** @type {State | null} */
    this.waiting = null; // for luck to turn up a card
    this.trying = -1; // the seat that tries it
    this.token = ""; // for the seat that is asked for
    this.open = ""; // panel, settings, menu
    this.copied = false;
    this.received = 0;
    this.unread = 0;
    /** @type {{ message: string, rule: string } | null} */
    this.notice = null;
    /** @type {ReturnType<typeof roundOf>} */
    this.round = null;
    this.landing = 0; // milliseconds until its cards have landed
    const seat = new URLSearchParams(location.search).has("watch") ? undefined : seats()[code];
    this.line = new Line(code, seat?.token ?? "", kept("name", ""), {
      frame: (frame) => this.hear(frame),
      online: (online) => {
        this.online = online;
        this.draw();
      },
      gone: () => {
        if (seat) forgetSeat(code);
        this.gone = true;
        this.draw();
      },
      strange: () => {
        this.strange = !renew();
        this.draw();
      },
    });
    keyboard(this);
    dragging(root, (...steps) => this.choose(...steps));
    setInterval(() => this.tick(), 500);
  }

  /** @param {any} frame */
  hear(frame) {
    if (frame.type === "welcome") {
      this.about = frame;
      this.line.ask({ do: "story" }); // also what happened while the line was broken
      prepare(frame);
      document.body.dataset.game = frame.game;
    } else if (frame.type === "state") this.await(frame);
    else if (frame.type === "story") {
      this.tell(frame.entries);
      this.draw();
    } else if (frame.type === "why") this.note(frame.message, frame.rule);
    else if (frame.type === "refused") {
      this.complain(frame.message, frame.rule);
    } else if (frame.type === "error") this.complain(frame.message, "");
    else if (frame.type === "printing") printing(frame.message);
  }

  /** @param {string} message @param {string} rule */
  complain(message, rule) {
    this.chosen = [];
    this.note(message, rule);
  }

  /** @param {string} message @param {string} rule */
  note(message, rule) {
    play("no");
    this.notice = { message, rule };
    this.draw();
  }

  /** Luck is a moment: it is announced, the draw pile glows, and only then is shown what came of it. @param {State} state */
  await(state) {
    this.release();
    const trying = this.state && state.entries.find((entry) => drawingOf(state.game).luck?.(entry.events ?? []));
    const wait = trying ? breath() : 0;
    if (!wait) return this.take(state);
    this.waiting = state;
    this.trying = trying?.seat ?? -1;
    this.draw();
    this.root.querySelector('[data-spot="draw"]')?.classList.add("breath");
    this.breath = setTimeout(() => this.release(), wait);
  }

  /** What waited is shown. */
  release() {
    clearTimeout(this.breath);
    this.root.querySelector(".breath")?.classList.remove("breath");
    const state = this.waiting;
    this.waiting = null;
    if (state) this.take(state);
  }

  /** What is heard twice is told once. @param {Entry[]} entries */
  tell(entries) {
    const all = new Map([...this.story, ...entries].map((entry) => [entry.number, entry]));
    this.story = [...all.values()].sort((one, other) => one.number - other.number);
  }

  /** A new state: drawn at once; cards fly, nothing waits. @param {State} state */
  take(state) {
    const last = this.state;
    const first = last === null;
    if (last && state.number < last.number) return;
    this.state = state;
    if (state.phase !== "waiting") printing("");
    this.received = performance.now();
    const asked = last && [last, state].every((one) => one.asked.includes(one.you) && !one.answered); // the question is the same
    if (!last || (state.answers !== last.answers && !asked) || state.to_act !== last.to_act) {
      this.chosen = [];
      this.saying = false;
      if (!first) this.notice = null;
    }
    if (first && location.hash === NOW) {
      history.replaceState(null, "", location.pathname);
      this.say({ do: "ready", nonce: nonce() });
    }
    this.tell(state.entries);
    if (this.open !== "panel")
      this.unread += state.entries.filter((entry) => entry.kind === "wrote" && (entry.seat ?? -1) !== state.you).length;
    const shown = (/** @type {number} */ lasts) => {
      this.tellRound(state, lasts);
      this.draw();
    };
    const acts = this.about && last ? stage(this.about, state.entries, last.view, state.view, shown) : [];
    if (!last) this.draw();
    if (acts.some((act) => act.kind === "fly")) play(drawingOf(state.game).sound ?? "card");
    this.announce(state, last);
  }

  /** A round that ended is shown once its cards have landed, until the next move of one's own or for a while.
   * @param {State} state @param {number} lasts milliseconds */
  tellRound(state, lasts) {
    const lost = roundOf(state.entries);
    if (!lost) return;
    this.round = lost;
    this.landing = lasts;
    play("doom");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.round = null;
      this.draw();
    }, REST + lasts);
  }

  /** For ears, titles and pockets: whose turn it is. @param {State} state @param {State | null} last */
  announce(state, last) {
    const mine = state.phase === "playing" && state.to_act === state.you && !state.answered && !state.paused;
    const was = last?.phase === "playing" && last.to_act === last.you && !last.answered;
    document.title = mine ? `● ${t("Your turn")} – Kartenhaus` : `${this.about?.title ?? ""} – Kartenhaus`;
    if (mine && !was && last) {
      play("turn");
      if (document.hidden) navigator.vibrate?.(120);
    }
    if (state.entries.some((entry) => entry.kind === "finished")) play(state.outcome?.winners.includes(state.you) ? "joy" : "turn");
    const said = state.entries.flatMap((entry) => entry.words ?? []);
    if (mine && !was) said.push(`${t("Your turn")}.`);
    tellAloud(said.join(" "));
  }

  /** Clocks run on the page between two states. */
  tick() {
    const { state } = this;
    if (!state || state.phase !== "playing" || state.paused) return;
    const acting = state.asked[0] ?? state.to_act;
    const element = this.root.querySelector(`.clock[data-seat="${acting}"]`);
    const left = state.seats[acting]?.left;
    if (element && left !== null && left !== undefined) element.textContent = time(left - (performance.now() - this.received));
  }

  /** Something on the table was chosen: by a tap, or a card that was dropped on something. @param {Step[]} taps */
  choose(...taps) {
    const { state } = this;
    if (!state) return;
    this.notice = null;
    const { move, chosen, tried } = choice(state.legal, this.chosen, taps, this.saying);
    this.chosen = chosen;
    if (move) this.make(move);
    else this.draw();
    if (tried && state.phase === "playing") this.line.ask({ do: "why", steps: tried });
  }

  /** @param {string} move */
  make(move) {
    const state = /** @type {State} */ (this.state);
    this.chosen = [];
    this.round = null;
    this.line.say({ do: "move", move, answers: state.answers });
    this.state = { ...state, legal: [] }; // one tap is one move
    this.draw();
  }

  /** @param {Record<string, unknown>} message */
  say(message) {
    this.open = this.open === "panel" ? "panel" : "";
    this.line.say(message);
    this.draw();
  }

  share() {
    const { link } = this;
    if (navigator.share) void navigator.share({ title: "Kartenhaus", url: link }).catch(() => {});
    else
      void copy(link).then(() => {
        this.copied = true;
        this.draw();
      });
  }

  /** @param {string} what */
  show(what) {
    this.open = this.open === what ? "" : what;
    if (what === "panel") this.unread = 0;
    this.draw();
    if (this.open === "panel") this.root.querySelector(".story")?.scrollTo(0, 1e6);
  }

  /** Buttons for what is no card and no place. */
  actions() {
    const state = /** @type {State} */ (this.state);
    const about = /** @type {Welcome} */ (this.about);
    const now = scene(about, state, this.chosen, (...steps) => this.choose(...steps));
    if (!now) return nothing;
    const said = sayable(state.legal, this.chosen);
    const mine = state.to_act === state.you && state.phase === "playing" && !state.answered;
    const next = state.answered
      ? t("You have answered. Wait for the others.")
      : t("{name} is to play", { name: state.seats[state.to_act]?.name ?? "" });
    const trying =
      this.trying === state.you ? t("You try your luck") : t("{name} tries luck", { name: state.seats[this.trying]?.name ?? "" });
    const told = this.waiting ? trying : mine ? drawingOf(state.game).prompt(now) : state.phase === "playing" ? next : "";
    return html`<p class="prompt">${state.paused ? t("The game rests") : told}</p>
      <div class="buttons">
        ${acts(now)}
        ${
          said
            ? html`<button class="mau" aria-pressed=${this.saying} @click=${() => {
                this.saying = !this.saying;
                this.draw();
              }}>${said}</button>`
            : nothing
        }
        ${
          this.chosen.length
            ? html`<button class="quiet cancel" @click=${() => this.cancel()}>${sign("undo")} ${t("Choose again")}</button>`
            : nothing
        }
        ${
          state.paused && state.you >= 0
            ? html`<button class="main" @click=${() => this.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>`
            : nothing
        }
      </div>`;
  }

  cancel() {
    this.chosen = [];
    this.open = "";
    this.notice = null;
    this.draw();
  }

  /** What lies over the middle of the table for a moment. */
  over() {
    const state = /** @type {State} */ (this.state);
    const asked = state.regret?.asked.includes(state.you);
    const answer = (/** @type {boolean} */ agrees) => () => this.say({ do: "answer", agrees });
    return html`${roundPanel(/** @type {Welcome} */ (this.about), state, this.round, this.landing)}
    ${
      state.regret
        ? html`<section class="regret" role="status">
            <p>${t("{name} would like to take a move back", { name: state.seats[state.regret.seat]?.name ?? "" })}</p>
            ${
              asked
                ? html`<button class="main" @click=${answer(true)}>${t("Agree")}</button>
                    <button @click=${answer(false)}>${t("No")}</button>`
                : state.regret.seat === state.you
                  ? html`<button @click=${answer(false)}>${t("Never mind")}</button>`
                  : nothing
            }
          </section>`
        : nothing
    }`;
  }

  /** @param {string} question @param {() => void} action */
  confirm(question, action) {
    this.asking = { question, action };
    this.open = "confirm";
    this.draw();
  }

  leave() {
    this.line.say({ do: "leave" });
    forgetSeat(this.code);
    setTimeout(() => location.assign("/"), 300);
  }

  /** @param {string} name */
  async sit(name) {
    keep("name", name);
    try {
      this.token ||= nonce(); // sent again, it is the same seat
      const taken = await send(`/api/tables/${this.code}/join`, { name, token: this.token, browser: browser() });
      keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game: this.state?.game ?? "", at: Date.now() });
      location.assign(`/t/${this.code}`);
    } catch (error) {
      this.complain(error instanceof Refusal ? error.message : String(error), "");
    }
  }

  /** For who came by a link: a name, and a seat is theirs. */
  joining() {
    const state = /** @type {State} */ (this.state);
    if (state.you >= 0 || state.phase === "closed" || state.locked || !state.seats.some((seat) => seat.kind === "free"))
      return nothing;
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem("name"));
      void this.sit(field.value.trim() || t("Guest"));
    };
    return html`<form class="join" @submit=${submit}>
      <label>${t("Your name")} <input name="name" maxlength="24" autocomplete="nickname" .value=${kept("name", "")} /></label>
      <button class="main" type="submit">${t("Take a seat")}</button>
    </form>`;
  }

  body() {
    const { state, about } = this;
    if (this.strange)
      return html`<section class="lobby">
        <h2>${t("This page is not of the same version as the house")}</h2>
        <p>${t("Loading it again did not help. Wait a moment, then try again.")}</p>
        <a class="button main" href=${location.href}>${t("Try again")}</a>
      </section>`;
    if (this.gone)
      return html`<section class="lobby">
        <h2>${t("This table or seat is no longer yours")}</h2>
        <p>${this.notice?.message ?? ""}</p>
        <p class="row">
          <a class="button main" href="/t/${this.code}?watch">${t("Watch")}</a><a class="button" href="/">${t("Start page")}</a>
        </p>
      </section>`;
    if (!state || !about) return html`<p class="loading" role="status">${t("To the table …")}</p>`;
    if (state.phase === "closed" && !state.view)
      return html`<section class="lobby">
        <h2>${t("The table is closed")}</h2>
        <p>${state.reason}</p>
        <a class="button main" href="/">${t("Start page")}</a>
      </section>`;
    const say = (/** @type {Record<string, unknown>} */ message) => this.say(message);
    if (state.phase === "waiting")
      return html`${this.joining()}${lobby({ about, state, say, copied: this.copied, link: this.link, share: () => this.share() })}`;
    const now = scene(about, state, this.chosen, (...steps) => this.choose(...steps));
    if (!now) return nothing;
    const ended = state.phase === "over" || state.phase === "closed";
    const again = () => this.say({ do: "ready", ready: !state.seats[state.you]?.ready, nonce: nonce() });
    return playground(
      now,
      this.actions(),
      html`${this.over()}${ended ? html`${this.joining()}${result({ about, state, again })}` : nothing}`,
    );
  }

  draw() {
    const { state, about } = this;
    const told = this.root.querySelector(".story");
    const atEnd = !told || told.scrollTop + told.clientHeight > told.scrollHeight - 40;
    const last = this.story.findLast((entry) => entry.words)?.words;
    const say = (/** @type {string} */ text) => this.say({ do: "chat", text });
    const close = () => this.show("panel");
    const side = this.open === "panel" ? "shown" : "";
    render(
      html`<header class="bar">
          <a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
          <h1>${about?.title.split(",")[0] ?? "Kartenhaus"}</h1>
          <p class="ticker">${last ?? ""}</p>
          <button class="quiet" @click=${() => this.show("panel")} aria-expanded=${this.open === "panel"}>
            ${sign("chat")}<span>${t("Chat")}</span>${this.unread ? html`<b class="unread">${this.unread}</b>` : nothing}
          </button>
          <button class="quiet" @click=${() => this.show("menu")} aria-expanded=${this.open === "menu"}>
            ${sign("menu")}<span>${t("Menu")}</span>
          </button>
        </header>
        ${
          this.online
            ? nothing
            : html`<p class="offline" role="alert">
                ${sign("wifi-off")} ${t("The line is broken. Connecting again … nothing is lost.")}
              </p>`
        }
        ${state?.book ? html`<p class="offline" role="status">${state.book}</p>` : nothing}
        ${this.open === "menu" && state ? menu(this, state) : nothing}
        ${this.open === "settings" ? settings(() => this.show("settings")) : nothing}
        ${this.open === "keys" ? keyHelp(() => this.show("keys")) : nothing}
        ${
          this.open === "confirm" && this.asking
            ? html`<section class="menu confirm" role="alertdialog" aria-label=${this.asking.question}>
                <p>${this.asking.question}</p>
                <button class="main" @click=${() => {
                  this.open = "";
                  this.asking?.action();
                }}>${t("Yes")}</button><button @click=${() => this.cancel()}>${t("No")}</button>
              </section>`
            : nothing
        }
        ${
          this.notice && !this.gone
            ? html`<div class="notice" role="alert">
                <p>${this.notice.message}</p>
                ${ruleNote(this.notice.rule)}
                <button class="quiet" @click=${() => this.cancel()}>${sign("close", t("Close"))}</button>
              </div>`
            : nothing
        }
        <main class="table ${state?.phase ?? ""} ${state && state.you < 0 ? "watched" : ""}">${this.body()}</main>
        ${state ? html`<div class="side ${side}">${panel({ story: this.story, say, close })}</div>` : nothing}`,
      this.root,
    );
    if (atEnd) this.root.querySelector(".story")?.scrollTo(0, 1e6);
    arrow();
  }
}

/** @param {HTMLElement} root @param {string} code */
export async function tablePage(root, code) {
  let link = location.href;
  try {
    const about = await load(`/api/tables/${code}`);
    document.body.dataset.game = about.game;
    link = about.link;
  } catch (error) {
    if (error instanceof Refusal && error.code === "no-table") {
      render(
        html`<main class="page">
          <h1>${t("There is no such table")}</h1>
          <p>${error.message}</p>
          <p><a class="button main" href="/">${t("Start page")}</a></p>
        </main>`,
        root,
      );
      return;
    }
  }
  return new Table(root, code, link);
}
