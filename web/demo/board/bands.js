/**
 * The price bands on the map: where a token can go, each price in its colour and pattern.
 *
 * @typedef {import("../../core/destination-map.js").DestinationMap} DestinationMap
 * @typedef {import("./grid.js").Grid} Grid
 * @typedef {import("./grid.js").Place} Place
 */

import { nothing, svg } from "lit";
import { percent } from "../texts.js";
import { outlineOf } from "./outline.js";

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
 * All layers of a map, with the chance written where a roll decides.
 *
 * @param {DestinationMap} map
 * @param {Place} from  where the token stands
 * @param {Grid} grid
 */
export const bandShapes = (map, from, grid) =>
  groupsOf(map).map(({ name, chance, cells }) => {
    const line = outlineOf(cells, grid.cornersOf, 0.12);
    return svg`
      <g class="band ${name}" opacity=${chance === null ? 1 : weightOf(chance)}>
        <path class="band-fill" d=${line} />
        <path d=${line} fill="url(#${name})" />
        <path class="band-edge" d=${line} />
      </g>
      ${chance === null ? nothing : chanceLabels(percent(chance), cells, from, grid)}
    `;
  });

/**
 * Layers that look alike as one: the same price, or where a roll decides the same chance as people read it.
 *
 * @param {DestinationMap} map
 * @returns {{name: string, chance: number | null, cells: Place[]}[]}
 */
const groupsOf = (map) => {
  /** @type {Map<string, {name: string, chance: number | null, cells: Place[]}>} */
  const groups = new Map();
  for (const [index, layer] of map.layers.entries()) {
    const chance = layer.kind === "roll" ? (layer.chance ?? null) : null;
    const key = `${bandName(layer)} ${chance === null ? "" : percent(chance)}`;
    const group = groups.get(key) ?? { name: bandName(layer), chance, cells: [] };
    groups.set(key, group);
    for (const cell of map.cells(index)) {
      if (map.at(cell.col, cell.row)?.index === index) group.cells.push(cell);
    }
  }
  return [...groups.values()].filter(({ cells }) => cells.length > 0);
};

/** The less likely, the fainter, but never gone. @param {number} chance */
const weightOf = (chance) => 0.4 + chance / 2;

/** @type {(text: string, cells: Place[], from: Place, grid: Grid) => unknown} */
const chanceLabels = (text, cells, from, grid) => {
  const inLine = cells.filter(({ row }) => row === from.row).sort((one, other) => one.col - other.col);
  const below = cells.filter(({ col }) => col === from.col).sort((one, other) => one.row - other.row);
  const found = [inLine.at(-1), inLine[0], below.at(-1), below[0]].filter((cell) => cell !== undefined);
  const marked = found.length > 0 ? new Set(found) : [cells[Math.floor(cells.length / 2)]];
  return [...marked].map((cell) => {
    if (!cell) return nothing;
    const { x, y } = grid.centreOf(cell);
    return svg`<text class="band-chance" x=${x} y=${y}>${text}</text>`;
  });
};
