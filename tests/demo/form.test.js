/** Forms: what a JSON Schema asks for, as fields. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fieldOf, fieldsOf, valueAtFirst, valuesOf } from "../../web/core/form-schema.js";
import { gridFieldsOf } from "../../web/demo/panels/map.js";

test("plain types become plain fields", () => {
  const kinds = fieldsOf({
    properties: {
      stunned: { type: "boolean" },
      load: { enum: ["none", "full"] },
      dexterity: { type: "integer", minimum: 0, maximum: 20 },
      name: { type: "string" },
    },
  }).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["truth", "choice", "number", "text"]);
});

test("a number or nothing may be left empty", () => {
  const field = fieldOf("limit", {
    anyOf: [{ type: "integer", minimum: 2 }, { type: "null" }],
    default: null,
  });
  assert.equal(field.kind, "number");
  assert.ok(field.isOptional && field.isWhole);
  assert.equal(field.least, 2);
});

test("a choice or nothing begins with nothing", () => {
  const field = fieldOf("row", { anyOf: [{ enum: ["up", "down"] }, { type: "null" }] });
  assert.deepEqual(field.choices, [null, "up", "down"]);
});

test("a word or a number is either", () => {
  const field = fieldOf("size", { anyOf: [{ enum: ["half", "double"] }, { type: "number", minimum: 0 }] });
  assert.equal(field.kind, "either");
  assert.deepEqual(field.choices, ["half", "double"]);
  assert.equal(valueAtFirst(field), "half");
});

test("a map knows what it holds and which names are usual", () => {
  const field = fieldOf("styles", {
    type: "object",
    patternProperties: { "^[^*:]+$": { anyOf: [{ enum: ["half"] }, { type: "number" }] } },
    propertyNames: { examples: ["walk", "fly"] },
  });
  assert.equal(field.kind, "map");
  assert.equal(field.item?.kind, "either");
  assert.deepEqual(field.suggestions, ["walk", "fly"]);
  assert.deepEqual(valueAtFirst(field), {});
});

test("a list of tokens is a choice of some of those on the map", () => {
  const field = fieldOf("attacking", {
    type: "array",
    items: { type: "string", format: "token" },
    default: [],
  });
  assert.equal(field.kind, "set");
  assert.ok(field.isOfTokens);
});

test("a list of a few words is a choice of some; of anything else, a list", () => {
  assert.equal(fieldOf("a", { type: "array", items: { enum: ["x", "y"] } }).kind, "set");
  const numbers = fieldOf("b", { type: "array", items: { type: "integer", minimum: 1 } });
  assert.equal(numbers.kind, "list");
  assert.equal(numbers.item?.kind, "number");
});

test("a nested object is a group of fields, found by reference", () => {
  const schema = {
    $defs: { Gear: { type: "object", properties: { ropes: { type: "integer", default: 2 } } } },
    properties: { gear: { $ref: "#/$defs/Gear" } },
  };
  const [gear] = fieldsOf(schema);
  assert.equal(gear?.kind, "group");
  assert.deepEqual(valuesOf(gear?.fields ?? [], {}), { ropes: 2 });
});

test("what a grid can be is read from the protocol's schema, and told in words", async () => {
  const file = new URL("../../web/core/protocol.schema.json", import.meta.url);
  const schema = JSON.parse(await readFile(file, "utf8"));
  const [kind, diagonals, ...others] = gridFieldsOf(schema);
  assert.deepEqual(diagonals?.choices, schema.$defs.Grid.properties.diagonals.enum);
  assert.ok(kind?.choices.includes("square"));
  for (const field of [kind, diagonals]) {
    for (const choice of field?.choices ?? [])
      assert.ok(field?.words[String(choice)], `${choice} has no words`);
  }
  assert.deepEqual(
    others.map(({ name, kind: input }) => [name, input]),
    [
      ["distance", "number"],
      ["units", "text"],
    ],
  );
});
