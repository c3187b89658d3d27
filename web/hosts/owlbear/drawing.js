/**
 * What is drawn on the host's map for this user alone: where a token can go, the way it is held over, and what that costs.
 *
 * @import { Item, Label, Path, PathCommand, Vector2 as Point } from "@owlbear-rodeo/sdk"
 * @import { DestinationMap } from "../../core/destination-map.js"
 * @import { Place } from "../../core/grid.js"
 * @import { Priced } from "../../core/legend.js"
 * @import { ShownLegend } from "../../core/legend-view.js"
 * @import { Layer } from "../../core/protocol.js"
 * @import { Map, Size } from "./scene.js"
 * @typedef {Layer["kind"] | "unknown"} Kind
 */

import { buildLabel, buildPath } from "@owlbear-rodeo/sdk";
import { gridOf } from "../../core/grid.js";
import { legendOf } from "../../core/legend.js";
import { outlineOf } from "../../core/outline.js";
import {
  DARK as DARK_PRICES,
  DASHES as EDGES,
  COLOURS as PRICES,
  SWATCH_DASHES,
} from "../../core/price-colours.js";
import { DOT } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { onHost } from "./scene.js";

/** @type {Record<Kind, string>} */
export const COLOURS = { ...PRICES, unknown: "#8a8f98" };
/** @type {Record<Kind, string>} */
export const DARK = { ...DARK_PRICES, unknown: "#4d535c" };
/** Outlines tell the same without colour. @type {Record<Kind, number[]>} */
const DASHES = { ...EDGES, unknown: [] };
/** Outlines tell prices apart on this map. @type {(layers: readonly Priced[]) => ShownLegend} */
export const legendShown = (layers) => ({
  title: word("legend"),
  entries: legendOf(layers),
  hatched: false,
  dashes: SWATCH_DASHES,
});
const TINT = 0.1;
const LINE = 0.9;
const [MOVE, ON, CLOSE] = [0, 1, 5];
/** How much of a cell lines and letters take. */
const STROKE = 0.04;
const RULER = 0.09;
const LETTER = 0.3;
const HEADLINE = 0.25;
/** Lines that a phone has room for; they end between words. */
const LINES = /(.{1,28})(?: |$)/g;

/**
 * Each price as one item: the cells that the token's body would come to cover, in the best price for each.
 *
 * @type {(destinations: DestinationMap, map: Map, size: Size) => Item[]}
 */
export const destinationItems = (destinations, map, size) => {
  const grid = gridOf(map.grid);
  /** @type {Set<string>} */
  const taken = new Set();
  return destinations.layers.flatMap(({ kind }, index) => {
    /** @type {[number, number][][]} */
    const cells = [];
    for (const anchor of destinations.cells(index)) {
      for (const cell of grid.footprint(anchor, size)) {
        const name = `${cell.col} ${cell.row}`;
        if (!taken.has(name)) cells.push(grid.cornersOf(cell));
        taken.add(name);
      }
    }
    if (cells.length === 0) return [];
    const commands = outlineOf(cells).flatMap((corners) => around(corners, map));
    const item = buildPath()
      .commands(commands)
      .fillRule("nonzero")
      .fillColor(COLOURS[kind])
      .fillOpacity(TINT)
      .strokeColor(COLOURS[kind])
      .strokeOpacity(LINE)
      .strokeWidth(map.dpi * STROKE)
      .strokeDash(DASHES[kind])
      .layer("DRAWING")
      .locked(true)
      .disableHit(true)
      .name(`Footwork: ${kind}`)
      .build();
    return [item];
  });
};

/** @type {(corners: readonly import("../../core/outline.js").Corner[], map: Map) => PathCommand[]} */
const around = (corners, map) => {
  const points = corners.map(([x, y]) => onHost(map, { x, y }));
  const lines = points.map(({ x, y }, at) => /** @type {PathCommand} */ ([at === 0 ? MOVE : ON, x, y]));
  return [...lines, /** @type {PathCommand} */ ([CLOSE])];
};

/** The way of a token by the middles of its places, and where it would stand. @type {(map: Map, path: readonly Place[], size: Size) => PathCommand[]} */
export const rulerCommands = (map, path, size) => {
  const grid = gridOf(map.grid);
  const middles = path.map((place) => onHost(map, grid.middleOf(place, size)));
  const way = middles.map(({ x, y }, at) => /** @type {PathCommand} */ ([at === 0 ? MOVE : ON, x, y]));
  const end = path.at(-1);
  const body = end ? grid.footprint(end, size).flatMap((cell) => around(grid.cornersOf(cell), map)) : [];
  return [...way, ...body];
};

/** @type {(map: Map) => Path} */
export const rulerItem = (map) =>
  buildPath()
    .commands([])
    .fillOpacity(0)
    .strokeColor(COLOURS.unknown)
    .strokeOpacity(LINE)
    .strokeWidth(map.dpi * RULER)
    .layer("RULER")
    .locked(true)
    .disableHit(true)
    .name("Footwork: way")
    .build();

/** @type {(map: Map, at: Point) => Label} */
export const labelItem = (map, at) =>
  buildLabel()
    .plainText("")
    .fontSize(map.dpi * LETTER)
    .position(at)
    .layer("POPOVER")
    .locked(true)
    .disableHit(true)
    .pointerDirection("DOWN")
    .name("Footwork: price")
    .build();

/** Where the price of a place is written: a little above it. @type {(map: Map, place: Place, size: Size) => Point} */
export const above = (map, place, size) => {
  const grid = gridOf(map.grid);
  const [{ x }, { y }] = [grid.middleOf(place, size), grid.boxOf(place, size)];
  return onHost(map, { x, y: y - 0.15 });
};

/** A text in short lines. @param {string} text */
export const inLines = (text) => text.replace(LINES, "$1\n").trimEnd();

/** What is left of a token's moves, a line for each. @type {(map: Map, place: Place, size: Size, headline: string) => Item} */
export const headlineItem = (map, place, size, headline) =>
  buildLabel()
    .plainText(headline.split(DOT).map(inLines).join("\n"))
    .fontSize(map.dpi * HEADLINE)
    .position(above(map, place, size))
    .backgroundColor(DARK.free)
    .layer("POPOVER")
    .locked(true)
    .disableHit(true)
    .pointerDirection("DOWN")
    .name("Footwork: headline")
    .build();
