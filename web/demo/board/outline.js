/**
 * The outline of a set of cells, as an SVG path.
 *
 * @typedef {import("./grid.js").Place} Place
 * @typedef {[number, number]} Point
 * @typedef {{from: number, to: number, start: Point, end: Point}} Side
 */

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
export const loopsOf = (cells, cornersOf) => {
  const sides = borderOf(cells, cornersOf);
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
    const keys = corners.map(([x, y]) => keyOf(x, y));
    for (const [index, start] of corners.entries()) {
      const next = (index + 1) % corners.length;
      const end = /** @type {Point} */ (corners[next]);
      const [from, to] = [/** @type {number} */ (keys[index]), /** @type {number} */ (keys[next])];
      const middle = keyOf((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
      // Two cells have a side in common at most, once in each direction.
      if (!sides.delete(middle)) sides.set(middle, { from, to, start, end });
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

/** @param {number} value */
const short = (value) => Math.round(value * 1000) / 1000;
