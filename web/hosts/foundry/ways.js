/**
 * Movements of the client as ways of the rules, and which of them are none: where a token is put, carried or changes its size.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Sight } from "./audit.js"
 * @import { Movement, Position, TokenDocument, Waypoint } from "./surface.js"
 * @typedef {[PathCell, ...PathCell[]]} Path
 * @typedef {{movement?: {[token: string]: Instruction}, teleport?: boolean, RidingMovement?: boolean}} Operation
 * @typedef {{waypoints?: Partial<Waypoint>[], method?: string}} Instruction
 * @typedef {ReadonlySet<string>} Modes  of the rules
 */

import { actionOf, isDisplacement, PUT, WALK } from "./actions.js";
import { host } from "./host.js";
import { cellOf, pathOf, takesStairs, waypointsOf } from "./scene.js";

/** Put there by the GM or by pasting: no move of the token's own. */
const UNJUDGED = new Set(["paste", "config"]);
export const DISPLACED = "displace";
const PLACE = ["x", "y", "elevation"];

/** Whether a change of a token moves it. @param {object} changed */
export const isPlaced = (changed) => PLACE.some((key) => key in changed);
/** A way of more waypoints is no way that somebody goes. */
const MOST_CORNERS = 2000;

/** @param {Pick<Movement, "passed" | "pending">} movement */
const allOf = ({ passed, pending }) => [...passed.waypoints, ...pending.waypoints];

/** @param {Modes} modes */
const displacedIn = (modes) => (/** @type {string} */ action) =>
  isDisplacement(action, host.CONFIG.Token.movement.actions, modes);

/** Whether a token is put somewhere, by teleport or by hand, or goes along with what it rides: that spends nothing. @type {(modes: Modes, document: TokenDocument, movement: Movement, operation: Operation) => boolean} */
export const isPut = (modes, document, movement, { teleport = false, RidingMovement = false }) => {
  const { method, origin } = movement;
  const waypoints = allOf(movement);
  const last = waypoints.at(-1);
  if (!last || UNJUDGED.has(method) || teleport || RidingMovement || isGrown(document, origin, last))
    return true;
  return waypoints.every(({ action }) => displacedIn(modes)(action)) && !takesStairs(document, origin, last);
};

/** Whether a token grows or shrinks where it stands, so that the new size has to do with its new place. @type {(document: TokenDocument, from: Position, to: Position) => boolean} */
const isGrown = ({ parent: { grid } }, from, to) =>
  /** @type {const} */ ([
    ["x", "width"],
    ["y", "height"],
  ]).some(([, side]) => (from[side] ?? 0) !== (to[side] ?? 0)) &&
  /** @type {const} */ ([
    ["x", "width"],
    ["y", "height"],
  ]).every(([at, side]) => {
    const change = ((to[side] ?? 0) - (from[side] ?? 0)) * grid.size;
    return Math.abs(to[at] + change / 2 - from[at]) <= Math.abs(change) / 2 + 1;
  });

/** A move as every client sees it; null: the token was put there, or it is a later section of one. @type {(modes: Modes, document: TokenDocument, movement: Movement, operation: Operation) => Sight | null} */
export const seenBy = (modes, document, movement, operation) => {
  const { method, origin, chain } = movement;
  const last = allOf(movement).at(-1);
  const isBack = method === "undo";
  if (chain.length > 0 || !last || (!isBack && isPut(modes, document, movement, operation))) return null;
  const path = isBack ? null : wayOf(modes, document, movement);
  return { from: cellOf(document, origin), path, to: cellOf(document, last) };
};

/** The way of a movement; what is undone is gone straight. @type {(modes: Modes, document: TokenDocument, movement: Movement) => Path | null} */
export const wayOf = (modes, document, movement) => {
  const { origin, method } = movement;
  const all = allOf(movement);
  const goals = method === "undo" ? all.slice(-1).map((one) => ({ ...one, action: WALK })) : all;
  const way = complete(document, [{ ...origin, action: WALK }, ...goals]);
  return pathIn(document, way, modes);
};

/** A way through waypoints as the rules take it; what the client leaps over they do not look at. @type {(document: TokenDocument, waypoints: readonly Waypoint[], modes: Modes) => Path | null} */
export const pathIn = (document, waypoints, modes) => pathOf(document, waypoints, modes, displacedIn(modes));

/** Every cell on a way; of one that leads off the map, or round and round on it, only its corners: all its cells could be more than a browser counts. @type {(document: TokenDocument, way: readonly Waypoint[]) => readonly Waypoint[]} */
const complete = (document, way) => {
  const { width, height } = document.parent.dimensions;
  const isOnMap = way.every(({ x, y }) => Math.abs(x) <= 2 * width && Math.abs(y) <= 2 * height);
  return isOnMap && way.length <= MOST_CORNERS ? document.getCompleteMovementPath(way) : way;
};

/** The movement of another token in an operation, as it is asked for. @type {(document: TokenDocument, instruction: Instruction, movement: Movement) => Movement} */
export const movementIn = (document, { waypoints = [], method }, movement) => {
  const { x, y, elevation, width, height, movementAction } = document._source;
  const origin = { x, y, elevation, width, height };
  const action = movementAction ?? WALK;
  const all = waypoints.map((one) => ({ ...origin, action, ...one }));
  const id = `${movement.id}-${document.id}`;
  return {
    id,
    chain: [],
    origin,
    passed: { waypoints: all },
    pending: { waypoints: [] },
    method: method ?? movement.method,
  };
};

/** A way of the rules as the client goes it: each step by the action of its mode. @type {(document: TokenDocument, way: readonly PathCell[]) => object[]} */
export const along = (document, way) =>
  waypointsOf(document, way).map((waypoint, index) => {
    const mode = way[index + 1]?.mode;
    const action = mode === PUT ? DISPLACED : actionOf(mode, host.CONFIG.Token.movement.actions);
    return { ...waypoint, action: action ?? WALK };
  });
