/**
 * Moves the map while something is carried along the board's edge.
 *
 * @import { WindowPoint } from "./viewport.js"
 *
 * @typedef {object} EdgePanPorts
 * @property {(point: WindowPoint) => boolean} push  moves the map away from an edge near a point; whether it moved
 * @property {(point: WindowPoint) => void} onPushed
 */

/** @param {EdgePanPorts} ports */
export const createEdgePan = ({ push, onPushed }) => {
  /** @type {WindowPoint | null} */
  let at = null;
  let frame = 0;

  const step = () => {
    frame = 0;
    if (!at || !push(at)) return;
    onPushed(at);
    frame = requestAnimationFrame(step);
  };

  return {
    /** @param {WindowPoint | null} point  where something is carried; null: nowhere any more */
    follow: (point) => {
      at = point && { clientX: point.clientX, clientY: point.clientY };
      if (at && frame === 0) frame = requestAnimationFrame(step);
    },
  };
};
