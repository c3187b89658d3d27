import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isOnMap,
  mapOf,
  obstacleIn,
  placeOf,
  positionAt,
  sceneOf,
  sizeOf,
} from "../../../web/hosts/owlbear/scene.js";

const HOST = {
  type: "SQUARE",
  dpi: 150,
  measurement: "ALTERNATING",
  scale: { multiplier: 5, unit: " ft " },
  centre: { x: 75, y: 75 },
};

/** @type {(more: object) => any} */
const item = (more) => ({
  id: "a",
  type: "IMAGE",
  name: "A",
  visible: true,
  locked: false,
  position: { x: 0, y: 0 },
  rotation: 0,
  scale: { x: 1, y: 1 },
  metadata: {},
  layer: "CHARACTER",
  image: { width: 300, height: 300 },
  grid: { offset: { x: 150, y: 150 }, dpi: 300 },
  ...more,
});

const ground = item({
  id: "ground",
  layer: "MAP",
  position: { x: -300, y: 0 },
  image: { width: 3000, height: 2000 },
  grid: { offset: { x: 0, y: 0 }, dpi: 100 },
});

test("the window is larger than the images, and stays while tokens move", () => {
  const token = item({ position: { x: 225, y: 375 } });
  const before = mapOf([ground, token], HOST);
  const after = mapOf([ground, { ...token, position: { x: 4000, y: -900 } }], HOST);
  assert.deepEqual(before, after);
  assert.deepEqual(before.grid, {
    kind: "square",
    cols: before.grid.cols,
    rows: before.grid.rows,
    distance: 5,
    units: "ft",
    diagonals: "alternating_1",
  });
  assert.ok(before.corner.x <= -300 - 16 * 150 && before.corner.y <= -16 * 150);
});

test("a place and a position are the same, wherever the image is held and however large it is", () => {
  const map = mapOf([ground], HOST);
  const shapes = [
    {},
    { scale: { x: 2, y: 2 } },
    { scale: { x: -1, y: 1 } },
    { grid: { offset: { x: 0, y: 0 }, dpi: 300 }, position: { x: 450, y: 600 } },
  ];
  for (const shape of shapes) {
    const token = item({ position: { x: 525, y: 675 }, ...shape });
    const place = { col: placeOf(map, token).col + 3, row: placeOf(map, token).row - 2 };
    const moved = { ...token, position: positionAt(map, token, place) };
    assert.deepEqual(placeOf(map, moved), place);
  }
  assert.deepEqual(sizeOf(map, item({ scale: { x: 2, y: 3 } })), { cols: 2, rows: 3 });
  assert.deepEqual(sizeOf(map, item({ scale: { x: 0.4, y: 0.4 } })), { cols: 1, rows: 1 });
  assert.deepEqual(sizeOf(map, item({ scale: { x: 60, y: 2 } })), { cols: 50, rows: 2 });
});

test("walls that block are told in columns and rows, as they are turned; others are not", () => {
  const map = mapOf([ground], HOST);
  const points = [
    { x: 0, y: 0 },
    { x: 300, y: 0 },
    { x: 300, y: 0 },
  ];
  const wall = item({
    id: "w",
    type: "WALL",
    layer: "FOG",
    points,
    blocking: true,
    position: { x: 0, y: 0 },
  });
  const [origin] = [placeOf(map, item({ position: { x: 75, y: 75 } }))];
  const told = (/** @type {object} */ more) => sceneOf(map, [{ ...wall, ...more }]).walls;
  const { col, row } = origin;
  assert.deepEqual(told({}), [{ id: "w-0", a: [col, row], b: [col + 2, row], open: false }]);
  assert.deepEqual(told({ rotation: 90 })?.[0]?.b, [col, row + 2]);
  assert.deepEqual(told({ blocking: false }), []);
});

test("a wall stands also where it reaches beyond the window", () => {
  const map = mapOf([ground], HOST);
  const points = [
    { x: 300, y: -90_000 },
    { x: 300, y: 90_000 },
  ];
  const wall = item({
    id: "w",
    type: "WALL",
    layer: "FOG",
    points,
    blocking: true,
    position: { x: 0, y: 0 },
  });
  const [one, ...others] = sceneOf(map, [wall]).walls ?? [];
  assert.deepEqual(others, []);
  assert.deepEqual(one?.a[0], one?.b[0]);
  assert.ok(Number(one?.a[1]) < 0 && Number(one?.b[1]) > Number(map.grid.rows));
  const far = {
    ...wall,
    points: [
      { x: 0, y: 0 },
      { x: 1e12, y: 0 },
    ],
  };
  assert.deepEqual(sceneOf(map, [far]).walls, []);
});

test("tokens are told with their sides; those far from all images are not", () => {
  const map = mapOf([ground], HOST);
  const foe = item({
    id: "foe",
    position: { x: 75, y: 75 },
    metadata: { "footwork/side": "hostile" },
    visible: false,
  });
  const far = item({ id: "far", position: { x: 90_000, y: 0 } });
  assert.equal(isOnMap(map, far), false);
  const { tokens = [] } = sceneOf(map, [ground, foe, far]);
  assert.deepEqual(
    tokens.map(({ id, disposition, hidden }) => [id, disposition, hidden]),
    [["foe", "hostile", true]],
  );
});

test("hexes are sent with their kind, and tokens on them are as high as wide", () => {
  for (const [type, kind] of [
    ["HEX_VERTICAL", "hex_rows_odd"],
    ["HEX_HORIZONTAL", "hex_columns_odd"],
  ]) {
    const map = mapOf([ground], { ...HOST, type: String(type), centre: { x: 0, y: 0 } });
    assert.equal(map.grid.kind, kind);
    assert.equal(map.grid.diagonals, undefined);
    assert.deepEqual(sizeOf(map, item({ scale: { x: 1, y: 2 } })), { cols: 2, rows: 2 });
    const token = item({});
    const moved = positionAt(map, token, placeOf(map, token));
    assert.ok(Math.hypot(moved.x, moved.y) < 1e-6);
  }
});

test("what a grid lacks is said", () => {
  assert.equal(obstacleIn(HOST), "");
  assert.match(obstacleIn({ ...HOST, type: "DIMETRIC" }), /squares or hexes/);
  assert.match(obstacleIn({ ...HOST, scale: { multiplier: 5, unit: " " } }), /no unit/);
  assert.match(obstacleIn({ ...HOST, scale: { multiplier: 0, unit: "ft" } }), /no length/);
  assert.match(obstacleIn({ ...HOST, scale: { multiplier: Number.NaN, unit: "ft" } }), /no length/);
});
