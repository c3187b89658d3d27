/**
 * The audit of moves: the active GM's client goes every step of the others' tokens after them, and compares what they tell.
 *
 * Whoever owns a token can write its flags, and a browser without this module moves freely. So the GM's client keeps
 * the last turn of each token that it has checked itself. A change by somebody else brings new steps: they are sent to
 * the rules again, upon the turn that was checked, and must lead to where the token now stands and to what its flag
 * now says. The flag itself is never built upon. What was checked is kept in a setting that only GMs can write, so that
 * it outlives a reload and a change of GM; steps taken while no GM was there are checked when one comes.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { StepAuditPorts } from "../../core/step-audit.js"
 * @import { Place } from "../host.js"
 * @import { ReplayPorts } from "./replay.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover } from "./movers.js"
 * @import { Turn } from "./turns.js"
 *
 * @typedef {object} Known  what was checked last
 * @property {Turn} turn
 * @property {Place} place
 * @property {[PathCell, ...PathCell[]]} [held]  which way it went since, while the rules could not check it
 *
 * @typedef {"forged" | "overtaken" | "elsewhere" | "notAsked" | "outOfTurn" | "stale" | "unchecked" | "rolledAgain" | "unseenDice" | "tooLarge"} Fault
 * @typedef {{right: Known, isNews: boolean, isUnseen?: boolean} | {fault: Fault, reason: string} | {isHeld: true}} Found
 *   what holds, whether the flag lacks it, and whether it holds only for one who did not see all; held: nobody can say now
 *
 * @typedef {object} Sight  a change by somebody else, as it was seen here
 * @property {Place | null} from  where the token stood for whoever moved it; null: it was not moved
 * @property {[PathCell, ...PathCell[]] | null} path  its way; null: it was not moved, or put back
 * @property {Place} to
 * @property {string} id  of the movement
 * @property {Turn} claim  what the flag said then
 *
 * @typedef {object} Case  a change while it is looked at
 * @property {TokenDocument} document
 * @property {Mover} mover
 * @property {Known} before
 * @property {Sight} sight  with the way that was not checked before it
 *
 * @typedef {object} LookPorts
 * @property {(document: TokenDocument, from: Place | null) => Mover | null} moverOf  from a place: as one who sees only what is in plain sight of it
 * @property {(document: TokenDocument) => boolean} isTooLarge  larger than its map, so that the rules judge nothing of it
 * @property {() => Promise<boolean>} areRunning  whether the rules answer anything
 * @property {() => string} newId
 * @property {(document: TokenDocument) => unknown} unseen  tells that a move holds only for one who did not see all
 * @property {(document: TokenDocument) => Place} placeOf
 * @property {(document: TokenDocument) => string} keyOf
 * @property {(document: TokenDocument) => Turn} told  what the flag says
 * @property {(document: TokenDocument, id: string) => boolean} isInTurn
 * @property {(document: TokenDocument, known: Known, goesBack: boolean) => Promise<void>} write
 * @property {() => "tell" | "mark" | "revert"} custom
 * @property {(document: TokenDocument, fault: {fault: Fault, reason: string}, before: Known, goesBack: boolean) => unknown} doubt
 * @property {() => {[key: string]: Known}} kept
 * @property {(all: {[key: string]: Known}) => Promise<unknown>} keep
 * @property {(millis: number) => Promise<unknown>} wait
 * @typedef {ReplayPorts & StepAuditPorts & LookPorts} MoveAuditPorts
 *
 * @typedef {object} AuditState
 * @property {Map<string, Known>} known
 * @property {ReturnType<typeof createQueues>} looks  what is being looked at, one after the other for each token
 * @property {Map<string, number>} ages  how often a GM has put a token somewhere: what was seen before that is out of date
 * @property {ReturnType<typeof createQueue>} keeping
 * @property {ReturnType<typeof createReplay>} replay
 * @property {ReturnType<typeof createStepAudit>} stepAudit
 * @typedef {MoveAuditPorts & AuditState} Audit
 */

import { isSamePlace } from "../../core/grid.js";
import { createQueue, createQueues } from "../../core/queue.js";
import { createStepAudit } from "../../core/step-audit.js";
import { charged, check, faulty } from "./audit-check.js";
import { createReplay } from "./replay.js";
import { NEW } from "./turns.js";

/** @param {MoveAuditPorts} ports */
export const createMoveAudit = (ports) => {
  /** @type {Audit} */
  const audit = {
    ...{ ...ports, replay: createReplay(ports), stepAudit: createStepAudit(ports) },
    ...{ known: new Map(), looks: createQueues(), ages: new Map(), keeping: createQueue() },
  };
  return {
    load: load.bind(null, audit),
    trust: trust.bind(null, audit),
    trustTurn: trustTurn.bind(null, audit),
    forget: forget.bind(null, audit),
    knownOf: knownOf.bind(null, audit),
    see: see.bind(null, audit),
    put: put.bind(null, audit),
  };
};

/** Take over what an earlier GM's client has checked. @param {Audit} audit */
const load = (audit) => {
  audit.known = new Map(Object.entries(audit.kept()));
};

/** @param {Audit} audit */
const save = (audit) => audit.keeping(() => audit.keep(Object.fromEntries(audit.known)));

/** @type {(audit: Audit, document: TokenDocument) => Known | undefined} */
const knownOf = ({ known, keyOf }, document) => known.get(keyOf(document));

/** @type {(audit: Audit, document: TokenDocument, one: Known) => Promise<unknown>} */
const know = (audit, document, one) => {
  audit.known.set(audit.keyOf(document), one);
  return save(audit);
};

/** Where a GM put it, it is, with the turn that its flag tells; whatever was being looked at is out of date. @type {(audit: Audit, document: TokenDocument) => Promise<unknown>} */
const trust = (audit, document) => {
  supersede(audit, document);
  return know(audit, document, { turn: audit.told(document), place: audit.placeOf(document) });
};

/** What a GM wrote of its turn is so. @type {(audit: Audit, document: TokenDocument) => Promise<unknown>} */
const trustTurn = (audit, document) =>
  inOrder(audit, document, () => {
    const one = knownOf(audit, document);
    const place = one ? lastPlace(one) : audit.placeOf(document);
    return know(audit, document, { turn: audit.told(document), place });
  });

/** A token that nothing is counted of any more. @type {(audit: Audit, document: TokenDocument) => Promise<unknown> | undefined} */
const forget = (audit, document) => {
  supersede(audit, document);
  return audit.known.delete(audit.keyOf(document)) ? save(audit) : undefined;
};

/** Look at what somebody else did. @type {(audit: Audit, document: TokenDocument, sight: Sight) => Promise<unknown>} */
const see = (audit, document, sight) => {
  const age = ageOf(audit, document);
  return inOrder(audit, document, () => look(audit, document, sight, age));
};

/** A token was put somewhere, or stopped there: that is no move of its own. @type {(audit: Audit, document: TokenDocument) => Promise<unknown>} */
const put = (audit, document) =>
  inOrder(audit, document, async () => {
    const one = knownOf(audit, document);
    if (one) await know(audit, document, { turn: one.turn, place: audit.placeOf(document) });
  });

/** @type {(audit: Audit, document: TokenDocument) => number} */
const ageOf = ({ ages, keyOf }, document) => ages.get(keyOf(document)) ?? 0;

/** @type {(audit: Audit, document: TokenDocument) => unknown} */
const supersede = (audit, document) => audit.ages.set(audit.keyOf(document), ageOf(audit, document) + 1);

/** @type {(audit: Audit, document: TokenDocument, look: () => Promise<unknown>) => Promise<unknown>} */
const inOrder = ({ looks, keyOf }, document, look) => looks.after(keyOf(document), look);

/** @type {(audit: Audit, document: TokenDocument, sight: Sight, age: number) => Promise<void>} */
const look = async (audit, document, sight, age) => {
  const mover = audit.moverOf(document, null);
  if (ageOf(audit, document) !== age) return;
  if (!mover) return unjudged(audit, document, sight);
  const before = knownOf(audit, document) ?? { turn: NEW, place: sight.from ?? sight.to };
  const one = { document, mover, before, sight: sinceChecked(before, sight) };
  // Of two who moved it at once, the first has moved.
  const isOvertaken = sight.from !== null && !isSamePlace(sight.from, lastPlace(before));
  const found = isOvertaken ? faulty("overtaken") : await checked(audit, one);
  if (ageOf(audit, document) !== age) return;
  if ("fault" in found) await blame(audit, one, found);
  else if ("isHeld" in found) await hold(audit, one);
  else {
    await know(audit, document, found.right);
    if (found.isNews) await audit.write(document, found.right, false);
    if (found.isUnseen) await audit.unseen(document);
  }
};

/** Nothing is judged of a token that is larger than its map; whoever moves one may have made it so. @type {(audit: Audit, document: TokenDocument, sight: Sight) => Promise<void>} */
const unjudged = async (audit, document, { from, to }) => {
  // All of the map is one place to it, so that there is no way.
  if (!from || !audit.isTooLarge(document)) return;
  const { turn, place } = knownOf(audit, document) ?? { turn: NEW, place: from };
  const goesBack = audit.custom() === "revert";
  await know(audit, document, { turn, place: goesBack ? place : to });
  if (goesBack) await audit.write(document, { turn, place }, true);
  await audit.doubt(document, faulty("tooLarge"), { turn, place }, goesBack);
};

/** Whatever goes wrong in looking at a move, it does not go by unseen. @type {(audit: Audit, one: Case) => Promise<Found>} */
const checked = async (audit, one) => {
  try {
    return await check(audit, one);
  } catch (error) {
    await blame(audit, one, faulty("unchecked"));
    throw error;
  }
};

/** Nobody can say now whether a move holds: it is looked at with the next one. @type {(audit: Audit, one: Case) => Promise<unknown>} */
const hold = async (audit, { document, before: { turn, place, held }, sight: { path, to } }) => {
  const way = path ?? held;
  const isBack = isSamePlace(to, place);
  return know(audit, document, { turn, place, ...(way && !isBack ? { held: way } : {}) });
};

/** Something does not hold: say so, and write what does; or put the token back. @type {(audit: Audit, one: Case, fault: {fault: Fault, reason: string}) => Promise<void>} */
const blame = async (audit, one, fault) => {
  const { document, before, sight } = one;
  const isAlways = fault.fault === "overtaken" || fault.fault === "unchecked";
  const goesBack = sight.from !== null && (isAlways || audit.custom() === "revert");
  const { turn, place } = before;
  const right = goesBack ? { turn, place } : await charged(audit, one);
  await know(audit, document, right);
  await audit.write(document, right, goesBack);
  await audit.doubt(document, fault, before, goesBack);
};

/** What was seen, together with what was not checked before it. @type {(before: Known, sight: Sight) => Sight} */
const sinceChecked = ({ place, held }, sight) => {
  if (!held || !sight.from || !sight.path) return sight;
  return { ...sight, from: place, path: [...held, ...sight.path.slice(1)] };
};

/** Where a token stands by what was seen of it, checked or not. @type {(known: Known) => Place} */
export const lastPlace = ({ place, held }) => {
  const end = held?.at(-1);
  return end ? { col: end.col, row: end.row, elevation: end.elevation ?? 0 } : place;
};
