/**
 * The dice of a check, thrown with the client's own Roll, so that everybody sees them fall.
 *
 * @import { Check } from "../../core/protocol.js"
 * @import { DiceTerm } from "./surface.js"
 */

/** How the client writes the dice that a check asks for. @param {Pick<Check, "pool" | "sides" | "again">} check */
export const formulaOf = ({ pool, sides = 6, again = "never" }) => {
  const thrownAgain = `1d${sides}x${sides}`;
  // Each die in a group of its own: so its further throws are known from those of the others.
  if (again === "each") return `{${Array(pool).fill(thrownAgain).join(",")}}`;
  if (again === "first") return pool > 1 ? `${thrownAgain} + ${pool - 1}d${sides}` : thrownAgain;
  return `${pool}d${sides}`;
};

/** The faces as the rules take them, from the dice as they fell. @type {(check: Pick<Check, "again">, dice: readonly DiceTerm[]) => number[]} */
export const facesOf = ({ again = "never" }, dice) => {
  const thrown = dice.map(({ results }) => results.map(({ result }) => result));
  if (again === "each") return thrown.map((faces) => faces.reduce((sum, face) => sum + face, 0));
  const [[wild = 0, ...further] = [], ...others] = thrown;
  return again === "first" ? [wild, ...others.flat(), ...further] : thrown.flat();
};
