/**
 * Where a token can go, for looking up while it is dragged: no Python, no waiting, no rule arithmetic.
 */

/** @import { DestinationsValue, Layer, Ring, Window as CellWindow } from "./protocol.js" */
/** @typedef {[number, number][][]} Outline  Closed lines: the outer one, then its holes. */

/**
 * @typedef {object} Destination  What is known of one cell.
 * @property {Layer} layer
 * @property {number} index  The layer's place in the list of layers.
 * @property {number} used  The allowance used on the way there.
 * @property {number | null} left  What is left of it then; null when there is no limit.
 */

/**
 * @typedef {object} DestinationMap
 * @property {(col: number, row: number, storey?: string | null) => Destination | null} at  What is known of a cell; null: cannot go there.
 * @property {(x: number, y: number, storey?: string | null) => Destination | null} around  The same of a point of a map without cells.
 * @property {(layerIndex: number) => readonly Outline[]} areas  Of a map without cells: what a layer covers.
 * @property {(layerIndex: number) => Iterable<{col: number, row: number}>} cells  The cells of a layer, row by row.
 * @property {readonly Layer[]} layers
 * @property {number} size  How many cells there are in all layers.
 * @property {boolean} truncated  Whether cells were left out: with a very small chance, or too much work to find.
 */

/**
 * Prepare the value of a `destinations` reply for look-ups.
 *
 * @param {DestinationsValue} value
 * @returns {DestinationMap}
 */
export function createDestinationMap(value) {
  const { layers } = value;
  const rings = layers.flatMap((layer, index) => layer.rings.map((ring) => ({ layer, index, ring })));
  const bounds = boundsOf(layers.flatMap(({ cells }) => cells ?? []));
  /** @type {Map<string | null, Uint32Array>} Per storey and cell of the bounds: the place of its ring in `rings`, plus 1; 0 for none. */
  const storeys = new Map(
    layers.map(({ storey = null }) => [storey, new Uint32Array(bounds.cols * bounds.rows)]),
  );
  let [size, before] = [0, 0];
  for (const layer of layers) {
    const found = /** @type {Uint32Array} */ (storeys.get(layer.storey ?? null));
    for (const { col, row, number } of cellsOf(layer)) {
      const i = (row - bounds.row) * bounds.cols + (col - bounds.col);
      // Layers come best first, so that the first word on a cell stands.
      if (found[i]) continue;
      found[i] = before + number;
      size += 1;
    }
    before += layer.rings.length;
  }

  return {
    at(col, row, storey = null) {
      if (!isInside(bounds, col, row)) return null;
      const number = storeys.get(storey)?.[(row - bounds.row) * bounds.cols + (col - bounds.col)];
      const found = number ? rings[number - 1] : undefined;
      if (!found) return null;
      const { layer, index, ring } = found;
      return { layer, index, used: ring.used, left: ring.left };
    },
    around(x, y, storey = null) {
      const here = rings.filter(({ layer }) => (layer.storey ?? null) === storey);
      const found = here.find(({ ring }) => areaOf(ring).some((outline) => isWithin(outline, x, y)));
      if (!found) return null;
      const { layer, index, ring } = found;
      return { layer, index, used: ring.used, left: ring.left };
    },
    areas(layerIndex) {
      return (value.layers[layerIndex]?.rings ?? []).flatMap(areaOf);
    },
    *cells(layerIndex) {
      const layer = layers[layerIndex];
      if (layer) for (const { col, row } of cellsOf(layer)) yield { col, row };
    },
    layers,
    size,
    truncated: value.truncated,
  };
}

/** @type {(ring: Ring) => Outline[]} */
const areaOf = ({ area = [] }) => area;

/** Whether the lines of an outline go round a point an odd number of times. @type {(outline: Outline, x: number, y: number) => boolean} */
function isWithin(outline, x, y) {
  let inside = false;
  for (const line of outline) {
    let [beforeX, beforeY] = line.at(-1) ?? [0, 0];
    for (const [thisX, thisY] of line) {
      const crosses = thisY > y !== beforeY > y;
      if (crosses && x < thisX + ((beforeX - thisX) * (y - thisY)) / (beforeY - thisY)) inside = !inside;
      [beforeX, beforeY] = [thisX, thisY];
    }
  }
  return inside;
}

/**
 * The cells of a layer, each with the number of its ring, from 1. Bit `i` of a plane (in byte `i >> 3`, at value
 * `1 << (i & 7)`) is the window's `i`th cell, row by row; the planes that hold a cell are the binary digits of its number.
 *
 * @param {Layer} layer
 * @returns {Generator<{col: number, row: number, number: number}>}
 */
function* cellsOf({ cells }) {
  if (!cells) return;
  const planes = cells.planes.map((plane) => atob(plane));
  for (let at = 0; at < (planes[0]?.length ?? 0); at += 1) {
    const bytes = planes.map((plane) => plane.charCodeAt(at));
    for (let byte = bytes.reduce((all, one) => all | one, 0); byte !== 0; byte &= byte - 1) {
      const lowest = 31 - Math.clz32(byte & -byte);
      const i = at * 8 + lowest;
      const number = bytes.reduce((sum, one, plane) => sum + (((one >> lowest) & 1) << plane), 0);
      yield { col: cells.col + (i % cells.cols), row: cells.row + Math.floor(i / cells.cols), number };
    }
  }
}

/**
 * @typedef {object} Bounds
 * @property {number} col
 * @property {number} row
 * @property {number} cols
 * @property {number} rows
 */

/**
 * The smallest rectangle around some windows.
 *
 * @param {CellWindow[]} windows
 * @returns {Bounds}
 */
function boundsOf(windows) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { col, row, cols, rows } of windows) {
    left = Math.min(left, col);
    top = Math.min(top, row);
    right = Math.max(right, col + cols);
    bottom = Math.max(bottom, row + rows);
  }
  return windows.length > 0
    ? { col: left, row: top, cols: right - left, rows: bottom - top }
    : { col: 0, row: 0, cols: 0, rows: 0 };
}

/**
 * @param {Bounds} bounds
 * @param {number} col
 * @param {number} row
 */
function isInside(bounds, col, row) {
  const isInColumns = col >= bounds.col && col < bounds.col + bounds.cols;
  const isInRows = row >= bounds.row && row < bounds.row + bounds.rows;
  return isInColumns && isInRows;
}
