/**
 * The drawing of a scene: ground, decor, regions, walls. All colours come from the style sheet.
 *
 * @import { Decor, Game } from "../game.js"
 * @import { Area } from "./area.js"
 * @import { Box, Grid, Point } from "../../core/grid.js"
 * @typedef {NonNullable<import("../../core/protocol.js").Scene["regions"]>[number]} Region
 * @typedef {NonNullable<import("../../core/protocol.js").Scene["walls"]>[number]} Wall
 * @import { Passage, Storey } from "../../core/protocol.js"
 * @typedef {(part: object) => boolean} IsDrawn
 * @import { TemplateResult as Template } from "lit"
 */

import { nothing, svg } from "lit";
import { gridOf } from "../../core/grid.js";
import { number } from "../../core/texts.js";
import { say } from "../language.js";
import { isOn } from "../storeys.js";
import { areaOf, runsArea } from "./area.js";
import { lineAround, loopsOf } from "./outline.js";

/** How far the ground goes on around the map, in its widths, so that it does not look cut out. */
const BEYOND = 2;

/** Patterns of ground and of price bands; the legend uses the latter, too. */
export const patterns = () => svg`
  <defs>
    <pattern id="map-earth" width="4" height="4" patternUnits="userSpaceOnUse">
      <path class="map-tuft" d="M.6 .9l-.07-.13M.65 .9v-.19M.7 .9l.07-.13M2.8 .5l-.07-.13M2.85 .5v-.19M2.9 .5l.07-.13M1.7 2.2l-.07-.13M1.75 2.2v-.19M1.8 2.2l.07-.13M3.4 2.95l-.07-.13M3.45 2.95v-.19M3.5 2.95l.07-.13M.8 3.5l-.07-.13M.85 3.5v-.19M.9 3.5l.07-.13" />
    </pattern>
    <pattern id="map-slabs" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-slab" d="M0 .5H1M.5 0V.5M0 .5V1M0 0H1" /></pattern>
    <pattern id="map-boards" width="2" height="1" patternUnits="userSpaceOnUse"><path class="map-board-line" d="M0 0H2M0 .25H2M0 .5H2M0 .75H2M.4 0V.25M1.5 .25V.5M.9 .5V.75M1.8 .75V1" /></pattern>
    <pattern id="map-ripples" width="2" height="1.2" patternUnits="userSpaceOnUse"><path class="map-ripple" d="M.2 .35q.2 -.14 .4 0t.4 0M1.15 .95q.2 -.14 .4 0t.4 0" /></pattern>
    <pattern id="map-drop" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="map-drop-line" d="M0 0V.5" /></pattern>
    <pattern id="map-mesh" width=".2" height=".2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="map-mesh-line" d="M0 0H.2M0 0V.2" /></pattern>
    <pattern id="map-bricks" width="1" height=".5" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0H1M0 .25H1M.25 0V.25M.75 .25V.5" /></pattern>
    <pattern id="map-timber" width=".25" height="1" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0V1M.06 .3H.18M.08 .8H.16" /></pattern>
    <pattern id="map-metal" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0H1M0 0V1" /><path class="map-gleam" d="M.2 .8L.5 .2M.4 .85L.6 .45" /></pattern>
    <pattern id="map-ivy" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="map-leaf" d="M.1 .15q.1 -.12 .16 0q-.06 .12 -.16 0M.3 .38q.1 -.12 .16 0q-.06 .12 -.16 0" /></pattern>
    <pattern id="map-cliff" width=".6" height=".6" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 .12L.2 .3L.34 .18L.6 .34M.1 .6L.24 .42L.46 .52L.6 .46" /></pattern>
    <pattern id="map-steps" width=".25" height="1" patternUnits="userSpaceOnUse"><path class="map-joint" d="M0 0V1M.04 0V1" /></pattern>
    <pattern id="map-grass" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="map-blade" d="M.1 .2l-.03 -.12M.13 .2v-.14M.35 .42l.04 -.12M.32 .42v-.14" /></pattern>
    <pattern id="map-ice" width="1" height="1" patternUnits="userSpaceOnUse"><path class="map-gleam" d="M.1 .5L.4 .2M.5 .9L.9 .5M.6 .3L.75 .15" /></pattern>
    <pattern id="map-mud" width="1" height=".5" patternUnits="userSpaceOnUse"><path class="map-furrow" d="M0 .12q.25 .1 .5 0t.5 0M0 .38q.25 .1 .5 0t.5 0" /></pattern>
    <pattern id="band-free" width=".5" height=".5" patternUnits="userSpaceOnUse"><circle class="band-ink band-free" cx=".25" cy=".25" r=".035" /></pattern>
    <pattern id="band-penalised-1" width=".5" height=".5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-1" d="M.25 0V.5" /></pattern>
    <pattern id="band-penalised-2" width=".25" height=".25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-2" d="M.125 0V.25" /></pattern>
    <pattern id="band-penalised-3" width=".25" height=".25" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="band-line band-penalised-3" d="M.125 0V.25M0 .125H.25" /></pattern>
    <pattern id="band-roll" width=".5" height=".34" patternUnits="userSpaceOnUse"><path class="band-line band-roll" d="M0 .24L.125 .1L.25 .24L.375 .1L.5 .24" /></pattern>
    <pattern id="band-impossible" width=".5" height=".5" patternUnits="userSpaceOnUse"><path class="band-line band-impossible" d="M.16 .16L.34 .34M.34 .16L.16 .34" /></pattern>
  </defs>
`;

/** Lines between cells, as a pattern that repeats itself. @param {Grid} grid */
const gridPattern = (grid) => {
  const { width, height, cells } = grid.tile();
  const lines = cells.map((cell) => lineAround(grid.cornersOf(cell))).join("");
  return svg`
    <pattern id="map-grid" width=${width} height=${height} patternUnits="userSpaceOnUse"><path class="map-gridline" d=${lines} /></pattern>
  `;
};

/**
 * The scene below the price bands.
 *
 * @param {Game} game
 * @param {Storey | undefined} shown  the storey that is shown; what is on others is faint
 */
export const ground = (game, shown) => {
  const grid = gridOf(game.scene.grid);
  const { width, height } = grid.extent;
  const beyond = BEYOND * Math.max(width, height);
  const rim = rimOf(game.scene.grid, grid);
  const regions = (game.scene.regions ?? []).filter(({ kind }) => kind !== "obstacle");
  /** @type {(isHere: boolean) => unknown} */
  const parts = (isHere) => svg`
    ${game.decor.filter((decor) => isOn(decor, shown) === isHere).map((decor) => decorShape(decor, grid))}
    ${regions.filter((region) => isOn(region, shown) === isHere).map((region) => regionShape(region, grid, lookOf(game, region.id), game.scene.grid.units))}
  `;
  return svg`
    <defs>${gridPattern(grid)}</defs>
    <rect class="map-beyond" x=${-beyond} y=${-beyond} width=${width + 2 * beyond} height=${height + 2 * beyond} />
    <path class="map-frame" d=${rim} />
    <path class="map-ground" d=${rim} />
    <path d=${rim} fill="url(#map-earth)" />
    ${shown ? svg`<g class="map-elsewhere">${parts(false)}</g>` : nothing}
    ${parts(true)}
    ${grid.hasCells ? svg`<path d=${rim} fill="url(#map-grid)" />` : nothing}
  `;
};

/** Around all cells of the map: the outer line around those at its border. @type {(scene: {cols: number, rows: number}, grid: Grid) => string} */
const rimOf = ({ cols, rows }, grid) => {
  if (grid.kind === "square" || !grid.hasCells) return `M0 0H${cols}V${rows}H0Z`;
  const border = [];
  for (let col = 0; col < cols; col += 1) border.push({ col, row: 0 }, { col, row: rows - 1 });
  for (let row = 1; row < rows - 1; row += 1) border.push({ col: 0, row }, { col: cols - 1, row });
  const loops = loopsOf(border, grid.cornersOf);
  return lineAround(loops.reduce((longest, loop) => (loop.length > longest.length ? loop : longest)));
};

/** What something looks like: "rock-17" like "rock" if it has no look of its own. @type {(game: Game, id: string) => string | undefined} */
const lookOf = ({ looks }, id) => {
  const name = Object.hasOwn(looks, id) ? id : id.replace(/-\d+$/, "");
  return Object.hasOwn(looks, name) ? looks[name] : undefined;
};

/**
 * The scene above the price bands: what stands up, on the storey that is shown or faintly on all others.
 *
 * @param {Game} game
 * @param {Storey | undefined} shown
 */
export const standing = (game, shown) => svg`
  ${shown ? svg`<g class="map-elsewhere">${upright(game, (part) => !isOn(part, shown))}</g>` : nothing}
  ${upright(game, (part) => isOn(part, shown))}
`;

/** @type {(game: Game, isDrawn: IsDrawn) => Template} */
const upright = (game, isDrawn) => {
  const grid = gridOf(game.scene.grid);
  const obstacles = (game.scene.regions ?? []).filter(
    (region) => region.kind === "obstacle" && isDrawn(region),
  );
  const walls = (game.scene.walls ?? []).filter(isDrawn);
  const isDoor = (/** @type {Wall} */ { id }) => lookOf(game, id) === "door";
  const lines = (/** @type {string | undefined} */ look) =>
    walls
      .filter(({ id }) => lookOf(game, id) === look)
      .map((wall) => wallLine(wall, grid))
      .join("");
  const others = walls.filter(({ id }) => !["door", "rock", "palisade"].includes(lookOf(game, id) ?? ""));
  const plain = others.map((wall) => wallLine(wall, grid)).join("");
  return svg`
    ${obstacles.map((region) => obstacleShape(region, grid, lookOf(game, region.id)))}
    <path class="map-rock-edge" d=${lines("rock")} />
    <path class="map-palisade" d=${lines("palisade")} />
    <path class="map-walls-shade" d=${plain} />
    <path class="map-walls" d=${plain} />
    <path class="map-barbs" d=${walls.map((wall) => barb(wall, grid)).join("")} />
    ${(game.scene.passages ?? []).flatMap((passage) => landings(passage, game, isDrawn, grid))}
    <g class="map-doors">${walls.filter(isDoor).map((wall) => doorShape(wall, grid))}</g>
  `;
};

/** @type {(decor: Decor, grid: Grid) => Template} */
const decorShape = (decor, grid) => {
  const { kind } = decor;
  if ("runs" in decor) {
    const line = runsArea(decor.runs, grid).line(0.2);
    return svg`<path class="map-${FLOORS.has(kind) ? kind : "concrete"}" d=${line} />`;
  }
  const box = boxOnMap(decor.rect, grid);
  const { x, y, width, height } = box;
  if (kind === "street") {
    return svg`
      <rect class="map-street" x=${x} y=${y} width=${width} height=${height} />
      <path class="map-lane" d="M${x} ${y + height / 2}H${x + width}" />
    `;
  }
  if (kind === "pavement") return filled("map-pavement", "map-slabs", box);
  if (kind === "boards") return filled("map-boards", "map-boards", box);
  const name = FLOORS.has(kind) ? kind : "concrete";
  return svg`<rect class="map-${name}" x=${x} y=${y} width=${width} height=${height} />`;
};

const FLOORS = new Set(["rock", "cavern", "tiles", "path", "boards", "pavement"]);

/** @type {(rect: readonly [number, number, number, number], grid: Grid) => Box} */
const boxOnMap = ([col, row, cols, rows], grid) => {
  const from = grid.pointAt([col, row]);
  const to = grid.pointAt([col + cols, row + rows]);
  return { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y };
};

/** @type {(name: string, pattern: string, box: Box) => Template} */
const filled = (name, pattern, { x, y, width, height }) => svg`
  <rect class=${name} x=${x} y=${y} width=${width} height=${height} />
  <rect x=${x} y=${y} width=${width} height=${height} fill="url(#${pattern})" />
`;

/** @type {(region: Region, grid: Grid, look: string | undefined, units: string | undefined) => Template} */
const regionShape = (region, grid, look, units) => {
  const area = areaOf(region.area, grid);
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
  const height = `${isDown ? "\u2212" : "+"}${Math.abs(region.elevation)} ${units}`;
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

/** @param {Point} spot */
const flame = ({ x, y }) => svg`
  <g transform="translate(${x} ${y + 0.05})">
    <path class="map-flame" d="M0 .34q-.3 -.06 -.26 -.36q.02 -.16 .14 -.24q0 .12 .08 .14q-.02 -.22 .14 -.34q0 .16 .12 .28t.06 .3q-.04 .2 -.28 .22Z" />
    <path class="map-flame-core" d="M0 .3q-.12 -.06 -.08 -.2q.04 -.08 .1 -.12q.1 .12 .08 .2q-.02 .1 -.1 .12Z" />
  </g>
`;

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

/** @type {(seed: number) => () => number} */
const chanceFrom = (seed) => {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** To thousandths: what is finer is not to be seen. @param {number} value */
const short = (value) => Math.round(value * 1000) / 1000;

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

/** @type {(region: Region, grid: Grid, look: string | undefined) => Template} */
const obstacleShape = (region, grid, look) => {
  const area = areaOf(region.area, grid);
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

/** @type {(wall: Wall, grid: Grid) => string} */
const wallLine = ({ a, b }, grid) => {
  const [from, to] = [grid.pointAt(a), grid.pointAt(b)];
  return `M${short(from.x)} ${short(from.y)}L${short(to.x)} ${short(to.y)}`;
};

/** What points to where a wall lets pass, if it does so in one direction. @type {(wall: Wall, grid: Grid) => string} */
const barb = ({ a, b, blocks = "both" }, grid) => {
  if (blocks === "both") return "";
  const [from, to] = [grid.pointAt(a), grid.pointAt(b)];
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length / 6, (to.y - from.y) / length / 6];
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const side = blocks === "left" ? 1 : -1;
  const points = [
    [x - dx, y - dy],
    [x + dy * side, y - dx * side],
    [x + dx, y + dy],
  ];
  return `M${points.map(([u, v]) => `${short(Number(u))} ${short(Number(v))}`).join("L")}Z`;
};

/** A door in its frame; an open one is swung out of it around its first end. @type {(wall: Wall, grid: Grid) => Template} */
const doorShape = ({ id, a, b, open }, grid) => {
  const [from, to] = [grid.pointAt(a), grid.pointAt(b)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const leaf = open ? { x: from.x - dy * 0.9, y: from.y + dx * 0.9 } : to;
  return svg`
    <g class="map-door-group" data-door=${id} role="button" tabindex="0" aria-label=${say(open ? "door.close" : "door.open")}>
      <line class="map-threshold" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />
      <line class="map-door" x1=${from.x} y1=${from.y} x2=${leaf.x} y2=${leaf.y} />
      <line class="map-door-hit" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} />
      <title>${say(open ? "door.isOpen" : "door.isClosed")}</title>
    </g>
  `;
};

/** The ends of a passage that are drawn. @type {(passage: Passage, game: Game, isDrawn: IsDrawn, grid: Grid) => Template[]} */
const landings = (passage, game, isDrawn, grid) => {
  const { a, b, kind, name } = passage;
  const height = (/** @type {{storey: string}} */ end) =>
    game.scene.storeys?.find(({ id }) => id === end.storey)?.elevation ?? 0;
  const nameOfStorey = (/** @type {string} */ storey) =>
    game.scene.storeys?.find(({ id }) => id === storey)?.name || storey;
  return [
    [a, b],
    [b, a],
  ].flatMap(([here, there]) => {
    if (!here || !there || !isDrawn(here)) return [];
    const { x, y } = grid.centreOf(here);
    const isUp = height(there) > height(here);
    const mark =
      kind === "stairs" ? "M-.4 -.4H.4V.4H-.4Z" : "M-.3 -.4V.4M.3 -.4V.4M-.3 -.2H.3M-.3 0H.3M-.3 .2H.3";
    const said = { name: name || say(`kind.${kind}`), storey: nameOfStorey(there.storey) };
    const title = say(isUp ? "passage.up" : "passage.down", said);
    return [
      svg`
        <g class="map-passage" transform="translate(${x} ${y})">
          <path class="map-passage-${kind === "stairs" ? "stairs" : "rungs"}" d=${mark} />
          ${kind === "stairs" ? svg`<path d="M-.4 -.4H.4V.4H-.4Z" fill="url(#map-steps)" />` : nothing}
          <path class="map-passage-arrow" d=${isUp ? "M0 -.26L.2 .02H.07V.24H-.07V.02H-.2Z" : "M0 .26L.2 -.02H.07V-.24H-.07V-.02H-.2Z"} />
          <title>${title}</title>
        </g>
      `,
    ];
  });
};
