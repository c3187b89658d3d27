/**
 * The outline of a set of cells, as an SVG path in cells.
 *
 * @typedef {{col: number, row: number}} Place
 * @typedef {[number, number]} Point
 */

/**
 * The path around cells, holes included, corners rounded by `radius` (at most half a cell).
 *
 * @example outlineOf([{ col: 0, row: 0 }]) // "M0 0L1 0L1 1L0 1Z"
 * @type {(cells: Iterable<Place>, radius?: number) => string}
 */
export const outlineOf = (cells, radius = 0) =>
  loopsOf(cells)
    .map((loop) => (radius > 0 ? rounded(loop, radius) : sharp(loop)))
    .join("");

/**
 * The corners of each closed line around the cells, clockwise around cells.
 *
 * @type {(cells: Iterable<Place>) => Point[][]}
 */
const loopsOf = (cells) => {
  const filled = new Set([...cells].map(({ col, row }) => `${col},${row}`));
  /** @type {Map<string, Point[]>} Where the sides that start at a corner end. */
  const sides = new Map();
  /** @type {(from: Point, to: Point) => void} */
  const addSide = (from, to) => {
    const key = from.join();
    sides.set(key, [...(sides.get(key) ?? []), to]);
  };
  for (const key of filled) {
    const [col, row] = /** @type {Point} */ (key.split(",").map(Number));
    if (!filled.has(`${col},${row - 1}`)) addSide([col, row], [col + 1, row]);
    if (!filled.has(`${col + 1},${row}`)) addSide([col + 1, row], [col + 1, row + 1]);
    if (!filled.has(`${col},${row + 1}`)) addSide([col + 1, row + 1], [col, row + 1]);
    if (!filled.has(`${col - 1},${row}`)) addSide([col, row + 1], [col, row]);
  }
  const loops = [];
  for (const [key, ends] of sides) {
    while (ends.length > 0) loops.push(followed(/** @type {Point} */ (key.split(",").map(Number)), sides));
  }
  return loops;
};

/** Take sides out of `sides` from a corner on, until back there. @type {(start: Point, sides: Map<string, Point[]>) => Point[]} */
const followed = (start, sides) => {
  /** @type {Point[]} */
  const corners = [];
  let here = start;
  /** @type {Point | null} */
  let heading = null;
  do {
    const ends = sides.get(here.join()) ?? [];
    // Where two cells touch by a corner only, turning right keeps their outlines apart.
    const turn = heading && ends.length > 1 ? rightTurn(here, heading, ends) : 0;
    const next = ends.splice(turn, 1)[0];
    if (!next) break;
    /** @type {Point} */
    const direction = [next[0] - here[0], next[1] - here[1]];
    const isStraight = heading && heading[0] === direction[0] && heading[1] === direction[1];
    if (!isStraight) corners.push(here);
    heading = direction;
    here = next;
  } while (here[0] !== start[0] || here[1] !== start[1]);
  return corners;
};

/** @type {(here: Point, heading: Point, ends: Point[]) => number} */
const rightTurn = (here, [dx, dy], ends) => {
  const at = ends.findIndex(([x, y]) => x - here[0] === -dy && y - here[1] === dx);
  return Math.max(0, at);
};

/** @type {(loop: Point[]) => string} */
const sharp = (loop) => `M${loop.map(([x, y]) => `${x} ${y}`).join("L")}Z`;

/** @type {(loop: Point[], radius: number) => string} */
const rounded = (loop, radius) => {
  const parts = loop.map((corner, index) => {
    const before = /** @type {Point} */ (loop.at(index - 1));
    const after = /** @type {Point} */ (loop[(index + 1) % loop.length]);
    const [x, y] = toward(corner, before, radius);
    const [u, v] = toward(corner, after, radius);
    return `${index === 0 ? "M" : "L"}${x} ${y}Q${corner[0]} ${corner[1]} ${u} ${v}`;
  });
  return `${parts.join("")}Z`;
};

/** @type {(from: Point, to: Point, by: number) => Point} */
const toward = (from, to, by) => [
  from[0] + Math.sign(to[0] - from[0]) * by,
  from[1] + Math.sign(to[1] - from[1]) * by,
];
