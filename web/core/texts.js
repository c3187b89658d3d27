/**
 * The page's own words, and numbers as people read them. What the rules say comes from the core.
 *
 * @import { Verdict } from "../hosts/host.js"
 * @import { Layer, Plan, Price, Text } from "./protocol.js"
 * @import { Status } from "./rules-client.js"
 * @typedef {{layer: Layer, used: number, left: number | null}} Destination
 * @typedef {(text: Text) => string} Told  in the host's language, where replies are not in it
 */

import { numberIn } from "./translation.js";
import { rollBefore } from "./verdicts.js";
import { locale, word, wordFor } from "./words.js";

const MINUS = "\u2212";
const NARROW_SPACE = "\u202f";
const SPACE = "\u00a0";
/** Between the parts of a line, which may break after it. */
export const DOT = "\u00a0\u00b7 ";

/** A number without needless places, with a real minus sign. @param {number} value */
export const number = (value) => numberIn(Number(value.toFixed(2)) + 0, locale()); // there is no minus zero

/** @type {(value: number, unit: string) => string} */
export const distance = (value, unit) => `${number(value)}${SPACE}${unit}`;

/** A length as labels and headlines tell it; lists have it to the hundredth. @type {(value: number, unit: string) => string} */
export const roughly = (value, unit) => distance(rounded(value), unit);

/** An amount that is a length, or else one of what its label says. @type {(value: number, isLength: boolean, unit: string) => string} */
export const measured = (value, isLength, unit) => (isLength ? distance(value, unit) : number(value));

/** A sentence whose lengths keep their unit beside them. @type {(text: string) => string} */
export const unbroken = (text) => text.replace(/(\d) (ft|m|u)\b/g, `$1${SPACE}$2`);

/** As exact as a label on the map is. @param {number} value */
export const rounded = (value) => Math.round(value * 10) / 10;

/** A chance from 0 to 1 as people say it; only what is certain is 0 % or 100 %. @param {number} chance */
export const percent = (chance) => {
  const whole = Math.round(chance * 100);
  if (whole === 0 && chance > 0) return `<${NARROW_SPACE}1${NARROW_SPACE}%`;
  if (whole === 100 && chance < 1) return `>${NARROW_SPACE}99${NARROW_SPACE}%`;
  return `${whole}${NARROW_SPACE}%`;
};

/** What is left of an allowance. @type {(value: number, unit: string) => string} */
export const leftOf = (value, unit) => word("left", { length: distance(value, unit) });

/** What is used of an allowance: "15 / 25 ft", or where nothing limits it "15 ft used". @type {(allowance: {limit: number | null, used: number}, unit: string) => string} */
export const spentOf = ({ limit, used }, unit) =>
  limit === null
    ? word("summary.used", { used: distance(used, unit) })
    : `${number(used)} / ${distance(limit, unit)}`;

/** @type {(verdict: Plan["verdict"]) => string} */
export const verdictWord = (verdict) => word(`verdict.${verdict}`);

/** What of the rules is being loaded. @type {(step: import("./messages.js").LoadingStep) => string} */
export const loadingWord = (step) => word(`loading.${step}`);

/** Why the rules took long to start; empty: they did not. @type {(status: Pick<Status, "because">) => string} */
export const slowStart = ({ because: reason }) => (reason ? word("slowStart", { reason }) : "");

/** @type {(amount: number) => string} */
export const signed = (amount) => (amount > 0 ? `+${number(amount)}` : number(amount));

/** @type {(price: Price) => string} */
export const price = (asked) => `${amountOf(asked)}${SPACE}${quantityOf(asked)}`;

/** How much a price is, without its unit: "−2", "×3". @type {(price: Price) => string} */
export const amountOf = ({ amount, quantity }) =>
  quantity.endsWith(FACTOR) ? `\u00d7${number(amount)}` : signed(amount);

/** What a price is counted in: "dice". @type {(price: Price) => string} */
export const quantityOf = ({ amount, quantity }) =>
  counted(amount, quantity.endsWith(FACTOR) ? quantity.slice(0, -FACTOR.length) : quantity);

/** @type {(amount: number, quantity: string) => string} */
export const counted = (amount, quantity) => {
  const key = `quantity.${quantity}.${Math.abs(amount) === 1 ? "one" : "many"}`;
  return wordFor(key) ?? quantity.replaceAll("_", " ");
};

const FACTOR = "_factor";

/** As replies say it. @type {Told} */
export const textOf = ({ text }) => text;

/** What is left, as a label tells it. @type {(left: number | null, unit: string) => string[]} */
const leftParts = (left, unit) => (left === null ? [] : [word("left", { length: roughly(left, unit) })]);

/**
 * What a plan comes to, in one line: "35 ft · −2 dice · 5 ft left".
 *
 * @param {Plan} plan
 * @param {string} unit
 */
export const summaryOf = (plan, unit) => planParts(plan, unit).join(DOT);

/** @type {(plan: Plan, unit: string, told?: Told) => string[]} */
export const planParts = (plan, unit, told = textOf) => [
  roughly(plan.cost || plan.length, unit), // what is not walked has its length alone
  ...partsBesideLength(plan, unit, told),
];

/** What a plan comes to beside its length. @type {(plan: Plan, unit: string, told: Told) => string[]} */
export const partsBesideLength = (plan, unit, told) => {
  const { verdict, reason, checks, chance, hazards, left, pause } = plan;
  const waits = pause ? [told(pause.reason)] : [];
  if (verdict === "impossible") return [told(reason), ...waits];
  const known = verdict === "roll" ? rollParts(checks, chance, told) : leftParts(left, unit);
  return [...paidFor(plan, told), ...hazards.map(({ label }) => told(label)), ...known, ...waits];
};

/** The kinds of action that a game tells apart. */
const KIND_OF_ACTION = /^(?:(?:bonus|free|simple|complex)_)?action$/;

/** What a path costs: its price, and by name the actions that it takes. @type {(plan: Pick<Plan, "price" | "spends">, told: Told) => string[]} */
const paidFor = ({ price: asked, spends = [] }, told) => {
  const actions = spends.filter(
    ({ resource }) => KIND_OF_ACTION.test(resource) && resource !== asked?.quantity,
  );
  const isNamed = asked?.quantity === "action" && actions.length > 0;
  return [...(asked && !isNamed ? [price(asked)] : []), ...actions.map(({ label }) => told(label))];
};

/** Why not, for a map whose columns and rows have no numbers that people see. @type {(reason: Pick<Text, "key" | "text">) => string} */
export const reasonText = ({ key, text }) => (key === NO_WAY ? word("noWay") : text);

const NO_WAY = "table.no_way";

/** Why the rules refuse a way, with the roll that comes before that. @type {(plan: Pick<Plan, "bands" | "checks" | "reason">, told?: Told) => string} */
export const reasonAgainst = (plan, told = reasonText) => {
  const roll = rollBefore(plan);
  const reason = told(plan.reason);
  return roll ? word("rollFirst", { roll: told(roll.label), reason }) : reason;
};

/** Why a token stays by a verdict; empty: somebody chose so. @type {(verdict: Pick<Verdict<any>, "plan" | "reason">, told?: Told) => string} */
export const refusalText = ({ plan, reason }, told = reasonText) => {
  if (plan && reason === plan.reason) return reasonAgainst(plan, told);
  return reason ? told(reason) : "";
};

/** What a push came to: "Jenny was pushed 15 ft; that cost her nothing." And what ended it. @type {(verdict: Verdict<any>, name: string, unit: string, told?: Told) => string} */
export const pushedText = (verdict, name, unit, told) =>
  forcedText(["pushed", "pushed.stopped"], verdict, { name, unit, told });

/** How far back a token is since its turn began, and why no farther. @type {(verdict: Verdict<any>, name: string, unit: string, told?: Told) => string} */
export const backText = (verdict, name, unit, told) =>
  forcedText(["back", "back.stopped"], verdict, { name, unit, told });

/** @type {(keys: [whole: import("./words.js").Word, cut: import("./words.js").Word], verdict: Verdict<any>, about: {name: string, unit: string, told?: Told | undefined}) => string} */
const forcedText = ([whole, cut], verdict, { name, unit, told = reasonText }) => {
  const { outcome, forced, problem, turn } = verdict;
  const reason = problem ? problemText(problem) : verdict.reason ? told(verdict.reason) : "";
  if (!turn) return reason ? word("stays", { name, reason }) : word("back.none", { name });
  return word(outcome === "cut" ? cut : whole, { name, length: distance(forced, unit), reason });
};

/** By which rules a plan is priced: "CON-05, CON-07". @type {(plan: Pick<Plan, "bands">) => string} */
export const rulesOf = ({ bands }) => [...new Set(bands.map(({ rule }) => rule))].join(", ");

/** What has to be rolled, and the chance that all of it carries. @type {(checks: Plan["checks"], chance: number | null | undefined, told: Told) => string[]} */
const rollParts = (checks, chance, told) => {
  const needed = checks.filter(({ optional }) => !optional);
  const whole = chance ?? needed[0]?.chance;
  return [
    ...needed.map(({ label, needed_text: text }) => `${told(label)}: ${told(text)}`),
    ...(whole === undefined ? [] : [percent(whole)]),
  ];
};

/**
 * What the destination map knows of a cell, in one line, until the plan is in.
 *
 * @param {Destination} destination
 * @param {string} unit
 */
export const destinationSummary = (destination, unit) => destinationParts(destination, unit).join(DOT);

/** @type {(destination: Destination, unit: string) => string[]} */
export const destinationParts = (destination, unit) => [
  farthest(destination, unit),
  ...destinationBesideLength(destination, unit, textOf),
];

/** How far it is: on maps without cells an area has the length to its farthest point. @type {(destination: Pick<Destination, "layer" | "used">, unit: string) => string} */
const farthest = ({ layer, used }, unit) =>
  layer.cells === null ? word("upTo", { length: roughly(used, unit) }) : roughly(used, unit);

/** The same beside the length. @type {(destination: Destination, unit: string, told: Told) => string[]} */
export const destinationBesideLength = ({ layer, left }, unit, told) => {
  const paid = layer.price ? [price(layer.price)] : [];
  if (layer.chance !== null && layer.kind === "roll")
    return [...paid, ...(layer.checks ?? []).map(told), percent(layer.chance)];
  return [...paid, ...leftParts(left, unit)];
};

/**
 * What a plan comes to, as a sentence to be read aloud.
 *
 * @param {string} name  of the token
 * @param {Plan} plan
 * @param {string} unit
 */
export const spokenPlan = (name, plan, unit) => {
  const summary = summaryOf(plan, unit).replaceAll(DOT, ", ");
  const reactions = plan.reactions.map(({ label }) => label.text);
  const told = [`${name}: ${verdictWord(plan.verdict)}`, summary, ...reactions];
  return sentences(...told).replaceAll(MINUS, `${word("minus")} `);
};

/**
 * What is wrong and what to do; the core's messages begin with the place.
 *
 * @param {{path: string, message: string, remedy: string}} problem
 */
export const problemText = ({ path, message, remedy }) => {
  // A question about one token calls it the mover, or one of the movers; people see one token.
  const [where, said] = [asOne(path), asOne(message)];
  const what = where && !said.startsWith(where) ? `${where}: ${said}` : said;
  return sentences(path ? what : capital(what), capital(remedy)); // a field keeps the spelling it has
};

/** Texts as sentences, each with one full stop. @type {(...texts: string[]) => string} */
export const sentences = (...texts) =>
  texts
    .filter(Boolean)
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(" ");

/** That a token cannot be read, and the rules go on without it. @type {(name: string, problem: {path: string, message: string, remedy: string}) => string} */
export const setAsideText = (name, { path, message, remedy }) => {
  const [field, said] = [path, message].map((text) => text.replace(/^scene\.tokens\[\d+\]\.?/, ""));
  return word("setAside", { name, problem: problemText({ path: field ?? "", message: said ?? "", remedy }) });
};

/** @type {(text: string) => string} */
const asOne = (text) =>
  text
    .replace(OF_SHEET, (_, field) => capital(field.replaceAll("_", " ")))
    .replace(/^movers\[\d+\]/, "mover");

/** A field of the sheet or of the circumstances, which people know by its name alone. */
const OF_SHEET = /^movers?(?:\[\d+\])?\.(?:character|circumstances)\.(\w+)/;

/** @type {(text: string) => string} */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @type {(name: string) => string} */
export const initials = (name) => {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.map((word) => [...word][0] ?? "").slice(0, 2);
  return letters.join("").toUpperCase() || "?";
};

/**
 * The initials of each name; where others have the same, its first letter and the first that tells it from them; those
 * of one name are counted.
 *
 * @param {readonly string[]} names
 */
export const initialsAmong = (names) =>
  names.map((name, at) => {
    if (names.indexOf(name) !== names.lastIndexOf(name))
      return `${initials(name).slice(0, 1)}${names.slice(0, at + 1).filter((other) => other === name).length}`;
    const others = names
      .filter((other) => other !== name && initials(other) === initials(name))
      .map(lettersOf);
    const [first = "", ...rest] = lettersOf(name);
    const unlike = rest.find((letter, index) => others.every((other) => other[index + 1] !== letter));
    return others.length > 0 && unlike ? `${first.toUpperCase()}${unlike}` : initials(name);
  });

/** @param {string} name */
const lettersOf = (name) => name.toLowerCase().match(/[\p{L}\p{N}]/gu) ?? [];

/** @type {(name: string) => string} */
export const possessive = (name) => (name.endsWith("s") ? `${name}\u2019` : `${name}\u2019s`);
