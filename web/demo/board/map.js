/**
 * The drawing of a scene: ground, decor, regions, walls. All colours come from the style sheet.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Box, Grid } from "../../core/grid.js"
 * @import { Passage, Scene, Storey } from "../../core/protocol.js"
 * @import { Decor, Game } from "../game.js"
 * @import { Area } from "./area.js"
 * @typedef {NonNullable<Scene["walls"]>[number]} Wall
 * @typedef {NonNullable<Scene["regions"]>[number]} Region
 * @typedef {(part: object) => boolean} IsDrawn
 */

import { nothing, svg } from "lit";
import { gridOf } from "../../core/grid.js";
import { say } from "../language.js";
import { isOn } from "../storeys.js";
import { areasOf, runsArea } from "./area.js";
import { obstacleShape } from "./obstacle-shapes.js";
import { lineAround, loopsOf } from "./outline.js";
import { regionShape } from "./region-shapes.js";
import { short } from "./strokes.js";

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
  const areas = areasOf(regions, grid);
  /** @type {(region: Region, at: number) => unknown} */
  const shape = (region, at) =>
    regionShape(region, /** @type {Area} */ (areas[at]), lookOf(game, region.id), game.scene.grid.units);
  /** @type {(isHere: boolean) => unknown} */
  const parts = (isHere) => svg`
    ${game.decor.filter((decor) => isOn(decor, shown) === isHere).map((decor) => decorShape(decor, grid))}
    ${regions.map((region, at) => (isOn(region, shown) === isHere ? shape(region, at) : nothing))}
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
  const areas = areasOf(obstacles, grid);
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
    ${areas.map((area, at) => obstacleShape(/** @type {Region} */ (obstacles[at]), area, lookOf(game, obstacles[at]?.id ?? "")))}
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
