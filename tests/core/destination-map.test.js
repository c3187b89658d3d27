import assert from "node:assert/strict";
import { test } from "node:test";

import { createDestinationMap } from "../../web/core/destination-map.js";

/** @import { Layer } from "../../web/core/protocol.js" */

/** @typedef {{used: number, left: number | null, cells: [number, number][]}} Drawn  A ring with its cells. */

/**
 * @param {number} used
 * @param {number | null} left
 * @param {[number, number][]} cells
 * @returns {Drawn}
 */
function ringOf(used, left, cells) {
  return { used, left, cells };
}

/**
 * A window that holds the cells of rings with a margin.
 *
 * @param {Drawn[]} rings
 * @returns {NonNullable<Layer["cells"]>}
 */
function windowOf(rings) {
  const cells = rings.flatMap((ring) => ring.cells);
  const col = Math.min(...cells.map(([c]) => c)) - 1;
  const row = Math.min(...cells.map(([, r]) => r)) - 2;
  const cols = Math.max(...cells.map(([c]) => c)) - col + 2;
  const rows = Math.max(...cells.map(([, r]) => r)) - row + 1;
  const planes = [...rings.length.toString(2)].map(() => new Uint8Array(Math.ceil((cols * rows) / 8)));
  rings.forEach((ring, place) => {
    for (const [c, r] of ring.cells) {
      const i = (r - row) * cols + (c - col);
      planes.forEach((bytes, digit) => {
        if (((place + 1) >> digit) & 1) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (1 << (i & 7));
      });
    }
  });
  return { planes: planes.map((bytes) => Buffer.from(bytes).toString("base64")), col, row, cols, rows };
}

/**
 * @param {Layer["kind"]} kind
 * @param {Drawn[]} rings
 * @returns {Layer}
 */
function layerOf(kind, rings) {
  const label = { key: kind, text: kind };
  const told = rings.map(({ used, left }) => ({ used, left }));
  return { kind, label, rule: "X-01", price: null, chance: null, rings: told, cells: windowOf(rings) };
}

/** @param {Layer[]} layers */
function destinationsOf(layers) {
  return { layers, truncated: false };
}

test("a cell is found with its layer and what it costs", () => {
  const free = layerOf("free", [
    ringOf(0, 30, [[5, 5]]),
    ringOf(5, 25, [
      [4, 5],
      [5, 4],
    ]),
  ]);
  const roll = layerOf("roll", [ringOf(35, null, [[9, 9]])]);
  const map = createDestinationMap(destinationsOf([free, roll]));
  assert.deepEqual(map.at(5, 4), { layer: free, index: 0, used: 5, left: 25 });
  assert.deepEqual(map.at(9, 9), { layer: roll, index: 1, used: 35, left: null });
  assert.equal(map.at(4, 4), null);
  assert.equal(map.size, 4);
  assert.deepEqual(
    [...map.cells(0)],
    [
      { col: 5, row: 4 },
      { col: 4, row: 5 },
      { col: 5, row: 5 },
    ],
  );
  assert.deepEqual([...map.cells(7)], []);
});

test("outside of all windows there is nothing, on every side", () => {
  const map = createDestinationMap(destinationsOf([layerOf("free", [ringOf(0, 30, [[0, 0]])])]));
  for (const [col, row] of /** @type {const} */ ([
    [-9, 0],
    [9, 0],
    [0, -9],
    [0, 9],
    [0.5, 0],
  ]))
    assert.equal(map.at(col, row), null);
});

test("no layers give an empty map", () => {
  const map = createDestinationMap({ layers: [], truncated: true });
  assert.equal(map.at(0, 0), null);
  assert.equal(map.size, 0);
  assert.equal(map.truncated, true);
});

test("a cell named twice belongs to the better layer, which comes first", () => {
  const map = createDestinationMap(
    destinationsOf([
      layerOf("free", [ringOf(5, 25, [[1, 1]])]),
      layerOf("roll", [ringOf(40, null, [[1, 1]])]),
    ]),
  );
  assert.equal(map.at(1, 1)?.index, 0);
  assert.equal(map.size, 1);
});

test("the map agrees with a plain look-up on scattered cells", () => {
  const random = seeded(7);
  for (let round = 0; round < 20; round += 1) {
    /** @type {Map<string, {index: number, used: number}>} */
    const plain = new Map();
    const layers = Array.from({ length: 3 }, (_, index) =>
      layerOf(
        "free",
        Array.from({ length: 4 }, (_, ring) => scatteredRing(random, plain, index, index * 10 + ring)),
      ),
    );
    const map = createDestinationMap(destinationsOf(layers));
    assert.equal(map.size, plain.size);
    for (let col = -25; col < 25; col += 1) {
      for (let row = -25; row < 25; row += 1) {
        const found = map.at(col, row);
        assert.deepEqual(
          found && { index: found.index, used: found.used },
          plain.get(`${col},${row}`) ?? null,
        );
      }
    }
  }
});

/**
 * A ring of cells that no ring has yet, noted down in `plain`.
 *
 * @param {() => number} random
 * @param {Map<string, {index: number, used: number}>} plain
 * @param {number} index
 * @param {number} used
 */
function scatteredRing(random, plain, index, used) {
  /** @type {[number, number][]} */
  const cells = [];
  while (cells.length < 12) {
    const col = Math.floor(random() * 40) - 20;
    const row = Math.floor(random() * 40) - 20;
    if (plain.has(`${col},${row}`)) continue;
    plain.set(`${col},${row}`, { index, used });
    cells.push([col, row]);
  }
  return ringOf(used, 100 - used, cells);
}

/**
 * Numbers from 0 to 1 that look random and are the same each time (the minimal standard generator).
 *
 * @param {number} state
 */
function seeded(state) {
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

test("on a map without cells a point is looked up in areas, outside of their holes", () => {
  /** @type {any} */
  const ring = {
    used: 10,
    left: 15,
    area: [
      [
        [
          [0, 0],
          [6, 0],
          [6, 6],
          [0, 6],
        ],
        [
          [2, 2],
          [2, 4],
          [4, 4],
          [4, 2],
        ],
      ],
    ],
  };
  /** @type {any} */
  const layer = { kind: "free", label: { key: "", params: {}, text: "" }, rings: [ring], cells: null };
  const map = createDestinationMap(/** @type {any} */ ({ layers: [layer], truncated: false, scene_ref: "" }));
  assert.equal(map.around(1, 1)?.used, 10);
  assert.equal(map.around(3, 3), null);
  assert.equal(map.around(7, 1), null);
  assert.equal(map.around(1, 1, "attic"), null);
  assert.equal(map.areas(0).length, 1);
  assert.equal(map.size, 0);
});
