/**
 * Regions of a scene as ground of the rules: this module's own behaviour, and what the client and its systems make dear.
 *
 * @import { PathCell, Scene } from "../../core/protocol.js"
 * @import { Coordinates } from "./coordinates.js"
 * @import { Heights } from "./storeys.js"
 * @import { Behavior, Region, TokenDocument } from "./surface.js"
 * @typedef {NonNullable<Scene["regions"]>[number]} Ground
 */

import { ID } from "./host.js";
import { joined, within } from "./outlines.js";
import { storeysOf } from "./storeys.js";

/** The behaviour of regions that this module brings. */
export const GROUND = `${ID}.ground`;
/**
 * What a behaviour makes each action cost, as the client keeps it; what it does not name costs as much as walking. Those
 * of systems as their public code says: dnd5e doubles all but for whom it does not count, pf2e makes walking dearer.
 *
 * @type {{[type: string]: (system: any, token: TokenDocument | undefined) => {[action: string]: number | null}}}
 */
const COSTS = {
  modifyMovementCost: ({ difficulties }) => difficulties ?? {},
  "dnd5e.difficultTerrain": (system, token) => ({ walk: token && ignores(system, token) ? 1 : 2 }),
  environmentFeature: ({ terrain }) => ({ ...UNCHANGED, walk: 1 + (terrain?.difficult ?? 0) }),
};
/** The client's own actions but walking, at their usual cost. */
const UNCHANGED = Object.fromEntries(
  ["fly", "swim", "burrow", "crawl", "climb", "jump", "blink", "displace"].map((action) => [action, 1]),
);
/** What leaves movement's price alone: the client's own behaviours, then those of dnd5e and of pf2e. */
const HARMLESS = new Set([
  ...["adjustDarknessLevel", "applyActiveEffect", "changeLevel", "defineSurface", "displayScrollingText"],
  ...["executeMacro", "executeScript", "pauseGame", "suppressWeather", "teleportToken", "toggleBehavior"],
  ...["dnd5e.antimagic", "dnd5e.applyActiveEffect", "dnd5e.rotateArea"],
  ...["environment", "rotateArea"],
]);
const SECRET = -2;
/** What costs as much as any ground. */
const PLAIN = 1;
/** The rules take no ground for cheaper; the client knows some that costs nothing. */
const CHEAPEST = 0.01;
const HALF = 0.5;
/** Parts of a cell that places are rounded to. */
const GRAIN = 1_000_000;

/**
 * @type {(region: Region, coordinates: Coordinates, heights: Heights, actions: readonly string[], token?: TokenDocument) => Ground[]}
 */
export const groundOf = (region, coordinates, heights, actions, token) => {
  if (region.hidden) return [];
  const active = [...region.behaviors].filter(({ disabled }) => !disabled);
  const kinds = [
    ...dearnessOf(active, actions, token),
    ...active.filter(({ type }) => type === GROUND).map(ownKind),
  ];
  const [first, second, third, ...rest] = kinds.length > 0 ? areaOf(region, coordinates) : [];
  if (!first || !second || !third) return [];
  const { bottom, top, topInclusive } = region.elevation ?? {};
  const extent = { levels: region.levels, bottom, top, isOpen: topInclusive === false };
  return kinds.flatMap((kind, index) =>
    storeysOf(extent, heights).map((storey) => ({
      id: [region.id, ...(index > 0 ? [index] : []), ...(storey === null ? [] : [storey])].join(" "),
      name: region.name,
      area: { polygon: [first, second, third, ...rest] },
      ...(storey === null ? {} : { storey }),
      ...kind,
    })),
  );
};

/** Behaviours that may hinder movement, for nobody knows what they do. @type {(regions: Iterable<Region>) => {region: string, type: string}[]} */
export const unreadIn = (regions) =>
  [...regions].flatMap(({ name, behaviors }) =>
    [...behaviors]
      .filter(({ disabled, type }) => !disabled && !(type in COSTS || type === GROUND || HARMLESS.has(type)))
      .map(({ type }) => ({ region: name, type })),
  );

/** What behaviours of the client and of systems say of the ways that a token moves; the dearest counts. @type {(behaviors: Behavior[], actions: readonly string[], token?: TokenDocument) => any[]} */
const dearnessOf = (behaviors, actions, token) => {
  const costs = difficultiesIn(behaviors, token);
  const dearness = costs.flatMap((of) => actions.map((action) => (action in of ? of[action] : of.walk)));
  if (dearness.includes(null)) return [{ kind: "obstacle" }];
  const most = dearness.length > 0 ? Math.max(...dearness.map((one) => one ?? PLAIN)) : PLAIN;
  return most === PLAIN ? [] : [{ kind: "difficult", cost_multiplier: Math.max(most, CHEAPEST) }];
};

/** @type {(behaviors: Behavior[], token?: TokenDocument) => {[action: string]: number | null}[]} */
const difficultiesIn = (behaviors, token) =>
  behaviors.filter(({ type }) => type in COSTS).map(({ type, system }) => COSTS[type]?.(system, token) ?? {});

/** Whether a token does not mind difficult ground of dnd5e. @type {(system: any, token: TokenDocument) => boolean} */
const ignores = ({ magical, types, ignoredDispositions }, { _source, actor }) => {
  const { disposition } = _source;
  const found = /** @type {any} */ (actor)?.system?.attributes?.movement?.ignoredDifficultTerrain;
  const ignored = new Set(found ?? []);
  const named = [...(types ?? [])];
  return (
    disposition === SECRET ||
    [...(ignoredDispositions ?? [])].includes(disposition) ||
    ignored.has("all") ||
    ignored.has(magical ? "magical" : "nonmagical") ||
    (named.length > 0 && named.every((type) => ignored.has(type)))
  );
};

/** Whether a region says different things of different ways to move. @type {(region: Region) => boolean} */
export const isUneven = ({ behaviors }) =>
  difficultiesIn([...behaviors].filter(({ disabled }) => !disabled)).some(
    (of) => new Set(Object.values(of)).size > 1 || !("walk" in of),
  );

/** @type {(behavior: Behavior) => any} */
const ownKind = ({ system }) => {
  const { kind = "difficult", secret = false } = system;
  return { kind, ...(secret ? { hidden: true } : {}), ...(PARTS[kind]?.(system) ?? {}) };
};

/** A field that is left empty is not told. @type {(field: string, value: unknown) => {[field: string]: unknown}} */
const told = (field, value) =>
  value === undefined || value === null || value === "" ? {} : { [field]: value };

/** What belongs to each kind of ground. @type {{[kind: string]: (system: any) => {[field: string]: unknown}}} */
const PARTS = {
  difficult: ({ multiplier, surcharge, grade }) => ({
    ...told("cost_multiplier", multiplier),
    ...told("flat_cost", surcharge),
    ...told("grade", grade),
  }),
  water: ({ grade, current }) => ({
    ...told("grade", grade),
    ...(current?.x || current?.y ? { current: [current.x ?? 0, current.y ?? 0] } : {}),
  }),
  climb: ({ surface, slick, difficulty, uphill }) => ({
    ...told("surface", surface),
    ...told("slick", slick),
    ...told("difficulty", difficulty),
    ...(uphill?.x || uphill?.y ? { uphill: [uphill.x ?? 0, uphill.y ?? 0] } : {}),
  }),
  gap: ({ depth }) => told("depth", depth),
  ledge: ({ height, surface, slick, difficulty }) => ({
    elevation: height,
    ...told("surface", surface),
    ...told("slick", slick),
    ...told("difficulty", difficulty),
  }),
};

/** @type {WeakMap<object, Map<string, [number, number][]>>} Outlines do not change, so that what they come to is kept. */
const known = new WeakMap();

/** A region's polygon in pitches. @type {(region: Region, coordinates: Coordinates) => [number, number][]} */
export const areaOf = ({ polygons }, coordinates) => {
  const { grid, cols, rows, size } = coordinates;
  const on = `${grid.kind} ${cols} ${rows} ${size}`;
  const found = known.get(polygons) ?? new Map();
  known.set(polygons, found);
  const area = found.get(on) ?? madeArea(polygons, coordinates);
  found.set(on, area);
  return area;
};

/** @type {(polygons: Region["polygons"], coordinates: Coordinates) => [number, number][]} */
const madeArea = (polygons, { grid, cols, rows, pitchesAt }) => {
  const outlines = polygons.map(({ points }) =>
    Array.from({ length: points.length / 2 }, (_, at) =>
      pitchesAt({ x: points[2 * at] ?? 0, y: points[2 * at + 1] ?? 0 }),
    ),
  );
  const shifted = grid.kind.startsWith("hex") ? HALF : 0;
  return within(joined(outlines), cols + shifted, rows + shifted);
};

/** The cells whose middle a region holds. @type {(region: Region, coordinates: Coordinates) => {col: number, row: number}[]} */
export const cellsIn = (region, coordinates) => {
  const corners = areaOf(region, coordinates);
  if (corners.length === 0) return [];
  const { grid, cols, rows } = coordinates;
  const [left, width] = spanOf(corners, 0, cols);
  const [top, height] = spanOf(corners, 1, rows);
  const near = Array.from({ length: width * height }, (_, at) => ({
    col: left + (at % width),
    row: top + Math.floor(at / width),
  }));
  return near.filter((cell) => isInside(corners, grid.pitchesAt(grid.centreOf(cell))));
};

/**
 * Where stairs of a region begin: in each of its cells; without cells in squares, one around its middle if it holds
 * that of none.
 *
 * @type {(region: Region, coordinates: Coordinates) => {col: number, row: number}[]}
 */
export const landingsIn = (region, coordinates) => {
  const cells = cellsIn(region, coordinates);
  const corners = areaOf(region, coordinates);
  if (coordinates.grid.hasCells || cells.length > 0 || corners.length === 0) return cells;
  const [col = 0, row = 0] = [coordinates.cols, coordinates.rows].map((most, axis) => {
    const sides = corners.map((corner) => corner[axis] ?? 0);
    const begin = (Math.min(...sides) + Math.max(...sides)) / 2 - HALF;
    return Math.round(Math.min(Math.max(begin, 0), most - 1) * GRAIN) / GRAIN;
  });
  return [{ col, row }];
};

/**
 * How a token crosses a region on its way: the modes of the steps that touch it.
 *
 * @type {(region: Region, coordinates: Coordinates, path: readonly PathCell[], size: {cols: number, rows: number}) => Set<string | null>}
 */
export const modesIn = (region, coordinates, path, size) => {
  const corners = areaOf(region, coordinates);
  const steps = path.slice(1).filter((cell, at) => {
    const points = touchedBy(coordinates.grid, /** @type {PathCell} */ (path[at]), cell, size);
    return points.some((point) => isInside(corners, point));
  });
  return new Set(steps.map(({ mode = null }) => mode));
};

/** Points that decide whether a step is in a region: the middles of the cells it takes, else some on its way. @type {(grid: Coordinates["grid"], from: PathCell, to: PathCell, size: {cols: number, rows: number}) => [number, number][]} */
const touchedBy = (grid, from, to, size) => {
  if (grid.hasCells) {
    const whole = { cols: Math.ceil(size.cols), rows: Math.ceil(size.rows) };
    return grid.footprint(to, whole).map((cell) => grid.pitchesAt(grid.centreOf(cell)));
  }
  const [cols, rows] = [to.col - from.col, to.row - from.row];
  const parts = Math.max(1, Math.ceil(Math.hypot(cols, rows) / HALF));
  return Array.from({ length: parts }, (_, at) => {
    const share = (at + 1) / parts;
    return [from.col + cols * share + size.cols / 2, from.row + rows * share + size.rows / 2];
  });
};

/** The columns, or rows, that a polygon is in: the first, and how many. @type {(corners: readonly [number, number][], axis: 0 | 1, count: number) => [number, number]} */
const spanOf = (corners, axis, count) => {
  const along = corners.map((corner) => corner[axis]);
  const first = Math.max(0, Math.floor(Math.min(...along)) - 1);
  return [first, Math.min(count, Math.ceil(Math.max(...along)) + 1) - first];
};

/** Whether a ray to the right crosses the outline an odd number of times. @type {(corners: readonly [number, number][], point: [number, number]) => boolean} */
const isInside = (corners, [x, y]) => {
  const right = corners.filter(([fromX, fromY], at) => {
    const [toX, toY] = corners[(at + 1) % corners.length] ?? [fromX, fromY];
    return fromY <= y !== toY <= y && fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY) > x;
  });
  return right.length % 2 === 1;
};
