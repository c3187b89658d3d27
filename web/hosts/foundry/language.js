/**
 * The client's language: this module's own words, and what the rules say in them.
 */

import ENGLISH from "../../core/words/en.json" with { type: "json" };
import { speak } from "../../core/words.js";
import { host } from "./host.js";
import { createWords } from "./words.js";

/** @type {(key: string, data?: {[name: string]: unknown}) => string} */
export const say = (key, data = {}) => host.game.i18n.format(`FOOTWORK.${key}`, data);
export const words = createWords({
  has: (key) => host.game.i18n.has(key),
  localize: (key) => host.game.i18n.localize(key),
  format: (key, data = {}) => host.game.i18n.format(key, data),
});

/** Speak it also in what all pages have in common. Dots in keys would make nested objects of them. */
export const speakClients = () => {
  const { i18n } = host.game;
  const told = Object.keys(ENGLISH).map((key) => [
    key,
    i18n.localize(`FOOTWORK.words.${key.replaceAll(".", "-")}`),
  ]);
  speak(i18n.lang, Object.fromEntries(told));
};
