/**
 * Tokens let go: first by the drop, before the host looks, then in the message that tells of it. What may not go, or is still to be
 * judged, is put back.
 *
 * @typedef {import("./seat.js").Piece} Piece
 * @typedef {import("./spots.js").Spot} Spot
 * @typedef {import("./surface.js").GlobalId} GlobalId
 * @typedef {import("./surface.js").WirePosition} WirePosition
 *
 * @typedef {object} ReleasePorts
 * @property {ReturnType<typeof import("./spots.js").createSpots>} spots
 * @property {ReturnType<typeof import("./hand.js").createHand>} hand
 * @property {ReturnType<typeof import("../../core/queue.js").createQueues>} queues
 * @property {ReturnType<typeof import("./settling.js").createSettling>} settling
 * @property {() => boolean} isStuck  whether tokens stay where they are, since the rules do not run
 * @property {() => boolean} isUndoing  whether the host undoes something
 */

import { keyOf } from "./hand.js";
import { placeOf } from "./scene.js";

/** The host skips its own message for a token that lies exactly where the drag began. */
const NUDGE = 0.001;

/** @param {ReleasePorts} ports */
export const createRelease = ({ spots, hand, queues, settling, isStuck, isUndoing }) => {
  /** Let go already, by the drop that comes before the message. @type {Map<GlobalId, string>} */
  const passes = new Map();
  /** Put back by the drop, a hair beside where they stood. @type {Set<GlobalId>} */
  const restoring = new Set();
  /** How often a verdict was there when the hand opened, and how often it was not. */
  const verdicts = { ready: 0, late: 0 };

  /** The hand opens. @type {(piece: Piece, together: ReadonlySet<GlobalId>) => void} */
  const drop = (piece, together) => {
    const { id, shape } = piece;
    const start = spots.spotOf(piece);
    const center = { ...shape.center };
    const held = isStuck() ? null : hand.take(piece, together);
    const verdict = isStuck() ? "refuse" : hand.verdictOn(held, center);
    if (hand.isKnown(held, center)) verdicts.ready += 1;
    else verdicts.late += 1;
    if (verdict === "allow" && held) {
      passes.set(id, keyOf(placeOf(held.layout, center, held.size)));
      return;
    }
    shape.refPoint = { x: start.ref.x + NUDGE, y: start.ref.y };
    restoring.add(id);
    if (verdict === "later") settling.settle(piece, center, false, together);
  };

  /** A move goes over the wire; what goes instead. @type {(entry: WirePosition, together: ReadonlySet<GlobalId>) => WirePosition} */
  const guard = (entry, together) => {
    const piece = spots.pieceOf(entry.uuid);
    const start = spots.settledOf(entry.uuid);
    if (!piece || !start) return entry;
    const { id, shape } = piece;
    const isSound = entry.position.points.flat().every(Number.isFinite);
    if (!isSound || restoring.delete(id)) return putBack(piece, start);
    const center = { ...shape.center };
    if (!spots.isApart(start.center, center)) {
      spots.settle(piece, start.center);
      return entry;
    }
    const held = isStuck() ? null : hand.take(piece, together);
    const pass = passes.get(id);
    passes.delete(id);
    const hasPass = held && pass === keyOf(placeOf(held.layout, center, held.size));
    if (!hasPass && isUndoing() && !isStuck()) {
      settling.takeBack(piece, center, together);
      return putBack(piece, start);
    }
    // Steps of a held key that come before the rules have answered are not made.
    if (!hasPass && queues.isBusy(id)) return putBack(piece, start);
    const verdict = isStuck() ? "refuse" : hasPass ? "allow" : hand.verdictOn(held, center);
    if (verdict !== "allow") {
      if (verdict === "later") settling.settle(piece, center, false, together);
      return putBack(piece, start);
    }
    settling.settle(piece, center, true, together);
    spots.settle(piece);
    return entry;
  };

  return { drop, guard, verdicts };
};

/** Put a token back where it stood, and have the message say so. @type {(piece: Piece, start: Spot) => WirePosition} */
export const putBack = ({ id, shape }, start) => {
  shape.refPoint = { ...start.ref };
  shape.invalidate(false);
  return { uuid: id, position: shape.getPositionRepresentation() };
};
