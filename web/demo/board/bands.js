/**
 * The price bands on the map: where a token can go, each price in its colour and pattern.
 *
 * @typedef {import("../../core/destination-map.js").DestinationMap} DestinationMap
 * @typedef {import("../../core/protocol.js").Layer} Layer
 * @typedef {{col: number, row: number}} Place
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
 */
export const bandShapes = (map, from) =>
  map.layers.map((layer, index) => {
    const cells = [...map.cells(index)].filter(({ col, row }) => map.at(col, row)?.index === index);
    if (cells.length === 0) return nothing;
    const name = bandName(layer);
    const line = outlineOf(cells, 0.12);
    return svg`
      <g class="band ${name}" opacity=${weightOf(layer)}>
        <path class="band-fill" d=${line} />
        <path d=${line} fill="url(#${name})" />
        <path class="band-edge" d=${line} />
      </g>
      ${layer.kind === "roll" ? chanceLabels(layer, cells, from) : nothing}
    `;
  });

/** The less likely, the fainter, but never gone. @param {Layer} layer */
const weightOf = (layer) => (layer.kind === "roll" && layer.chance !== null ? 0.45 + layer.chance / 2 : 1);

/** @type {(layer: Layer, cells: Place[], from: Place) => unknown} */
const chanceLabels = (layer, cells, from) => {
  const { chance } = layer;
  if (chance === null) return nothing;
  const inLine = cells.filter(({ row }) => row === from.row).sort((one, other) => one.col - other.col);
  const below = cells.filter(({ col }) => col === from.col).sort((one, other) => one.row - other.row);
  const marked = new Set([inLine.at(-1), inLine[0], below.at(-1), below[0]]);
  return [...marked].map((cell) =>
    cell
      ? svg`<text class="band-chance" x=${cell.col + 0.5} y=${cell.row + 0.5}>${percent(chance)}</text>`
      : nothing,
  );
};
