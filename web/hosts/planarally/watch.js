/**
 * Tokens in motion: what is asked while one is held, and what becomes of it when it is let go.
 *
 * The host tells nobody of a move before it is made. So this watches the gestures that make moves, has the verdict
 * ready when the hand opens, and puts back what the rules do not let go. Whatever moves a token in another way is
 * seen as it goes over the wire.
 *
 * `spots` knows where tokens stand, `hand` what is known of those that may be moved, `release` lets them go or puts them
 * back, `settling` has moves judged and written down, `placing` puts tokens where these come to, `wire` reads the messages.
 *
 * @typedef {import("./hand.js").HandPorts} HandPorts
 * @typedef {import("./placing.js").PlacingPorts} PlacingPorts
 * @typedef {import("./release.js").ReleasePorts} ReleasePorts
 * @typedef {import("./settling.js").SettlingPorts} SettlingPorts
 * @typedef {import("./wire.js").WirePorts} WirePorts
 *
 * @typedef {Omit<HandPorts & PlacingPorts & ReleasePorts & SettlingPorts & WirePorts, Inside>} Ports
 * @typedef {"spots" | "hand" | "placing" | "queues" | "settling" | "guard" | "isBusy" | "isDragging" | "isUndoing"} Inside  what these are to each other
 */

import { createQueues } from "../../core/queue.js";
import { createHand, idsOf } from "./hand.js";
import { createPlacing } from "./placing.js";
import { createRelease } from "./release.js";
import { createSettling } from "./settling.js";
import { createSpots } from "./spots.js";
import { createWire } from "./wire.js";

/** @param {Ports} ports */
export const createWatch = (ports) => {
  const { seat, isOn } = ports;
  let isDragging = false;
  let isUndoing = false;
  /** Moves of a token wait for its clock, and the clock for its moves. */
  const queues = createQueues(ports.redraw);
  const spots = createSpots(seat);
  const hand = createHand({ ...ports, spots, isBusy: queues.isBusy });
  const placing = createPlacing({ ...ports, spots, hand });
  const settling = createSettling({ ...ports, spots, hand, placing, queues });
  const inside = { spots, hand, queues, settling, isUndoing: () => isUndoing };
  const release = createRelease({ ...ports, ...inside });
  const wire = createWire({ ...ports, ...inside, guard: release.guard, isDragging: () => isDragging });

  const selectedPieces = () =>
    seat.selected().flatMap((local) => {
      const piece = seat.piece(local);
      return piece && seat.mayMove(local) ? [piece] : [];
    });

  /** A gesture begins. @type {(isPointer: boolean) => void} */
  const begin = (isPointer) => {
    if (isDragging) return;
    spots.note();
    hand.clear();
    isDragging = isPointer;
    if (!isOn()) return;
    const selected = selectedPieces();
    const together = idsOf(selected);
    for (const piece of selected) if (!queues.isBusy(piece.id)) hand.pick(piece, together);
  };

  /** The hand has moved. */
  const hover = () => {
    if (isDragging && isOn()) hand.hover(selectedPieces());
  };

  /** The hand opens: what may not go is put back before the host looks. */
  const drop = () => {
    isDragging = false;
    if (!isOn()) return;
    const moved = selectedPieces().filter(spots.isAway);
    const together = idsOf(moved);
    for (const piece of moved) release.drop(piece, together);
  };

  /** Have ready what is asked when a selected token is moved by a key. */
  const awaitKeys = () => {
    if (isDragging || !isOn()) return;
    for (const piece of selectedPieces())
      if (!hand.heldOf(piece.id) && !queues.isBusy(piece.id)) hand.pick(piece, new Set([piece.id]));
  };

  return {
    ...{ begin, hover, drop, await: awaitKeys },
    ...{ sends: wire.sends, receives: wire.receives, verdicts: release.verdicts },
    /** @type {(undoing: boolean) => void} */
    undoing: (undoing) => {
      isUndoing = undoing;
    },
    /** Take back the newest move if it was made here; whether it was. */
    undoOwn: () => isOn() && settling.undoOwn(),
    /** What is in the hand, for drawing. */
    held: () => (isDragging ? hand.all() : []),
    /** All tokens as they stand. */
    note: spots.note,
    ...{ spotOf: spots.spotOf, pieceOf: spots.pieceOf, after: queues.after, put: placing.put },
  };
};
