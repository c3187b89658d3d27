/**
 * What whoever sits here sees of a map, and what a token can see from where it stands, as far as any client can tell for
 * another: in doubt it does not see.
 *
 * @import { Point } from "../../core/grid.js"
 * @import { Place } from "../host.js"
 * @import { Scene, TokenDocument } from "./surface.js"
 * @typedef {(point: Point) => boolean} Sees  whether a pixel of the map is in sight
 */

import { coordinatesOf } from "./coordinates.js";
import { host } from "./host.js";

/**
 * Tells what of a scene this client's user sees or has explored, at a height; null: all of it.
 *
 * @returns {(scene: Scene, elevation: number) => Sees | null}
 */
export const createSight = () => {
  /** What was looked at since the client last drew what is seen. @type {Map<string, boolean>} */
  const looked = new Map();
  host.Hooks.on("sightRefresh", () => looked.clear());
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

/**
 * What lies in plain sight of a token's place: all, where the scene knows no sight; else what no wall is before, where the
 * scene is lit throughout and the token looks; null: all.
 *
 * @type {(looking: TokenDocument, place: Place) => Sees | null}
 */
export const plainSight = (looking, place) => {
  const { parent: scene } = looking;
  if (scene.tokenVision === false) return null;
  const isLit = scene.environment?.globalLight?.enabled === true && looking.sight?.enabled === true;
  if (!isLit || host.canvas.scene?.id !== scene.id) return () => false;
  const from = { ...coordinatesOf(scene).pixelOf(looking, place), elevation: place.elevation };
  const here = looking.getCenterPoint(from);
  const options = /** @type {const} */ ({ type: "sight", mode: "any" });
  return (there) => host.CONFIG.Canvas?.polygonBackends.sight.testCollision(here, there, options) === false;
};

/** Whether a token stands where somebody sees, and nobody hides it. @type {(sees: Sees | null, other: TokenDocument) => boolean} */
export const isInSight = (sees, other) =>
  !other._source.hidden && (sees === null || sees(other.getCenterPoint(other._source)));
