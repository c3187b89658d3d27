/**
 * The texts of the rules in other languages.
 *
 * The core speaks English and says by which key: each sentence of a reply has one, and what `describe` tells has
 * the keys made here. A language is a flat table of templates by key, `languages/de.json` for one.
 *
 * | Key | What |
 * |---|---|
 * | `contract.extended`, `table.wall` … | a sentence of a reply |
 * | `rule.CON-01.name`, `rule.CON-01.sentence` | a rule |
 * | `contract.house.base_difficulty.title`, `.description`, `.is.flat` | a house rule and what it may be set to |
 * | `table.house.overlap.title` … | a house rule that all games share |
 * | `contract.character.load.title` …, `circumstances`, `token_facts`, `act.<act>` | a field of a form |
 * | `problem.off_map`, `.remedy`, `problem.invalid.less_than` … | what is wrong, and what to do |
 * | `d6.unfit.die_code`, `.remedy` … | likewise, by a system's own check: the key is the problem's `kind` |
 *
 * @import { DescribeValue as Described, Problem, SystemEntry, Text } from "./protocol.js"
 * @typedef {{[key: string]: any}} Part
 * @typedef {(key: string) => string | undefined} Find  The template of a key, if there is one.
 * @typedef {(key: string, english: string) => string} Visit
 */

/**
 * All texts that `describe` tells, with their keys.
 *
 * @param {Described} described
 * @returns {{[key: string]: string}}
 */
export const textsOf = (described) => {
  /** @type {{[key: string]: string}} */
  const texts = { ...described.texts };
  for (const system of described.systems) Object.assign(texts, system.texts);
  visited(described, (key, english) => {
    texts[key] = english;
    return english;
  });
  return texts;
};

/**
 * The same as `describe` told, in another language as far as that has the keys.
 *
 * @param {Described} described
 * @param {Find} find
 * @returns {Described}
 */
export const translated = (described, find) => visited(described, (key, english) => find(key) ?? english);

/**
 * A sentence of a reply in another language; without a translation, as the core said it.
 *
 * @param {Text} text
 * @param {Find} find
 * @param {string} [locale]
 * @returns {string}
 */
export const toldIn = ({ key, params = {}, text }, find, locale = "en") => {
  const template = find(key);
  return template === undefined
    ? text
    : filled(template, params, locale, (part) => toldIn(part, find, locale));
};

/**
 * What is wrong and what to do, in another language; null where it has no words for it.
 *
 * @param {Problem} problem
 * @param {Find} find
 * @param {string} [locale]
 * @returns {{message: string, remedy: string} | null}
 */
export const problemIn = ({ code, kind = "", params = {} }, find, locale = "en") => {
  const key = kind.includes(".") ? kind : `problem.${kind ? `${code}.${kind}` : code}`;
  const [message, remedy] = [find(key), find(`${key}.remedy`)];
  if (message === undefined || remedy === undefined) return null;
  const [said, todo] = [message, remedy].map((template) => filled(template, params, locale));
  return { message: /** @type {string} */ (said), remedy: /** @type {string} */ (todo) };
};

/**
 * A reply in another language as far as that has words for it; ledgers stay as they are, for they are signed.
 *
 * @template Reply
 * @param {Reply} reply  or a part of one
 * @param {Find} find
 * @param {string} [locale]
 * @returns {Reply}
 */
export const replyIn = (reply, find, locale = "en") => {
  const part = /** @type {any} */ (reply);
  if (typeof part !== "object" || part === null) return part;
  // Long lists are of numbers, as the cells of a map are.
  if (Array.isArray(part))
    return /** @type {any} */ (
      typeof part[0] === "object" ? part.map((one) => replyIn(one, find, locale)) : part
    );
  if (typeof part.key === "string" && typeof part.text === "string")
    return { ...part, text: toldIn(part, find, locale) };
  return /** @type {any} */ (
    Object.fromEntries(
      Object.entries(part).map(([name, held]) => [
        name,
        name === "ledger" ? held : replyIn(held, find, locale),
      ]),
    )
  );
};

/**
 * A number as people write it: no needless places, a true minus sign.
 *
 * @param {number} value
 * @param {string} [locale]
 */
export const numberIn = (value, locale = "en") =>
  value.toLocaleString(locale, { maximumFractionDigits: 3, useGrouping: false }).replace("-", "\u2212");

/**
 * What the rules answered to a question, in another language.
 *
 * @template Reply
 * @param {Reply} reply
 * @param {Find} find
 * @param {string} locale
 * @returns {Reply}
 */
export const answerIn = (reply, find, locale) => {
  const { ok, value, problem } = /** @type {any} */ (reply);
  if (!ok) return /** @type {any} */ ({ ok, problem: { ...problem, ...problemIn(problem, find, locale) } });
  const told = Array.isArray(value?.systems) ? translated(value, find) : replyIn(value, find, locale);
  return /** @type {any} */ ({ .../** @type {any} */ (reply), value: told });
};

/** "per_5ft" as people write it: "Per 5ft". @param {string} name */
export const titleFrom = (name) => {
  const words = name.replaceAll("_", " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const FORMS = /** @type {const} */ (["zero", "one", "two", "few", "many", "other"]);

/**
 * The word that goes with a number: of "die|dice" the first with 1, in a language of two forms.
 *
 * @param {string} words  one for each of the language's plural forms, in the order of `FORMS`
 * @param {number} value
 * @param {string} locale
 */
const wordWith = (words, value, locale) => {
  const plural = new Intl.PluralRules(locale);
  const { pluralCategories } = plural.resolvedOptions();
  const forms = FORMS.filter((form) => pluralCategories.includes(form));
  return words.split("|")[forms.indexOf(plural.select(value))] ?? "";
};

/**
 * A template with its places filled: `{left} {left:die|dice} left`.
 *
 * @type {(template: string, params: {[name: string]: any}, locale?: string, told?: (text: Text) => string) => string}
 */
export const filled = (template, params, locale = "en", told = ({ text }) => text) =>
  template.replace(/\{(\w+)(?::([^}]*))?\}/g, (_, name, words) => {
    const value = params[name];
    if (words !== undefined) return wordWith(words, value, locale);
    if (typeof value === "number") return numberIn(value, locale);
    if (typeof value === "object" && value !== null) return told(value);
    return String(value ?? "");
  });

/** A copy with each text put through `visit`. @type {(described: Described, visit: Visit) => Described} */
const visited = (described, visit) => {
  const shared = sharedRules(described.systems);
  return {
    ...described,
    table_rules: described.table_rules.map((rule) => visitedRule(rule, visit)),
    systems: described.systems.map((system) => visitedSystem(system, shared, visit)),
  };
};

/** The house rules that all systems have in the same words. @param {readonly SystemEntry[]} systems */
const sharedRules = (systems) => {
  const [first, ...others] = systems;
  const isShared = (/** @type {SystemEntry["house_rules"][number]} */ { id, title, description }) =>
    others.every(({ house_rules }) =>
      house_rules.some((rule) => rule.id === id && rule.title === title && rule.description === description),
    );
  return new Set(others.length > 0 ? first?.house_rules.filter(isShared).map(({ id }) => id) : []);
};

/** @type {(system: SystemEntry, shared: ReadonlySet<string>, visit: Visit) => SystemEntry} */
const visitedSystem = (system, shared, visit) => {
  const schema = (/** @type {string} */ name, /** @type {Part} */ part) =>
    visitedSchema(`${system.id}.${name}`, part, visit);
  return {
    .../** @type {SystemEntry} */ (visitedLabels(system, visit)),
    rules: system.rules.map((rule) => visitedRule(rule, visit)),
    house_rules: system.house_rules.map((rule) => {
      const prefix = `${shared.has(rule.id) ? "table" : system.id}.house.${rule.id}`;
      const json_schema = visitedField(prefix, rule.json_schema, visit);
      return { ...rule, ...titlesOf(prefix, rule, visit), json_schema };
    }),
    character: schema("character", system.character),
    circumstances: schema("circumstances", system.circumstances),
    token_facts: schema("token_facts", system.token_facts),
    acts: system.acts.map((act) => ({
      .../** @type {typeof act} */ (visitedLabels(act, visit)),
      options: schema(`act.${act.id}`, act.options),
    })),
  };
};

/** @type {<Rule extends {number: string, name: string, sentence: string}>(rule: Rule, visit: Visit) => Rule} */
const visitedRule = (rule, visit) => ({
  ...rule,
  name: visit(`rule.${rule.number}.name`, rule.name),
  sentence: visit(`rule.${rule.number}.sentence`, rule.sentence),
});

/** Sentences with keys of their own, wherever they stand. @type {(part: any, visit: Visit) => any} */
const visitedLabels = (part, visit) => {
  if (Array.isArray(part)) return part.map((one) => visitedLabels(one, visit));
  if (typeof part !== "object" || part === null) return part;
  if (typeof part.key === "string" && typeof part.text === "string")
    return { ...part, text: visit(part.key, part.text) };
  return Object.fromEntries(Object.entries(part).map(([name, held]) => [name, visitedLabels(held, visit)]));
};

/** @type {(prefix: string, schema: Part, visit: Visit) => Part} */
const visitedSchema = (prefix, schema, visit) => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      visitedField(`${prefix}.${name}`, field, visit),
    ]),
  ),
});

/** @type {(prefix: string, field: Part, visit: Visit) => Part} */
const visitedField = (prefix, field, visit) => ({
  ...withWords(prefix, field, visit),
  ...titlesOf(prefix, field, visit),
  ...(field.$defs ? { $defs: visitedParts(prefix, field.$defs, visit) } : {}),
});

/** What a list holds that has fields of its own. @type {(prefix: string, parts: Part, visit: Visit) => Part} */
const visitedParts = (prefix, parts, visit) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, visitedSchema(`${prefix}.${name}`, part, visit)]),
  );

/** @type {(prefix: string, part: Part, visit: Visit) => {title?: string, description?: string}} */
const titlesOf = (prefix, { title, description }, visit) => ({
  ...(title ? { title: visit(`${prefix}.title`, title) } : {}),
  ...(description ? { description: visit(`${prefix}.description`, description) } : {}),
});

/** Choices get words beside them, at whatever depth of the schema they stand. @type {(prefix: string, part: any, visit: Visit) => any} */
const withWords = (prefix, part, visit) => {
  if (Array.isArray(part)) return part.map((one) => withWords(prefix, one, visit));
  if (typeof part !== "object" || part === null) return part;
  const inside = Object.fromEntries(
    Object.entries(part).map(([name, held]) => [name, withWords(prefix, held, visit)]),
  );
  const choices = Array.isArray(part.enum) ? part.enum : part.const === undefined ? [] : [part.const];
  const named = choices.filter((/** @type {unknown} */ choice) => typeof choice === "string");
  if (named.length === 0) return inside;
  const words = named.map((/** @type {string} */ choice) => [
    choice,
    visit(`${prefix}.is.${choice}`, part.words?.[choice] ?? titleFrom(choice)),
  ]);
  return { ...inside, words: Object.fromEntries(words) };
};
