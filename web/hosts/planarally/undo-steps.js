/**
 * What undo takes back, step by step, the newest last: moves that the mod has made, of which the host knows nothing, and what the
 * host has done, some of which came to nothing since the mod put it back.
 *
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {{start: Point, end: Point}} Uncounted  a move that was let through and is in no ledger
 * @typedef {{by: "mod", piece: Piece, start: Point, uncounted: Uncounted | null}} OwnStep
 * @typedef {{by: "host", moved: Set<GlobalId> | null, uncounted: Map<GlobalId, Uncounted>}} HostStep  moved: who was let go; null: it is no move
 */

/** So many moves can be undone, if the rules let them. */
const MOST_STEPS = 100;

/** @param {(piece: Piece) => boolean} isHere  whether a token is still on the map */
export const createUndoSteps = (isHere) => {
  /** @type {(OwnStep | HostStep)[]} */
  const steps = [];
  /** What the host takes back now. @type {HostStep | null} */
  let goingBack = null;

  /** @type {(step: OwnStep | HostStep) => void} */
  const push = (step) => {
    steps.push(step);
    if (steps.length > MOST_STEPS) steps.shift();
  };

  /** @type {(id: GlobalId) => HostStep | undefined} */
  const hostStepOf = (id) => {
    const step = steps.findLast((one) => one.by === "host" && one.moved?.has(id) === true);
    return step?.by === "host" ? step : undefined;
  };

  return {
    /** The host has done something. @type {(moved: Set<GlobalId> | null) => void} */
    host: (moved) => push({ by: "host", moved, uncounted: new Map() }),
    /** A move of the mod's own. @type {(piece: Piece, start: Point, uncounted: Uncounted | null) => void} */
    own: (piece, start, uncounted) => push({ by: "mod", piece, start, uncounted }),
    /** What the host let go was sent home. @param {GlobalId} id */
    sentHome: (id) => hostStepOf(id)?.moved?.delete(id),
    /** What the host let go is in no ledger. @type {(id: GlobalId, move: Uncounted) => void} */
    uncounted: (id, move) => hostStepOf(id)?.uncounted.set(id, move),
    /** The newest step, which is taken back now. @returns {OwnStep | HostStep | undefined} */
    next: () => {
      let step = steps.pop();
      while (step?.by === "mod" && !isHere(step.piece)) step = steps.pop();
      goingBack = step?.by === "host" ? step : null;
      return step;
    },
    /** What the host takes back now. */
    goingBack: () => goingBack,
    /** It has taken it back. */
    done: () => {
      goingBack = null;
    },
  };
};

/** Whether nothing is left of a step: the host takes it back, and nothing is to be seen of that. @type {(step: HostStep | null) => boolean} */
export const isVoid = (step) => step?.moved?.size === 0;
