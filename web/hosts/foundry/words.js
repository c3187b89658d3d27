/**
 * Answers of the rules in the words of a label, in the language of the client. Nothing is counted here.
 *
 * @import { Destination } from "../../core/destination-map.js"
 * @import { Plan, Price, Problem, Text } from "../../core/protocol.js"
 * @import { PlanWords } from "../../core/texts.js"
 *
 * @typedef {object} Language
 * @property {(key: string) => boolean} has
 * @property {(key: string) => string} localize
 * @property {(key: string, data?: {[name: string]: unknown}) => string} format
 */

import { DOT, destinationBesideLength, partsBesideLength, reasonText, rounded } from "../../core/texts.js";
import { numberIn, problemIn, toldIn } from "../../core/translation.js";
import { host } from "./host.js";

const SPACE = "\u00a0";
const FACTOR = "_factor";
const RULES = "FOOTWORK.rules.";

const locale = () => host.game?.i18n?.lang ?? "en";

/** A number without needless places, with a real minus sign. @param {number} value */
export const number = (value) => numberIn(Number(value.toFixed(2)), locale());

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

  /** What is wrong with a question, and what to do. @type {(problem: Problem) => {what: string, remedy: string}} */
  const problem = (problem) => {
    const { path } = problem;
    const { message, remedy } = (locale() === "en" ? null : problemIn(problem, find, locale())) ?? problem;
    return { what: path && !message.startsWith(path) ? `${path}: ${message}` : message, remedy };
  };

  /** How much a price is, without its unit. @type {(price: Price) => string} */
  const amountOf = ({ amount, quantity }) => {
    const sign = quantity.endsWith(FACTOR) ? "\u00d7" : amount > 0 ? "+" : "";
    return `${sign}${number(amount)}`;
  };

  /** What a price is counted in. @type {(price: Price) => string} */
  const quantityOf = ({ amount, quantity }) => {
    const name = quantity.endsWith(FACTOR) ? quantity.slice(0, -FACTOR.length) : quantity;
    const key = `FOOTWORK.quantities.${name}${Math.abs(amount) === 1 ? ".one" : ".many"}`;
    return language.has(key) ? language.format(key) : name.replaceAll("_", " ");
  };

  /** @type {(price: Price) => string} */
  const price = (asked) => `${amountOf(asked)}${SPACE}${quantityOf(asked)}`;

  /** Until when something lasts. @type {(text: Text) => string} */
  const until = (text) => language.format("FOOTWORK.panel.until", { until: told(text) });

  /** @type {(value: number, unit: string) => string} */
  const distance = (value, unit) => `${number(value)}${SPACE}${unit}`;

  /** @type {(left: number, unit: string) => string} */
  const remaining = (left, unit) => language.format("FOOTWORK.left", { left: distance(left, unit) });

  /** @type {PlanWords} */
  const ours = { told, price, left: (left, unit) => remaining(rounded(left), unit) };

  /** What a plan comes to beside its length. @type {(plan: Plan, unit: string) => string[]} */
  const ofPlan = (plan, unit) => partsBesideLength(plan, unit, ours);

  /** What is known of a cell before the plan is in. @type {(destination: Destination, unit: string) => string[]} */
  const ofDestination = (destination, unit) => destinationBesideLength(destination, unit, ours);

  /** @type {(parts: string[]) => string} */
  const joined = (parts) => parts.join(DOT);

  return {
    find,
    told,
    until,
    problem,
    amountOf,
    quantityOf,
    price,
    distance,
    remaining,
    ofPlan,
    ofDestination,
    joined,
  };
};
