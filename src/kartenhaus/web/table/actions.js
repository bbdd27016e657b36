// The prompt, the actions and the sheet of a table that is played.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { anew } from "../anew.js";
import { acts, again, promptBand, sheet } from "../bands.js";
import { count } from "../cards.js";
import { sign } from "../icons.js";
import { keep, kept } from "../keep.js";
import { prompt as asked, sayable } from "../moves.js";
import { seatName } from "../seats.js";
import { faces } from "../reactions.js";
import { reopen } from "../result.js";
import { play } from "../sound.js";
import { t, tn } from "../texts.js";
import { verdictOf } from "../verdict.js";
import { handing } from "./device.js";
import { visitorActions, visits, welcome } from "./visiting.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../types.js").Scene} Scene */

/** @param {Table} table @param {Scene} now */
export function bands(table, now) {
  const words = prompt(table, now);
  if (table.device && now.me < 0 && !table.show.ending.aside) return handing(table.device, now, words);
  if (visits(now)) return { prompt: promptBand(now, words), actions: visitorActions(table, now), sheet: welcome(table, now) };
  const back = regret(table, now.state);
  const asked = back === nothing ? sheet(now, { words, cancel: () => table.cancel(), more: saying(table, now) }) : back;
  if (asked === nothing) return { prompt: promptBand(now, words), actions: actions(table, now), sheet: nothing };
  return { prompt: besides(now), actions: nothing, sheet: asked };
}

/** The prompt beside a sheet, which has the words: only who you are. @param {Scene} now */
function besides(now) {
  const { state, view, me } = now;
  const held = count(view.hands[me]);
  return promptBand(now, seatName(state.seats[me], me), tn("{count} card in hand", "{count} cards in hand", held));
}

/** @param {Table} table @param {Scene} now */
function actions(table, now) {
  const { state } = now;
  if (table.show.ending.aside) return reopen(() => table.show.ending.turn());
  if (state.phase !== "playing" || state.you < 0) return nothing;
  if (state.paused)
    return html`<button class="main" @click=${() => table.say({ do: "resume" })}>${sign("play")} ${t("Go on")}</button>`;
  if (!now.offered.length) return kept("sound", null) === null ? soundOffer(table) : smiles(table);
  if (now.marks?.length) return marked(table, now.marks);
  const said = saying(table, now);
  const shown = [
    now.chosen.length ? again(() => table.cancel()) : nothing,
    acts(now),
    said === nothing ? said : anew(now.offered.length, said),
  ];
  return shown.flat().some((one) => one !== nothing) ? shown : smiles(table);
}

/** Choose all marked cards, or begin anew. @param {Table} table @param {string[]} marks */
const marked = (table, marks) => [
  again(() => table.cancel()),
  html`<button class="act toss safe" @click=${() => table.makeAll()}>
    ${tn("Throw away {count} card", "Throw away {count} cards", marks.length)}</button>`,
];

/** Where no button stands: faces to make with one tap. A wide screen has them beside the story. @param {Table} table */
const smiles = (table) => faces((face) => table.react(face));

/** Sound is offered once, while the others play. @param {Table} table */
function soundOffer(table) {
  const answer = (/** @type {boolean} */ wanted) => () => {
    keep("sound", wanted);
    play("turn");
    table.draw();
  };
  return html`<button class="hush" @click=${answer(false)}>${t("No sound, thanks")}</button>
    <button class="hear" @click=${answer(true)}>${t("Play with sound?")}</button>`;
}

/** @param {Table} table @param {Scene} now */
function prompt(table, now) {
  const { luck, ending } = table.show;
  const { state } = now;
  const name = (/** @type {number} */ seat) => seatName(state.seats[seat], seat);
  if (state.paused) return t("The game is paused");
  if (luck.waiting)
    return luck.seat === state.you ? t("You try your luck") : t("{name} tries their luck", { name: name(luck.seat) });
  if (state.phase !== "playing") return ending.aside ? verdictOf(state) : state.reason;
  if (state.answered) return t("You have answered. Wait for the others.");
  const waited = state.asked.length ? state.asked : [state.to_act];
  if (waited.includes(state.you)) return asked(now);
  if (state.question) return t("Waiting for an answer: {names}", { names: waited.map(name).join(", ") });
  return t("It is {name}’s turn", { name: name(state.to_act) });
}

/** The word that may be said with a move. @param {Table} table @param {Scene} now */
function saying(table, { state, chosen }) {
  const { choosing } = table;
  const said = sayable(state.legal, chosen);
  if (!said) return nothing;
  const toggle = () => {
    choosing.saying = !choosing.saying;
    table.draw();
  };
  return html`<button class="mau" aria-pressed=${choosing.saying} @click=${toggle}>${said}</button>`;
}

/** Somebody would like to take a move back. @param {Table} table @param {import("../types.js").State} state */
function regret(table, { regret, seats, you }) {
  if (!regret) return nothing;
  const answer = (/** @type {boolean} */ agrees) => () => table.say({ do: "answer", agrees });
  const words = t("{name} would like to take a move back", { name: seatName(seats[regret.seat], regret.seat) });
  const mine = regret.seat === you;
  if (!mine && !regret.asked.includes(you)) return nothing;
  return html`<section class="sheet take-back" role="status" aria-label=${words}>
    <header><div><h2>${mine ? t("You asked to take a move back") : words}</h2></div></header>
    <div class="options">
      ${
        mine
          ? html`<button @click=${answer(false)}>${t("Never mind")}</button>`
          : html`<button @click=${answer(false)}>${t("No")}</button><button class="main" @click=${answer(true)}>${t("Agree")}</button>`
      }
    </div>
  </section>`;
}
