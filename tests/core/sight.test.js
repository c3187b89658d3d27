import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf } from "../../web/core/grid.js";
import { seenScene } from "../../web/core/sight.js";

/**
 * @import { Scene } from "../../web/core/protocol.js"
 * @import { IsSeen } from "../../web/core/sight.js"
 */

const KINDS = /** @type {const} */ ([
  "square",
  "gridless",
  "hex_rows_odd",
  "hex_rows_even",
  "hex_columns_odd",
  "hex_columns_even",
]);
const [COLS, ROWS] = [16, 12];
const OWN = new Set(["own"]);

/** Numbers by chance, the same each time. @param {number} seed */
const chance = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/** @type {(kind: typeof KINDS[number], parts?: Partial<Scene>) => Scene} */
const scene = (kind, parts = {}) =>
  /** @type {Scene} */ ({
    grid: { kind, cols: COLS, rows: ROWS, distance: 5, units: "ft" },
    walls: [],
    regions: [],
    tokens: [{ id: "own", col: 2, row: 5, cols: 1, rows: 1 }],
    ...parts,
  });

/** Tokens, walls and regions by chance: some in sight, some not, some in part. @type {(next: () => number, kind: typeof KINDS[number]) => Pick<Scene, "tokens" | "walls" | "regions">} */
const clutter = (next, kind) => {
  const { hasCells } = gridOf(scene(kind).grid);
  const col = () => (hasCells ? Math.floor(next() * COLS) : Math.round(next() * COLS * 100) / 100);
  const row = () => (hasCells ? Math.floor(next() * ROWS) : Math.round(next() * ROWS * 100) / 100);
  const corner = () => /** @type {[number, number]} */ ([next() * COLS, next() * ROWS]);
  return {
    tokens: Array.from({ length: 6 }, (_, at) => ({
      ...{ id: `t${at}`, name: `T${at}`, col: col(), row: row(), cols: 1, rows: 1 },
    })),
    walls: Array.from({ length: 6 }, (_, at) => ({ id: `w${at}`, a: corner(), b: corner() })),
    regions: Array.from({ length: 4 }, (_, at) => ({
      ...{ id: `r${at}`, kind: /** @type {const} */ ("difficult"), cost_multiplier: 2 },
      area: { polygon: [corner(), corner(), corner()] },
    })),
  };
};

/** Light in a circle by chance. @type {(next: () => number) => IsSeen} */
const light = (next) => {
  const [x, y, radius] = [next() * COLS, next() * ROWS, 1 + next() * 7];
  return (point) => Math.hypot(point.x - x, point.y - y) < radius;
};

/** The lines of a wall's parts, as they lie. @type {(told: Scene) => unknown} */
const lines = ({ walls = [] }) =>
  walls.map(({ a, b }) => [a, b].flat().map((part) => Math.round(part * 1e6)));

for (const kind of KINDS) {
  test(`${kind}: what is told is the same with and without what is out of sight`, () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = chance(seed);
      const isSeen = light(next);
      const all = scene(kind);
      const { tokens = [], walls = [], regions = [] } = clutter(next, kind);
      const there = { tokens: [...(all.tokens ?? []), ...tokens], walls, regions };
      const told = seenScene({ ...all, ...there }, OWN, isSeen);
      // Without what nothing is told of, the same is told of all the rest.
      const ids = new Set([...(told.tokens ?? []), ...(told.regions ?? [])].map(({ id }) => id));
      for (const { id } of told.walls ?? []) ids.add(id.split(" ")[0] ?? "");
      const isTold = (/** @type {{id: string}} */ { id }) => ids.has(id);
      const lit = {
        tokens: there.tokens.filter(isTold),
        walls: walls.filter(isTold),
        regions: regions.filter(isTold),
      };
      assert.deepEqual(seenScene({ ...all, ...lit }, OWN, isSeen), told);
      // Told once more, nothing is left out: only what is in sight was told.
      const again = seenScene(told, OWN, isSeen);
      assert.deepEqual({ ...again, walls: lines(again) }, { ...told, walls: lines(told) });
    }
  });

  test(`${kind}: how far a wall goes on in the dark is not told`, () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = chance(seed);
      const isSeen = light(next);
      const [a, b] = [
        [next() * COLS, next() * ROWS],
        [next() * COLS, next() * ROWS],
      ];
      const from = /** @type {[number, number]} */ (a);
      const to = /** @type {[number, number]} */ (b);
      const share = 0.3 + next() * 0.6;
      const short = /** @type {[number, number]} */ ([
        from[0] + (to[0] - from[0]) * share,
        from[1] + (to[1] - from[1]) * share,
      ]);
      const grid = gridOf(scene(kind).grid);
      // Only where what lies beyond, and a cell around it, is dark.
      const isDark = Array.from({ length: 41 }, (_, at) => {
        const [x, y] = [short[0] + ((to[0] - short[0]) * at) / 40, short[1] + ((to[1] - short[1]) * at) / 40];
        const middle = grid.pointAt([x, y]);
        return ![-0.8, 0, 0.8].some((right) =>
          [-0.8, 0, 0.8].some((down) => isSeen({ x: middle.x + right, y: middle.y + down })),
        );
      }).every(Boolean);
      if (!isDark) continue;
      const told = [to, short].map((end) =>
        seenScene(scene(kind, { walls: [{ id: "w", a: from, b: end }] }), OWN, isSeen),
      );
      assert.deepEqual(lines(/** @type {Scene} */ (told[0])), lines(/** @type {Scene} */ (told[1])));
    }
  });
}

test("stairs are told of where one of their ends is in sight", () => {
  const isSeen = (/** @type {{x: number, y: number}} */ { x }) => x < 6;
  /** @type {(id: string, from: number, to: number) => any} */
  const stairs = (id, from, to) => ({
    ...{ id, kind: "stairs" },
    a: { col: from, row: 1, storey: "low" },
    b: { col: to, row: 1, storey: "high" },
  });
  const passages = [stairs("near", 2, 3), stairs("up", 5, 9), stairs("down", 9, 5), stairs("far", 9, 10)];
  const told = seenScene(scene("square", { passages }), OWN, isSeen);
  assert.deepEqual(
    told.passages?.map(({ id }) => id),
    ["near", "up", "down"],
  );
});

test("what is partly in sight is told as far as that", () => {
  const isSeen = (/** @type {{x: number, y: number}} */ { x }) => x < 6;
  const told = seenScene(
    scene("square", {
      walls: [
        { id: "w", a: [4, 2], b: [9, 2] },
        { id: "dark", a: [8, 1], b: [8, 9] },
      ],
      regions: [
        { id: "r", kind: "difficult", area: { rect: [5, 3, 4, 1] } },
        { id: "dark", kind: "gap", area: { cells: [[10, 3]] } },
      ],
      tokens: [
        { id: "own", col: 12, row: 5 },
        { id: "near", col: 5, row: 5 },
        { id: "far", col: 6, row: 5 },
        { id: "large", col: 5, row: 7, cols: 2, rows: 2 },
      ],
    }),
    OWN,
    isSeen,
  );
  assert.deepEqual(told.walls, [{ id: "w 0", a: [4, 2], b: [6, 2] }]);
  assert.deepEqual(told.regions, [{ id: "r", kind: "difficult", area: { cells: [[5, 3]] } }]);
  assert.deepEqual(
    told.tokens?.map(({ id }) => id),
    ["own", "near", "large"],
  );
});
