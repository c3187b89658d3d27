/**
 * The size of a token as the rules take it, whatever a host lets somebody enter: a token that they could not read would move
 * without them.
 *
 * @typedef {{cols: number, rows: number}} Size
 */

const [SMALLEST, LARGEST] = [0.1, 50];

/** @type {(side: number) => number} */
const kept = (side) => (Number.isFinite(side) ? Math.min(LARGEST, Math.max(SMALLEST, side)) : 1);

/**
 * A size within what the rules take; on hexes and without cells, a side is as long as the other.
 *
 * @example readableSize({ cols: 60, rows: 2 }, "square") // { cols: 50, rows: 2 }
 * @param {Size} size
 * @param {string} [kind]  of the grid
 * @returns {Size}
 */
export const readableSize = ({ cols, rows }, kind = "square") => {
  if (kind === "square") return { cols: kept(cols), rows: kept(rows) };
  const side = Math.max(kept(cols), kept(rows));
  return { cols: side, rows: side };
};
