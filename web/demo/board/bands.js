/**
 * The price bands on the map: what a token's body can come to cover, each price in its colour and pattern.
 *
 * @import { DestinationMap, Outline } from "../../core/destination-map.js"
 * @import { Grid, Place, Size } from "../../core/grid.js"
 * @typedef {{name: string, chance: number | null, cells: Place[], areas: Outline[]}} Group
 */

import { svg } from "lit";
import { percent } from "../../core/texts.js";
import { lineAround, loopsAround, outlineOf } from "./outline.js";

const SHADES = 3;

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

/** @param {Outline[]} areas */
const areasLine = (areas) =>
  loopsAround(areas.flat(), AREA_GRAIN)
    .map((loop) => lineAround(loop, 0.1))
    .join("");

/** Areas of a map without cells are made of thirds of a length. */
const AREA_GRAIN = 1 / 3;
