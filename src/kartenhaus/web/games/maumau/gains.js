// What a space brings, as the server says.
import { fitting } from "../../moves.js";
import { counted } from "../../texts.js";

/** @typedef {import("../../types.js").Scene} Scene */
/** @typedef {import("../../types.js").Choice} Choice */

/** The points that a choice brings at most. @param {Scene} scene @param {Choice} step */
export const earned = (scene, step) =>
  Math.max(0, ...fitting(scene.state.legal, [...scene.chosen, step], false).map((one) => one.earns ?? 0));

/** What a choice brings: points and effect for the board, and both in words. @param {Scene} scene @param {Choice} step */
export function gains(scene, step) {
  const points = earned(scene, step);
  const { brings = "" } = step;
  const long = [points ? `+${counted(scene.about.points, points)}` : "", brings].filter(Boolean).join(", ");
  return { points, brings, long };
}
