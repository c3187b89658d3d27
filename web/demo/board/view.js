/**
 * The board on screen: the map, the tokens on it, what is dragged. It draws the store and changes nothing. It
 * is empty until it is opened.
 *
 * @import { Token } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Place } from "../game.js"
 * @import { Store } from "../store.js"
 * @import { Camera } from "./camera.js"
 * @import { Viewport } from "./viewport.js"
 *
 * @typedef {ReturnType<typeof createBoard>} Board
 * @typedef {{element: HTMLElement, store: Store<AppState>, part: ReturnType<typeof partsOf>, viewport: Viewport, drawTokens: () => void, dragLayer: ReturnType<typeof createDragLayer>, chances: ReturnType<typeof createChances>, bands: unknown[]}} View
 *   bands: what the price bands were drawn from
 */

import { html, render } from "lit";
import { tokenOf } from "../game.js";
import { shownStorey } from "../storeys.js";
import { nextTask } from "../yielding.js";
import { bandShapes, groupsOf } from "./bands.js";
import { createCameraMoves } from "./camera-moves.js";
import { createChances } from "./chances.js";
import { createDragLayer } from "./drag-layer.js";
import { namedAbove } from "./labels.js";
import { ground, patterns, standing } from "./map.js";
import { createTokenAnimation } from "./token-animation.js";
import { createTokenLayer } from "./token-layer.js";
import { createViewport } from "./viewport.js";

/** What the layer of the drag shows. @type {(keyof AppState)[]} */
const OF_DRAG = [
  "held",
  "waiting",
  "asking",
  "shown",
  "reach",
  "hover",
  "check",
  "standings",
  "trail",
  "reachPinned",
];

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
  const chances = createChances({ layer: part.chances, viewport });
  const dragLayer = createDragLayer({ element, part, store, viewport, cover: chances.makeWayFor });
  /** @type {View} */
  const view = { element, store, part, viewport, drawTokens, dragLayer, chances, bands: [] };
  const cameraMoves = createCameraMoves({ viewport, look: (next) => look(view, next) });
  window.addEventListener("scroll", viewport.measure, { capture: true, passive: true });
  store.subscribe((now, before) => redraw(view, now, before));

  return {
    element,
    walk: animation.walk,

    /** Draw everything for the first time: piece by piece, to be seen when it is whole. */
    open: async () => {
      new ResizeObserver(cameraMoves.fitToSize).observe(element);
      cameraMoves.fitToSize();
      for (const draw of [drawGround, drawStanding]) {
        await nextTask();
        draw(view);
      }
      element.classList.add("is-open");
    },

    /** The token that walks over a point of the window; hands are quicker than feet. @type {(clientX: number, clientY: number) => string | undefined} */
    walkerAt: (clientX, clientY) => animation.over(grid().cellAt(viewport.pointAt({ clientX, clientY }))),

    /** The place of a token whose middle is at a point of the window. @type {(clientX: number, clientY: number, token?: Token) => Place} */
    placeAtPoint: (clientX, clientY, token) =>
      grid().placeAt(viewport.pointAt({ clientX, clientY }), token ?? {}),

    follow: dragLayer.follow,
    ...cameraMoves,

    /** @param {string} token */
    focusToken: (token) => {
      for (const button of part.tokens.querySelectorAll("button"))
        if (button.dataset.tokenId === token) button.focus({ preventScroll: true });
    },
  };
};

/** Draw what has changed. @type {(view: View, now: AppState, before: AppState) => void} */
const redraw = (view, now, before) => {
  const isNewMap = now.game.scene.grid !== before.game.scene.grid;
  const isNewScene = now.game.scene !== before.game.scene || now.game.looks !== before.game.looks;
  const isOtherStorey = shownStorey(now) !== shownStorey(before);
  if (isNewScene || isOtherStorey) {
    drawGround(view);
    drawStanding(view);
  }
  if (isNewMap) look(view, view.viewport.opening());
  const differs = (/** @type {(keyof AppState)[]} */ ...keys) => keys.some((key) => now[key] !== before[key]);
  const isOtherHeld = isOtherStorey || now.held?.token !== before.held?.token;
  const isOtherGame = now.game !== before.game;
  if (isOtherHeld || differs("reach", "reachPinned", "pushing") || (now.reachPinned && isOtherGame))
    drawBands(view);
  if (isOtherHeld || isOtherGame || differs("standings", "check")) view.drawTokens();
  if (isOtherStorey || differs(...OF_DRAG)) view.dragLayer.drawSoon();
};

/** @type {(view: View, next: Camera) => void} */
const look = ({ part, viewport, drawTokens, dragLayer }, next) => {
  viewport.look(next);
  const { x, y, scale } = viewport.camera();
  for (const world of [...part.worlds, part.drag])
    world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
  drawTokens();
  dragLayer.draw();
};

/** @param {View} view */
const drawGround = ({ element, part, store }) => {
  const { game } = store.get();
  element.dataset.system = game.system;
  element.dataset.scene = game.source;
  const shown = shownStorey(store.get());
  element.dataset.storey = shown?.id ?? "";
  render(ground(game, shown), part.ground);
};

/** @param {View} view */
const drawStanding = ({ part, store }) => {
  const { game } = store.get();
  render(standing(game, shownStorey(store.get())), part.standing);
};

/** @param {View} view */
const drawBands = (view) => {
  const { element, part, store, viewport, chances } = view;
  const grid = viewport.grid();
  const { reach, held, reachPinned, game, pushing } = store.get();
  const token = held?.token ?? (reachPinned ? game.selected : null);
  const from = token === null ? undefined : tokenOf(game, token);
  const storey = shownStorey(store.get())?.id;
  // What is held shows what was shown of it before.
  const shows = [grid, reach, token, game.scene, storey, pushing];
  if (shows.every((one, at) => one === view.bands[at])) return;
  view.bands = shows;
  // What is known of the map as it was drawn before is drawn on it no more.
  const isOfToken = from && reach?.token === token && reach.game.scene.grid === game.scene.grid;
  // A push costs nothing anywhere.
  const isShown = isOfToken && pushing !== token;
  const groups = isShown ? groupsOf(reach.map, from, grid, storey) : [];
  element.dataset.reach = isShown ? (token ?? "") : "";
  render(bandShapes(groups, grid), part.bands);
  const ends = (game.scene.passages ?? []).flatMap(({ a, b }) => [a, b]);
  const boxes = [
    ...game.scene.tokens.map((other) => grid.boxOf(other, other)),
    ...ends.filter((end) => end.storey === storey).map((end) => grid.boxOf(end, {})),
  ];
  const above = namedAbove(game.scene.tokens, grid);
  const names = game.scene.tokens.map((other) => {
    const { x, y, width, height } = grid.boxOf(other, other);
    const isAbove = above.has(other.id);
    return { text: other.name || other.id, x: x + width / 2, y: isAbove ? y : y + height, isAbove };
  });
  chances.show(groups, from ? { from, boxes, names } : null);
};

const skeleton = () => html`
  <svg class="board-map" aria-hidden="false">
    ${patterns()}
    <g class="board-world">
      <g class="board-ground"></g>
    </g>
  </svg>
  <svg class="board-map is-above" aria-hidden="false">
    <g class="board-world">
      <g class="board-bands"></g>
      <g class="board-standing"></g>
    </g>
  </svg>
  <svg class="board-map is-above" aria-hidden="false">
    <g class="board-world">
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
    worlds: element.querySelectorAll(".board-world"),
    ground: /** @type {SVGGElement} */ (find("board-ground")),
    bands: /** @type {SVGGElement} */ (find("board-bands")),
    standing: /** @type {SVGGElement} */ (find("board-standing")),
    chances: /** @type {SVGGElement} */ (find("board-chances")),
    tokens: /** @type {HTMLElement} */ (find("board-tokens")),
    drag: /** @type {SVGGElement} */ (find("board-over-world")),
    ghost: /** @type {HTMLElement} */ (find("board-ghost")),
    label: /** @type {HTMLElement} */ (find("board-label")),
  };
};
