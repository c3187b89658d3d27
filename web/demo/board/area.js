/**
 * Areas of the map as the drawing needs them: a line around, a box around, spots within.
 *
 * @import { Box, Grid, Place, Point } from "../../core/grid.js"
 * @import { Scene } from "../../core/protocol.js"
 * @typedef {NonNullable<Scene["regions"]>[number]["area"]} SceneArea
 *
 * @typedef {object} Area
 * @property {(radius?: number) => string} line  an SVG path, its corners rounded
 * @property {Box} box
 * @property {readonly Point[]} spots  the middles of cells
 */

import { around } from "../../core/grid.js";
import { lineAround, outlineOf } from "./outline.js";

// A broken or hostile scene must not make the page draw for minutes.
const MAX_CELLS = 20_000;
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
export const areaOf = (area, grid) => {
  if ("rect" in area) return cellsArea(rectCells(area.rect), grid);
  if ("polygon" in area) return polygonArea(area.polygon, grid);
  return cellsArea(
    area.cells.slice(0, MAX_CELLS).map(([col, row]) => ({ col, row })),
    grid,
  );
};

/** Cells in rows, each run of them as `[col, row, length]`. @type {(runs: readonly (readonly [number, number, number])[], grid: Grid) => Area} */
export const runsArea = (runs, grid) => {
  /** @type {Place[]} */
  const cells = [];
  for (const [col, row, length] of runs) {
    for (let at = 0; at < length && cells.length < 2 * MAX_CELLS; at += 1) cells.push({ col: col + at, row });
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
  const cols = Math.min(MAX_CELLS, to.col - from.col + 3);
  const near = rectCells([from.col - 1, from.row - 1, cols, to.row - from.row + 3]);
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

/** @param {readonly [number, number, number, number]} rect @returns {Place[]} */
const rectCells = ([x, y, cols, rows]) => {
  const count = Math.min(MAX_CELLS, Math.max(0, cols * rows));
  return Array.from({ length: count }, (_, at) => ({ col: x + (at % cols), row: y + Math.floor(at / cols) }));
};
