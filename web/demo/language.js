/**
 * In which language the page speaks: its own words, those of the scenes, and what the rules say.
 *
 * English is always there. Another language is one file, `languages/<language>.json` beside the page, which is put together
 * when the demo is built: the page's words, those that all pages have in common, and those of the rules.
 *
 * @typedef {keyof typeof ENGLISH} Key
 * @typedef {{[key: string]: string}} Words
 * @typedef {{page: Words, words: Words, rules: Words}} Tables
 */

import { possessive } from "../core/texts.js";
import { answerIn, filled } from "../core/translation.js";
import { locale, speak } from "../core/words.js";
import ENGLISH from "./languages/en.json" with { type: "json" };

/** The languages that there are, in their own words. */
export const LANGUAGES = /** @type {const} */ ({ en: "English", de: "Deutsch" });

/** @typedef {keyof typeof LANGUAGES} Language */

const KEPT = "footwork.demo.language";

/** @type {Tables} */
let spoken = { page: ENGLISH, words: {}, rules: {} };

/** Words of the page. @type {(key: Key, data?: {[name: string]: unknown}) => string} */
export const say = (key, data = {}) => filled(spoken.page[key] ?? ENGLISH[key], data, locale());

/** A name, and that whose something is. @type {(name: string) => {name: string, whose: string}} */
export const whose = (name) => ({ name, whose: possessive(name) });

/** A name of a scene of the page in the language that is spoken; others are names of somebody's own. @type {(name: string) => string} */
export const nameSaid = (name) => {
  const [, plain = "", number = ""] = /^(.*?)( \d+)?$/.exec(name) ?? [];
  return (spoken.page[`name.${plain}`] ?? plain) + number;
};

/**
 * Which language a visitor wants: what the address asks for, else what was chosen here, else the first that the browser prefers.
 *
 * @type {(query: string, kept: string | null, preferred: readonly string[]) => Language}
 */
export const wantedLanguage = (query, kept, preferred) => {
  const wanted = [new URLSearchParams(query).get("lang"), kept, ...preferred.map((one) => one.slice(0, 2))];
  const known = /** @type {Language[]} */ (Object.keys(LANGUAGES));
  return wanted.flatMap((one) => known.find((language) => language === one) ?? [])[0] ?? "en";
};

/** The language that is spoken now. */
export const language = () => /** @type {Language} */ (locale());

/** Speak what the visitor wants; English where that cannot be fetched. */
export const openLanguage = async () => {
  const wanted = wantedLanguage(location.search, keptLanguage(), navigator.languages);
  if (wanted !== "en") {
    try {
      const reply = await fetch(new URL(`./languages/${wanted}.json`, document.baseURI));
      use(wanted, await reply.json());
    } catch {
      // Without its words the page is none the worse in English.
    }
  }
  document.documentElement.lang = language();
  if (language() !== "en") sayIn(document);
};

/** @type {(language: Language, tables: Tables) => void} */
export const use = (language, tables) => {
  spoken = tables;
  speak(language, tables.words);
};

/** What stands in the page from the first, in other words. @param {Document} page */
const sayIn = (page) => {
  for (const element of page.querySelectorAll("[data-say]"))
    element.textContent = say(/** @type {Key} */ (element.getAttribute("data-say")));
  for (const element of page.querySelectorAll("[data-say-label]"))
    element.setAttribute("aria-label", say(/** @type {Key} */ (element.getAttribute("data-say-label"))));
};

/** The language after this one, for a switch. @returns {Language} */
export const otherLanguage = () => {
  const all = /** @type {Language[]} */ (Object.keys(LANGUAGES));
  return all[(all.indexOf(language()) + 1) % all.length] ?? "en";
};

/** Speak another language: the page is opened anew in it, with the game that is kept. @param {Language} chosen */
export const choose = (chosen) => {
  try {
    localStorage.setItem(KEPT, chosen);
  } catch {
    // Storage may be forbidden; then the address keeps it.
  }
  const address = new URL(location.href);
  address.searchParams.set("lang", chosen);
  location.assign(address);
};

const keptLanguage = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
};

/** @type {(key: string) => string | undefined} */
const find = (key) => spoken.rules[key];

/**
 * What the rules answered, in the language that is spoken.
 *
 * @template Reply
 * @param {Reply} reply
 * @returns {Reply}
 */
export const inWords = (reply) => (language() === "en" ? reply : answerIn(reply, find, language()));
