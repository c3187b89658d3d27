/** What the colours on a map mean, and how far a token can go, in words. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { headlineOf } from "../../web/core/headline.js";
import { KINDS, legendOf } from "../../web/core/legend.js";
import GERMAN from "../../web/core/words/de.json" with { type: "json" };
import ENGLISH from "../../web/core/words/en.json" with { type: "json" };
import { speak, speakOf } from "../../web/core/words.js";

afterEach(() => {
  speak("en", ENGLISH);
  speakOf("");
});

/** @type {(kind: any, amount?: number, quantity?: string) => any} */
const layer = (kind, amount, quantity = "dice") => ({
  kind,
  price: amount === undefined ? null : { amount, quantity },
});
/** @type {(layers: any[], options?: any) => string[]} */
const labels = (layers, options) => legendOf(layers, options).map(({ label }) => label);

test("each look that is drawn is told, and what the ruler says of the rest", () => {
  const drawn = [layer("free"), layer("penalised", -1), layer("penalised", -3), layer("roll", -3)];
  assert.deepEqual(labels(drawn), ["Free", "\u22121 \u2026 \u22123 dice", "Roll", "Not possible"]);
  assert.deepEqual(labels([layer("free")]), ["Free", "Not possible"]);
});

test("where prices look different each has its own entry, and the last names the unit", () => {
  const lookOf = (/** @type {any} */ { kind, price }) => `${kind} ${Math.abs(price?.amount ?? 0)}`;
  const drawn = [-2, -1, -3, -1].map((amount) => layer("penalised", amount));
  assert.deepEqual(labels(drawn, { always: KINDS, lookOf }), [
    ...["Free", "\u22121", "\u22122", "\u22123 dice"],
    ...["Roll", "Not possible"],
  ]);
});

test("prices of two kinds are two entries, factors are marked, and prices without a number have a word", () => {
  const drawn = [layer("penalised", 2, "cost_factor"), layer("penalised", 1, "action"), layer("penalised")];
  assert.deepEqual(labels(drawn, { always: [] }), ["Costs extra", "+1 action", "\u00d72 cost"]);
});

/** @type {(chance: number, used: number, text: string) => any} */
const roll = (chance, used, text) => ({
  ...layer("roll"),
  chance,
  checks: [{ text }],
  rings: [{ used: used - 1 }, { used }],
});

test("the headline tells what is left of each move, how far a roll carries, and what is not counted", () => {
  /** @type {(text: string, left: number | null, vertical?: number) => any} */
  const allowance = (text, left, vertical) => ({ label: { text }, left, vertical });
  const allowances = [allowance("Walk", 10), allowance("Jump", 2, 1), allowance("Sprint", null)];
  assert.equal(
    headlineOf({ allowances, in_combat: true }, "m"),
    "Walk\u00a010\u00a0m\u00a0\u00b7 Sprint by a roll",
  );
  assert.equal(headlineOf({ allowances: [], in_combat: true }, "m"), "");
  const alike = ["Without an action: On foot", "Without an action: Swim"].map((name) => allowance(name, 5));
  assert.equal(
    headlineOf({ allowances: alike, in_combat: true }, "m"),
    "Without an action: On foot\u00a05\u00a0m\u00a0· Swim\u00a05\u00a0m",
  );
  const [near, far, farther] = [
    roll(0.96, 5, "Climb: 1 hit"),
    roll(0.91, 12.5, "Sprint: 1 hit"),
    roll(0.4, 18, "Sprint: 2 hits"),
  ];
  const layers = [layer("free"), near, farther, far];
  assert.equal(
    headlineOf({ allowances, in_combat: true }, "m", { layers }),
    "Walk\u00a010\u00a0m\u00a0\u00b7 Sprint: 1 hit, 12.5\u00a0m, 91\u202f%",
    "the farthest place that a roll is likely to reach",
  );
  assert.equal(
    headlineOf({ allowances, in_combat: true }, "m", { layers: [farther, roll(0.3, 20, "Sprint: 3 hits")] }),
    "Walk\u00a010\u00a0m\u00a0\u00b7 Sprint: 2 hits, 18\u00a0m, 40\u202f%",
    "the likeliest, where none is likely",
  );
  const outside = headlineOf({ allowances: allowances.slice(2), in_combat: false }, "m");
  assert.equal(outside, "Sprint not counted outside combat");
  const scopes = [
    { ...allowance("Standing", 0), limit: 0 },
    { ...allowance("Walking, this turn", 5), mode: "walk", scope: "turn" },
    { ...allowance("Walking, this pass", 5), mode: "walk", scope: "pass" },
    { ...allowance("Running, this turn", 8), mode: "run", scope: "turn" },
    { ...allowance("Running, this pass", 15), mode: "run", scope: "pass" },
  ];
  assert.equal(
    headlineOf({ allowances: scopes, in_combat: true }, "m"),
    "Walking, this pass\u00a05\u00a0m\u00a0\u00b7 Running, this turn\u00a08\u00a0m",
    "of several scopes the one that binds, and nothing that nobody can go",
  );
  const limited = headlineOf({ allowances: [allowance("Dash, up to 60 ft", 35)], in_combat: true }, "ft");
  assert.equal(limited, "Dash, up to 60 ft (35\u00a0ft left)", "two lengths beside each other say nothing");
});

test("an action is called what the game calls it, on every surface", () => {
  speak("de", GERMAN);
  const drawn = [layer("penalised", -1, "action")];
  for (const [game, label] of [
    ["sr5", "\u22121 Handlung"],
    ["d6", "\u22121 Aktion"],
    ["custom", "\u22121 Aktion"],
  ]) {
    speakOf(/** @type {string} */ (game));
    assert.deepEqual(labels(drawn, { always: [] }), [label]);
  }
});
