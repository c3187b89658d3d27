import assert from "node:assert/strict";
import { before, test } from "node:test";
import { unreadIn } from "../../../web/hosts/foundry/ground.js";
import {
  cellOf,
  obstacleTo,
  pathOf,
  sceneAlong,
  sceneOf,
  waypointsOf,
} from "../../../web/hosts/foundry/scene.js";

/** @import { Scene } from "../../../web/hosts/foundry/surface.js" */

/** The double is typed more loosely than these tests. @type {(file: string) => Promise<any>} */
const double = (file) => import(new URL(`./double/${file}`, import.meta.url).href);
const { gridOf } = await double("grid.js");
const { RegionDocument } = await double("region.js");

before(() => {
  Object.assign(globalThis, {
    CONFIG: { RegionBehavior: { dataModels: {} } },
    game: { release: { generation: 14 }, system: { id: "some-system" } },
  });
});

const SIZE = 100;
/** Of regions, besides the client's own. */
const GROUND_OF_5E = "dnd5e.difficultTerrain";
const KINDS_OF_GROUND = new Set(["footwork.ground", GROUND_OF_5E, "environmentFeature"]);

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
  getCenterPoint(/** @type {any} */ { x, y, ...size }) {
    const middle = this.parent.grid.middleOf(size);
    return { x: x + middle.x, y: y + middle.y };
  },
  getSnappedPosition(/** @type {any} */ { x, y, ...size }) {
    return this.parent.grid.getSnapped({ x, y }, size);
  },
});

/** @type {(more?: any, tokens?: any[]) => Scene} */
const scene = ({ grid: own = {}, regions = [], ...more } = {}, tokens = [token("jenny")]) => {
  const grid = gridOf({ type: 1, size: SIZE, distance: 5, units: "ft", diagonals: 0, ...own });
  const size = { width: 400, height: 250 };
  const made = {
    id: "scene",
    grid,
    dimensions: { ...size, .../** @type {any} */ (grid).countOf(size) },
    walls: [],
    regions: regions.map((/** @type {any} */ region) => new RegionDocument(region, KINDS_OF_GROUND)),
    tokens: Object.assign([...tokens], {
      get: (/** @type {string} */ id) => tokens.find((one) => one.id === id),
    }),
    ...more,
  };
  for (const one of tokens) one.parent = made;
  return /** @type {any} */ (made);
};

/** The first token of a scene. @type {(more?: any, token?: any) => import("../../../web/hosts/foundry/surface.js").TokenDocument} */
const on = (more = {}, one = token("jenny")) => {
  scene(more, [one]);
  return one;
};

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
  const names = [0, 1, 2, 3, 4, 5, 6].map(
    (diagonals) => sceneOf(scene({ grid: { diagonals } }), "jenny").grid.diagonals,
  );
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

test("each kind of grid has its name, and only squares have diagonals", () => {
  const grids = [0, 2, 3, 4, 5].map((type) => sceneOf(scene({ grid: { type, size: 40 } }), "jenny").grid);
  assert.deepEqual(
    grids.map(({ kind, cols, rows, diagonals }) => [kind, cols, rows, diagonals]),
    [
      ["gridless", 10, 7, undefined],
      ["hex_rows_odd", 9, 6, undefined],
      ["hex_rows_even", 9, 6, undefined],
      ["hex_columns_odd", 11, 5, undefined],
      ["hex_columns_even", 11, 5, undefined],
    ],
  );
});

test("what the rules cannot judge on is named", () => {
  assert.equal(obstacleTo(scene()), null);
  assert.equal(obstacleTo(scene({ grid: { units: " " } })), "units");
  assert.equal(obstacleTo(scene({ grid: { distance: 0 } })), "distance");
  const [small, large] = [token("small", { width: 4, height: 3 }), token("large", { width: 4, height: 4 })];
  const both = scene({}, [small, large]);
  assert.equal(obstacleTo(both, small), null);
  assert.equal(obstacleTo(both, large), "tokenSize");
});

test("walls are in cells; open doors are open, and what does not stop movement is no wall", () => {
  const walls = [
    { id: "wall", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0 },
    { id: "open", c: [200, 0, 200, 100], move: 20, door: 1, ds: 1 },
    { id: "locked", c: [300, 0, 300, 100], move: 20, door: 1, ds: 2 },
    { id: "curtain", c: [0, 0, 100, 0], move: 0, door: 0, ds: 0 },
    { id: "point", c: [50, 50, 50, 50], move: 20, door: 0, ds: 0 },
    { id: "unset", c: [0, 50, 100, 50], move: null, door: null, ds: null, dir: null },
  ];
  assert.deepEqual(sceneOf(scene({ walls }), "jenny").walls, [
    { id: "wall", a: [1, 0], b: [1, 2.5], open: false },
    { id: "open", a: [2, 0], b: [2, 1], open: true },
    { id: "locked", a: [3, 0], b: [3, 1], open: false },
  ]);
});

test("a secret door looks like any wall", () => {
  const wall = { id: "wall", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0 };
  const [plain] = sceneOf(scene({ walls: [wall] }), "jenny").walls ?? [];
  const [secret] = sceneOf(scene({ walls: [{ ...wall, door: 2 }] }), "jenny").walls ?? [];
  assert.deepEqual(secret, plain);
});

test("a wall may stop who comes from one side only", () => {
  const wall = { c: [100, 0, 100, 250], move: 20, door: 0, ds: 0 };
  const walls = [0, 1, 2].map((dir) => ({ ...wall, id: String(dir), dir }));
  const told = sceneOf(scene({ walls }), "jenny").walls ?? [];
  assert.deepEqual(
    told.map(({ blocks }) => blocks),
    [undefined, "left", "right"],
  );
});

test("a wall with a height stops who is between its foot and its top", () => {
  const height = { "wall-height": { bottom: 0, top: 10 } };
  const wall = { id: "wall", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0, flags: height };
  const seen = (/** @type {number} */ elevation) =>
    sceneOf(scene({ walls: [wall] }, [token("jenny", { elevation })]), "jenny").walls?.length;
  assert.deepEqual([-5, 0, 9, 10].map(seen), [0, 1, 1, 0]);
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

test("whom the player does not see is hidden, but never who moves", () => {
  const tokens = [token("jenny"), token("foe")];
  const seen = sceneOf(scene({}, tokens), "jenny", new Set(), () => false).tokens ?? [];
  assert.deepEqual(
    seen.map(({ hidden }) => hidden),
    [false, true],
  );
});

test("who moves alongside is in nobody's way, and who stands off the map is left out", () => {
  const tokens = [token("jenny"), token("friend"), token("other"), token("outside", { x: -100 })];
  const seen = sceneOf(scene({}, tokens), "jenny", new Set(["jenny", "friend"])).tokens ?? [];
  assert.deepEqual(
    seen.map(({ id }) => id),
    ["jenny", "other"],
  );
});

test("small tokens stand in the cell that holds their middle", () => {
  const [quarter, far] = [token("quarter", { x: 150, y: 50, width: 0.5, height: 0.5 }), token("far")];
  const [told] = sceneOf(scene({}, [quarter, far]), "far").tokens ?? [];
  assert.deepEqual([told?.col, told?.row, told?.cols, told?.rows], [1, 0, 0.5, 0.5]);
});

/** @type {(behavior: object, shapes: object[], more?: object) => any} */
const region = (behavior, shapes, more = {}) => ({
  id: "mud",
  name: "Mud",
  shapes,
  behaviors: [{ disabled: false, ...behavior }],
  ...more,
});

/** @type {(walk: number | null | undefined, shapes: object[], more?: object) => Scene} */
const withGround = (walk, shapes, more = {}) => {
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk } }, ...more };
  return scene({ regions: [region(behavior, shapes)] });
};

const RECTANGLE = { type: "rectangle", x: 100, y: 100, width: 200, height: 100 };
const POLYGON = [
  [1, 1],
  [3, 1],
  [3, 2],
  [1, 2],
];

test("a region that makes moving dear is difficult ground, one that forbids it an obstacle", () => {
  const area = { polygon: POLYGON };
  assert.deepEqual(sceneOf(withGround(2, [RECTANGLE]), "jenny").regions, [
    { id: "mud", name: "Mud", kind: "difficult", cost_multiplier: 2, area },
  ]);
  assert.deepEqual(sceneOf(withGround(null, [RECTANGLE]), "jenny").regions, [
    { id: "mud", name: "Mud", kind: "obstacle", area },
  ]);
});

test("a region that makes moving cheap is ground, too", () => {
  const cheap = (/** @type {number} */ walk) =>
    sceneOf(withGround(walk, [RECTANGLE]), "jenny").regions?.map(
      (one) => /** @type {any} */ (one).cost_multiplier,
    );
  assert.deepEqual([0.5, 0].map(cheap), [[0.5], [0.01]]);
});

test("ground that costs nothing more, or is switched off, is left out", () => {
  assert.deepEqual(sceneOf(withGround(1, [RECTANGLE]), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(undefined, [RECTANGLE]), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(2, [RECTANGLE], { disabled: true }), "jenny").regions, []);
  assert.deepEqual(sceneOf(withGround(2, []), "jenny").regions, []);
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 2 } } };
  const hidden = scene({ regions: [region(behavior, [RECTANGLE], { hidden: true })] });
  assert.deepEqual(sceneOf(hidden, "jenny").regions, []);
});

test("what ground costs is what it costs the way the token moves", () => {
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 2, climb: 3, fly: 1 } } };
  const dear = (/** @type {string | undefined} */ movementAction) => {
    const [mud] =
      sceneOf(
        scene({ regions: [region(behavior, [RECTANGLE])] }, [token("jenny", { movementAction })]),
        "jenny",
      ).regions ?? [];
    return mud && "cost_multiplier" in mud ? mud.cost_multiplier : null;
  };
  assert.deepEqual([undefined, "climb", "fly", "swim"].map(dear), [2, 3, null, 2]);
});

test("on a way, ground costs what it costs as the way crosses it; crossed in several, the dearest counts", () => {
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 2, climb: 3, fly: 1 } } };
  const shapes = [RECTANGLE];
  const even = region({ type: "modifyMovementCost", system: { difficulties: { walk: 4 } } }, shapes);
  const map = scene({ regions: [region(behavior, shapes), even] });
  const [jenny] = [...map.tokens];
  const told = sceneOf(map, "jenny");
  /** @type {(...modes: (string | null)[]) => unknown[]} */
  const dear = (...modes) => {
    const path = modes.map((mode, col) => ({ col, row: 1, elevation: 0, mode }));
    const actionFor = (/** @type {string | null} */ mode) => mode ?? "walk";
    const { regions = [] } = sceneAlong(told, /** @type {any} */ (jenny), path, actionFor);
    return regions.map((one) => ("cost_multiplier" in one ? one.cost_multiplier : null));
  };
  assert.deepEqual(dear(null, "fly", "fly", "fly"), [4]);
  assert.deepEqual(dear(null, "climb", "fly", null), [3, 4]);
  assert.deepEqual(dear(null, null), [2, 4]);
  // What it does before and behind does not count.
  assert.deepEqual(dear("climb", "fly", "fly", "climb"), [4]);
  assert.equal(sceneAlong(told, /** @type {any} */ (jenny), [], () => "walk").walls, told.walls);
});

test("difficult ground of dnd5e and pf2e counts, for whom and how it does there", () => {
  const dear = (/** @type {object} */ behavior, /** @type {object} */ more = {}, disposition = 1) => {
    const jenny = token("jenny", { disposition, ...("movementAction" in more ? more : {}) });
    const map = scene({ regions: [region(behavior, [RECTANGLE])] }, [Object.assign(jenny, more)]);
    return sceneOf(map, "jenny").regions?.map((one) => /** @type {any} */ (one).cost_multiplier);
  };
  const ignoring = (/** @type {string[]} */ ...types) => ({
    actor: { system: { attributes: { movement: { ignoredDifficultTerrain: new Set(types) } } } },
  });
  const fifth = (system = {}) => ({
    type: GROUND_OF_5E,
    system: { magical: false, types: new Set(["ice"]), ignoredDispositions: new Set([-1]), ...system },
  });
  assert.deepEqual(dear(fifth()), [2]);
  assert.deepEqual(dear(fifth(), { movementAction: "fly" }), [2]);
  for (const ignored of ["all", "ice", "nonmagical"]) assert.deepEqual(dear(fifth(), ignoring(ignored)), []);
  for (const ignored of ["plants", "magical"]) assert.deepEqual(dear(fifth(), ignoring(ignored)), [2]);
  assert.deepEqual(dear(fifth({ magical: true }), ignoring("magical")), []);
  assert.deepEqual(dear(fifth({ types: [] }), ignoring("ice")), [2]);
  assert.deepEqual(dear(fifth(), {}, -1), []);
  assert.deepEqual(dear(fifth(), {}, -2), []);
  const second = (/** @type {number} */ difficult) => ({
    type: "environmentFeature",
    system: { terrain: { difficult } },
  });
  assert.deepEqual(
    [0, 1, 2].map((difficult) => dear(second(difficult))),
    [[], [2], [3]],
  );
  assert.deepEqual(dear(second(2), { movementAction: "fly" }), []);
});

test("behaviours that may hinder movement and are not read are found, with their region", () => {
  const types = [
    "black-flag.difficultTerrain",
    "environment",
    "dnd5e.rotateArea",
    "changeLevel",
    GROUND_OF_5E,
  ];
  const behaviors = [...types, "footwork.ground", "regionba.stopMovement"].map((type) => ({ type }));
  const off = { type: "regionba.changeMovement", disabled: true };
  assert.deepEqual(unreadIn(/** @type {any} */ ([{ name: "Bog", behaviors: [...behaviors, off] }])), [
    { region: "Bog", type: "black-flag.difficultTerrain" },
    { region: "Bog", type: "regionba.stopMovement" },
  ]);
});

test("a way without cells crosses ground that it leads over, wherever its ends are", () => {
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 1, fly: 2 } } };
  const map = scene({ grid: { type: 0 }, regions: [region(behavior, [RECTANGLE])] });
  const [jenny] = [...map.tokens];
  /** @type {(row: number) => number | undefined} */
  const grounds = (row) => {
    const path = [0, 3].map((col) => ({ col, row, elevation: 0, mode: "fly" }));
    return sceneAlong(sceneOf(map, "jenny"), /** @type {any} */ (jenny), path, (mode) => mode ?? "walk")
      .regions?.length;
  };
  assert.deepEqual([grounds(1), grounds(0)], [1, 0]);
});

test("ground above or below a token is not its ground", () => {
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 2 } } };
  const seen = (/** @type {number} */ elevation) => {
    const regions = [region(behavior, [RECTANGLE], { elevation: { bottom: 0, top: 5 } })];
    return sceneOf(scene({ regions }, [token("jenny", { elevation })]), "jenny").regions?.length;
  };
  assert.deepEqual([-1, 0, 5, 6].map(seen), [0, 1, 1, 0]);
});

/** @type {(system: object, more?: object) => any} */
const own = (system, more) => {
  const regions = [region({ type: "footwork.ground", system }, [RECTANGLE], more)];
  const [first] = sceneOf(scene({ regions }), "jenny").regions ?? [];
  const { id: _id, name: _name, area: _area, ...rest } = /** @type {any} */ (first);
  return rest;
};

test("the module's own behaviour is ground as the rules know it", () => {
  assert.deepEqual(own({ kind: "difficult", multiplier: 3, surcharge: 5, grade: "rough" }), {
    kind: "difficult",
    cost_multiplier: 3,
    flat_cost: 5,
    grade: "rough",
  });
  assert.deepEqual(own({ kind: "water", grade: "", current: { x: 0, y: 10 } }), {
    kind: "water",
    current: [0, 10],
  });
  assert.deepEqual(
    own({ kind: "climb", surface: "cliff", slick: "wet", difficulty: null, uphill: { x: 1 } }),
    {
      kind: "climb",
      surface: "cliff",
      slick: "wet",
      uphill: [1, 0],
    },
  );
  assert.deepEqual(own({ kind: "gap", depth: 20, secret: true }), { kind: "gap", hidden: true, depth: 20 });
  assert.deepEqual(own({ kind: "ledge", height: -5, surface: "", slick: "none" }), {
    kind: "ledge",
    elevation: -5,
    slick: "none",
  });
  assert.deepEqual(own({ kind: "cover" }), { kind: "cover" });
  assert.deepEqual(own({ kind: "obstacle" }), { kind: "obstacle" });
});

/** @type {(...shapes: object[]) => any} */
const polygonOf = (...shapes) => {
  const [first] = sceneOf(withGround(2, shapes), "jenny").regions ?? [];
  return first && "polygon" in first.area ? first.area.polygon : null;
};

test("holes and further shapes are lines of one polygon, and what is off the map is cut off", () => {
  const hole = { ...RECTANGLE, width: 100, hole: true };
  assert.deepEqual(polygonOf(RECTANGLE, hole), [
    ...POLYGON,
    [1, 1],
    [1, 1],
    [2, 1],
    [2, 2],
    [1, 2],
    [1, 1],
    [1, 1],
  ]);
  assert.deepEqual(polygonOf({ ...RECTANGLE, x: -100 }), [
    [0, 1],
    [1, 1],
    [1, 2],
    [0, 2],
  ]);
  assert.equal(polygonOf({ ...RECTANGLE, x: -1000 }), null);
  assert.equal(polygonOf({ type: "ellipse", x: 150, y: 50, radiusX: 120, radiusY: 20 }).length, 64);
});

test("an outline of very many corners is thinned out", () => {
  const points = Array.from({ length: 4_000 }, (_, at) => [
    200 + Math.cos(at / 640) * 90,
    120 + Math.sin(at / 640) * 90,
  ]).flat();
  const { length } = polygonOf({ type: "polygon", points });
  assert.ok(length > 400 && length <= 500, String(length));
});

const LEVELS = [
  { id: "attic", name: "Attic", elevation: { bottom: 10, top: 20 } },
  { id: "hall", name: "Hall", elevation: { bottom: 0, top: 10 } },
];

test("levels are storeys from low to high; walls and ground are on theirs", () => {
  const walls = [
    { id: "both", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0, levels: ["hall", "attic"] },
    { id: "above", c: [200, 0, 200, 250], move: 20, door: 0, ds: 0, levels: ["attic"] },
  ];
  const behavior = { type: "modifyMovementCost", system: { difficulties: { walk: 2 } } };
  const regions = [region(behavior, [RECTANGLE], { levels: ["hall"] })];
  const told = sceneOf(scene({ levels: LEVELS, walls, regions }), "jenny");
  assert.deepEqual(told.storeys, [
    { id: "hall", name: "Hall", elevation: 0 },
    { id: "attic", name: "Attic", elevation: 10 },
  ]);
  assert.deepEqual(
    told.walls?.map(({ id, storey }) => [id, storey]),
    [
      ["both", undefined],
      ["above attic", "attic"],
    ],
  );
  assert.deepEqual(
    told.regions?.map(({ storey }) => storey),
    ["hall"],
  );
});

test("a region that changes levels is stairs from each of its cells to the one above", () => {
  const stairs = region({ type: "changeLevel", system: {} }, [RECTANGLE], { levels: ["hall", "attic"] });
  const told = sceneOf(scene({ levels: LEVELS, regions: [stairs] }), "jenny");
  assert.deepEqual(
    told.passages?.map(({ kind, a, b }) => [kind, a, b]),
    [
      ["stairs", { col: 1, row: 1, storey: "hall" }, { col: 1, row: 1, storey: "attic" }],
      ["stairs", { col: 2, row: 1, storey: "hall" }, { col: 2, row: 1, storey: "attic" }],
    ],
  );
});

test("without cells levels are storeys as well, and stairs are squares of their regions", () => {
  const walls = [
    { id: "here", c: [100, 0, 100, 250], move: 20, door: 0, ds: 0, levels: ["hall"] },
    { id: "above", c: [200, 0, 200, 250], move: 20, door: 0, ds: 0, levels: ["attic"] },
  ];
  const tokens = [token("jenny", { level: "hall" }), token("upstairs", { level: "attic", elevation: 10 })];
  const narrow = { type: "rectangle", x: 110, y: 120, width: 20, height: 20 };
  const regions = [RECTANGLE, narrow].map((shape, at) =>
    region({ type: "changeLevel", system: {} }, [shape], { levels: ["hall", "attic"], id: `stairs ${at}` }),
  );
  const told = sceneOf(scene({ grid: { type: 0 }, levels: LEVELS, walls, regions }, tokens), "jenny");
  assert.deepEqual(
    told.storeys?.map(({ id }) => id),
    ["hall", "attic"],
  );
  assert.deepEqual(
    [told.walls?.map(({ storey }) => storey), told.tokens?.map(({ id }) => id)],
    [
      ["hall", "attic"],
      ["jenny", "upstairs"],
    ],
  );
  assert.deepEqual(
    told.passages?.map(({ a, b }) => [a.col, a.row, a.storey, b.col, b.row, b.storey]),
    [
      [1, 1, "hall", 1, 1, "attic"],
      [2, 1, "hall", 2, 1, "attic"],
      [0.7, 0.8, "hall", 0.7, 0.8, "attic"],
    ],
  );
});

test("a way is told cell by cell, with the mode of whatever is not walking", () => {
  const at = (/** @type {number} */ x, action = "walk", elevation = 0) => ({ x, y: 100, elevation, action });
  const modes = new Set(["climb", "sprint", "walk"]);
  assert.deepEqual(
    pathOf(
      on(),
      [
        at(0),
        at(100, "footwork-sprint"),
        at(100),
        at(200, "climb"),
        at(200, "climb", 5),
        at(300, "fly"),
        at(200, "footwork-walk"),
      ],
      modes,
    ),
    [
      { col: 0, row: 1, elevation: 0, mode: null },
      { col: 1, row: 1, elevation: 0, mode: "sprint" },
      { col: 2, row: 1, elevation: 0, mode: "climb" },
      { col: 2, row: 1, elevation: 5, mode: "climb" },
      { col: 3, row: 1, elevation: 0, mode: null },
      { col: 2, row: 1, elevation: 0, mode: "walk" },
    ],
  );
  assert.equal(pathOf(on(), [at(0), at(20)], modes), null);
});

test("cells that the client leaves out of a way are put in", () => {
  const way = [
    { x: 0, y: 0, elevation: 0, action: "walk" },
    { x: 300, y: 0, elevation: 10, action: "blink" },
    { x: 100, y: 0, elevation: 0, action: "walk" },
  ];
  const path = pathOf(on(), way, new Set(["blink"])) ?? [];
  assert.deepEqual(
    path.map(({ col, elevation, mode }) => [col, elevation, mode]),
    [
      [0, 0, null],
      [1, 5, "blink"],
      [2, 5, "blink"],
      [3, 10, "blink"],
      [2, 10, null],
      [1, 0, null],
    ],
  );
});

for (const type of [0, 1, 2, 3, 4, 5])
  for (const side of [1, 2, 3])
    test(`places go there and back: grid ${type}, ${side} across`, () => {
      const one = on(
        { grid: { type }, width: 2000 },
        token("jenny", { width: side, height: side, shape: 0 }),
      );
      for (const [col = 0, row = 0] of [
        [5, 4],
        [6, 4],
        [5, 5],
        [6, 5],
      ]) {
        const [, to] = [
          0,
          ...waypointsOf(one, [
            { col: 0, row: 0 },
            { col, row, elevation: 3 },
          ]),
        ];
        const place = cellOf(one, { elevation: 3, .../** @type {any} */ (to) });
        assert.deepEqual(place, { col, row, elevation: 3 });
        const client = /** @type {any} */ (one.parent.grid);
        const { x, y } = client.getSnapped(to, { width: side, height: side });
        assert.deepEqual([to?.x, to?.y], [x, y]);
      }
    });

test("the cell of a small token is the client's own", () => {
  for (const type of [2, 3, 4, 5]) {
    const one = on({ grid: { type } });
    const client = /** @type {any} */ (one.parent.grid);
    for (const [i = 0, j = 0] of [
      [0, 0],
      [1, 0],
      [2, 1],
      [3, 2],
    ]) {
      const { x, y } = client.getTopLeftPoint({ i, j });
      assert.deepEqual(cellOf(one, { x, y, elevation: 0 }), { col: j, row: i, elevation: 0 });
    }
  }
});

test("walls on hexes are in pitches: the middle of a cell is half a pitch from its column and row", () => {
  for (const type of [2, 4]) {
    const { grid } = on({ grid: { type } }).parent;
    const [from, to] = [grid.getCenterPoint({ i: 0, j: 0 }), grid.getCenterPoint({ i: 2, j: 2 })];
    const wall = { id: "wall", c: [from.x, from.y, to.x, to.y], move: 20, door: 0, ds: 0 };
    const [told] = sceneOf(scene({ grid: { type }, walls: [wall] }), "jenny").walls ?? [];
    for (const [told_, expected] of [
      [told?.a, 0.5],
      [told?.b, 2.5],
    ])
      for (const value of /** @type {number[]} */ (told_))
        assert.ok(Math.abs(value - /** @type {number} */ (expected)) < 1e-9, String(value));
  }
});

test("where a level is known, a place above is on its level", () => {
  const one = on({ levels: LEVELS });
  const [to] = waypointsOf(one, [
    { col: 0, row: 0 },
    { col: 1, row: 0, elevation: 12 },
  ]);
  assert.deepEqual(to, { x: 100, y: 0, elevation: 12, level: "attic" });
});
