/**
 * Updates of positions: tokens are put where the rules have them stand, here and with the host; nobody judges that again.
 *
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 * @import { createTokenPositions, Position } from "./token-positions.js"
 *
 * @typedef {object} PositionUpdatesPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof createTokenPositions>} positions
 * @property {ReturnType<typeof import("./drag.js").createDrag>} drag
 * @property {ReturnType<typeof import("./true-places.js").createTruePlaces>} truePlaces
 * @property {Set<GlobalId>} onWay  tokens that the others see where they are dragged
 * @property {(name: string, data: unknown) => boolean} emit  whether there was a connection to send it
 * @property {() => string} standstill  why it was not sent
 * @property {(text: string) => void} tell
 */

import { say } from "./language.js";
import { POSITION } from "./position-messages.js";
import { centerOf, layoutOf, placeOf } from "./scene.js";

/** @param {PositionUpdatesPorts} ports */
export const createPositionUpdates = ({
  hostState,
  positions,
  drag,
  truePlaces,
  onWay,
  emit,
  standstill,
  tell,
}) => {
  /** Where the host would let a token come to rest. @type {(piece: Piece, center: Point) => Point} */
  const snapped = ({ id, shape }, center) => {
    const { type, isUsed } = hostState.grid();
    if (!isUsed) return { ...center };
    // A click since, as on the answer to a question, has emptied the hand.
    const layout = drag.heldOf(id)?.layout ?? layoutOf(type, isUsed, hostState.cell(), [center]);
    const size = hostState.sizeOf(shape);
    return centerOf(layout, placeOf(layout, center, size), size);
  };

  /** Move a token as it is by now: over a new connection, the host makes all shapes anew, and another variant of it may be seen; whether it was moved. @type {(id: GlobalId, move: (piece: Piece) => void) => boolean} */
  const place = (id, move) => {
    const piece = hostState.seenOf(id);
    if (!piece) return false;
    const { shape } = piece;
    const before = { ...shape.refPoint };
    const from = positions.settledOf(piece.id)?.center;
    move(piece);
    const position = shape.getPositionRepresentation();
    const isTold = emit(POSITION, { shapes: [{ uuid: piece.id, position }], temporary: false });
    if (isTold) {
      positions.settle(piece);
      truePlaces.placed(piece.id, piece.shape.center, from);
      onWay.delete(piece.id);
    } else {
      shape.refPoint = before;
      tell(standstill() || say("offline"));
    }
    shape.invalidate(false);
    return isTold;
  };

  return {
    /** Move a token as the rules say; whether it was moved. @type {(piece: Piece, center: Point, isExact?: boolean) => boolean} */
    put: ({ id }, center, isExact = false) =>
      place(id, (piece) => {
        piece.shape.center = isExact ? { ...center } : snapped(piece, center);
      }),
    /** Put a token back to where it stood. @type {(piece: Piece, start: Position) => void} */
    goHome: ({ id }, start) => {
      place(id, ({ shape }) => {
        shape.refPoint = { ...start.ref };
      });
    },
  };
};
