/**
 * Tokens in motion: what is asked while one is held, and what becomes of it when it is let go.
 *
 * The host tells nobody of a move before it is made. So this watches the gestures that make moves, has the verdict
 * ready at the drop, and puts back what the rules do not let go. Whatever moves a token in another way is
 * seen in the message that leaves.
 *
 * `token-positions` knows where tokens stand, `drag` what is known of those that may be moved, `drop` lets them go or puts
 * them back, `move-commit` has moves judged and written down, `position-updates` puts tokens where these come to,
 * `position-messages` reads the messages, `true-places` finds out where tokens stand that others move,
 * `hand` remembers which of them are moved here, too.
 *
 * @import { DragPorts } from "./drag.js"
 * @import { DropPorts } from "./drop.js"
 * @import { MoveCommitPorts } from "./move-commit.js"
 * @import { PositionMessagesPorts } from "./position-messages.js"
 * @import { PositionUpdatesPorts } from "./position-updates.js"
 * @import { TruePlacesPorts } from "./true-places.js"
 *
 * @typedef {Omit<DragPorts & PositionUpdatesPorts & DropPorts & MoveCommitPorts & PositionMessagesPorts & TruePlacesPorts, Inside>} Ports
 * @typedef {"positions" | "drag" | "positionUpdates" | "queues" | "undoSteps" | "moveCommit" | "truePlaces" | "cleared" | "hand" | "guard" | "isBusy" | "isDragging" | "isUndoing"} Inside  what these are to each other
 */

import { coalesced } from "../../core/coalesce.js";
import { createQueues } from "../../core/queue.js";
import { createDrag, idsOf } from "./drag.js";
import { createDrop } from "./drop.js";
import { createHand } from "./hand.js";
import { createMoveCommit } from "./move-commit.js";
import { createPositionMessages } from "./position-messages.js";
import { createPositionUpdates } from "./position-updates.js";
import { createTokenPositions } from "./token-positions.js";
import { createTruePlaces } from "./true-places.js";
import { createUndoSteps } from "./undo-steps.js";

/** @param {Ports} ports */
export const createTokenMoves = (ports) => {
  const { hostState, isOn } = ports;
  let isDragging = false;
  let isUndoing = false;
  /** Moves of a token wait for its clock, and the clock for its moves. */
  const queues = createQueues(() => look());
  const positions = createTokenPositions(hostState, (id) => truePlaces.isContested(id));
  const drag = createDrag({ ...ports, positions, isBusy: queues.isBusy });
  const truePlaces = createTruePlaces({
    ...ports,
    positions,
    cleared: (id) => {
      const held = drag.heldOf(id);
      if (held && positions.isApart(held.start.center, positions.positionOf(held.piece).center))
        drag.letGo(id);
      look();
    },
  });
  const hand = createHand({ ...ports, positions, isContested: truePlaces.isContested });
  const positionUpdates = createPositionUpdates({ ...ports, positions, drag, truePlaces });
  const undoSteps = createUndoSteps(({ id, local }) => hostState.piece(local)?.id === id);
  const moveCommit = createMoveCommit({
    ...ports,
    ...{ positions, drag, positionUpdates, queues, truePlaces, undoSteps },
  });
  const inside = {
    ...{ truePlaces, hand },
    positions,
    drag,
    positionUpdates,
    queues,
    moveCommit,
    undoSteps,
    isUndoing: () => isUndoing,
  };
  const drops = createDrop({ ...ports, ...inside });
  const positionMessages = createPositionMessages({
    ...ports,
    ...inside,
    guard: drops.guard,
    isDragging: () => isDragging,
    redraw: () => look(),
  });

  const selectedPieces = () =>
    hostState.selected().flatMap((local) => {
      const piece = hostState.piece(local);
      return piece && hostState.mayMove(local) ? [piece] : [];
    });

  /** A gesture begins. @type {(isPointer: boolean) => void} */
  const begin = (isPointer) => {
    if (isDragging) return;
    positions.note();
    drag.clear();
    hand.begin(isPointer);
    isDragging = isPointer;
    if (!isOn()) return;
    const selected = selectedPieces();
    const together = idsOf(selected);
    for (const piece of selected) if (!queues.isBusy(piece.id)) drag.pick(piece, together);
  };

  /** What was selected when the gesture began stays in the hand, whatever is selected since. */
  const inHand = () => {
    const held = drag.all().map(({ piece }) => piece);
    const ids = idsOf(held);
    return [...held, ...selectedPieces().filter(({ id }) => !ids.has(id))];
  };

  /** The pointer has moved. */
  const hover = () => {
    if (isDragging && isOn()) drag.hover(inHand());
  };

  /** Tokens are let go: what may not go is put back before the host looks. */
  const drop = () => {
    isDragging = false;
    if (!isOn()) return;
    drops.drop(inHand().filter(positions.isAway));
  };

  /** The host has dropped what was in the hand: a token that it sent no message of has not moved. */
  const ended = () => {
    if (isDragging) return;
    if (isOn()) {
      drops.ended();
      const carried = hostState.carried();
      for (const { piece, start } of drag.all()) {
        const isLeft = positions.isAway(piece) && !queues.isBusy(piece.id) && !carried.has(piece.local);
        if (isLeft && ports.isConnected() && !truePlaces.isContested(piece.id))
          positionUpdates.goHome(piece, start);
      }
    }
    hand.end();
    awaitKeys();
  };

  /** Have ready what is asked when a selected token is moved by a key, and what is shown of it until then. */
  const awaitKeys = () => {
    if (isDragging) return;
    const selected = selectedPieces();
    drag.keep(idsOf(selected));
    if (selected.length > 0 && isOn()) {
      for (const piece of selected) {
        if (queues.isBusy(piece.id) || positions.isAway(piece)) continue;
        drag.pick(piece, new Set([piece.id]));
      }
      const shown = resting();
      if (shown) drag.askState(shown);
    }
    ports.redraw();
  };
  /** Something has changed that selected tokens may be about. */
  const look = coalesced(awaitKeys, setTimeout);

  /** What is drawn apart from where it was taken up; whoever only draws a wall or a box has nothing in the hand. */
  const displaced = () =>
    isDragging
      ? drag.all().filter(({ piece, start }) => {
          const { x, y } = piece.shape.center;
          return x !== start.center.x || y !== start.center.y;
        })
      : [];

  /** The one token that is selected, if it is moved by its user and counted; null: nothing is shown of it. @returns {import("./drag.js").Held | null} */
  const resting = () => {
    const [piece] = selectedPieces();
    if (displaced().length > 0 || !piece || hostState.selected().length > 1 || !isOn()) return null;
    const held = drag.heldOf(piece.id);
    return held?.mover.inCombat && !positions.isAway(piece) ? held : null;
  };

  return {
    ...{ begin, hover, drop, ended, look, await: awaitKeys },
    isDragging: () => isDragging,
    ...{ sends: positionMessages.sends, receives: positionMessages.receives, verdicts: drops.verdicts },
    /** Undo is asked for, and done within this turn of the page. @returns {ReturnType<typeof moveCommit.undoNewest>} */
    undo: () => {
      isUndoing = true;
      setTimeout(() => {
        isUndoing = false;
        undoSteps.done();
      });
      return isOn() ? moveCommit.undoNewest() : "host";
    },
    /** What is dragged, for drawing. */
    held: displaced,
    /** What is selected, likewise. */
    resting,
    /** All tokens as they stand, also while some are dragged. */
    note: () => positions.note(isDragging ? idsOf(inHand()) : undefined),
    ...{
      positionOf: positions.positionOf,
      pieceOf: positions.pieceOf,
      after: queues.after,
      put: positionUpdates.put,
    },
  };
};
