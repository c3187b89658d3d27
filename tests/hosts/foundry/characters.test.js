import assert from "node:assert/strict";
import { test } from "node:test";
import { characterOf } from "../../../web/hosts/foundry/characters.js";

test("what was set for this module comes before the sheet, and what neither tells is left out", () => {
  const actor = { system: { move: { value: 12, mod: -2 } } };
  assert.deepEqual(characterOf("d6", "od6s", actor, {}), { move: 10 });
  assert.deepEqual(characterOf("d6", "od6s", actor, { move: 7, running: "3D" }), { move: 7, running: "3D" });
  assert.deepEqual(characterOf("d6", "od6s", null, undefined), {});
  assert.deepEqual(characterOf("contract", "od6s", actor, null), {});
});

test("Shadowrun 5: final values, skills found by key or by name", () => {
  const system = {
    metatype: "elf",
    attributes: { agility: { base: 3, value: 5 }, strength: { value: "4" }, body: { value: 3 } },
    armor: { rating: { value: 9 } },
    limits: { physical: { value: 6 } },
    skills: {
      active: {
        running: { value: 2 },
        x1: { name: "swimming", value: 1 },
        x2: { key: "gymnastics", value: 4 },
      },
    },
  };
  assert.deepEqual(characterOf("sr5", "shadowrun5e", { system }, {}), {
    metatype: "elf",
    agility: 5,
    strength: 4,
    body: 3,
    armour: 9,
    running: 2,
    swimming: 1,
    acrobatics: 4,
    physical_limit: 6,
  });
});

test("Shadowrun 3: what effects add counts, metatype and skill come from items", () => {
  const system = { attributes: { quickness: { value: 5, mod: 2 } } };
  const items = [
    { type: "metatype", name: "Troll", system: { movement: { factor: 3 } } },
    { type: "skill", name: "Athletics", system: { activeSkill: { value: 4 } } },
  ];
  assert.deepEqual(characterOf("sr3", "sr3e", { system, items }, {}), {
    quickness: 7,
    metatype: "troll",
    athletics: 4,
  });
});

test("OpenD6: scores are pips, and a skill that is missing is rolled with its attribute", () => {
  const system = { move: { value: 10 }, attributes: { agi: { score: 8 }, str: { score: 6 } } };
  const items = [{ type: "skill", name: "Running", system: { total: 13 } }];
  const { move, running, swimming, physique, willpower } = characterOf(
    "d6",
    "nonex-ist-od6s",
    { system, items },
    {},
  );
  assert.deepEqual([move, running, swimming, physique, willpower], [10, "4D+1", "2D", "2D", undefined]);
});

test("a sheet without numbers tells nothing", () => {
  const system = { attributes: { agility: { value: "strong" } }, skills: null };
  assert.deepEqual(characterOf("sr5", "shadowrun5e", { system }, {}), {});
});
