/**
 * Messages that tell of tokens' positions: moves that leave this browser, however they were made, and moves of others that come in.
 *
 * @import { GlobalId, Point, WirePosition } from "./surface.js"
 *
 * @typedef {object} PositionMessagesPorts
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {ReturnType<typeof import("./token-positions.js").createTokenPositions>} positions
 * @property {ReturnType<typeof import("./drag.js").createDrag>} drag
 * @property {ReturnType<typeof import("../../core/queue.js").createQueues>} queues
 * @property {ReturnType<typeof import("./drop.js").createDrop>["guard"]} guard
 * @property {ReturnType<typeof import("./drop.js").createDrop>["batch"]} batch
 * @property {ReturnType<typeof import("./move-commit.js").createMoveCommit>["settleTogether"]} settleTogether
 * @property {ReturnType<typeof import("./undo-steps.js").createUndoSteps>} undoSteps
 * @property {ReturnType<typeof import("./true-places.js").createTruePlaces>} truePlaces
 * @property {ReturnType<typeof import("./moved-tokens.js").createMovedTokens>} movedTokens
 * @property {Set<GlobalId>} onWay  tokens that the others see where they are dragged
 * @property {Set<GlobalId>} leftOnWay  those of them that were in the hand when the location was loaded anew
 * @property {() => boolean} isOn  whether the rules judge here
 * @property {() => boolean} isDragging
 * @property {() => boolean} isUndoing  whether the host undoes something
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(id: GlobalId, point: Point) => boolean} isWayBack  whether the newest move began there
 * @property {() => string} standstill  why no move can be told to anybody now; empty: it can
 * @property {(text: string) => void} tell
 * @property {() => void} redraw
 */

import { entryOf, isSound, putBack } from "./drop.js";
import { say } from "./language.js";
import { isVoid } from "./undo-steps.js";

export const POSITION = "Shapes.Position.Update";
const LOCATION = "Shapes.Location.Move";
/** What else the host can undo, by the messages that tell of it. */
const UNDOABLE = /^(Shape\.Add|Shapes\.(Remove|Floor\.Change|Layer\.Change))$/;
const SIZE = /^Shape\.(Rect|Circle|Text)\.Size\.Update$/;

/** @param {PositionMessagesPorts} ports */
export const createPositionMessages = (ports) => {
  const { hostState, positions, drag, guard, truePlaces, movedTokens, undoSteps, tell } = ports;

  /** A message leaves, however the token was moved. @type {(name: string, data: any) => any} */
  const sends = (name, data) => {
    if (!ports.isOn()) return data;
    if (name === POSITION && ports.standstill()) return tooLate(data);
    if (name === LOCATION) return leaves(ports, data);
    const isNew = !ports.isUndoing() && !undoSteps.comingBack();
    if (data?.temporary !== true && isNew) {
      if (UNDOABLE.test(name)) undoSteps.host(data.shape?.uuid);
      if (SIZE.test(name)) undoSteps.put([data.uuid], null);
    }
    if (name !== POSITION) return data;
    /** @type {WirePosition[]} */
    const shapes = data.shapes;
    for (const { uuid } of shapes) {
      movedTokens.moves(uuid, data.temporary === true);
      if (data.temporary && positions.pieceOf(uuid)) ports.onWay.add(uuid);
      if (!data.temporary) for (const ids of [ports.onWay, ports.leftOnWay]) ids.delete(uuid);
    }
    if (data.temporary) return data;
    const seen = shapes.length === 1 ? positions.takeOver(shapes[0]?.uuid ?? "") : null;
    if (seen) return { ...data, shapes: [entryOf(seen)] };
    const batch = ports.batch(shapes);
    const carried = hostState.carried();
    const origins = originsOf(shapes);
    const isGoingBack = ports.isUndoing() && shapes.some(({ uuid }) => isWayBack(uuid));
    const guarded = shapes.map((entry) => {
      const { local } = positions.pieceOf(entry.uuid) ?? {};
      if (local !== undefined && carried.has(local)) return carriedAlong(entry);
      return isLeftOut(entry.uuid, isGoingBack) ? staysBehind(entry) : guard(entry, batch);
    });
    ports.settleTogether(batch.lots, batch.together);
    if (isNew && shapes.some(isSound))
      undoSteps.put(
        shapes.map(({ uuid }) => uuid),
        new Set(shapes.filter((entry, index) => entry === guarded[index]).map(({ uuid }) => uuid)),
        origins,
      );
    const isSame = guarded.every((entry, index) => entry === shapes[index]);
    return isSame ? data : { ...data, shapes: guarded.flatMap((entry) => entry ?? []) };
  };

  /** Where tokens lay before a message tells of them. @type {(shapes: readonly WirePosition[]) => import("./undo-steps.js").Origins} */
  const originsOf = (shapes) =>
    new Map(
      shapes.flatMap(({ uuid }) => {
        const [piece, position] = [positions.pieceOf(uuid), positions.settledOf(uuid)];
        return piece && position
          ? [[uuid, { piece, start: position.lay, end: { ...piece.shape.center } }]]
          : [];
      }),
    );

  /** Nobody has judged what was moved without a connection, or while a location is loaded; where it stands is sent next. @type {(data: any) => any} */
  const tooLate = (data) => {
    if (data.temporary !== true) tell(ports.standstill());
    return { ...data, shapes: [] };
  };

  /** @type {(id: GlobalId) => boolean} */
  const isWayBack = (id) => {
    const piece = positions.pieceOf(id);
    return piece !== undefined && ports.isWayBack(id, piece.shape.center);
  };

  /** Whether a token goes back once what was undone before is done. @type {(id: GlobalId) => boolean} */
  const isBeingUndone = (id) => ports.queues.isBusy(id) && undoSteps.goingBack()?.moved?.has(id) === true;

  /** Whether the host undoes or redoes for a token what came to nothing, or was done by others alone. @type {(id: GlobalId, isGoingBack: boolean) => boolean} */
  const isLeftOut = (id, isGoingBack) => {
    if (isVoid(undoSteps.goingBack()) || undoSteps.comingBack()?.moved?.has(id) === false) return true;
    return isGoingBack && !isWayBack(id) && !isBeingUndone(id);
  };

  /** A collapsed token counts as standing where it stood; it pays for its way when it is expanded. @type {(entry: WirePosition) => WirePosition} */
  const carriedAlong = (entry) => {
    const start = positions.settledOf(entry.uuid);
    if (!start) return entry;
    return { uuid: entry.uuid, position: { ...entry.position, points: [[start.ref.x, start.ref.y]] } };
  };

  /** The host undoes the move of one for all that were dragged with it, also for those that were not dropped. @type {(entry: WirePosition) => WirePosition} */
  const staysBehind = (entry) => {
    const piece = positions.pieceOf(entry.uuid);
    const start = positions.settledOf(entry.uuid);
    return piece && start ? putBack(piece, start) : entry;
  };

  /** Somebody else has moved tokens, or still does: what comes in does not say which. @type {(name: string, data: any) => void} */
  const receives = (name, data) => {
    if (name !== POSITION || !Array.isArray(data)) return;
    for (const { uuid } of data) if (pieceNow(ports, uuid)) truePlaces.hears(uuid);
    // The host moves its shapes first.
    setTimeout(() => {
      for (const { uuid } of data) {
        const piece = pieceNow(ports, uuid);
        if (!piece) continue;
        if (ports.isDragging() && (movedTokens.isMoved(uuid) || drag.heldOf(uuid))) movedTokens.warn(uuid);
        movedTokens.othersMove(uuid, piece.shape.center);
        truePlaces.heard(piece);
      }
      ports.redraw();
    });
  };

  return { sends, receives };
};

/** The host makes a shape anew when somebody is given rights to it. @type {(ports: PositionMessagesPorts, id: GlobalId) => import("./host-state.js").Piece | undefined} */
const pieceNow = ({ positions, hostState }, id) => {
  const { local } = positions.pieceOf(id) ?? {};
  const known = local === undefined ? null : hostState.piece(local);
  return known?.id === id ? known : hostState.pieceById(id);
};

/** Tokens leave the location: the GM's to do, or a teleport zone's. @type {(ports: PositionMessagesPorts, data: any) => any} */
const leaves = ({ hostState, isInFight, tell }, data) => {
  if (hostState.isGm()) return data;
  const fighting = hostState.pieces().filter(({ id }) => isInFight(id));
  const staying = fighting.filter(({ shape }) => !hostState.isOnTeleport(shape.center)).map(({ id }) => id);
  if (!data.shapes.some((/** @type {GlobalId} */ id) => staying.includes(id))) return data;
  tell(say("leaves"));
  return { ...data, shapes: data.shapes.filter((/** @type {GlobalId} */ id) => !staying.includes(id)) };
};
