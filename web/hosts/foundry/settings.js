/**
 * The settings of this module; those of house rules are made from what the rules themselves tell of each.
 *
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {import("../../core/protocol.js").HouseRuleEntry} HouseRule
 * @typedef {{enum?: unknown[], type?: string, anyOf?: {type?: string}[]}} Schema
 */

import { host, ID } from "./host.js";

const ENFORCEMENTS = ["inform", "confirm", "block"];
const PALETTES = ["standard", "colourBlind"];

/** @type {(key: string) => string} */
const text = (key) => `FOOTWORK.settings.${key}`;

/** @type {(key: string, setting: object) => void} */
const register = (key, setting) =>
  host.game.settings.register(ID, key, {
    name: text(`${key}.name`),
    hint: text(`${key}.hint`),
    config: true,
    ...setting,
  });

/** @type {(key: string, values: string[]) => {[value: string]: string}} */
const choices = (key, values) => Object.fromEntries(values.map((value) => [value, text(`${key}.${value}`)]));

/**
 * Register all settings; of house rules only those of the chosen system.
 *
 * @param {readonly SystemEntry[]} systems
 * @param {() => void} redraw
 */
export const registerSettings = (systems, redraw) => {
  const world = { scope: "world" };
  const client = { scope: "client", onChange: redraw };
  const titles = Object.fromEntries(systems.map(({ id, title }) => [id, title]));
  const games = { none: text("system.none"), ...titles };
  register("system", { ...world, type: String, choices: games, default: "none", requiresReload: true });
  const levels = choices("enforcement", ENFORCEMENTS);
  register("enforcement", { ...world, type: String, choices: levels, default: "confirm" });
  const range = { min: 0.5, max: 10, step: 0.5 };
  register("patience", { ...world, type: Number, range, default: 2 });
  register("palette", {
    ...client,
    type: String,
    choices: choices("palette", PALETTES),
    default: "standard",
  });
  register("hatched", { ...client, type: Boolean, default: true });
  register("overlay", { ...client, type: Boolean, default: true });
  register("ways", { ...client, type: Boolean, default: false });
  const chosen = systems.find(({ id }) => id === host.game.settings.get(ID, "system"));
  for (const rule of inOrder(chosen?.house_rules ?? []))
    registerHouseRule(/** @type {SystemEntry} */ (chosen), rule);
  return chosen ?? null;
};

/** Those that every table has to decide come first. @param {readonly HouseRule[]} rules */
const inOrder = (rules) => [...rules].sort((one, other) => Number(other.required) - Number(one.required));

/** @type {(system: SystemEntry, rule: HouseRule) => void} */
const registerHouseRule = (system, rule) => {
  const { title, description, rules } = rule;
  const hint = `${description} (${rules.join(", ")})`;
  const key = keyOf(system, rule);
  register(key, { name: title, hint, scope: "world", ...kindOf(rule) });
};

/** @type {(system: SystemEntry, rule: HouseRule) => string} */
const keyOf = (system, { id }) => `${system.id}-${id}`;

/**
 * How a switch is asked for. What may be nothing at all is a text, empty for nothing.
 *
 * @param {HouseRule} rule
 */
export const kindOf = ({ json_schema, default: value }) => {
  const schema = /** @type {Schema} */ (json_schema);
  if (schema.enum) {
    const options = Object.fromEntries(schema.enum.map((option) => [String(option), String(option)]));
    return { type: String, choices: options, default: String(value) };
  }
  if (schema.type === "boolean") return { type: Boolean, default: value };
  if (schema.anyOf) return { type: String, default: value === null ? "" : String(value) };
  return { type: schema.type === "string" ? String : Number, default: value };
};

/**
 * A switch as the rules take it, from how it is kept here.
 *
 * @param {HouseRule} rule
 * @param {unknown} kept
 */
export const switchOf = ({ json_schema }, kept) => {
  const schema = /** @type {Schema} */ (json_schema);
  if (schema.enum) return schema.enum.find((option) => String(option) === kept) ?? kept;
  if (!schema.anyOf) return kept;
  if (kept === "") return null;
  const read = Number(kept);
  // What is no number is sent as it is: the rules say what is wrong with it.
  return Number.isFinite(read) ? read : kept;
};

/** @param {SystemEntry} system */
export const houseRulesOf = (system) =>
  Object.fromEntries(
    system.house_rules.map((rule) => [
      rule.id,
      switchOf(rule, host.game.settings.get(ID, keyOf(system, rule))),
    ]),
  );
