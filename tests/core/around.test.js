import assert from "node:assert/strict";
import { test } from "node:test";
import { askAround } from "../../web/core/around.js";
import { gridOf } from "../../web/core/grid.js";

const SQUARES = /** @type {const} */ ({ kind: "square", cols: 10, rows: 6, distance: 5, unit: "ft" });
const ONE = { cols: 1, rows: 1 };

/** @type {(held: object, goesOn?: boolean) => Promise<string[]>} */
const asked = async (held, goesOn = true) => {
  /** @type {string[]} */
  const places = [];
  await askAround(/** @type {any} */ ({ grid: gridOf(SQUARES), size: ONE, ...held }), async (together) => {
    places.push(...together.map(({ col, row }) => `${col} ${row}`));
    return goesOn;
  });
  return places;
};

test("the cells around a place are asked about, those first that lie further on", async () => {
  const places = await asked({ place: { col: 4, row: 3 }, last: { col: 3, row: 3 } });
  assert.equal(places[0], "5 3");
  assert.deepEqual(places.slice(1, 3).sort(), ["5 2", "5 4"]);
  assert.deepEqual(places.slice(-2).sort(), ["3 2", "3 4"]);
  assert.equal(new Set(places).size, 8);
});

test("no place is asked about at which the token would not be on the map", async () => {
  assert.deepEqual((await asked({ place: { col: 0, row: 0 }, last: { col: 0, row: 0 } })).sort(), [
    "0 1",
    "1 0",
    "1 1",
  ]);
  const large = { size: { cols: 2, rows: 2 }, place: { col: 8, row: 4 }, last: { col: 8, row: 4 } };
  assert.deepEqual((await asked(large)).sort(), ["7 3", "7 4", "8 3"]);
});

test("it ends once whoever asks has enough: with the cells further on, which are asked about together", async () => {
  const places = await asked({ place: { col: 4, row: 3 }, last: { col: 3, row: 3 } }, false);
  assert.deepEqual(places.sort(), ["5 2", "5 3", "5 4"]);
});

test("of hexes, which have six around them, each is asked about once", async () => {
  const grid = gridOf({ ...SQUARES, kind: "hex_rows_odd" });
  const places = await asked({ grid, place: { col: 4, row: 3 }, last: { col: 3, row: 3 } });
  assert.equal(places.length, 6);
  assert.equal(new Set(places).size, 6);
});

test("on maps without cells there are no places around one", async () => {
  const grid = gridOf({ ...SQUARES, kind: "gridless" });
  assert.deepEqual(await asked({ grid, place: { col: 4.5, row: 3 }, last: { col: 3, row: 3 } }), []);
});
