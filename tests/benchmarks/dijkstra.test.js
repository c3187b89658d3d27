import assert from "node:assert/strict";
import test from "node:test";
import { createDijkstra } from "./dijkstra.js";

// Three cells in a row and a spare one; the middle one is dear, and none leads back from it.
const board = {
  cols: 3,
  rows: 1,
  stride: 4,
  deltas: [1, -1],
  open: Uint8Array.of(1, 1, 2, 0),
  enter: Uint8Array.of(1, 5, 2, 0),
};

test("costs are those of the cells entered, within the limit", () => {
  const search = createDijkstra(board);
  assert.equal(search.run(0, 100), 3);
  assert.deepEqual([0, 1, 2].map(search.cost), [0, 5, 7]);
  assert.equal(search.run(0, 6), 2);
  assert.equal(search.cost(2), -1);
  assert.equal(search.run(2, 100), 2);
  assert.deepEqual([0, 1, 2].map(search.cost), [-1, 5, 0]);
});
