/**
 * The outline of cells that lie together, for drawing them calmly: lines between them are left out.
 *
 * @typedef {readonly [number, number]} Corner
 */

/** Corners of neighbours that are computed apart are the same in spite of what computers make of fractions. */
const FINENESS = 1000;
/** @type {(corner: Corner) => string} */
const nameOf = ([x, y]) => `${Math.round(x * FINENESS)} ${Math.round(y * FINENESS)}`;

/**
 * Closed lines around what cells cover, clockwise, and the other way round their holes.
 *
 * @example outlineOf([[[0, 0], [1, 0], [1, 1], [0, 1]], [[1, 0], [2, 0], [2, 1], [1, 1]]]).length // 1
 * @param {Iterable<readonly Corner[]>} cells  the corners of each, clockwise, of no cell twice
 * @returns {Corner[][]}
 */
export const outlineOf = (cells) => {
  /** Edges by where they begin and end. @type {Map<string, Map<string, Corner>>} */
  const edges = new Map();
  for (const corners of cells)
    corners.forEach((from, at) => {
      const to = /** @type {Corner} */ (corners[(at + 1) % corners.length]);
      const [start, end] = [nameOf(from), nameOf(to)];
      // A neighbour goes along the same edge the other way.
      if (edges.get(end)?.delete(start)) return;
      edges.set(start, (edges.get(start) ?? new Map()).set(end, to));
    });
  /** @type {Corner[][]} */
  const lines = [];
  for (const start of edges.keys()) {
    for (let line = lineFrom(edges, start); line.length > 0; line = lineFrom(edges, start)) lines.push(line);
  }
  return lines;
};

/** A line along edges that are left, until none goes on: it is back where it began by then. @type {(edges: Map<string, Map<string, Corner>>, start: string) => Corner[]} */
const lineFrom = (edges, start) => {
  /** @type {Corner[]} */
  const line = [];
  for (let at = start; ; ) {
    const [next] = edges.get(at) ?? [];
    if (!next) return line;
    edges.get(at)?.delete(next[0]);
    line.push(next[1]);
    at = next[0];
    if (at === start) return line;
  }
};
