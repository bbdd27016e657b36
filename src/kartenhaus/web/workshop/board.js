// Your board: a page on which people paint a board of a game. What is wrong with it, and where, the server says.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { send } from "../api.js";
import { boards, forgetBoard, keepBoard } from "../box.js";
import { spaceImage } from "../cards.js";
import { download } from "../download.js";
import { helpOn } from "../help.js";
import { sign } from "../icons.js";
import { keep, kept } from "../keep.js";
import { copy } from "../lobby.js";
import { bareBoard } from "../scene.js";
import { t } from "../texts.js";
import { BLANK, Canvas } from "./canvas.js";
import { frame, open, words } from "./frame.js";
import { loader, PAUSE, playWith, shelf, slug, textOf } from "./shelf.js";
import { TrialPanel } from "./trial.js";

/** @typedef {import("../wire.js").BoardFacts} BoardFacts */
/** @typedef {import("../wire.js").BoardChecked} BoardChecked */
/** @typedef {import("../wire.js").GameFacts & import("../types.js").Welcome} About */
/** @typedef {{ name: string, text: string }} Draft */

class BoardPage {
  /** @param {HTMLElement} root @param {About} about @param {BoardFacts} facts */
  constructor(root, about, facts) {
    this.root = root;
    this.about = about;
    this.facts = facts;
    /** @type {BoardChecked | null} */
    this.checked = null;
    this.problem = "";
    this.note = "";
    this.preview = false;
    this.busy = false;
    this.asked = 0;
    this.timer = 0;
    this.trial = new TrialPanel(
      about,
      async () => {
        await this.sure(() => {});
        return this.checked && !this.checked.faults.length ? { board: this.checked.lines.join("\n") } : null;
      },
      () => this.draw(),
    );
    const draft = kept("draft.board", /** @type {Draft} */ ({ name: "", text: facts.ours[0].lines.join("\n") }));
    this.name = draft.name || t("My board");
    this.canvas = new Canvas(facts, () => this.changed());
    this.canvas.put(draft.text);
    document.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (!(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
    if (/^(INPUT|TEXTAREA)$/.test(/** @type {HTMLElement} */ (event.target).tagName)) return;
    event.preventDefault();
    if (event.key.toLowerCase() === "y" || event.shiftKey) this.canvas.redo();
    else this.canvas.undo();
  }

  changed() {
    this.note = "";
    this.trial.outdated();
    if (!this.canvas?.squares.length) return;
    keep("draft.board", { name: this.name, text: this.canvas.text() });
    this.draw();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), PAUSE);
  }

  async check() {
    const asked = ++this.asked;
    try {
      const found = await send(`/api/games/${this.about.game}/board`, { text: this.canvas.text() });
      if (asked !== this.asked) return;
      this.checked = found;
      this.problem = "";
    } catch (error) {
      if (asked !== this.asked) return;
      this.checked = null;
      this.problem = words(error);
    }
    this.draw();
  }

  /** Check at once, and go on if nothing is wrong. @param {(checked: BoardChecked) => unknown} then */
  async sure(then) {
    clearTimeout(this.timer);
    await this.check();
    if (this.checked && !this.checked.faults.length) await then(this.checked);
    else this.root.querySelector(".square.wrong")?.scrollIntoView({ block: "center", inline: "center" });
    this.draw();
  }

  play() {
    return this.sure(async ({ lines }) => {
      this.busy = true;
      this.draw();
      try {
        await playWith(this.about, { options: { [this.facts.lines]: lines } });
      } catch (error) {
        this.problem = words(error);
        this.busy = false;
      }
    });
  }

  /** @param {string} name @param {string} text */
  take(name, text) {
    this.name = name;
    this.canvas.put(text);
  }

  /** @param {Event} event */
  async read(event) {
    try {
      const text = await textOf(event);
      if (text.trim()) this.canvas.put(text);
    } catch (error) {
      this.problem = words(error);
      this.draw();
    }
  }

  /** What is wrong, by square of the canvas. */
  faults() {
    const { left, top } = this.canvas.map();
    const spots = (this.checked?.faults ?? []).filter((spot) => spot.column >= 0);
    return new Map(spots.map((spot) => [`${spot.column + left} ${spot.row + top}`, spot.message]));
  }

  /** What one can paint with: kinds of spaces, nothing, and a hand to move the view. */
  palette() {
    const { brush } = this.canvas;
    const choose = (/** @type {string} */ mark) => () => {
      this.canvas.brush = mark;
      this.draw();
    };
    const tool = (
      /** @type {string} */ mark,
      /** @type {string} */ name,
      /** @type {unknown} */ face,
      /** @type {string} */ more,
    ) =>
      html`<button role="radio" aria-checked=${brush === mark} @click=${choose(mark)}>${face}<span>${name}</span>
        ${more ? html`<small>${more}</small>` : nothing}</button>`;
    const kinds = this.facts.kinds.map(({ mark, most }) => {
      const count = this.checked?.counts[mark] ?? 0;
      const full = most < this.facts.most ? `${count}/${most}` : `${count}`;
      return tool(mark, helpOn(this.about, "space", mark)?.name ?? mark, spaceImage(this.about, mark), full);
    });
    return html`<div class="palette" role="radiogroup" aria-label=${t("Paint with")}>
      ${kinds} ${tool(BLANK, t("Take away"), sign("close"), "")} ${tool("", t("Move the view"), sign("palm"), "")}
    </div>`;
  }

  /** The board as it is drawn at the table. */
  shown() {
    const lines = this.checked?.lines ?? this.canvas.map().lines;
    if (!lines.length) return nothing;
    const about = { ...this.about, picture: { ...this.about.picture, map: lines } };
    return html`<div class="preview">${bareBoard(about)}</div>`;
  }

  painting() {
    const { done, undone } = this.canvas;
    const turn = () => {
      this.preview = !this.preview;
      this.draw();
    };
    const marks = this.facts.kinds.map((kind) => kind.mark).join(" ");
    const fault = this.checked?.faults[0]?.message ?? "";
    const size = this.checked
      ? t("{spaces} spaces of {least} to {most}", { spaces: this.checked.spaces, least: this.facts.least, most: this.facts.most })
      : "";
    return html`<section class="paint" aria-label=${t("Your board")}>
      ${this.preview ? this.shown() : html`${this.palette()} ${this.canvas.draw(this.about, this.faults())}`}
      <p class="fault" role="status">${fault}</p>
      <p class="row tools">
        <button ?disabled=${!done.length} @click=${() => this.canvas.undo()}>${sign("undo")} ${t("Undo")}</button>
        <button ?disabled=${!undone.length} @click=${() => this.canvas.redo()}>${sign("redo")} ${t("Redo")}</button>
        <button aria-pressed=${this.preview} @click=${turn}>${sign("eye")} ${t("As at the table")}</button>
        <span class="faint">${size}</span>
      </p>
      <p class="faint keys">${t("With keys: arrows walk, {marks} paint, the space bar takes away, Ctrl+Z undoes.", { marks })}</p>
    </section>`;
  }

  head() {
    const rename = (/** @type {Event} */ event) => {
      this.name = /** @type {HTMLInputElement} */ (event.target).value;
      this.changed();
    };
    const [start, path] = this.facts.kinds;
    const save = () =>
      this.sure(({ lines }) => {
        keepBoard({ name: this.name || t("My board"), text: lines.join("\n") });
        this.note = t("Saved in this browser.");
      });
    const file = () => this.sure(({ lines }) => download(`${slug(this.name, "board")}.txt`, `${lines.join("\n")}\n`));
    return html`<section class="intro">
      <p>${t("Paint the spaces of your board. Every space must touch another, and there is one start.")}</p>
      <div class="naming">
        <label class="called">${t("Name of your board")}
          <input maxlength="60" .value=${this.name} @input=${rename} /></label>
        <p class="row tools">
          <button @click=${save}>${sign("check")} ${t("Save")}</button>
          <button @click=${file}>${sign("download")} ${t("Download")}</button>
          ${loader(".txt,text/plain", (event) => this.read(event))}
          <button @click=${() => this.canvas.put(start.mark + path.mark)}>${sign("close")} ${t("Start anew")}</button>
        </p>
      </div>
      ${this.note ? html`<p class="kept" role="status">${this.note}</p>` : nothing}
      ${shelf(
        boards(),
        (name) => this.take(name, boards().find((one) => one.name === name)?.text ?? ""),
        (name) => {
          forgetBoard(name);
          this.draw();
        },
      )}
    </section>`;
  }

  /** Our boards, to start from, and the board as text. */
  others() {
    const typed = (/** @type {Event} */ event) => this.canvas.put(/** @type {HTMLTextAreaElement} */ (event.target).value);
    const share = () =>
      copy(this.canvas.text()).then(() => {
        this.note = t("Copied");
        this.draw();
      });
    return html`<section><h2>${t("Start from ours")}</h2>
        <p class="row tools">${this.facts.ours.map(
          (one) => html`<button @click=${() => this.take(one.title, one.lines.join("\n"))}>${sign("board")} ${one.title}</button>`,
        )}</p></section>
      <section><h2>${t("As text")}</h2>
        <p class="faint">${t("Send this text to others: whoever pastes it here has your board.")}</p>
        <textarea rows="8" spellcheck="false" aria-label=${t("As text")} .value=${this.canvas.text()} @change=${typed}></textarea>
        <p class="row"><button @click=${share}>${sign("share")} ${t("Copy the text")}</button></p></section>`;
  }

  draw() {
    frame(this, t("Your board"), html`${this.painting()} ${this.head()} ${this.trial.view()} ${this.others()}`);
  }
}

/** @param {HTMLElement} root @param {string} game */
export const boardPage = (root, game) => open(game, "board", t("Your board"), (about, facts) => new BoardPage(root, about, facts));
