/**
 * The part of the map that is on screen: where the board is in the window, and what its camera looks at.
 *
 * @import { Token } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Place } from "../game.js"
 * @import { Store } from "../store.js"
 * @import { Camera } from "./camera.js"
 *
 * @typedef {{clientX: number, clientY: number}} WindowPoint
 * @typedef {ReturnType<typeof createViewport>} Viewport
 */

import { gridOf } from "../../core/grid.js";
import { tokenOf } from "../game.js";
import { keptInView, opening, pointAt } from "./camera.js";

/**
 * @param {HTMLElement} element
 * @param {Store<AppState>} store
 */
export const createViewport = (element, store) => {
  /** @type {Camera} */
  let camera = { x: 0, y: 0, scale: 32 };
  /** Where the board is in the window. Asking the browser at each movement would make it lay out the page. */
  let frame = new DOMRect();

  const size = () => ({ width: frame.width, height: frame.height });
  const grid = () => gridOf(store.get().game.scene.grid);
  const extent = () => grid().extent;
  /** Where the selected token is on the drawing. */
  const chosenPoint = () => {
    const { game } = store.get();
    const token = tokenOf(game, game.selected);
    return token ? grid().middleOf(token, token) : { x: 0, y: 0 };
  };
  /** The pixel of the board at a point of the window. @type {(point: WindowPoint) => {x: number, y: number}} */
  const pixelAt = ({ clientX, clientY }) => ({ x: clientX - frame.left, y: clientY - frame.top });

  return {
    camera: () => camera,
    size,
    grid,
    extent,
    pixelAt,
    /** The camera as a map is first seen. */
    opening: () => opening(size(), extent(), chosenPoint()),
    /** The point of the drawing at a point of the window. @type {(point: WindowPoint) => {x: number, y: number}} */
    pointAt: (point) => pointAt(camera, pixelAt(point)),
    measure: () => {
      frame = element.getBoundingClientRect();
    },
    /** @param {Camera} next */
    look: (next) => {
      camera = keptInView(next, size(), extent());
      element.dataset.cellPx = String(camera.scale);
      element.style.setProperty("--cell", String(camera.scale));
      element.classList.toggle("is-small", camera.scale < 28);
      element.classList.toggle("is-large", camera.scale >= 34);
    },
    /** Lay a box over the cells of a token. @type {(box: HTMLElement, at: Place, token: Token) => void} */
    placeBox: (box, at, token) => {
      const { x, y, scale } = camera;
      const place = grid().boxOf(at, token);
      // Not a transform: each would make a layer of its own, and names would cover other tokens.
      box.style.left = `${x + place.x * scale}px`;
      box.style.top = `${y + place.y * scale}px`;
      box.style.width = `${place.width * scale}px`;
      box.style.height = `${place.height * scale}px`;
      box.style.fontSize = `${scale}px`;
    },
  };
};
