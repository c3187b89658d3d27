import assert from "node:assert/strict";
import { test } from "node:test";
import { facesOf, formulaOf } from "../../../web/hosts/foundry/dice.js";

/** Dice terms as the client has them once they fell. @type {(...terms: number[][]) => any[]} */
const fell = (...terms) => terms.map((faces) => ({ results: faces.map((result) => ({ result })) }));

test("a pool is thrown in one term, and its faces are as they fell", () => {
  const check = { pool: 5, sides: 10, again: /** @type {const} */ ("never") };
  assert.equal(formulaOf(check), "5d10");
  assert.deepEqual(facesOf(check, fell([10, 7, 3, 1, 6])), [10, 7, 3, 1, 6]);
});

test("where each six is thrown again, each die is a group of its own, and its throws are added", () => {
  const check = { pool: 3, sides: 6, again: /** @type {const} */ ("each") };
  assert.equal(formulaOf(check), "{1d6x6,1d6x6,1d6x6}");
  assert.deepEqual(facesOf(check, fell([6, 6, 2], [1], [6, 3])), [14, 1, 9]);
});

test("a wild die stands first, and its further throws behind the others", () => {
  const check = { pool: 4, sides: 6, again: /** @type {const} */ ("first") };
  assert.equal(formulaOf(check), "1d6x6 + 3d6");
  assert.deepEqual(facesOf(check, fell([6, 6, 1], [2, 3, 4])), [6, 2, 3, 4, 6, 1]);
  const alone = { ...check, pool: 1 };
  assert.equal(formulaOf(alone), "1d6x6");
  assert.deepEqual(facesOf(alone, fell([4])), [4]);
});
