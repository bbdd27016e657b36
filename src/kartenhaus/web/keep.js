// What this browser stores: settings, seats, the last choices. Everything works without it too.

/** How to read and write a storage, if there is one. @param {() => Storage} storage */
const shelf = (storage) => ({
  /** @template T @param {string} key @param {T} otherwise @returns {T} */
  read: (key, otherwise) => {
    try {
      return JSON.parse(storage().getItem(`kartenhaus.${key}`) ?? "null") ?? otherwise;
    } catch {
      return otherwise; // this browser stores nothing, or something that is not from us
    }
  },
  /** @param {string} key @param {unknown} value */
  write: (key, value) => {
    try {
      storage().setItem(`kartenhaus.${key}`, JSON.stringify(value));
    } catch {
      // the page works on; the value is just not stored
    }
  },
});

export const { read: kept, write: keep } = shelf(() => localStorage);
/** The same for this tab only, until it is closed. */
export const { read: keptHere, write: keepHere } = shelf(() => sessionStorage);

/** The random id of this browser: a table recognizes by it a player whom its host removed; other tables cannot compare it. */
export function browser() {
  const known = kept("browser", "");
  if (known) return known;
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("browser", drawn);
  return drawn;
}

/** @typedef {{ seat: number, token: string }} Person somebody who plays at this device */
/** @typedef {{ table: string, seat: number, token: string, game: string, at: number, people?: Person[] }} Seat a seat that this
 *   browser holds; `people` if several play at this device */

/** @returns {Record<string, Seat>} */
export function seats() {
  return kept("seats", {});
}

/** @param {Seat} seat */
export function keepSeat(seat) {
  const all = Object.values({ ...seats(), [seat.table]: seat });
  const newest = all.sort((one, other) => other.at - one.at).slice(0, 50);
  keep("seats", Object.fromEntries(newest.map((one) => [one.table, one])));
}

/** @param {string} table */
export function forgetSeat(table) {
  const { [table]: _, ...others } = seats();
  keep("seats", others);
}

/** @typedef {{ table: string, number: number, game: string, names: string[], winners: string[], won: boolean, at: number }} Finished
 *   a game that was played to its end in this browser: who played, who won, and whether the player here did */

const MOST_FINISHED = 20;

/** The games that were finished in this browser, the newest first. @returns {Finished[]} */
export const finished = () => kept("finished", []);

/** @param {Finished} game */
export function keepFinished(game) {
  const known = finished();
  if (known.some((one) => one.table === game.table && one.number === game.number)) return;
  keep("finished", [game, ...known].slice(0, MOST_FINISHED));
}
