/**
 * Answers of the rules in the words of a label, in the language of the client. Nothing is counted here.
 *
 * @import { Destination } from "../../core/destination-map.js"
 * @import { Plan, Problem, Text } from "../../core/protocol.js"
 *
 * @typedef {object} Language
 * @property {(key: string) => boolean} has
 * @property {(key: string) => string} localize
 * @property {(key: string, data?: {[name: string]: unknown}) => string} format
 */

import { DOT, destinationBesideLength, partsBesideLength, price, reasonText } from "../../core/texts.js";
import { problemIn, toldIn } from "../../core/translation.js";
import { word } from "../../core/words.js";
import { host } from "./host.js";

const RULES = "FOOTWORK.rules.";

const locale = () => host.game?.i18n?.lang ?? "en";

/** Text as it may stand in HTML. @param {unknown} text */
export const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {Language} language */
export const createWords = (language) => {
  /** The template of a sentence of the rules. Dots in keys would make nested objects of them. @type {(key: string) => string | undefined} */
  const find = (key) => {
    const own = RULES + key.replaceAll(".", "-");
    return language.has(own) ? language.localize(own) : undefined;
  };

  /** What the rules say, translated where there is a translation. @type {(text: Text) => string} */
  const told = (text) =>
    reasonText({ ...text, text: locale() === "en" ? text.text : toldIn(text, find, locale()) });

  /** A problem in the client's language. @type {(problem: Problem) => Problem} */
  const problemTold = (problem) => ({
    ...problem,
    ...(locale() === "en" ? null : problemIn(problem, find, locale())),
  });

  /** What is wrong with a question, and what to do. @type {(problem: Problem) => {what: string, remedy: string}} */
  const problem = (problem) => {
    const { path, message, remedy } = problemTold(problem);
    return { what: path && !message.startsWith(path) ? `${path}: ${message}` : message, remedy };
  };

  /** Until when something lasts. @type {(text: Text) => string} */
  const until = (text) => word("until", { until: told(text) });

  /** What a plan comes to beside its length. @type {(plan: Plan, unit: string) => string[]} */
  const ofPlan = (plan, unit) => partsBesideLength(plan, unit, told);

  /** What is known of a cell before the plan is in. @type {(destination: Destination, unit: string) => string[]} */
  const ofDestination = (destination, unit) => destinationBesideLength(destination, unit, told);

  /** @type {(parts: string[]) => string} */
  const joined = (parts) => parts.join(DOT);

  return { find, told, until, problem, problemTold, price, ofPlan, ofDestination, joined };
};
