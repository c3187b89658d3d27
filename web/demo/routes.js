/**
 * The routes that a dragged token may go: the cheapest way, or straight on.
 *
 * @import { BestRoute, PathRoute, Scene } from "../core/protocol.js"
 * @import { How, Place } from "./game.js"
 */

import { gridOf } from "../core/grid.js";

/**
 * The cheapest way to a cell through others.
 *
 * @param {Place} to
 * @param {readonly Place[]} via
 * @returns {BestRoute}
 */
export const bestRoute = (to, via) => ({
  to: cellOf(to),
  via: via.map(cellOf),
});

/** A place as a goal; 0 is not said, since who flies goes on as high as it is. @param {Place} place */
const cellOf = ({ col, row, elevation }) => (elevation ? { col, row, elevation } : { col, row });

/**
 * Straight on through some places, in the way and up to the height that was said.
 *
 * @param {readonly Place[]} places  the first is where the token stands
 * @param {How} how
 * @param {Scene["grid"]} grid
 * @returns {PathRoute}
 */
export const straightRoute = (places, { mode, height }, grid) => {
  const line = straightPath(places, gridOf(grid));
  const low = places[0]?.elevation ?? 0;
  const rise = (height ?? places.at(-1)?.elevation ?? low) - low;
  const gone = gridOf(grid).gone(line.map(({ col, row }) => ({ x: col, y: row })));
  const path = line.map(({ col, row }, index) => {
    const share = index === line.length - 1 ? 1 : (gone[index] ?? 0) / (gone.at(-1) || 1);
    return {
      col,
      row,
      elevation: share === 1 ? low + rise : rounded(low + rise * share),
      mode: index === 0 ? null : mode,
    };
  });
  return { path: /** @type {PathRoute["path"]} */ (path) };
};

/**
 * The places on straight lines through some others, on cells each next to the one before.
 *
 * @param {readonly Place[]} places
 * @param {import("../core/grid.js").Grid} grid
 * @returns {{col: number, row: number}[]}
 */
export const straightPath = (places, grid) => {
  const [start, ...others] = places;
  if (!start) return [];
  const path = [{ col: start.col, row: start.row }];
  for (const place of others) path.push(...grid.lineTo(path.at(-1) ?? start, place));
  return path;
};

/** To hundredths, so that a height is a number that people would write. @param {number} height */
const rounded = (height) => Math.round(height * 100) / 100;
