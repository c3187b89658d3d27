import assert from "node:assert/strict";
import { test } from "node:test";
import { gridOf } from "../../web/core/grid.js";
import { initials, initialsAmong, percent, possessive, price } from "../../web/core/texts.js";
import { areasOf } from "../../web/demo/board/area.js";
import { fit, keptInView, leastScale, opening, pointAt, zoomedAt } from "../../web/demo/board/camera.js";
import { loopsAround, outlineOf } from "../../web/demo/board/outline.js";
import { createSeeds } from "../../web/demo/seeds.js";

const MAP = { width: 26, height: 16 };
const { cornersOf } = gridOf({ cols: 26, rows: 16 });

test("the whole map is shown where cells are large enough for a finger", () => {
  const camera = opening({ width: 1036, height: 808 }, MAP, { x: 4.5, y: 8.5 });
  assert.deepEqual(camera, fit({ width: 1036, height: 808 }, MAP));
  assert.equal(camera.scale, 39);
});

test("a phone shows the token and at least ten cells east of it", () => {
  const camera = opening({ width: 390, height: 360 }, MAP, { x: 4.5, y: 8.5 });
  const left = camera.x + 4 * camera.scale;
  const right = camera.x + 15 * camera.scale;
  assert.ok(camera.scale >= 22);
  assert.ok(left >= 0 && right <= 390);
});

test("zooming keeps the point under the pointer", () => {
  const camera = { x: -120, y: 40, scale: 30 };
  const pixel = { x: 333, y: 222 };
  const before = pointAt(camera, pixel);
  const after = pointAt(zoomedAt(camera, 1.7, pixel), pixel);
  assert.ok(Math.hypot(after.x - before.x, after.y - before.y) < 1e-9);
});

test("a large map can be made so small that it is seen whole, a small one not to a speck", () => {
  const board = { width: 870, height: 700 };
  const large = { width: 200, height: 200 };
  assert.ok(leastScale(board, large) * large.height <= board.height);
  assert.equal(leastScale(board, MAP), 8);
  assert.equal(zoomedAt({ x: 0, y: 0, scale: 9 }, 0.1, { x: 0, y: 0 }, leastScale(board, large)).scale, 3);
});

test("the map cannot be lost out of sight", () => {
  const camera = keptInView({ x: 9000, y: -9000, scale: 50 }, { width: 400, height: 300 }, MAP);
  assert.equal(camera.x, 0);
  assert.equal(camera.y, 300 - 16 * 50);
});

test("an outline goes around cells and around holes", () => {
  assert.equal(outlineOf([{ col: 0, row: 0 }], cornersOf), "M0 0L1 0L1 1L0 1Z");
  const ring = [0, 1, 2]
    .flatMap((col) => [0, 1, 2].map((row) => ({ col, row })))
    .filter(({ col, row }) => col !== 1 || row !== 1);
  assert.equal(outlineOf(ring, cornersOf).match(/Z/g)?.length, 2);
});

test("areas beside each other have one outline, also where only part of their sides is in common", () => {
  /** @type {[number, number][]} */
  const wide = [
    [0, 0],
    [2, 0],
    [2, 1],
    [0, 1],
  ];
  /** @type {[number, number][]} */
  const below = [
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 2],
  ];
  const [loop, ...others] = loopsAround([wide, below], 1 / 3);
  assert.equal(others.length, 0);
  assert.equal(loop?.length, 6);
  assert.equal(
    loopsAround(
      [
        wide,
        [
          [0, 3],
          [1, 3],
          [1, 4],
        ],
      ],
      1 / 3,
    ).length,
    2,
  );
});

test("cells that touch by a corner keep outlines of their own", () => {
  const cells = [
    { col: 0, row: 0 },
    { col: 1, row: 1 },
  ];
  const line = outlineOf(cells, cornersOf);
  assert.equal(line.match(/Z/g)?.length, 2);
});

test("only what is certain is 0 or 100 percent", () => {
  assert.match(percent(1), /^100/);
  assert.match(percent(0.9999), /^>.99/);
  assert.match(percent(0.00001), /^<.1/);
  assert.match(percent(0), /^0/);
  assert.match(percent(0.7108), /^71/);
});

test("prices are counted and signed", () => {
  assert.equal(price({ quantity: "dice", amount: -1 }), "\u22121\u00a0die");
  assert.equal(price({ quantity: "dice", amount: -2 }), "\u22122\u00a0dice");
});

test("names are shortened whatever they are", () => {
  assert.equal(initials("Guard Vane"), "GV");
  assert.equal(initials("Jenny"), "J");
  assert.deepEqual(initialsAmong(["Mara", "Moth", "Jenny", "Guard 1", "Guard 2"]), [
    "Ma",
    "Mo",
    "J",
    "G1",
    "G2",
  ]);
  assert.deepEqual(initialsAmong(["Seller", "Sergeant", "Mara"]), ["Sl", "Sr", "M"]);
  assert.deepEqual(initialsAmong(["Guard", "Guard", "Otto Guard"]), ["G1", "G2", "OG"]);
  assert.equal(initials("  <img>"), "?");
  assert.equal(possessive("James"), "James\u2019");
});

test("a seed in the address makes rolls repeatable", () => {
  const next = createSeeds("?seed=7");
  assert.deepEqual([next(), next()], [7, 8]);
  const byChance = createSeeds("?seed=x");
  assert.ok(Number.isSafeInteger(byChance()));
  assert.notEqual(byChance(), byChance());
});

for (const kind of /** @type {const} */ (["square", "hex_rows_odd"]))
  test(`ground over all of a large map lies on all of it: ${kind}`, () => {
    const grid = gridOf({ kind, cols: 200, rows: 200 });
    const [area] = areasOf([{ area: { rect: [0, 0, 200, 200] } }], grid);
    const line = area?.line() ?? "";
    const numbers = [...line.matchAll(/[\d.]+/g)].map(Number);
    const { width, height } = grid.extent;
    assert.equal(line.match(/Z/g)?.length, 1);
    for (const [at, extent] of [width, height].entries())
      assert.ok(Math.abs(Math.max(...numbers.filter((_, index) => index % 2 === at)) - extent) < 0.01);
    const lowest = Math.max(...(area?.spots.map(({ y }) => y) ?? []));
    assert.ok(lowest > height - 4 && (area?.spots.length ?? 0) > 3_000);
  });

test("however much ground a map has, details are drawn on some thousand spots of it", () => {
  const grid = gridOf({ cols: 200, rows: 200 });
  const some = { area: { rect: /** @type {[number, number, number, number]} */ ([3, 2, 30, 40]) } };
  assert.equal(areasOf([some, some], grid)[1]?.spots.length, 1_200);
  const all = { area: { rect: /** @type {[number, number, number, number]} */ ([0, 0, 200, 200]) } };
  const areas = areasOf([...Array(25).fill(all), some], grid);
  const spots = areas.reduce((sum, area) => sum + area.spots.length, 0);
  assert.ok(spots <= 5_100, String(spots));
  assert.ok(areas.every((area) => area.spots.length > 0));
  assert.deepEqual(areas.at(-1)?.box, { x: 3, y: 2, width: 30, height: 40 });
});
