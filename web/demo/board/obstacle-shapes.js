/**
 * Obstacles on the map, each by its look: vans, crates, houses, trees; a block where it has none.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Box, Grid, Point } from "../../core/grid.js"
 * @import { Area } from "./area.js"
 * @import { Region } from "./region-shapes.js"
 */

import { svg } from "lit";
import { say } from "../language.js";
import { chanceFrom, flame, short } from "./strokes.js";

/** @type {(region: Region, area: Area, look: string | undefined) => Template} */
export const obstacleShape = (region, area, look) => {
  const isDrawn = look !== undefined && Object.hasOwn(LOOKS, look);
  const shape = isDrawn
    ? LOOKS[look]?.(area.box, area)
    : svg`<path class="map-block" d=${area.line(0.12)} />`;
  return svg`<g class="map-region">${shape}<title>${region.name || say(`kind.${region.kind}`)}</title></g>`;
};

/** @type {{[look: string]: (box: Box, area: Area) => Template}} */
const LOOKS = {
  van: ({ x, y, width, height }) => svg`
    <g transform="translate(${x} ${y}) scale(${width / 4} ${height / 2})">
      <rect class="map-shade" x=".1" y=".22" width="3.86" height="1.74" rx=".3" />
      <path class="map-tyre" d="M.55 .1h.7M2.75 .1h.7M.55 1.9h.7M2.75 1.9h.7" />
      <path class="map-van" d="M.3 .16H3.3Q3.86 .2 3.86 .62V1.38Q3.86 1.8 3.3 1.84H.3Q.12 1.84 .12 1.66V.34Q.12 .16 .3 .16Z" />
      <rect class="map-van-roof" x=".3" y=".34" width="2.2" height="1.32" rx=".1" />
      <path class="map-van-rib" d="M.85 .34V1.66M1.4 .34V1.66M1.95 .34V1.66M.12 1H.3" />
      <path class="map-glass" d="M2.78 .42Q3.16 .5 3.16 1T2.78 1.58L2.64 1.5V.5Z" />
      <path class="map-lamp" d="M3.7 .4v.2M3.7 1.4v.2" />
      <path class="map-lamp map-lamp-rear" d="M.16 .36v.22M.16 1.42v.22" />
    </g>
  `,
  crates: (_, { spots }) =>
    svg`${spots.map(
      ({ x, y }) => svg`
        <g transform="translate(${x - 0.5} ${y - 0.5})">
          <rect class="map-shade" x=".12" y=".16" width=".84" height=".82" rx=".05" />
          <rect class="map-crate" x=".07" y=".07" width=".84" height=".84" rx=".05" />
          <path class="map-crate-line" d="M.07 .25H.91M.07 .73H.91M.2 .25L.78 .73M.78 .25L.2 .73" />
        </g>
      `,
    )}`,
  tank: ({ x, y, width, height }) => svg`
    <g transform="translate(${x + width / 2} ${y + height / 2}) scale(${Math.min(width, height) / 2})">
      <circle class="map-shade" cx=".1" cy=".14" r=".88" /><circle class="map-block" r=".86" />
      <circle class="map-tank-ring" r=".56" /><path class="map-tank-ring" d="M-.86 0H.86M0 -.86V.86" />
    </g>
  `,
  duct: ({ x, y, width, height }, { spots }) => svg`
    <rect class="map-shade" x=${x + 0.14} y=${y + 0.2} width=${width - 0.16} height=${height - 0.2} rx=".08" />
    <rect class="map-block" x=${x + 0.08} y=${y + 0.1} width=${width - 0.16} height=${height - 0.2} rx=".08" />
    ${spots.map(
      (spot) => svg`
        <circle class="map-tank-ring" cx=${spot.x} cy=${spot.y} r=".24" />
        <path class="map-tank-ring" transform="translate(${spot.x} ${spot.y})" d="M-.17 -.17L.17 .17M.17 -.17L-.17 .17" />
      `,
    )}
  `,
  barge: ({ x, y, width, height }) => svg`
    <g transform="translate(${x} ${y}) scale(${width / 4} ${height})">
      <path class="map-boards map-barge" d="M.1 .14H3.1Q3.7 .2 3.92 .5Q3.7 .8 3.1 .86H.1Z" /><rect class="map-van-roof" x=".5" y=".28" width="1.1" height=".44" rx=".06" />
    </g>
  `,
  skip: ({ x, y, width, height }) => svg`
    <rect class="map-shade" x=${x + 0.14} y=${y + 0.2} width=${width - 0.18} height=${height - 0.2} rx=".1" />
    <rect class="map-skip" x=${x + 0.08} y=${y + 0.1} width=${width - 0.16} height=${height - 0.2} rx=".12" />
    <rect class="map-skip-inside" x=${x + 0.28} y=${y + 0.3} width=${width - 0.56} height=${height - 0.6} rx=".06" />
    <path class="map-skip-load" d="M${x + 0.5} ${y + height - 0.4}L${x + 0.9} ${y + 0.6}L${x + 1.3} ${y + height - 0.6}L${x + 1.8} ${y + 0.5}L${x + 2.4} ${y + height - 0.45}" />
  `,
  trees: (_, { spots }) => svg`${spots.map(treetop)}`,
  boulder: (_, area) =>
    svg`<path class="map-shade" transform="translate(.06 .1)" d=${area.line(0.4)} /><path class="map-boulder" d=${area.line(0.4)} />`,
  campfire: (_, { spots }) => svg`${spots.map(campfire)}`,
  stall: ({ x, y, width, height }) => {
    const stripes = Array.from({ length: Math.ceil(width / 0.5) }, (_, at) => x + 0.08 + at * 0.5);
    return svg`
      <rect class="map-shade" x=${x + 0.14} y=${y + 0.2} width=${width - 0.1} height=${height - 0.14} rx=".06" />
      <rect class="map-stall" x=${x + 0.06} y=${y + 0.06} width=${width - 0.12} height=${height - 0.12} rx=".06" />
      <path class="map-stall-stripe" d=${stripes
        .filter((left) => left + 0.25 < x + width - 0.06)
        .map((left) => `M${short(left)} ${short(y + 0.06)}h.25v${short(height - 0.12)}h-.25Z`)
        .join("")} />
    `;
  },
  house: ({ x, y, width, height }) => svg`
    <rect class="map-shade" x=${x + 0.16} y=${y + 0.22} width=${width} height=${height} />
    <rect class="map-roof" x=${x} y=${y} width=${width} height=${height} />
    <path class="map-roof-line" d="M${x} ${y}L${x + Math.min(width, height) / 2} ${y + Math.min(width, height) / 2}L${x + width - Math.min(width, height) / 2} ${y + height - Math.min(width, height) / 2}L${x + width} ${y + height}M${x} ${y + height}L${x + Math.min(width, height) / 2} ${y + height - Math.min(width, height) / 2}M${x + width} ${y}L${x + width - Math.min(width, height) / 2} ${y + Math.min(width, height) / 2}" />
  `,
  tree: ({ x, y, width, height }) => svg`
    <g transform="translate(${x + width / 2} ${y + height / 2})">
      <circle class="map-shade" cx=".08" cy=".12" r=".86" />
      <path class="map-tree" d="M0 -.84q.36 -.06 .5 .24q.36 .06 .34 .42q.2 .3 -.06 .56q-.02 .36 -.38 .4q-.26 .24 -.54 .02q-.36 .1 -.54 -.22q-.32 -.16 -.22 -.5q-.14 -.34 .16 -.52q.06 -.38 .44 -.36q.12 -.06 .3 -.04Z" />
      <path class="map-tree-light" d="M-.1 -.5q.3 -.14 .46 .1M-.42 -.1q0 -.2 .16 -.24M.14 .02q.22 -.06 .3 .16M-.2 .36q.16 .12 .32 0" />
    </g>
  `,
};

/** A flame in a ring of stones. @param {Point} spot */
const campfire = (spot) => svg`
  <circle class="map-hearth" cx=${spot.x} cy=${spot.y} r=".36" />${flame(spot)}
`;

/** @param {Point} spot */
const treetop = ({ x, y }) => {
  const chance = chanceFrom(Math.floor(x) * 7883 + Math.floor(y) * 99_971);
  const [u, v, r] = [x - 0.08 + chance() * 0.16, y - 0.08 + chance() * 0.16, 0.36 + chance() * 0.12];
  return svg`
    <circle class="map-shade" cx=${u + 0.05} cy=${v + 0.08} r=${r} />
    <circle class="map-tree" cx=${u} cy=${v} r=${r} />
    <circle class="map-tree-crown" cx=${u - 0.08} cy=${v - 0.08} r=${r * 0.55} />
  `;
};
