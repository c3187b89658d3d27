import assert from "node:assert/strict";
import { test } from "node:test";
import { createDragPlans } from "../../web/core/drag-plans.js";

const MOVER = /** @type {any} */ ({ token: "t", character: {}, turn: { ledger: [] }, common: {} });
const BROKEN = { ok: false, problem: { code: "superseded" } };

/** A plan is named after the place that it ends at. @type {(...replies: any[]) => any} */
const page = (...replies) => {
  /** @type {string[]} */
  const asked = [];
  const plans = createDragPlans(MOVER, async ({ movers }, slot) => {
    const names = movers.map(({ route }) => /** @type {any} */ (route).to.col);
    asked.push(`${slot}: ${names}`);
    return replies.shift() ?? { ok: true, value: { plans: names } };
  });
  return { plans, asked };
};

/** @param {number} col */
const at = (col) => ({ col, row: 0 });

test("ways that may be held next are asked for in one question, and none twice", async () => {
  const { plans, asked } = page();
  assert.equal(await plans.askAhead([at(1), at(2)], "ahead"), true);
  assert.equal(await plans.askAhead([at(2), at(3)], "ahead"), true);
  assert.equal(await plans.askAhead([at(1)], "ahead"), true);
  assert.deepEqual(asked, ["ahead: 1,2", "ahead: 3"]);
  assert.deepEqual([1, 2, 3, 4].map(at).map(plans.find), [1, 2, 3, null]);
});

test("a hand waits for what is being asked ahead", async () => {
  const { plans, asked } = page();
  const ahead = plans.askAhead([at(1), at(2)], "ahead");
  assert.equal(plans.find(at(2)), null);
  assert.equal((await plans.ask(at(2), "plan")).ok, true);
  assert.equal(plans.find(at(2)), 2);
  await ahead;
  assert.deepEqual(asked, ["ahead: 1,2"]);
});

test("what was not told ahead is asked again by the hand", async () => {
  const { plans, asked } = page(BROKEN);
  const ahead = plans.askAhead([at(1), at(2)], "ahead");
  assert.equal((await plans.ask(at(2), "plan")).ok, true);
  assert.equal(await ahead, false);
  assert.deepEqual([plans.find(at(1)), plans.find(at(2))], [null, 2]);
  assert.deepEqual(asked, ["ahead: 1,2", "plan: 2"]);
});

test("a problem is told, and asked about anew", async () => {
  const { plans } = page(BROKEN);
  assert.equal((await plans.ask(at(1), "plan")).ok, false);
  assert.equal(plans.find(at(1)), null);
  assert.equal((await plans.ask(at(1), "plan")).ok, true);
});
