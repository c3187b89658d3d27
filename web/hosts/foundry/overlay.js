/**
 * Where a token can go, drawn on the grid: cells or areas coloured by what they cost, and hatched for those who cannot tell.
 *
 * @import { DestinationMap, Outline } from "../../core/destination-map.js"
 * @import { Layer } from "../../core/protocol.js"
 * @import { Coordinates } from "./coordinates.js"
 * @import { Kind } from "../../core/price-colours.js"
 * @import { Graphics } from "./surface.js"
 *
 * @typedef {object} Looks
 * @property {Record<Kind, number>} colours
 * @property {boolean} hatched
 * @property {boolean} legend  whether a legend is shown beside them
 */

import { PATTERNS, STROKES } from "../../core/price-colours.js";
import { host, ID } from "./host.js";
import { hideLegend, showLegend } from "./legend.js";
import { textureOf } from "./palette.js";

const LAYER = `${ID}.destinations`;
const ALPHA = 0.28;
const STROKE = { width: 2, alpha: 0.6 };
/** The square in which the pattern of a hex is drawn, in distances of neighbours. */
const HEX_SQUARE = 0.7;

/**
 * Draw what a token of a size can reach on one storey: all cells that its body can come to cover.
 *
 * @type {(map: DestinationMap, coordinates: Coordinates, body: {cols: number, rows: number}, storey: string | null, looks: Looks) => void}
 */
export const showDestinations = (map, coordinates, body, storey, looks) => {
  const { grid } = host.canvas.interface;
  const layer = grid.addHighlightLayer(LAYER);
  grid.clearHighlightLayer(LAYER);
  /** @type {Set<string>} */
  const drawn = new Set();
  map.layers.forEach(({ kind, storey: its = null }, index) => {
    if (its !== storey) return;
    if (!coordinates.grid.hasCells)
      for (const area of map.areas(index)) drawArea(layer, coordinates, area, kind, looks);
    for (const place of map.cells(index))
      for (const cell of coordinates.grid.footprint(place, body)) {
        const key = `${cell.col} ${cell.row}`;
        // Layers come best first, so that the first word on a cell stands.
        if (!drawn.has(key)) drawCell(layer, coordinates, cell, kind, looks);
        drawn.add(key);
      }
  });
  if (looks.legend) showLegend(layersOn(map, storey), looks);
};

/** @type {(map: DestinationMap, storey: string | null) => readonly Layer[]} */
export const layersOn = ({ layers }, storey) => layers.filter((one) => (one.storey ?? null) === storey);

/** @type {(layer: Graphics, coordinates: Coordinates, cell: {col: number, row: number}, kind: Kind, looks: Looks) => void} */
const drawCell = (layer, { grid, pixelAt, size }, cell, kind, { colours, hatched }) => {
  const color = colours[kind];
  layer.lineStyle({ width: 0, color, alpha: 0 });
  layer.beginFill(color, ALPHA);
  layer.drawPolygon(grid.cornersOf(cell).flatMap(([x, y]) => flat(pixelAt({ x, y }))));
  layer.endFill();
  if (!hatched) return;
  const side = (grid.kind === "square" ? 1 : HEX_SQUARE) * size;
  const middle = pixelAt(grid.centreOf(cell));
  const [left, top] = [middle.x - side / 2, middle.y - side / 2];
  layer.lineStyle({ ...STROKE, color });
  for (const [x0, y0, x1, y1] of STROKES[PATTERNS[kind]]) {
    layer.moveTo(left + x0 * side, top + y0 * side);
    layer.lineTo(left + x1 * side, top + y1 * side);
  }
};

/** The outer line of an area is filled, its others are holes. @type {(layer: Graphics, coordinates: Coordinates, area: Outline, kind: Kind, looks: Looks) => void} */
const drawArea = (layer, { pixelAt }, area, kind, { colours, hatched }) => {
  const color = colours[kind];
  const texture = hatched ? textureOf(kind) : null;
  layer.lineStyle({ ...STROKE, color });
  if (texture) layer.beginTextureFill({ texture, color, alpha: ALPHA });
  else layer.beginFill(color, ALPHA);
  for (const [index, line] of area.entries()) {
    if (index > 0) layer.beginHole();
    layer.drawPolygon(line.flatMap(([x, y]) => flat(pixelAt({ x, y }))));
    if (index > 0) layer.endHole();
  }
  layer.endFill();
};

/** @param {{x: number, y: number}} point */
const flat = ({ x, y }) => [x, y];

export const hideDestinations = () => {
  hideLegend();
  if (host.canvas?.ready) host.canvas.interface.grid.clearHighlightLayer(LAYER);
};
