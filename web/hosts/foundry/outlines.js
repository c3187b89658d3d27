/**
 * The outlines of a region as one polygon of the rules: brought to pitches, joined, and cut off at the map's edge.
 *
 * @typedef {[number, number]} Corner
 */

/** The rules take twice as many, as cutting off at the edge may need; with this many, corners are closer than any length that counts. */
const MOST_CORNERS = 500;
const FEWEST_CORNERS = 3;

/**
 * Several outlines as one: what they go round an odd number of times is inside, so that holes stay holes.
 *
 * From outline to outline leads a line, and back along itself, which changes what is inside nowhere.
 *
 * @param {readonly (readonly Corner[])[]} outlines
 * @returns {Corner[]}
 */
export const joined = (outlines) => {
  const [first, ...others] = thinned(outlines).filter(({ length }) => length >= FEWEST_CORNERS);
  const start = first?.[0];
  if (!first || !start) return [];
  const rest = others.flatMap((outline) => [...outline, ...outline.slice(0, 1), start]);
  return rest.length > 0 ? [...first, start, ...rest] : [...first];
};

/** @type {(outlines: readonly (readonly Corner[])[]) => (readonly Corner[])[]} */
const thinned = (outlines) => {
  const nth = Math.ceil(outlines.reduce((sum, { length }) => sum + length, 0) / MOST_CORNERS);
  return nth > 1 ? outlines.map((outline) => outline.filter((_, index) => index % nth === 0)) : [...outlines];
};

/**
 * What of a polygon is within `[0, 0]` to `[right, bottom]`; empty: nothing.
 *
 * @type {(corners: readonly Corner[], right: number, bottom: number) => Corner[]}
 */
export const within = (corners, right, bottom) => {
  /** @type {[0 | 1, number, 1 | -1][]} */
  const edges = [
    [0, 0, 1],
    [0, right, -1],
    [1, 0, 1],
    [1, bottom, -1],
  ];
  const kept = edges.reduce((left, edge) => cut(left, edge), [...corners]);
  return kept.length >= FEWEST_CORNERS ? kept : [];
};

/** What lies on one side of a line along an axis. @type {(corners: Corner[], edge: [0 | 1, number, 1 | -1]) => Corner[]} */
const cut = (corners, [axis, at, side]) => {
  const isKept = (/** @type {Corner} */ corner) => (corner[axis] - at) * side >= 0;
  return corners.flatMap((corner, index) => {
    const before = /** @type {Corner} */ (corners.at(index - 1));
    if (isKept(before) === isKept(corner)) return isKept(corner) ? [corner] : [];
    const gone = (at - before[axis]) / (corner[axis] - before[axis]);
    const other =
      axis === 0 ? before[1] + (corner[1] - before[1]) * gone : before[0] + (corner[0] - before[0]) * gone;
    /** @type {Corner} */
    const crossing = axis === 0 ? [at, other] : [other, at];
    return isKept(corner) ? [crossing, corner] : [crossing];
  });
};
