/**
 * What the shapes on the map are drawn with: numbers as short as they may be, chance, a flame.
 *
 * @import { Point } from "../../core/grid.js"
 */

import { svg } from "lit";

/** Chance that is the same at each drawing. @type {(seed: number) => () => number} */
export const chanceFrom = (seed) => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** To thousandths: what is finer is not to be seen. @param {number} value */
export const short = (value) => Math.round(value * 1000) / 1000;

/** A flame in the middle of a spot. @param {Point} spot */
export const flame = ({ x, y }) => svg`
  <g transform="translate(${x} ${y + 0.05})">
    <path class="map-flame" d="M0 .34q-.3 -.06 -.26 -.36q.02 -.16 .14 -.24q0 .12 .08 .14q-.02 -.22 .14 -.34q0 .16 .12 .28t.06 .3q-.04 .2 -.28 .22Z" />
    <path class="map-flame-core" d="M0 .3q-.12 -.06 -.08 -.2q.04 -.08 .1 -.12q.1 .12 .08 .2q-.02 .1 -.1 .12Z" />
  </g>
`;
