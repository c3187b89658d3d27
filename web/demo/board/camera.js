/**
 * Which part of the map is on screen: a cell is `scale` pixels, the map's corner is at (`x`, `y`) of the board.
 *
 * @typedef {{x: number, y: number, scale: number}} Camera
 * @typedef {{width: number, height: number}} Viewport
 * @typedef {{cols: number, rows: number}} Extent
 * @typedef {{col: number, row: number}} Place
 */

export const MIN_SCALE = 8;
export const MAX_SCALE = 120;
/** On small screens the opening view shows part of the map rather than cells too small for a finger. */
const HANDY_SCALE = 22;
const MARGIN = 8;

/**
 * The whole map, centred, with cells of whole pixels.
 *
 * @example fit({ width: 1040, height: 700 }, { cols: 26, rows: 16 }) // { x: 13, y: 38, scale: 39 }
 * @type {(viewport: Viewport, extent: Extent) => Camera}
 */
export const fit = ({ width, height }, { cols, rows }) => {
  const scale = clampScale(Math.floor(Math.min((width - MARGIN) / cols, (height - MARGIN) / rows)));
  return {
    scale,
    x: Math.round((width - cols * scale) / 2),
    y: Math.round((height - rows * scale) / 2),
  };
};

/**
 * How the map is shown at first: whole if its cells are large enough then, else as high as the board is, with
 * `place` a quarter from the left, since there is more to the right of it.
 *
 * @type {(viewport: Viewport, extent: Extent, place: Place) => Camera}
 */
export const opening = (viewport, extent, place) => {
  const whole = fit(viewport, extent);
  if (whole.scale >= HANDY_SCALE) return whole;
  const scale = clampScale(Math.max(HANDY_SCALE, Math.floor(viewport.height / extent.rows)));
  const x = Math.round(viewport.width / 4 - (place.col + 0.5) * scale);
  const y = Math.round(viewport.height / 2 - (place.row + 0.5) * scale);
  return keptInView({ x, y, scale }, viewport, extent);
};

/**
 * Larger or smaller by `factor`, with the point at (`x`, `y`) of the board staying where it is.
 *
 * @type {(camera: Camera, factor: number, x: number, y: number) => Camera}
 */
export const zoomedAt = (camera, factor, x, y) => {
  const scale = clampScale(camera.scale * factor);
  const ratio = scale / camera.scale;
  return { scale, x: x - (x - camera.x) * ratio, y: y - (y - camera.y) * ratio };
};

/**
 * The camera moved so that the map fills the board where it can, and is centred where it is smaller.
 *
 * @type {(camera: Camera, viewport: Viewport, extent: Extent) => Camera}
 */
export const keptInView = (camera, viewport, extent) => ({
  scale: camera.scale,
  x: keptAlong(camera.x, viewport.width, extent.cols * camera.scale),
  y: keptAlong(camera.y, viewport.height, extent.rows * camera.scale),
});

/** @type {(camera: Camera, x: number, y: number) => Place} */
export const cellAt = (camera, x, y) => ({
  col: Math.floor((x - camera.x) / camera.scale),
  row: Math.floor((y - camera.y) / camera.scale),
});

/** @type {(offset: number, room: number, length: number) => number} */
const keptAlong = (offset, room, length) =>
  length <= room ? Math.round((room - length) / 2) : Math.min(0, Math.max(room - length, offset));

/** @type {(scale: number) => number} */
const clampScale = (scale) => Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
