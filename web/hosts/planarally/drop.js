/**
 * Tokens that are dropped: first when they are let go, before the host looks, then in the message that tells of it. What may
 * not go, or is still to be judged, is put back.
 *
 * @import { Held } from "./drag.js"
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, Point, WirePosition } from "./surface.js"
 * @import { createTokenPositions, Position } from "./token-positions.js"
 *
 * @typedef {object} DropPorts
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {ReturnType<typeof createTokenPositions>} positions
 * @property {ReturnType<typeof import("./drag.js").createDrag>} drag
 * @property {ReturnType<typeof import("../../core/queue.js").createQueues>} queues
 * @property {ReturnType<typeof import("./move-commit.js").createMoveCommit>} moveCommit
 * @property {ReturnType<typeof import("./position-updates.js").createPositionUpdates>} positionUpdates
 * @property {ReturnType<typeof import("./true-places.js").createTruePlaces>} truePlaces
 * @property {ReturnType<typeof import("./moved-tokens.js").createMovedTokens>} movedTokens
 * @property {() => boolean} isConnected  whether messages leave over a connection that is listened to
 * @property {() => string} standstill  why no move can be told to anybody now; empty: it can
 * @property {(text: string) => void} tell
 * @property {() => boolean} isStuck  whether tokens stay where they are, since the rules do not run
 * @property {ReturnType<typeof import("./undo-steps.js").createUndoSteps>} undoSteps
 * @property {() => boolean} isUndoing  whether the host undoes something
 *
 * @typedef {object} Dropped
 * @property {Map<GlobalId, string>} passes  let go already, by the drop that comes before the message
 * @property {Map<GlobalId, {piece: Piece, start: Position}>} restoring  put back by the drop, and not told to the others yet
 * @property {{ready: number, late: number}} verdicts  how often a verdict was there at the drop, and how often it was not
 * @typedef {DropPorts & Dropped} Drops
 *
 * @typedef {import("./move-commit.js").Lot} Lot
 * @typedef {{together: ReadonlySet<GlobalId>, lots: Lot[], isWhole: boolean}} Batch  What is moved together. lots: what is still to be judged of it; isWhole: whether each may go for itself
 */

import { idsOf, keyOf } from "./drag.js";
import { say } from "./language.js";
import { placeOf } from "./scene.js";

/** The host sends no message of its own, and remembers no step, for a token that lies exactly where the drag began. */
const NUDGE = 0.001;

/** @param {DropPorts} ports */
export const createDrop = (ports) => {
  /** @type {Drops} */
  const drops = { ...ports, passes: new Map(), restoring: new Map(), verdicts: { ready: 0, late: 0 } };
  return {
    drop: drop.bind(null, drops),
    ended: () => ended(drops),
    batch: batchOf.bind(null, drops),
    guard: guard.bind(null, drops),
    verdicts: drops.verdicts,
  };
};

/** Tokens are let go: all where they were dropped; or, if one of them may not, each is put where it may be. @type {(drops: Drops, pieces: readonly Piece[]) => void} */
const drop = (drops, pieces) => {
  const { hostState, moveCommit, truePlaces, movedTokens, passes } = drops;
  const together = idsOf(pieces);
  const seen = pieces.filter((piece) => isSeen(drops, piece));
  const gone = pieces.filter((piece) => !seen.includes(piece));
  if (gone.some(({ id }) => hostState.variantsOf(id).length > 1)) drops.tell(say("otherVariant"));
  // What was only clicked on is where somebody else holds it.
  const moved = seen.filter((piece) => !truePlaces.isContested(piece.id) || movedTokens.isMoved(piece.id));
  const lots = moved.map((piece) => ({ piece, ...lotOf(drops, piece, together) }));
  if (lots.length > 0 && drops.standstill()) drops.tell(drops.standstill());
  const areAllowed = lots.every(({ verdict }) => verdict === "allow");
  for (const { piece, held, center } of lots) {
    if (areAllowed && held) passes.set(piece.id, keyOf(placeOf(held.layout, center, held.size)));
    else restore(drops, piece);
  }
  if (!areAllowed)
    moveCommit.settleTogether(
      lots.filter(({ verdict }) => verdict !== "refuse"),
      together,
    );
};

/** What leaves in one message, which goes at once only if all of it may. @type {(drops: Drops, entries: readonly WirePosition[]) => Batch} */
const batchOf = (drops, entries) => {
  const { positions, drag, truePlaces, passes } = drops;
  const together = new Set(entries.map(({ uuid }) => uuid));
  const isFree = (/** @type {WirePosition} */ { uuid }) => {
    const piece = positions.pieceOf(uuid);
    if (!piece || !positions.isAway(piece) || passes.has(uuid)) return true;
    const center = { ...piece.shape.center };
    return !truePlaces.isContested(uuid) && drag.verdictOn(drag.take(piece, together), center) === "allow";
  };
  return { together, lots: [], isWhole: entries.length === 1 || drops.isStuck() || entries.every(isFree) };
};

/** @type {(drops: Drops, piece: Piece, together: ReadonlySet<GlobalId>) => {held: Held | null, verdict: "allow" | "later" | "refuse", center: Point}} */
const lotOf = (drops, piece, together) => {
  const { drag, verdicts, isStuck, standstill } = drops;
  const center = { ...piece.shape.center };
  const isHeld = isStuck() || standstill() !== "";
  const held = isHeld ? null : drag.take(piece, together);
  if (drag.isKnown(held, center)) verdicts.ready += 1;
  else verdicts.late += 1;
  return { held, verdict: isHeld ? "refuse" : verdictOn(drops, piece, held, center), center };
};

/** What somebody else moves, too, is judged once it is known where it stands. @type {(drops: Drops, piece: Piece, held: Held | null, center: Point) => "allow" | "later"} */
const verdictOn = ({ drag, truePlaces, movedTokens }, { id }, held, center) => {
  if (!truePlaces.isContested(id)) return drag.verdictOn(held, center);
  movedTokens.warn(id);
  return "later";
};

/** @type {(drops: Drops, piece: Piece) => void} */
const restore = ({ positions, restoring, isConnected, standstill }, piece) => {
  const start = positions.positionOf(piece);
  // Without a connection of its own the mod could not tell the others, so that the host has to.
  const aside = isConnected() || standstill() ? 0 : NUDGE;
  piece.shape.refPoint = { x: start.ref.x + aside, y: start.ref.y };
  restoring.set(piece.id, { piece, start });
};

/** The host has dropped what was dragged: of what it told nobody the others still see the way. @param {Drops} drops */
const ended = ({ positions, positionUpdates, truePlaces, restoring, isConnected, standstill }) => {
  for (const { piece } of isConnected() && !standstill() ? restoring.values() : [])
    if (!truePlaces.isContested(piece.id)) positionUpdates.goHome(piece, positions.positionOf(piece));
  restoring.clear();
};

/** Whether a token is still what is seen: another variant may have taken its place in somebody's hand. @type {(drops: Pick<Drops, "hostState">, piece: Piece) => boolean} */
const isSeen = ({ hostState }, { id, local }) => hostState.piece(local)?.id === id;

/** A move leaves in a message; what leaves instead; null: nothing does. @type {(drops: Drops, entry: WirePosition, batch: Batch) => WirePosition | null} */
const guard = (drops, entry, { together, lots, isWhole }) => {
  const { positions, drag, queues, moveCommit, truePlaces, passes, restoring, isStuck, isUndoing } = drops;
  const piece = positions.pieceOf(entry.uuid);
  const step = drops.undoSteps.comingBack();
  const again = step?.origins.get(entry.uuid);
  if (piece && step && again && !isStuck()) {
    moveCommit.makeAgain({ ...again, piece, location: step.location }, together);
    putBack(piece, positions.positionOf(piece));
    return null;
  }
  if (piece && truePlaces.isContested(piece.id)) return guardContested(drops, piece, entry, together);
  const start = positions.settledOf(entry.uuid);
  if (!piece || !start) return entry;
  const { id, shape } = piece;
  if (positions.hasGrown(piece)) {
    positions.settle(piece);
    return entry;
  }
  if (!isSound(entry) || restoring.delete(id) || !isSeen(drops, piece)) return putBack(piece, start);
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
  // A step that comes before the rules have answered for the one before it is made from where that ends.
  if (!hasPass && queues.isBusy(id)) {
    if (!isStuck()) lots.push({ piece, center, from: start.center });
    return putBack(piece, start);
  }
  const isAllowed = hasPass || (isWhole && drag.verdictOn(held, center) === "allow");
  if (isStuck() || !isAllowed) {
    if (!isStuck()) lots.push({ piece, center });
    return putBack(piece, start);
  }
  moveCommit.settle({ piece, center }, true, together);
  positions.settle(piece);
  truePlaces.placed(id, center, start.center);
  return entry;
};

/** What somebody else moves, too, may stand elsewhere by now: nothing leaves until that is known. @type {(drops: Drops, piece: Piece, entry: WirePosition, together: ReadonlySet<GlobalId>) => null} */
const guardContested = (drops, piece, entry, together) => {
  const { positions, queues, moveCommit, movedTokens, passes, restoring, isStuck, isUndoing } = drops;
  const { id } = piece;
  const center = { ...piece.shape.center };
  const isSettled = restoring.delete(id) || !isSound(entry);
  passes.delete(id);
  putBack(piece, positions.positionOf(piece));
  if (isStuck() || isSettled || queues.isBusy(id) || !movedTokens.isMoved(id)) return null;
  movedTokens.warn(id);
  if (isUndoing()) moveCommit.takeBack(piece, center, together);
  else moveCommit.settle({ piece, center }, false, together);
  return null;
};

/** The host tells places that are none where a token is grabbed at its middle. @param {WirePosition} entry */
export const isSound = ({ position }) => position.points.flat().every(Number.isFinite);

/** Put a token back where it stood, and have the message say so. @type {(piece: Piece, start: Position) => WirePosition} */
export const putBack = (piece, start) => {
  piece.shape.refPoint = { ...start.ref };
  piece.shape.invalidate(false);
  return entryOf(piece);
};

/** Where a token is drawn, as a message tells it. @type {(piece: Piece) => WirePosition} */
export const entryOf = ({ id, shape }) => ({ uuid: id, position: shape.getPositionRepresentation() });
