/**
 * Where a token can go, drawn on the grid: an outline around what has one price, dashed for those who cannot tell its colour;
 * where somebody wishes it, cells or areas are tinted, and hatched as well.
 *
 * @import { DestinationMap, Outline } from "../../core/destination-map.js"
 * @import { Layer } from "../../core/protocol.js"
 * @import { Coordinates } from "./coordinates.js"
 * @import { Corner } from "../../core/outline.js"
 * @import { Kind } from "../../core/price-colours.js"
 * @import { Graphics } from "./surface.js"
 *
 * @typedef {object} Looks
 * @property {Record<Kind, number>} colours
 * @property {boolean} filled  whether cells and areas are tinted
 * @property {boolean} hatched
 * @property {boolean} legend  whether a legend is shown beside them
 */

import { outlineOf } from "../../core/outline.js";
import { DASHES, PATTERNS, STROKES } from "../../core/price-colours.js";
import { host, ID } from "./host.js";
import { hideLegend, showLegend } from "./legend.js";
import { textureOf } from "./palette.js";

const LAYER = `${ID}.destinations`;
const ALPHA = 0.28;
const STROKE = { width: 2, alpha: 0.6 };
const EDGE = { width: 4, alpha: 0.9 };
/** The square in which the pattern of a hex is drawn, in distances of neighbours. */
const HEX_SQUARE = 0.7;

/**
 * Draw what a token of a size can reach on one storey: all cells that its body can come to cover.
 *
 * @type {(map: DestinationMap, coordinates: Coordinates, body: {cols: number, rows: number}, storey: string | null, looks: Looks) => void}
 */
export const showDestinations = (map, coordinates, body, storey, looks) => {
  // First, since it measures the page.
  if (looks.legend) showLegend(layersOn(map, storey), looks);
  const { grid } = host.canvas.interface;
  const layer = grid.addHighlightLayer(LAYER);
  grid.clearHighlightLayer(LAYER);
  if (!coordinates.grid.hasCells)
    map.layers.forEach(({ kind, storey: its = null }, index) => {
      if (its !== storey) return;
      for (const area of map.areas(index)) drawArea(layer, coordinates, area, kind, looks);
    });
  const priced = cellsOf(map, coordinates, body, storey);
  if (looks.filled)
    for (const [kind, cells] of priced)
      drawRows(layer, coordinates, inRows(cells, coordinates.grid.kind === "square"), kind, looks);
  else drawOutlines(layer, coordinates, priced, looks);
};

/** A client draws each shape by itself, so that cells of one price side by side are one. @typedef {{col: number, row: number}[]} Row */

/** The cells that a body can come to cover, by their price, the best first. @type {(map: DestinationMap, coordinates: Coordinates, body: {cols: number, rows: number}, storey: string | null) => Map<Kind, Row>} */
const cellsOf = (map, { grid }, body, storey) => {
  /** @type {Set<string>} */
  const drawn = new Set();
  /** @type {Map<Kind, Row>} */
  const found = new Map();
  map.layers.forEach(({ kind, storey: its = null }, index) => {
    if (its !== storey) return;
    const cells = found.get(kind) ?? [];
    found.set(kind, cells);
    for (const place of map.cells(index))
      for (const cell of grid.footprint(place, body)) {
        const key = `${cell.col} ${cell.row}`;
        // Layers come best first, so that the first word on a cell stands.
        if (!drawn.has(key)) cells.push(cell);
        drawn.add(key);
      }
  });
  return found;
};

/** How long a side is, in the lengths of dashes. */
const SIDE = 52;

/** What of a side is drawn: whole dashes, half a gap at both ends. @type {(kind: Kind) => [from: number, to: number][]} */
const dashesOf = (kind) => {
  const [line, gap] = DASHES[kind];
  if (!line || !gap) return [[0, 1]];
  const times = Math.round(SIDE / (line + gap));
  const aside = gap / (line + gap) / 2;
  return Array.from({ length: times }, (_, at) => [(at + aside) / times, (at + 1 - aside) / times]);
};

/** Around all that goes at a price or a better one; where two end together, the better one is seen. @type {(layer: Graphics, coordinates: Coordinates, priced: Map<Kind, Row>, looks: Looks) => void} */
const drawOutlines = (layer, { grid, pixelAt }, priced, { colours }) => {
  const kinds = [...priced.keys()];
  for (const kind of kinds.toReversed()) {
    const cells = kinds.slice(0, kinds.indexOf(kind) + 1).flatMap((better) => priced.get(better) ?? []);
    layer.lineStyle({ ...EDGE, color: colours[kind] });
    for (const line of outlineOf(cells.map(grid.cornersOf)))
      for (const [at, [x1, y1]] of line.entries()) {
        const [x0, y0] = /** @type {Corner} */ (line.at(at - 1));
        const point = (/** @type {number} */ part) =>
          pixelAt({ x: x0 + (x1 - x0) * part, y: y0 + (y1 - y0) * part });
        for (const [begin, end] of dashesOf(kind)) {
          const [from, to] = [point(begin), point(end)];
          layer.moveTo(from.x, from.y);
          layer.lineTo(to.x, to.y);
        }
      }
  }
};

/** Only squares make rows; other cells stay by themselves. @type {(cells: Row, areSquare: boolean) => Row[]} */
const inRows = (cells, areSquare) => {
  /** @type {Row[]} */
  const rows = [];
  for (const cell of [...cells].sort((one, other) => one.row - other.row || one.col - other.col)) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    const isNext = before?.row === cell.row && before.col + 1 === cell.col;
    if (row && isNext && areSquare) row.push(cell);
    else rows.push([cell]);
  }
  return rows;
};

/** @type {(map: DestinationMap, storey: string | null) => readonly Layer[]} */
export const layersOn = ({ layers }, storey) => layers.filter((one) => (one.storey ?? null) === storey);

/** @type {(layer: Graphics, coordinates: Coordinates, rows: Row[], kind: Kind, looks: Looks) => void} */
const drawRows = (layer, coordinates, rows, kind, { colours, hatched }) => {
  const color = colours[kind];
  layer.lineStyle({ width: 0, color, alpha: 0 });
  layer.beginFill(color, ALPHA);
  for (const row of rows)
    layer.drawPolygon(cornersOf(coordinates, row).flatMap(([x, y]) => flat(coordinates.pixelAt({ x, y }))));
  layer.endFill();
  if (!hatched) return;
  layer.lineStyle({ ...STROKE, color });
  for (const row of rows) hatch(layer, coordinates, row, kind);
};

/** A row of several cells has those of a square. @type {(coordinates: Coordinates, row: Row) => [number, number][]} */
const cornersOf = ({ grid }, row) => {
  const [first = [], last = []] = [row[0], row.at(-1)].map((cell) => cell && grid.cornersOf(cell));
  return row.length > 1 ? [...first.slice(0, 1), ...last.slice(1, 3), ...first.slice(3)] : first;
};

/** Strokes that go on where the one before ends are one line. @type {(layer: Graphics, coordinates: Coordinates, row: Row, kind: Kind) => void} */
const hatch = (layer, { grid, pixelAt, size }, row, kind) => {
  const side = (grid.kind === "square" ? 1 : HEX_SQUARE) * size;
  let end = { x: Number.NaN, y: Number.NaN };
  for (const cell of row) {
    const middle = pixelAt(grid.centreOf(cell));
    const [left, top] = [middle.x - side / 2, middle.y - side / 2];
    for (const [x0, y0, x1, y1] of STROKES[PATTERNS[kind]]) {
      const [x, y] = [left + x0 * side, top + y0 * side];
      if (x !== end.x || y !== end.y) layer.moveTo(x, y);
      end = { x: left + x1 * side, y: top + y1 * side };
      layer.lineTo(end.x, end.y);
    }
  }
};

/** The outer line of an area is filled, its others are holes. @type {(layer: Graphics, coordinates: Coordinates, area: Outline, kind: Kind, looks: Looks) => void} */
const drawArea = (layer, { pixelAt }, area, kind, { colours, filled, hatched }) => {
  const color = colours[kind];
  const texture = hatched ? textureOf(kind) : null;
  layer.lineStyle({ ...(filled ? STROKE : EDGE), color });
  if (texture) layer.beginTextureFill({ texture, color, alpha: ALPHA });
  else layer.beginFill(color, filled ? ALPHA : 0);
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
