// A lesson, step by step: a prepared position, the real rules, a word about each move, and a light on what to tap.
import { html, nothing, render } from "./lib/lit-html/lit-html.js";
import { load, send } from "./api.js";
import { acts, again, promptBand, sheet } from "./bands.js";
import { playNow } from "./begin.js";
import { artOf, picture } from "./cards.js";
import { dragging } from "./drag.js";
import { helping } from "./help.js";
import { sign } from "./icons.js";
import { tellAloud } from "./live.js";
import { choice, prompt, same } from "./moves.js";
import { ruleNote } from "./rule.js";
import { lessonAddress } from "./rules.js";
import { playground, scene } from "./scene.js";
import { seatName } from "./seats.js";
import { Staging } from "./staging.js";
import { t } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {Omit<import("./wire.js").Shown, "state"> & { state: State }} Stage */
/** @typedef {{ title: string, about: import("./types.js").Welcome, stages: Stage[] }} Script */

/** Where a choice is made: in the sheet, with a button, or on the table. @type {Record<string, (value: string) => string[]>} */
const PLACES = {
  card: (value) => [`.held[data-card="${value}"]:not(.chosen)`],
  seat: (value) => [`button[data-seat="${value}"]`],
  space: (value) => [`button[data-spot="board.${value}"]`],
  anchor: (value) => [`button[data-spot="board.${value}"]`],
  word: (value) => [`.act[data-move="${value}"]`, value === "draw" ? ".deck.offered" : ""],
};

class Lesson {
  /** @param {HTMLElement} root @param {string} game @param {number} number @param {Script} script @param {string[]} lessons */
  constructor(root, game, number, script, lessons) {
    this.root = root;
    this.game = game;
    this.number = number;
    this.script = script;
    this.lessons = lessons;
    this.at = 0;
    /** @type {Step[]} */
    this.chosen = [];
    this.hint = "";
    this.rule = "";
    this.staging = new Staging(() => this.draw());
    dragging(root, (...steps) => this.choose(...steps));
    helping(root, () => this.script.about);
  }

  get stage() {
    return this.script.stages[this.at];
  }

  /** @param {Step[]} taps */
  choose(...taps) {
    const { move, chosen, tried } = choice(this.stage.state.legal, this.chosen, taps, false);
    this.chosen = chosen;
    this.hint = this.rule = "";
    if (move) this.make(move);
    else if (tried) void this.refuse(tried);
    else this.draw();
  }

  /** @param {Step[]} tried */
  async refuse(tried) {
    const answer = await send(`/api/games/${this.game}/lesson`, { lesson: this.number, stage: this.at, steps: tried });
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
    this.staging.finish();
    const before = this.stage.state.view;
    this.at = Math.min(this.at + 1, this.script.stages.length - 1);
    this.hint = this.rule = "";
    const { state, say } = this.stage;
    this.staging.show(this.script.about, state.entries, before, state.view);
    tellAloud([...state.entries.map((entry) => entry.words), say].join(" "));
  }

  /** Show the stage before this one again. */
  back() {
    this.staging.finish();
    this.at = Math.max(this.at - 1, 0);
    this.chosen = [];
    this.hint = this.rule = "";
    this.draw();
    tellAloud(this.stage.say);
  }

  /** The steps of the wanted move. @returns {Step[]} */
  get aim() {
    return this.stage.state.legal.find((one) => one.move === this.stage.wanted)?.steps ?? [];
  }

  /** What to choose now: the next step of the wanted move. @returns {Step | undefined} */
  get wantedStep() {
    const { aim: steps, chosen } = this;
    return chosen.every((step, at) => steps[at] && same(steps[at], step)) ? steps[chosen.length] : steps[0];
  }

  /** Put the light on what to tap. */
  shine() {
    for (const lit of this.root.querySelectorAll("[data-light]")) lit.removeAttribute("data-light");
    const step = this.wantedStep;
    const asked = step
      ? [`.sheet [data-kind="${step.kind}"][data-value="${step.value}"]`, `.sheet [data-move="${step.value}"]`]
      : [];
    const places = step ? [...asked, ...(PLACES[step.kind]?.(step.value) ?? [])] : [".actions .main"];
    const found = places.map((place) => place && this.root.querySelector(place)).find(Boolean);
    if (!found) return;
    found.setAttribute("data-light", "");
    found.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** What to do after the lesson: the next one, the rules, or a game. */
  after() {
    const next = this.lessons[this.number];
    return html`<a class="button" href="/rules/${this.game}">${t("Rules")}</a>
      ${next ? html`<a class="button" href=${lessonAddress(this.game, this.number)}>${next}</a>` : nothing}
      <button class="main" @click=${() => playNow(this.game)}>${t("Play now")}</button>`;
  }

  /** @param {import("./types.js").Scene} now */
  actions(now) {
    const { stage } = this;
    if (this.at === this.script.stages.length - 1) return this.after();
    if (!stage.wanted) return html`<button class="main" @click=${() => this.go()}>${t("Go on")}</button>`;
    return html`${this.chosen.length ? again(() => this.cancel()) : nothing}${acts(now)}`;
  }

  cancel() {
    this.chosen = [];
    this.draw();
  }

  /** @param {import("./types.js").Scene} now */
  bands(now) {
    const { stage } = this;
    const task = stage.state.legal.find((one) => one.move === stage.wanted)?.words ?? "";
    const asked = task ? sheet(now, { words: prompt(now), cancel: () => this.cancel() }) : nothing;
    return { prompt: promptBand(now, task || this.meanwhile(), ""), actions: this.actions(now), sheet: asked };
  }

  /** What the prompt says when there is nothing to try. */
  meanwhile() {
    const { seats, to_act } = this.stage.state;
    if (this.at === this.script.stages.length - 1) return t("Well played!");
    return t("It is {name}’s turn", { name: seatName(seats[to_act], to_act) });
  }

  /** The teacher: always in the same place. A hint stands there until the next tap. */
  teacher() {
    const { stage, hint } = this;
    const done = (100 * this.at) / (this.script.stages.length - 1);
    return html`<section class="teacher" role="status" .style=${`--done: ${done}%`}>
      <img class="mascot" alt="" src=${picture(`mascot ${this.game}`, () => artOf(this.game).mascot())} />
      <p class=${hint ? "hint" : "say"}>${hint || stage.say}</p>
      ${ruleNote(this.rule || stage.rule)}
    </section>`;
  }

  bar() {
    const step = this.at + 1;
    const all = this.script.stages.length;
    return html`<header class="bar">
      <a class="quiet" href="/" aria-label=${t("Start page")}>${sign("home")}</a>
      <h1>${this.script.title}</h1>
      <button class="quiet" ?disabled=${!this.at} aria-label=${t("One step back")} @click=${() => this.back()}>${sign("previous")}</button>
      <p class="steps" aria-label=${t("Step {step} of {all}", { step, all })}>${step}/${all}</p>
    </header>`;
  }

  draw() {
    const { stage, script } = this;
    const now = scene(script.about, stage.state, this.chosen, (...steps) => this.choose(...steps), this.staging.moment);
    render(
      html`${this.bar()}
        <main class="table playing lesson">
          ${this.teacher()} ${now ? playground({ ...now, aim: this.aim }, this.bands(now)) : nothing}</main>`,
      this.root,
    );
    this.shine();
  }
}

/** @param {HTMLElement} root @param {string} game @param {number} number the first is 1 */
export async function lessonPage(root, game, number) {
  document.body.dataset.game = game;
  const [script, facts] = await Promise.all([load(`/api/games/${game}/lesson?number=${number}`), load(`/api/games/${game}`)]);
  document.title = `${script.about.title}: ${script.title} – Kartenhaus`;
  new Lesson(root, game, number, script, facts.lessons).draw();
}
