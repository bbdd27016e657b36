// The people and bots around the table.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { classMap } from "./lib/lit-html/directives/class-map.js";
import { person, robot } from "./art/house.js";
import { sign } from "./icons.js";
import { picture } from "./cards.js";
import { same } from "./moves.js";
import { language, t } from "./texts.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").SeatState} SeatState */

/** The name of a seat. @param {SeatState} seat @param {number} number */
export const seatName = (seat, number) => seat?.name || t("Seat {number}", { number: number + 1 });

/** The picture of the person or bot on a seat. @param {SeatState} seat */
export function avatar(seat) {
  const draw = seat.kind === "bot" ? robot : person;
  return html`<img class="avatar" alt="" src=${picture(`${seat.kind} ${seat.colour}`, () => draw(seat.colour || "blue"))} />`;
}

const HOUR = 3_600_000; // milliseconds

/** A number of days or hours, short. @param {number} count @param {string} unit */
const short = (count, unit) => new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "narrow" }).format(count);

/** Minutes and seconds; hours, or days, if there are many. @param {number} milliseconds */
export function time(milliseconds) {
  const hours = Math.floor(milliseconds / HOUR);
  if (hours >= 48) return short(Math.floor(hours / 24), "day");
  if (hours >= 2) return short(hours, "hour");
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * The clock of a seat, if it has one. Its text is a property, so that `tick` can write it too.
 * @param {number} number @param {number | null} [left]
 */
export function clock(number, left) {
  if (left === null || left === undefined) return nothing;
  return html`<span class="clock" data-seat=${number} .textContent=${time(left)}></span>`;
}

/** The picture of a seat; its clock is a ring around it. @param {Scene} scene @param {number} number */
export function face({ about, state }, number) {
  const seat = state.seats[number];
  const whole = (about.clock.seconds ?? 0) * 1000;
  const rest = whole && seat.left !== null ? Math.min(1, seat.left / whole) : -1;
  const ring = html`<i class="ring" data-seat=${number} data-whole=${whole} .style=${`--left: ${rest}`}></i>`;
  return html`<span class="face">${rest < 0 ? nothing : ring}${avatar(seat)}</span>`;
}

/** What is special about a seat now, in words. @param {Scene} scene @param {number} number */
function remarks(scene, number) {
  const seat = scene.state.seats[number];
  const said = [];
  if (seat.kind === "bot") said.push(scene.about.levels.find((level) => level.name === seat.bot)?.player ?? t("bot"));
  if (seat.resigned) said.push(t("gave up"));
  else if (seat.replaced) said.push(t("away, a bot plays"));
  else if (seat.kind === "person" && !seat.here) said.push(t("away"));
  return said;
}

/** The name plate of a seat: a button when the seat is offered.
 * @param {Scene} scene @param {number} number @param {unknown} [more] what the game shows of it */
export function plate(scene, number, more) {
  const { state } = scene;
  const seat = state.seats[number];
  const step = /** @type {import("./types.js").Step} */ ({ kind: "seat", value: String(number) });
  const offered = scene.offered.some((one) => same(one, step));
  const asked = state.asked.length ? state.asked : [state.to_act];
  const acts = state.phase === "playing" && asked.includes(number) && !(number === state.you && state.answered);
  const classes = classMap({ seat: true, acts, offered, me: number === scene.me, away: !seat.here });
  const host = state.host === number ? html`<span class="host">${sign("crown", t("host"))}</span>` : nothing;
  const inside = html`
    <span class="who">
      ${face(scene, number)}
      <span class="called"
        ><b .style=${`--letters: ${seatName(seat, number).length}`}>${seatName(seat, number)}</b>
        <small>${host}${remarks(scene, number).join(", ")}</small>
      </span>
      ${clock(number, seat.left)}
    </span>
    ${more ?? nothing}
    ${acts ? html`<span class="turn-mark">${state.question ? t("answers") : t("to play")}</span>` : nothing}
  `;
  if (!offered)
    return html`<div class=${classes} data-seat=${number} data-spot="hands.${number}" role="group"
      aria-label=${seatName(seat, number)}>${inside}</div>`;
  return html`<button class=${classes} data-seat=${number} data-spot="hands.${number}" @click=${() => scene.choose(step)}
    aria-label=${t("Choose {name}", { name: seatName(seat, number) })}>${inside}</button>`;
}
