/**
 * The host's items as the scene of the rules, and places of the rules as positions of the host.
 *
 * The host's maps have no edges. The rules get a window around the images on the map layer, and tokens
 * outside of it are not judged. All geometry of cells is in web/core/grid.js.
 *
 * @import { Image, Item, Vector2 as Point, Wall } from "@owlbear-rodeo/sdk"
 * @import { Place } from "../../core/grid.js"
 * @import { Scene as RulesScene } from "../../core/protocol.js"
 * @typedef {{cols: number, rows: number}} Size
 *
 * @typedef {object} HostGrid  What the host tells of its grid.
 * @property {string} type
 * @property {number} dpi  from one cell to the next
 * @property {string} measurement
 * @property {{multiplier: number, unit: string}} scale
 * @property {Point} centre  of any cell
 *
 * @typedef {object} Map
 * @property {RulesScene["grid"]} grid
 * @property {number} dpi
 * @property {Point} corner  where the window begins
 */

import { gridOf } from "../../core/grid.js";
import { readableSize } from "../../core/token-size.js";
import { sideIn } from "./host.js";
import { say } from "./language.js";

/** @type {{[type: string]: NonNullable<RulesScene["grid"]["kind"]>}} */
const KINDS = { SQUARE: "square", HEX_VERTICAL: "hex_rows_odd", HEX_HORIZONTAL: "hex_columns_odd" };
/** @type {{[measurement: string]: NonNullable<RulesScene["grid"]["diagonals"]>}} */
const DIAGONALS = {
  CHEBYSHEV: "equidistant",
  ALTERNATING: "alternating_1",
  EUCLIDEAN: "exact",
  MANHATTAN: "rectilinear",
};
const TOKENS = new Set(["CHARACTER", "MOUNT"]);
/** Cells around the images. Windows begin at multiples of this, so that they stay while images are laid out. */
const MARGIN = 16;

/** @type {(item: Item) => boolean} */
export const isToken = ({ layer }) => TOKENS.has(layer);

/** What an item hangs on and goes along with, and what that hangs on, and so on. @type {(item: Item, itemOf: (id: string) => Item | undefined) => Item[]} */
export const carriersOf = (item, itemOf) => {
  /** @type {Item[]} */
  const found = [];
  let on = carrierOf(item, itemOf);
  for (; on && on !== item && !found.includes(on); on = carrierOf(on, itemOf)) found.push(on);
  return found;
};

/** @type {(item: Item, itemOf: (id: string) => Item | undefined) => Item | undefined} */
const carrierOf = ({ attachedTo, disableAttachmentBehavior: off = [] }, itemOf) =>
  attachedTo === undefined || off.includes("POSITION") ? undefined : itemOf(attachedTo);

/** Why the rules cannot judge on a grid; empty: they can. @type {(grid: HostGrid) => string} */
export const obstacleIn = ({ type, scale }) => {
  if (!KINDS[type]) return say("noGrid");
  if (!scale.unit.trim()) return say("noUnit");
  return scale.multiplier > 0 ? "" : say("noLength");
};

const isImage = /** @type {(item: Item) => item is Image} */ (({ type }) => type === "IMAGE");

/** The box around an item, as far as it is known, in the host's units. @type {(item: Item, dpi: number) => {x: number, y: number, width: number, height: number}} */
const boxOf = (item, dpi) => {
  if (!isImage(item))
    return { x: item.position.x - dpi / 2, y: item.position.y - dpi / 2, width: dpi, height: dpi };
  const { position, scale, image, grid } = item;
  const [across, down] = [(dpi / grid.dpi) * scale.x, (dpi / grid.dpi) * scale.y];
  const left = Math.min(-grid.offset.x * across, (image.width - grid.offset.x) * across);
  const top = Math.min(-grid.offset.y * down, (image.height - grid.offset.y) * down);
  const [width, height] = [Math.abs(image.width * across), Math.abs(image.height * down)];
  return { x: position.x + left, y: position.y + top, width, height };
};

/** The window of the rules on a map. @type {(items: readonly Item[], host: HostGrid) => Map} */
export const mapOf = (items, { type, dpi, measurement, scale, centre }) => {
  const images = items.filter(({ layer }) => layer === "MAP");
  const boxes = (images.length > 0 ? images : items.filter(isToken)).map((item) => boxOf(item, dpi));
  const kind = KINDS[type] ?? "square";
  const { x: across, y: down } = apart(kind);
  const first = gridOf({ kind, cols: 1, rows: 1 }).centreOf({ col: 0, row: 0 });
  const places = {
    left: (/** @type {number} */ x) => stripe((x - centre.x) / (dpi * across)) - MARGIN,
    top: (/** @type {number} */ y) => stripe((y - centre.y) / (dpi * down)) - MARGIN,
  };
  const col = places.left(
    least(
      boxes.map(({ x }) => x),
      centre.x,
    ),
  );
  const row = places.top(
    least(
      boxes.map(({ y }) => y),
      centre.y,
    ),
  );
  const right = most(
    boxes.map(({ x, width }) => x + width),
    centre.x,
  );
  const bottom = most(
    boxes.map(({ y, height }) => y + height),
    centre.y,
  );
  return {
    grid: {
      kind,
      cols: Math.ceil((right - centre.x) / (dpi * across)) - col + MARGIN,
      rows: Math.ceil((bottom - centre.y) / (dpi * down)) - row + MARGIN,
      distance: scale.multiplier,
      units: scale.unit.trim(),
      ...(kind === "square" ? { diagonals: DIAGONALS[measurement] ?? "equidistant" } : {}),
    },
    dpi,
    corner: {
      x: centre.x + col * dpi * across - first.x * dpi,
      y: centre.y + row * dpi * down - first.y * dpi,
    },
  };
};

/** How far columns and rows are apart, where a step is 1. @type {(kind: NonNullable<RulesScene["grid"]["kind"]>) => Point} */
const apart = (kind) => {
  const { centreOf } = gridOf({ kind, cols: 3, rows: 3 });
  const [first, other] = [centreOf({ col: 0, row: 0 }), centreOf({ col: 2, row: 2 })];
  return { x: (other.x - first.x) / 2, y: (other.y - first.y) / 2 };
};

/** @type {(cells: number) => number} */
const stripe = (cells) => Math.floor(cells / MARGIN) * MARGIN;

/** @type {(values: number[], otherwise: number) => number} */
const least = (values, otherwise) => (values.length > 0 ? Math.min(...values) : otherwise);
/** @type {(values: number[], otherwise: number) => number} */
const most = (values, otherwise) => (values.length > 0 ? Math.max(...values) : otherwise);

/** A point of the host on the drawing of the grid. @type {(map: Map, point: Point) => Point} */
export const onMap = ({ dpi, corner }, { x, y }) => ({ x: (x - corner.x) / dpi, y: (y - corner.y) / dpi });

/** A point of the drawing of the grid, for the host. @type {(map: Map, point: Point) => Point} */
export const onHost = ({ dpi, corner }, { x, y }) => ({ x: corner.x + x * dpi, y: corner.y + y * dpi });

/** How many cells a token covers. @type {(map: Map, item: Item) => Size} */
export const sizeOf = ({ dpi, grid }, item) => {
  const { width, height } = boxOf(item, dpi);
  const cells = (/** @type {number} */ length) => Math.max(1, Math.round(length / dpi));
  return readableSize({ cols: cells(width), rows: cells(height) }, grid.kind);
};

/** The middle of a token for the host. @type {(map: Map, item: Item) => Point} */
export const middleOf = ({ dpi }, item) => {
  const { x, y, width, height } = boxOf(item, dpi);
  return { x: x + width / 2, y: y + height / 2 };
};

/** The place of a token whose middle is somewhere. @type {(map: Map, item: Item, middle?: Point) => Place} */
export const placeOf = (map, item, middle = middleOf(map, item)) =>
  gridOf(map.grid).placeAt(onMap(map, middle), sizeOf(map, item));

/** Where the host has to put a token for it to be at a place. @type {(map: Map, item: Item, place: Place) => Point} */
export const positionAt = (map, item, place) => {
  const now = middleOf(map, item);
  const next = onHost(map, gridOf(map.grid).middleOf(place, sizeOf(map, item)));
  return { x: item.position.x + next.x - now.x, y: item.position.y + next.y - now.y };
};

/** Whether a token is inside the window. @type {(map: Map, item: Item) => boolean} */
export const isOnMap = (map, item) => {
  const [place, size] = [placeOf(map, item), sizeOf(map, item)];
  const kept = gridOf(map.grid).keptIn(place, size);
  return kept.col === place.col && kept.row === place.row;
};

/** The scene of the rules. @type {(map: Map, items: readonly Item[]) => RulesScene} */
export const sceneOf = (map, items) => ({
  grid: map.grid,
  walls: items.flatMap((item) => wallsOf(map, item)),
  regions: [],
  tokens: items
    .filter((item) => isToken(item) && isOnMap(map, item))
    .map((item) => ({
      id: item.id,
      name: item.name,
      ...placeOf(map, item),
      ...sizeOf(map, item),
      disposition: sideIn(item),
      hidden: !item.visible,
    })),
});

/** The segments of a wall that blocks. @type {(map: Map, item: Item) => NonNullable<RulesScene["walls"]>} */
const wallsOf = (map, item) => {
  if (!isWall(item) || !item.blocking) return [];
  const ends = item.points.map((point) => pitchesAt(map, turned(item, point)));
  return ends.slice(1).flatMap((b, index) => {
    const a = ends[index];
    return a && (a[0] !== b[0] || a[1] !== b[1]) && [a, b].every(isNear)
      ? [{ id: `${item.id}-${index}`, a, b, open: false }]
      : [];
  });
};

const isWall = /** @type {(item: Item) => item is Wall} */ (({ type }) => type === "WALL");

/** A point of an item, where it is laid. @type {(item: Item, point: Point) => Point} */
const turned = ({ position, rotation, scale }, { x, y }) => {
  const turn = (rotation * Math.PI) / 180;
  const [right, down] = [x * scale.x, y * scale.y];
  return {
    x: position.x + right * Math.cos(turn) - down * Math.sin(turn),
    y: position.y + right * Math.sin(turn) + down * Math.cos(turn),
  };
};

/** A point as walls have it: in columns and rows. @type {(map: Map, point: Point) => [number, number]} */
const pitchesAt = (map, point) => {
  const { pointAt } = gridOf(map.grid);
  const [start, one, at] = [pointAt([0, 0]), pointAt([1, 1]), onMap(map, point)];
  const across = (at.x - start.x) / (one.x - start.x);
  const down = (at.y - start.y) / (one.y - start.y);
  return [rounded(across), rounded(down)];
};

/** Corners of cells are met in spite of what computers make of fractions. @type {(value: number) => number} */
const rounded = (value) => Math.round(value * 1000) / 1000;

/** Walls may reach beyond the window; what ends farther away than this is no wall of this map. */
const FARTHEST = 100_000;
/** @type {(end: readonly [number, number]) => boolean} */
const isNear = (end) => end.every((at) => Math.abs(at) <= FARTHEST);
