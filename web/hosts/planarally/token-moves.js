/**
 * Tokens in motion: what is asked while one is held, and what becomes of it when it is let go.
 *
 * The host tells nobody of a move before it is made. So this watches the gestures that make moves, has the verdict
 * ready at the drop, and puts back what the rules do not let go. Whatever moves a token in another way is
 * seen in the message that leaves.
 *
 * `token-positions` knows where tokens stand, `drag` what is known of those that may be moved, `drop` lets them go or puts
 * them back, `move-commit` has moves judged and written down, `position-updates` puts tokens where these come to,
 * `position-messages` reads the messages, `true-places` finds out where tokens stand that others move, `awaited-prices` waits for
 * what that costs,
 * `movedTokens` remembers which of them are moved here, too.
 *
 * @import { AwaitedPricesPorts } from "./awaited-prices.js"
 * @import { DragPorts, Held } from "./drag.js"
 * @import { DropPorts } from "./drop.js"
 * @import { GlobalId, Point } from "./surface.js"
 * @import { MoveCommitPorts } from "./move-commit.js"
 * @import { PositionMessagesPorts } from "./position-messages.js"
 * @import { PositionUpdatesPorts } from "./position-updates.js"
 * @import { TruePlacesPorts } from "./true-places.js"
 *
 * @typedef {Omit<DragPorts & PositionUpdatesPorts & DropPorts & MoveCommitPorts & PositionMessagesPorts & TruePlacesPorts & AwaitedPricesPorts, Inside> & {changed: () => void}} Ports  changed: what is asked ahead may be another
 * @typedef {"positions" | "drag" | "positionUpdates" | "queues" | "undoSteps" | "moveCommit" | "truePlaces" | "cleared" | "onWay" | "leftOnWay" | "movedTokens" | "guard" | "batch" | "settleTogether" | "isBusy" | "isDraggedHere" | "prices" | "putAgain" | "isDragging" | "isUndoing" | "unpaid"} Inside  what these are to each other
 * @typedef {ReturnType<typeof joined>} Moves
 */

import { coalesced } from "../../core/coalesce.js";
import { createQueues } from "../../core/queue.js";
import { createAwaitedPrices } from "./awaited-prices.js";
import { createDrag, idsOf } from "./drag.js";
import { createDrop } from "./drop.js";
import { createMoveCommit } from "./move-commit.js";
import { createMovedTokens } from "./moved-tokens.js";
import { createPositionMessages } from "./position-messages.js";
import { createPositionUpdates } from "./position-updates.js";
import { createTokenPositions } from "./token-positions.js";
import { createTruePlaces } from "./true-places.js";
import { createUndoSteps } from "./undo-steps.js";
import { until } from "./until.js";

/** @param {Ports} ports */
export const createTokenMoves = (ports) => {
  /** Something has changed that selected tokens may be about. */
  const look = coalesced(() => awaitKeys(moves), setTimeout);
  const moves = joined(ports, look);
  const { gesture, positions, positionMessages, queues, drops } = moves;
  return {
    /** Whoever sits here does something else, by a pointer or a key. */
    acts: () => moves.undoSteps.begin(),
    /** @param {boolean} isPointer */
    begin: (isPointer) => begin(moves, isPointer),
    hover: () => hover(moves),
    drop: () => drop(moves),
    ended: () => ended(moves),
    look,
    /** The location was loaded anew, and what was held is in no hand any more. */
    loaded: () => {
      for (const id of moves.onWay) moves.leftOnWay.add(id);
      moves.onWay.clear();
      moves.drag.clear();
      gesture.isDragging = false;
    },
    /** Whether the rules have not answered yet for a token that is selected. */
    isWaiting: () => selectedPieces(moves).some(({ id }) => queues.isBusy(id)),
    /** Whether a key moves nothing here now, which is told. */
    holdsStill: () => selectedPieces(moves).length > 0 && holdsStill(moves),
    await: () => awaitKeys(moves),
    isDragging: () => gesture.isDragging,
    /** Whether no token is dragged here, and none waits for a verdict. */
    isIdle: () => !gesture.isDragging && ports.hostState.pieces().every(({ id }) => !queues.isBusy(id)),
    ...{ sends: positionMessages.sends, receives: positionMessages.receives, verdicts: drops.verdicts },
    undo: () => undo(moves),
    redo: () => redo(moves),
    /** A deleted token is back, as another one for the host. @type {(from: GlobalId, to: GlobalId) => void} */
    comesBack: (from, to) => {
      const piece = ports.hostState.pieceById(to);
      if (piece) moves.undoSteps.comesBack(from, piece);
    },
    /** Somebody else has another variant seen. @type {(id: GlobalId) => void} */
    shows: (id) => shows(moves, id),
    /** What is dragged, for drawing. */
    held: () => displaced(moves),
    /** What is selected, likewise. */
    resting: () => resting(moves),
    /** All tokens as they stand, also while some are dragged. */
    note: () => positions.note(gesture.isDragging ? idsOf(draggedPieces(moves)) : undefined),
    ...{ positionOf: positions.positionOf, pieceOf: positions.pieceOf },
    ...{ after: queues.after, overwritten: moves.moveCommit.overwritten },
    takeBackNewest: moves.moveCommit.takeBackNewest,
    leave: moves.moveCommit.leave,
    settled: moves.truePlaces.settled,
    /** @type {(id: GlobalId, at: Point) => Promise<boolean>} */
    liesAt: (id, at) => liesAt(ports, id, at),
  };
};

/**
 * All that tokens are moved with, and what the user does now.
 *
 * @param {Ports} ports
 * @param {() => void} look
 */
const joined = (ports, look) => {
  const { hostState } = ports;
  const gesture = { isDragging: false, isUndoing: false };
  /** Moves of a token wait for its clock, and the clock for its moves. */
  const queues = createQueues(look);
  const positions = createTokenPositions(hostState, (id) => truePlaces.isContested(id));
  const drag = createDrag({ ...ports, positions, isBusy: queues.isBusy });
  const prices = createAwaitedPrices({
    ...ports,
    positions,
    putAgain: (id, center) => {
      const piece = hostState.pieceById(id);
      if (piece) positionUpdates.put(piece, center, true);
    },
  });
  const truePlaces = createTruePlaces({
    ...ports,
    ...{ positions, prices },
    isDraggedHere: (id) => gesture.isDragging && movedTokens.isMoved(id),
    cleared: (id) => {
      const held = drag.heldOf(id);
      if (held && positions.isApart(held.start.center, positions.positionOf(held.piece).center))
        drag.letGo(id);
      look();
    },
  });
  const movedTokens = createMovedTokens({ ...ports, positions, isContested: truePlaces.isContested });
  /** Tokens that the others see where they are dragged; and those that were in the hand when the location was loaded anew. @type {[Set<GlobalId>, Set<GlobalId>]} */
  const [onWay, leftOnWay] = [new Set(), new Set()];
  const positionUpdates = createPositionUpdates({ ...ports, positions, drag, truePlaces, onWay });
  const undoSteps = createUndoSteps(hostState.seenOf, hostState.location);
  const unpaid = new Map();
  const known = { positions, drag, positionUpdates, queues, truePlaces, undoSteps, movedTokens, unpaid };
  const moveCommit = createMoveCommit({ ...ports, ...known });
  const inside = { ...known, onWay, leftOnWay, moveCommit };
  const isUndoing = () => gesture.isUndoing;
  const drops = createDrop({ ...ports, ...inside, isUndoing });
  const positionMessages = createPositionMessages({
    ...ports,
    ...inside,
    ...{ guard: drops.guard, batch: drops.batch, settleTogether: moveCommit.settleTogether },
    isDragging: () => gesture.isDragging,
    isUndoing,
    redraw: look,
  });
  return { ...ports, ...inside, drops, positionMessages, gesture };
};

/** @param {Moves} moves */
const selectedPieces = ({ hostState }) =>
  hostState.selected().flatMap((local) => {
    const piece = hostState.piece(local);
    return piece && hostState.mayMove(local) ? [piece] : [];
  });

/** A gesture begins. @type {(moves: Moves, isPointer: boolean) => void} */
const begin = (moves, isPointer) => {
  const { positions, drag, movedTokens, queues, gesture } = moves;
  if (gesture.isDragging) return;
  positions.note();
  drag.clear();
  movedTokens.begin(isPointer);
  gesture.isDragging = isPointer;
  if (!moves.isOn()) return;
  const selected = selectedPieces(moves);
  const together = idsOf(selected);
  for (const piece of selected) if (!queues.isBusy(piece.id)) drag.pick(piece, together);
};

/** What was selected when the gesture began stays the dragged set, whatever is selected since. @param {Moves} moves */
const draggedPieces = (moves) => {
  const held = moves.drag.all().map(({ piece }) => piece);
  const ids = idsOf(held);
  return [...held, ...selectedPieces(moves).filter(({ id }) => !ids.has(id))];
};

/** The pointer has moved. @param {Moves} moves */
const hover = (moves) => {
  if (moves.gesture.isDragging && moves.isOn()) moves.drag.hover(draggedPieces(moves));
};

/** Tokens are let go, if any are dragged here: what may not go is put back before the host looks. @param {Moves} moves */
const drop = (moves) => {
  if (!moves.gesture.isDragging) return;
  moves.gesture.isDragging = false;
  if (moves.isOn()) moves.drops.drop(draggedPieces(moves).filter(moves.positions.isAway));
};

/** The host has dropped what was dragged: a token that it sent no message of has not moved. @param {Moves} moves */
const ended = (moves) => {
  const { hostState, positions, drag, movedTokens, queues, truePlaces } = moves;
  if (moves.gesture.isDragging) return;
  if (moves.isOn()) {
    moves.drops.ended();
    const carried = hostState.carried();
    for (const { piece, start } of drag.all()) {
      const isLeft = positions.isAway(piece) && !queues.isBusy(piece.id) && !carried.has(piece.local);
      if (isLeft && moves.isConnected() && !moves.standstill() && !truePlaces.isContested(piece.id))
        moves.positionUpdates.goHome(piece, start);
    }
  }
  movedTokens.end();
  awaitKeys(moves);
};

/** Have ready what is asked when a selected token is moved by a key, and what is shown of it until then. @param {Moves} moves */
const awaitKeys = (moves) => {
  const { positions, drag, queues } = moves;
  if (moves.gesture.isDragging) return renew(moves);
  if (moves.isOn()) bringHome(moves);
  const selected = selectedPieces(moves);
  drag.keep(idsOf(selected));
  if (selected.length > 0 && moves.isOn()) {
    for (const piece of selected) {
      if (queues.isBusy(piece.id) || positions.isAway(piece)) continue;
      drag.pick(piece, new Set([piece.id]));
    }
    const shown = resting(moves);
    if (shown) drag.askState(shown);
  }
  moves.redraw();
  moves.changed();
};

/** What others change counts for what is held. @param {Moves} moves */
const renew = (moves) => {
  if (moves.isOn()) moves.drag.renew();
  hover(moves);
};

/** Tokens that were left on their way are where the host keeps them, and the others see that once they are here. @param {Moves} moves */
const bringHome = ({ hostState, positions, positionUpdates, truePlaces, queues, leftOnWay, standstill }) => {
  for (const piece of standstill() ? [] : [...leftOnWay].flatMap((id) => hostState.pieceById(id) ?? [])) {
    if (queues.isBusy(piece.id)) continue;
    leftOnWay.delete(piece.id);
    if (truePlaces.isContested(piece.id)) continue;
    positions.settle(piece);
    positionUpdates.goHome(piece, positions.positionOf(piece));
  }
};

/** What is drawn apart from where it was taken up; whoever only draws a wall or a box drags nothing. @param {Moves} moves */
const displaced = ({ drag, positions, gesture }) =>
  gesture.isDragging
    ? drag.all().filter(({ piece, start }) => {
        if (positions.hasGrown(piece)) return false;
        const { x, y } = piece.shape.center;
        return x !== start.center.x || y !== start.center.y;
      })
    : [];

/** The one token that is selected, if it is moved by its user and counted; null: nothing is shown of it. @type {(moves: Moves) => Held | null} */
const resting = (moves) => {
  const { hostState, positions, drag } = moves;
  const [piece] = selectedPieces(moves);
  if (displaced(moves).length > 0 || !piece || hostState.selected().length > 1 || !moves.isOn()) return null;
  const held = drag.heldOf(piece.id);
  return held?.mover.inCombat && !positions.isAway(piece) ? held : null;
};

/** Whether the host has a token lie there; of one that is in no location here it is not known, and believed. @type {(ports: Ports, id: GlobalId, at: Point) => Promise<boolean>} */
const liesAt = async ({ hostState }, id, at) => {
  const found = () => hostState.pieces().find((one) => hostState.identity(one.id) === id);
  await until(() => found() !== undefined);
  const { x, y } = found()?.shape.center ?? at;
  return Math.hypot(x - at.x, y - at.y) < 1;
};

/** Somebody else has another variant seen, where a move from here began of which they had not heard: it has moved, too. @type {(moves: Moves, id: GlobalId) => void} */
const shows = ({ hostState, positions, positionUpdates, truePlaces }, id) => {
  const piece = hostState.pieceById(id);
  for (const old of piece ? hostState.variantsOf(id) : []) {
    const [from, stands] = [truePlaces.movedFrom(old), positions.settledOf(old)];
    if (!piece || old === id || !from || !stands || positions.isApart(from, piece.shape.center)) continue;
    if (positions.isApart(from, stands.center)) positionUpdates.put(piece, stands.center, true);
  }
};

/** Whether no move can be told to anybody now, which is told: the host would remember it as a step to undo. @param {Moves} moves */
const holdsStill = ({ isOn, standstill, tell }) => {
  const why = isOn() ? standstill() : "";
  if (why) tell(why);
  return why !== "";
};

/** Undo is asked for, and done within this turn of the page. @param {Moves} moves */
const undo = (moves) => {
  const { isOn, moveCommit, undoSteps, gesture } = moves;
  if (undoSteps.isMove(false) && holdsStill(moves)) return "own";
  gesture.isUndoing = true;
  setTimeout(() => {
    gesture.isUndoing = false;
    undoSteps.done();
  });
  return isOn() ? moveCommit.undoNewest() : "host";
};

/** Redo is asked for, likewise. @param {Moves} moves */
const redo = (moves) => {
  const { isOn, moveCommit, undoSteps } = moves;
  if (undoSteps.isMove(true) && holdsStill(moves)) return "own";
  setTimeout(() => undoSteps.done());
  return isOn() ? moveCommit.redoNewest() : "host";
};
