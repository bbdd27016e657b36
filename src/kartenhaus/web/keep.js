// What this browser remembers: settings, seats, what was chosen last. All of it works without.

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(`kartenhaus.${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** @template T @param {string} key @param {T} otherwise @returns {T} */
export function kept(key, otherwise) {
  const found = read(key);
  if (found === null) return otherwise;
  try {
    return JSON.parse(found);
  } catch {
    return otherwise; // written by somebody else
  }
}

/** @param {string} key @param {unknown} value */
export function keep(key, value) {
  try {
    localStorage.setItem(`kartenhaus.${key}`, JSON.stringify(value));
  } catch {
    // the page goes on; it is only not remembered
  }
}

/** What this browser calls itself, drawn once: who was removed from a table by its host is known by it there, and nowhere else. */
export function browser() {
  const known = kept("browser", "");
  if (known) return known;
  const drawn = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  keep("browser", drawn);
  return drawn;
}

/** @typedef {{ table: string, seat: number, token: string, game: string, at: number }} Seat a seat that this browser holds */

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
