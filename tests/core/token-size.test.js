/** How large a token is for the rules, whatever a host says of it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readableSize } from "../../web/core/token-size.js";

test("a token is never larger, smaller or less of a number than the rules take", () => {
  for (const [side, taken] of [
    [60, 50],
    [-1, 0.1],
    [0, 0.1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
    [1.5, 1.5],
  ])
    assert.deepEqual(readableSize({ cols: Number(side), rows: 2 }), { cols: taken, rows: 2 });
});

test("on hexes and without cells a side is as long as the other", () => {
  for (const kind of ["hex_rows_odd", "hex_columns_even", "gridless"])
    assert.deepEqual(readableSize({ cols: 1, rows: 60 }, kind), { cols: 50, rows: 50 });
});
