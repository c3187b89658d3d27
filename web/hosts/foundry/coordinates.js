/**
 * Coordinates of a scene: the client's pixels, and the columns and rows of the rules.
 *
 * A cell is named by the client's own row and column; where its middle is, is read from the client's grid.
 *
 * @import { Grid, Point } from "../../core/grid.js"
 * @import { Grid as SceneGrid } from "../../core/protocol.js"
 * @import { Scene, TokenDocument } from "./surface.js"
 * @typedef {{col: number, row: number}} Place
 *
 * @typedef {object} Coordinates
 * @property {Grid} grid  the geometry, in distances of neighbouring cells
 * @property {number} size  such a distance in pixels
 * @property {number} cols
 * @property {number} rows
 * @property {(point: Point) => [number, number]} pitchesAt  a pixel in pitches, as walls have it
 * @property {(point: Point) => Point} pixelAt  a point of the geometry in pixels
 * @property {(token: TokenDocument, at: Point) => Place} placeOf  where a token stands whose top left is at a pixel
 * @property {(token: TokenDocument, place: Place) => Point} pixelOf  the top left of a token that stands at a place
 */

import { gridOf } from "../../core/grid.js";
import { readableSize } from "../../core/token-size.js";

/** By the number that the client gives a kind of grid. */
export const KINDS = /** @type {const} */ ([
  "gridless",
  "square",
  "hex_rows_odd",
  "hex_rows_even",
  "hex_columns_odd",
  "hex_columns_even",
]);
const [GRIDLESS, SQUARE] = [0, 1];
const FIRST = { col: 0, row: 0 };

/** @type {(scene: Scene) => Coordinates} */
export const coordinatesOf = (scene) => {
  const { size } = scene.grid;
  const { cols, rows } = extentOf(scene);
  const grid = gridOf({ kind: KINDS[scene.grid.type] ?? "square", cols, rows });
  const shift = shiftOf(scene, grid);
  /** @type {Coordinates["pixelAt"]} */
  const pixelAt = ({ x, y }) => ({ x: x * size + shift.x, y: y * size + shift.y });
  /** @param {Point} pixel */
  const pointAt = ({ x, y }) => ({ x: (x - shift.x) / size, y: (y - shift.y) / size });
  return {
    grid,
    size,
    cols,
    rows,
    pixelAt,
    pitchesAt: (pixel) => grid.pitchesAt(pointAt(pixel)),
    placeOf: (token, at) => grid.placeAt(pointAt(centreOf(token, at)), footprintOf(token, grid.hasCells)),
    pixelOf: (token, place) => {
      const middle = pixelAt(grid.middleOf(place, footprintOf(token, grid.hasCells)));
      const own = centreOf(token, { x: 0, y: 0 });
      const near = { x: Math.round(middle.x - own.x), y: Math.round(middle.y - own.y) };
      return scene.grid.type > SQUARE ? snapped(token, near) : near;
    },
  };
};

/** How many cells the map has, the margin around it included. @param {Scene} scene */
const extentOf = ({ grid, dimensions }) => {
  const { width, height, columns, rows } = dimensions;
  if (grid.type > SQUARE) return { cols: columns, rows };
  return { cols: Math.ceil(width / grid.size), rows: Math.ceil(height / grid.size) };
};

/** How far the client's first cell is from that of the geometry. @type {(scene: Scene, grid: Grid) => Point} */
const shiftOf = ({ grid: client }, grid) => {
  if (client.type === GRIDLESS) return { x: 0, y: 0 };
  const there = client.getCenterPoint({ i: 0, j: 0 });
  const here = grid.centreOf(FIRST);
  return { x: there.x - here.x * client.size, y: there.y - here.y * client.size };
};

/** @type {(token: TokenDocument, at: Point) => Point} */
const centreOf = (token, { x, y }) => {
  const { width, height, shape } = token._source;
  return token.getCenterPoint({ x, y, elevation: 0, width, height, shape });
};

/** Where the middle of a token on several hexes is, only the client knows exactly. @type {(token: TokenDocument, at: Point) => Point} */
const snapped = (token, { x: left, y: top }) => {
  const { width, height, shape } = token._source;
  const { x, y } = token.getSnappedPosition({ x: left, y: top, elevation: 0, width, height, shape });
  return { x, y };
};

/**
 * The size of a token as the rules take it: on hexes and without cells, a side is as long as the other.
 *
 * @type {(token: TokenDocument, kind: SceneGrid["kind"]) => {cols: number, rows: number}}
 */
export const sizeOf = ({ _source: { width, height } }, kind) =>
  readableSize({ cols: width, rows: height }, kind);

/** The whole cells that it takes. @type {(token: TokenDocument, hasCells: boolean) => {cols: number, rows: number}} */
const footprintOf = (token, hasCells) => {
  const kind = KINDS[token.parent.grid.type] ?? "square";
  const { cols, rows } = sizeOf(token, kind);
  return hasCells ? { cols: Math.ceil(cols), rows: Math.ceil(rows) } : { cols, rows };
};
