/**
 * What a player's browser asks the rules is equal with and without what that player cannot see, on every host that knows
 * such a thing: so all that is answered, drawn and told is equal too. The demo is one person's.
 */

import assert from "node:assert/strict";
import { test } from "node:test";

import { destinationsQuestion, onWay, planQuestion, stateQuestion } from "../../web/core/questions.js";
import { createMovers as createFoundryMovers } from "../../web/hosts/foundry/movers.js";
import { createMovers as createOwlbearMovers } from "../../web/hosts/owlbear/movers.js";
import { PEACE } from "../../web/hosts/planarally/initiative.js";
import { createMovers as createPlanarAllyMovers } from "../../web/hosts/planarally/movers.js";

/** The doubles are typed more loosely than these tests. @type {(file: string) => Promise<any>} */
const double = (file) => import(new URL(file, import.meta.url).href);
const client = await double("./foundry/double/grid.js");
const { RegionDocument } = await double("./foundry/double/region.js");

const WORLDS = 40;
const SIZE = 50;
/** Players see what is west of this, in cells; a column farther on all is dark. */
const [LIT, DARK, EAST] = [8, 10, 20];
/** Hidden tokens stand off the map, too. */
const FAR = 150;
const ROWS = 12;
const FIRST = { id: "jenny", x: 2, y: 5 };

/** Numbers by chance, the same each time. @param {number} seed */
const chance = (seed) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
};

/**
 * @typedef {{id: string, x: number, y: number, isHidden?: boolean}} Body
 * @typedef {{id: string, points: [number, number][]}} Line
 * @typedef {{tokens: Body[], walls: Line[], grounds: Line[], secrets: Line[]}} Clutter
 */

/** Tokens, walls and ground between two columns, in cells. @type {(next: () => number, name: string, from: number, to: number, isHidden?: boolean) => Clutter} */
const clutter = (next, name, from, to, isHidden = false) => {
  const at = () => /** @type {[number, number]} */ ([from + next() * (to - from), next() * ROWS]);
  const many = (/** @type {number} */ most) => Array.from({ length: Math.floor(next() * most) }, (_, n) => n);
  const areas = (/** @type {string} */ kind) =>
    many(3).map((n) => {
      const [x, y] = at();
      const [right, below] = [Math.min(x + 2, to), Math.min(y + 2, ROWS)];
      return /** @type {Line} */ ({
        id: `${name} ${kind} ${n}`,
        points: [
          [x, y],
          [right, y],
          [right, below],
          [x, below],
        ],
      });
    });
  return {
    tokens: many(4).map((n) => {
      const [x, y] = at();
      return { id: `${name} ${n}`, x: Math.floor(x), y: Math.floor(y), isHidden };
    }),
    walls: isHidden ? [] : many(5).map((n) => ({ id: `${name} wall ${n}`, points: [at(), at()] })),
    grounds: isHidden ? [] : areas("ground"),
    secrets: isHidden ? areas("secret") : [],
  };
};

/** @type {Clutter} */
const NONE = { tokens: [], walls: [], grounds: [], secrets: [] };

/** @type {(...all: Clutter[]) => Clutter} */
const together = (...all) => ({
  tokens: [FIRST, ...all.flatMap(({ tokens }) => tokens)],
  walls: all.flatMap(({ walls }) => walls),
  grounds: all.flatMap(({ grounds }) => grounds),
  secrets: all.flatMap(({ secrets }) => secrets),
});

/** All that a host asks of a mover. @param {any} mover */
const questions = (mover) => {
  const { col, row } = mover.common.scene.tokens.find((/** @type {any} */ one) => one.id === mover.token);
  const path = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => ({
    col: col + step,
    row,
    elevation: 0,
    mode: null,
  }));
  const along = onWay(mover, path);
  return JSON.parse(
    JSON.stringify([
      destinationsQuestion(mover),
      stateQuestion(mover),
      planQuestion(along, [{ path: /** @type {any} */ (path) }]),
      planQuestion(mover, [{ to: { col: col + 9, row } }]),
    ]),
  );
};

const SYSTEM = /** @type {any} */ ({
  ...{ id: "contract", modes: [] },
  ...{ character: { properties: {} }, circumstances: { properties: {} } },
});
/** @type {{[key: string]: unknown}} */
const SETTINGS = { exempt: {}, houseRules: {}, paths: {}, toldMissing: {} };
let isGm = false;

/** @param {object} scene */
const canvasOf = (scene) => ({
  scene,
  visibility: { testVisibility: (/** @type {any} */ { x }) => x < LIT * SIZE },
  fog: { isPointExplored: () => false },
});

/** By the kind of grid that the client has a number for. @type {(type: number) => (all: Clutter) => any} */
const foundry = (type) => (all) => {
  const size = { width: EAST * SIZE, height: ROWS * SIZE };
  const grid = client.gridOf({ type, size: SIZE, distance: 5, units: "ft", diagonals: 0 });
  Object.assign(globalThis, {
    CONFIG: {
      RegionBehavior: { dataModels: {} },
      specialStatusEffects: { DEFEATED: "dead" },
      Token: { movement: { actions: { walk: { label: "Walk" } } } },
    },
    Hooks: { on: () => 0 },
    game: {
      release: { generation: 14 },
      system: { id: "some" },
      user: { isGM: isGm },
      combats: [],
      settings: { get: (/** @type {string} */ _, /** @type {string} */ key) => SETTINGS[key] },
    },
  });
  const region =
    (/** @type {any} */ behavior) =>
    (/** @type {Line} */ { id, points }) => {
      const shape = { type: "polygon", points: points.flat().map((at) => at * SIZE) };
      return new RegionDocument(
        { id, name: id, shapes: [shape], behaviors: [{ disabled: false, ...behavior }] },
        new Set(["footwork.ground"]),
      );
    };
  const costs = { type: "modifyMovementCost", system: { difficulties: { walk: 2, fly: 1 } } };
  const secret = { type: "footwork.ground", system: { kind: "obstacle", secret: true } };
  const tokens = all.tokens.map(({ id, x, y, isHidden = false }) => ({
    id,
    name: id,
    object: { isVisible: !isHidden && (x < LIT || id === FIRST.id) },
    _source: {
      ...{ _id: id, name: id, x: x * SIZE, y: y * SIZE, elevation: 0 },
      ...{ width: 1, height: 1, disposition: 1, hidden: isHidden },
    },
    parent: /** @type {any} */ (null),
    actor: null,
    getFlag: () => undefined,
    hasStatusEffect: () => false,
    getCenterPoint: (/** @type {any} */ { x: left, y: top, ...rest }) => {
      const middle = grid.middleOf(rest);
      return { x: left + middle.x, y: top + middle.y };
    },
    getSnappedPosition: (/** @type {any} */ { x: left, y: top, ...rest }) =>
      grid.getSnapped({ x: left, y: top }, rest),
  }));
  const scene = {
    id: "scene",
    grid,
    dimensions: { ...size, ...grid.countOf(size) },
    walls: all.walls.map(({ id, points }) => ({
      ...{ id, c: points.flat().map((at) => at * SIZE), move: 20, door: 0, ds: 0 },
    })),
    regions: [...all.grounds.map(region(costs)), ...all.secrets.map(region(secret))],
    tokens: Object.assign([...tokens], {
      get: (/** @type {string} */ id) => tokens.find((one) => one.id === id),
    }),
  };
  for (const token of tokens) token.parent = scene;
  Object.assign(globalThis, { canvas: canvasOf(scene) });
  const moverOf = createFoundryMovers({ system: SYSTEM, systemInWords: () => null, tellOnce: assert.fail });
  return moverOf(/** @type {any} */ (tokens[0]));
};

/** @type {(type: string, hasFog?: boolean) => (all: Clutter) => any} */
const planarally =
  (type, hasFog = true) =>
  (all) => {
    const properties = new Map();
    const shapeOf = (/** @type {Line} */ { id, points }, /** @type {object} */ has) => {
      properties.set(id, { name: id, ...has });
      return {
        id,
        floorId: 0,
        points: points.map((at) => at.map((one) => one * SIZE)),
        isClosed: true,
        options: {},
      };
    };
    const pieces = all.tokens.map(({ id, x, y, isHidden }) => {
      properties.set(id, { name: id, nameVisible: true, isInvisible: isHidden });
      const center = { x: (x + 0.5) * SIZE, y: (y + 0.5) * SIZE };
      return { id, local: id, shape: { id, floorId: 0, center, getSize: () => ({ x: 1, y: 1 }) } };
    });
    const shapes = [
      ...all.walls.map((wall) => shapeOf(wall, { blocksMovement: true })),
      ...all.grounds.map((ground) => shapeOf(ground, {})),
    ];
    const grounds = Object.fromEntries(
      all.grounds.map(({ id }) => [id, { kind: "difficult", multiplier: 2 }]),
    );
    const hostState = {
      pieces: () => pieces,
      shapes: () => shapes,
      piece: (/** @type {string} */ local) => pieces.find(({ id }) => id === local) ?? null,
      properties: (/** @type {string} */ local) => properties.get(local),
      globalId: (/** @type {string} */ local) => local,
      nameOf: (/** @type {any} */ { id }) => id,
      identity: (/** @type {string} */ id) => id,
      isOwned: (/** @type {string} */ local) => local === FIRST.id,
      maySeeFrom: (/** @type {string} */ local) => local === FIRST.id,
      grid: () => ({ type, isUsed: true }),
      sizeOf: (/** @type {any} */ shape) => shape.getSize(),
      cell: () => ({ unit: "ft", length: 5 }),
      sightOn: () => (isGm || !hasFog ? null : (/** @type {any} */ { x }) => x < LIT * SIZE),
    };
    const moverOf = createPlanarAllyMovers({
      hostState: /** @type {any} */ (hostState),
      blocks: /** @type {any} */ ({
        token: () => ({ turn: { ledger: null, moves: [] }, characters: {}, circumstances: {}, layout: null }),
        settings: () => ({ houseRules: {} }),
        grounds: () => grounds,
      }),
      system: () => SYSTEM,
      fight: () => PEACE,
      isFightKnown: () => true,
    });
    const positionOf = (/** @type {any} */ { shape }) => ({ center: shape.center });
    return moverOf(/** @type {any} */ (pieces[0]), /** @type {any} */ (positionOf), new Set())?.mover;
  };

/** The host tells no sight, only what is hidden. @type {(type: string) => (all: Clutter) => any} */
const owlbear = (type) => (all) => {
  const items = all.tokens.map(({ id, x, y, isHidden = false }) => ({
    ...{ id, type: "IMAGE", name: id, visible: !isHidden, rotation: 0, scale: { x: 1, y: 1 }, metadata: {} },
    ...{ layer: "CHARACTER", position: { x: x * SIZE, y: y * SIZE } },
    ...{ image: { width: 50, height: 50 }, grid: { offset: { x: 25, y: 25 }, dpi: 50 } },
  }));
  const rules = { system: "contract", house_rules: {}, enforcement: "block", inCombat: true, net: true };
  const grid = {
    ...{ type, dpi: SIZE, measurement: "CHEBYSHEV", scale: { multiplier: 5, unit: "ft" } },
    centre: { x: 25, y: 25 },
  };
  const hostState = /** @type {any} */ ({ rules: () => rules, grid: () => grid, items: () => items });
  const moverOf = createOwlbearMovers({ hostState, tellOnce: assert.fail });
  return moverOf(/** @type {any} */ (items[0]))?.mover;
};

/** By host and grid, with whether the host tells what is in fog. @type {[string, (all: Clutter) => any, boolean][]} */
const HOSTS = [
  ["Foundry, squares", foundry(1), true],
  ["Foundry, hexes", foundry(2), true],
  ["Foundry, without a grid", foundry(0), true],
  ["PlanarAlly, squares", planarally("SQUARE"), true],
  ["PlanarAlly, without fog", planarally("SQUARE", false), false],
  ["PlanarAlly, hexes", planarally("FLAT_HEX"), true],
  ["Owlbear, squares", owlbear("SQUARE"), false],
  ["Owlbear, hexes", owlbear("HEX_VERTICAL"), false],
];

for (const [name, moverOn, hasFog] of HOSTS) {
  test(`${name}: what a player's browser asks tells nothing of what that player cannot see`, () => {
    let told = 0;
    for (let seed = 1; seed <= WORLDS; seed += 1) {
      const next = chance(seed);
      const seen = clutter(next, "seen", 0, LIT - 1);
      const hidden = clutter(next, "hidden", 0, FAR, true);
      const dark = hasFog ? clutter(next, "dark", DARK, EAST - 1) : NONE;
      isGm = false;
      const without = questions(moverOn(together(seen)));
      assert.deepEqual(questions(moverOn(together(seen, hidden, dark))), without);
      isGm = true;
      const all = questions(moverOn(together(seen, hidden, dark)));
      if (JSON.stringify(all) !== JSON.stringify(without)) told += 1;
    }
    // The worlds do hold what a player is not told of.
    assert.equal(told > WORLDS / 2, hasFog);
  });
}
