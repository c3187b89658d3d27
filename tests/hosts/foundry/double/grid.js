/** The grids in pixels: cells, snapping, and how long a way is. */

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
const ONE = { width: 1, height: 1 };
const LONG = 2 / Math.sqrt(3);

class BaseGrid extends Fields {
  constructor({ type, size, distance, units, diagonals }) {
    super();
    Object.assign(this, { type, size, distance, units, diagonals, sizeX: size, sizeY: size });
    this.isSquare = type === GRID_TYPES.SQUARE;
    this.isGridless = type === GRID_TYPES.GRIDLESS;
    this.isHexagonal = type > 1;
  }

  /** How many rows and columns a canvas has. */
  countOf({ width, height }) {
    return { columns: Math.ceil(width / this.size), rows: Math.ceil(height / this.size) };
  }

  /** How many pixels a token of some cells takes. */
  getSize({ width, height }) {
    return { width: width * this.size, height: height * this.size };
  }

  /** The middle of a token, from its top left. */
  middleOf(size) {
    const { width, height } = this.getSize(size);
    return { x: width / 2, y: height / 2 };
  }

  /** Where an arrow key leads. */
  getShifted({ x, y }, [across, down]) {
    return { x: x + across * this.size, y: y + down * this.size };
  }

  /** How many cells one place is above or below another. */
  rise(from, to) {
    const [low, high] = [from, to].map(({ elevation }) =>
      Math.floor((elevation ?? 0) / this.distance + 1e-8),
    );
    return Math.abs(high - low);
  }

  /** How high a way is after a part of it: by whole cells. */
  heightOn(from, to, share) {
    const [low, high] = [from.elevation ?? 0, to.elevation ?? 0];
    return share === 1 ? high : low + Math.round(((high - low) * share) / this.distance) * this.distance;
  }

  /** How many diagonals a step is: what leads along two sides of a cell, or all three. */
  diagonalsIn(from, to) {
    return this.#sides(from, to)[1];
  }

  /** Sides of cells a step leads along, the most first. */
  #sides(from, to) {
    const sides = [...this.across(from, to).map(Number), this.rise(from, to)];
    return [...sides, 0].sort((a, b) => b - a);
  }

  /** Length of one step; `before`: how many diagonals came before. */
  stepLength(from, to, before) {
    const [most, middle, least] = this.#sides(from, to);
    const doubles = (first) =>
      Array.from({ length: middle }, (_, at) => (before + at + first) % 2).reduce((a, b) => a + b, 0);
    const isBarred = this.diagonals === GRID_DIAGONALS.ILLEGAL && this.across(from, to).every(Boolean);
    const cells = [
      most,
      most + (Math.SQRT2 - 1) * middle + (Math.sqrt(3) - Math.SQRT2) * least,
      most + 0.5 * middle + 0.25 * least,
      most + middle + least,
      most + doubles(0),
      most + doubles(1),
      this.isSquare && isBarred ? Number.POSITIVE_INFINITY : most + middle + least,
    ][this.diagonals];
    return cells * this.distance;
  }
}

export class SquareGrid extends BaseGrid {
  getOffset({ x, y }) {
    return { i: Math.floor(y / this.size), j: Math.floor(x / this.size) };
  }

  getTopLeftPoint({ i, j }) {
    return { x: j * this.size, y: i * this.size };
  }

  getCenterPoint({ i, j }) {
    return { x: (j + 0.5) * this.size, y: (i + 0.5) * this.size };
  }

  getVertices({ i, j }) {
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ];
    return corners.map(([x, y]) => ({ x: (j + x) * this.size, y: (i + y) * this.size }));
  }

  /** Where a token's top left may be; those that do not fill cells may stand at half a cell. */
  getSnapped({ x, y }, { width, height } = ONE) {
    const to = (value, cells) => {
      const step = Number.isInteger(cells) ? this.size : this.size / 2;
      return Math.round(value / step) * step;
    };
    return { x: to(x, width), y: to(y, height) };
  }

  /** The cells on a straight line, the first left out. */
  line(from, to) {
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / this.size;
    const count = Math.max(1, Math.round(steps), this.rise(from, to));
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / count;
      const elevation = this.heightOn(from, to, share);
      if (share === 1) return { x: to.x, y: to.y, elevation };
      const { x, y } = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      return { ...this.getSnapped({ x, y }), elevation };
    });
  }

  /** Whether a step leads to another column, and another row. */
  across(from, to) {
    return [from.x !== to.x, from.y !== to.y];
  }
}

/** No cells: tokens stand at any pixel, and offsets are pixels. */
export class GridlessGrid extends BaseGrid {
  getOffset({ x, y }) {
    return { i: Math.floor(y), j: Math.floor(x) };
  }

  getTopLeftPoint({ i, j }) {
    return { x: j, y: i };
  }

  getCenterPoint({ i, j }) {
    return { x: j, y: i };
  }

  getVertices() {
    return [];
  }

  getSnapped({ x, y }) {
    return { x: Math.round(x), y: Math.round(y) };
  }

  line(_from, to) {
    return [{ x: to.x, y: to.y, elevation: to.elevation ?? 0 }];
  }

  diagonalsIn() {
    return 0;
  }

  stepLength(from, to) {
    const [right, down] = [to.x - from.x, to.y - from.y].map((far) => (far / this.size) * this.distance);
    return Math.hypot(right, down, (to.elevation ?? 0) - (from.elevation ?? 0));
  }
}

/** `size` is from side to side; in rows of hexes (R) a corner points up, in columns (Q) to the side. */
export class HexagonalGrid extends BaseGrid {
  constructor(data) {
    super(data);
    const { type, size } = data;
    this.columns = type >= GRID_TYPES.HEXODDQ;
    this.even = type === GRID_TYPES.HEXEVENR || type === GRID_TYPES.HEXEVENQ;
    this.sizeX = this.columns ? size * LONG : size;
    this.sizeY = this.columns ? size : size * LONG;
  }

  /** Along its row and across the rows; in columns the two are swapped. */
  #turned({ x, y }) {
    return this.columns ? { x: y, y: x } : { x, y };
  }

  #line({ i, j }) {
    return this.columns ? { line: j, at: i } : { line: i, at: j };
  }

  #isShifted(line) {
    return Math.abs(line % 2) === (this.even ? 0 : 1);
  }

  countOf({ width, height }) {
    const { x, y } = this.#turned({ x: width, y: height });
    const [along, across] = [
      Math.floor(x / this.size - 0.5),
      Math.floor((y / this.size / LONG - 0.25) / 0.75),
    ];
    return this.columns ? { columns: across, rows: along } : { columns: along, rows: across };
  }

  getCenterPoint(offset) {
    const { line, at } = this.#line(offset);
    const along = (at + 0.5 + (this.#isShifted(line) ? 0.5 : 0)) * this.size;
    return this.#turned({ x: along, y: (0.75 * line + 0.5) * this.size * LONG });
  }

  getTopLeftPoint(offset) {
    const { x, y } = this.getCenterPoint(offset);
    return { x: x - this.sizeX / 2, y: y - this.sizeY / 2 };
  }

  getVertices(offset) {
    const { x, y } = this.getCenterPoint(offset);
    return Array.from({ length: 6 }, (_, corner) => {
      const turn = ((corner + (this.columns ? 0 : 0.5)) * Math.PI) / 3;
      return {
        x: x + (Math.cos(turn) * this.size * LONG) / 2,
        y: y + (Math.sin(turn) * this.size * LONG) / 2,
      };
    });
  }

  #nearest(point, pointOf) {
    const { x, y } = this.#turned(point);
    const [along, across] = [Math.round(x / this.size), Math.round(y / (this.size * LONG * 0.75))];
    let best = null;
    for (let line = across - 2; line <= across + 2; line += 1)
      for (let at = along - 3; at <= along + 2; at += 1) {
        const offset = this.columns ? { i: at, j: line } : { i: line, j: at };
        const there = pointOf(offset);
        const away = Math.hypot(there.x - point.x, there.y - point.y);
        if (!best || away < best.away - 1e-9) best = { offset, there, away };
      }
    return best;
  }

  getOffset(point) {
    return this.#nearest(point, (offset) => this.getCenterPoint(offset)).offset;
  }

  getSize({ width, height }) {
    const [along, across] = this.columns ? [height, width] : [width, height];
    const { x, y } = this.#turned({
      x: along * this.size,
      y: (0.75 * (across - 1) + 1) * this.size * LONG,
    });
    return { width: x, height: y };
  }

  /** Three hexes have their middle where they meet. */
  middleOf(size) {
    if (size.width !== 2) return super.middleOf(size);
    return this.#turned({ x: this.size, y: 0.75 * this.size * LONG });
  }

  /** A large token begins beside its first hex, where a later line of it is longer. */
  #topLeftOf(offset, { width }) {
    const wider = Math.floor((Math.ceil(width) - 1) / 2) / 2;
    const { x, y } = this.#turned(this.getTopLeftPoint(offset));
    return this.#turned({ x: x - wider * this.size, y });
  }

  getSnapped(point, size = ONE) {
    const { x, y } = this.#nearest(point, (offset) => this.#topLeftOf(offset, size)).there;
    return { x: Math.round(x), y: Math.round(y) };
  }

  getShifted({ x, y }, [across, down]) {
    const step = this.#turned({ x: this.size, y: 0.75 * this.size * LONG });
    return this.getSnapped({ x: x + across * step.x, y: y + down * step.y });
  }

  #cubeOf(point) {
    const { line, at } = this.#line(this.getOffset(point));
    const odd = Math.abs(line % 2);
    const q = at - (line + (this.even ? odd : -odd)) / 2;
    return { q, r: line, s: -q - line };
  }

  line(from, to) {
    const half = { x: this.sizeX / 2, y: this.sizeY / 2 };
    const [a, b] = [from, to].map(({ x, y }) => this.#cubeOf({ x: x + half.x, y: y + half.y }));
    const count = Math.max(
      1,
      Math.abs(b.q - a.q),
      Math.abs(b.r - a.r),
      Math.abs(b.s - a.s),
      this.rise(from, to),
    );
    return Array.from({ length: count }, (_, index) => {
      const share = (index + 1) / count;
      const elevation = this.heightOn(from, to, share);
      if (share === 1) return { x: to.x, y: to.y, elevation };
      const { x, y } = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      return { ...this.getSnapped({ x: x + 1e-6, y: y + 2e-6 }), elevation };
    });
  }

  across(from, to) {
    return [from.x !== to.x || from.y !== to.y];
  }
}

/** The grid of a scene. */
export const gridOf = (data) => {
  if (data.type === GRID_TYPES.GRIDLESS) return new GridlessGrid(data);
  return data.type === GRID_TYPES.SQUARE ? new SquareGrid(data) : new HexagonalGrid(data);
};
