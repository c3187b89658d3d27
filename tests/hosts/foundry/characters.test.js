import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldsOf } from "../../../web/core/form-schema.js";
import {
  atPath,
  characterOf,
  charted,
  fitted,
  isReadable,
  isSheetless,
} from "../../../web/hosts/foundry/characters.js";

/** What the rules ask for stands in their schema, in its order. */
const asking = fieldsOf({ properties: { agility: { asked: true }, strength: { asked: true }, armour: {} } });

/** @type {(rules: string, gameSystem: string, actor: any, onToken?: unknown) => object} */
const of = (rules, gameSystem, actor, onToken) => characterOf({ rules, gameSystem, actor, onToken });

test("what was set for this module comes before the sheet, and what neither tells is left out", () => {
  const actor = { system: { move: { value: 12, mod: -2 } } };
  assert.deepEqual(of("d6", "od6s", actor, {}), { move: 10 });
  assert.deepEqual(of("d6", "od6s", actor, { move: 7, running: "3D" }), { move: 7, running: "3D" });
  assert.deepEqual(of("d6", "od6s", null), {});
  assert.deepEqual(of("contract", "od6s", actor, null), {});
  assert.deepEqual([isReadable("d6", "od6s"), isReadable("contract", "od6s")], [true, false]);
});

test("Shadowrun 5: final values, skills found by key or by name", () => {
  const system = {
    metatype: "elf",
    attributes: { agility: { base: 3, value: 5 }, strength: { value: "4" }, body: { value: 3 } },
    armor: { rating: { value: 9 } },
    limits: { physical: { value: 6 } },
    track: { physical: { value: 1 }, stun: { value: 2 } },
    skills: {
      active: {
        running: { value: 2 },
        x1: { name: "Swimming", value: 1 },
        x2: { key: "gymnastics", value: 4 },
        x3: { name: "Free-Fall", value: 5 },
      },
    },
  };
  assert.deepEqual(of("sr5", "shadowrun5e", { system, type: "character" }), {
    metatype: "elf",
    agility: 5,
    strength: 4,
    body: 3,
    armour: 9,
    running: 2,
    swimming: 1,
    acrobatics: 4,
    free_fall: 5,
    physical_limit: 6,
    stun_boxes: 2,
  });
  for (const active of [
    { free_fall: { value: 3 } },
    { x1: { key: "free_fall", value: 3 } },
    { x1: { name: "Free Fall", value: 3 } },
  ])
    assert.deepEqual(of("sr5", "shadowrun5e", { system: { skills: { active } } }), { free_fall: 3 });
  const tall = { system: { height: 1.9 } };
  const numbers = fieldsOf({ properties: { height: { type: "number" } } });
  const byPath = { rules: "sr5", gameSystem: "shadowrun5e", actor: tall, fields: numbers };
  assert.deepEqual(charted({ ...byPath, paths: { height: "system.height" } }).values, { height: 1.9 });
  assert.deepEqual(charted(byPath).values, {}, "this game system has no field of its own for a height");
  const spirit = { system: {}, type: "spirit" };
  const chart = charted({ rules: "sr5", gameSystem: "shadowrun5e", actor: spirit, fields: asking });
  assert.deepEqual([chart.values, chart.missing], [{}, ["agility", "strength"]]);
});

test("Any game: the speeds of game systems that have no rules here", () => {
  const movement = { walk: 30, swim: "15", fly: 0, units: "ft" };
  const dnd5 = { system: { attributes: { movement } } };
  assert.deepEqual(of("custom", "dnd5e", dnd5), { speed: 30, speeds: { swim: 15 } });
  const newer = {
    system: { movement: { speeds: { land: { value: 25 }, climb: { value: 10 }, fly: null } } },
  };
  assert.deepEqual(of("custom", "pf2e", newer), { speed: 25, speeds: { climb: 10 } });
  assert.deepEqual(of("custom", "pf2e", { system: { attributes: { speed: { value: 20 } } } }), { speed: 20 });
  const bare = charted({
    rules: "custom",
    gameSystem: "pf2e",
    actor: { system: {} },
    fields: fieldsOf({ properties: { speed: { asked: true }, bonus: {} } }),
  });
  assert.deepEqual([bare.values, bare.missing], [{}, ["speed"]]);
  assert.deepEqual([isReadable("custom", "dnd5e"), isReadable("custom", "wfrp4e")], [true, false]);
});

test("the rules have no sheet for some types of actors", () => {
  for (const [rules = "", type = "", expected] of /** @type {const} */ ([
    ["sr5", "vehicle", true],
    ["sr5", "sprite", true],
    ["sr3", "mechanical", true],
    ["d6", "starship", true],
    ["d6", "character", false],
    ["contract", "vehicle", false],
  ])) {
    assert.equal(isSheetless(rules, type), expected, `${rules} ${type}`);
  }
});

test("Shadowrun 3: what effects add counts, metatype and skill come from items", () => {
  const system = { attributes: { quickness: { value: 5, mod: 2 } } };
  const items = [
    { type: "metatype", name: "Troll", system: { movement: { factor: 3 } } },
    { type: "skill", name: "Athletics", system: { activeSkill: { value: 4 } } },
  ];
  assert.deepEqual(of("sr3", "sr3e", { system, items }), { quickness: 7, metatype: "troll", athletics: 4 });
  const strange = [{ type: "metatype", name: "Night One", system: {} }];
  assert.deepEqual(of("sr3", "sr3e", { system, items: strange }), { quickness: 7 });
});

test("OpenD6: scores are pips, and a skill that is missing is rolled with its attribute", () => {
  const system = { move: { value: 10 }, attributes: { agi: { score: 8 }, str: { score: 6 } } };
  const items = [{ type: "skill", name: "Running", system: { total: 13 } }];
  const { move, running, swimming, physique, willpower, has_climbing } = /** @type {any} */ (
    of("d6", "nonex-ist-od6s", { system, items })
  );
  assert.deepEqual([move, running, swimming, physique, willpower], [10, "4D+1", "2D", "2D", undefined]);
  assert.equal(has_climbing, undefined);
});

test("OpenD6: a skill that the client has not summed up yet is summed up here, an advanced one without its attribute", () => {
  const system = { move: { value: 10 }, attributes: { str: { score: 6 } } };
  const skill = (/** @type {string} */ name, /** @type {object} */ more) => ({
    type: "skill",
    name,
    system: { base: 4, mod: 1, attribute: "str", ...more },
  });
  const items = [skill("climb/jump", {}), skill("Stamina", { isAdvancedSkill: true })];
  const told = /** @type {any} */ (of("d6", "od6s", { system, items }));
  assert.deepEqual([told.climbing, told.stamina], ["3D+2", "1D+2"]);
  assert.deepEqual([told.has_climbing, told.has_stamina], [true, true]);
});

test("a sheet without numbers tells nothing, and what it should tell is named", () => {
  const system = { attributes: { agility: { value: "strong" } }, skills: null };
  const chart = charted({ rules: "sr5", gameSystem: "shadowrun5e", actor: { system }, fields: asking });
  assert.deepEqual(chart, { values: {}, sources: {}, missing: ["agility", "strength"] });
  const set = charted({
    rules: "sr5",
    gameSystem: "shadowrun5e",
    actor: { system },
    onActor: { agility: 3 },
    onToken: { strength: 2 },
    fields: asking,
  });
  assert.deepEqual(set.missing, []);
  assert.deepEqual(set.sources, { agility: { origin: "actor" }, strength: { origin: "token" } });
});

const fields = fieldsOf({
  properties: {
    dexterity: { type: "integer" },
    load: { type: "string", enum: ["none", "full"] },
    code: { type: "string" },
    stunned: { type: "boolean" },
  },
});

test("paths of a world lead into any sheet, by items too, and what is there is made to fit", () => {
  const actor = {
    system: { dex: { value: "4.5" }, load: "FULL", dice: 3 },
    items: [{ type: "x", name: "Running", system: { on: true } }],
  };
  const paths = {
    dexterity: "system.dex.value",
    load: " system.load",
    code: "system.dice",
    stunned: "items.running.system.on",
  };
  const chart = charted({ rules: "contract", gameSystem: "any", actor, paths, fields });
  assert.deepEqual(chart.values, { dexterity: 4, load: "full", code: "3", stunned: true });
  assert.deepEqual(chart.sources.dexterity, { origin: "path", path: "system.dex.value" });
  const lost = charted({
    rules: "contract",
    gameSystem: "any",
    actor,
    paths: { dexterity: "system.agi", nobody: "system.dex", load: "" },
    fields,
  });
  assert.deepEqual([lost.values, lost.missing], [{}, ["dexterity"]]);
});

test("what does not fit is passed on as it is, for the rules to say what is wrong", () => {
  const [dexterity, load] = fields;
  assert.ok(dexterity && load);
  assert.equal(fitted("many", dexterity), "many");
  assert.equal(fitted("half", load), "half");
  assert.equal(atPath({ system: null }, "system.x.y"), undefined);
  assert.equal(atPath({ system: {} }, "items.Running.system"), undefined);
});
