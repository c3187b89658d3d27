/**
 * How a move is committed: it is judged, made and written down; and how the newest is taken back.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Route } from "../../core/questions.js"
 * @import { Mover, Verdict } from "../host.js"
 * @import { createDrag, DragPorts, Held } from "./drag.js"
 * @import { Group } from "./group.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { Layout } from "./scene.js"
 * @import { GlobalId, Point } from "./surface.js"
 * @import { Uncounted } from "./undo-steps.js"
 * @typedef {{piece: Piece, center: Point, from?: Point}} Lot  A move in a hand. from: where it seemed to begin, if it begins where another one ends that is still judged
 *
 * @typedef {object} MoveCommitPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {ReturnType<typeof createDrag>} drag
 * @property {ReturnType<typeof import("./position-updates.js").createPositionUpdates>} positionUpdates
 * @property {ReturnType<typeof import("../../core/queue.js").createQueues>} queues
 * @property {ReturnType<typeof import("./undo-steps.js").createUndoSteps>} undoSteps
 * @property {ReturnType<typeof import("./true-places.js").createTruePlaces>} truePlaces
 * @property {ReturnType<typeof import("./moved-tokens.js").createMovedTokens>} movedTokens
 * @property {Map<GlobalId, {piece: Piece, start: import("./token-positions.js").Position}>} unpaid  moves that were let go in a fight and are not written down yet
 * @property {DragPorts["moverOf"]} moverOf
 * @property {DragPorts["ask"]} ask
 * @property {(mover: Mover, route: Route, id: string, isLetThrough?: boolean) => Promise<Verdict>} judge  and tell whoever moves of it
 * @property {(text: string) => void} tell
 * @property {(id: GlobalId, at: Point) => void} heads  a token is to go there
 * @property {(id: GlobalId, verdict: Verdict, move: {start: Point, at: Point, location: number, layout: Layout, isFinal: boolean}) => void} record  at: where the token lies after it; isFinal: if somebody else writes at once it is not judged again
 * @property {(id: GlobalId, verdict: Verdict) => void} recordLate  somebody else has moved the token on, and that is written down already
 * @property {(id: GlobalId, verdict: Verdict) => void} recordInVain  the move came to nothing; dice that fell for it stay as they fell
 * @property {(mover: Mover) => boolean} isOvertaken  whether something else was written down for a token meanwhile
 * @property {(mover: Mover, end: Point) => boolean} isMovedOn  whether what was written down for a token meanwhile goes on from there
 * @property {(id: GlobalId) => void} overtaken  somebody else was quicker with a token
 * @property {(id: GlobalId) => void} movedSince  a token is not where the step ended that was to be undone or redone
 * @property {(id: GlobalId) => Mover["turn"] | undefined} turnOf  what is written down for a token
 * @property {(id: GlobalId, point: Point) => boolean} isWayBack  whether the newest move began there
 * @property {(id: GlobalId) => Point | undefined} newestStart  where the newest move began
 * @property {(id: GlobalId) => Point | null} keptAt  where a token lies by what is written down
 * @property {(mover: Mover) => boolean} isMovedSince  whether another move of a token is the newest by now
 * @property {(id: GlobalId, turn: Mover["turn"]) => Point | undefined} startAfter  where the oldest of the moves began that are not in a turn any more
 * @property {(mover: Mover, isTurn: boolean) => Promise<Verdict>} takenBack  what comes of taking back the newest move, or all of the turn; and tell whoever does of it
 * @property {(id: GlobalId) => boolean} isPushed  whether the next move of a token is a push by the GM
 * @property {(id: GlobalId, verdict: Verdict) => void} recordUndone
 */

import { createDragPlans } from "../../core/drag-plans.js";
import { newId } from "../../core/new-id.js";
import { isOutdated } from "../../core/outdated.js";
import { goesOn } from "../../core/verdicts.js";
import { roundsIn } from "./clock.js";
import { idsOf, keyOf } from "./drag.js";
import { createGroup } from "./group.js";
import { say } from "./language.js";
import { centerOf, isInside, placeOf } from "./scene.js";
import { isVoid } from "./undo-steps.js";

/** @param {MoveCommitPorts} ports */
export const createMoveCommit = (ports) => ({
  settle: settle.bind(null, ports),
  settleTogether: settleTogether.bind(null, ports),
  leave: () => leave(ports),
  takeBack: takeBackHosts.bind(null, ports),
  takeBackNewest: takeBackNewest.bind(null, ports),
  undoNewest: () => undoNewest(ports),
  redoNewest: () => redoNewest(ports),
  makeAgain: makeAgain.bind(null, ports),
  overwritten: overwritten.bind(null, ports),
});

/**
 * Have a move judged, made and written down.
 *
 * @type {(ports: MoveCommitPorts, lot: Lot, isMade: boolean, together: ReadonlySet<GlobalId>, group?: Group) => Promise<void>}
 */
const settle = (ports, { piece, center, from }, isMade, together, group) => {
  const { hostState, positionUpdates, queues, drag, truePlaces } = ports;
  const { id } = piece;
  const isContested = truePlaces.isContested(id);
  // What is known of a dragged token is known of where it stands now.
  const held = isContested || queues.isBusy(id) ? null : drag.take(piece, together);
  if (isMade && held?.mover.inCombat) ports.unpaid.set(id, { piece, start: held.start });
  const settled = queues.after(id, async () => {
    if (isContested) group?.leave(id);
    if (isContested) return settleContested(ports, piece, center, together);
    const one = held ?? (await drag.takeInTime(piece, together));
    const { x, y } = one && from ? one.start.center : { x: 0, y: 0 };
    const goal = one && from ? { x: x + center.x - from.x, y: y + center.y - from.y } : center;
    if (one) await judge(ports, { ...one, alongside: together, ...(group ? { group } : {}) }, goal, isMade);
    else if (!isMade) positionUpdates.put(piece, center);
    drag.letGo(id);
    if (hostState.selected().includes(piece.local)) drag.pick(piece, new Set([id]));
  });
  return settled.finally(() => {
    ports.unpaid.delete(id);
    group?.leave(id);
  });
};

/** Have those judged together that are moved in one hand. @type {(ports: MoveCommitPorts, lots: readonly Lot[], together: ReadonlySet<GlobalId>) => void} */
const settleTogether = (ports, lots, together) => {
  const group =
    lots.length > 1
      ? createGroup(
          ports,
          lots.map(({ piece }) => piece.id),
        )
      : undefined;
  for (const lot of lots) settle(ports, lot, false, together, group);
};

/** The page goes away: what nobody will pay for was not moved. @param {MoveCommitPorts} ports */
const leave = ({ positionUpdates, unpaid }) => {
  for (const { piece, start } of unpaid.values()) positionUpdates.goHome(piece, start);
};

/** Somebody else has moved the token, too: it is judged from where it stands now, and the others see where it comes to lie. @type {(ports: MoveCommitPorts, piece: Piece, center: Point, together: ReadonlySet<GlobalId>) => Promise<void>} */
const settleContested = async (ports, piece, center, together) => {
  const { positions, positionUpdates, drag, truePlaces } = ports;
  const { id } = piece;
  await truePlaces.settled(piece);
  drag.letGo(id);
  const version = positions.versionOf(id);
  const held = await drag.takeInTime(piece, together);
  if (held && positions.isApart(held.start.center, center)) await judge(ports, held, center, false);
  await truePlaces.known(piece);
  if (positions.versionOf(id) === version) positionUpdates.goHome(piece, positions.positionOf(piece));
  drag.letGo(id);
};

/** @type {(ports: MoveCommitPorts, held: Held, center: Point, isMade: boolean) => Promise<void>} */
const judge = async (ports, held, center, isMade) => {
  const { positions, positionUpdates, truePlaces, undoSteps } = ports;
  const { piece, mover, layout, size, start, location } = held;
  const isElsewhere = () =>
    positions.isApart(positions.positionOf(piece).center, isMade ? center : start.center);
  // Nobody is asked about what is to be judged anew.
  if (!isElsewhere() && ports.isOvertaken(mover)) return judgeAnew(ports, held, center, isMade);
  const place = placeOf(layout, center, size);
  if (!isInside(layout, place, size)) return leaveMap(ports, held, center, isMade);
  // What ends in the cell where it began is no move, and the next one is judged from there.
  const isStill = keyOf(place) === keyOf(placeOf(layout, start.center, size));
  if (isStill && isMade) positions.settle(piece, start.center);
  if (isStill) return;
  const [first, ...rest] = ports.isPushed(piece.id) ? [] : (held.plans.find(place)?.path ?? []);
  const route = first ? { path: /** @type {[PathCell, ...PathCell[]]} */ ([first, ...rest]) } : { to: place };
  ports.heads(piece.id, center);
  const verdict = await verdictOn(ports, held, route);
  const isOther = await isOtherNow(ports, held, route, verdict);
  await truePlaces.known(piece);
  if (!isMade && !ports.hostState.pieceById(piece.id)) return leavesSight(ports, piece, verdict);
  const isCounted = () => !ports.isOvertaken(mover) || ports.isMovedOn(mover, center);
  if (isElsewhere() && !(isMade && isCounted())) return comesToNothing(ports, piece, verdict);
  if (isOther || (ports.isOvertaken(mover) && !verdict.declined)) {
    ports.recordInVain(piece.id, verdict);
    const isLetThrough = verdict.overridden && !verdict.informed;
    return judgeAnew(ports, { ...held, isLetThrough }, center, isMade);
  }
  const isAllowed = goesOn(verdict);
  const move = { start: start.lay, location, layout };
  // Somebody else has moved it on from there.
  if (isElsewhere() && isAllowed)
    return ports.record(piece.id, verdict, { ...move, at: center, isFinal: false });
  if (isElsewhere()) return comesToNothing(ports, piece, verdict);
  const end = isAllowed ? place : verdict.end;
  const isAsMade = isMade && isAllowed;
  const at = end ? (isAsMade ? center : centerOf(layout, end, size)) : start.lay;
  const isOwn = !isAsMade;
  // What it costs is written once it is made.
  if (end && isOwn && !positionUpdates.put(piece, isAllowed ? center : at))
    return ports.recordInVain(piece.id, verdict);
  ports.record(piece.id, verdict, { ...move, at, isFinal: !end || held.isAgain === true });
  if (!end && isMade) goHome(ports, held);
  // Of a roll that led nowhere its dice can be taken back.
  if (!end && !verdict.turn) return;
  const uncounted = verdict.turn
    ? null
    : { start: start.lay, end: { ...piece.shape.center }, round: roundOf(mover) };
  if (isOwn && isMade && end) undoSteps.sentHome(piece.id);
  const lies = { ...piece.shape.center };
  if (isOwn)
    undoSteps.own({
      ...{ piece, start: start.lay, end: lies, aim: center, location },
      ...{ together: held.alongside, uncounted },
    });
  else if (uncounted) undoSteps.uncounted(piece.id, uncounted);
  if (isOwn && end) await ports.hostState.enterTeleport(piece.id);
};

/** What is judged in a group stands among those that move with it; else they are on no map of it. @type {(ports: MoveCommitPorts, held: Held, route: Route) => Promise<Verdict>} */
const verdictOn = (
  { judge, moverOf, positions },
  { piece, mover, sight, isLetThrough = false, group },
  route,
) => {
  const among = group && moverOf(piece, positions.positionOf, new Set([piece.id]), sight);
  return among
    ? group.verdictOn({ mover: among.mover, route, isLetThrough })
    : judge(mover, route, newId(), isLetThrough);
};

/** The token was deleted meanwhile, another variant of it is seen, or another location is open. @type {(ports: MoveCommitPorts, piece: Piece, verdict: Verdict) => void} */
const leavesSight = ({ hostState, recordInVain, tell }, { id }, verdict) => {
  recordInVain(id, verdict);
  if (hostState.variantsOf(id).length > 1) tell(say("otherVariant"));
};

/** Somebody else has moved the token elsewhere. @type {(ports: MoveCommitPorts, piece: Piece, verdict: Verdict) => void} */
const comesToNothing = (ports, { id }, verdict) => {
  ports.recordInVain(id, verdict);
  ports.overtaken(id);
};

/** What the host let go does not hold. @type {(ports: MoveCommitPorts, held: Held) => void} */
const goHome = ({ undoSteps, positionUpdates }, { piece, start }) => {
  undoSteps.sentHome(piece.id);
  positionUpdates.goHome(piece, start);
};

/** A move to where the rules know no map: nobody makes one in combat, and out of it nothing is counted. @type {typeof judge} */
const leaveMap = async (ports, held, center, isMade) => {
  const { piece, mover } = held;
  if (mover.inCombat && isMade) goHome(ports, held);
  if (!mover.inCombat && !isMade) ports.positionUpdates.put(piece, center);
};

/** Something else was written down for the token meanwhile, as by the clock: it counts for this move. @type {typeof judge} */
const judgeAnew = async (ports, { group: _, ...held }, center, isMade) => {
  if (isMade && ports.isMovedOn(held.mover, center)) return payLate(ports, held, center);
  const start = startNow(ports, held);
  // Another way is another question.
  const isLetThrough = start === held.start && held.isLetThrough === true;
  const before = { ...held, start, isLetThrough };
  const { isApart } = ports.positions;
  // Somebody else has moved it to the same place.
  if (!isApart(before.start.center, center)) return;
  // What is made again begins where it began.
  if (held.isAgain && isApart(before.start.center, held.start.center)) return ports.overtaken(held.piece.id);
  const found = moverNow(ports, before);
  if (!found) return;
  const plans = createDragPlans(found.mover, ports.ask);
  await judge(ports, { ...before, ...found, plans }, center, isMade);
};

/** Somebody else has moved the token on before this move was written down, and has counted only that. @type {(ports: MoveCommitPorts, held: Held, center: Point) => Promise<void>} */
const payLate = async (ports, held, center) => {
  const { piece, layout, size } = held;
  const found = moverNow(ports, held);
  if (!found) return;
  const verdict = await ports.judge(found.mover, { to: placeOf(layout, center, size) }, newId());
  if (ports.isOvertaken(found.mover)) return payLate(ports, held, center);
  if (goesOn(verdict)) ports.recordLate(piece.id, verdict);
  else ports.overtaken(piece.id);
};

/** Where a move begins by what is written down by now: somebody else may have moved the token, of which was heard only after it left. @type {(ports: MoveCommitPorts, held: Held) => Held["start"]} */
const startNow = ({ keptAt, isMovedSince }, { piece, mover, start, at }) => {
  const now = keptAt(piece.id);
  const isSame = at !== null && now !== null && Math.hypot(now.x - at.x, now.y - at.y) < 1;
  if (!now || (isSame && !isMovedSince(mover))) return start;
  const ref = { x: start.ref.x + now.x - start.lay.x, y: start.ref.y + now.y - start.lay.y };
  return { ref, center: now, lay: now };
};

/** A token where its move begins, on the map as it is by now; of one that has left that, as by a teleport zone at the end of its move, as it was. @type {(ports: MoveCommitPorts, held: Held) => Pick<Held, "mover" | "layout" | "sight" | "at"> | null} */
const moverNow = ({ hostState, positions, moverOf, turnOf }, held) => {
  const { start, alongside, mover, layout, sight, at } = held;
  const { id } = held.piece;
  if (held.location !== hostState.location())
    return { mover: { ...mover, turn: turnOf(id) ?? mover.turn }, layout, sight, at };
  const piece = hostState.pieceById(id);
  return piece
    ? moverOf(piece, (one) => (one.id === id ? start : positions.positionOf(one)), alongside, sight)
    : null;
};

/** Whether a move comes to something else by now, as where a wall was drawn while a roll was asked for. What somebody lets through counts. @type {(ports: MoveCommitPorts, held: Held, route: Route, verdict: Verdict) => Promise<boolean>} */
const isOtherNow = async (ports, held, route, { plan, end, overridden }) => {
  const now = plan && end && !overridden ? moverNow(ports, held) : null;
  return plan && now ? isOutdated(ports.ask, plan, { judged: held.mover, now: now.mover }, route) : false;
};

/**
 * Somebody else wrote at the same time, and what was written here did not last: the token stands where the other has it, and a
 * move counts from there.
 *
 * @type {(ports: MoveCommitPorts, id: GlobalId, end: Point, stands: Point | null, isMove: boolean) => Promise<void>}
 */
const overwritten = (ports, id, end, stands, isMove) => {
  const { positions, positionUpdates, queues, drag, truePlaces } = ports;
  return queues.after(id, async () => {
    const piece = positions.pieceOf(id);
    if (!piece) return;
    await truePlaces.known(piece);
    if (!stands || !positions.isApart(stands, end)) return;
    const isElsewhere = positions.isApart(positions.positionOf(piece).center, end);
    drag.letGo(id);
    // Others may have seen the two moves in another order.
    positionUpdates.put(piece, isElsewhere ? positions.positionOf(piece).center : stands, true);
    if (isElsewhere || !isMove) return ports.overtaken(id);
    const held = await drag.takeInTime(piece, new Set([id]));
    if (held) await judge(ports, held, end, false);
    drag.letGo(id);
  });
};

/** The host has undone something. @type {(ports: MoveCommitPorts, piece: Piece, center: Point, together: ReadonlySet<GlobalId>) => Promise<void>} */
const takeBackHosts = (ports, piece, center, together) => {
  const step = ports.undoSteps.goingBack();
  const { id } = piece;
  const end = step?.origins.get(id)?.end ?? null;
  const uncounted = step?.uncounted.get(id) ?? null;
  const location = step?.location ?? ports.hostState.location();
  const meant = meantByHost(ports, piece, center);
  return takeBack(ports, piece, { meant, end, uncounted, location }, together);
};

/** Where a token is to go that the host has put back, which may be before what came earlier is done, or out of somebody else's hand: it is known once the token stands. @type {(ports: MoveCommitPorts, piece: Piece, center: Point) => () => Point} */
const meantByHost = ({ positions, undoSteps, movedTokens, isWayBack }, piece, center) => {
  const begin = undoSteps.goingBack()?.origins.get(piece.id)?.start;
  const way = movedTokens.wayTo(piece, center);
  return () => {
    if (begin && isWayBack(piece.id, begin)) return begin;
    const { lay } = positions.positionOf(piece);
    return { x: lay.x + way.x, y: lay.y + way.y };
  };
};

/** A token as it stands once all that others do with it is known. @type {(ports: MoveCommitPorts, piece: Piece, together: ReadonlySet<GlobalId>) => Promise<Held | null>} */
const takeAnew = async ({ drag, truePlaces }, piece, together) => {
  await truePlaces.settled(piece);
  drag.letGo(piece.id);
  return drag.takeInTime(piece, together);
};

/** If the newest move was undone, it is given back; else it is a move like others, unless somebody else has moved the token on. @type {(ports: MoveCommitPorts, piece: Piece, step: {meant: () => Point | undefined, end: Point | null, uncounted: Uncounted | null, location: number, isTurn?: boolean}, together: ReadonlySet<GlobalId>) => Promise<void>} */
const takeBack = (ports, piece, { meant, end, uncounted, location, isTurn = false }, together) => {
  const { positions, positionUpdates, queues, drag, truePlaces } = ports;
  return queues.after(piece.id, async () => {
    const held = await takeAnew(ports, piece, together);
    if (!held) return;
    const center = meant();
    if (!center || held.location !== location) return ports.movedSince(piece.id);
    const isFrom = (/** @type {Point} */ one) => !positions.isApart(held.start.center, one);
    const lay = end ?? ports.keptAt(piece.id);
    if (held.mover.inCombat && lay && !isFrom(lay)) return ports.movedSince(piece.id);
    const isUncounted = uncounted !== null && isFrom(uncounted.end) && isStillOpen(held.mover, uncounted);
    if (!isUncounted && !ports.isWayBack(piece.id, center))
      return isFrom(center) ? undefined : judge(ports, held, center, false);
    const verdict = isUncounted ? null : await ports.takenBack(held.mover, isTurn);
    await truePlaces.known(piece);
    if (!isFrom(positions.positionOf(piece).center) || ports.isOvertaken(held.mover))
      return ports.overtaken(piece.id);
    if (verdict && !verdict.turn) return;
    // What it gives back is written once it has gone back.
    const to = (verdict?.turn && ports.startAfter(piece.id, verdict.turn)) ?? center;
    if (positionUpdates.put(piece, to, true) && verdict) ports.recordUndone(piece.id, verdict);
    drag.letGo(piece.id);
  });
};

/** In a fight, what was made before it or in an earlier round is not taken back for nothing. @type {(mover: Mover, uncounted: Uncounted) => boolean} */
const isStillOpen = (mover, { round }) => !mover.inCombat || round === roundOf(mover);

/** The round of a fight that a token is in; null: it is in none. @type {(mover: Mover) => string | null} */
const roundOf = ({ inCombat, turn }) => (inCombat ? (roundsIn(turn.ledger).at(-1) ?? "") : null);

/** Take back the newest move of a token, or all of its turn, whoever made it. @type {(ports: MoveCommitPorts, piece: Piece, isTurn?: boolean) => Promise<void>} */
const takeBackNewest = (ports, piece, isTurn = false) => {
  const location = ports.hostState.location();
  const step = { meant: () => ports.newestStart(piece.id), end: null, uncounted: null, location, isTurn };
  return takeBack(ports, piece, step, new Set([piece.id]));
};

/** Take back the newest step if it was made here; else the host does. @type {(ports: MoveCommitPorts) => "own" | "host" | "nothing"} nothing: the host takes back what came to nothing, and the step before it is meant */
const undoNewest = (ports) => {
  const { own, host } = ports.undoSteps.next();
  const pieces = idsOf(own.map(({ piece }) => piece));
  for (const step of own) takeBack(ports, step.piece, { ...step, meant: () => step.start }, pieces);
  if (own.length > 0) return "own";
  if (isVoid(host)) return "nothing";
  const meant = host ? astray(ports, host) : [];
  const together = idsOf(meant.map(({ piece }) => piece));
  for (const { piece, start, end, location, uncounted } of meant) {
    takeBack(ports, piece, { meant: () => start, end, uncounted, location }, together);
  }
  return "host";
};

/** Make again what was taken back last if it was made here, or if the host cannot; else the host does. @type {typeof undoNewest} */
const redoNewest = (ports) => {
  const { own, host } = ports.undoSteps.again();
  if (isVoid(host)) return "nothing";
  const meant = host ? astray(ports, host) : own.map(({ aim, ...step }) => ({ ...step, end: aim }));
  const together = idsOf(meant.map(({ piece }) => piece));
  for (const one of meant) makeAgain(ports, one, together);
  return own.length > 0 ? "own" : "host";
};

/** A move that was taken back is judged as any other, unless somebody else has moved the token on. @type {(ports: MoveCommitPorts, step: {piece: Piece, start: Point, end: Point, location: number}, together: ReadonlySet<GlobalId>) => Promise<void>} */
const makeAgain = (ports, { piece, start, end, location }, together) => {
  const { positions, queues, drag } = ports;
  return queues.after(piece.id, async () => {
    const held = await takeAnew(ports, piece, together);
    if (!held) return;
    if (held.location !== location || positions.isApart(held.start.center, start))
      return ports.movedSince(piece.id);
    await judge(ports, { ...held, isAgain: true }, end, false);
    drag.letGo(piece.id);
  });
};

/** Over a new connection and in each location the host numbers shapes anew, and undoes and redoes by the old numbers: that comes to nothing, as does what it does with a variant that is not seen, and what was meant is done here. @type {(ports: MoveCommitPorts, step: import("./undo-steps.js").HostStep) => {piece: Piece, start: Point, end: Point, location: number, uncounted: Uncounted | null}[]} */
const astray = ({ hostState, undoSteps }, { moved, origins, location, uncounted }) => {
  const meant = [...origins.values()].filter(({ piece }) => moved?.has(piece.id));
  if (meant.every(({ piece }) => hostState.piece(piece.local)?.id === piece.id)) return [];
  undoSteps.instead();
  return meant.flatMap((one) => {
    const { id } = one.piece;
    const piece = hostState.seenOf(id);
    return piece ? { ...one, piece, location, uncounted: uncounted.get(id) ?? null } : [];
  });
};
