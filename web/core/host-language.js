/**
 * In which language a host's page speaks that has no choice of its own: the first that the browser prefers and that there is.
 *
 * Everything rides in the page: its own words, those that all pages have in common, and those of the rules.
 *
 * @import { DescribeValue } from "./protocol.js"
 * @typedef {{[key: string]: string}} Table
 */

import GERMAN_RULES from "./languages/de.json" with { type: "json" };
import { answerIn, filled, translated } from "./translation.js";
import GERMAN_WORDS from "./words/de.json" with { type: "json" };
import { speak } from "./words.js";

/** @type {{[language: string]: {words: Table, rules: Table}}} */
const OTHERS = { de: { words: GERMAN_WORDS, rules: GERMAN_RULES } };

/** @param {readonly string[]} preferred  as a browser tells it, such as "de-AT" */
export const spokenOf = (preferred) =>
  preferred.map((one) => one.slice(0, 2)).find((one) => one === "en" || Object.hasOwn(OTHERS, one)) ?? "en";

/**
 * @template {Table} English
 * @param {{en: English} & {[language: string]: Table}} tables  the host's own words
 * @param {readonly string[]} [preferred]
 */
export const createLanguage = (tables, preferred = globalThis.navigator?.languages ?? []) => {
  const language = spokenOf(preferred);
  const other = OTHERS[language];
  const own = tables[language] ?? {};
  if (other) speak(language, other.words);

  /** @type {(key: string) => string | undefined} */
  const find = (key) => other?.rules[key];

  return {
    language,

    /** @type {(key: keyof English & string, data?: {[name: string]: unknown}) => string} */
    say: (key, data = {}) => filled(own[key] ?? tables.en[key] ?? key, data, language),

    /**
     * What the rules answered, in this language.
     *
     * @template Reply
     * @param {Reply} reply
     * @returns {Reply}
     */
    inWords: (reply) => (other ? answerIn(reply, find, language) : reply),

    /** What the rules tell of themselves. @type {(told: DescribeValue) => DescribeValue} */
    described: (told) => (other ? translated(told, find) : told),
  };
};
