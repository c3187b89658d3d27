import assert from "node:assert/strict";
import { test } from "node:test";

import { createDrag } from "../../web/demo/drag.js";

/** @import { Answer, Held } from "../../web/demo/drag.js" */

/** A drag in the hands of a test, with its questions to be answered one by one. */
function setUp() {
  /** @type {{held: Held, answer: (answer: Answer | null) => Promise<void>}[]} */
  const questions = [];
  /** @type {Held[]} */
  const drops = [];
  const cancels = { count: 0 };
  const drag = createDrag({
    ask: (held) =>
      new Promise((resolve) => {
        questions.push({
          held,
          answer: async (answer) => {
            resolve(answer);
            await new Promise(setImmediate);
          },
        });
      }),
    keepOnMap: ({ col, row }) => ({ col: Math.max(0, col), row: Math.max(0, row) }),
    onChange: () => {},
    onDrop: (held) => drops.push(held),
    onCancel: () => {
      cancels.count += 1;
    },
  });
  return { drag, questions, drops, cancels };
}

/** @param {string} name @returns {Answer} */
const answerNamed = (name) => ({
  plan: null,
  problem: { code: name, message: name, path: "", remedy: "" },
});

test("each new cell is a question, the same cell is none", () => {
  const { drag, questions } = setUp();
  drag.pickUp("jenny", { col: 4, row: 8 }, "pointer");
  drag.moveTo({ col: 4, row: 8 });
  drag.moveTo({ col: 5, row: 8 });
  drag.moveTo({ col: 5, row: 8 });
  drag.moveTo({ col: 6, row: 8 });
  assert.deepEqual(
    questions.map(({ held }) => held.to.col),
    [5, 6],
  );
});

test("an answer for a cell the token has left is not its answer", async () => {
  const { drag, questions } = setUp();
  drag.pickUp("jenny", { col: 4, row: 8 }, "pointer");
  drag.moveTo({ col: 5, row: 8 });
  drag.moveTo({ col: 6, row: 8 });
  await questions[0]?.answer(answerNamed("old"));
  assert.equal(drag.held()?.answer, null);
  await questions[1]?.answer(answerNamed("new"));
  assert.equal(drag.held()?.answer?.problem?.code, "new");
});

test("a drop hands over the answer if it is in, and none if it is not", async () => {
  const { drag, questions, drops } = setUp();
  drag.pickUp("jenny", { col: 4, row: 8 }, "pointer");
  drag.moveTo({ col: 5, row: 8 });
  await questions[0]?.answer(answerNamed("in"));
  drag.drop();
  drag.pickUp("jenny", { col: 4, row: 8 }, "pointer");
  drag.moveTo({ col: 6, row: 8 });
  drag.drop();
  assert.deepEqual(
    drops.map(({ answer }) => answer?.problem?.code),
    ["in", undefined],
  );
  assert.equal(drag.held(), null);
});

test("a token put back where it was is no drop, unless it went through a waypoint", () => {
  const { drag, drops } = setUp();
  drag.pickUp("jenny", { col: 4, row: 8 }, "keyboard");
  drag.moveTo({ col: 5, row: 8 });
  drag.moveTo({ col: 4, row: 8 });
  drag.drop();
  assert.equal(drops.length, 0);
  drag.pickUp("jenny", { col: 4, row: 8 }, "keyboard");
  drag.moveTo({ col: 5, row: 8 });
  drag.addWaypoint();
  drag.moveTo({ col: 4, row: 8 });
  drag.drop();
  assert.deepEqual(drops[0]?.via, [{ col: 5, row: 8 }]);
});

test("a waypoint is set once, and never on the start", () => {
  const { drag } = setUp();
  drag.pickUp("jenny", { col: 4, row: 8 }, "pointer");
  drag.addWaypoint();
  drag.moveTo({ col: 5, row: 8 });
  drag.addWaypoint();
  drag.addWaypoint();
  assert.equal(drag.held()?.via.length, 1);
});

test("what is cancelled is gone, and a token stays on the map", () => {
  const { drag, drops, cancels } = setUp();
  drag.pickUp("jenny", { col: 0, row: 0 }, "pointer");
  drag.moveTo({ col: -3, row: 2 });
  assert.deepEqual(drag.held()?.to, { col: 0, row: 2 });
  drag.cancel();
  drag.drop();
  assert.equal(drag.held(), null);
  assert.equal(drops.length, 0);
  assert.equal(cancels.count, 1);

  drag.pickUp("jenny", { col: 0, row: 0 }, "pointer");
  drag.cancel();
  assert.equal(cancels.count, 1, "it was held nowhere else");
});
