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
 * @property {ReturnType<typeof import("./position-updates.js").createPositionUpdates>} positionUpdates
 * @property {ReturnType<typeof import("./true-places.js").createTruePlaces>} truePlaces
 * @property {ReturnType<typeof import("./hand.js").createHand>} hand
 * @property {() => boolean} isConnected  whether messages leave over a connection that is listened to
 * @property {() => boolean} isStuck  whether tokens stay where they are, since the rules do not run
 * @property {() => boolean} isUndoing  whether the host undoes something
 */

import { idsOf, keyOf } from "./drag.js";
import { placeOf } from "./scene.js";

/** The host sends no message of its own, and remembers no step, for a token that lies exactly where the drag began. */
const NUDGE = 0.001;

/** @param {DropPorts} ports */
export const createDrop = (ports) => {
  const { positions, drag, queues, moveCommit, positionUpdates, truePlaces, hand, isStuck, isUndoing } =
    ports;
  /** Let go already, by the drop that comes before the message. @type {Map<GlobalId, string>} */
  const passes = new Map();
  /** Put back by the drop, and not told to the others yet. @type {Map<GlobalId, {piece: Piece, start: Position}>} */
  const restoring = new Map();
  /** How often a verdict was there at the drop, and how often it was not. */
  const verdicts = { ready: 0, late: 0 };

  /** Tokens are let go: all as they lie in the hand; or, if one of them may not, each is put where it may be. @param {readonly Piece[]} pieces */
  const drop = (pieces) => {
    const together = idsOf(pieces);
    // What was only clicked on is where somebody else holds it.
    const moved = pieces.filter(({ id }) => !truePlaces.isContested(id) || hand.isMoved(id));
    const lots = moved.map((piece) => ({ piece, ...lotOf(piece, together) }));
    const areAllowed = lots.every(({ verdict }) => verdict === "allow");
    for (const { piece, held, verdict, center } of lots) {
      if (areAllowed && held) passes.set(piece.id, keyOf(placeOf(held.layout, center, held.size)));
      else restore(piece);
      if (!areAllowed && verdict !== "refuse") moveCommit.settle(piece, center, false, together);
    }
  };

  /** @type {(piece: Piece, together: ReadonlySet<GlobalId>) => {held: import("./drag.js").Held | null, verdict: "allow" | "later" | "refuse", center: import("./surface.js").Point}} */
  const lotOf = (piece, together) => {
    const center = { ...piece.shape.center };
    const held = isStuck() ? null : drag.take(piece, together);
    if (drag.isKnown(held, center)) verdicts.ready += 1;
    else verdicts.late += 1;
    return { held, verdict: isStuck() ? "refuse" : verdictOn(piece, held, center), center };
  };

  /** What somebody else moves, too, is judged once it is known where it stands. @type {(piece: Piece, held: import("./drag.js").Held | null, center: import("./surface.js").Point) => "allow" | "later"} */
  const verdictOn = ({ id }, held, center) => {
    if (!truePlaces.isContested(id)) return drag.verdictOn(held, center);
    hand.warn(id);
    return "later";
  };

  /** @param {Piece} piece */
  const restore = (piece) => {
    const start = positions.positionOf(piece);
    // Without a connection of its own the mod could not tell the others, so that the host has to.
    const aside = ports.isConnected() ? 0 : NUDGE;
    piece.shape.refPoint = { x: start.ref.x + aside, y: start.ref.y };
    restoring.set(piece.id, { piece, start });
  };

  /** The host has dropped what was in the hand: of what it told nobody the others still see the way. */
  const ended = () => {
    for (const { piece, start } of ports.isConnected() ? restoring.values() : [])
      if (!truePlaces.isContested(piece.id)) positionUpdates.goHome(piece, start);
    restoring.clear();
  };

  /** A move leaves in a message; what leaves instead; null: nothing does. @type {(entry: WirePosition, together: ReadonlySet<GlobalId>) => WirePosition | null} */
  const guard = (entry, together) => {
    const piece = positions.pieceOf(entry.uuid);
    if (piece && truePlaces.isContested(piece.id)) return guardContested(piece, entry, together);
    const start = positions.settledOf(entry.uuid);
    if (!piece || !start) return entry;
    const { id, shape } = piece;
    if (!isSound(entry) || restoring.delete(id)) return putBack(piece, start);
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

  /** What somebody else moves, too, may stand elsewhere by now: nothing leaves until that is known. @type {(piece: Piece, entry: WirePosition, together: ReadonlySet<GlobalId>) => null} */
  const guardContested = (piece, entry, together) => {
    const { id } = piece;
    const center = { ...piece.shape.center };
    const isSettled = restoring.delete(id) || !isSound(entry);
    passes.delete(id);
    putBack(piece, positions.positionOf(piece));
    if (isStuck() || isSettled || queues.isBusy(id) || !hand.isMoved(id)) return null;
    hand.warn(id);
    if (isUndoing()) moveCommit.takeBack(piece, center, together);
    else moveCommit.settle(piece, center, false, together);
    return null;
  };

  return { drop, ended, guard, verdicts };
};

/** The host tells places that are none where a token is grabbed at its middle. @param {WirePosition} entry */
export const isSound = ({ position }) => position.points.flat().every(Number.isFinite);

/** Put a token back where it stood, and have the message say so. @type {(piece: Piece, start: Position) => WirePosition} */
export const putBack = ({ id, shape }, start) => {
  shape.refPoint = { ...start.ref };
  shape.invalidate(false);
  return { uuid: id, position: shape.getPositionRepresentation() };
};
