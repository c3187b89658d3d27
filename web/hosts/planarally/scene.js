/**
 * The map of a location as the rules see it, and places on it in cells and in the host's units. Pure.
 *
 * The host's map has no end. The rules get a window of it that holds all that is near; its first column and row are
 * even, so that the shifted rows of hexes stay shifted.
 *
 * @import { Polygon, Scene, Token, Wall } from "../../core/protocol.js"
 * @import { Point } from "./surface.js"
 *
 * @typedef {object} Layout  How places and cells belong together.
 * @property {Scene["grid"]} grid
 * @property {Point} origin  where the drawing of the grid begins, in the host's units
 *
 * @typedef {{col: number, row: number}} Place
 *
 * @typedef {object} TokenOnMap
 * @property {string} id
 * @property {string} name
 * @property {Point} center
 * @property {Point} size  in cells
 * @property {"friendly" | "neutral" | "hostile"} disposition
 * @property {boolean} hidden
 *
 * @typedef {object} Outline  What blocks movement: points in order, joined by lines.
 * @property {string} id
 * @property {[number, number][]} points
 * @property {boolean} isClosed
 *
 * @typedef {"difficult" | "obstacle" | "water" | "climb" | "gap"} GroundKind
 *
 * @typedef {object} Ground  What the table said of the ground under a shape.
 * @property {string} id
 * @property {string} name
 * @property {[number, number][]} points
 * @property {GroundKind} kind
 * @property {number} multiplier
 */

import { gridOf } from "../../core/grid.js";
import { readableSize } from "../../core/token-size.js";

/** The side of a square and the distance between the middles of two hexes, in the host's units. */
export const CELL = 50;
/** From one row of hexes to the next. */
const PITCH = (CELL * Math.sqrt(3)) / 2;
/** How far around a token the map is sent, in cells; nobody runs farther in a turn. */
const MARGIN = 64;
/** What is farther away than this is left out. */
const FARTHEST = 400;
/** Windows begin and end at multiples of it, so that they rarely change. */
const STEP = 32;

/** How far a column and a row lead, and where the first cell begins, by the host's name of the grid. */
const GRIDS = /** @type {const} */ ({
  SQUARE: { kind: "square", across: CELL, down: CELL, left: 0, top: 0 },
  // The middle of the first hex is on the left edge of the host's map, or on its upper one.
  POINTY_HEX: { kind: "hex_rows_odd", across: CELL, down: PITCH, left: -CELL / 2, top: 0 },
  FLAT_HEX: { kind: "hex_columns_odd", across: PITCH, down: CELL, left: 0, top: -CELL / 2 },
});

/** @typedef {keyof typeof GRIDS} GridType */

/** The size of a token as the rules take it. @type {(grid: {type: GridType, isUsed: boolean}, size: Point) => Point} */
export const sizeOn = ({ type, isUsed }, { x, y }) => {
  const { cols, rows } = readableSize({ cols: x, rows: y }, isUsed ? GRIDS[type].kind : "gridless");
  return { x: cols, y: rows };
};

/** @type {(name: string) => boolean} */
export const isGridType = (name) => name in GRIDS;

/**
 * The window that holds the first of some points, what is around it, and the others that are not far away.
 *
 * @type {(gridType: GridType, useGrid: boolean, cell: {unit: string, length: number}, points: readonly [Point, ...Point[]]) => Layout}
 */
export const layoutOf = (gridType, useGrid, { unit, length }, [own, ...others]) => {
  const { kind, across, down, left, top } = GRIDS[useGrid ? gridType : "SQUARE"];
  const near = others.filter(({ x, y }) => Math.hypot(x - own.x, y - own.y) <= FARTHEST * CELL);
  const span = (/** @type {number[]} */ values) => {
    const from = Math.floor((Math.min(...values) - MARGIN) / STEP) * STEP;
    return { from, length: Math.ceil((Math.max(...values) + MARGIN - from) / STEP) * STEP };
  };
  const cols = span([own, ...near].map(({ x }) => x / across));
  const rows = span([own, ...near].map(({ y }) => y / down));
  return {
    grid: {
      kind: useGrid ? kind : "gridless",
      cols: cols.length,
      rows: rows.length,
      distance: length,
      units: unit,
    },
    origin: { x: cols.from * across + left, y: rows.from * down + top },
  };
};

/**
 * A window that was used before, while it still shows the same map and enough around a point; else the new one.
 *
 * A ledger remembers cells of its window, so that one window serves a whole turn.
 *
 * @type {(before: Layout | null, now: Layout, own: Point) => Layout}
 */
export const keptLayout = (before, now, own) => {
  if (!before) return now;
  const { cols, rows } = before.grid;
  const isSame = ["kind", "distance", "units"].every(
    (key) => before.grid[/** @type {"kind"} */ (key)] === now.grid[/** @type {"kind"} */ (key)],
  );
  const { col, row } = placeOf(before, own, { x: 1, y: 1 });
  const isNear = Math.min(col, row, cols - col, rows - row) >= MARGIN / 2;
  return isSame && isNear ? before : now;
};

/** @type {(layout: Layout, point: Point) => Point} */
const drawn = ({ origin }, { x, y }) => ({ x: (x - origin.x) / CELL, y: (y - origin.y) / CELL });

/** @type {(layout: Layout, drawing: Point) => Point} */
export const pointOf = ({ origin }, { x, y }) => ({ x: x * CELL + origin.x, y: y * CELL + origin.y });

/** @type {(size: Point) => {cols: number, rows: number}} */
const extent = ({ x, y }) => ({ cols: x, rows: y });

/** Where a token stands whose centre is there. @type {(layout: Layout, center: Point, size: Point) => Place} */
export const placeOf = (layout, center, size) =>
  gridOf(layout.grid).placeAt(drawn(layout, center), extent(size));

/** Where the centre of a token comes to lie. @type {(layout: Layout, place: Place, size: Point) => Point} */
export const centerOf = (layout, place, size) =>
  pointOf(layout, gridOf(layout.grid).middleOf(place, extent(size)));

/** @type {(layout: Layout, cell: Place) => Point[]} */
export const cornersOf = (layout, cell) =>
  gridOf(layout.grid)
    .cornersOf(cell)
    .map(([x, y]) => pointOf(layout, { x, y }));

/** Whether a token that large lies inside the window. @type {(layout: Layout, place: Place, size: Point) => boolean} */
export const isInside = ({ grid: { cols, rows } }, { col, row }, size) =>
  col >= 0 && row >= 0 && col + size.x <= cols && row + size.y <= rows;

/** A point in pitches, as walls and areas are sent. @type {(layout: Layout, at: readonly [number, number]) => [number, number]} */
const inPitches = (layout, [x, y]) => {
  const at = drawn(layout, { x, y });
  const { pointAt } = gridOf(layout.grid);
  const [zero, one] = [pointAt([0, 0]), pointAt([1, 1])];
  return [(at.x - zero.x) / (one.x - zero.x), (at.y - zero.y) / (one.y - zero.y)];
};

/**
 * @param {Layout} layout
 * @param {{tokens: TokenOnMap[], outlines: Outline[], grounds: Ground[]}} found
 * @returns {Scene}
 */
export const sceneOf = (layout, { tokens, outlines, grounds }) => ({
  grid: layout.grid,
  walls: outlines.flatMap((outline) => wallsOf(layout, outline)),
  regions: grounds.map((ground) => regionOf(layout, ground)),
  tokens: tokens.flatMap((token) => tokenOf(layout, token) ?? []),
});

/** @type {(layout: Layout, token: TokenOnMap) => Token | null} */
const tokenOf = (layout, { id, name, center, size, disposition, hidden }) => {
  const place = placeOf(layout, center, size);
  return isInside(layout, place, size) ? { id, name, ...place, ...extent(size), disposition, hidden } : null;
};

/** The lines of an outline that reach into the window. @type {(layout: Layout, outline: Outline) => Wall[]} */
const wallsOf = (layout, { id, points, isClosed }) => {
  const corners = points.map((point) => inPitches(layout, point));
  const [first] = corners;
  const ends = first && isClosed && corners.length > 2 ? [...corners, first] : corners;
  return ends.slice(1).flatMap((b, index) => {
    const a = /** @type {[number, number]} */ (ends[index]);
    return reachesIn(layout, a, b) ? [{ id: `${id} ${index}`, a, b }] : [];
  });
};

/** @type {(layout: Layout, a: [number, number], b: [number, number]) => boolean} */
const reachesIn = ({ grid: { cols, rows } }, a, b) =>
  Math.max(a[0], b[0]) >= 0 &&
  Math.max(a[1], b[1]) >= 0 &&
  Math.min(a[0], b[0]) <= cols &&
  Math.min(a[1], b[1]) <= rows;

/** @type {(layout: Layout, ground: Ground) => NonNullable<Scene["regions"]>[number]} */
const regionOf = (layout, { id, name, points, kind, multiplier }) => {
  const polygon = /** @type {Polygon["polygon"]} */ (points.map((point) => inPitches(layout, point)));
  const common = { id, name, area: { polygon } };
  return kind === "difficult" ? { ...common, kind, cost_multiplier: multiplier } : { ...common, kind };
};
