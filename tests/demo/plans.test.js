import assert from "node:assert/strict";
import { test } from "node:test";
import { stateAtStart } from "../../web/demo/app-state.js";
import { readGame } from "../../web/demo/game.js";
import { createPlans } from "../../web/demo/plans.js";
import { createStore } from "../../web/demo/store.js";

const GAME = readGame({
  ...{ format: "footwork-game", version: 1, title: "T", system: "contract", selected: "t" },
  scene: { grid: { cols: 9, rows: 1, distance: 5 }, tokens: [{ id: "t", col: 0, row: 0 }] },
});
/** No way leads there, and a place is named where one comes. */
const NOWHERE = {
  verdict: "impossible",
  path: null,
  trace: [{ rule: "MAP-07", working: { params: { col: 3, row: 0 } } }],
  last_legal: { cell: null },
};

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("of a place that is not pointed at any more nothing further is asked", async () => {
  const store = createStore(stateAtStart(GAME));
  /** @type {{col: number, slot?: string, answer: (plan: object) => Promise<void>}[]} */
  const asked = [];
  const ask = /** @type {any} */ (
    (/** @type {any} */ question, /** @type {string | undefined} */ slot) =>
      new Promise((resolve) => {
        const { col } = question.movers[0].route.to;
        const answer = async (/** @type {object} */ plan) => {
          resolve({ ok: true, value: { plans: [plan] } });
          await settled();
        };
        asked.push({ col, answer, ...(slot ? { slot } : {}) });
      })
  );
  const plans = createPlans(store, ask);
  /** @param {number} col */
  const pointAt = (col) => {
    const held = /** @type {any} */ ({ token: "t", to: { col, row: 0, elevation: 0 }, via: [] });
    store.set({ held });
    return plans.preview(held);
  };
  pointAt(5);
  pointAt(6);
  await settled();
  // Whatever is asked in this slot would make what was asked in it before be forgotten.
  await asked[0]?.answer(NOWHERE);
  assert.deepEqual(
    asked.map(({ col, slot }) => [col, slot]),
    [
      [5, "preview"],
      [6, "preview"],
    ],
  );
  // Of the place that is still pointed at it is asked how one gets near.
  await asked[1]?.answer(NOWHERE);
  assert.deepEqual([asked[2]?.col, asked[2]?.slot], [3, "preview"]);
});
