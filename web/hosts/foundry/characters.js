/**
 * A character's numbers for the rules, from the game system's own sheet and from what was set for this module.
 *
 * What was set here comes first, then the sheet; what neither tells is left out, so that the rules' default stands.
 *
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {import("./surface.js").Item} Item
 * @typedef {{system: unknown, items?: Iterable<Item>} | null} Actor
 */

/** How each rules system reads the sheet of a game system. @type {{[rules: string]: {[gameSystem: string]: (actor: NonNullable<Actor>) => Fields}}} */
const READERS = {
  sr5: { shadowrun5e: (actor) => ofShadowrun5(actor) },
  sr3: { sr3e: (actor) => ofShadowrun3(actor) },
  d6: { "nonex-ist-od6s": (actor) => ofOpenD6(actor), od6s: (actor) => ofOpenD6(actor) },
};

/** @type {(rules: string, gameSystem: string, actor: Actor, set: unknown) => Fields} */
export const characterOf = (rules, gameSystem, actor, set) => {
  const read = READERS[rules]?.[gameSystem];
  const told = actor && read ? read(actor) : {};
  const own = typeof set === "object" && set !== null ? set : {};
  const known = Object.entries({ ...told, ...own }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known);
};

/** @type {(data: unknown, ...path: string[]) => unknown} */
const at = (data, ...path) =>
  path.reduce(
    (part, key) =>
      typeof part === "object" && part !== null ? /** @type {Fields} */ (part)[key] : undefined,
    data,
  );

/** A whole number, also where a sheet keeps it as text; undefined for anything else. @type {(value: unknown) => number | undefined} */
const whole = (value) => {
  const read = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof read === "number" && Number.isFinite(read) ? Math.trunc(read) : undefined;
};

/** @type {(actor: NonNullable<Actor>) => Fields} */
const ofShadowrun5 = ({ system }) => {
  const attribute = (/** @type {string} */ name) => whole(at(system, "attributes", name, "value"));
  // The key of a skill may be the id of an item: its name is looked for inside.
  const skills = Object.entries(/** @type {object} */ (at(system, "skills", "active") ?? {}));
  const skill = (/** @type {string} */ name) => {
    const found = skills.find(
      ([key, entry]) => key === name || at(entry, "key") === name || at(entry, "name") === name,
    );
    return whole(at(found?.[1], "value"));
  };
  return {
    metatype: at(system, "metatype"),
    agility: attribute("agility"),
    strength: attribute("strength"),
    body: attribute("body"),
    armour: whole(at(system, "armor", "rating", "value")),
    running: skill("running"),
    swimming: skill("swimming"),
    acrobatics: skill("gymnastics"),
    physical_limit: whole(at(system, "limits", "physical", "value")),
  };
};

/** @type {(actor: NonNullable<Actor>) => Fields} */
const ofShadowrun3 = ({ system, items = [] }) => {
  const all = [...items];
  const quickness = at(system, "attributes", "quickness");
  const value = whole(at(quickness, "value"));
  const athletics = all.find(({ type, name }) => type === "skill" && name.toLowerCase() === "athletics");
  return {
    quickness: value === undefined ? undefined : value + (whole(at(quickness, "mod")) ?? 0),
    metatype: all.find(({ type }) => type === "metatype")?.name.toLowerCase(),
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
const ofOpenD6 = ({ system, items = [] }) => {
  const skills = [...items].filter(({ type }) => type === "skill");
  const score = (/** @type {string} */ attribute) => whole(at(system, "attributes", attribute, "score"));
  const skill = (/** @type {string} */ name, /** @type {string} */ attribute) =>
    dice(whole(at(skills.find((item) => item.name === name)?.system, "total")) ?? score(attribute));
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
  };
};
