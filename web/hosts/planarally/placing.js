/**
 * Tokens put where the rules have them stand, here and with the host; nobody judges that again.
 *
 * @typedef {import("./seat.js").Piece} Piece
 * @typedef {import("./spots.js").Spot} Spot
 * @typedef {import("./surface.js").Point} Point
 *
 * @typedef {object} PlacingPorts
 * @property {ReturnType<typeof import("./seat.js").createSeat>} seat
 * @property {ReturnType<typeof import("./spots.js").createSpots>} spots
 * @property {ReturnType<typeof import("./hand.js").createHand>} hand
 * @property {(name: string, data: unknown) => boolean} emit  whether there was a connection to send it
 * @property {(text: string) => void} tell
 */

import { centerOf, placeOf } from "./scene.js";
import { POSITION } from "./wire.js";

/** @param {PlacingPorts} ports */
export const createPlacing = ({ seat, spots, hand, emit, tell }) => {
  /** Where the host would let a token come to rest. @type {(piece: Piece, center: Point) => Point} */
  const snapped = ({ id, shape }, center) => {
    const { type, isUsed } = seat.grid();
    const held = isUsed ? hand.heldOf(id) : undefined;
    if (!held) return { ...center };
    const size = shape.getSize(type);
    return centerOf(held.layout, placeOf(held.layout, center, size), size);
  };

  /** @type {(piece: Piece, move: () => void) => void} */
  const place = (piece, move) => {
    const { id, shape } = piece;
    const before = { ...shape.refPoint };
    move();
    const position = shape.getPositionRepresentation();
    if (emit(POSITION, { shapes: [{ uuid: id, position }], temporary: false })) spots.settle(piece);
    else {
      shape.refPoint = before;
      tell("There is no connection to the host, so the token stays; move it again once there is.");
    }
    shape.invalidate(false);
  };

  return {
    /** Move a token as the rules say. @type {(piece: Piece, center: Point, isExact?: boolean) => void} */
    put: (piece, center, isExact = false) =>
      place(piece, () => {
        piece.shape.center = isExact ? { ...center } : snapped(piece, center);
      }),
    /** Put a token back to where it stood. @type {(piece: Piece, start: Spot) => void} */
    goHome: (piece, start) =>
      place(piece, () => {
        piece.shape.refPoint = { ...start.ref };
      }),
  };
};
