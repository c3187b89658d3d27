/**
 * What a token can see from where it stands, as far as any client can tell for another: in doubt it does not see.
 *
 * @import { Place } from "../host.js"
 * @import { TokenDocument } from "./surface.js"
 */

import { coordinatesOf } from "./coordinates.js";
import { host } from "./host.js";

/**
 * Whether a token stands in plain sight of another's place: nobody hides it, and either the scene knows no sight, or it is
 * lit throughout, the one looks, and no wall is between.
 *
 * @type {(looking: TokenDocument, place: Place, other: TokenDocument) => boolean}
 */
export const isInPlainSight = (looking, place, other) => {
  const { parent: scene } = looking;
  if (other._source.hidden) return false;
  if (scene.tokenVision === false) return true;
  const isLit = scene.environment?.globalLight?.enabled === true && looking.sight?.enabled === true;
  if (!isLit || host.canvas.scene?.id !== scene.id) return false;
  const from = { ...coordinatesOf(scene).pixelOf(looking, place), elevation: place.elevation };
  const [here, there] = [looking.getCenterPoint(from), other.getCenterPoint(other._source)];
  const options = /** @type {const} */ ({ type: "sight", mode: "any" });
  return host.CONFIG.Canvas?.polygonBackends.sight.testCollision(here, there, options) === false;
};
