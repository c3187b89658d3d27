/**
 * What the core's answers come to on the board.
 *
 * @import { ApplyValue, Check, Plan, Problem } from "../core/protocol.js"
 * @import { Fields, Game, Place } from "./game.js"
 */

import { tokenOf } from "./game.js";
import { say } from "./language.js";

/**
 * The roll that an act asks for: that of its name if something of the act was left open, or one that it opened.
 *
 * @type {(act: string, options: Fields, before: Check[], now: Check[]) => Check | undefined}
 */
export const rollAskedBy = (act, options, before, now) => {
  const given = Object.values(options);
  if (given.includes(null)) return now.find(({ id }) => id === act);
  return given.length === 0 ? now.find(({ id }) => before.every((other) => other.id !== id)) : undefined;
};

/** @returns {Problem} */
export const noPlan = () => ({
  ...{ code: "no_plan", path: "" },
  ...{ message: say("noPlan"), remedy: say("noPlan.remedy") },
});

/** @type {(game: Game, token: string) => Place} */
export const placeOf = (game, token) => {
  const { col, row, elevation = 0 } = tokenOf(game, token) ?? { col: 0, row: 0 };
  return { col, row, elevation };
};

/** @param {Plan} plan */
export const ruleAgainst = (plan) => plan.bands.find((band) => band.kind === "impossible")?.rule ?? null;

/**
 * The ways tokens go, each from where it stands.
 *
 * @param {ApplyValue} value
 * @param {string} mover
 * @param {Place} here
 * @returns {Map<string, Place[]>}
 */
export const waysOf = (value, mover, here) => {
  /** @type {Map<string, Place[]>} */
  const ways = new Map();
  for (const move of value.moves) {
    const token = move.token ?? mover;
    const start = ways.get(token)?.at(-1) ?? (token === mover ? here : undefined);
    const way = move.way ?? (move.to ? [move.to] : []);
    const first = way[0];
    if (!first) continue;
    const startsThere = start === undefined || (first.col === start.col && first.row === start.row);
    ways.set(token, [...(ways.get(token) ?? []), ...(startsThere ? way : [start, ...way])]);
  }
  return ways;
};
