// On a phone held sideways there is room under the prompt: what happened before the last event, for the eyes only.
import { html, nothing } from "../lib/lit-html/lit-html.js";
import { anew } from "../anew.js";
import { sentences } from "../events.js";
import { avatar } from "../seats.js";

/** @typedef {import("../types.js").Entry} Entry */

const MOST = 4; // two if more than a button stands below

/** @param {Entry[]} story @param {import("../types.js").SeatState[]} seats */
export function recent(story, seats) {
  const told = story.filter((entry) => entry.kind === "moved" && entry.words).slice(-1 - MOST, -1);
  if (!told.length) return nothing;
  const lines = told.map(
    (entry) =>
      html`<li>${seats[entry.seat ?? -1] ? avatar(seats[entry.seat ?? -1]) : nothing}<span>${sentences(entry)[0].words}</span></li>`,
  );
  return anew(told.at(-1)?.number, html`<ol class="recent" aria-hidden="true">${lines}</ol>`);
}
