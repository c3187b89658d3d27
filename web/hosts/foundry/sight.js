/**
 * What whoever sits here sees of a map.
 *
 * @import { Point } from "../../core/grid.js"
 * @import { Scene } from "./surface.js"
 * @typedef {(point: Point) => boolean} Sees  whether a pixel of the map is in sight
 */

import { host } from "./host.js";
import { playing } from "./playing.js";

/**
 * Tells what of a scene this client's user sees or has explored, at a height; null: all of it.
 *
 * @returns {(scene: Scene, elevation: number) => Sees | null}
 */
export const createSight = () => {
  /** What was looked at since the client last drew what is seen. @type {Map<string, boolean>} */
  const looked = new Map();
  playing.on("sightRefresh", () => looked.clear());
  return (scene, elevation) => {
    const { canvas, game } = host;
    if (game.user.isGM || scene.tokenVision === false) return null;
    if (canvas.scene?.id !== scene.id) return () => false;
    const { fog, visibility } = canvas;
    return ({ x, y }) => {
      const key = `${scene.id} ${elevation} ${x} ${y}`;
      const isSeen =
        looked.get(key) ??
        (fog.isPointExplored({ x, y }) || visibility.testVisibility({ x, y, elevation }, { tolerance: 0 }));
      looked.set(key, isSeen);
      return isSeen;
    };
  };
};
