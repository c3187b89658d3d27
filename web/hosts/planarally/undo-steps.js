/**
 * What undo takes back and redo does again, step by step, the newest last: moves that the mod has made, of which the host knows
 * nothing, and what the host has done, some of which came to nothing since the mod put it back.
 *
 * @import { Piece } from "./host-state.js"
 * @import { GlobalId, Point } from "./surface.js"
 *
 * @typedef {{start: Point, end: Point, round: string | null}} Uncounted  a move that was let through and is in no ledger; round: that it was made in; null: out of a fight
 * @typedef {{by: "mod", piece: Piece, start: Point, end: Point, aim: Point, together: ReadonlySet<GlobalId>, uncounted: Uncounted | null, location: number}} OwnStep  aim: where it was to go; a roll may have ended it before; together: the same set for all in one hand, which are one step
 * @typedef {ReadonlyMap<GlobalId, {piece: Piece, start: Point, end: Point}>} Origins  tokens as they were, where they lay and where they went
 * @typedef {{by: "host", moved: Set<GlobalId> | null, origins: Origins, uncounted: Map<GlobalId, Uncounted>, location: number}} HostStep  moved: who was let go; null: it is no move
 */

/** How many moves can be undone, if the rules let them. */
const MOST_STEPS = 100;

/** @type {(location: number, moved: ReadonlySet<GlobalId> | null, origins?: Origins) => HostStep} */
const hostStep = (location, moved, origins = new Map()) => ({
  ...{ by: "host", location, origins, uncounted: new Map() },
  moved: moved && new Set(moved),
});

/**
 * @param {(id: GlobalId) => Piece | undefined} seenOf  a token as it is seen by now
 * @param {() => number} location  the location that is open here
 */
export const createUndoSteps = (seenOf, location) => {
  const nothing = () => hostStep(location(), new Set());

  /** @type {(OwnStep | HostStep)[]} */
  const steps = [];
  /** What was taken back and can be made again. @type {(OwnStep | HostStep)[]} */
  const undone = [];
  /** What the host makes again now, and what it takes back. @type {[HostStep | null, HostStep | null]} */
  let [comingBack, goingBack] = [null, null];
  /** What the host has put somewhere or resized in this gesture: it tells of it shape by shape, and undoes it at once. @type {HostStep | null} */
  let ofGesture = null;
  /** What is being drawn: its step is that of its making, also when it is ready. @type {{id: GlobalId, step: HostStep} | null} */
  let drawn = null;

  /** @type {<T extends OwnStep | HostStep>(step: T) => T} */
  const push = (step) => {
    steps.push(step);
    if (steps.length > MOST_STEPS) steps.shift();
    return step;
  };

  /** @type {(moved: ReadonlySet<GlobalId> | null, origins?: Origins) => HostStep} */
  const pushHosts = (moved, origins) => {
    undone.length = 0;
    return push(hostStep(location(), moved, origins));
  };

  /** The newest step of a list, taken out of it, without moves of tokens that are gone. @type {(list: (OwnStep | HostStep)[]) => {own: OwnStep[], host: HostStep | null}} */
  const takeNewest = (list) => {
    const newest = list.at(-1);
    if (newest?.by !== "mod") {
      list.pop();
      return { own: [], host: newest ?? null };
    }
    /** @type {OwnStep[]} */
    const own = [];
    for (const step of [...list].reverse()) {
      if (step.by !== "mod" || step.together !== newest.together) continue;
      list.splice(list.indexOf(step), 1);
      const piece = seenOf(step.piece.id);
      if (piece) own.push({ ...step, piece });
    }
    return own.length > 0 ? { own, host: null } : takeNewest(list);
  };

  /** @type {(ids: readonly GlobalId[]) => HostStep | null} */
  const drawnStep = (ids) =>
    drawn && steps.at(-1) === drawn.step && ids.every((id) => id === drawn?.id) ? drawn.step : null;

  /** @type {(id: GlobalId) => HostStep | undefined} */
  const hostStepOf = (id) => {
    const step = steps.findLast((one) => one.by === "host" && one.moved?.has(id) === true);
    return step?.by === "host" ? step : undefined;
  };

  return {
    /** Another gesture begins. */
    begin: () => {
      ofGesture = null;
    },
    /** The host has done something that is no move. @param {GlobalId} [made]  what it has put on the map by that */
    host: (made) => {
      const step = pushHosts(null);
      drawn = made === undefined ? null : { id: made, step };
    },
    /** The host has put shapes somewhere, or resized them. @type {(ids: readonly GlobalId[], moved: ReadonlySet<GlobalId> | null, origins?: Origins) => void} moved: who was let go; null: it is no move */
    put: (ids, moved, origins = new Map()) => {
      if (ofGesture && !moved) ofGesture.moved = null;
      else if (ofGesture) {
        for (const id of moved ?? []) ofGesture.moved?.add(id);
        const before = [...ofGesture.origins].map(
          ([id, one]) => /** @type {const} */ ([id, { ...one, end: origins.get(id)?.end ?? one.end }]),
        );
        ofGesture.origins = new Map([...origins, ...before]);
      } else ofGesture = drawnStep(ids) ?? pushHosts(moved, origins);
      drawn = null;
    },
    /** A move of the mod's own. @param {Omit<OwnStep, "by">} step */
    own: (step) => push({ by: "mod", ...step }),
    /** A deleted token is back, as another one for the host. @type {(id: GlobalId, piece: Piece) => void} */
    comesBack: (id, piece) => {
      for (const step of [...steps, ...undone])
        if (step.by === "mod" && step.piece.id === id) step.piece = piece;
    },
    /** What the host let go was sent home. @param {GlobalId} id */
    sentHome: (id) => hostStepOf(id)?.moved?.delete(id),
    /** What the host let go is in no ledger. @type {(id: GlobalId, move: Uncounted) => void} */
    uncounted: (id, move) => hostStepOf(id)?.uncounted.set(id, move),
    /** Whether what is taken back next, or made again, is a move. @param {boolean} isAgain */
    isMove: (isAgain) => isMove((isAgain ? undone : steps).at(-1)),
    /** The newest step, which is taken back now: moves of the mod in one hand, or what the host has done. */
    next: () => {
      const { own, host } = takeNewest(steps);
      goingBack = host;
      undone.push(...(host ? [host] : own));
      return { own, host };
    },
    /** What was taken back last, which is made again now: moves of the host by the mod. */
    again: () => {
      const { own, host } = takeNewest(undone);
      comingBack = host;
      if (host) push(host.moved ? nothing() : host);
      return { own, host };
    },
    /** What the host takes back or makes again now is done by the mod. */
    instead: () => {
      if (goingBack) goingBack = nothing();
      if (comingBack) comingBack = nothing();
    },
    /** What the host makes again now, and what it takes back. */
    comingBack: () => comingBack,
    goingBack: () => goingBack,
    /** It has done so. */
    done: () => {
      goingBack = comingBack = null;
    },
  };
};

/** @param {OwnStep | HostStep | undefined} step */
const isMove = (step) => step?.by === "mod" || (step !== undefined && step.moved !== null);

/** Whether nothing is left of a step: the host takes it back, and nothing is to be seen of that. @type {(step: HostStep | null) => boolean} */
export const isVoid = (step) => step?.moved?.size === 0;
