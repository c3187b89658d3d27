/**
 * The board on screen: the map, the tokens on it, what is dragged. It draws the store and changes nothing. It
 * is empty until it is opened.
 *
 * @import { Token } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Place } from "../game.js"
 * @import { Store } from "../store.js"
 * @import { Camera } from "./camera.js"
 */

import { html, nothing, render } from "lit";
import { tokenOf } from "../game.js";
import { shownStorey } from "../storeys.js";
import { nextTask } from "../yielding.js";
import { bandShapes, chanceLabels, groupsOf } from "./bands.js";
import { edgePush, fit, leastScale, zoomedAt } from "./camera.js";
import { createDragLayer } from "./drag-layer.js";
import { ground, patterns, standing } from "./map.js";
import { createTokenAnimation } from "./token-animation.js";
import { createTokenLayer } from "./token-layer.js";
import { createViewport } from "./viewport.js";

/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @param {HTMLElement} element
 * @param {Store<AppState>} store
 */
export const createBoard = (element, store) => {
  render(skeleton(), element);
  const part = partsOf(element);
  const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const animation = createTokenAnimation({ onFrame: () => drawTokens(), isStill: () => lessMotion.matches });
  const viewport = createViewport(element, store);
  const { grid } = viewport;
  const drawTokens = createTokenLayer({ layer: part.tokens, store, viewport, animation });
  const dragLayer = createDragLayer({ element, part, store, viewport });
  /** Whether the camera is still as it was at first, and so may follow the board's size. */
  let isUntouched = true;

  /** @param {Camera} next */
  const look = (next) => {
    viewport.look(next);
    const { x, y, scale } = viewport.camera();
    for (const world of [part.world, part.overWorld])
      world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    drawTokens();
    dragLayer.draw();
  };

  const drawGround = () => {
    const { game } = store.get();
    element.dataset.system = game.system;
    element.dataset.scene = game.source;
    const shown = shownStorey(store.get());
    element.dataset.storey = shown?.id ?? "";
    render(ground(game, shown), part.ground);
  };

  const drawStanding = () => {
    const { game } = store.get();
    render(standing(game, shownStorey(store.get())), part.standing);
  };

  /** @param {Token} token */
  const cellsUnder = (token) =>
    grid()
      .footprint(token, token)
      .map(({ col, row }) => `${col},${row}`);

  const drawBands = () => {
    const { reach, held, reachPinned, game } = store.get();
    const token = held?.token ?? (reachPinned ? game.selected : null);
    const from = token === null ? undefined : tokenOf(game, token);
    // What is known of the map as it was drawn before is drawn on it no more.
    const isShown = from && reach?.token === token && reach.game.scene.grid === game.scene.grid;
    const groups = isShown ? groupsOf(reach.map, from, grid(), shownStorey(store.get())?.id) : [];
    render(bandShapes(groups, grid()), part.bands);
    const standing = new Set(game.scene.tokens.flatMap((other) => cellsUnder(other)));
    const isTaken = (/** @type {Place} */ { col, row }) => standing.has(`${col},${row}`);
    render(from ? chanceLabels(groups, from, grid(), isTaken) : nothing, part.chances);
  };

  window.addEventListener("scroll", viewport.measure, { capture: true, passive: true });
  const fitToSize = () => {
    viewport.measure();
    look(isUntouched ? viewport.opening() : viewport.camera());
  };

  store.subscribe((now, before) => {
    const isNewMap = now.game.scene.grid !== before.game.scene.grid;
    const isNewScene = now.game.scene !== before.game.scene || now.game.looks !== before.game.looks;
    const isOtherStorey = shownStorey(now) !== shownStorey(before);
    if (isNewScene || isOtherStorey) {
      drawGround();
      drawStanding();
    }
    if (isNewMap) look(viewport.opening());
    const isOtherReach =
      isOtherStorey ||
      now.reach !== before.reach ||
      now.reachPinned !== before.reachPinned ||
      now.held?.token !== before.held?.token ||
      (now.reachPinned && now.game !== before.game);
    if (isOtherReach) drawBands();
    const isOtherToken =
      isOtherStorey ||
      now.game !== before.game ||
      now.held?.token !== before.held?.token ||
      now.standings !== before.standings ||
      now.check !== before.check;
    if (isOtherToken) drawTokens();
    const isOtherDrag =
      isOtherStorey ||
      now.held !== before.held ||
      now.waiting !== before.waiting ||
      now.asking !== before.asking ||
      now.shown !== before.shown ||
      now.reach !== before.reach ||
      now.hover !== before.hover ||
      now.check !== before.check ||
      now.standings !== before.standings ||
      now.trail !== before.trail ||
      now.reachPinned !== before.reachPinned;
    if (isOtherDrag) dragLayer.drawSoon();
  });

  return {
    element,
    walk: animation.walk,

    /** Draw everything for the first time: piece by piece, to be seen when it is whole. */
    open: async () => {
      new ResizeObserver(fitToSize).observe(element);
      fitToSize();
      for (const draw of [drawGround, drawStanding]) {
        await nextTask();
        draw();
      }
      element.classList.add("is-open");
    },

    /** The token that walks over a point of the window; hands are quicker than feet. @type {(clientX: number, clientY: number) => string | undefined} */
    walkerAt: (clientX, clientY) => animation.over(grid().cellAt(viewport.pointAt({ clientX, clientY }))),

    /** The place of a token whose middle is at a point of the window. @type {(clientX: number, clientY: number, token?: Token) => Place} */
    placeAtPoint: (clientX, clientY, token) =>
      grid().placeAt(viewport.pointAt({ clientX, clientY }), token ?? {}),

    follow: dragLayer.follow,

    /** @type {(dx: number, dy: number) => void} */
    pan: (dx, dy) => {
      isUntouched = false;
      const camera = viewport.camera();
      look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },

    /** Move the map away from an edge of the board that a point is near; whether it moved. @param {import("./viewport.js").WindowPoint} point */
    push: (point) => {
      const before = viewport.camera();
      const { x, y } = edgePush(viewport.pixelAt(point), viewport.size());
      if (x === 0 && y === 0) return false;
      isUntouched = false;
      look({ ...before, x: before.x + x, y: before.y + y });
      const now = viewport.camera();
      return now.x !== before.x || now.y !== before.y;
    },

    /** Zoom around a point of the window, or the middle of the board. @type {(factor: number, point?: {clientX: number, clientY: number}) => void} */
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

    /** @param {string} token */
    focusToken: (token) => {
      for (const button of part.tokens.querySelectorAll("button"))
        if (button.dataset.tokenId === token) button.focus({ preventScroll: true });
    },

    /** Move the map until a cell is well inside the board. @param {Place} place */
    reveal: (place) => {
      const camera = viewport.camera();
      const { width, height } = viewport.size();
      const middle = grid().middleOf(place, {});
      const x = camera.x + middle.x * camera.scale;
      const y = camera.y + middle.y * camera.scale;
      const room = Math.min(2 * camera.scale, width / 4, height / 4);
      const dx = Math.max(0, room - x) - Math.max(0, x - (width - room));
      const dy = Math.max(0, room - y) - Math.max(0, y - (height - room));
      if (dx !== 0 || dy !== 0) look({ ...camera, x: camera.x + dx, y: camera.y + dy });
    },
  };
};

const skeleton = () => html`
  <svg class="board-map" aria-hidden="false">
    ${patterns()}
    <g class="board-world">
      <g class="board-ground"></g>
      <g class="board-bands"></g>
      <g class="board-standing"></g>
      <g class="board-chances"></g>
    </g>
  </svg>
  <div class="board-tokens"></div>
  <svg class="board-over" aria-hidden="true"><g class="board-over-world"></g></svg>
  <div class="board-ghost" aria-hidden="true" hidden><span class="token-face"></span></div>
  <div class="board-label" aria-hidden="true" hidden></div>
`;

/** @param {HTMLElement} element */
const partsOf = (element) => {
  const find = (/** @type {string} */ name) => {
    const found = element.querySelector(`.${name}`);
    if (!found) throw new Error(`the board has no ${name}`);
    return found;
  };
  return {
    world: find("board-world"),
    ground: /** @type {SVGGElement} */ (find("board-ground")),
    bands: /** @type {SVGGElement} */ (find("board-bands")),
    standing: /** @type {SVGGElement} */ (find("board-standing")),
    chances: /** @type {SVGGElement} */ (find("board-chances")),
    tokens: /** @type {HTMLElement} */ (find("board-tokens")),
    overWorld: find("board-over-world"),
    drag: /** @type {SVGGElement} */ (find("board-over-world")),
    ghost: /** @type {HTMLElement} */ (find("board-ghost")),
    label: /** @type {HTMLElement} */ (find("board-label")),
  };
};
