/**
 * How far a token can go, in the game's own words: what is left of its moves, and which take a roll.
 *
 * @import { StateValue, Text } from "./protocol.js"
 *
 * @typedef {object} HeadlineWords
 * @property {(key: "byRoll" | "notCounted") => string} say
 * @property {(text: Text) => string} told
 * @property {(value: number, unit: string) => string} distance
 */

import { DOT, distance } from "./texts.js";
import { word } from "./words.js";

/** @type {HeadlineWords} */
const OURS = { say: word, told: ({ text }) => text, distance };

/** What is said in place of the length of an allowance that has none. @type {(state: Pick<StateValue, "in_combat">) => "byRoll" | "notCounted"} */
export const insteadOfLength = ({ in_combat }) => (in_combat ? "byRoll" : "notCounted");

/**
 * "Free Movement 25 ft", and "All-out Sprint by a roll", or nothing where no move takes one.
 *
 * @type {(state: Pick<StateValue, "allowances" | "in_combat">, unit: string, words?: HeadlineWords) => {lengths: string[], rolls: string}}
 */
export const headlineParts = (state, unit, { say, told, distance } = OURS) => {
  const moves = state.allowances.filter(({ vertical }) => vertical === null || vertical === undefined);
  const rolled = moves.filter(({ left }) => left === null).map(({ label }) => told(label));
  return {
    lengths: moves.flatMap(({ label, left }) =>
      left === null ? [] : [`${told(label)} ${distance(left, unit)}`],
    ),
    rolls: rolled.length > 0 ? `${rolled.join(", ")} ${say(insteadOfLength(state))}` : "",
  };
};

/** The same in one line. @type {(state: Pick<StateValue, "allowances" | "in_combat">, unit: string, words?: HeadlineWords) => string} */
export const headlineOf = (state, unit, words) => {
  const { lengths, rolls } = headlineParts(state, unit, words);
  return [...lengths, rolls].filter(Boolean).join(DOT);
};
