/**
 * Areas of a map without cells, as paths on the screen.
 *
 * @import { Point } from "./surface.js"
 */

import { gridOf } from "../../core/grid.js";
import { pointOf } from "./scene.js";

/**
 * @param {import("../../core/destination-map.js").Outline} outline
 * @param {import("./scene.js").Layout} layout
 * @param {(point: Point) => Point} onScreen
 */
export const areaPath = (outline, layout, onScreen) => {
  const { pointAt } = gridOf(layout.grid);
  const path = new Path2D();
  for (const ring of outline) {
    ring.forEach(([x, y], index) => {
      const at = onScreen(pointOf(layout, pointAt([x, y])));
      if (index === 0) path.moveTo(at.x, at.y);
      else path.lineTo(at.x, at.y);
    });
    path.closePath();
  }
  return path;
};
