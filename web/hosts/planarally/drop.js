/**
 * Tokens that are dropped: first when they are let go, before the host looks, then in the message that tells of it. What may
 * not go, or is still to be judged, is put back.
 *
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, WirePosition } from "./surface.js"
 * @import { createTokenPositions, Position } from "./token-positions.js"
 *
 * @typedef {object} DropPorts
 * @property {ReturnType<typeof createTokenPositions>} positions
 * @property {ReturnType<typeof import("./drag.js").createDrag>} drag
 * @property {ReturnType<typeof import("../../core/queue.js").createQueues>} queues
 * @property {ReturnType<typeof import("./move-commit.js").createMoveCommit>} moveCommit
 * @property {() => boolean} isStuck  whether tokens stay where they are, since the rules do not run
 * @property {() => boolean} isUndoing  whether the host undoes something
 */

import { keyOf } from "./drag.js";
import { placeOf } from "./scene.js";

/** The host skips its own message for a token that lies exactly where the drag began. */
const NUDGE = 0.001;

/** @param {DropPorts} ports */
export const createDrop = ({ positions, drag, queues, moveCommit, isStuck, isUndoing }) => {
  /** Let go already, by the drop that comes before the message. @type {Map<GlobalId, string>} */
  const passes = new Map();
  /** Put back by the drop, a hair beside where they stood. @type {Set<GlobalId>} */
  const restoring = new Set();
  /** How often a verdict was there at the drop, and how often it was not. */
  const verdicts = { ready: 0, late: 0 };

  /** A token is let go. @type {(piece: Piece, together: ReadonlySet<GlobalId>) => void} */
  const drop = (piece, together) => {
    const { id, shape } = piece;
    const start = positions.positionOf(piece);
    const center = { ...shape.center };
    const held = isStuck() ? null : drag.take(piece, together);
    const verdict = isStuck() ? "refuse" : drag.verdictOn(held, center);
    if (drag.isKnown(held, center)) verdicts.ready += 1;
    else verdicts.late += 1;
    if (verdict === "allow" && held) {
      passes.set(id, keyOf(placeOf(held.layout, center, held.size)));
      return;
    }
    shape.refPoint = { x: start.ref.x + NUDGE, y: start.ref.y };
    restoring.add(id);
    if (verdict === "later") moveCommit.settle(piece, center, false, together);
  };

  /** A move leaves in a message; what leaves instead. @type {(entry: WirePosition, together: ReadonlySet<GlobalId>) => WirePosition} */
  const guard = (entry, together) => {
    const piece = positions.pieceOf(entry.uuid);
    const start = positions.settledOf(entry.uuid);
    if (!piece || !start) return entry;
    const { id, shape } = piece;
    const isSound = entry.position.points.flat().every(Number.isFinite);
    if (!isSound || restoring.delete(id)) return putBack(piece, start);
    const center = { ...shape.center };
    if (!positions.isApart(start.center, center)) {
      positions.settle(piece, start.center);
      return entry;
    }
    const held = isStuck() ? null : drag.take(piece, together);
    const pass = passes.get(id);
    passes.delete(id);
    const hasPass = held && pass === keyOf(placeOf(held.layout, center, held.size));
    if (!hasPass && isUndoing() && !isStuck()) {
      moveCommit.takeBack(piece, center, together);
      return putBack(piece, start);
    }
    // Steps of a held key that come before the rules have answered are not made.
    if (!hasPass && queues.isBusy(id)) return putBack(piece, start);
    const verdict = isStuck() ? "refuse" : hasPass ? "allow" : drag.verdictOn(held, center);
    if (verdict !== "allow") {
      if (verdict === "later") moveCommit.settle(piece, center, false, together);
      return putBack(piece, start);
    }
    moveCommit.settle(piece, center, true, together);
    positions.settle(piece);
    return entry;
  };

  return { drop, guard, verdicts };
};

/** Put a token back where it stood, and have the message say so. @type {(piece: Piece, start: Position) => WirePosition} */
export const putBack = ({ id, shape }, start) => {
  shape.refPoint = { ...start.ref };
  shape.invalidate(false);
  return { uuid: id, position: shape.getPositionRepresentation() };
};
