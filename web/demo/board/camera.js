/**
 * Which part of the map is on screen: one unit of the drawing, as wide as a cell, is `scale` pixels; the map's
 * corner is at (`x`, `y`) of the board.
 *
 * @typedef {{x: number, y: number, scale: number}} Camera
 * @typedef {{width: number, height: number}} Viewport
 * @typedef {{width: number, height: number}} Extent  of the map, in units of the drawing
 * @typedef {{x: number, y: number}} Point  of the drawing
 */

/** A map may be made so small; a large one as small as it is when it is seen whole. */
const MIN_SCALE = 8;
const MAX_SCALE = 120;
/** On small screens the opening view shows part of the map rather than cells too small for a finger and for the chances written on them. */
const HANDY_SCALE = 30;
const MARGIN = 8;
/** How wide the board's edge is, and how far it moves the map in a frame, in pixels. */
const EDGE = 28;
const FASTEST = 14;

/**
 * The whole map, centred, with cells of whole pixels.
 *
 * @example fit({ width: 1040, height: 700 }, { width: 26, height: 16 }) // { x: 13, y: 38, scale: 39 }
 * @type {(viewport: Viewport, extent: Extent) => Camera}
 */
export const fit = (viewport, extent) => {
  const scale = wholeScale(viewport, extent);
  return {
    scale,
    x: Math.round((viewport.width - extent.width * scale) / 2),
    y: Math.round((viewport.height - extent.height * scale) / 2),
  };
};

/**
 * How the map is shown at first: whole if its cells are large enough then, else as high as the board is, with
 * `point` a sixth from the left, since there is more to the right of it.
 *
 * @type {(viewport: Viewport, extent: Extent, point: Point) => Camera}
 */
export const opening = (viewport, extent, point) => {
  const whole = fit(viewport, extent);
  if (whole.scale >= HANDY_SCALE) return whole;
  const scale = Math.min(MAX_SCALE, Math.max(HANDY_SCALE, Math.floor(viewport.height / extent.height)));
  const x = Math.round(viewport.width / 6 - point.x * scale);
  const y = Math.round(viewport.height / 2 - point.y * scale);
  return keptInView({ x, y, scale }, viewport, extent);
};

/**
 * Larger or smaller by `factor`, with the pixel (`x`, `y`) of the board staying where it is.
 *
 * @type {(camera: Camera, factor: number, at: Point, least?: number) => Camera}
 */
export const zoomedAt = (camera, factor, { x, y }, least = MIN_SCALE) => {
  const scale = Math.min(MAX_SCALE, Math.max(least, camera.scale * factor));
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
  x: keptAlong(camera.x, viewport.width, extent.width * camera.scale),
  y: keptAlong(camera.y, viewport.height, extent.height * camera.scale),
});

/**
 * How far the map moves in a frame while something is carried along the board's edge: the nearer to it, the faster.
 *
 * @example edgePush({ x: 0, y: 300 }, { width: 400, height: 600 }) // { x: 14, y: 0 }
 * @type {(pixel: Point, viewport: Viewport) => Point}
 */
export const edgePush = ({ x, y }, { width, height }) => ({
  x: pushAlong(x, width),
  y: pushAlong(y, height),
});

/** @type {(at: number, room: number) => number} */
const pushAlong = (at, room) => {
  const [near, far] = [Math.max(0, EDGE - at), Math.max(0, at - (room - EDGE))];
  return (FASTEST * (Math.min(near, EDGE) - Math.min(far, EDGE))) / EDGE;
};

/** The point of the drawing at a pixel of the board. @type {(camera: Camera, pixel: Point) => Point} */
export const pointAt = (camera, { x, y }) => ({
  x: (x - camera.x) / camera.scale,
  y: (y - camera.y) / camera.scale,
});

/** The smallest scale a map may be seen at. @type {(viewport: Viewport, extent: Extent) => number} */
export const leastScale = (viewport, extent) => Math.min(MIN_SCALE, wholeScale(viewport, extent));

/** @type {(viewport: Viewport, extent: Extent) => number} */
const wholeScale = ({ width, height }, extent) => {
  const scale = Math.min((width - MARGIN) / extent.width, (height - MARGIN) / extent.height);
  return Math.min(MAX_SCALE, scale >= 1 ? Math.floor(scale) : Math.max(0.1, scale));
};

/** @type {(offset: number, room: number, length: number) => number} */
const keptAlong = (offset, room, length) =>
  length <= room ? Math.round((room - length) / 2) : Math.min(0, Math.max(room - length, offset));
