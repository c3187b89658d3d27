/**
 * Regions on the map, each by its kind, or by its look where it has one: water, rubble, fire, faces to climb, ledges.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Box, Point } from "../../core/grid.js"
 * @import { Scene } from "../../core/protocol.js"
 * @import { Area } from "./area.js"
 * @typedef {NonNullable<Scene["regions"]>[number]} Region
 */

import { nothing, svg } from "lit";
import { number, signed } from "../../core/texts.js";
import { say } from "../language.js";
import { chanceFrom, flame, short } from "./strokes.js";

/** @type {(region: Region, area: Area, look: string | undefined, units: string | undefined) => Template} */
export const regionShape = (region, area, look, units) => {
  const shape = (look !== undefined && Object.hasOwn(GROUNDS, look) && GROUNDS[look]) || SHAPES[region.kind];
  return svg`
    <g class="map-region">${shape?.(area)}${flow(region, area)}${rise(region, area, units)}<title>${region.name || say(`kind.${region.kind}`)}${heightOf(region, units)}</title></g>
  `;
};

/** How high a ledge is, for its title. @type {(region: Region, units: string | undefined) => string} */
const heightOf = (region, units = "") => {
  if (region.kind !== "ledge") return "";
  const height = `${number(Math.abs(region.elevation))} ${units}`;
  return `, ${say(region.elevation < 0 ? "ledge.down" : "ledge.up", { height })}`;
};

/** Strokes all along the edge of a ledge, and how high it is, in the corner of its first cell. @type {(region: Region, area: Area, units: string | undefined) => Template | null} */
const rise = (region, area, units = "") => {
  if (region.kind !== "ledge") return null;
  const isDown = region.elevation < 0;
  const [first] = [...area.spots].sort((one, other) => one.y - other.y || one.x - other.x);
  const height = `${signed(region.elevation)} ${units}`;
  return svg`
    <path class=${isDown ? "map-ledge-edge map-ledge-down" : "map-ledge-edge"} d=${area.line(0.05)} />
    ${first ? svg`<text class="map-height" x=${first.x - 0.44} y=${first.y - 0.3}>${height}</text>` : nothing}
  `;
};

/** Which way a current carries: arrows on some of the spots. @type {(region: Region, area: Area) => Template | null} */
const flow = (region, { spots }) => {
  const [across, down] = (region.kind === "water" && region.current) || [0, 0];
  if (across === 0 && down === 0) return null;
  const length = Math.hypot(across, down);
  const [dx, dy] = [across / length, down / length];
  const arrows = spots
    .filter(({ x, y }) => (Math.floor(x) * 3 + Math.floor(y) * 5) % 7 === 0)
    .map(({ x, y }) => {
      /** @type {(along: number, aside: number) => string} */
      const at = (along, aside) =>
        `${short(x + dx * along - dy * aside)} ${short(y + dy * along + dx * aside)}`;
      return `M${at(-0.26, 0)}L${at(0.26, 0)}M${at(0.1, -0.16)}L${at(0.26, 0)}L${at(0.1, 0.16)}`;
    });
  return svg`<path class="map-flow" d=${arrows.join("")} />`;
};

/** Grounds and faces that are more than their kind. @type {{[look: string]: (area: Area) => Template}} */
const GROUNDS = {
  bricks: (area) => face(area, "bricks"),
  timber: (area) => face(area, "timber"),
  metal: (area) => face(area, "metal"),
  ivy: (area) => face(area, "ivy"),
  cliff: (area) => face(area, "cliff"),
  chasm: (area) => {
    const line = area.line(0.04);
    return svg`<path class="map-gap" d=${line} /><path d=${line} fill="url(#map-drop)" /><path class="map-gap-edge" d=${line} />`;
  },
  mines: (area) => svg`
    <path class="map-mined" d=${area.line(0.12)} />
    ${area.spots.map(
      ({ x, y }) => svg`
        <g transform="translate(${x} ${y})">
          <circle class="map-shade" cx=".04" cy=".06" r=".26" /><circle class="map-mine" r=".23" />
          <path class="map-mine-mark" d="M0 -.34V-.23M0 .23V.34M-.34 0H-.23M.23 0H.34" /><circle class="map-mine-cap" r=".08" />
        </g>
      `,
    )}
  `,
  ladder: ({ spots }) => {
    const rungs = "m.22 -.5v1m.44 -1v1m-.44 -.85h.44m-.44 .23h.44m-.44 .24h.44m-.44 .23h.44";
    return svg`<path class="map-ladder" d=${spots.map(({ x, y }) => `M${short(x - 0.44)} ${short(y)}${rungs}`).join("")} />`;
  },
  stairs: (area) =>
    svg`<path class="map-stairs" d=${area.line()} /><path d=${area.line()} fill="url(#map-steps)" />`,
  grass: (area) => patch(area, "grass"),
  mud: (area) => patch(area, "mud"),
  ice: (area) => patch(area, "ice"),
  brush: (area) => svg`
    <path class="map-brush" d=${area.line(0.4)} />
    <path class="map-bush" d=${area.spots.map(bushes).join("")} />
  `,
  fire: (area) => svg`
    <path class="map-fire" d=${area.line(0.4)} />
    ${area.spots.filter(({ x, y }) => (Math.floor(x) + Math.floor(y)) % 2 === 0).map(flame)}
  `,
};

/** Something that stands up and is climbed. @type {(area: Area, name: string) => Template} */
const face = (area, name) => {
  const line = area.line(0.04);
  return svg`<path class="map-face map-face-${name}" d=${line} /><path d=${line} fill="url(#map-${name})" />`;
};

/** @type {(area: Area, name: string) => Template} */
const patch = (area, name) => {
  const line = area.line(0.4);
  return svg`<path class="map-patch-${name}" d=${line} /><path d=${line} fill="url(#map-${name})" />`;
};

/** Three round bushes, as a path: thousands of shapes of their own would make the map slow. @param {Point} spot */
const bushes = ({ x, y }) => {
  const chance = chanceFrom(Math.floor(x) * 7877 + Math.floor(y) * 99_991);
  return Array.from({ length: 3 }, () => {
    const [u, v, r] = [x - 0.3 + chance() * 0.6, y - 0.3 + chance() * 0.6, 0.14 + chance() * 0.12].map(short);
    return `M${u} ${v}m-${r} 0a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 -${2 * Number(r)} 0Z`;
  }).join("");
};

/** @type {{[kind: string]: (area: Area) => Template}} */
const SHAPES = {
  water: (area) => {
    const line = area.line(0.45);
    return svg`
      <path class="map-bank" d=${line} /><path class="map-water" d=${line} /><path d=${line} fill="url(#map-ripples)" />
    `;
  },
  gap: (area) => {
    const line = area.line(0.16);
    return svg`<path class="map-gap" d=${line} /><path d=${line} fill="url(#map-drop)" /><path class="map-gap-edge" d=${line} />`;
  },
  difficult: (area) => {
    const heaps = stones(area.spots);
    return svg`
      <path class="map-debris" d=${area.line(0.4)} />
      ${heaps.map((heap, shade) => svg`<path class="map-stone map-stone-${shade}" d=${heap} />`)}
    `;
  },
  cover: (area) => svg`<path class="map-boards" d=${area.line(0.2)} />`,
  ledge: (area) => svg`<path class="map-ledge" d=${area.line(0.05)} />`,
  climb: (area) => svg`
    <path class="map-fence-foot" d=${area.line(0.1)} />
    ${fence(area.box)}
  `,
};

/** A few stones on each spot, the same ones at each drawing: a path for each of three shades. @type {(spots: readonly Point[]) => string[]} */
const stones = (spots) => {
  const heaps = ["", "", ""];
  for (const spot of spots) {
    const chance = chanceFrom(Math.floor(spot.x) * 7919 + Math.floor(spot.y) * 104_729);
    for (let stone = 0; stone < 5; stone += 1) {
      const [x, y] = [spot.x - 0.38 + chance() * 0.72, spot.y - 0.38 + chance() * 0.72];
      const size = 0.09 + chance() * 0.13;
      const points = Array.from({ length: 5 }, (_, corner) => {
        const angle = ((corner + chance() * 0.6) / 5) * 2 * Math.PI;
        return `${short(x + Math.cos(angle) * size)} ${short(y + Math.sin(angle) * size * 0.85)}`;
      });
      heaps[Math.floor(chance() * 3)] += `M${points.join("L")}Z`;
    }
  }
  return heaps;
};

/** A fence with its posts along the longer side of a box. @param {Box} box */
const fence = ({ x, y, width, height }) => {
  const isFlat = width >= height;
  const posts = Array.from({ length: Math.floor(Math.max(width, height)) + 1 }, (_, at) =>
    isFlat ? { x: x + at, y: y + height / 2 } : { x: x + width / 2, y: y + at },
  );
  const rail = isFlat
    ? { x, y: y + height / 2 - 0.14, width, height: 0.28 }
    : { x: x + width / 2 - 0.14, y, width: 0.28, height };
  return svg`
    <rect class="map-fence-mesh" x=${rail.x} y=${rail.y} width=${rail.width} height=${rail.height} fill="url(#map-mesh)" />
    ${posts.map((post) => svg`<circle class="map-fence-post" cx=${post.x} cy=${post.y} r=".09" />`)}
  `;
};
