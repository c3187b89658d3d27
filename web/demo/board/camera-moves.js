/**
 * How the map is moved and zoomed below the board's frame.
 *
 * @import { Place } from "../game.js"
 * @import { Camera } from "./camera.js"
 * @import { WindowPoint, createViewport } from "./viewport.js"
 *
 * @typedef {object} CameraMovesPorts
 * @property {ReturnType<typeof createViewport>} viewport
 * @property {(next: Camera) => void} look
 */

import { edgePush, fit, leastScale, zoomedAt } from "./camera.js";

/** @param {CameraMovesPorts} ports */
export const createCameraMoves = ({ viewport, look }) => {
  /** Whether the camera is still as it was at first, and so may follow the board's size. */
  let isUntouched = true;

  return {
    fitToSize: () => {
      viewport.measure();
      look(isUntouched ? viewport.opening() : viewport.camera());
    },

    /** @type {(dx: number, dy: number) => void} */
    pan: (dx, dy) => {
      isUntouched = false;
      const camera = viewport.camera();
      look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },

    /** Move the map away from an edge of the board that a point is near; whether it moved. @param {WindowPoint} point */
    push: (point) => {
      const before = viewport.camera();
      const { x, y } = edgePush(viewport.pixelAt(point), viewport.size());
      if (x === 0 && y === 0) return false;
      isUntouched = false;
      look({ ...before, x: before.x + x, y: before.y + y });
      const now = viewport.camera();
      return now.x !== before.x || now.y !== before.y;
    },

    /** Zoom around a point of the window, or the middle of the board. @type {(factor: number, point?: WindowPoint) => void} */
    zoom: (factor, point) => {
      isUntouched = false;
      const { width, height } = viewport.size();
      const at = point ? viewport.pixelAt(point) : { x: width / 2, y: height / 2 };
      look(zoomedAt(viewport.camera(), factor, at, leastScale(viewport.size(), viewport.extent())));
    },

    fit: () => {
      isUntouched = false;
      look(fit(viewport.size(), viewport.extent()));
    },

    /** Move the map until a cell is well inside the board. @param {Place} place */
    reveal: (place) => {
      const camera = viewport.camera();
      const { width, height } = viewport.size();
      const middle = viewport.grid().middleOf(place, {});
      const x = camera.x + middle.x * camera.scale;
      const y = camera.y + middle.y * camera.scale;
      const room = Math.min(2 * camera.scale, width / 4, height / 4);
      const dx = Math.max(0, room - x) - Math.max(0, x - (width - room));
      const dy = Math.max(0, room - y) - Math.max(0, y - (height - room));
      if (dx !== 0 || dy !== 0) look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },
  };
};
