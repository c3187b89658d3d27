/**
 * What stands in a token's turn, in words.
 *
 * @import { Counter, StateValue } from "../core/protocol.js"
 */

import { capital, measured } from "../core/texts.js";
import { say } from "./language.js";

/** How many changes of an act are told. */
const MOST_TOLD = 3;

/** What was done. @param {StateValue["commits"][number]} commit */
export const labelOf = ({ labels }) => capital(labels.map(({ text }) => text).join(", "));

/** What a counter tells now. @type {(counter: Counter, unit: string) => string} */
export const counterValue = ({ value, shown, is_length: isLength }, unit) => {
  if (shown) return shown.text;
  if (value === null) return "–";
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  return typeof value === "number" ? measured(value, isLength, unit) : value;
};

/** What an act has used up or opened, as far as it is counted; the first of it. @type {(now: StateValue, before: StateValue | undefined, unit: string) => string[]} */
export const changesIn = (now, before, unit) => {
  const was = new Map(before?.counters.map((counter) => [counter.label.text, counterValue(counter, unit)]));
  return now.counters
    .map((counter) => ({ name: counter.label.text, value: counterValue(counter, unit) }))
    .filter(({ name, value }) => was.get(name) !== value)
    .slice(0, MOST_TOLD)
    .map(({ name, value }) => `${name}: ${value}`);
};
