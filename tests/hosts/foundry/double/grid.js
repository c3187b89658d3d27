/** A square grid in pixels: cells, snapping, and how long a way is by each diagonal rule. */

import { Fields } from "./data.js";

export const GRID_TYPES = { GRIDLESS: 0, SQUARE: 1, HEXODDR: 2, HEXEVENR: 3, HEXODDQ: 4, HEXEVENQ: 5 };
export const GRID_DIAGONALS = {
  EQUIDISTANT: 0,
  EXACT: 1,
  APPROXIMATE: 2,
  RECTILINEAR: 3,
  ALTERNATING_1: 4,
  ALTERNATING_2: 5,
  ILLEGAL: 6,
};

export class SquareGrid extends Fields {
  constructor({ type, size, distance, units, diagonals }) {
    super();
    Object.assign(this, { type, size, distance, units, diagonals });
    this.isSquare = type === GRID_TYPES.SQUARE;
    this.isGridless = type === GRID_TYPES.GRIDLESS;
    this.isHexagonal = type > 1;
  }

  getOffset({ x, y }) {
    return { i: Math.floor(y / this.size), j: Math.floor(x / this.size) };
  }

  getTopLeftPoint({ i, j }) {
    return { x: j * this.size, y: i * this.size };
  }

  getSnapped({ x, y }) {
    return { x: Math.round(x / this.size) * this.size, y: Math.round(y / this.size) * this.size };
  }

  /** The cells on a straight line, the first left out. */
  line(from, to) {
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / this.size;
    const count = Math.max(1, Math.round(steps));
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / count;
      return this.getSnapped({ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
    });
  }

  /** Length of one step; `before`: how many diagonals came before. */
  stepLength(from, to, before) {
    const isDiagonal = from.x !== to.x && from.y !== to.y;
    if (from.x === to.x && from.y === to.y) return 0;
    if (!isDiagonal) return this.distance;
    const odd = before % 2 === 0;
    const cells = [1, Math.SQRT2, 1.5, 2, odd ? 1 : 2, odd ? 2 : 1, Number.POSITIVE_INFINITY][this.diagonals];
    return cells * this.distance;
  }
}
