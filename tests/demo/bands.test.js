import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf } from "../../web/core/grid.js";
import { groupsOf } from "../../web/demo/board/bands.js";

const GRID = gridOf({ cols: 6, rows: 4 });

/** A layer with its anchors on the second row. @type {(kind: "free" | "penalised") => import("../../web/core/protocol.js").Layer} */
const layerOf = (kind) => ({
  ...{ kind, label: { key: kind, text: kind }, rule: "X-01", price: null, chance: null },
  .../** @type {any} */ ({ rings: [] }),
});

const ANCHORS = [
  [0, 1],
  [2, 3],
];

/** @type {import("../../web/core/destination-map.js").DestinationMap} */
const map = {
  layers: [layerOf("free"), layerOf("penalised")],
  at: (col) => {
    const index = ANCHORS.findIndex((cols) => cols.includes(col));
    const layer = map.layers[index];
    return layer ? { layer, index, used: 0, left: null } : null;
  },
  around: () => null,
  areas: () => [],
  cells: (index) => (ANCHORS[index] ?? []).map((col) => ({ col, row: 1 })),
  size: 4,
  truncated: false,
};

/** The cells of each group, as text. @param {import("../../web/core/grid.js").Size} size */
const cellsOf = (size) =>
  groupsOf(map, size, GRID).map(({ cells }) => cells.map(({ col, row }) => `${col},${row}`).sort());

test("a token of one cell is shown where it can stand", () => {
  assert.deepEqual(cellsOf({}), [
    ["0,1", "1,1"],
    ["2,1", "3,1"],
  ]);
});

test("a larger one is shown with all its body would cover, each cell in the best price", () => {
  assert.deepEqual(cellsOf({ cols: 2, rows: 2 }), [
    ["0,1", "0,2", "1,1", "1,2", "2,1", "2,2"],
    ["3,1", "3,2", "4,1", "4,2"],
  ]);
});
