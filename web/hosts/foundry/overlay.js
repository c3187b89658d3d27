/**
 * Where a token can go, drawn on the grid: cells coloured by what they cost, and hatched for those who cannot tell.
 *
 * @typedef {import("../../core/destination-map.js").DestinationMap} DestinationMap
 * @typedef {import("./palette.js").Kind} Kind
 */

import { host, ID } from "./host.js";
import { PATTERNS, STROKES } from "./palette.js";

const LAYER = `${ID}.destinations`;
const ALPHA = 0.28;
const STROKE = { width: 2, alpha: 0.6 };

/** @type {(map: DestinationMap, size: number, colours: Record<Kind, number>, hatched: boolean) => void} */
export const showDestinations = (map, size, colours, hatched) => {
  const { grid } = host.canvas.interface;
  const layer = grid.addHighlightLayer(LAYER);
  grid.clearHighlightLayer(LAYER);
  map.layers.forEach(({ kind }, index) => {
    const color = colours[kind];
    for (const { col, row } of map.cells(index)) {
      const [x, y] = [col * size, row * size];
      layer.lineStyle({ width: 0, color, alpha: 0 });
      layer.beginFill(color, ALPHA);
      layer.drawRect(x, y, size, size);
      layer.endFill();
      layer.lineStyle({ ...STROKE, color });
      for (const [x0, y0, x1, y1] of hatched ? STROKES[PATTERNS[kind]] : []) {
        layer.moveTo(x + x0 * size, y + y0 * size);
        layer.lineTo(x + x1 * size, y + y1 * size);
      }
    }
  });
};

export const hideDestinations = () => {
  if (host.canvas?.ready) host.canvas.interface.grid.clearHighlightLayer(LAYER);
};
