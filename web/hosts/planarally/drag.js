/**
 * Tokens that are or may be dragged, and what is known by now of where they could go; so the verdict is there at the drop.
 *
 * @import { DestinationMap } from "../../core/destination-map.js"
 * @import { Plan, StateValue } from "../../core/protocol.js"
 * @import { Request } from "../../core/rules-client.js"
 * @import { Mover } from "../host.js"
 * @import { createHostState, Piece } from "./host-state.js"
 * @import { Layout, Place } from "./scene.js"
 * @import { GlobalId, Point } from "./surface.js"
 * @import { createTokenPositions, Position } from "./token-positions.js"
 *
 * @typedef {object} Held
 * @property {Piece} piece
 * @property {Mover} mover
 * @property {Layout} layout
 * @property {Point} size
 * @property {Position} start
 * @property {number} location  where that is
 * @property {Sight} sight  what was seen when it was taken up
 * @property {Point | null} at  where it lies by what is written down
 * @property {ReadonlySet<GlobalId>} alongside  what moves with it
 * @property {Known} known
 * @property {import("../../core/drag-plans.js").DragPlans} plans
 * @property {Place} over  what it is held over
 * @property {boolean} [isAgain]  whether a move that was taken back is made again
 * @property {import("./group.js").Group} [group]  with which it is judged
 * @property {boolean} [isLetThrough]  whether the GM has let this move through
 *
 * @typedef {{floorId: number | undefined, sees: import("./sight.js").Sees | null}} Sight  of a floor; null: all of it
 *
 * @typedef {object} Known  What the rules told of a token as it stands; it holds as long as the question stays the same.
 * @property {string} question
 * @property {DestinationMap | null} map
 * @property {StateValue | null} state  asked for where it is shown
 * @property {boolean} isStateAsked
 *
 * @typedef {object} DragPorts
 * @property {ReturnType<typeof createHostState>} hostState
 * @property {ReturnType<typeof createTokenPositions>} positions
 * @property {(id: GlobalId) => boolean} isBusy  whether its last move is still being judged or written down
 * @property {(piece: Piece, positions: (piece: Piece) => Position, alongside: ReadonlySet<GlobalId>, before?: Sight) => {mover: Mover, layout: Layout, sight: Sight, at: Point | null} | null} moverOf  before: what was seen before, which counts; at: where it lies by what is written down; null: not known yet
 * @property {(question: Request, slot?: string) => Promise<any>} ask
 * @property {(mover: Mover, plan: Plan) => boolean} isSettled  whether a plan can be let go without asking anybody
 * @property {(id: GlobalId) => boolean} isPushed  whether the next move of a token is a push by the GM
 * @property {(mover: Mover) => boolean} isFree  whether it moves as without the rules
 * @property {(text: string) => void} tell
 * @property {() => void} redraw
 *
 * @typedef {DragPorts & {heldById: Map<GlobalId, Held>, before: Map<GlobalId, Held>}} Drag  before: what was known before the gesture of now
 */

import { askAround } from "../../core/around.js";
import { createDestinationMap } from "../../core/destination-map.js";
import { createDragPlans } from "../../core/drag-plans.js";
import { gridOf } from "../../core/grid.js";
import { destinationsQuestion, stateQuestion } from "../../core/questions.js";
import { say } from "./language.js";
import { isInside, placeOf } from "./scene.js";

/** How often to look for what the host keeps of a token. */
const MOST_LOOKS = 100;
const WAIT_MILLIS = 50;

/** @param {DragPorts} ports */
export const createDrag = (ports) => {
  /** @type {Drag} */
  const drag = { ...ports, heldById: new Map(), before: new Map() };
  const { heldById, isBusy } = drag;
  return {
    /** @type {(piece: Piece, alongside: ReadonlySet<GlobalId>) => Held | null} */
    pick: (piece, alongside) => pick(drag, piece, alongside),
    /** @param {Held} held */
    askState: (held) => askState(drag, held),
    /** @type {(piece: Piece, alongside: ReadonlySet<GlobalId>) => Held | null} */
    take: (piece, alongside) => take(drag, piece, alongside),
    /** @type {(piece: Piece, alongside: ReadonlySet<GlobalId>) => Promise<Held | null>} */
    takeInTime: (piece, alongside) => takeInTime(drag, piece, alongside),
    /** @param {readonly Piece[]} pieces */
    hover: (pieces) => hover(drag, pieces),
    /** @type {(held: Held | null, center: Point) => "allow" | "later"} */
    verdictOn: (held, center) => verdictOn(drag, held, center),
    /** @type {(held: Held | null, center: Point) => boolean} */
    isKnown: (held, center) => isKnown(drag, held, center),
    heldOf: (/** @type {GlobalId} */ id) => heldById.get(id),
    /** Forget what is known of a token; whether anything was. */
    letGo: (/** @type {GlobalId} */ id) => heldById.delete(id),
    /** Forget all others that are not busy. @type {(ids: ReadonlySet<GlobalId>) => void} */
    keep: (ids) => {
      for (const id of heldById.keys()) if (!ids.has(id) && !isBusy(id)) heldById.delete(id);
    },
    clear: () => {
      drag.before = new Map(heldById);
      heldById.clear();
    },
    all: () => [...heldById.values()],
    /** Something may be another since tokens were taken up: of those that it is about, all is asked anew. In somebody's hand a token sees more than from where it stands. */
    renew: () => {
      for (const [id, { known, alongside, sight }] of heldById) {
        const piece = drag.hostState.pieceById(id);
        const now = piece && drag.moverOf(piece, drag.positions.positionOf, alongside, sight);
        if (now && questionOf(now.mover) !== known.question) pick(drag, piece, alongside, sight);
      }
    },
  };
};

/** Pick a token up: ask where it can go. @type {(drag: Drag, piece: Piece, alongside: ReadonlySet<GlobalId>, sight?: Sight) => Held | null} */
const pick = (drag, { id }, alongside, sight) => {
  const { hostState, positions } = drag;
  // Over a new connection, the host makes all shapes anew.
  const piece = hostState.pieceById(id);
  if (!piece) return null;
  const found = drag.moverOf(piece, positions.positionOf, alongside, sight);
  if (!found) return null;
  const { layout } = found;
  const size = hostState.sizeOf(piece.shape);
  const start = positions.positionOf(piece);
  const known = knownOf(drag, id, found.mover);
  /** @type {Held} */
  const held = {
    ...{ piece, ...found, size, start, location: hostState.location(), alongside, known },
    plans: createDragPlans(found.mover, drag.ask),
    over: placeOf(layout, start.center, size),
  };
  drag.heldById.set(id, held);
  return held;
};

/** What is asked again word for word was answered. @type {(drag: Drag, id: GlobalId, mover: Mover) => Known} */
const knownOf = (drag, id, mover) => {
  const question = questionOf(mover);
  const last = (drag.heldById.get(id) ?? drag.before.get(id))?.known;
  if (last?.question === question) return last;
  /** @type {Known} */
  const known = { question, map: null, state: null, isStateAsked: false };
  askWhere(drag, id, mover, known);
  return known;
};

/** @param {Mover} mover */
const questionOf = (mover) => JSON.stringify(destinationsQuestion(mover));

/** @type {(drag: Drag, id: GlobalId, mover: Mover, known: Known) => Promise<void>} */
const askWhere = async ({ heldById, ask, redraw }, id, mover, known) => {
  const reply = await ask(destinationsQuestion(mover), `destinations ${id}`);
  if (reply.ok) known.map = createDestinationMap(reply.value);
  else known.question = ""; // the next one who looks asks again
  if (reply.ok && heldById.get(id)?.known === known) redraw();
};

/** Have its state told, too. @type {(drag: Drag, held: Held) => Promise<void>} */
const askState = async ({ heldById, ask, redraw }, { piece, mover, known }) => {
  if (known.isStateAsked) return;
  known.isStateAsked = true;
  const reply = await ask(stateQuestion(mover), `state ${piece.id}`);
  if (reply.ok) known.state = reply.value;
  if (reply.ok && heldById.get(piece.id)?.known === known) redraw();
};

/** What the way comes to, and then those to the places around it. @type {(drag: Drag, held: Held, last: Place) => Promise<void>} */
const askWays = async (drag, held, last) => {
  const { layout, over, piece, plans, size } = held;
  const isKnown = plans.find(over) !== null;
  if (!(await plans.ask(over, `plan ${piece.id}`)).ok) return;
  if (!isKnown) drag.redraw();
  const around = { grid: gridOf(layout.grid), size: { cols: size.x, rows: size.y }, place: over, last };
  await askAround(around, async (next) => {
    const isStill = drag.heldById.get(piece.id) === held && held.over === over;
    // Whoever has let it go waits for nothing but the verdict.
    if (!isStill || drag.isBusy(piece.id)) return false;
    return plans.askAhead(next, `plan ahead ${piece.id}`);
  });
};

/** What is known of a token, or is asked now; null: what is kept of it is not known yet. @type {(drag: Drag, piece: Piece, alongside: ReadonlySet<GlobalId>) => Held | null} */
const take = (drag, piece, alongside) => drag.heldById.get(piece.id) ?? pick(drag, piece, alongside);

/** What is kept of a token may still be on its way. @type {(drag: Drag, piece: Piece, alongside: ReadonlySet<GlobalId>) => Promise<Held | null>} */
const takeInTime = async (drag, piece, alongside) => {
  for (let tries = 0; tries < MOST_LOOKS; tries += 1) {
    const held = take(drag, piece, alongside);
    if (held) return held;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MILLIS));
  }
  drag.tell(say("notArrived"));
  return null;
};

/** Tokens are dragged: ask what their ways come to. @type {(drag: Drag, pieces: readonly Piece[]) => void} */
const hover = (drag, pieces) => {
  const together = idsOf(pieces);
  for (const piece of pieces) {
    if (!drag.positions.isAway(piece) && !drag.heldById.has(piece.id)) continue;
    const held = take(drag, piece, together);
    if (!held) continue;
    const over = placeOf(held.layout, piece.shape.center, held.size);
    if (keyOf(over) === keyOf(held.over)) continue;
    const last = held.over;
    held.over = over;
    if (isInside(held.layout, over, held.size)) askWays(drag, held, last);
    drag.redraw();
  }
};

/** What is known of letting a token go there, without waiting. @type {(drag: Drag, held: Held | null, center: Point) => "allow" | "later"} */
const verdictOn = ({ isBusy, isPushed, isFree, isSettled }, held, center) => {
  if (!held || isBusy(held.piece.id) || isPushed(held.piece.id)) return "later";
  if (isFree(held.mover)) return "allow";
  const place = placeOf(held.layout, center, held.size);
  const plan = held.plans.find(place);
  if (plan) return plan.path && isSettled(held.mover, plan) ? "allow" : "later";
  const known = held.known.map?.at(place.col, place.row);
  return known && (known.layer.kind === "free" || known.layer.kind === "penalised") ? "allow" : "later";
};

/** Whether the rules have told of that place by now. @type {(drag: Drag, held: Held | null, center: Point) => boolean} */
const isKnown = ({ isBusy }, held, center) =>
  held !== null &&
  !isBusy(held.piece.id) &&
  (held.known.map !== null || held.plans.find(placeOf(held.layout, center, held.size)) !== null);

/** @type {(pieces: readonly Piece[]) => ReadonlySet<GlobalId>} */
export const idsOf = (pieces) => new Set(pieces.map(({ id }) => id));

/** @type {(place: Place) => string} */
export const keyOf = ({ col, row }) => `${col} ${row}`;
