/**
 * What whoever sits here moves in one gesture of a pointer or by keys, while others may move it, too.
 *
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} MovedTokensPorts
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {(id: GlobalId) => boolean} isContested  whether somebody else may be dragging a token
 * @property {(text: string) => void} tell
 */

import { say } from "./language.js";

/** @type {Readonly<Point>} */
const NOWHERE = { x: 0, y: 0 };

/** @param {MovedTokensPorts} ports */
export const createMovedTokens = ({ hostState, positions, isContested, tell }) => {
  /** Tokens that were moved. @type {Set<GlobalId>} */
  const moved = new Set();
  /** Where tokens that others hold were drawn when the gesture began, or have been put by them since. @type {Map<GlobalId, Point>} */
  const takenAt = new Map();
  /** How far tokens have gone by what was moved here, before others put them elsewhere and in all. @type {[before: Map<GlobalId, Point>, inAll: Map<GlobalId, Point>]} */
  const [goneBefore, gone] = [new Map(), new Map()];
  /** Tokens of which it was told that others move them, too. @type {Set<GlobalId>} */
  const warnedOf = new Set();
  let isByPointer = false;

  return {
    /** A gesture begins. @type {(isPointer: boolean) => void} */
    begin: (isPointer) => {
      for (const ids of [moved, takenAt, goneBefore, gone, warnedOf]) ids.clear();
      for (const { id, shape } of hostState.pieces())
        if (isContested(id)) takenAt.set(id, { ...shape.center });
      isByPointer = isPointer;
    },
    /** The pointer is let go, and the host has dropped what was dragged. */
    end: () => {
      isByPointer = false;
    },
    /** A message leaves that tells of a token's place; where a pointer drops it, it may only be put into its cell. @type {(id: GlobalId, isTemporary: boolean) => void} */
    moves: (id, isTemporary) => {
      const at = positions.pieceOf(id)?.shape.center;
      if (!at) return;
      const from = takenAt.get(id) ?? positions.settledOf(id)?.center;
      const before = goneBefore.get(id) ?? NOWHERE;
      const way = from ? { x: before.x + at.x - from.x, y: before.y + at.y - from.y } : null;
      if (way) gone.set(id, way);
      if ((!way || positions.isApart(NOWHERE, way)) && (isTemporary || !isByPointer)) moved.add(id);
    },
    /** A message of others came in. @type {(id: GlobalId, at: Point) => void} */
    othersMove: (id, at) => {
      if (moved.has(id)) return;
      takenAt.set(id, { ...at });
      goneBefore.set(id, gone.get(id) ?? NOWHERE);
    },
    /** How undo moves a token that goes to a point: out of somebody else's hand, if that has it. @type {(piece: import("./host-state.js").Piece, to: Point) => Point} */
    wayTo: (piece, to) => {
      const drawn = isContested(piece.id) ? takenAt.get(piece.id) : undefined;
      const from = drawn ?? positions.positionOf(piece).lay;
      return { x: to.x - from.x, y: to.y - from.y };
    },
    isMoved: (/** @type {GlobalId} */ id) => moved.has(id),
    /** Tell that somebody else moves a token, too. @param {GlobalId} id */
    warn: (id) => {
      if (!warnedOf.has(id)) tell(say("overtakenNow"));
      warnedOf.add(id);
    },
  };
};
