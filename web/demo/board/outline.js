/**
 * The outline of a set of cells, as an SVG path.
 *
 * @import { Place } from "../../core/grid.js"
 * @typedef {[number, number]} Point
 * @typedef {{from: number, to: number, start: Point, end: Point}} Side
 */

import { short } from "./strokes.js";

/**
 * The path around cells, holes included, corners rounded by `radius` (at most half a side).
 *
 * @example outlineOf([{ col: 0, row: 0 }], gridOf({ cols: 1, rows: 1 }).cornersOf) // "M0 0L1 0L1 1L0 1Z"
 * @type {(cells: Iterable<Place>, cornersOf: (cell: Place) => Point[], radius?: number) => string}
 */
export const outlineOf = (cells, cornersOf, radius = 0) =>
  loopsOf(cells, cornersOf)
    .map((loop) => lineAround(loop, radius))
    .join("");

/** A closed line through corners. @type {(loop: Point[], radius?: number) => string} */
export const lineAround = (loop, radius = 0) => (radius > 0 ? rounded(loop, radius) : sharp(loop));

/**
 * The corners of each closed line around the cells, clockwise around cells.
 *
 * @type {(cells: Iterable<Place>, cornersOf: (cell: Place) => Point[]) => Point[][]}
 */
export const loopsOf = (cells, cornersOf) => joined(borderOf(cells, cornersOf));

/**
 * The closed lines around several areas seen as one: what two of them have in common is no border.
 *
 * @param {readonly Point[][]} lines  closed lines, each around an area or around a hole of it
 * @param {number} grain  lines along the axes have their ends on multiples of it, counted from any other end
 */
export const loopsAround = (lines, grain) => {
  /** @type {Map<number, Side>} */
  const sides = new Map();
  for (const line of lines) {
    for (const [index, start] of line.entries()) {
      const end = line[(index + 1) % line.length] ?? start;
      for (const side of partsOf(start, end, grain)) addSide(sides, side);
    }
  }
  return joined(sides.values());
};

/** A line along an axis cut into grains; any other line whole. @type {(start: Point, end: Point, grain: number) => Side[]} */
const partsOf = (start, end, grain) => {
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const isStraight = Math.abs(dx) < 1e-6 || Math.abs(dy) < 1e-6;
  const count = isStraight ? Math.max(1, Math.round(Math.hypot(dx, dy) / grain)) : 1;
  /** @type {Point[]} */
  const points = Array.from({ length: count + 1 }, (_, at) => [
    start[0] + (dx * at) / count,
    start[1] + (dy * at) / count,
  ]);
  return points.slice(1).map((to, at) => sideBetween(/** @type {Point} */ (points[at]), to));
};

/** @type {(start: Point, end: Point) => Side} */
const sideBetween = (start, end) => ({ from: keyOf(...start), to: keyOf(...end), start, end });

/** Two areas have a side in common at most, once in each direction. @type {(sides: Map<number, Side>, side: Side) => void} */
const addSide = (sides, side) => {
  const middle = keyOf((side.start[0] + side.end[0]) / 2, (side.start[1] + side.end[1]) / 2);
  if (!sides.delete(middle)) sides.set(middle, side);
};

/** @type {(sides: Iterable<Side>) => Point[][]} */
const joined = (sides) => {
  /** @type {Map<number, Side[]>} The sides that start at a corner. */
  const starting = new Map();
  for (const side of sides) {
    const others = starting.get(side.from);
    if (others) others.push(side);
    else starting.set(side.from, [side]);
  }
  const loops = [];
  for (const open of starting.values()) {
    for (let first = open[0]; first; first = open[0]) loops.push(followed(first, starting));
  }
  return loops;
};

/** The sides of cells that no other cell has. @type {(cells: Iterable<Place>, cornersOf: (cell: Place) => Point[]) => Iterable<Side>} */
const borderOf = (cells, cornersOf) => {
  /** @type {Map<number, Side>} */
  const sides = new Map();
  const seen = new Set();
  for (const cell of cells) {
    const name = keyOf(cell.col, cell.row);
    if (seen.has(name)) continue;
    seen.add(name);
    const corners = cornersOf(cell);
    for (const [index, start] of corners.entries()) {
      addSide(sides, sideBetween(start, corners[(index + 1) % corners.length] ?? start));
    }
  }
  return sides.values();
};

/** One number for a point, to hundredths: no two corners or middles of sides are nearer to each other. @type {(x: number, y: number) => number} */
const keyOf = (x, y) => Math.round((x + 16) * 100) * 2 ** 24 + Math.round((y + 16) * 100);

/** Take sides out of `starting` from one on, until back at its start. @type {(first: Side, starting: Map<number, Side[]>) => Point[]} */
const followed = (first, starting) => {
  /** @type {Point[]} */
  const corners = [];
  /** @type {Side | undefined} */
  let side = first;
  /** @type {Side | null} */
  let before = null;
  while (side) {
    const open = starting.get(side.from) ?? [];
    open.splice(open.indexOf(side), 1);
    if (!before || turnOf(before, side) !== 0) corners.push(side.start);
    if (side.to === first.from) break;
    before = side;
    side = mostRight(side, starting.get(side.to) ?? []);
  }
  if (side && turnOf(side, first) === 0) corners.shift();
  return corners;
};

/** Where cells touch by a corner only, turning right keeps their outlines apart. @type {(before: Side, sides: Side[]) => Side | undefined} */
const mostRight = (before, sides) =>
  sides.length < 2
    ? sides[0]
    : sides.reduce((best, side) => (turnOf(before, side) > turnOf(before, best) ? side : best));

/** More than 0 for a turn to the right, 0 straight on. @type {(one: Side, next: Side) => number} */
const turnOf = (one, next) => {
  const [ax, ay] = [one.end[0] - one.start[0], one.end[1] - one.start[1]];
  const [bx, by] = [next.end[0] - next.start[0], next.end[1] - next.start[1]];
  const turn = ax * by - ay * bx;
  return Math.abs(turn) < 1e-9 ? 0 : turn;
};

/** @type {(loop: Point[]) => string} */
const sharp = (loop) => `M${loop.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`;

/** @type {(loop: Point[], radius: number) => string} */
const rounded = (loop, radius) => {
  const parts = loop.map((corner, index) => {
    const before = /** @type {Point} */ (loop.at(index - 1));
    const after = /** @type {Point} */ (loop[(index + 1) % loop.length]);
    const [x, y] = toward(corner, before, radius);
    const [u, v] = toward(corner, after, radius);
    return `${index === 0 ? "M" : "L"}${short(x)} ${short(y)}Q${short(corner[0])} ${short(corner[1])} ${short(u)} ${short(v)}`;
  });
  return `${parts.join("")}Z`;
};

/** @type {(from: Point, to: Point, by: number) => Point} */
const toward = (from, to, by) => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const share = Math.min(0.5, by / (Math.hypot(dx, dy) || 1));
  return [from[0] + dx * share, from[1] + dy * share];
};
