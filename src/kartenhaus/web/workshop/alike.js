// Cards that come in several colours, mostly as often in each: they are filled in once for all colours.

/** @typedef {import("../wire.js").Section} Section */
/** @typedef {import("../wire.js").Figure} Figure */
/** @typedef {(figure: Figure) => number | null} Value */

/** The letter of the colour of a figure's card; empty for a card without one. @param {Section} section @param {Figure} one
 * @param {Record<string, string>} colours */
export const colourOf = (section, one, colours) => (section.cards && one.key.length > 1 && one.key[0] in colours ? one.key[0] : "");

/** Figures whose cards differ only in their colour, together; every other alone. @param {Section} section
 * @param {Record<string, string>} colours */
export function alike(section, colours) {
  /** @type {Map<string, Figure[]>} */
  const found = new Map();
  for (const one of section.figures) {
    const symbol = colourOf(section, one, colours) ? one.key.slice(1) : ` ${one.key}`;
    found.set(symbol, [...(found.get(symbol) ?? []), one]);
  }
  return [...found.values()];
}

/** Whether every colour has as many of each. @param {Section} section @param {Record<string, string>} colours @param {Value} value */
export const evenly = (section, colours, value) =>
  alike(section, colours).every((those) => those.every((one) => value(one) === value(those[0])));

/** What several cards are called together: the words that all of their names have. @param {Figure[]} those */
export function shared(those) {
  const others = those.slice(1).map((one) => one.title.split(" "));
  const words = those[0].title.split(" ").filter((word) => others.every((other) => other.includes(word)));
  const name = words.join(" ");
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
