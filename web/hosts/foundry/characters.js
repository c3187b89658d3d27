/**
 * A character's numbers for the rules, and where each of them comes from.
 *
 * What was set for this module comes first, then the paths that this world names, then the game system's own sheet;
 * what none of them tells is left out, so that the rules' default stands.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { Item } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {{system: unknown, type?: string, items?: Iterable<Item>} | null} Actor
 * @typedef {"token" | "actor" | "path" | "sheet"} Origin
 * @typedef {{origin: Origin, path?: string}} Source
 *
 * @typedef {object} Sheet  All that may tell of a character.
 * @property {string} rules  the id of the rules
 * @property {string} gameSystem
 * @property {Actor} actor
 * @property {unknown} [onToken]  what was set for this module on the token
 * @property {unknown} [onActor]  and on the actor
 * @property {{[field: string]: string}} [paths]  of this world, by field
 * @property {readonly Field[]} [fields]  of the rules' sheet, for what paths lead to
 *
 * @typedef {object} Charted
 * @property {Fields} values
 * @property {{[field: string]: Source}} sources
 * @property {string[]} missing  what the game system's sheet or a path should tell, and does not
 */

/** How each rules system reads the sheet of a game system. @type {{[rules: string]: {[gameSystem: string]: (actor: NonNullable<Actor>) => Fields}}} */
const READERS = {
  sr5: { shadowrun5e: (actor) => ofShadowrun5(actor) },
  sr3: { sr3e: (actor) => ofShadowrun3(actor) },
  custom: { dnd5e: (actor) => ofDnd5(actor), pf2e: (actor) => ofPf2(actor) },
  d6: { "nonex-ist-od6s": (actor) => ofOpenD6(actor), od6s: (actor) => ofOpenD6(actor) },
};

/** The presets by which game systems play that play by the book; else the first one. @type {{[gameSystem: string]: string}} */
const BY_THE_BOOK = { shadowrun5e: "core_book", dnd5e: "dash", pf2e: "three_actions" };

/** The rules that go by the sheets of a game system, of one that no rules know, those for any game; and the preset that fits it. @type {(gameSystem: string) => {rules: string, preset: string}} */
export const proposedFor = (gameSystem) => ({
  rules: Object.keys(READERS).find((rules) => READERS[rules]?.[gameSystem]) ?? "custom",
  preset: BY_THE_BOOK[gameSystem] ?? "",
});

/** Types of actors that the rules have no sheet for. @type {{[rules: string]: readonly string[]}} */
const SHEETLESS = {
  sr5: ["vehicle", "ic", "sprite"],
  sr3: ["mechanical", "broadcaster", "gamemasterscreen"],
  d6: ["vehicle", "starship", "container"],
};

/** Whether the rules have no sheet for actors of a type. @type {(rules: string, type: string) => boolean} */
export const isSheetless = (rules, type) => SHEETLESS[rules]?.includes(type) ?? false;

/** Whether this module knows the sheets of a game system. @type {(rules: string, gameSystem: string) => boolean} */
export const isReadable = (rules, gameSystem) => READERS[rules]?.[gameSystem] !== undefined;

/** What the rules ask for: all else may well be absent. @type {(fields: readonly Field[]) => string[]} */
const asked = (fields) => fields.filter(({ isAsked }) => isAsked).map(({ name }) => name);

/** @type {(sheet: Sheet) => Charted} */
export const charted = ({ rules, gameSystem, actor, onToken, onActor, paths = {}, fields = [] }) => {
  const read = READERS[rules]?.[gameSystem];
  const told = actor && read ? known(read(actor)) : {};
  const missing = actor && read ? asked(fields).filter((field) => !(field in told)) : [];
  /** @type {Charted} */
  const chart = { values: {}, sources: {}, missing: [] };
  const add = (/** @type {Fields} */ values, /** @type {Origin} */ origin) => {
    for (const [field, value] of Object.entries(values)) {
      chart.values[field] = value;
      chart.sources[field] = { origin };
    }
  };
  add(told, "sheet");
  for (const [name, path] of Object.entries(paths)) {
    const field = fields.find((one) => one.name === name);
    if (!actor || !path || !field) continue;
    const found = atPath(actor, path);
    if (found === undefined || found === null) missing.push(name);
    else {
      chart.values[name] = fitted(found, field);
      chart.sources[name] = { origin: "path", path };
    }
  }
  add(known(onActor), "actor");
  add(known(onToken), "token");
  const isTold = (/** @type {string} */ field) => field in chart.values;
  return { ...chart, missing: [...new Set(missing)].filter((field) => !isTold(field)) };
};

/** @type {(sheet: Sheet) => Fields} */
export const characterOf = (sheet) => charted(sheet).values;

/** What is really there. @param {unknown} told @returns {Fields} */
const known = (told) =>
  typeof told === "object" && told !== null
    ? Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
    : {};

/**
 * What stands at a path of an actor, `system.attributes.move.value`; in an item by its name, `items.Running.system.value`.
 *
 * @type {(actor: NonNullable<Actor>, path: string) => unknown}
 */
export const atPath = (actor, path) => {
  const [first = "", ...rest] = path.trim().split(".");
  if (first !== "items") return at(actor, first, ...rest);
  const [name = "", ...inside] = rest;
  return at(itemCalled(actor, name), ...inside);
};

/** A found value as its field takes it, as far as that is plain; the rules say what they think of anything else. @type {(found: unknown, field: Field) => unknown} */
export const fitted = (found, { kind, isWhole, choices }) => {
  if (kind === "number" || kind === "either") {
    const read = typeof found === "string" && found.trim() !== "" ? Number(found) : found;
    if (typeof read !== "number" || !Number.isFinite(read)) return found;
    return isWhole ? Math.trunc(read) : read;
  }
  if (kind === "choice" && typeof found === "string") {
    const word = found.trim().toLowerCase();
    return choices.find((choice) => String(choice).toLowerCase() === word) ?? found;
  }
  if (kind === "text" && typeof found === "number") return String(found);
  return found;
};

/** @type {(data: unknown, ...path: string[]) => unknown} */
const at = (data, ...path) =>
  path.reduce(
    (part, key) =>
      typeof part === "object" && part !== null ? /** @type {Fields} */ (part)[key] : undefined,
    data,
  );

/** @type {(actor: NonNullable<Actor>, name: string, type?: string) => Item | undefined} */
const itemCalled = ({ items = [] }, name, type) =>
  [...items].find(
    (item) => (type === undefined || item.type === type) && item.name.toLowerCase() === name.toLowerCase(),
  );

/** A whole number, also where a sheet keeps it as text; undefined for anything else. @type {(value: unknown) => number | undefined} */
const whole = (value) => {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? Math.trunc(read) : undefined;
};

const METATYPES = ["human", "dwarf", "elf", "ork", "troll"];

/** A metatype that the rules have a word for. @param {unknown} name */
const metatype = (name) => METATYPES.find((known) => known === String(name).toLowerCase());

/** A skill's name as the key that it has where it came with the game system: free_fall for Free-Fall. @param {unknown} name */
const keyOf = (name) =>
  String(name)
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

/** A character's height is kept nowhere on this sheet: it is set for this module, or by a path. @type {(actor: NonNullable<Actor>) => Fields} */
const ofShadowrun5 = ({ system }) => {
  const attribute = (/** @type {string} */ name) => whole(at(system, "attributes", name, "value"));
  // The key of a skill may be the id of an item: its name is looked for inside.
  const skills = Object.entries(/** @type {object} */ (at(system, "skills", "active") ?? {}));
  const skill = (/** @type {string} */ name) => {
    const found = skills.find(([key, entry]) =>
      [key, at(entry, "key"), at(entry, "name")].some((one) => keyOf(one) === name),
    );
    return whole(at(found?.[1], "value"));
  };
  return {
    metatype: metatype(at(system, "metatype")),
    agility: attribute("agility"),
    strength: attribute("strength"),
    body: attribute("body"),
    armour: whole(at(system, "armor", "rating", "value")),
    running: skill("running"),
    swimming: skill("swimming"),
    acrobatics: skill("gymnastics"),
    free_fall: skill("free_fall"),
    physical_limit: whole(at(system, "limits", "physical", "value")),
    stun_boxes: whole(at(system, "track", "stun", "value")),
  };
};

/** @type {(actor: NonNullable<Actor>) => Fields} */
const ofShadowrun3 = (actor) => {
  const quickness = at(actor.system, "attributes", "quickness");
  const value = whole(at(quickness, "value"));
  const athletics = itemCalled(actor, "athletics", "skill");
  const kind = [...(actor.items ?? [])].find(({ type }) => type === "metatype");
  return {
    quickness: value === undefined ? undefined : value + (whole(at(quickness, "mod")) ?? 0),
    metatype: metatype(kind?.name),
    athletics: whole(at(athletics?.system, "activeSkill", "value")),
  };
};

const PIPS_PER_DIE = 3;

/** Dice and pips, as the sheet counts them in pips alone. @type {(pips: number | undefined) => string | undefined} */
const dice = (pips) => {
  if (pips === undefined) return undefined;
  const rest = pips % PIPS_PER_DIE;
  return `${Math.trunc(pips / PIPS_PER_DIE)}D${rest > 0 ? `+${rest}` : ""}`;
};

/** @type {(actor: NonNullable<Actor>) => Fields} */
const ofOpenD6 = (actor) => {
  const { system } = actor;
  const score = (/** @type {string} */ attribute) => whole(at(system, "attributes", attribute, "score"));
  const has = (/** @type {string} */ name) => itemCalled(actor, name, "skill") !== undefined;
  const skill = (/** @type {string} */ name, /** @type {string} */ attribute) =>
    dice(skillScore(itemCalled(actor, name, "skill"), score) ?? score(attribute));
  const move = whole(at(system, "move", "value"));
  return {
    move: move === undefined ? undefined : move + (whole(at(system, "move", "mod")) ?? 0),
    running: skill("Running", "agi"),
    climbing: skill("Climb/Jump", "str"),
    jumping: skill("Climb/Jump", "str"),
    swimming: skill("Swim", "str"),
    stamina: skill("Stamina", "str"),
    willpower: skill("Willpower", "kno"),
    physique: dice(score("str")),
    ...(has("Climb/Jump") ? { has_climbing: true } : {}),
    ...(has("Stamina") ? { has_stamina: true } : {}),
  };
};

/** Speeds that there are, by the rules' names of the ways; where all are missing, the field is left out. @type {(found: {[way: string]: number | undefined}) => Fields} */
const speedsOf = (found) => {
  const speeds = Object.fromEntries(Object.entries(found).filter(([, speed]) => speed));
  return Object.keys(speeds).length > 0 ? { speeds } : {};
};

/** The ways of moving that these sheets have a speed for, beside walking. */
const WAYS = ["climb", "swim", "fly", "burrow"];

/** @type {(actor: NonNullable<Actor>) => Fields} */
const ofDnd5 = ({ system }) => {
  const movement = at(system, "attributes", "movement");
  const ways = Object.fromEntries(WAYS.map((way) => [way, whole(at(movement, way))]));
  return { speed: whole(at(movement, "walk")), ...speedsOf(ways) };
};

/** Newer sheets keep speeds under movement, older ones the walking speed alone under attributes. @type {(actor: NonNullable<Actor>) => Fields} */
const ofPf2 = ({ system }) => {
  const speed = (/** @type {string} */ way) => whole(at(system, "movement", "speeds", way, "value"));
  const ways = Object.fromEntries(WAYS.map((way) => [way, speed(way)]));
  return { speed: speed("land") ?? whole(at(system, "attributes", "speed", "value")), ...speedsOf(ways) };
};

/** A skill with its attribute, in pips: the sum is there only once the client has prepared it. @type {(item: Item | undefined, score: (attribute: string) => number | undefined) => number | undefined} */
const skillScore = (item, score) => {
  if (!item) return undefined;
  const total = whole(at(item.system, "total"));
  if (total !== undefined) return total;
  const own = (whole(at(item.system, "base")) ?? 0) + (whole(at(item.system, "mod")) ?? 0);
  const isAdvanced = at(item.system, "isAdvancedSkill") === true;
  return isAdvanced ? own : own + (score(String(at(item.system, "attribute"))) ?? 0);
};
