// What is said anew is a new element, not an old one that moved: it appears at its place, and nothing slides or jumps to it.
import { repeat } from "./lib/lit-html/directives/repeat.js";

/** Draw something, as new elements whenever `key` is another one. @param {unknown} key @param {unknown} content */
export const anew = (key, content) =>
  repeat(
    [key],
    (one) => one,
    () => content,
  );
