/**
 * Areas of the map as the drawing needs them: a line around, a box around, spots within.
 *
 * @import { Box, Grid, Place, Point } from "../../core/grid.js"
 * @import { Scene } from "../../core/protocol.js"
 * @typedef {NonNullable<Scene["regions"]>[number]["area"]} SceneArea
 * @typedef {readonly [number, number, number, number]} Rect  column, row, how many columns and rows
 *
 * @typedef {object} Area
 * @property {(radius?: number) => string} line  an SVG path, its corners rounded
 * @property {Box} box
 * @property {readonly Point[]} spots  the middles of cells
 */

import { around } from "../../core/grid.js";
import { lineAround, outlineOf } from "./outline.js";

// A broken or hostile scene must not make the page draw for minutes; what the rules know is counted when it is read.
const MOST_DECOR = 40_000;
/** Stones, trees and the like are drawn on no more spots of a map than about these. */
const MOST_SPOTS = 5_000;

/** The areas of the regions of a map; of more spots than a page can draw, an even choice. @type {(regions: readonly {area: SceneArea}[], grid: Grid) => Area[]} */
export const areasOf = (regions, grid) => {
  const areas = regions.map(({ area }) => areaOf(area, grid));
  const every = Math.ceil(areas.reduce((sum, { spots }) => sum + spots.length, 0) / MOST_SPOTS);
  if (every <= 1) return areas;
  return areas.map((area) => ({ ...area, spots: area.spots.filter((_, at) => at % every === 0) }));
};

/** @type {(area: SceneArea, grid: Grid) => Area} */
const areaOf = (area, grid) => {
  if ("rect" in area) return rectArea(area.rect, grid);
  if ("polygon" in area) return polygonArea(area.polygon, grid);
  return cellsArea(
    area.cells.map(([col, row]) => ({ col, row })),
    grid,
  );
};

/** The line around a rectangle is that around the cells at its rim; of more spots than are drawn, some are taken. @type {(rect: Rect, grid: Grid) => Area} */
const rectArea = (rect, grid) => {
  const [x, y, cols, rows] = rect;
  if (cols * rows <= MOST_SPOTS) return cellsArea(rectCells(rect), grid);
  const rim = cellsArea(
    [
      ...[...rectCells([x, y, cols, 1]), ...rectCells([x, y + rows - 1, cols, 1])],
      ...[...rectCells([x, y + 1, 1, rows - 2]), ...rectCells([x + cols - 1, y + 1, 1, rows - 2])],
    ],
    grid,
  );
  const every = Math.ceil(Math.sqrt((cols * rows) / MOST_SPOTS));
  const few = rectCells([0, 0, Math.ceil(cols / every), Math.ceil(rows / every)]);
  return {
    ...rim,
    // The one around all that lies within the rim comes last.
    line: (radius = 0) => `${rim.line(radius).split("Z")[0]}Z`,
    spots: few.map(({ col, row }) => grid.centreOf({ col: x + col * every, row: y + row * every })),
  };
};

/** Cells in rows, each run of them as `[col, row, length]`. @type {(runs: readonly (readonly [number, number, number])[], grid: Grid) => Area} */
export const runsArea = (runs, grid) => {
  /** @type {Place[]} */
  const cells = [];
  for (const [col, row, length] of runs) {
    for (let at = 0; at < length && cells.length < MOST_DECOR; at += 1) cells.push({ col: col + at, row });
  }
  return cellsArea(cells, grid);
};

/** @type {(cells: Place[], grid: Grid) => Area} */
const cellsArea = (cells, grid) => {
  const spots = cells.map(grid.centreOf);
  const { x, y, width, height } = around(spots);
  return {
    line: (radius = 0) => outlineOf(cells, grid.cornersOf, radius),
    box: { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 },
    spots,
  };
};

/** On cells those whose middle is inside; without cells the very polygon. @type {(polygon: readonly [number, number][], grid: Grid) => Area} */
const polygonArea = (polygon, grid) => {
  const corners = polygon.map(grid.pointAt);
  const { x, y, width, height } = around(corners);
  const [from, to] = [grid.cellAt({ x, y }), grid.cellAt({ x: x + width, y: y + height })];
  const near = rectCells([from.col - 1, from.row - 1, to.col - from.col + 3, to.row - from.row + 3]);
  const inside = cellsArea(
    near.filter((cell) => isOnMap(cell, grid) && isInside(corners, grid.centreOf(cell))),
    grid,
  );
  if (grid.hasCells) return inside;
  /** @type {[number, number][]} */
  const loop = corners.map((corner) => [corner.x, corner.y]);
  return { ...inside, line: (radius = 0) => lineAround(loop, radius), box: { x, y, width, height } };
};

/** @type {(cell: Place, grid: Grid) => boolean} */
const isOnMap = (cell, grid) => {
  const { col, row } = grid.keptIn(cell, {});
  return col === cell.col && row === cell.row;
};

/** Whether an outline goes round a point an odd number of times. @type {(corners: readonly Point[], point: Point) => boolean} */
const isInside = (corners, { x, y }) => {
  const right = corners.filter((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from;
    const crosses = from.y <= y !== to.y <= y;
    return crosses && from.x + ((to.x - from.x) * (y - from.y)) / (to.y - from.y) > x;
  });
  return right.length % 2 === 1;
};

/** @type {(rect: Rect) => Place[]} */
const rectCells = ([x, y, cols, rows]) =>
  Array.from({ length: Math.max(0, cols * rows) }, (_, at) => ({
    col: x + (at % cols),
    row: y + Math.floor(at / cols),
  }));
