/** The settings of this module; house rules and paths into sheets have forms of their own. */

import { host, ID } from "./host.js";

export const ENFORCEMENTS = ["inform", "confirm", "block", "closed"];
const PALETTES = ["standard", "colourBlind", "blueYellow", "contrast"];
const OUT_OF_TURN = ["free", "ask", "refuse"];
const WHEN = ["always", "fights"];
const REACH = ["selected", "dragged", "off"];
const LOOKS = ["outline", "bare", "tinted", "patterns"];
const UNDONE_ROLLS = ["stay", "ask", "anew"];

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
 * Register all settings.
 *
 * @param {readonly {id: string, title: string}[]} systems
 * @param {{redraw: () => void, play: () => void}} changed  what is shown; what is played
 */
export const registerSettings = (systems, { redraw, play }) => {
  const world = { scope: "world" };
  const client = { scope: "client", onChange: redraw };
  const titles = Object.fromEntries(systems.map(({ id, title }) => [id, title]));
  const games = { none: text("system.none"), ...titles };
  register("system", { ...world, type: String, choices: games, default: "none", onChange: play });
  const levels = choices("enforcement", ENFORCEMENTS);
  register("enforcement", { ...world, type: String, choices: levels, default: "inform" });
  register("when", {
    ...world,
    type: String,
    choices: choices("when", WHEN),
    default: "always",
    onChange: redraw,
  });
  const turns = choices("outOfTurn", OUT_OF_TURN);
  register("outOfTurn", { ...world, type: String, choices: turns, default: "free" });
  const undone = choices("undoneRolls", UNDONE_ROLLS);
  register("undoneRolls", { ...world, type: String, choices: undone, default: "stay" });
  register("effects", { ...world, type: Boolean, default: true });
  host.game.settings.register(ID, "welcomed", { ...world, config: false, type: Boolean, default: false });
  // Only GMs can write settings of the world.
  host.game.settings.register(ID, "exempt", {
    ...world,
    config: false,
    type: Object,
    default: {},
    onChange: redraw,
  });
  // How many seconds a move waits for the rules; whoever has a slow table sets it by a macro.
  host.game.settings.register(ID, "timeout", { ...world, config: false, type: Number, default: 2 });
  register("palette", {
    ...client,
    type: String,
    choices: choices("palette", PALETTES),
    default: "standard",
  });
  register("reach", { ...client, type: String, choices: choices("reach", REACH), default: "selected" });
  register("looks", { ...client, type: String, choices: choices("looks", LOOKS), default: "outline" });
  register("ways", { ...client, type: Boolean, default: false });
  const kept = { scope: "client", config: false };
  host.game.settings.register(ID, "toldMissing", { ...kept, type: Object, default: {} });
  // Made by forms of their own.
  for (const key of ["houseRules", "paths"])
    host.game.settings.register(ID, key, {
      ...world,
      config: false,
      type: Object,
      default: {},
      onChange: redraw,
    });
};

/** Forms of settings that open from the page of settings; for GMs. @type {(key: string, icon: string, type: object) => void} */
export const registerMenu = (key, icon, type) =>
  host.game.settings.registerMenu(ID, key, {
    name: text(`${key}.name`),
    label: text(`${key}.label`),
    hint: text(`${key}.hint`),
    icon,
    type,
    restricted: true,
  });

/** What was set for the rules of one game, by field. @type {(key: "houseRules" | "paths", system: string) => {[field: string]: any}} */
export const keptFor = (key, system) => host.game.settings.get(ID, key)[system] ?? {};

/** @type {(key: "houseRules" | "paths", system: string, values: {[field: string]: unknown}) => Promise<unknown>} */
export const keepFor = (key, system, values) =>
  host.game.settings.set(ID, key, { ...host.game.settings.get(ID, key), [system]: values });

/** The house rules of a table, those that differ from the usual. @param {{id: string}} system */
export const houseRulesOf = ({ id }) => keptFor("houseRules", id);

/** Whether a move that the rules cannot judge is refused. */
export const failsClosed = () => host.game.settings.get(ID, "enforcement") === "closed";

/** What happens to a move that the rules refuse. @returns {"inform" | "confirm" | "block"} */
export const enforcement = () => (failsClosed() ? "block" : host.game.settings.get(ID, "enforcement"));
