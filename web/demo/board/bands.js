/**
 * The price bands on the map: what a token's body can come to cover, each price in its colour and pattern.
 *
 * @import { DestinationMap, Outline } from "../../core/destination-map.js"
 * @import { Grid, Place, Point, Size } from "../../core/grid.js"
 * @typedef {{name: string, chance: number | null, cells: Place[], areas: Outline[]}} Group
 */

import { nothing, svg } from "lit";
import { percent } from "../../core/texts.js";
import { lineAround, loopsAround, outlineOf } from "./outline.js";

const SHADES = 3;
/** What is less likely is coloured as a roll, and no chance written on it. */
const LEAST_WRITTEN = 0.01;
/** How far from the middle of a cell a chance is written that a name would cover there. */
const BESIDE_NAMES = 0.2;

/**
 * The name of the colour and pattern for a price.
 *
 * @param {{kind: string, price?: {amount: number} | null | undefined}} band
 */
export const bandName = ({ kind, price }) => {
  if (kind !== "penalised") return `band-${kind}`;
  const shade = Math.min(SHADES, Math.max(1, Math.ceil(Math.abs(price?.amount ?? 1))));
  return `band-penalised-${shade}`;
};

/**
 * All layers of a map.
 *
 * @param {Group[]} groups
 * @param {Grid} grid
 */
export const bandShapes = (groups, grid) =>
  groups.map(({ name, chance, cells, areas }) => {
    const line = grid.hasCells ? outlineOf(cells, grid.cornersOf, 0.12) : areasLine(areas);
    return svg`
      <g class="band ${name}" opacity=${chance === null ? 1 : weightOf(chance)}>
        <path class="band-fill" d=${line} />
        <path d=${line} fill="url(#${name})" />
        <path class="band-edge" d=${line} />
      </g>
    `;
  });

/**
 * The chances, written where a roll decides: never where a token stands or a ladder is.
 *
 * @param {Group[]} groups
 * @param {Place} from  where the token stands
 * @param {Grid} grid
 * @param {(place: Place) => boolean} isTaken  whether a token or a ladder is on a cell
 * @param {(place: Place) => -1 | 0 | 1} nameIn  whether the name of a token hangs into a cell (1) or stands up into it (-1)
 */
export const chanceLabels = (groups, from, grid, isTaken, nameIn) => {
  const pointIn = (/** @type {Place} */ cell) => {
    const { x, y } = grid.centreOf(cell);
    return { x, y: y + BESIDE_NAMES * nameIn(cell) };
  };
  /** @type {Point[]} */
  const written = [];
  return groups.map(({ chance, cells, areas }) => {
    if (chance === null || chance < LEAST_WRITTEN) return nothing;
    const free = cells.filter((cell) => !isTaken(cell));
    const points = grid.hasCells ? marked(free, from).map(pointIn) : areas.flatMap(spotIn);
    const text = percent(chance);
    return apart(points, written, text.length).map(
      ({ x, y }) => svg`<text class="band-chance" x=${x} y=${y}>${text}</text>`,
    );
  });
};

/**
 * Those points, from the most likely area on, that leave what is written readable, and do not say the same twice
 * within a glance.
 *
 * @type {(points: Point[], written: Point[], letters: number) => Point[]}
 */
const apart = (points, written, letters) => {
  /** @type {Point[]} */
  const own = [];
  const isFar = (
    /** @type {Point} */ one,
    /** @type {Point} */ other,
    /** @type {number} */ across,
    /** @type {number} */ along,
  ) => Math.abs(other.x - one.x) >= across || Math.abs(other.y - one.y) >= along;
  for (const point of points) {
    const isRoom = written.every((other) => isFar(point, other, letters > USUAL ? 1.2 : 0.95, 0.5));
    if (!isRoom || !own.every((other) => isFar(point, other, GLANCE, GLANCE))) continue;
    own.push(point);
    written.push(point);
  }
  return own;
};

/** Letters of "50 %", which fit into a cell. */
const USUAL = 4;
/** How many cells apart a chance is written twice. */
const GLANCE = 4;

/**
 * Layers that look alike as one: the same price, or where a roll decides the same chance as people read it.
 *
 * A cell belongs to the best layer with a place from which the token's body covers it.
 *
 * @type {(map: DestinationMap, size: Size, grid: Grid, storey?: string | null) => Group[]}
 */
export const groupsOf = (map, size, grid, storey = null) => {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  /** @type {Set<string>} */
  const taken = new Set();
  for (const [index, layer] of map.layers.entries()) {
    if ((layer.storey ?? null) !== storey) continue;
    const chance = layer.kind === "roll" ? (layer.chance ?? null) : null;
    const key = `${bandName(layer)} ${chance === null ? "" : percent(chance)}`;
    const group = groups.get(key) ?? { name: bandName(layer), chance, cells: [], areas: [] };
    groups.set(key, group);
    group.areas.push(...map.areas(index));
    for (const cell of map.cells(index)) {
      for (const covered of grid.footprint(cell, size)) {
        const name = `${covered.col} ${covered.row}`;
        if (!taken.has(name)) group.cells.push(covered);
        taken.add(name);
      }
    }
  }
  return [...groups.values()].filter(({ cells, areas }) => cells.length > 0 || areas.length > 0);
};

/** The less likely, the fainter, but never gone. @param {number} chance */
const weightOf = (chance) => 0.4 + chance / 2;

/** The cells that a chance is written on: at the ends in line with the token, or somewhere. @type {(cells: Place[], from: Place) => Place[]} */
const marked = (cells, from) => {
  const inLine = cells.filter(({ row }) => row === from.row).sort((one, other) => one.col - other.col);
  const below = cells.filter(({ col }) => col === from.col).sort((one, other) => one.row - other.row);
  const found = [inLine.at(-1), inLine[0], below.at(-1), below[0]].filter((cell) => cell !== undefined);
  return found.length > 0 ? [...new Set(found)] : cells.slice(Math.floor(cells.length / 2)).slice(0, 1);
};

/** @param {Outline[]} areas */
const areasLine = (areas) =>
  loopsAround(areas.flat(), AREA_GRAIN)
    .map((loop) => lineAround(loop, 0.1))
    .join("");

/** Areas of a map without cells are made of thirds of a length. */
const AREA_GRAIN = 1 / 3;

/** A point well inside an area, if it is large enough to be written on: in the middle of its widest part at half its height. @type {(outline: Outline) => {x: number, y: number}[]} */
const spotIn = (outline) => {
  const rows = (outline[0] ?? []).map(([, y]) => y);
  const y = (Math.min(...rows) + Math.max(...rows)) / 2;
  const crossings = outline
    .flatMap((line) =>
      line.flatMap(([x, at], index) => {
        const [otherX, other] = line[(index + 1) % line.length] ?? [x, at];
        return at > y !== other > y ? [x + ((otherX - x) * (y - at)) / (other - at)] : [];
      }),
    )
    .sort((one, other) => one - other);
  let widest = { x: 0, width: 0 };
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left = 0, right = 0] = crossings.slice(at, at + 2);
    if (right - left > widest.width) widest = { x: (left + right) / 2, width: right - left };
  }
  return widest.width >= LEAST_ROOM ? [{ x: widest.x, y }] : [];
};

/** What a chance needs to be read, in cells. */
const LEAST_ROOM = 0.9;
