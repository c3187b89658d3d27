/**
 * The chat card of a move that matters: what it cost, what was rolled, and by which rules. All text is escaped.
 *
 * @import { Roll } from "../../core/protocol.js"
 * @import { Verdict } from "./turns.js"
 * @import { createWords } from "./words.js"
 * @typedef {ReturnType<typeof createWords>} Words
 */

import { escaped, number } from "./words.js";

/** Whether a move cost more than distance. @type {(verdict: Verdict) => boolean} */
export const matters = ({ plan, rolls, overridden }) => {
  const isPriced = plan?.bands.some(({ price }) => price) ?? false;
  return isPriced || rolls.length > 0 || overridden || (plan?.modifiers.length ?? 0) > 0;
};

/**
 * @param {Verdict} verdict
 * @param {string} unit
 * @param {Words} words
 * @param {string} letThrough  what to say of a move that the rules refuse
 */
export const cardOf = ({ plan, rolls, overridden }, unit, words, letThrough) => {
  if (!plan) return "";
  const rules = new Set(plan.bands.map(({ rule }) => rule));
  const lines = [
    `<strong>${escaped(`${number(plan.cost || plan.length)} ${unit}`)}</strong>`,
    ...(overridden ? [escaped(letThrough)] : []),
    escaped(words.joined(words.ofPlan(plan, unit))),
    ...plan.modifiers.map(({ quantity, amount, on, until }) =>
      escaped(`${words.price({ quantity, amount })}: ${words.told(on)} (${words.until(until)})`),
    ),
    ...rollLines(rolls, words),
    rulesLine(rules, words),
  ];
  return framed(lines);
};

/**
 * The card of rolls without a move: what they came to.
 *
 * @type {(rolls: readonly Roll[], words: Words) => string}
 */
export const cardOfRolls = (rolls, words) => {
  const rules = new Set(rolls.map(({ rule }) => rule));
  return framed([...rollLines(rolls, words), rulesLine(rules, words)]);
};

/** Rules by number and name; those of other modules' systems by number alone. @type {(numbers: Set<string>, words: Words) => string} */
const rulesLine = (numbers, words) => {
  const named = [...numbers].map((number) => [number, words.find(`rule.${number}.name`)]);
  return `<small>${escaped(words.joined(named.map((parts) => parts.filter(Boolean).join(" "))))}</small>`;
};

/** @type {(rolls: readonly Roll[], words: Words) => string[]} */
const rollLines = (rolls, words) =>
  rolls.map(({ faces, effect }) =>
    escaped([faces?.join(" "), words.told(effect)].filter(Boolean).join(": ")),
  );

/** @type {(lines: string[]) => string} */
const framed = (lines) =>
  `<div class="footwork-card">${lines
    .filter(Boolean)
    .map((line) => `<p>${line}</p>`)
    .join("")}</div>`;
