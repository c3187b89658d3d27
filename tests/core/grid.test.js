import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf } from "../../web/core/grid.js";
import { outlineOf } from "../../web/demo/board/outline.js";

/** @import { Place } from "../../web/core/grid.js" */

const HEXES = /** @type {const} */ (["hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even"]);

/** @param {string} kind */
const grid = (kind) => gridOf(/** @type {any} */ ({ kind, cols: 8, rows: 6 }));

/** Every cell of the map. @type {Place[]} */
const ALL = Array.from({ length: 48 }, (_, at) => ({ col: at % 8, row: Math.floor(at / 8) }));

/** @type {(cells: import("../../web/core/grid.js").Grid, one: Place, other: Place) => number} */
const apart = (cells, one, other) => {
  const [a, b] = [cells.centreOf(one), cells.centreOf(other)];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

for (const kind of ["square", ...HEXES]) {
  test(`${kind}: a point in a cell is found in it, from its middle to near each corner`, () => {
    const cells = grid(kind);
    for (const cell of ALL) {
      const { x, y } = cells.centreOf(cell);
      for (const [u, v] of [[x, y], ...cells.cornersOf(cell)]) {
        const near = { x: x + (Number(u) - x) * 0.95, y: y + (Number(v) - y) * 0.95 };
        assert.deepEqual(cells.cellAt(near), cell);
      }
    }
  });

  test(`${kind}: all cells lie within the map, and none beyond it`, () => {
    const cells = grid(kind);
    const corners = ALL.flatMap(cells.cornersOf);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    assert.ok(Math.abs(Math.min(...xs)) < 1e-9 && Math.abs(Math.min(...ys)) < 1e-9);
    assert.ok(Math.abs(Math.max(...xs) - cells.extent.width) < 1e-9);
    assert.ok(Math.abs(Math.max(...ys) - cells.extent.height) < 1e-9);
  });

  test(`${kind}: cells fill the map without gaps, so that all of them have one outline`, () => {
    const cells = grid(kind);
    assert.equal(outlineOf(ALL, cells.cornersOf).match(/Z/g)?.length, 1);
    const holed = ALL.filter(({ col, row }) => col !== 3 || row !== 3);
    assert.equal(outlineOf(holed, cells.cornersOf).match(/Z/g)?.length, 2);
  });

  test(`${kind}: a straight line goes from neighbour to neighbour and arrives`, () => {
    const cells = grid(kind);
    const longest = kind === "square" ? Math.SQRT2 : 1;
    for (const to of ALL) {
      const from = { col: 3, row: 2 };
      const path = [from, ...cells.lineTo(from, to)];
      assert.deepEqual(path.at(-1), to);
      for (const [index, cell] of path.slice(1).entries()) {
        const step = apart(cells, /** @type {Place} */ (path[index]), cell);
        assert.ok(step > 0.9 && step < longest + 1e-9, JSON.stringify({ to, step }));
      }
    }
  });

  test(`${kind}: the middle of a token of any size leads back to where it stands`, () => {
    const cells = grid(kind);
    for (const size of [{}, { cols: 2, rows: 2 }, { cols: 3, rows: 3 }]) {
      for (const place of [
        { col: 2, row: 2 },
        { col: 3, row: 2 },
      ]) {
        assert.deepEqual(cells.placeAt(cells.middleOf(place, size), size), place);
      }
    }
  });
}

for (const kind of HEXES) {
  test(`${kind}: six keys lead to six neighbours, all one cell away, the arrows among them`, () => {
    const cells = grid(kind);
    const isInColumns = kind.includes("columns");
    for (const from of [
      { col: 3, row: 2 },
      { col: 4, row: 3 },
      { col: 3, row: 3 },
      { col: 4, row: 2 },
    ]) {
      const slants = [-1, 1].flatMap((across) => [-1, 1].map((down) => cells.stepFrom(from, across, down)));
      const straight = isInColumns ? [0, -1, 0, 1] : [-1, 0, 1, 0];
      const along = [
        cells.stepFrom(from, Number(straight[0]), Number(straight[1])),
        cells.stepFrom(from, Number(straight[2]), Number(straight[3])),
      ];
      const neighbours = [...slants, ...along];
      assert.equal(new Set(neighbours.map(({ col, row }) => `${col},${row}`)).size, 6);
      for (const cell of neighbours) assert.ok(Math.abs(apart(cells, from, cell) - 1) < 1e-9);
      for (const [across, down] of [
        [0, -1],
        [0, 1],
        [-1, 0],
        [1, 0],
      ]) {
        const arrow = cells.stepFrom(from, Number(across), Number(down));
        assert.ok(Math.abs(apart(cells, from, arrow) - 1) < 1e-9);
      }
      // A key to the north-west goes up and to the left on screen.
      const [before, after] = [cells.centreOf(from), cells.centreOf(cells.stepFrom(from, -1, -1))];
      assert.ok(after.x < before.x && after.y < before.y);
    }
  });

  test(`${kind}: large tokens cover three, seven or twelve cells, and stay on the map with all of them`, () => {
    const cells = grid(kind);
    for (const [size, count] of [
      [2, 3],
      [3, 7],
      [4, 12],
    ]) {
      const body = { cols: Number(size), rows: Number(size) };
      for (const place of ALL) {
        const covered = cells.footprint(cells.keptIn(place, body), body);
        assert.equal(covered.length, count);
        assert.ok(
          covered.every(({ col, row }) => col >= 0 && col < 8 && row >= 0 && row < 6),
          JSON.stringify(covered),
        );
        assert.equal(outlineOf(covered, cells.cornersOf).match(/Z/g)?.length, 1);
      }
    }
    const [seven, middle] = [
      cells.footprint({ col: 3, row: 2 }, { cols: 3, rows: 3 }),
      cells.middleOf({ col: 3, row: 2 }, { cols: 3, rows: 3 }),
    ];
    const away = seven.map((cell) =>
      Math.hypot(cells.centreOf(cell).x - middle.x, cells.centreOf(cell).y - middle.y),
    );
    assert.ok(away.filter((far) => Math.abs(far - 1) < 1e-9).length === 6);
  });

  test(`${kind}: the middles of cells in pitches are where the cells are drawn`, () => {
    const cells = grid(kind);
    const [, axis, parity] = kind.split("_");
    for (const cell of ALL) {
      const line = axis === "rows" ? cell.row : cell.col;
      const shift = line % 2 === (parity === "odd" ? 1 : 0) ? 0.5 : 0;
      const pitches =
        axis === "rows" ? [cell.col + 0.5 + shift, cell.row + 0.5] : [cell.col + 0.5, cell.row + 0.5 + shift];
      const [drawn, told] = [cells.centreOf(cell), cells.pointAt(/** @type {[number, number]} */ (pitches))];
      assert.ok(Math.hypot(drawn.x - told.x, drawn.y - told.y) < 1e-9);
    }
  });
}

test("without cells a token stands where its middle is put, to a hundredth", () => {
  const free = grid("gridless");
  assert.equal(free.hasCells, false);
  assert.deepEqual(free.placeAt({ x: 3.1416789, y: 2 }, {}), { col: 2.64, row: 1.5 });
  assert.deepEqual(free.keptIn({ col: -0.5, row: 5.8 }, { cols: 2, rows: 2 }), { col: 0, row: 4 });
  assert.deepEqual(free.lineTo({ col: 0, row: 0 }, { col: 3.25, row: 1 }), [{ col: 3.25, row: 1 }]);
});
