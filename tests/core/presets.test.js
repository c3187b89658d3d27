/** Which preset house rules are nearest to, and where they differ from it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestPreset } from "../../web/core/presets.js";

/** @type {(id: string, values: object) => any} */
const preset = (id, values) => ({ id, label: { text: id }, help: { text: id }, values });
/** @type {(id: string, usual: unknown) => any} */
const rule = (id, usual) => ({ id, default: usual, json_schema: {} });

const SYSTEM = {
  house_rules: [rule("cost", "complex"), rule("turns", null), rule("cap", false), rule("run_up", 5)],
  presets: [
    preset("as_edited", {}),
    preset("core_book", { cost: "simple", turns: 3, cap: true }),
    preset("old", { cost: "none" }),
  ],
};

/** @type {(values: {[rule: string]: unknown}) => unknown} */
const told = (values) => {
  const nearest = nearestPreset(SYSTEM, values);
  return nearest && [nearest.preset.id, nearest.differs];
};

test("without any house rule the first one is played, and so with each at its default", () => {
  assert.deepEqual(told({}), ["as_edited", []]);
  assert.deepEqual(told({ cost: "complex", turns: null, cap: false, run_up: 5 }), ["as_edited", []]);
});

test("a preset is played when all that it names is so and all else is at its default", () => {
  assert.deepEqual(told({ cost: "simple", turns: 3, cap: true }), ["core_book", []]);
  assert.deepEqual(told({ cost: "none", run_up: 5 }), ["old", []]);
});

test("else the nearest one is told, with each place where it differs, in the order of the form", () => {
  assert.deepEqual(told({ run_up: 4, cost: "simple", turns: 3, cap: true }), ["core_book", ["run_up"]]);
  assert.deepEqual(told({ cost: "simple", turns: 2, cap: true, run_up: 4 }), [
    "core_book",
    ["turns", "run_up"],
  ]);
  assert.deepEqual(told({ cost: "bonus" }), ["as_edited", ["cost"]]);
});

test("of two that are as near the earlier one is told", () => {
  assert.deepEqual(told({ cost: "bonus", turns: 3 }), ["as_edited", ["cost", "turns"]]);
});

test("a value that is left empty is no default", () => {
  const system = { house_rules: [rule("far", 5)], presets: [preset("as_written", {})] };
  assert.deepEqual(nearestPreset(system, { far: null })?.differs, ["far"]);
  assert.deepEqual(nearestPreset(system, { far: undefined })?.differs, []);
});

test("a game that is only sketched has none", () => {
  assert.equal(nearestPreset({ house_rules: [], presets: [] }, {}), null);
});
