/**
 * The client's language: this module's own words, and what the rules say in them.
 */

import { host } from "./host.js";
import { createWords } from "./words.js";

/** @type {(key: string, data?: {[name: string]: unknown}) => string} */
export const say = (key, data = {}) => host.game.i18n.format(`FOOTWORK.${key}`, data);
export const words = createWords({
  has: (key) => host.game.i18n.has(key),
  localize: (key) => host.game.i18n.localize(key),
  format: (key, data = {}) => host.game.i18n.format(key, data),
});
