import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf } from "../../web/core/grid.js";
import { outlineOf } from "../../web/core/outline.js";

/** @type {(kind: "square" | "hex_rows_odd" | "hex_columns_odd", cells: [number, number][]) => number[]} */
const lengths = (kind, cells) => {
  const { cornersOf } = gridOf({ kind, cols: 9, rows: 9 });
  return outlineOf(cells.map(([col, row]) => cornersOf({ col, row })))
    .map(({ length }) => length)
    .sort((one, other) => one - other);
};

test("lines between cells are left out, on every kind of grid", () => {
  assert.deepEqual(lengths("square", [[1, 1]]), [4]);
  assert.deepEqual(
    lengths("square", [
      [1, 1],
      [2, 1],
      [2, 2],
    ]),
    [8],
  );
  assert.deepEqual(
    lengths("hex_rows_odd", [
      [2, 2],
      [3, 2],
    ]),
    [10],
  );
});

test("a hole has a line of its own, and so has what lies apart or touches at a corner", () => {
  const ring = [0, 1, 2].flatMap((col) =>
    [0, 1, 2].map((row) => /** @type {[number, number]} */ ([col, row])),
  );
  assert.deepEqual(
    lengths(
      "square",
      ring.filter(([col, row]) => col !== 1 || row !== 1),
    ),
    [4, 12],
  );
  assert.deepEqual(
    lengths("square", [
      [0, 0],
      [5, 5],
    ]),
    [4, 4],
  );
  assert.equal(
    lengths("square", [
      [0, 0],
      [1, 1],
    ]).reduce((sum, one) => sum + one, 0),
    8,
  );
});
