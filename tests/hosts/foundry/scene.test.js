import assert from "node:assert/strict";
import { test } from "node:test";
import { cellOf, obstacleTo, pathOf, sceneOf, waypointsOf } from "../../../web/hosts/foundry/scene.js";

/** @typedef {import("../../../web/hosts/foundry/surface.js").Scene} Scene */

/** @type {(id: string, more?: object) => any} */
const token = (id, more = {}) => ({
  id,
  _source: {
    _id: id,
    name: id,
    x: 0,
    y: 0,
    elevation: 0,
    width: 1,
    height: 1,
    disposition: 1,
    hidden: false,
    ...more,
  },
});

/** @type {(more?: object, tokens?: any[]) => Scene} */
const scene = (more = {}, tokens = [token("jenny")]) =>
  /** @type {any} */ ({
    id: "scene",
    grid: { type: 1, size: 100, distance: 5, units: "ft", diagonals: 0 },
    dimensions: { width: 400, height: 250 },
    walls: [],
    regions: [],
    tokens: Object.assign([...tokens], {
      get: (/** @type {string} */ id) => tokens.find((one) => one.id === id),
    }),
    ...more,
  });

test("a scene is as many cells as it takes to cover it", () => {
  assert.deepEqual(sceneOf(scene(), "jenny").grid, {
    cols: 4,
    rows: 3,
    distance: 5,
    units: "ft",
    diagonals: "equidistant",
  });
});

test("each rule for diagonals has its name", () => {
  const names = [0, 1, 2, 3, 4, 5, 6].map((diagonals) => {
    const grid = { type: 1, size: 100, distance: 5, units: "ft", diagonals };
    return sceneOf(scene({ grid }), "jenny").grid.diagonals;
  });
  const expected = [
    "equidistant",
    "exact",
    "approximate",
    "rectilinear",
    "alternating_1",
    "alternating_2",
    "illegal",
  ];
  assert.deepEqual(names, expected);
});

test("what the rules cannot judge on is named", () => {
  const grid = { type: 1, size: 100, distance: 5, units: "ft" };
  assert.equal(obstacleTo(scene()), null);
  assert.equal(obstacleTo(scene({ grid: { ...grid, type: 2 } })), "gridKind");
  assert.equal(obstacleTo(scene({ grid: { ...grid, type: 0 } })), "gridKind");
  assert.equal(obstacleTo(scene({ grid: { ...grid, units: " " } })), "units");
  assert.equal(obstacleTo(scene({ grid: { ...grid, distance: 0 } })), "distance");
});

test("walls are in cells; open doors are open, and what does not stop movement is no wall", () => {
  const walls = [
    { id: "wall", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0 },
    { id: "open", c: [200, 0, 200, 100], move: 20, door: 1, ds: 1 },
    { id: "locked", c: [300, 0, 300, 100], move: 20, door: 1, ds: 2 },
    { id: "curtain", c: [0, 0, 100, 0], move: 0, door: 0, ds: 0 },
  ];
  assert.deepEqual(sceneOf(scene({ walls }), "jenny").walls, [
    { id: "wall", a: [1, 0], b: [1, 2.5], open: false },
    { id: "open", a: [2, 0], b: [2, 1], open: true },
    { id: "locked", a: [3, 0], b: [3, 1], open: false },
  ]);
});

test("tokens are seen from the side of whoever moves", () => {
  const tokens = [
    token("jenny", { disposition: -1 }),
    token("friend", { disposition: -1 }),
    token("foe", { disposition: 1, x: 200, width: 2, height: 2, hidden: true }),
    token("nobody", { disposition: 0 }),
    token("secret", { disposition: -2 }),
  ];
  const seen = sceneOf(scene({}, tokens), "jenny").tokens ?? [];
  assert.deepEqual(
    seen.map(({ disposition }) => disposition),
    ["friendly", "friendly", "hostile", "neutral", "neutral"],
  );
  assert.deepEqual(seen[2], {
    id: "foe",
    name: "foe",
    col: 2,
    row: 0,
    elevation: 0,
    cols: 2,
    rows: 2,
    disposition: "hostile",
    hidden: true,
  });
});

test("who moves alongside is in nobody's way", () => {
  const tokens = [token("jenny"), token("friend"), token("other")];
  const seen = sceneOf(scene({}, tokens), "jenny", new Set(["jenny", "friend"])).tokens ?? [];
  assert.deepEqual(
    seen.map(({ id }) => id),
    ["jenny", "other"],
  );
});

/** @type {(walk: number | null | undefined, shapes: object[], more?: object) => Scene} */
const withGround = (walk, shapes, more = {}) => {
  const behavior = {
    type: "modifyMovementCost",
    disabled: false,
    system: { difficulties: { walk } },
    ...more,
  };
  return scene({ regions: [{ id: "mud", name: "Mud", shapes, behaviors: [behavior] }] });
};

const RECTANGLE = { type: "rectangle", x: 100, y: 100, width: 200, height: 100 };

test("a region that makes moving dear is difficult ground, one that forbids it an obstacle", () => {
  const area = {
    cells: [
      [1, 1],
      [2, 1],
    ],
  };
  assert.deepEqual(sceneOf(withGround(2, [RECTANGLE]), "jenny").regions, [
    { id: "mud", name: "Mud", kind: "difficult", cost_multiplier: 2, area },
  ]);
  assert.deepEqual(sceneOf(withGround(null, [RECTANGLE]), "jenny").regions, [
    { id: "mud", name: "Mud", kind: "obstacle", area },
  ]);
});

test("ground that costs nothing more, or is switched off, is left out", () => {
  assert.deepEqual(sceneOf(withGround(1, [RECTANGLE]), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(undefined, [RECTANGLE]), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(2, [RECTANGLE], { disabled: true }), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(2, []), "jenny").regions, []);
});

test("shapes hold the cells whose centre is in them, and holes take away", () => {
  const cells = (/** @type {object[]} */ ...shapes) => {
    const [region] = sceneOf(withGround(2, shapes), "jenny").regions ?? [];
    return region && "cells" in region.area ? region.area.cells.map(String) : [];
  };
  assert.deepEqual(cells({ type: "polygon", points: [0, 0, 200, 0, 0, 200] }), ["0,0"]);
  assert.deepEqual(cells({ type: "ellipse", x: 150, y: 50, radiusX: 120, radiusY: 20 }), [
    "0,0",
    "1,0",
    "2,0",
  ]);
  assert.deepEqual(cells({ ...RECTANGLE, rotation: 90 }), ["0,1", "0,2"]);
  assert.deepEqual(cells(RECTANGLE, { ...RECTANGLE, width: 100, hole: true }), ["2,1"]);
});

test("a way is told cell by cell, with the mode of whatever is not walking", () => {
  const at = (/** @type {number} */ x, action = "walk", elevation = 0) => ({ x, y: 100, elevation, action });
  const modes = new Set(["climb"]);
  assert.deepEqual(
    pathOf([at(0), at(100), at(100), at(200, "climb"), at(200, "climb", 5), at(300, "fly")], 100, modes),
    [
      { col: 0, row: 1, elevation: 0, mode: null },
      { col: 1, row: 1, elevation: 0, mode: null },
      { col: 2, row: 1, elevation: 0, mode: "climb" },
      { col: 2, row: 1, elevation: 5, mode: "climb" },
      { col: 3, row: 1, elevation: 0, mode: null },
    ],
  );
  assert.equal(pathOf([at(0), at(20)], 100, modes), null);
});

test("places go there and back", () => {
  assert.deepEqual(cellOf({ x: 149, y: 251, elevation: 3 }, 100), { col: 1, row: 3, elevation: 3 });
  assert.deepEqual(
    waypointsOf(
      [
        { col: 0, row: 0 },
        { col: 2, row: 1, elevation: 4 },
      ],
      100,
    ),
    [{ x: 200, y: 100, elevation: 4 }],
  );
});
