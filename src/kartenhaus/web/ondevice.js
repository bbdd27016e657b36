// Several people at one device: who they are. The page of the table does the rest.
import { html, nothing } from "./lib/lit-html/lit-html.js";
import { send } from "./api.js";
import { artOf, picture } from "./cards.js";
import { NO_CLOCK, request, select, valid } from "./choices.js";
import { sign } from "./icons.js";
import { browser, keep, keepSeat, kept } from "./keep.js";
import { NOW } from "./lobby.js";
import { t } from "./texts.js";

/** @typedef {import("./wire.js").GameFacts} GameFacts */

const FEWEST = 2; // people; one plays from the start page

/** The names that were chosen last, as many as a game allows. @param {GameFacts} game @returns {string[]} */
function people(game) {
  const names = kept("people", [kept("name", ""), ""]).slice(0, game.players[1]);
  return names.length < FEWEST ? [...names, "", ""].slice(0, FEWEST) : names;
}

/** The dialog. @param {GameFacts} game @param {{ draw: () => void, close: () => void, begin: (work: () => Promise<void>) => void,
 *   busy: boolean }} owner */
export function onDevice(game, { draw, close, begin, busy }) {
  const [least, most] = game.players;
  const names = people(game);
  const bots = Math.max(least - names.length, Math.min(most - names.length, kept("peoplesBots", 0)));
  const change = (/** @type {string[]} */ changed) => {
    keep("people", changed);
    draw();
  };
  const rename = (/** @type {number} */ at) => (/** @type {Event} */ event) => {
    const name = /** @type {HTMLInputElement} */ (event.target).value.trim();
    keep(
      "people",
      people(game).map((one, other) => (other === at ? name : one)),
    );
  };
  const counts = Array.from({ length: most - names.length + 1 }, (_, count) => count).filter(
    (count) => count + names.length >= least,
  );
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    begin(() => openDevice(game, people(game), bots));
  };
  return html`<section class="menu together" data-game=${game.name} role="dialog" aria-modal="true" aria-label=${t("On one device")}
    @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}>
    <form @submit=${submit}>
      <div class="title">
        <img alt="" src=${picture(`hero ${game.name}`, () => artOf(game.name).hero(t, game.title))} />
        <div><h2>${t("On one device")}</h2><small>${game.title}</small></div>
      </div>
      <p>${t("You pass the device around. Cards stay hidden until their owner taps.")}</p>
      <ol>
        ${names.map(
          (name, at) => html`<li><label>${t("Player {number}", { number: at + 1 })}
              <input maxlength="24" autocomplete="off" .value=${name} @change=${rename(at)} /></label>
            ${
              names.length > FEWEST
                ? html`<button type="button" class="quiet" @click=${() => change(people(game).filter((_, other) => other !== at))}
                    >${sign("close", t("Remove"))}</button>`
                : nothing
            }</li>`,
        )}
      </ol>
      <p class="row">
        ${
          names.length < most
            ? html`<button type="button" @click=${() => change([...people(game), ""])}>${sign("invite")} ${t("One more")}</button>`
            : nothing
        }
        ${
          counts.length > 1
            ? select(
                t("Bots"),
                String(bots),
                counts.map((count) => [String(count), String(count)]),
                (count) => {
                  keep("peoplesBots", Number(count));
                  draw();
                },
              )
            : nothing
        }
      </p>
      <p class="row">
        <button type="button" @click=${close}>${t("Close")}</button>
        <button type="submit" class="main" ?disabled=${busy}>${sign("play")} ${t("Deal the cards")}</button>
      </p>
    </form>
  </section>`;
}

/** Open a table for people at this device, and go there. @param {GameFacts} game @param {string[]} names @param {number} bots */
async function openDevice(game, names, bots) {
  const players = names.length + bots;
  const choice = valid(game, { ...kept(`choice.${game.name}`, {}), players });
  const called = names.map((name, at) => name || t("Player {number}", { number: at + 1 }));
  const table = { game: game.name, name: called[0], bots: Array(bots).fill(choice.level), browser: browser() };
  const host = await send("/api/tables", { ...table, ...request(game, { ...choice, clock: NO_CLOCK }, true) });
  const taken = [host];
  for (const name of called.slice(1)) taken.push(await send(`/api/tables/${host.table}/join`, { name, browser: browser() }));
  const people = taken.map(({ seat, token }) => ({ seat, token }));
  keepSeat({ table: host.table, seat: host.seat, token: host.token, game: game.name, at: Date.now(), people });
  location.assign(`/t/${host.table}${NOW}`);
}
