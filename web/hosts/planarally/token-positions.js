/**
 * Where tokens stand for the rules, which is not always where they are drawn: a dragged token still stands where it was
 * taken from.
 *
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { GlobalId, Point, Shape } from "./surface.js"
 * @typedef {{ref: Point, center: Point, lay: Point}} Position  center: that it is judged from; lay: that it is put back to
 */

import { CELL } from "./scene.js";

/**
 * @param {ReturnType<typeof createHostState>} hostState
 * @param {(id: GlobalId) => boolean} isContested  whether somebody else may be dragging a token
 */
export const createTokenPositions = (hostState, isContested) => {
  /** @type {Map<GlobalId, Position>} */
  const settled = new Map();
  /** @type {Map<GlobalId, Piece>} */
  const pieces = new Map();
  /** How often a token was settled elsewhere from here. @type {Map<GlobalId, number>} */
  const versions = new Map();
  /** How large tokens were when it was last known where they stand. @type {Map<GlobalId, Point>} */
  const sizes = new Map();

  /** How far a token has to be moved for it to be a move. */
  const threshold = () => (hostState.grid().isUsed ? CELL / 2 : 1);
  /** @type {(one: Point, other: Point) => boolean} */
  const isApart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) >= threshold();
  /** @type {(piece: Piece) => Position} */
  const positionOf = ({ id, shape }) => settled.get(id) ?? drawnPosition(shape);
  /** Whether a token is larger or smaller than when it was last known where it stands: its middle goes elsewhere with that, and it has not moved. @param {Piece} piece */
  const hasGrown = ({ id, shape }) => {
    const [before, now] = [sizes.get(id), hostState.sizeOf(shape)];
    return before !== undefined && (before.x !== now.x || before.y !== now.y);
  };

  /** Remember where all tokens stand; what creeps by less than a move, is carried by another or dragged, also somebody else's, is judged from where it stood. @param {ReadonlySet<GlobalId>} [dragged] */
  const note = (dragged) => {
    pieces.clear();
    const carried = hostState.carried();
    for (const piece of hostState.pieces()) {
      const { id, local, shape } = piece;
      pieces.set(id, piece);
      const known = settled.get(id);
      if (isContested(id) || (known && (carried.has(local) || dragged?.has(id)))) continue;
      const hasCrept = known && !hasGrown(piece) && !isApart(known.center, shape.center);
      settle(piece, hasCrept ? known.center : shape.center);
    }
  };

  /** A token stands where it is drawn now; it is judged from there, or from where it crept away. @type {(piece: Piece, center?: Point) => void} */
  const settle = ({ id, shape }, center = shape.center) => {
    const position = { ref: { ...shape.refPoint }, center: { ...center }, lay: { ...shape.center } };
    sizes.set(id, hostState.sizeOf(shape));
    if (JSON.stringify(settled.get(id)) !== JSON.stringify(position))
      versions.set(id, (versions.get(id) ?? 0) + 1);
    settled.set(id, position);
  };

  /** A variant is seen in the place of another one, and stands where that stood, whoever holds it elsewhere just now; null: it is none. @type {(id: GlobalId) => Piece | null} */
  const takeOver = (id) => {
    const before = pieces.has(id) ? undefined : hostState.variantsOf(id).find((one) => pieces.has(one));
    const [old, piece] = [pieces.get(before ?? ""), hostState.pieceById(id)];
    if (!old || !piece) return null;
    pieces.delete(old.id);
    pieces.set(id, piece);
    piece.shape.center = { ...positionOf(old).center };
    settle(piece);
    return piece;
  };

  return {
    note,
    positionOf,
    settle,
    takeOver,
    /** A token stands there, wherever it is drawn, as the host's server says. @type {(piece: Piece, position: Position) => void} */
    settleAt: ({ id, shape }, position) => {
      settled.set(id, position);
      sizes.set(id, hostState.sizeOf(shape));
    },
    hasGrown,
    versionOf: (/** @type {GlobalId} */ id) => versions.get(id) ?? 0,
    isApart,
    /** Whether a token is drawn apart from where it stands. @type {(piece: Piece) => boolean} */
    isAway: (piece) => !hasGrown(piece) && isApart(positionOf(piece).center, piece.shape.center),
    pieceOf: (/** @type {GlobalId} */ id) => pieces.get(id),
    /** Where a token stood when that was last noted. */
    settledOf: (/** @type {GlobalId} */ id) => settled.get(id),
  };
};

/** @type {(shape: Shape) => Position} */
const drawnPosition = ({ refPoint, center }) => ({
  ref: { ...refPoint },
  center: { ...center },
  lay: { ...center },
});
