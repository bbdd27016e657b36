// A table: what the server says is drawn, what people choose is sent.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { Refusal, load, send } from "./api.js";
import { arrow } from "./arrow.js";
import { prepare } from "./cards.js";
import { dragging } from "./drag.js";
import { breath, fly, measure, settle } from "./fly.js";
import { sign } from "./icons.js";
import { rejoice } from "./joy.js";
import { forgetSeat, keep, keepSeat, kept, seats } from "./keep.js";
import { keyboard } from "./keys.js";
import { Line } from "./line.js";
import { NOW, copy, lobby, nonce } from "./lobby.js";
import { attempt, choice, fitting, steps } from "./moves.js";
import { keyHelp, menu } from "./menu.js";
import { panel } from "./panel.js";
import { result } from "./result.js";
import { ruleNote } from "./rules.js";
import { GAMES, playground, scene } from "./scene.js";
import { time } from "./seats.js";
import { settings } from "./settings.js";
import { play } from "./sound.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Happening} Happening */
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
    /** @type {Happening[]} */
    this.story = [];
    /** @type {Step[]} */
    this.chosen = [];
    this.saying = false;
    this.online = true;
    this.gone = false;
    /** @type {State | null} */
    this.waiting = null; // for luck to turn up a card
    this.token = ""; // for the seat that is asked for
    this.open = ""; // panel, settings, menu
    this.copied = false;
    this.received = 0;
    this.unread = 0;
    /** @type {{ message: string, rule: string } | null} */
    this.notice = null;
    /** @type {{ title: string, lines: unknown } | null} */
    this.round = null;
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
    });
    keyboard(this);
    dragging(root, (step) => this.choose(step));
    setInterval(() => this.tick(), 500);
  }

  /** @param {any} frame */
  hear(frame) {
    if (frame.type === "welcome") {
      this.about = frame;
      prepare(frame);
      document.body.dataset.game = frame.game;
    } else if (frame.type === "state") this.await(frame);
    else if (frame.type === "story") {
      this.story = frame.events;
      this.draw();
    } else if (frame.type === "refused") {
      this.complain(frame.message, frame.rule);
    } else if (frame.type === "error") this.complain(frame.message, "");
  }

  /** @param {string} message @param {string} rule */
  complain(message, rule) {
    play("no");
    this.notice = { message, rule };
    this.chosen = [];
    this.draw();
  }

  /** Luck is a moment: it is announced, the draw pile glows, and only then is shown what came of it. @param {State} state */
  await(state) {
    this.release();
    const wait = this.state && GAMES[state.game].holds?.(state.events) ? breath() : 0;
    if (!wait) return this.take(state);
    this.waiting = state;
    this.tell(state.events);
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

  /** @param {Happening[]} events */
  tell(events) {
    this.story = [...this.story, ...events.filter((event) => !this.story.some((old) => old.number === event.number))];
  }

  /** A new state: drawn at once; cards fly, nothing waits. @param {State} state */
  take(state) {
    const last = this.state;
    const first = last === null;
    if (last && state.number < last.number) return;
    const flights = state.events.flatMap((event) => event.cards ?? []);
    const before = measure(flights);
    settle();
    this.state = state;
    this.received = performance.now();
    if (!last || state.answers !== last.answers || state.to_act !== last.to_act) {
      this.chosen = [];
      this.saying = false;
      if (!first) this.notice = null;
    }
    if (first) this.line.ask({ do: "story" });
    if (first && location.hash === NOW) {
      history.replaceState(null, "", location.pathname);
      this.say({ do: "ready", nonce: nonce() });
    }
    this.tell(state.events);
    if (this.open !== "panel") this.unread += state.events.filter((event) => event.kind === "wrote" && event.seat !== state.you).length;
    this.tellRound(state);
    this.draw();
    if (this.about && !first && flights.length) {
      fly(this.about, before, flights, GAMES[state.game].holds?.(state.events) ?? false);
      play(state.game === "maumau" ? "wood" : "card");
    }
    if (last?.view && state.view) rejoice(GAMES[state.game].joys(last.view, state));
    this.announce(state, last);
  }

  /** A round that ended is shown until the next move of one's own, or for a while. @param {State} state */
  tellRound(state) {
    const now = this.about && scene(this.about, state, [], () => {});
    const told = now && GAMES[state.game].story?.(now, state.events);
    if (!told) return;
    this.round = told;
    play("doom");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.round = null;
      this.draw();
    }, REST);
  }

  /** For ears, titles and pockets: whose turn it is. @param {State} state @param {State | null} last */
  announce(state, last) {
    const mine = state.phase === "playing" && state.to_act === state.you && !state.paused;
    const was = last?.phase === "playing" && last.to_act === last.you;
    document.title = mine ? `● ${t("Your turn")} – Kartenhaus` : `${this.about?.title ?? ""} – Kartenhaus`;
    if (mine && !was && last) {
      play("turn");
      if (document.hidden) navigator.vibrate?.(120);
    }
    if (state.phase === "over" && last?.phase === "playing") play(state.outcome?.winners.includes(state.you) ? "joy" : "turn");
    const said = state.events.flatMap((event) => event.words ?? []);
    if (mine && !was) said.push(t("Your turn"));
    const live = document.getElementById("live");
    if (live && said.length) live.textContent = said.join(". ");
  }

  /** Clocks run on the page between two states. */
  tick() {
    const { state } = this;
    if (!state || state.phase !== "playing" || state.paused) return;
    const element = this.root.querySelector(`.clock[data-seat="${state.to_act}"]`);
    const left = state.seats[state.to_act]?.left;
    if (element && left !== null && left !== undefined) element.textContent = time(left - (performance.now() - this.received));
  }

  /** Something on the table was chosen. @param {Step} step */
  choose(step) {
    const { state } = this;
    if (!state) return;
    this.notice = null;
    const { move, chosen, tried } = choice(state.legal, this.chosen, step, this.saying);
    this.chosen = chosen;
    if (move) this.make(move);
    else if (tried) this.refuse(tried);
    else this.draw();
  }

  /** Not possible: the server says why. @param {Step[]} tried */
  refuse(tried) {
    const state = /** @type {State} */ (this.state);
    const move = attempt(state.game, state.view?.pending ?? "turn", tried);
    if (move) this.line.say({ do: "move", move, answers: state.answers });
    else if (tried[0]?.kind === "card" && state.game === "maumau") {
      this.chosen = [tried[0]];
      this.draw();
    }
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
    const now = scene(about, state, this.chosen, () => {});
    if (!now) return nothing;
    const acts = now.offered.filter((step) => step.kind === "act");
    const shown = fitting(state.legal, [], false).filter((one) => steps(one.move)[0]?.kind === "act");
    const canSay = state.legal.some((one) => one.move.endsWith(" !"));
    const mine = state.to_act === state.you && state.phase === "playing";
    const next = t("{name} is to play", { name: state.seats[state.to_act]?.name ?? "" });
    const told = this.waiting ? this.waiting.events[0].words : mine ? GAMES[state.game].prompt(now) : state.phase === "playing" ? next : "";
    return html`<p class="prompt">${state.paused ? t("The game rests") : told}</p>
      <div class="buttons">
        ${this.chosen.length
          ? acts.map((step) => html`<button class="act" @click=${() => this.choose(step)}>${this.wordsOf(step)}</button>`)
          : shown.map((one) => html`<button class="act ${one.move.split(" ")[0]}" data-move=${one.move} @click=${() => this.make(one.move)}>${one.words}</button>`)}
        ${canSay
          ? html`<button class="mau" aria-pressed=${this.saying} @click=${() => {
              this.saying = !this.saying;
              this.draw();
            }}>${t("Say “Mau!”")}</button>`
          : nothing}
        ${this.chosen.length ? html`<button class="quiet cancel" @click=${() => this.cancel()}>${sign("undo")} ${t("Choose again")}</button>` : nothing}
        ${state.paused && state.you >= 0 ? html`<button class="main" @click=${() => this.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>` : nothing}
      </div>`;
  }

  /** @param {Step} step */
  wordsOf(step) {
    const moves = fitting(this.state?.legal ?? [], [...this.chosen, step], this.saying);
    return moves[0]?.words ?? step.value;
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
    return html`${this.round ? html`<section class="round" role="status"><h3>${this.round.title}</h3><div class="lines">${this.round.lines}</div></section>` : nothing}
    ${state.regret
      ? html`<section class="regret" role="status">
          <p>${t("{name} would like to take a move back", { name: state.seats[state.regret.seat]?.name ?? "" })}</p>
          ${asked
            ? html`<button class="main" @click=${() => this.say({ do: "answer", agrees: true })}>${t("Agree")}</button><button @click=${() => this.say({ do: "answer", agrees: false })}>${t("No")}</button>`
            : state.regret.seat === state.you
              ? html`<button @click=${() => this.say({ do: "answer", agrees: false })}>${t("Never mind")}</button>`
              : nothing}
        </section>`
      : nothing}`;
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
      const taken = await send(`/api/tables/${this.code}/join`, { name, token: this.token });
      keepSeat({ table: taken.table, seat: taken.seat, token: taken.token, game: this.state?.game ?? "", at: Date.now() });
      location.assign(`/t/${this.code}`);
    } catch (error) {
      this.complain(error instanceof Refusal ? error.message : String(error), "");
    }
  }

  /** For who came by a link: a name, and a seat is theirs. */
  joining() {
    const state = /** @type {State} */ (this.state);
    if (state.you >= 0 || state.phase === "closed" || state.locked || !state.seats.some((seat) => seat.kind === "free")) return nothing;
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
    if (this.gone)
      return html`<section class="lobby"><h2>${t("This table or seat is no longer yours")}</h2><p>${this.notice?.message ?? ""}</p><p class="row"><a class="button main" href="/t/${this.code}?watch">${t("Watch")}</a><a class="button" href="/">${t("Start page")}</a></p></section>`;
    if (!state || !about) return html`<p class="loading" role="status">${t("To the table …")}</p>`;
    if (state.phase === "closed" && !state.view) return html`<section class="lobby"><h2>${t("The table is closed")}</h2><a class="button main" href="/">${t("Start page")}</a></section>`;
    const say = (/** @type {Record<string, unknown>} */ message) => this.say(message);
    if (state.phase === "waiting") return html`${this.joining()}${lobby({ about, state, say, copied: this.copied, link: this.link, share: () => this.share() })}`;
    const now = scene(about, state, this.chosen, (step) => this.choose(step));
    if (!now) return nothing;
    const ended = state.phase === "over" || state.phase === "closed";
    const again = () => this.say({ do: "ready", ready: !state.seats[state.you]?.ready, nonce: nonce() });
    return playground(now, this.actions(), html`${this.over()}${ended ? html`${this.joining()}${result({ state, again })}` : nothing}`);
  }

  draw() {
    const { state, about } = this;
    const told = this.root.querySelector(".story");
    const atEnd = !told || told.scrollTop + told.clientHeight > told.scrollHeight - 40;
    const last = this.story.findLast((event) => event.words)?.words;
    render(
      html`<header class="bar">
          <a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
          <h1>${about?.title.split(",")[0] ?? "Kartenhaus"}</h1>
          <p class="ticker">${last ?? ""}</p>
          <button class="quiet" @click=${() => this.show("panel")} aria-expanded=${this.open === "panel"}>${sign("chat")}<span>${t("Chat")}</span>${this.unread ? html`<b class="unread">${this.unread}</b>` : nothing}</button>
          <button class="quiet" @click=${() => this.show("menu")} aria-expanded=${this.open === "menu"}>${sign("menu")}<span>${t("Menu")}</span></button>
        </header>
        ${this.online ? nothing : html`<p class="offline" role="alert">${sign("wifi-off")} ${t("The line is broken. Connecting again … nothing is lost.")}</p>`}
        ${this.open === "menu" && state ? menu(this, state) : nothing} ${this.open === "settings" ? settings(() => this.show("settings")) : nothing}
        ${this.open === "keys" ? keyHelp(() => this.show("keys")) : nothing}
        ${this.open === "confirm" && this.asking
          ? html`<section class="menu confirm" role="alertdialog" aria-label=${this.asking.question}><p>${this.asking.question}</p>
              <button class="main" @click=${() => {
                this.open = "";
                this.asking?.action();
              }}>${t("Yes")}</button><button @click=${() => this.cancel()}>${t("No")}</button></section>`
          : nothing}
        ${this.notice && !this.gone ? html`<div class="notice" role="alert"><p>${this.notice.message}</p>${ruleNote(this.notice.rule)}<button class="quiet" @click=${() => this.cancel()}>${sign("close", t("Close"))}</button></div>` : nothing}
        <main class="table ${state?.phase ?? ""} ${state && state.you < 0 ? "watched" : ""}">${this.body()}</main>
        ${state ? html`<div class="side ${this.open === "panel" ? "shown" : ""}">${panel({ story: this.story, say: (text) => this.say({ do: "chat", text }), close: () => this.show("panel") })}</div>` : nothing}`,
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
      render(html`<main class="page"><h1>${t("There is no such table")}</h1><p>${error.message}</p><p><a class="button main" href="/">${t("Start page")}</a></p></main>`, root);
      return;
    }
  }
  return new Table(root, code, link);
}
