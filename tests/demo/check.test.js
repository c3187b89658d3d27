import assert from "node:assert/strict";
import { test } from "node:test";
import { usefulOdds } from "../../web/demo/dialogs/check.js";

const oddsOf = (/** @type {(number | null)[]} */ distances) =>
  distances.map((distance, at) => ({ result: at, at_least: 1 / (at + 1), distance }));
const resultsOf = (/** @type {number} */ needed, /** @type {(number | null)[]} */ distances) =>
  usefulOdds({ needed, odds: oddsOf(distances) }).map(({ result }) => result);

test("of results that reach as far as the one before only the one that is needed is told", () => {
  assert.deepEqual(resultsOf(1, [10, 10, 12, 24, 24, 24]), [0, 1, 2, 3]);
  assert.deepEqual(resultsOf(5, [10, 10, 12, 24, 24, 24]), [0, 2, 3, 5]);
});

test("results that reach nowhere are all told", () => {
  assert.deepEqual(resultsOf(1, [null, null, null]), [0, 1, 2]);
});
