// Your box: a page on which people fill in an edition of a game. What can be filled in, and what is wrong, the server says.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { send } from "../api.js";
import { boxes, forgetBox, keepBox } from "../box.js";
import { address } from "../cards.js";
import { download } from "../download.js";
import { sign } from "../icons.js";
import { keep, kept } from "../keep.js";
import { language, t } from "../texts.js";
import { alike, colourOf, evenly, shared } from "./alike.js";
import { frame, open, words } from "./frame.js";
import { loader, PAUSE, playWith, shelf, slug, textOf } from "./shelf.js";
import { TrialPanel } from "./trial.js";

/** @typedef {import("../wire.js").BoxFacts} BoxFacts */
/** @typedef {import("../wire.js").BoxChecked} BoxChecked */
/** @typedef {import("../wire.js").Section} Section */
/** @typedef {import("../wire.js").Figure} Figure */
/** @typedef {import("../wire.js").GameFacts & import("../types.js").Welcome} About */
/** @typedef {Record<string, any>} Edition */

class BoxPage {
  /** @param {HTMLElement} root @param {About} about @param {BoxFacts} facts */
  constructor(root, about, facts) {
    this.root = root;
    this.about = about;
    this.facts = facts;
    /** @type {Edition} */
    this.edition = kept(`draft.${about.game}`, /** @type {Edition | null} */ (null)) ?? this.ours();
    /** @type {BoxChecked | null} */
    this.checked = null;
    this.problem = "";
    this.note = "";
    this.busy = false;
    this.asked = 0; // the number of the last check, so that a late answer to an earlier one is dropped
    this.timer = 0;
    /** @type {Record<string, boolean>} */
    this.apart = {}; // sections in which each colour is filled in alone, if that was chosen
    this.trial = new TrialPanel(
      about,
      async () => {
        await this.sure(() => {});
        return this.checked && !this.checked.faults.length ? { edition: this.checked.edition } : null;
      },
      () => this.draw(),
    );
  }

  /** Our edition, under a name of one's own. @returns {Edition} */
  ours() {
    return { ...structuredClone(this.facts.ours), title: t("My {game}", { game: this.about.short }) };
  }

  /** The edition as it is sent: its short name follows from its title. */
  sent() {
    return { ...this.edition, name: slug(this.edition.title ?? "", "mybox") };
  }

  /** @param {() => void} change */
  change(change) {
    change();
    this.trial.outdated();
    this.note = "";
    keep(`draft.${this.about.game}`, this.edition);
    this.draw();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.check(), PAUSE);
  }

  /** Let the server look through it. @param {string} [text] of a file, which replaces what is here */
  async check(text) {
    const asked = ++this.asked;
    try {
      const found = await send(`/api/games/${this.about.game}/box`, text === undefined ? { edition: this.sent() } : { text });
      if (asked !== this.asked) return;
      this.checked = found;
      this.problem = "";
      if (text !== undefined) {
        this.edition = found.edition;
        keep(`draft.${this.about.game}`, this.edition);
      }
    } catch (error) {
      if (asked !== this.asked) return;
      if (text === undefined) this.checked = null;
      this.problem = words(error);
    }
    this.draw();
  }

  /** Check at once, and go on if nothing is wrong. @param {(checked: BoxChecked) => unknown} then */
  async sure(then) {
    clearTimeout(this.timer);
    await this.check();
    if (!this.checked) return;
    if (this.checked.faults.length) this.root.querySelector("[aria-invalid=true], .fault")?.scrollIntoView({ block: "center" });
    else await then(this.checked);
    this.draw();
  }

  play() {
    return this.sure(async ({ edition }) => {
      this.busy = true;
      this.draw();
      try {
        await playWith(this.about, { edition });
      } catch (error) {
        this.problem = words(error);
        this.busy = false;
      }
    });
  }

  save() {
    return this.sure(({ edition, text }) => {
      keepBox(this.about.game, { name: edition.title || edition.name, text, edition });
      this.note = t("Saved in this browser.");
    });
  }

  /** @param {Event} event */
  async read(event) {
    try {
      const text = await textOf(event);
      if (text) await this.check(text);
    } catch (error) {
      this.problem = words(error);
      this.draw();
    }
  }

  /** @param {string} name */
  take(name) {
    const found = boxes(this.about.game).find((one) => one.name === name);
    if (found) this.change(() => (this.edition = structuredClone(found.edition)));
  }

  /** @param {string} section @param {string} entry */
  fault(section, entry) {
    return this.checked?.faults.find((one) => one.section === section && one.entry === entry)?.message ?? "";
  }

  /** The value of a figure. @param {Section} section @param {Figure} figure @returns {number | null} */
  value(section, figure) {
    const table = section.key ? this.edition[section.key] : this.edition;
    return table?.[figure.key] ?? figure.usual;
  }

  /** @param {Section} section @param {Figure[]} those that are the same @param {number | null} value */
  set(section, those, value) {
    this.change(() => {
      const table = section.key ? (this.edition[section.key] ??= {}) : this.edition;
      for (const { key } of those) {
        if (value === null || Number.isNaN(value)) delete table[key];
        else table[key] = value;
      }
    });
  }

  /** A number with its buttons. @param {Section} section @param {Figure[]} those that are the same */
  stepper(section, those) {
    const [figure] = those;
    const value = this.value(section, figure);
    const wrong = those.map((one) => this.fault(section.key, one.key)).find(Boolean);
    const id = `fault-${section.key}-${figure.key}`;
    const what = new Intl.ListFormat(language()).format(those.map((one) => one.title));
    const step = (/** @type {number} */ by) =>
      this.set(section, those, Math.max(figure.low, Math.min(figure.high, (value ?? figure.low) + by)));
    const typed = (/** @type {Event} */ event) => {
      const { value: text } = /** @type {HTMLInputElement} */ (event.target);
      this.set(section, those, text === "" ? null : Number(text));
    };
    return html`<span class="stepper">
        <button tabindex="-1" aria-label=${t("One less: {what}", { what })} ?disabled=${value !== null && value <= figure.low}
          @click=${() => step(-1)}>${sign("minus")}</button>
        <input type="number" inputmode="numeric" min=${figure.low} max=${figure.high} step="1" .value=${value === null ? "" : String(value)}
          aria-label=${section.title ? `${section.title}: ${what}` : what} aria-invalid=${wrong ? "true" : "false"}
          aria-describedby=${wrong ? id : nothing} @input=${typed} />
        <button tabindex="-1" aria-label=${t("One more: {what}", { what })}
          ?disabled=${value !== null && value >= figure.high} @click=${() => step(1)}>${sign("plus")}</button>
      </span>
      ${wrong ? html`<small class="fault" id=${id}>${wrong}</small>` : nothing}`;
  }

  /** A figure with its name, and with its cards if it has some. @param {Section} section @param {Figure[]} those that are the same */
  figure(section, those) {
    const about = { ...this.about, picture: { ...this.about.picture, ...this.printed() } };
    const shown = section.cards ? those : [];
    const faces = shown.map(({ key }) => html`<img class="card" alt="" loading="lazy" src=${address(about, key)} />`);
    const none =
      section.cards && section.key === this.facts.sections.find((one) => one.cards)?.key && !this.value(section, those[0]);
    return html`<li class=${none ? "none" : ""}>${shown.length ? html`<span class="faces">${faces}</span>` : nothing}
      <span class="name">${shared(those)}</span>${this.stepper(section, those)}</li>`;
  }

  /** What the figures change on the faces of cards. */
  printed() {
    const { picture } = this.about;
    return Object.fromEntries(Object.keys(picture).flatMap((key) => (this.edition[key] ? [[key, this.edition[key]]] : [])));
  }

  /** The figures of a section: cards in several colours once for all of them, or colour by colour. @param {Section} section */
  figures(section) {
    const { colours } = this.about.names;
    const list = (/** @type {Figure[][]} */ all) =>
      html`<ul class=${section.cards ? "cards" : "plain"}>${all.map((those) => this.figure(section, those))}</ul>`;
    const together = alike(section, colours);
    if (together.length === section.figures.length) return list(together);
    const even = evenly(section, colours, (one) => this.value(section, one));
    const apart = (this.apart[section.key] ||= !even); // it stays so when they become even while somebody fills them in
    const turn = () => {
      this.apart[section.key] = !apart;
      this.draw();
    };
    const groups = [...new Set(section.figures.map((one) => colourOf(section, one, colours)))];
    const ofGroup = (/** @type {string} */ group) => section.figures.filter((one) => colourOf(section, one, colours) === group);
    return html`<label class="check"><input type="checkbox" .checked=${!apart} ?disabled=${!even} @change=${turn} />
        ${t("as many in every colour")}</label>
      ${
        apart
          ? groups.map(
              (group) => html`${group ? html`<h3>${colours[group]}</h3>` : nothing} ${list(ofGroup(group).map((one) => [one]))}`,
            )
          : list(together)
      }`;
  }

  /** What must add up. @param {Section} section */
  totals(section) {
    const totals = this.checked?.totals.filter((one) => one.section === section.key) ?? [];
    if (!totals.length) return nothing;
    return html`<ul class="totals">${totals.map(
      ({ words, count, right }) =>
        html`<li class=${count === right ? "kept" : "broken"}>${sign(count === right ? "check" : "close")}
          <b>${count}</b> ${t("of {right}", { right })} ${words}</li>`,
    )}</ul>`;
  }

  /** @param {Section} section */
  assumed(section) {
    const guesses = /** @type {string[]} */ (this.edition.assumed ?? []);
    const guessed = guesses.includes(section.key);
    const turn = () =>
      this.change(() => {
        this.edition.assumed = guessed ? guesses.filter((one) => one !== section.key) : [...guesses, section.key];
      });
    return html`<label class="check ${guessed ? "guess" : ""}"><input type="checkbox" .checked=${guessed} @change=${turn} />
      ${t("assumed: nobody has counted these")}</label>`;
  }

  /** @param {Section} section */
  section(section) {
    const wrong = section.key && this.fault("", section.key);
    return html`<section class="figures" aria-label=${section.title || nothing}>
      ${section.title ? html`<header><h2>${section.title}</h2>${this.assumed(section)}</header>` : nothing}
      ${this.totals(section)} ${wrong ? html`<p class="fault">${wrong}</p>` : nothing} ${this.figures(section)}
    </section>`;
  }

  /** What must be there first, what may be left out last. */
  sections() {
    const last = (/** @type {Section} */ one) => !one.key && one.figures.every((figure) => figure.usual !== null);
    return this.facts.sections.toSorted((one, other) => Number(last(one)) - Number(last(other)));
  }

  head() {
    const rename = (/** @type {Event} */ event) =>
      this.change(() => (this.edition.title = /** @type {HTMLInputElement} */ (event.target).value));
    const wrong = this.fault("", "title");
    const save = () => this.sure(({ text }) => download(`${this.sent().name}.toml`, text));
    return html`<section class="intro">
      <p>${t("Count the cards of your box, or try out something new. The rules stay as they are.")}</p>
      <div class="naming">
        <label class="called">${t("Name of your box")}
          <input maxlength="60" .value=${this.edition.title ?? ""} aria-invalid=${wrong ? "true" : "false"} @input=${rename} /></label>
        <p class="row tools">
          <button @click=${() => this.save()}>${sign("check")} ${t("Save")}</button>
          <button @click=${save}>${sign("download")} ${t("Download")}</button>
          ${loader(".toml,text/plain", (event) => this.read(event))}
          <button @click=${() => this.change(() => (this.edition = this.ours()))}>${sign("undo")} ${t("Start from ours")}</button>
        </p>
      </div>
      ${wrong ? html`<small class="fault">${wrong}</small>` : nothing}
      ${this.note ? html`<p class="kept" role="status">${this.note}</p>` : nothing}
      ${shelf(
        boxes(this.about.game),
        (name) => this.take(name),
        (name) => {
          forgetBox(this.about.game, name);
          this.draw();
        },
      )}
    </section>`;
  }

  draw() {
    frame(this, t("Your box"), html`${this.head()} ${this.sections().map((one) => this.section(one))} ${this.trial.view()}`);
  }
}

/** @param {HTMLElement} root @param {string} game */
export const boxPage = (root, game) => open(game, "box", t("Your box"), (about, facts) => new BoxPage(root, about, facts));
