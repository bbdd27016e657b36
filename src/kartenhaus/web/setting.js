// Set the table: everything that a host may choose, in one dialog, as the game and the server declare it.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { ref } from "./lib/lit-html/directives/ref.js";
import { boards, boxes, linesOf } from "./box.js";
import { artOf, picture } from "./cards.js";
import { FRIEND, NO_CLOCK, OWN, hasFriends, picked, valueOf } from "./choices.js";
import { radios, turn } from "./controls.js";
import { sign } from "./icons.js";
import { presets, remembering } from "./presets.js";
import { avatar } from "./seats.js";
import { pictured } from "./spaces.js";
import { t } from "./texts.js";

/** @typedef {import("./choices.js").Choice} Choice */
/** @typedef {import("./choices.js").Value} Value */
/** @typedef {import("./wire.js").GameFacts} GameFacts */
/** @typedef {import("./wire.js").Option} Option */

/** What the dialog needs: `names` are those who sit at the table, by seat; `opening` says whether the table is still to be opened.
 * @typedef {{ game: GameFacts, choice: Choice, change: (change: Partial<Choice>) => void, names: string[], opening: boolean,
 *   foot: unknown, problem: string, close: () => void }} Setting */

/** @param {Setting} setting */
export function setting(setting) {
  const { game, foot, problem, close } = setting;
  const show = (/** @type {Element | undefined} */ element) => {
    const dialog = /** @type {HTMLDialogElement | undefined} */ (element);
    queueMicrotask(() => dialog?.isConnected && !dialog.open && dialog.showModal()); // it is not in the page before that
  };
  const rules = [edition(setting), ...game.options.map((one) => option(setting, one, "options"))].filter((one) => one !== nothing);
  const beside = (/** @type {MouseEvent} */ event) => event.target === event.currentTarget && close();
  return html`<dialog class="setting" data-game=${game.name} aria-labelledby="setting-title" ${ref(show)} @close=${close} @click=${beside}>
    <header>
      <img alt="" src=${picture(`hero ${game.name}`, () => artOf(game.name).hero(t, game.title))} />
      <div><h2 id="setting-title">${t("Set the table")}</h2><p>${game.title}</p></div>
      <button class="quiet" @click=${close}>${sign("close", t("Close"))}</button>
    </header>
    <div class="parts" data-scrolls tabindex="-1">
      ${presets(setting)}
      <div class="halves">
      <section><h3>${sign("invite")} ${t("Players")}</h3>${seats(setting)} ${game.options.map((one) => starter(setting, one))}</section>
      ${rules.length ? html`<section><h3>${sign("rules")} ${t("Rules")}</h3>${rules}</section>` : nothing}
      <section><h3>${sign("clock")} ${t("Clock")}</h3>${clock(setting)}</section>
      <section><h3>${sign("eye")} ${t("Guests")}</h3>${game.table.map((one) => option(setting, one, "table"))}</section>
      </div>
      ${remembering(setting)}
    </div>
    <footer>${problem ? html`<p class="problem" role="alert">${problem}</p>` : nothing}${foot}</footer>
  </dialog>`;
}

/** How many play, and who. @param {Setting} setting */
function seats({ game, choice, change, names, opening }) {
  const [low, high] = game.players;
  const numbers = Array.from({ length: high - low + 1 }, (_, more) => low + more);
  const all = (/** @type {string | null} */ who) => change({ seats: choice.seats.map(() => who) });
  const sit = (/** @type {number} */ place, /** @type {string} */ who) =>
    change({ seats: choice.seats.map((other, one) => (one === place ? who : other)) });
  const kinds = [[FRIEND, t("a friend")], ...game.levels.map((level) => [level.name, level.player])];
  const level = choice.level;
  const friends = choice.seats.every((who) => who === FRIEND);
  const place = (/** @type {string | null} */ who, /** @type {number} */ at) => html`<li>
    <label>${avatar(seat(who === FRIEND ? "person" : "bot"))}<span>${names[at + 1]}</span>
      <select data-seat=${at + 1} @change=${(/** @type {Event} */ event) => sit(at, picked(event))}>
        ${kinds.map(([value, words]) => html`<option value=${value} ?selected=${value === (who ?? level)}>${words}</option>`)}
      </select></label></li>`;
  return html`${radios(
    "players",
    t("How many"),
    choice.players,
    numbers.map((count) => [count, count]),
    (players) => change({ players }),
  )}
  ${
    opening
      ? html`<div class="seating">
          <div class="everyone"><button aria-pressed=${!hasFriends(choice)} @click=${() => all(null)}>${t("All bots")}</button>
            <button aria-pressed=${friends} @click=${() => all(FRIEND)}>${t("All friends")}</button></div>
          <ol><li><div>${avatar(seat("person"))}<span>${names[0]}</span></div></li>${choice.seats.map(place)}</ol>
        </div>`
      : nothing
  }`;
}

/** A seat to draw. @param {"person" | "bot"} kind */
const seat = (kind) => /** @type {import("./types.js").SeatState} */ ({ kind, colour: kind === "bot" ? "blue" : "orange" });

/** Who starts or deals: chance decides, or one taps the person whom the printed rules mean. @param {Setting} setting
 * @param {Option} option */
function starter({ choice, change, names }, option) {
  if (option.kind !== "seat") return nothing;
  const people = names.slice(0, choice.players).map((name, seat) => /** @type {[number | null, string]} */ ([seat, name]));
  const choose = (/** @type {number | null} */ seat) => change({ options: changed(choice.options, option.name, seat) });
  const help = option.printed ? t("By the printed rules: {whom}. Tap who that is.", { whom: option.printed }) : nothing;
  const now = /** @type {number | undefined} */ (choice.options[option.name]) ?? null;
  return radios(option.name, option.title, now, [[null, t("by chance")], ...people], choose, help);
}

/** An option of the game or of any table. @param {Setting} setting @param {Option} option @param {"options" | "table"} where */
function option(setting, option, where) {
  const { game, choice, change } = setting;
  const replaces = game.options.find((one) => one.instead_of === option.name);
  if (option.kind === "seat" || option.kind === "lines") return nothing;
  const values = choice[where];
  const people = setting.opening && hasFriends(choice);
  const value = valueOf(option, values, people);
  const choose = (/** @type {Value | null} */ chosen) =>
    change({ [where]: changed(values, option.name, chosen, ...(replaces ? [replaces.name] : [])) });
  if (typeof option.default === "boolean") return turn(option.name, option.title, value === true, choose, option.help);
  const choices = option.choices.map(
    (one) => /** @type {[Value | null, unknown]} */ ([one.value, one.map ? pictured(one.words, one.map) : one.words]),
  );
  if (replaces && where === "options") return withOwn(setting, option, replaces, choices, choose);
  return radios(option.name, option.title, /** @type {Value | null} */ (value), choices, choose, option.help);
}

/** An option that something of one's own may replace: a board. @param {Setting} setting @param {Option} option @param {Option} own
 * @param {[Value | null, unknown][]} choices @param {(value: Value | null) => void} choose */
function withOwn({ choice, change }, option, own, choices, choose) {
  const lines = /** @type {string[] | undefined} */ (choice.options[own.name]);
  const map = lines?.join("\n");
  const known = boards().map((board) => ({ name: board.name, lines: linesOf(board.text).filter(Boolean) }));
  const drawn = known.map(({ name, lines }) => /** @type {[Value | null, unknown]} */ ([`${OWN}${name}`, pictured(name, lines)]));
  const found = known.find((one) => one.lines.join("\n") === map);
  const now = !lines ? valueOf(option, choice.options, false) : found ? `${OWN}${found.name}` : OWN;
  const take = (/** @type {string[]} */ rows) =>
    change({ options: changed(choice.options, own.name, rows.length ? rows : null, option.name) });
  const pick = (/** @type {Value | null} */ value) => {
    const board = known.find((one) => `${OWN}${one.name}` === value);
    if (board) take(board.lines);
    else if (value !== OWN) choose(value);
  };
  const unnamed = lines && !found ? [/** @type {[Value | null, unknown]} */ ([OWN, pictured(own.title, lines)])] : [];
  const paste = (/** @type {Event} */ event) =>
    take(linesOf(/** @type {HTMLTextAreaElement} */ (event.target).value).filter((line) => line.trim()));
  const read = (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    void file?.text().then((text) => take(linesOf(text).filter((line) => line.trim())));
  };
  return html`${radios(option.name, option.title, now, [...choices, ...drawn, ...unnamed], pick, option.help)}
    <details class="own" data-option=${own.name}><summary>${own.title}</summary>
      <label>${own.help} <textarea rows="5" spellcheck="false" .value=${map ?? ""} @change=${paste}></textarea></label>
      <label class="button file">${sign("download")} ${t("Load a file")}
        <input class="unseen" type="file" accept=".txt,text/plain" @change=${read} /></label>
    </details>`;
}

/** The edition, if there is something to choose. @param {Setting} setting */
function edition({ game, choice, change }) {
  const own = boxes(game.name).map((box) => /** @type {[string, string]} */ ([OWN + box.name, box.name]));
  const now = typeof choice.edition === "object" ? OWN : choice.edition;
  const unnamed = typeof choice.edition === "object" ? String(choice.edition.title ?? choice.edition.name ?? "") : "";
  const all = [
    ...game.editions.map((one) => /** @type {[string, string]} */ ([one.name, one.title])),
    ...own,
    ...(unnamed ? [/** @type {[string, string]} */ ([OWN, unnamed])] : []),
  ];
  if (all.length < 2) return nothing;
  return radios("edition", t("Edition"), now, all, (name) => name === OWN || change({ edition: name }));
}

/** How much time there is, in the kinds that the server has. @param {Setting} setting */
function clock({ game, choice, change }) {
  const { clock } = choice;
  const kind = game.clocks.find((one) => one.name === clock.kind);
  const set = (/** @type {Partial<typeof clock>} */ more) => change({ clock: { ...clock, ...more } });
  const start = (/** @type {string} */ name) => {
    const offer = game.clocks.find((one) => one.name === name);
    change({
      clock: offer?.times.length
        ? { kind: name, seconds: offer.usual, zero: clock.zero ?? game.zero[0].value.toString() }
        : NO_CLOCK,
    });
  };
  const times = (/** @type {{ seconds: number, words: string }[]} */ all) =>
    all.map((one) => /** @type {[number, string]} */ ([one.seconds, one.words]));
  return html`${radios(
    "clock",
    t("Thinking time"),
    clock.kind,
    game.clocks.map((one) => [one.name, one.title]),
    start,
  )}
  ${
    kind?.times.length
      ? html`${radios("seconds", t("How much"), clock.seconds ?? kind.usual, times(kind.times), (seconds) => set({ seconds }))}
          ${
            kind.increments.length
              ? radios("increment", t("More after each move"), clock.increment ?? 0, times(kind.increments), (increment) =>
                  set({ increment }),
                )
              : nothing
          }
          ${radios(
            "zero",
            t("When it has run out"),
            clock.zero ?? game.zero[0].value,
            game.zero.map((one) => [one.value, one.words]),
            (zero) => set({ zero: String(zero) }),
          )}`
      : nothing
  }`;
}

/** Values with one changed; null, and the names that follow, are no longer chosen.
 * @param {Record<string, Value>} values @param {string} name @param {Value | null} value @param {string[]} others */
function changed(values, name, value, ...others) {
  const left = Object.entries(values).filter(([one]) => one !== name && !others.includes(one));
  return Object.fromEntries(value === null ? left : [...left, [name, value]]);
}
