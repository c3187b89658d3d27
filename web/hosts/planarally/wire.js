/**
 * What messages tell of tokens: moves that leave this browser, however they were made, and moves of others that come in.
 *
 * @typedef {import("./surface.js").GlobalId} GlobalId
 * @typedef {import("./surface.js").Point} Point
 * @typedef {import("./surface.js").WirePosition} WirePosition
 *
 * @typedef {object} WirePorts
 * @property {ReturnType<typeof import("./seat.js").createSeat>} seat
 * @property {ReturnType<typeof import("./spots.js").createSpots>} spots
 * @property {ReturnType<typeof import("./hand.js").createHand>} hand
 * @property {ReturnType<typeof import("./release.js").createRelease>["guard"]} guard
 * @property {() => boolean} isOn  whether the rules judge here
 * @property {() => boolean} isDragging
 * @property {() => boolean} isUndoing  whether the host undoes something
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(id: GlobalId, point: Point) => boolean} isWayBack  whether the newest move began there
 * @property {(text: string) => void} tell
 * @property {() => void} redraw
 */

import { putBack } from "./release.js";

export const POSITION = "Shapes.Position.Update";
const LOCATION = "Shapes.Location.Move";

/** @param {WirePorts} ports */
export const createWire = (ports) => {
  const { seat, spots, hand, guard, tell } = ports;

  /** A message leaves: the net below every way to move. @type {(name: string, data: any) => any} */
  const sends = (name, data) => {
    if (!ports.isOn()) return data;
    if (name === LOCATION) return leaves(data);
    if (name !== POSITION || data.temporary) return data;
    /** @type {WirePosition[]} */
    const shapes = data.shapes;
    const together = new Set(shapes.map(({ uuid }) => uuid));
    const carried = seat.carried();
    const isGoingBack = ports.isUndoing() && shapes.some(({ uuid }) => isWayBack(uuid));
    const guarded = shapes.map((entry) => {
      const { local } = spots.pieceOf(entry.uuid) ?? {};
      if (local !== undefined && carried.has(local)) return carriedAlong(entry);
      return isGoingBack && !isWayBack(entry.uuid) ? staysBehind(entry) : guard(entry, together);
    });
    return guarded.every((entry, index) => entry === shapes[index]) ? data : { ...data, shapes: guarded };
  };

  /** @type {(id: GlobalId) => boolean} */
  const isWayBack = (id) => {
    const piece = spots.pieceOf(id);
    return piece !== undefined && ports.isWayBack(id, piece.shape.center);
  };

  /** A collapsed token counts as standing where it stood; it pays for its way when it is expanded. @type {(entry: WirePosition) => WirePosition} */
  const carriedAlong = (entry) => {
    const start = spots.settledOf(entry.uuid);
    if (!start) return entry;
    return { uuid: entry.uuid, position: { ...entry.position, points: [[start.ref.x, start.ref.y]] } };
  };

  /** The host undoes the way of one for all that were dragged with it, also for who was not let go then. @type {(entry: WirePosition) => WirePosition} */
  const staysBehind = (entry) => {
    const piece = spots.pieceOf(entry.uuid);
    const start = spots.settledOf(entry.uuid);
    return piece && start ? putBack(piece, start) : entry;
  };

  /** Tokens leave the location: the GM's to do, or a teleport zone's. @type {(data: any) => any} */
  const leaves = (data) => {
    if (seat.isGm()) return data;
    const fighting = seat.pieces().filter(({ id }) => ports.isInFight(id));
    const staying = fighting.filter(({ shape }) => !seat.isOnTeleport(shape.center)).map(({ id }) => id);
    if (!data.shapes.some((/** @type {GlobalId} */ id) => staying.includes(id))) return data;
    tell("In combat only the GM, or a teleport zone, takes tokens to another place.");
    return { ...data, shapes: data.shapes.filter((/** @type {GlobalId} */ id) => !staying.includes(id)) };
  };

  /** Somebody else has moved tokens, or still does: what comes in does not say which. @type {(name: string, data: any) => void} */
  const receives = (name, data) => {
    if (name !== POSITION || !Array.isArray(data)) return;
    // The host moves its shapes first.
    setTimeout(() => {
      for (const { uuid } of data) {
        const piece = spots.pieceOf(uuid);
        if (!piece) continue;
        if (hand.letGo(uuid) && ports.isDragging()) tell("Someone else moved this token at the same time.");
        spots.settle(piece);
      }
      ports.redraw();
    });
  };

  return { sends, receives };
};
