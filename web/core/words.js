/**
 * The words that pages of ours have in common: of verdicts, amounts, forms. English, until another language is spoken.
 *
 * What the rules say comes from the core, see `translation.js`.
 *
 * @typedef {keyof typeof ENGLISH} Word
 */

import { filled } from "./translation.js";
import ENGLISH from "./words/en.json" with { type: "json" };

/** @type {{locale: string, table: {[key: string]: string}}} */
let spoken = { locale: "en", table: ENGLISH };

/**
 * Speak another language from now on; what has been drawn stays as it is.
 *
 * @param {string} locale
 * @param {{[key: string]: string}} table  as `words/en.json`
 */
export const speak = (locale, table) => {
  spoken = { locale, table };
};

/** Some games have words of their own for what others call otherwise. */
let game = "";

/** Speak of a game from now on. @param {string} system */
export const speakOf = (system) => {
  game = system;
};

/** In which language numbers are written. */
export const locale = () => spoken.locale;

/** @type {(key: Word, data?: {[name: string]: unknown}) => string} */
export const word = (key, data = {}) => filled(spoken.table[key] ?? ENGLISH[key], data, spoken.locale);

/** A word that there may be none for, as the game has it. @type {(key: string) => string | undefined} */
export const wordFor = (key) => spoken.table[`${key}.${game}`] ?? spoken.table[key];
