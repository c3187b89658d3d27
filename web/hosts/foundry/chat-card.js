/**
 * The chat card of a move that matters: what it cost, what was rolled, and by which rules. All text is escaped.
 *
 * @import { Plan, RollResult } from "../../core/protocol.js"
 * @import { Verdict } from "./turns.js"
 * @import { createWords } from "./words.js"
 * @typedef {ReturnType<typeof createWords>} Words
 * @typedef {(key: string, data?: {[name: string]: unknown}) => string} Say
 */

import { measured, number } from "../../core/texts.js";
import { escaped } from "./words.js";

/** Whether a move cost more than distance. @type {(verdict: Verdict) => boolean} */
export const matters = ({ plan, rolls, overridden }) => {
  const isPriced = plan?.bands.some(({ price }) => price) ?? false;
  return isPriced || rolls.length > 0 || overridden || (plan?.modifiers.length ?? 0) > 0;
};

/** @type {(verdict: Verdict, unit: string, words: Words, say: Say) => string} */
export const cardOf = (verdict, unit, words, say) => {
  const { plan, rolls, overridden, informed } = verdict;
  if (!plan) return "";
  const rules = new Set(plan.bands.map(({ rule }) => rule));
  const lines = [
    `<strong>${escaped(headOf(verdict, plan, unit, say))}</strong>`,
    ...(overridden ? [escaped(say(informed ? "shownOnly" : "overridden"))] : []),
    escaped(failureIn(verdict, plan, words, say) ?? words.joined(words.ofPlan(plan, unit))),
    usesLine(verdict, plan, unit, words, say),
    ...plan.modifiers.map(({ quantity, amount, on, until }) =>
      escaped(`${words.price({ quantity, amount })}: ${words.told(on)} (${words.until(until)})`),
    ),
    ...rollLines(rolls, words),
    rulesLine(rules, words),
  ];
  return framed(lines);
};

/** How far it went; of how far it was to go, where it ended before. @type {(verdict: Verdict, plan: Plan, unit: string, say: Say) => string} */
const headOf = ({ outcome, gone }, { cost, length }, unit, say) => {
  const planned = (/** @type {number} */ far) => `${number(far)} ${unit}`;
  if (outcome !== "cut" || gone >= length) return planned(cost || length);
  return say("card.partly", { gone: number(gone), planned: planned(length) });
};

/** What a move took that went to its end: metres, actions. @type {(verdict: Verdict, plan: Plan, unit: string, words: Words, say: Say) => string} */
const usesLine = ({ outcome }, { spends }, unit, words, say) => {
  if (outcome !== "made" || spends.length === 0) return "";
  const what = spends
    .map(({ label, amount, is_length }) => `${words.told(label)} ${measured(amount, is_length, unit)}`)
    .join(", ");
  return escaped(say("card.uses", { what }));
};

/** Which roll did not carry a move to its end; null: it was none. @type {(verdict: Verdict, plan: Plan, words: Words, say: Say) => string | null} */
const failureIn = ({ outcome, rolls }, { checks }, words, say) => {
  const failed = outcome === "cut" ? rolls.find(({ success }) => !success) : undefined;
  const check = checks.find(({ id }) => id === failed?.check);
  if (!failed || !check) return null;
  const [needed, result] = [words.told(check.needed_text), number(failed.result)];
  return say("card.failed", { check: words.told(check.label), needed, result });
};

/**
 * The card of rolls without a move: what they came to.
 *
 * @type {(rolls: readonly RollResult[], words: Words) => string}
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

/** @type {(rolls: readonly RollResult[], words: Words) => string[]} */
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
