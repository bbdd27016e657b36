// How does it play? Bots play some thousand games with a box or a board, and the page shows how that went, beside ours.
import { html, nothing, svg } from "../lib/lit-html/lit-html.js";
import { follow } from "../api.js";
import { sign } from "../icons.js";
import { language, t } from "../texts.js";

/** @typedef {import("../wire.js").Balance} Balance */
/** @typedef {import("../wire.js").Played} Played */

const [WIDE, HIGH] = [320, 120];

/** @param {number} value @param {number} [digits] */
const number = (value, digits = 0) =>
  new Intl.NumberFormat(language(), { maximumFractionDigits: digits, minimumFractionDigits: digits }).format(value);

/** @param {number} share */
const percent = (share) => new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 }).format(share);

export class TrialPanel {
  /** @param {import("../wire.js").GameFacts} game @param {() => Promise<object | null>} asked what to try; null if it is wrong
   * @param {() => void} draw */
  constructor(game, asked, draw) {
    this.game = game;
    this.asked = asked;
    this.draw = draw;
    this.players = game.usual;
    /** @type {number | null} */
    this.progress = null;
    /** @type {Balance | null} */
    this.balance = null;
    this.problem = "";
    this.old = false; // whether something has changed since
    /** @type {AbortController | null} */
    this.running = null;
  }

  /** Something has changed, so the figures no longer fit. */
  outdated() {
    this.old = this.balance !== null;
  }

  async start() {
    const body = await this.asked();
    if (!body || this.running) return;
    const running = new AbortController();
    Object.assign(this, { running, progress: 0, problem: "" });
    this.draw();
    try {
      await follow(`/api/games/${this.game.name}/trial`, { ...body, players: this.players }, running.signal, (line) => {
        if (line.balance) Object.assign(this, { balance: line.balance, old: false });
        else if (line.problem) this.problem = line.problem;
        else this.progress = line.progress;
        this.draw();
      });
    } catch (error) {
      if (!running.signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
    }
    Object.assign(this, { running: null, progress: null });
    this.draw();
  }

  stop() {
    this.running?.abort();
  }

  view() {
    const [low, high] = this.game.players;
    const counts = Array.from({ length: high - low + 1 }, (_, place) => low + place);
    const choose = (/** @type {Event} */ event) => {
      this.players = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      this.outdated();
      this.draw();
    };
    const percentDone = Math.round(100 * (this.progress ?? 0));
    return html`<section class="trial" aria-label=${t("How does it play?")}>
      <h2>${t("How does it play?")}</h2>
      <p class="faint">${t("Bots play some thousand games with it, and as many with ours.")}</p>
      <p class="row tools">
        <label>${t("Players")} <select @change=${choose} ?disabled=${this.running !== null}>
          ${counts.map((count) => html`<option value=${count} ?selected=${count === this.players}>${count}</option>`)}
        </select></label>
        ${
          this.running
            ? html`<button @click=${() => this.stop()}>${sign("close")} ${t("Stop")}</button>
                <label class="progress"><progress max="100" .value=${percentDone}></progress>
                  <span>${percentDone ? t("{percent} % played", { percent: percentDone }) : t("The bots sit down …")}</span></label>`
            : html`<button @click=${() => this.start()}>${sign("chart")} ${t("Try it out")}</button>`
        }
      </p>
      ${this.problem ? html`<p class="fault" role="alert">${this.problem}</p>` : nothing}
      ${this.old ? html`<p class="faint">${t("You have changed something since: try it out again.")}</p>` : nothing}
      ${this.balance ? this.told(this.balance) : nothing}
    </section>`;
  }

  /** @param {Balance} balance */
  told(balance) {
    const { mine, ours } = balance;
    return html`<div class="balance ${this.old ? "old" : ""}" role="status">
      <p class="large">${this.verdict(balance)}</p>
      ${plot(balance)}
      <div class="tablewrap" data-scrolls tabindex="0" role="group" aria-label=${t("How does it play?")}><table>
        <thead><tr><td></td><th scope="col">${t("yours")}</th><th scope="col">${t("ours")}</th></tr></thead>
        <tbody>
          ${row(t("Games"), number(mine.games), number(ours.games))}
          ${row(t("Moves of a game"), range(mine.moves, mine.short, mine.long), range(ours.moves, ours.short, ours.long))}
          ${row(t("Minutes"), number(mine.minutes), number(ours.minutes))}
          ${mine.seats.map((seat, place) =>
            row(t("Seat {number} wins", { number: place + 1 }), chance(seat), chance(ours.seats[place])),
          )}
          ${row(t("Points of a player"), spread(mine), spread(ours))}
          ${balance.specials.map((one) => row(one.title, number(one.mine, 1), number(one.ours, 1)))}
        </tbody>
      </table></div>
      <p class="faint">${balance.starts}. ${t(
        "Wins with the interval that holds them in 95 of 100 such trials; the rest is what happens in a game on average.",
      )}</p>
    </div>`;
  }

  /** In two sentences: how long, and how fair. @param {Balance} balance */
  verdict({ mine, ours }) {
    const ratio = mine.moves / ours.moves;
    const long =
      ratio > 1.1
        ? t("Games are longer than with ours: {mine} moves instead of {ours}.", gaps(mine, ours))
        : ratio < 0.9
          ? t("Games are shorter than with ours: {mine} moves instead of {ours}.", gaps(mine, ours))
          : t("Games are about as long as with ours: {mine} moves.", gaps(mine, ours));
    const even = 1 / mine.seats.length;
    const unfair = mine.seats.findIndex((seat) => seat.low > 1.03 * even);
    const fair =
      unfair < 0
        ? t("No seat has an advantage that shows.")
        : t("Seat {number} wins more often than it should.", { number: unfair + 1 });
    return `${long} ${fair}`;
  }
}

/** @param {Played} mine @param {Played} ours */
const gaps = (mine, ours) => ({ mine: number(mine.moves), ours: number(ours.moves) });

/** @param {string} title @param {string} mine @param {string} ours */
const row = (title, mine, ours) => html`<tr><th scope="row">${title}</th><td>${mine}</td><td>${ours}</td></tr>`;

/** @param {number} middle @param {number} low @param {number} high */
const range = (middle, low, high) => `${number(middle)} (${number(low)}–${number(high)})`;

/** @param {import("../wire.js").SeatChance} seat */
const chance = (seat) => `${percent(seat.share)} (${number(100 * seat.low)}–${number(100 * seat.high)})`;

/** @param {Played} played */
const spread = ({ points: [low, middle, high] }) => range(middle, low, high);

/** How long games are, as a small plot: ours as a line over yours. @param {Balance} balance */
function plot({ mine, ours, first, last }) {
  const most = Math.max(...mine.bins, ...ours.bins);
  const step = WIDE / mine.bins.length;
  const high = (/** @type {number} */ share) => (share / most) * (HIGH - 8);
  const outline = ours.bins.map((share, place) => `L${place * step} ${HIGH - high(share)}H${(place + 1) * step}`).join("");
  return html`<figure>
    <svg viewBox="0 0 ${WIDE} ${HIGH + 4}" role="img" aria-label=${t("How many games have how many moves; the table below says the same.")}>
      ${mine.bins.map(
        (share, place) =>
          svg`<rect class="mine" x=${place * step + 1} y=${HIGH - high(share)} width=${step - 2} height=${high(share)} rx="2"></rect>`,
      )}
      <path class="ours" d="M0 ${HIGH}${outline}V${HIGH}"></path>
      <path class="axis" d="M0 ${HIGH}H${WIDE}"></path>
    </svg>
    <figcaption><span>${number(first)}</span>
      <span class="legend"><i class="mine"></i>${t("yours")} <i class="ours"></i>${t("ours")}, ${t("moves of a game")}</span>
      <span>${number(last - 1)}</span></figcaption>
  </figure>`;
}
