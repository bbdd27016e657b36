// A first game, step by step: a prepared position, the real rules, and a word about each move.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { load, send } from "./api.js";
import { acts, promptBand, sheet } from "./bands.js";
import { dragging } from "./drag.js";
import { roundOf } from "./events.js";
import { sign } from "./icons.js";
import { tellAloud } from "./live.js";
import { choice } from "./moves.js";
import { roundPanel } from "./round.js";
import { ruleNote } from "./rules.js";
import { drawingOf, playground, scene } from "./scene.js";
import { stage } from "./staging.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {Omit<import("./wire.js").Shown, "state"> & { state: State }} Stage */
/** @typedef {{ about: import("./types.js").Welcome, stages: Stage[] }} Script */

class Lesson {
  /** @param {HTMLElement} root @param {string} game @param {Script} script */
  constructor(root, game, script) {
    this.root = root;
    this.game = game;
    this.script = script;
    this.at = 0;
    /** @type {Step[]} */
    this.chosen = [];
    this.hint = "";
    this.rule = "";
    dragging(root, (...steps) => this.choose(...steps));
  }

  get stage() {
    return this.script.stages[this.at];
  }

  /** @param {Step[]} taps */
  choose(...taps) {
    const { move, chosen, tried } = choice(this.stage.state.legal, this.chosen, taps, false);
    this.chosen = chosen;
    if (move) this.make(move);
    else if (tried) void this.refuse(tried);
    else this.draw();
  }

  /** @param {Step[]} tried */
  async refuse(tried) {
    const answer = await send(`/api/games/${this.game}/lesson`, { stage: this.at, steps: tried });
    this.hint = answer.message;
    this.rule = answer.rule;
    this.draw();
  }

  /** @param {string} move */
  make(move) {
    this.chosen = [];
    if (move !== this.stage.wanted) {
      const wanted = this.stage.state.legal.find((one) => one.move === this.stage.wanted);
      this.hint = t("That is allowed too. For now, try: {move}", { move: wanted?.words ?? "" });
      this.rule = "";
      return this.draw();
    }
    this.go();
  }

  go() {
    const before = this.stage.state.view;
    this.at = Math.min(this.at + 1, this.script.stages.length - 1);
    this.hint = this.rule = "";
    const { state, say } = this.stage;
    stage(this.script.about, state.entries, before, state.view, (lasts) => this.draw(lasts));
    tellAloud([...state.entries.map((entry) => entry.words), say].join(" "));
  }

  /** @param {import("./types.js").Scene} now */
  actions(now) {
    const { stage } = this;
    if (this.at === this.script.stages.length - 1)
      return html`<a class="button" href="/rules/${this.game}">${t("Rules")}</a><a class="button main" href="/">${t("Play now")}</a>`;
    if (!stage.wanted) return html`<button class="main" @click=${() => this.go()}>${t("Go on")}</button>`;
    const again = html`<button class="cancel" @click=${() => this.cancel()}>${sign("undo")}<span>${t("Choose again")}</span></button>`;
    return html`${this.chosen.length ? again : nothing}${acts(now)}`;
  }

  cancel() {
    this.chosen = [];
    this.draw();
  }

  /** @param {import("./types.js").Scene} now */
  bands(now) {
    const words = this.stage.wanted ? drawingOf(this.game).prompt(now) : "";
    const asked = this.stage.wanted ? sheet(now, { words, cancel: () => this.cancel() }) : nothing;
    return { prompt: promptBand(now, words), actions: this.actions(now), sheet: asked };
  }

  /** @param {number} [lasts] milliseconds that cards fly */
  draw(lasts = 0) {
    const { stage, script } = this;
    const now = scene(script.about, stage.state, this.chosen, (...steps) => this.choose(...steps));
    const told = html`<section class="teacher" role="status">
      <p>${stage.say}</p>
      ${this.hint ? html`<p class="hint">${this.hint}</p>` : nothing}${ruleNote(this.rule || stage.rule)}
    </section>`;
    const over = roundPanel(script.about, stage.state, roundOf(stage.state.entries), lasts);
    render(
      html`<header class="bar"><a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a><h1>${script.about.title}</h1>
          <p class="ticker">${t("Step {step} of {all}", { step: this.at + 1, all: script.stages.length })}</p></header>
        ${told}<main class="table playing lesson">${now ? playground(now, this.bands(now), over) : nothing}</main>`,
      this.root,
    );
  }
}

/** @param {HTMLElement} root @param {string} game */
export async function lessonPage(root, game) {
  document.body.dataset.game = game;
  const script = await load(`/api/games/${game}/lesson`);
  document.title = `${script.about.title} – Kartenhaus`;
  new Lesson(root, game, script).draw();
}
