/**
 * What is dragged on the board, and what waits to be judged: the path with its prices, the token over its end, the label.
 *
 * @import { Box, Grid, Point } from "../../core/grid.js"
 * @import { Plan, Token } from "../../core/protocol.js"
 * @import { AppState, Waiting } from "../app-state.js"
 * @import { Held } from "../drag.js"
 * @import { Place } from "../game.js"
 * @import { Store } from "../store.js"
 * @import { Viewport, WindowPoint } from "./viewport.js"
 *
 * @typedef {object} DragLayerPorts
 * @property {HTMLElement} element  the board
 * @property {{drag: SVGGElement, ghost: HTMLElement, label: HTMLElement}} part
 * @property {Store<AppState>} store
 * @property {Viewport} viewport
 * @property {(boxes: Box[]) => void} cover  told of what lies over the map, in its lengths
 *
 * @typedef {object} DragLayerState
 * @property {Point | null} pointer  where it holds the token, in pixels of the board
 * @property {Plan | null} lastPlan  of the dragged path
 * @property {{width: number, height: number, room: number}} labelSize  room: how wide the board was then
 * @typedef {DragLayerPorts & DragLayerState} DragLayer
 */

import { nothing, render, svg } from "lit";
import { coalesced } from "../../core/coalesce.js";
import { nearestIn } from "../../core/verdicts.js";
import { isPushed } from "../app-state.js";
import { isAtStart } from "../drag.js";
import { tokenOf } from "../game.js";
import { shownStorey, storeyAt } from "../storeys.js";
import { pointAt } from "./camera.js";
import { dragLabel, marksOf, placeLabel } from "./labels.js";
import { outlineOf } from "./outline.js";
import { guessShape, reactionShapes, rulerShape, trailShapes, waypointShapes } from "./ruler.js";

/** @param {DragLayerPorts} ports */
export const createDragLayer = (ports) => {
  /** @type {DragLayer} */
  const layer = { ...ports, pointer: null, lastPlan: null, labelSize: { width: 0, height: 0, room: 0 } };
  const drawNow = () => draw(layer);
  /** Draw what is dragged once in the next frame, whatever happens till then. */
  const drawSoon = coalesced(drawNow, requestAnimationFrame);
  return {
    draw: drawNow,
    drawSoon,
    /** Where the pointer holds the token now; null: the token sits on its cell. @param {WindowPoint | null} point */
    follow: (point) => {
      layer.pointer = point && ports.viewport.pixelAt(point);
      drawSoon();
    },
  };
};

/** @param {DragLayer} layer */
const draw = (layer) => {
  const { element, part, store, viewport } = layer;
  const state = store.get();
  const { held, waiting, asking, shown, reach, hover, reachPinned, check, standings } = state;
  element.classList.toggle("is-holding", held !== null);
  const rolling = check && standings[check.token]?.pending ? check : null;
  const open = held ?? asking ?? waiting.at(-1) ?? rolling;
  const token = open && tokenOf(state.game, open.token);
  const cells = viewport.grid();
  const middleOf = (/** @type {Place} */ place) => cells.middleOf(place, token ?? {});
  const shownNow = shownStorey(state);
  const isShown = (/** @type {number} */ elevation) => storeyAt(state.game, elevation) === shownNow;
  if (held?.answer?.plan) layer.lastPlan = held.answer.plan;
  if (!open || (held && isAtStart(held))) layer.lastPlan = null;
  const plan = held
    ? isPushed(state, held.token)
      ? null
      : layer.lastPlan
    : open && shown?.token === open.token
      ? shown.plan
      : null;
  const goal = plan?.path?.at(-1) ?? (rolling && standings[rolling.token]?.pending?.rest?.at(-1));
  const near = plan && nearestIn(plan);
  const target = held?.to ?? waiting.at(-1)?.to ?? (open ? goal : null) ?? null;
  const word = held && token ? dragLabel(state, held) : null;
  const pointed = !held && reachPinned && reach ? hover : null;
  const body = pointed && placeLabel(state, pointed) ? tokenOf(state.game, reach?.token ?? "") : null;
  const kind = word?.kind ?? plan?.verdict ?? "unknown";
  render(
    svg`
      ${state.trail ? trailShapes(placesOf(state), middleOf) : nothing}
      ${plan && token ? rulerShape(plan, middleOf, cells, isShown) : nothing}
      ${token ? guessShape(guessed(held, waiting.at(-1) ?? null, plan, token), middleOf) : nothing}
      ${held ? waypointShapes(held.via, middleOf) : nothing}
      ${plan ? reactionShapes(plan, state.game.scene.tokens, middleOf, cells) : nothing}
      ${
        target && token
          ? svg`<path class="drag-cell" data-kind=${kind} data-col=${target.col} data-row=${target.row} d=${goalLine(cells, target, token)} />`
          : nothing
      }
      ${near && token ? svg`<path class="drag-near" data-col=${near.col} data-row=${near.row} d=${goalLine(cells, near, token)} />` : nothing}
      ${body && pointed ? svg`<path class="drag-body" data-col=${pointed.col} data-row=${pointed.row} d=${goalLine(cells, pointed, body)} />` : nothing}
      ${waiting.map(({ to }) => {
        const { x, y } = middleOf(to);
        return svg`<circle class="drag-wait" cx=${x} cy=${y} r=".62" pathLength="1" />`;
      })}
    `,
    part.drag,
  );
  const tip = word ?? (pointed && placeLabel(state, pointed));
  layer.cover([
    ...drawGhost(layer, state, token, target, kind),
    ...drawLabel(layer, tip?.text ?? "", tip?.kind ?? "unknown", held ? held.to : hover),
  ]);
};

/** @type {(layer: DragLayer, state: AppState, token: Token | undefined | null, target: Place | null, kind: string) => Box[]} */
const drawGhost = ({ part, viewport, pointer }, { game, held }, token, target, kind) => {
  const { ghost } = part;
  ghost.hidden = !token || !target;
  if (!token || !target) return [];
  ghost.dataset.kind = kind;
  ghost.dataset.side = token.disposition ?? "neutral";
  const face = ghost.firstElementChild;
  if (face) face.textContent = marksOf(game.scene.tokens).get(token.id) ?? "";
  viewport.placeBox(ghost, target, token);
  const { x, y, scale } = viewport.camera();
  const { width, height, ...corner } = viewport.grid().boxOf(target, token);
  // Dragged by a pointer its middle is where the pointer is, not snapped.
  const isFree = held?.by === "pointer" && pointer !== null;
  const middle = isFree && pointer ? pointAt(viewport.camera(), pointer) : null;
  const at = middle ? { x: middle.x - width / 2, y: middle.y - height / 2 } : corner;
  ghost.style.left = "0";
  ghost.style.top = "0";
  ghost.style.transform = `translate(${x + at.x * scale}px, ${y + at.y * scale}px)`;
  return [{ ...at, width, height }];
};

/** Around the cells that a token is to stand on. @type {(cells: Grid, target: Place, token: Token) => string} */
const goalLine = (cells, target, token) => {
  if (cells.hasCells) return outlineOf(cells.footprint(target, token), cells.cornersOf, 0.14);
  const { x, y, width, height } = cells.boxOf(target, token);
  return `M${x} ${y + height / 2}a${width / 2} ${height / 2} 0 1 0 ${width} 0a${width / 2} ${height / 2} 0 1 0 ${-width} 0Z`;
};

/** @type {(layer: DragLayer, text: string, kind: string, place: Place | null) => Box[]} */
const drawLabel = (layer, text, kind, place) => {
  const { viewport } = layer;
  const { label } = layer.part;
  label.hidden = text === "" || !place;
  if (label.hidden || !place) return [];
  if (label.dataset.kind !== kind) label.dataset.kind = kind;
  const { width, height } = viewport.size();
  if (label.textContent !== text || layer.labelSize.room !== width) {
    label.textContent = text;
    layer.labelSize = { width: label.offsetWidth, height: label.offsetHeight, room: width };
  }
  const { labelSize } = layer;
  const { x, y, scale } = viewport.camera();
  const gap = Math.max(14, scale * 0.4);
  const box = viewport.grid().boxOf(place, {});
  const above = y + box.y * scale - labelSize.height - gap;
  const below = Math.min(y + (box.y + box.height) * scale + gap, height - labelSize.height - 6);
  const centred = x + (box.x + box.width / 2) * scale - labelSize.width / 2;
  const left = Math.min(width - labelSize.width - 6, Math.max(6, centred));
  const top = above >= 6 + takenAbove(layer) ? above : below;
  label.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  const corner = pointAt(viewport.camera(), { x: left, y: top });
  return [{ ...corner, width: labelSize.width / scale, height: labelSize.height / scale }];
};

/** How far the buttons of a place that is pointed at reach into the board. @type {(layer: DragLayer) => number} */
const takenAbove = ({ element, store }) => {
  const buttons =
    store.get().held?.by === "tap" ? element.parentElement?.querySelector(".headline") : undefined;
  return buttons ? buttons.getBoundingClientRect().bottom - element.getBoundingClientRect().top : 0;
};

/** Where the selected token stood before each move of its turn, and where it stands. @type {(state: AppState) => Place[]} */
const placesOf = ({ game, standings }) => {
  const commits = new Set((standings[game.selected]?.commits ?? []).map(({ id }) => id));
  const left = (game.origins[game.selected] ?? []).filter(({ commit }) => commits.has(commit));
  const token = tokenOf(game, game.selected);
  return token ? [...left.map(({ at }) => at), token] : [];
};

/**
 * What of the path is not judged yet, by its corners: all of it, or what was added since the last plan.
 *
 * @param {Held | null} held
 * @param {Waiting | null} waiting
 * @param {Plan | null} plan
 * @param {Place} from
 * @returns {Place[]}
 */
const guessed = (held, waiting, plan, from) => {
  if (held && (held.answer || isAtStart(held))) return [];
  const known = plan?.path?.at(-1);
  if (held) return known ? [known, held.to] : [from, ...held.via, held.to];
  return waiting && !known ? [from, waiting.to] : [];
};
