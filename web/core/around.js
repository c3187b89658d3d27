/**
 * The places around one, about which to ask ahead: a token that is held there may be held over one of them next.
 *
 * @import { Grid, Place, Size } from "./grid.js"
 */

import { isSamePlace } from "./grid.js";

/** The directions from a cell to those around it. */
const AROUND = [-1, 0, 1]
  .flatMap((across) => [-1, 0, 1].map((down) => ({ across, down })))
  .filter(({ across, down }) => across !== 0 || down !== 0);

/**
 * The cells around a place, first those that lie further on from another; none where there are no cells.
 *
 * @template {Place} At
 * @param {Grid} grid
 * @param {At} place
 * @param {Place} last
 * @returns {At[]}
 */
const placesNext = (grid, place, last) => {
  if (!grid.hasCells) return [];
  const gone = { across: Math.sign(place.col - last.col), down: Math.sign(place.row - last.row) };
  const turn = (/** @type {typeof gone} */ way) => Math.hypot(way.across - gone.across, way.down - gone.down);
  return AROUND.toSorted((one, other) => turn(one) - turn(other)).map(({ across, down }) => ({
    ...place,
    ...grid.stepFrom(place, across, down),
  }));
};

/** How many places are asked about together; first those that lie further on: the next one, and those beside it. */
export const TOGETHER = 3;

/**
 * The cells around a place at which a token is on the map, each once: in hexes two directions lead to the same.
 *
 * @template {Place} At
 * @param {{grid: Grid, size: Size, place: At, last?: Place}} held
 * @returns {At[]}
 */
export const placesAround = ({ grid, size, place, last = place }) =>
  placesNext(grid, place, last).filter(
    (next, index, all) =>
      isSamePlace(grid.keptIn(next, size), next) &&
      all.findIndex((other) => isSamePlace(other, next)) === index,
  );

/**
 * Ask about the places around one: first those further on, then the others, so that whoever asks meanwhile waits for
 * one answer at the most.
 *
 * @template {Place} At
 * @param {object} held
 * @param {Grid} held.grid
 * @param {Size} held.size  of the token
 * @param {At} held.place
 * @param {Place} held.last  where it was before
 * @param {(places: At[]) => Promise<boolean>} ask  whether to go on
 */
export const askAround = async (held, ask) => {
  const places = placesAround(held);
  for (const together of [places.slice(0, TOGETHER), places.slice(TOGETHER)])
    if (together.length > 0 && !(await ask(together))) return;
};
