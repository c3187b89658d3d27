/**
 * How far a token can go, in the game's own words: what is left of its moves, and how far a roll carries it.
 *
 * @import { Allowance, Layer, StateValue, Text } from "./protocol.js"
 */

import { DOT, distance, leftOf, number, percent, roughly, textOf } from "./texts.js";
import { word } from "./words.js";

/** The chance from which on a roll is likely. */
const LIKELY = 0.5;

/** A length is not left alone at the start of a line. */
const SPACE = "\u00a0";

/** A name that tells a length itself. */
const LENGTH = /\d/;

/** What is said in place of the length of an allowance that has none. @type {(state: Pick<StateValue, "in_combat">) => "byRoll" | "notCounted"} */
export const insteadOfLength = ({ in_combat }) => (in_combat ? "byRoll" : "notCounted");

/**
 * @typedef {object} HeadlineOptions
 * @property {readonly Layer[]} [layers]  where it can go, once that is known
 * @property {(text: Text) => string} [told]  in the host's language, where replies are not in it
 */

/**
 * "Free Movement 25 ft", and how far a roll is likely to carry: "All-out Sprint: 1 or more, 45 ft, 83 %". Where no
 * such place is known, "All-out Sprint by a roll", or nothing where no move takes one.
 *
 * @type {(state: Pick<StateValue, "allowances" | "in_combat">, unit: string, options?: HeadlineOptions) => string}
 */
export const headlineOf = (state, unit, { layers = [], told = textOf } = {}) => {
  const moves = binding(
    state.allowances.filter(({ vertical }) => vertical === null || vertical === undefined),
  );
  const rolled = saidOnce(moves.filter(({ left }) => left === null).map(({ label }) => told(label)));
  const lengths = moves.flatMap(({ label, left }) => {
    const name = told(label);
    if (left === null) return [];
    return [LENGTH.test(name) ? `${name} (${leftOf(left, unit)})` : `${name}${SPACE}${roughly(left, unit)}`];
  });
  const byRoll = rolled.length > 0 ? `${rolled.join(", ")} ${word(insteadOfLength(state))}` : "";
  return [...saidOnce(lengths), likelyRoll(layers, unit, told) || byRoll].filter(Boolean).join(DOT);
};

/** All that goes on foot, or else farthest, in the shortest form: "6/16 m"; empty: nothing is counted in lengths. @type {(state: Pick<StateValue, "allowances">, unit: string) => string} */
export const briefly = ({ allowances }, unit) => {
  const counted = allowances.flatMap(({ limit, used, mode, vertical }) =>
    limit && !vertical ? [{ limit, used, isOnFoot: mode === "ground" }] : [],
  );
  const [most] = counted.sort(
    (one, other) => Number(other.isOnFoot) - Number(one.isOnFoot) || other.limit - one.limit,
  );
  return most ? `${number(most.used)}/${distance(most.limit, unit)}` : "";
};

/** What names begin with, as "Without an action: On foot" does, only before the first of those that do. @param {string[]} names */
const saidOnce = (names) => {
  const heads = names.map((name) => /^.+?: /.exec(name)?.[0]);
  return names.map((name, at) =>
    heads[at] && heads[at] === heads[at - 1] ? name.slice(heads[at].length) : name,
  );
};

/** Those that say how far: of a mode that is counted in several scopes the one with the least left, and none of 0. @type {(moves: Allowance[]) => Allowance[]} */
const binding = (moves) => {
  const told = moves.filter(
    (one, at) =>
      one.limit !== 0 &&
      !moves.some((other, place) => {
        const isOtherScope = other.mode === one.mode && other.scope !== one.scope;
        if (!isOtherScope || one.left === null || other.left === null) return false;
        return other.left < one.left || (other.left === one.left && place > at);
      }),
  );
  return told.length > 0 ? told : moves;
};

/** The farthest place that a roll is likely to reach, or else the likeliest. @type {(layers: readonly Layer[], unit: string, told: (text: Text) => string) => string} */
const likelyRoll = (layers, unit, told) => {
  const rolls = layers.flatMap(({ kind, chance, checks, rings }) =>
    kind === "roll" && chance !== null && checks?.length
      ? [{ chance, checks, used: Math.max(...rings.map(({ used }) => used)) }]
      : [],
  );
  const likely = rolls.filter(({ chance }) => chance >= LIKELY);
  const [best] =
    likely.length > 0
      ? likely.sort((one, other) => other.used - one.used || other.chance - one.chance)
      : rolls.sort((one, other) => other.chance - one.chance);
  return best ? [...best.checks.map(told), roughly(best.used, unit), percent(best.chance)].join(", ") : "";
};
