import assert from "node:assert/strict";
import { test } from "node:test";
import { numberIn, problemIn, textsOf, toldIn, translated } from "../../web/core/translation.js";

const rule = (/** @type {string} */ title) => ({
  id: "overlap",
  title,
  description: "Which counts.",
  json_schema: { title, enum: ["worst", "sum"], default: "worst" },
});

/** @type {(id: string, house: object[]) => any} */
const system = (id, house) => ({
  id,
  title: id,
  modes: [{ id: "ground", label: { key: `${id}.mode.ground`, params: {}, text: "On foot" } }],
  acts: [
    {
      id: "rest",
      label: { key: `${id}.act.rest`, params: {}, text: "Rest" },
      options: { properties: { long: { title: "Long", anyOf: [{ enum: ["very", 3] }, { type: "null" }] } } },
    },
  ],
  rules: [{ number: "A-01", name: "One", sentence: "It is so." }],
  house_rules: house,
  character: { properties: { load: { title: "Load", description: "What is carried." } } },
  circumstances: { properties: {} },
  token_facts: {},
  texts: { [`${id}.free`]: "Free, {limit} ft" },
});

/** @type {any} */
const described = {
  v: 1,
  systems: [
    system("one", [rule("Overlap")]),
    system("two", [rule("Overlap"), { ...rule("Own"), id: "own" }]),
  ],
  table_rules: [{ number: "MAP-01", name: "Walls", sentence: "No way." }],
  texts: { "table.wall": "A wall." },
};

test("all that is told has a key, and what all games share has one for all", () => {
  const texts = textsOf(described);
  assert.equal(texts["table.house.overlap.title"], "Overlap");
  assert.equal(texts["table.house.overlap.is.worst"], "Worst");
  assert.equal(texts["two.house.own.description"], "Which counts.");
  assert.equal(texts["one.act.rest.long.is.very"], "Very");
  assert.equal(texts["one.character.load.description"], "What is carried.");
  assert.equal(texts["rule.A-01.sentence"], "It is so.");
  assert.deepEqual(
    [texts["one.free"], texts["table.wall"], texts["two.mode.ground"]],
    ["Free, {limit} ft", "A wall.", "On foot"],
  );
  assert.equal("one.house.overlap.title" in texts, false);
});

test("what a choice is called is what the core calls it; else its name, as people write it", () => {
  const plain = rule("Overlap");
  const named = { ...plain, json_schema: { ...plain.json_schema, words: { sum: "Added up" } } };
  const texts = textsOf({ ...described, systems: [system("one", [named]), system("two", [])] });
  assert.equal(texts["one.house.overlap.is.sum"], "Added up");
  assert.equal(texts["one.house.overlap.is.worst"], "Worst");
});

test("a translation gets in the place of what it has, and nothing else changes", () => {
  /** @type {{[key: string]: string}} */
  const table = {
    "table.house.overlap.is.sum": "Summe",
    "one.mode.ground": "Zu Fuß",
    "rule.MAP-01.name": "Wände",
  };
  const { systems, table_rules } = /** @type {any} */ (translated(described, (key) => table[key]));
  assert.deepEqual(systems[1].house_rules[0].json_schema.words, { worst: "Worst", sum: "Summe" });
  assert.equal(systems[0].modes[0].label.text, "Zu Fuß");
  assert.equal(systems[1].modes[0].label.text, "On foot");
  assert.equal(table_rules[0].name, "Wände");
  assert.equal(described.table_rules[0].name, "Walls");
});

test("sentences within sentences are translated, and numbers written as the language does", () => {
  /** @type {{[key: string]: string}} */
  const table = { whole: "Bis {limit} m: {mode}, {who}", mode: "Gehen" };
  const mode = { key: "mode", params: {}, text: "walking" };
  const text = {
    key: "whole",
    params: { limit: 1.5, mode, who: "<Ann>" },
    text: "Up to 1.5 m: walking, <Ann>",
  };
  assert.equal(
    toldIn(text, (key) => table[key], "de"),
    "Bis 1,5 m: Gehen, <Ann>",
  );
  assert.equal(
    toldIn(text, () => undefined, "de"),
    text.text,
  );
  assert.deepEqual([numberIn(-2), numberIn(1 / 3), numberIn(12000)], ["−2", "0.333", "12000"]);
});

test("a problem is translated by its kind; where there are no words for it, not at all", () => {
  /** @type {{[key: string]: string}} */
  const table = {
    "problem.invalid.less_than": "{value} zu groß",
    "problem.invalid.less_than.remedy": "unter {lt}",
  };
  const find = (/** @type {string} */ key) => table[key];
  const problem = {
    code: "invalid",
    message: "",
    path: "x",
    remedy: "",
    kind: "less_than",
    params: { lt: 3, value: "7" },
  };
  assert.deepEqual(problemIn(problem, find), { message: "7 zu groß", remedy: "unter 3" });
  assert.equal(problemIn({ ...problem, kind: "" }, find), null);
  table["d6.unfit.die_code"] = "{value} ist kein Würfelcode";
  table["d6.unfit.die_code.remedy"] = "schreibe nD+p";
  assert.deepEqual(problemIn({ ...problem, kind: "d6.unfit.die_code" }, find), {
    message: "7 ist kein Würfelcode",
    remedy: "schreibe nD+p",
  });
});

test("a word beside a number goes with it, in each language's own forms", () => {
  const said = (/** @type {string} */ template, /** @type {number} */ n, /** @type {string} */ locale) =>
    toldIn({ key: "a", params: { n }, text: "" }, () => template, locale);
  assert.deepEqual(
    [1, 2, 0, 0.5, -1].map((n) => said("{n} {n:die|dice}", n, "en")),
    ["1 die", "2 dice", "0 dice", "0.5 dice", "\u22121 die"],
  );
  assert.deepEqual(
    [1, 3, 5, 0.5].map((n) => said("{n:kość|kości|kości (wiele)|kości (część)}", n, "pl")),
    ["kość", "kości", "kości (wiele)", "kości (część)"],
  );
});
