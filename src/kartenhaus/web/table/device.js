// Several people at one device: between turns everybody sees the table as a spectator does. Who is to play is called by name, and
// only their tap opens the line of their seat; after the turn that line ends, and everything that came over it is dropped.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { promptBand } from "../bands.js";
import { settle } from "../fly.js";
import { forgetHelp } from "../help.js";
import { sign } from "../icons.js";
import { nonce } from "../lobby.js";
import { avatar, seatName } from "../seats.js";
import { t } from "../texts.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../keep.js").Person} Person */

const LOOK = 1600; // milliseconds to look at what a move brought, before the cards are hidden
const ANSWER = 3200; // before somebody is called out of turn: by then the table has answered for all without a choice

export class Device {
  /** @param {Person[]} people who sit at this device @param {() => void} draw @param {() => void} begin anew, with another line
   * @param {(message: Record<string, unknown>) => void} say */
  constructor(people, draw, begin, say) {
    this.people = people;
    this.draw = draw;
    this.begin = begin;
    this.say = say;
    this.shown = -1; // the seat whose cards are shown
    this.called = -1; // the seat that is to take the device
    this.looks = false; // whether they only look at their cards
    this.over = ""; // the decision that was already made here
  }

  /** The tokens for the hello of the line: of the seat that is shown, and of all others at this device. */
  tokens() {
    const shown = this.people.find((one) => one.seat === this.shown);
    return { token: shown?.token ?? "", holds: this.people.filter((one) => one !== shown).map((one) => one.token) };
  }

  /** Whether somebody at this device sits on a seat. @param {number} seat */
  has(seat) {
    return this.people.some((one) => one.seat === seat);
  }

  /** A new state was drawn; `lasts` milliseconds are shown of what happened. @param {State} state @param {number} lasts */
  follow(state, lasts) {
    clearTimeout(this.timer);
    const whose = decider(state);
    if (this.shown >= 0) {
      if (state.phase === "playing" && (whose === this.shown || this.looks || state.paused)) return;
      this.over = decision(state, this.shown);
      this.timer = setTimeout(() => this.show(-1), lasts + LOOK);
      return;
    }
    const next = this.has(whose) && this.over !== decision(state, whose) ? whose : -1;
    if (next === this.called) return;
    if (next < 0 || !state.question || state.regret) this.call(next);
    else this.timer = setTimeout(() => this.call(next), lasts + ANSWER);
  }

  /** Call somebody by name. @param {number} seat */
  call(seat) {
    this.called = seat;
    this.draw();
    if (seat >= 0) /** @type {HTMLElement | null} */ (document.querySelector(".handover .main"))?.focus({ preventScroll: true });
  }

  /** Show the cards of a seat after their owner's tap, or those of nobody. @param {number} seat @param {boolean} [looks] */
  show(seat, looks = false) {
    clearTimeout(this.timer);
    Object.assign(this, { shown: seat, looks, called: -1 });
    settle();
    forgetHelp(); // what was said may name cards
    for (const id of ["sky", "live"]) document.getElementById(id)?.replaceChildren();
    this.begin();
  }

  /** Everybody at this device is ready for a game. */
  ready() {
    for (const { seat } of this.people) this.say({ do: "ready", seat, nonce: nonce() });
  }
}

/** The seat that has to decide something now; -1 for nobody. @param {State} state */
function decider({ phase, paused, to_act, regret, answered, you, seats }) {
  if (phase !== "playing" || paused) return -1;
  if (regret) return regret.asked[0] ?? -1;
  return (you === to_act && answered) || seats[to_act]?.resigned ? -1 : to_act;
}

/** What names a decision of a seat. @param {State} state @param {number} seat */
const decision = ({ answers, regret }, seat) => `${seat} ${answers} ${Boolean(regret)}`;

/** Below the table, between turns: who takes the device. @param {Device} device @param {Scene} now @param {unknown} words the prompt */
export function handing(device, now, words) {
  const { state } = now;
  const seat = state.seats[device.called];
  const looking = html`<span class="peeks">${device.people.map(({ seat: one }) => peek(device, state, one))}</span>`;
  if (!seat) return { prompt: promptBand(now, words), actions: state.phase === "playing" ? looking : nothing, sheet: nothing };
  const name = seatName(seat, device.called);
  const sheet = html`<section class="sheet handover" aria-label=${t("It is {name}’s turn", { name })}>
    <header>${avatar(seat)}
      <div><h2>${name}</h2><p>${state.question ? t("You are asked. Take the device.") : t("Your turn. Take the device.")}</p></div>
    </header>
    <button class="main" @click=${() => device.show(device.called)}>${sign("eye")} ${t("Show my cards")}</button>
    <small>${t("Your cards are hidden again after your turn.")}</small>
  </section>`;
  return { prompt: promptBand(now, words), actions: nothing, sheet };
}

/** A button to look at one's own cards while others play. @param {Device} device @param {State} state @param {number} seat */
function peek(device, state, seat) {
  const name = seatName(state.seats[seat], seat);
  return html`<button @click=${() => device.show(seat, true)} aria-label=${t("Show the cards of {name}", { name })}>
    ${avatar(state.seats[seat])}<span>${name}</span></button>`;
}

/** In the bar while cards are shown: hide them. @param {Device} device */
export const hiding = (device) =>
  html`<button class="hide" @click=${() => device.show(-1)}>${sign("hand")}<span>${t("Hide my cards")}</span></button>`;

/** Instead of the invitation before a game, and after one. @param {Device} device @param {State} state */
export const dealing = (device, state) =>
  html`<button class="main again" @click=${() => device.ready()}>${state.games ? t("Play again") : t("Deal the cards")}</button>`;
