// Before a game: who sits where, the invitation, and being ready.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { sign } from "./icons.js";
import { avatar, seatName } from "./seats.js";
import { t, tn } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Welcome} Welcome */

/** Copy a text, even without a secure context. @param {string} text */
export async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** @param {{ about: Welcome, state: State, say: (message: Record<string, unknown>) => void, copied: boolean, link: string,
 *   share: () => void }} what */
export function lobby({ about, state, say, copied, link, share }) {
  const mine = state.seats[state.you];
  const hosting = state.you >= 0 && state.host === state.you;
  const free = state.seats.filter((seat) => seat.kind === "free").length;
  const chosen = about.chosen.map((one) => html`<li>${one.title}: ${one.words}</li>`);
  return html`<section class="lobby" aria-label=${t("Before the game")}>
    <h2>${free ? tn("{count} seat is free", "{count} seats are free", free) : t("Everybody is here")}</h2>
    ${chosen.length ? html`<ul class="chosen-options">${chosen}</ul>` : nothing}
    <ul class="places">
      ${state.seats.map(
        (seat, number) => html`<li>
          ${seat.kind === "free" ? html`<span class="avatar vacant"></span>` : avatar(seat)}
          <b>${seat.kind === "free" ? t("free") : seatName(seat, number)}</b>
          <span class="state">${readiness(seat)}</span>
          ${
            hosting && seat.kind === "free"
              ? html`<span class="levels" role="group" aria-label=${t("Seat a bot")}>${about.levels.map(
                  ({ name, help, player }) =>
                    html`<button class="quiet" title=${help} @click=${() => say({ do: "bot", seat: number, level: name })}>
                      ${player}
                    </button>`,
                )}</span>`
              : nothing
          }
          ${
            hosting && seat.kind !== "free" && number !== state.you
              ? html`<button class="quiet" @click=${() => say({ do: "remove", seat: number })}>${t("Remove")}</button>
                ${
                  seat.kind === "person"
                    ? html`<button class="quiet" @click=${() => say({ do: "host", seat: number })}>${t("Make host")}</button>`
                    : nothing
                }`
              : nothing
          }
        </li>`,
      )}
    </ul>
    ${
      mine
        ? html`<button class=${mine.ready ? "ready" : "main ready"}
            @click=${() => say({ do: "ready", ready: !mine.ready, nonce: nonce() })}>
            ${mine.ready ? t("Wait, I am not ready") : state.games ? t("Play again") : t("I am ready")}
          </button>`
        : nothing
    }
    ${
      free
        ? html`<div class="invite">
            <img class="qr" alt=${t("The invitation as a QR code")} src="/api/tables/${about.table}/invite.svg" width="180" height="180" />
            <div>
              <p>${t("Friends join with this link or the code {code}", { code: about.table })}</p>
              <p class="link">${link}</p>
              <button @click=${share}>${sign("share")} ${copied ? t("Copied") : t("Copy the link")}</button>
            </div>
          </div>`
        : nothing
    }
  </section>`;
}

/** Whether somebody is ready. @param {import("./types.js").SeatState} seat */
function readiness(seat) {
  if (seat.kind === "free") return nothing;
  if (seat.kind === "bot" || seat.ready) return html`${sign("check")} ${t("ready")}`;
  return seat.here ? t("not ready yet") : t("away");
}

/** Added to the address of a table: start to play as soon as it is loaded. */
export const NOW = "#now";

/** The player's nonce for the deal; use it only after the server has sent its commitment, which it then cannot change. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
