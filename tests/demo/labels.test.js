import assert from "node:assert/strict";
import { test } from "node:test";
import { dragLabel } from "../../web/demo/board/labels.js";

/** What the label says of a token in the hand that no plan is known of, and the map of destinations says nothing. */
const labelOn = (/** @type {string} */ kind, truncated = false) => {
  const grid = { kind, cols: 20, rows: 10, distance: 5, units: "ft" };
  const token = { id: "jenny", name: "Jenny", col: 2, row: 2 };
  const held = { token: "jenny", from: { col: 2, row: 2 }, to: { col: 9, row: 2 }, via: [], answer: null };
  const map = { at: () => null, around: () => null, truncated, layers: [] };
  const state = /** @type {any} */ ({
    game: { scene: { grid, tokens: [token] }, selected: "jenny", system: "contract", houseRules: {} },
    held,
    reach: { token: "jenny", map },
    systems: [],
  });
  return dragLabel(state, /** @type {any} */ (held));
};

test("what is in no destination is out of reach where the map tells of each cell", () => {
  assert.deepEqual(labelOn("square"), { text: "Out of reach", kind: "impossible" });
});

test("until the plan is in, nothing is said of places that the map may leave out", () => {
  for (const label of [labelOn("gridless"), labelOn("square", true)])
    assert.deepEqual(label, { text: "…", kind: "unknown" });
});
