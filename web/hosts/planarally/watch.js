/**
 * Tokens in motion: what is asked while one is held, and what becomes of it when it is let go.
 *
 * The host tells nobody of a move before it is made. So this watches the gestures that make moves, has the verdict
 * ready when the hand opens, and puts back what the rules do not let go. Whatever moves a token in another way is
 * seen as it goes over the wire.
 *
 * @typedef {import("../../core/destination-map.js").DestinationMap} DestinationMap
 * @typedef {import("../../core/protocol.js").PathCell} PathCell
 * @typedef {import("../../core/protocol.js").Plan} Plan
 * @typedef {import("../host.js").Mover} Mover
 * @typedef {import("../host.js").Verdict} Verdict
 * @typedef {import("./scene.js").Layout} Layout
 * @typedef {import("./scene.js").Place} Place
 * @typedef {import("./seat.js").Piece} Piece
 * @typedef {import("./surface.js").GlobalId} GlobalId
 * @typedef {import("./surface.js").Point} Point
 * @typedef {import("./surface.js").WirePosition} WirePosition
 *
 * @typedef {{ref: Point, center: Point}} Spot  Where a token stands for the rules.
 *
 * @typedef {object} Held  A token that may be moved, and what is known by now of where it could go.
 * @property {Piece} piece
 * @property {Mover} mover
 * @property {Layout} layout
 * @property {Point} size
 * @property {Spot} start
 * @property {ReadonlySet<GlobalId>} alongside  what moves with it
 * @property {DestinationMap | null} map
 * @property {Map<string, Plan>} plans  by the place that they end at
 * @property {Place} over  what it is held over
 *
 * @typedef {object} Ports
 * @property {ReturnType<typeof import("./seat.js").createSeat>} seat
 * @property {() => boolean} isOn  whether the rules judge here
 * @property {() => boolean} isStuck  whether tokens stay where they are, since the rules do not run
 * @property {(piece: Piece, spots: (piece: Piece) => Spot, alongside: ReadonlySet<GlobalId>) => {mover: Mover, layout: Layout} | null} moverOf  null: not known yet
 * @property {(question: import("../../core/rules-client.js").Request, slot?: string) => Promise<any>} ask
 * @property {(mover: Mover, route: import("../../core/questions.js").Route, id: string) => Promise<Verdict>} judge  and tell whoever moves of it
 * @property {(name: string, data: unknown) => boolean} emit
 * @property {(id: GlobalId, verdict: Verdict, start: Point | null, layout: Layout) => void} record
 * @property {(mover: Mover) => boolean} isOvertaken  whether something else was written down for a token meanwhile
 * @property {(id: GlobalId) => void} overtaken  somebody else was quicker with a token
 * @property {(id: GlobalId) => boolean} isInFight
 * @property {(id: GlobalId, point: Point) => boolean} isWayBack  whether the newest move began there
 * @property {(mover: Mover, to: Place) => Promise<void>} undo
 * @property {(mover: Mover, plan: Plan) => boolean} isSettled  whether a plan can be let go without asking anybody
 * @property {(text: string) => void} tell
 * @property {() => void} redraw
 */

import { createDestinationMap } from "../../core/destination-map.js";
import { goesOn } from "../../core/judge.js";
import { destinationsQuestion, planQuestion } from "../../core/questions.js";
import { CELL, centerOf, isInside, placeOf } from "./scene.js";

const POSITION = "Shapes.Position.Update";
const LOCATION = "Shapes.Location.Move";
/** The host skips its own message for a token that lies exactly where the drag began. */
const NUDGE = 0.001;

/** @param {Ports} ports */
export const createWatch = (ports) => {
  const { seat } = ports;
  /** @type {Map<GlobalId, Spot>} */
  const settled = new Map();
  /** @type {Map<GlobalId, Piece>} */
  const pieces = new Map();
  /** @type {Map<GlobalId, Held>} */
  const hands = new Map();
  /** Let go already, by the drop that comes before the message. @type {Map<GlobalId, string>} */
  const passes = new Map();
  /** Put back by the drop, a hair beside where they stood. @type {Set<GlobalId>} */
  const restoring = new Set();
  /** Whose last move is still being judged or written down. @type {Map<GlobalId, Promise<void>>} */
  const busy = new Map();
  /** The newest move, if it was made here: the host does not know it, and could not undo it. @type {{piece: Piece, start: Point} | null} */
  let ownMove = null;
  /** How often a verdict was there when the hand opened, and how often it was not. */
  const verdicts = { ready: 0, late: 0 };
  let isDragging = false;
  let isUndoing = false;

  /** How far a token has to be moved for it to be a move. */
  const threshold = () => (seat.grid().isUsed ? CELL / 2 : 1);
  /** @type {(one: Point, other: Point) => boolean} */
  const isApart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) >= threshold();
  /** @type {(piece: Piece) => Spot} */
  const spotOf = ({ id, shape }) =>
    settled.get(id) ?? { ref: { ...shape.refPoint }, center: { ...shape.center } };

  /** Remember where all tokens stand; what creeps by less than a move, or is carried by another, is judged from where it stood. */
  const note = () => {
    pieces.clear();
    const carried = seat.carried();
    for (const piece of seat.pieces()) {
      const { id, local, shape } = piece;
      pieces.set(id, piece);
      const known = settled.get(id);
      if (known && carried.has(local)) continue;
      const hasCrept = known && !isApart(known.center, shape.center);
      settled.set(id, {
        ref: { ...shape.refPoint },
        center: hasCrept ? known.center : { ...shape.center },
      });
    }
  };

  const selectedPieces = () =>
    seat.selected().flatMap((local) => {
      const piece = seat.piece(local);
      return piece && seat.mayMove(local) ? [piece] : [];
    });

  /** Take a token into the hand: ask where it can go. @type {(piece: Piece, alongside: ReadonlySet<GlobalId>) => Held | null} */
  const pick = (piece, alongside) => {
    const found = ports.moverOf(piece, spotOf, alongside);
    if (!found) return null;
    const { mover, layout } = found;
    const size = sizeOf(piece);
    const start = spotOf(piece);
    /** @type {Held} */
    const held = {
      ...{ piece, mover, layout, size, start, alongside, map: null, plans: new Map() },
      over: placeOf(layout, start.center, size),
    };
    hands.set(piece.id, held);
    askWhere(held);
    return held;
  };

  /** @type {(piece: Piece) => Point} */
  const sizeOf = ({ shape }) => shape.getSize(seat.grid().type);

  /** @type {(held: Held) => Promise<void>} */
  const askWhere = async (held) => {
    const reply = await ports.ask(destinationsQuestion(held.mover), `destinations ${held.piece.id}`);
    if (hands.get(held.piece.id) !== held || !reply.ok) return;
    held.map = createDestinationMap(reply.value);
    ports.redraw();
  };

  /** @type {(held: Held, place: Place) => Promise<void>} */
  const askPlan = async (held, { col, row }) => {
    const slot = `plan ${held.piece.id}`;
    const reply = await ports.ask(planQuestion(held.mover, [{ to: { col, row } }]), slot);
    if (!reply.ok) return;
    held.plans.set(keyOf({ col, row }), reply.value.plans[0]);
    ports.redraw();
  };

  /** The hand has moved. */
  const hover = () => {
    if (!isDragging || !ports.isOn()) return;
    const held = selectedPieces();
    const together = new Set(held.map(({ id }) => id));
    for (const piece of held) {
      if (!isApart(spotOf(piece).center, piece.shape.center) && !hands.has(piece.id)) continue;
      const one = handOf(piece, together);
      if (!one) continue;
      const over = placeOf(one.layout, piece.shape.center, one.size);
      if (keyOf(over) === keyOf(one.over)) continue;
      one.over = over;
      if (isInside(one.layout, over, one.size)) askPlan(one, over);
      ports.redraw();
    }
  };

  /** @type {(piece: Piece, alongside: ReadonlySet<GlobalId>) => Held | null} */
  const handOf = (piece, alongside) => hands.get(piece.id) ?? pick(piece, alongside);

  /**
   * What is known of letting a token go there, without waiting.
   *
   * @type {(held: Held | null, center: Point) => "allow" | "refuse" | "later"}
   */
  const verdictOn = (held, center) => {
    if (!held || busy.has(held.piece.id)) return "later";
    const place = placeOf(held.layout, center, held.size);
    const plan = held.plans.get(keyOf(place));
    if (plan) return plan.path && ports.isSettled(held.mover, plan) ? "allow" : "later";
    const known = held.map?.at(place.col, place.row);
    return known && (known.layer.kind === "free" || known.layer.kind === "penalised") ? "allow" : "later";
  };

  /** Whether the rules have told of that place by now. @type {(held: Held | null, center: Point) => boolean} */
  const isKnown = (held, center) =>
    held !== null &&
    !busy.has(held.piece.id) &&
    (held.map !== null || held.plans.has(keyOf(placeOf(held.layout, center, held.size))));

  /** The hand opens: what may not go is put back before the host looks. */
  const drop = () => {
    isDragging = false;
    if (!ports.isOn()) return;
    const moved = selectedPieces().filter((piece) => isApart(spotOf(piece).center, piece.shape.center));
    const together = new Set(moved.map(({ id }) => id));
    for (const piece of moved) letGo(piece, together);
  };

  /** @type {(piece: Piece, together: ReadonlySet<GlobalId>) => void} */
  const letGo = (piece, together) => {
    const { id, shape } = piece;
    const start = spotOf(piece);
    const center = { ...shape.center };
    const held = ports.isStuck() ? null : handOf(piece, together);
    const verdict = ports.isStuck() ? "refuse" : verdictOn(held, center);
    if (isKnown(held, center)) verdicts.ready += 1;
    else verdicts.late += 1;
    if (verdict === "allow" && held) {
      passes.set(id, keyOf(placeOf(held.layout, center, held.size)));
      return;
    }
    shape.refPoint = { x: start.ref.x + NUDGE, y: start.ref.y };
    restoring.add(id);
    if (verdict === "later") settle(piece, center, false, together);
  };

  /** Do something with a token once all that was begun with it is done. @type {(id: GlobalId, work: () => Promise<void>) => Promise<void>} */
  const after = async (id, work) => {
    const before = busy.get(id) ?? Promise.resolve();
    const all = before.then(work).finally(() => {
      if (busy.get(id) !== all) return;
      busy.delete(id);
      ports.redraw();
    });
    busy.set(id, all);
    await all;
  };

  /**
   * Have a move judged, made and written down.
   *
   * @type {(piece: Piece, center: Point, isMade: boolean, together: ReadonlySet<GlobalId>) => Promise<void>}
   */
  const settle = (piece, center, isMade, together) => {
    const { id } = piece;
    // What is known of a token in the hand is known of where it stands now.
    const held = busy.has(id) ? null : handOf(piece, together);
    return after(id, async () => {
      const one = held ?? (await handInTime(piece, together));
      if (one) await judge(one, center, isMade);
      else if (!isMade) put(piece, center);
      hands.delete(id);
      if (seat.selected().includes(piece.local)) pick(piece, new Set([id]));
    });
  };

  /** What is kept of a token may still be on its way. @type {(piece: Piece, together: ReadonlySet<GlobalId>) => Promise<Held | null>} */
  const handInTime = async (piece, together) => {
    for (let tries = 0; tries < PATIENCE; tries += 1) {
      const held = handOf(piece, together);
      if (held) return held;
      await new Promise((resolve) => setTimeout(resolve, WAIT_MILLIS));
    }
    ports.tell("What the host keeps of this token did not arrive; it was moved without the rules.");
    return null;
  };

  /** @type {(held: Held, center: Point, isMade: boolean) => Promise<void>} */
  const judge = async (held, center, isMade) => {
    const { piece, mover, layout, size, start } = held;
    const isElsewhere = () => isApart(spotOf(piece).center, isMade ? center : start.center);
    // Nobody is asked about what is to be judged anew.
    if (!isElsewhere() && ports.isOvertaken(mover)) return judgeAnew(held, center, isMade);
    const place = placeOf(layout, center, size);
    const home = () => (isMade ? goHome(piece, start) : undefined);
    if (!isInside(layout, place, size)) {
      if (mover.inCombat) return void home();
      return isMade ? undefined : void put(piece, center);
    }
    const [first, ...rest] = held.plans.get(keyOf(place))?.path ?? [];
    const route = first
      ? { path: /** @type {[PathCell, ...PathCell[]]} */ ([first, ...rest]) }
      : { to: place };
    const verdict = await ports.judge(mover, route, crypto.randomUUID());
    if (isElsewhere()) return ports.overtaken(piece.id);
    if (ports.isOvertaken(mover)) return judgeAnew(held, center, isMade);
    const isAllowed = goesOn(verdict);
    const end = isAllowed ? place : verdict.end;
    ports.record(piece.id, verdict, end ? start.center : null, layout);
    if (!end) return void home();
    const isOwn = !isMade || !isAllowed;
    ownMove = isOwn ? { piece, start: start.center } : null;
    if (isOwn) put(piece, isAllowed ? center : centerOf(layout, end, size));
  };

  /** Something else was written down for the token meanwhile, as by the clock: it counts for this move. @type {typeof judge} */
  const judgeAnew = async (held, center, isMade) => {
    const { piece, start, alongside } = held;
    const found = ports.moverOf(piece, (one) => (one.id === piece.id ? start : spotOf(one)), alongside);
    if (found) await judge({ ...held, ...found, map: null, plans: new Map() }, center, isMade);
  };

  /** Move a token as the rules say; nobody judges that again. @type {(piece: Piece, center: Point, isExact?: boolean) => void} */
  const put = (piece, center, isExact = false) =>
    place(piece, () => {
      piece.shape.center = isExact ? { ...center } : snapped(piece.shape, center);
    });

  /** Put a token back to where it stood. @type {(piece: Piece, start: Spot) => void} */
  const goHome = (piece, start) =>
    place(piece, () => {
      piece.shape.refPoint = { ...start.ref };
    });

  /** @type {(piece: Piece, move: () => void) => void} */
  const place = ({ id, shape }, move) => {
    const before = { ...shape.refPoint };
    move();
    const position = shape.getPositionRepresentation();
    if (ports.emit(POSITION, { shapes: [{ uuid: id, position }], temporary: false }))
      settled.set(id, { ref: { ...shape.refPoint }, center: { ...shape.center } });
    else {
      shape.refPoint = before;
      ports.tell("There is no connection to the host, so the token stays; move it again once there is.");
    }
    shape.invalidate(false);
  };

  /** Where the host would let a token come to rest. @type {(shape: import("./surface.js").Shape, center: Point) => Point} */
  const snapped = (shape, center) => {
    const { type, isUsed } = seat.grid();
    const held = isUsed ? hands.get(seat.globalId(shape.id) ?? "") : undefined;
    if (!held) return { ...center };
    const size = shape.getSize(type);
    return centerOf(held.layout, placeOf(held.layout, center, size), size);
  };

  /** A message leaves: the net below every way to move. @type {(name: string, data: any) => any} */
  const sends = (name, data) => {
    if (!ports.isOn()) return data;
    if (name === LOCATION) return leaves(data);
    if (name !== POSITION || data.temporary) return data;
    /** @type {WirePosition[]} */
    const shapes = data.shapes;
    const together = new Set(shapes.map(({ uuid }) => uuid));
    const carried = seat.carried();
    const isGoingBack = isUndoing && shapes.some(({ uuid }) => isWayBack(uuid));
    const guarded = shapes.map((entry) => {
      const { local } = pieces.get(entry.uuid) ?? {};
      if (local !== undefined && carried.has(local)) return carriedAlong(entry);
      return isGoingBack && !isWayBack(entry.uuid) ? staysBehind(entry) : guard(entry, together);
    });
    return guarded.every((entry, index) => entry === shapes[index]) ? data : { ...data, shapes: guarded };
  };

  /** @type {(id: GlobalId) => boolean} */
  const isWayBack = (id) => {
    const piece = pieces.get(id);
    return piece !== undefined && ports.isWayBack(id, piece.shape.center);
  };

  /** A collapsed token counts as standing where it stood; it pays for its way when it is expanded. @type {(entry: WirePosition) => WirePosition} */
  const carriedAlong = (entry) => {
    const start = settled.get(entry.uuid);
    if (!start) return entry;
    return { uuid: entry.uuid, position: { ...entry.position, points: [[start.ref.x, start.ref.y]] } };
  };

  /** The host undoes the way of one for all that were dragged with it, also for who was not let go then. @type {(entry: WirePosition) => WirePosition} */
  const staysBehind = (entry) => {
    const piece = pieces.get(entry.uuid);
    const start = settled.get(entry.uuid);
    return piece && start ? putBack(piece, start) : entry;
  };

  /** @type {(entry: WirePosition, together: ReadonlySet<GlobalId>) => WirePosition} */
  const guard = (entry, together) => {
    const piece = pieces.get(entry.uuid);
    const start = settled.get(entry.uuid);
    if (!piece || !start) return entry;
    const { id, shape } = piece;
    const isSound = entry.position.points.flat().every(Number.isFinite);
    if (!isSound || restoring.delete(id)) return putBack(piece, start);
    const center = { ...shape.center };
    if (!isApart(start.center, center)) {
      settled.set(id, { ref: { ...shape.refPoint }, center: start.center });
      return entry;
    }
    const held = ports.isStuck() ? null : handOf(piece, together);
    const pass = passes.get(id);
    passes.delete(id);
    const hasPass = held && pass === keyOf(placeOf(held.layout, center, held.size));
    if (!hasPass && isUndoing && !ports.isStuck()) {
      takeBack(piece, center, together);
      return putBack(piece, start);
    }
    // Steps of a held key that come before the rules have answered are not made.
    if (!hasPass && busy.has(id)) return putBack(piece, start);
    const verdict = ports.isStuck() ? "refuse" : hasPass ? "allow" : verdictOn(held, center);
    if (verdict !== "allow") {
      if (verdict === "later") settle(piece, center, false, together);
      return putBack(piece, start);
    }
    settle(piece, center, true, together);
    settled.set(id, { ref: { ...shape.refPoint }, center });
    return entry;
  };

  /** The host has undone something: if that was the newest move, it is given back; else it is a move like others. @type {(piece: Piece, center: Point, together: ReadonlySet<GlobalId>) => Promise<void>} */
  const takeBack = (piece, center, together) =>
    after(piece.id, async () => {
      hands.delete(piece.id);
      const held = await handInTime(piece, together);
      if (!held) return;
      if (!ports.isWayBack(piece.id, center)) return judge(held, center, false);
      await ports.undo(held.mover, placeOf(held.layout, center, held.size));
      put(piece, center, true);
      hands.delete(piece.id);
    });

  /** Take back the newest move if it was made here; whether it was. */
  const undoOwn = () => {
    if (!ownMove || !ports.isOn()) return false;
    const { piece, start } = ownMove;
    ownMove = null;
    takeBack(piece, start, new Set([piece.id]));
    return true;
  };

  /** Put a token back where it stood, and have the message say so. @type {(piece: Piece, start: Spot) => WirePosition} */
  const putBack = ({ id, shape }, start) => {
    shape.refPoint = { ...start.ref };
    shape.invalidate(false);
    return { uuid: id, position: shape.getPositionRepresentation() };
  };

  /** Tokens leave the location: the GM's to do, or a teleport zone's. @type {(data: any) => any} */
  const leaves = (data) => {
    if (seat.isGm()) return data;
    const fighting = seat.pieces().filter(({ id }) => ports.isInFight(id));
    const staying = fighting.filter(({ shape }) => !seat.isOnTeleport(shape.center)).map(({ id }) => id);
    if (!data.shapes.some((/** @type {GlobalId} */ id) => staying.includes(id))) return data;
    ports.tell("In combat only the GM, or a teleport zone, takes tokens to another place.");
    return { ...data, shapes: data.shapes.filter((/** @type {GlobalId} */ id) => !staying.includes(id)) };
  };

  /** Somebody else has moved tokens, or still does: what comes in does not say which. @type {(name: string, data: any) => void} */
  const receives = (name, data) => {
    if (name !== POSITION || !Array.isArray(data)) return;
    // The host moves its shapes first.
    setTimeout(() => {
      for (const { uuid } of data) {
        const piece = pieces.get(uuid);
        if (!piece) continue;
        if (hands.delete(uuid) && isDragging) ports.tell("Somebody else moved this token meanwhile.");
        settled.set(uuid, { ref: { ...piece.shape.refPoint }, center: { ...piece.shape.center } });
      }
      ports.redraw();
    });
  };

  return {
    sends,
    receives,
    hover,
    drop,
    /** A gesture begins. @type {(isPointer: boolean) => void} */
    begin: (isPointer) => {
      if (isDragging) return;
      note();
      hands.clear();
      isDragging = isPointer;
      if (!ports.isOn()) return;
      const selected = selectedPieces();
      const together = new Set(selected.map(({ id }) => id));
      for (const piece of selected) if (!busy.has(piece.id)) pick(piece, together);
    },
    /** @type {(undoing: boolean) => void} */
    undoing: (undoing) => {
      isUndoing = undoing;
    },
    /** Have ready what is asked when a selected token is moved by a key. */
    await: () => {
      if (isDragging || !ports.isOn()) return;
      for (const piece of selectedPieces())
        if (!hands.has(piece.id) && !busy.has(piece.id)) pick(piece, new Set([piece.id]));
    },
    undoOwn,
    verdicts,
    /** What is in the hand, for drawing. */
    held: () => (isDragging ? [...hands.values()] : []),
    pieceOf: (/** @type {GlobalId} */ id) => pieces.get(id),
    /** All tokens as they stand. */
    note,
    spotOf,
    after,
    put,
  };
};

/** Patience for what the host keeps of a token: so many looks, so long apart. */
const PATIENCE = 100;
const WAIT_MILLIS = 50;

/** @type {(place: Place) => string} */
export const keyOf = ({ col, row }) => `${col} ${row}`;
