/**
 * A scene as somebody knows it who does not see all of its map: without tokens and passages that are out of sight, walls
 * and regions as far as they are seen. So nothing that is answered depends on what lies out of sight.
 *
 * @import { Place, Point } from "./grid.js"
 * @import { Scene, Wall } from "./protocol.js"
 * @typedef {(point: Point) => boolean} IsSeen  whether a point of the drawing of the grid is in sight
 * @typedef {NonNullable<Scene["regions"]>[number]} Region
 */

import { gridOf } from "./grid.js";

/** Walls are cut along lines so far apart, in pitches, and each piece looked at from both sides. */
const PIECE = 0.5;
const BESIDE = 0.12;
/** How near its corners a cell is looked at, as a share of the way from its middle. */
const CORNER = 0.8;

/** A scene without what the GM hides, but for the token that moves: nothing is answered of it. @type {(scene: Scene, mover: string) => Scene} */
export const shownScene = (scene, mover) => ({
  ...scene,
  regions: (scene.regions ?? []).filter(({ hidden }) => !hidden),
  tokens: (scene.tokens ?? []).filter(({ id, hidden }) => id === mover || !hidden),
});

/**
 * @param {Scene} scene
 * @param {ReadonlySet<string>} own  tokens of who looks, who knows where they are
 * @param {IsSeen} isSeen
 * @returns {Scene}
 */
export const seenScene = (scene, own, isSeen) => {
  const grid = gridOf(scene.grid);
  /** @type {Map<string, boolean>} */
  const known = new Map();
  /** Whether anything of a cell is in sight. @type {(cell: Place) => boolean} */
  const isCellSeen = (cell) => {
    const key = `${cell.col} ${cell.row}`;
    const seen = known.get(key) ?? pointsOf(grid, cell).some(isSeen);
    known.set(key, seen);
    return seen;
  };
  return {
    ...scene,
    walls: (scene.walls ?? []).flatMap((wall) => seenParts(grid, wall, isSeen)),
    regions: (scene.regions ?? []).flatMap((region) => seenRegion(grid, region, isCellSeen)),
    tokens: (scene.tokens ?? []).filter(
      (token) => own.has(token.id) || grid.footprint(token, token).some(isCellSeen),
    ),
    ...(scene.passages ? { passages: scene.passages.filter(({ a, b }) => [a, b].some(isCellSeen)) } : {}),
  };
};

/** @type {(grid: ReturnType<typeof gridOf>, cell: Place) => Point[]} */
const pointsOf = (grid, cell) => {
  const { x, y } = grid.centreOf(cell);
  const corners = grid
    .cornersOf(cell)
    .map(([right, down]) => ({ x: x + (right - x) * CORNER, y: y + (down - y) * CORNER }));
  return [{ x, y }, ...corners];
};

/** The parts of a wall that are in sight: how far each goes does not tell how far the wall goes on out of sight. @type {(grid: ReturnType<typeof gridOf>, wall: Wall, isSeen: IsSeen) => Wall[]} */
const seenParts = (grid, wall, isSeen) => {
  const { a, b } = wall;
  const [start, end] = [grid.pointAt(a), grid.pointAt(b)];
  const [right, down] = [end.x - start.x, end.y - start.y];
  const length = Math.hypot(right, down) || 1;
  const [aside, below] = [(-down / length) * BESIDE, (right / length) * BESIDE];
  const isPieceSeen = (/** @type {number} */ gone) => {
    const [x, y] = [start.x + right * gone, start.y + down * gone];
    return isSeen({ x: x + aside, y: y + below }) || isSeen({ x: x - aside, y: y - below });
  };
  const cuts = [...new Set([0, ...crossings(a[0], b[0]), ...crossings(a[1], b[1]), 1])].sort(
    (one, other) => one - other,
  );
  /** @type {{from: number, to: number}[]} */
  const runs = [];
  cuts.slice(1).forEach((to, index) => {
    const from = /** @type {number} */ (cuts[index]);
    const last = runs.at(-1);
    if (!isPieceSeen((from + to) / 2)) return;
    if (last?.to === from) last.to = to;
    else runs.push({ from, to });
  });
  return runs.map(({ from, to }, index) => ({
    ...wall,
    id: `${wall.id} ${index}`,
    a: between(a, b, from),
    b: between(a, b, to),
  }));
};

/** Where a line crosses the lattice by which walls are cut, as shares of its length. @type {(from: number, to: number) => number[]} */
const crossings = (from, to) => {
  const [least, most] = [Math.min(from, to), Math.max(from, to)];
  const first = Math.floor(least / PIECE) + 1;
  const count = Math.max(0, Math.ceil(most / PIECE) - first);
  return Array.from({ length: count }, (_, index) => ((first + index) * PIECE - from) / (to - from));
};

/** @type {(a: readonly [number, number], b: readonly [number, number], share: number) => [number, number]} */
const between = (a, b, share) => {
  if (share === 1) return [...b];
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
};

/** A region as far as it is in sight, cell by cell where that is not all of it. @type {(grid: ReturnType<typeof gridOf>, region: Region, isCellSeen: (cell: Place) => boolean) => Region[]} */
const seenRegion = (grid, region, isCellSeen) => {
  const cells = cellsOf(grid, region.area);
  const seen = cells.filter(isCellSeen);
  if (seen.length === cells.length) return [region];
  const [first, ...others] = seen.map(({ col, row }) => /** @type {[number, number]} */ ([col, row]));
  return first ? [{ ...region, area: { cells: [first, ...others] } }] : [];
};

/** The cells whose middle is in an area, on the map. @type {(grid: ReturnType<typeof gridOf>, area: Region["area"]) => Place[]} */
const cellsOf = (grid, area) => {
  if ("cells" in area) return area.cells.map(([col, row]) => ({ col, row }));
  if ("rect" in area) {
    const [left, top, cols, rows] = area.rect;
    return block({ col: left, row: top }, { col: left + cols - 1, row: top + rows - 1 });
  }
  const points = area.polygon.map(grid.pointAt);
  const least = grid.cellAt({
    x: Math.min(...points.map(({ x }) => x)),
    y: Math.min(...points.map(({ y }) => y)),
  });
  const most = grid.cellAt({
    x: Math.max(...points.map(({ x }) => x)),
    y: Math.max(...points.map(({ y }) => y)),
  });
  const around = block({ col: least.col - 1, row: least.row - 1 }, { col: most.col + 1, row: most.row + 1 });
  const cells = around.filter((cell) => isIn(points, grid.centreOf(cell)));
  // Between the middles of cells there may be an area without cells.
  return cells.length > 0 ? cells : [least];
};

/** @type {(first: Place, last: Place) => Place[]} */
const block = (first, last) => {
  const cols = last.col - first.col + 1;
  return Array.from({ length: cols * (last.row - first.row + 1) }, (_, index) => ({
    col: first.col + (index % cols),
    row: first.row + Math.floor(index / cols),
  }));
};

/** @type {(corners: readonly Point[], point: Point) => boolean} */
const isIn = (corners, { x, y }) => {
  let isInside = false;
  corners.forEach((one, index) => {
    const other = /** @type {Point} */ (corners.at(index - 1));
    if (one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x)
      isInside = !isInside;
  });
  return isInside;
};
