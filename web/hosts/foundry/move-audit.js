/**
 * The audit of moves: the active GM's client goes every step of the others' tokens after them, and compares what they tell.
 *
 * Whoever owns a token can write its flags, and a browser without this module moves freely. So the GM's client keeps
 * the last turn of each token that it has checked itself. A change by somebody else brings new steps: they are told to
 * the rules again, upon the turn that was checked, and must lead to where the token now stands and to what its flag
 * now says. The flag itself is never built upon. What was checked is kept in a setting that only GMs can write, so that
 * it outlives a reload and a change of GM; steps taken while no GM was there are checked when one comes.
 *
 * @import { PathCell, Problem, Text } from "../../core/protocol.js"
 * @import { Place } from "../host.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover, Turn } from "./turns.js"
 *
 * @typedef {object} Known  what was checked last
 * @property {Turn} turn
 * @property {Place} place
 * @property {[PathCell, ...PathCell[]]} [held]  which way it went since, while the rules could not check it
 *
 * @typedef {"forged" | "overtaken" | "elsewhere" | "notAsked" | "outOfTurn" | "stale" | "unchecked" | "rolledAgain"} Fault
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
 * @typedef {object} MoveAuditPorts
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {(document: TokenDocument, from: Place | null) => Mover | null} moverOf  from a place: as one who sees only what is in plain sight of it
 * @property {() => Promise<boolean>} areRunning  whether the rules answer anything
 * @property {() => string} newId
 * @property {(document: TokenDocument) => unknown} unseen  tells that a move holds only for one who did not see all
 * @property {(document: TokenDocument) => Place} placeOf
 * @property {(document: TokenDocument) => string} keyOf
 * @property {(document: TokenDocument) => Turn} told  what the flag says
 * @property {(text: Text) => string} inWords  in the language of the client
 * @property {(problem: Problem) => string} problem  likewise
 * @property {(grant: import("../../core/grants.js").Grant) => boolean} takes  whether the GM let it through; each grant counts once
 * @property {() => boolean} rollsAnew  whether rolls that were taken back are thrown anew
 * @property {() => boolean} isLenient  whether moves against the rules are let through and told
 * @property {(document: TokenDocument, id: string) => boolean} isInTurn
 * @property {(document: TokenDocument, known: Known, goesBack: boolean) => Promise<void>} write
 * @property {() => "tell" | "mark" | "revert"} custom
 * @property {(document: TokenDocument, fault: {fault: Fault, reason: string}, before: Known, goesBack: boolean) => unknown} doubt
 * @property {() => {[key: string]: Known}} kept
 * @property {(all: {[key: string]: Known}) => Promise<unknown>} keep
 * @property {(millis: number) => Promise<unknown>} wait
 */

import { isSamePlace } from "../../core/grid.js";
import { createQueue, createQueues } from "../../core/queue.js";
import { createAuditCheck, faulty } from "./audit-check.js";
import { NEW } from "./turns.js";

/** @param {MoveAuditPorts} ports */
export const createMoveAudit = (ports) => {
  /** @type {Map<string, Known>} */
  let known = new Map();
  /** What is being looked at, one after the other for each token. */
  const looks = createQueues();
  /** How often a GM has put a token somewhere: what was seen before that is out of date. @type {Map<string, number>} */
  const ages = new Map();
  const keeping = createQueue();
  const { check, charged } = createAuditCheck(ports);

  /** Take over what an earlier GM's client has checked. */
  const load = () => {
    known = new Map(Object.entries(ports.kept()));
  };

  const save = () => keeping(() => ports.keep(Object.fromEntries(known)));

  /** @type {(document: TokenDocument) => Known | undefined} */
  const knownOf = (document) => known.get(ports.keyOf(document));

  /** @type {(document: TokenDocument, one: Known) => Promise<unknown>} */
  const know = (document, one) => {
    known.set(ports.keyOf(document), one);
    return save();
  };

  /**
   * Where a GM put it, it is, with the turn that its flag tells; whatever was being looked at is out of date.
   *
   * @param {TokenDocument} document
   */
  const trust = (document) => {
    supersede(document);
    return know(document, { turn: ports.told(document), place: ports.placeOf(document) });
  };

  /** What a GM wrote of its turn is so. @param {TokenDocument} document */
  const trustTurn = (document) =>
    inOrder(document, () => {
      const one = knownOf(document);
      const place = one ? lastPlace(one) : ports.placeOf(document);
      return know(document, { turn: ports.told(document), place });
    });

  /** A token that nothing is counted of any more. @param {TokenDocument} document */
  const forget = (document) => {
    supersede(document);
    return known.delete(ports.keyOf(document)) ? save() : undefined;
  };

  /** @param {TokenDocument} document */
  const ageOf = (document) => ages.get(ports.keyOf(document)) ?? 0;

  /** @param {TokenDocument} document */
  const supersede = (document) => ages.set(ports.keyOf(document), ageOf(document) + 1);

  /** @type {(document: TokenDocument, look: () => Promise<unknown>) => Promise<unknown>} */
  const inOrder = (document, look) => looks.after(ports.keyOf(document), look);

  /** @type {(document: TokenDocument, sight: Sight, age: number) => Promise<void>} */
  const look = async (document, sight, age) => {
    const mover = ports.moverOf(document, null);
    if (!mover || ageOf(document) !== age) return;
    const before = knownOf(document) ?? { turn: NEW, place: sight.from ?? sight.to };
    // Of two who moved it at once, the first has moved.
    const isOvertaken = sight.from !== null && !isSamePlace(sight.from, lastPlace(before));
    const whole = sinceChecked(before, sight);
    const found = isOvertaken ? faulty("overtaken") : await checked(document, mover, before, whole);
    if (ageOf(document) !== age) return;
    if ("fault" in found) await blame(document, mover, before, whole, found);
    else if ("isHeld" in found) await hold(document, before, whole);
    else {
      await know(document, found.right);
      if (found.isNews) await ports.write(document, found.right, false);
      if (found.isUnseen) await ports.unseen(document);
    }
  };

  /** Whatever goes wrong in looking at a move, it does not go by unseen. @type {typeof check} */
  const checked = async (document, mover, before, sight) => {
    try {
      return await check(document, mover, before, sight);
    } catch (error) {
      await blame(document, mover, before, sight, faulty("unchecked"));
      throw error;
    }
  };

  /** Nobody can say now whether a move holds: it is looked at with the next one. @type {(document: TokenDocument, before: Known, sight: Sight) => Promise<unknown>} */
  const hold = async (document, { turn, place, held }, { path, to }) => {
    const way = path ?? held;
    const isBack = isSamePlace(to, place);
    return know(document, { turn, place, ...(way && !isBack ? { held: way } : {}) });
  };

  /**
   * Something does not hold: say so, and write what does; or put the token back.
   *
   * @type {(document: TokenDocument, mover: Mover, before: Known, sight: Sight, fault: {fault: Fault, reason: string}) => Promise<void>}
   */
  const blame = async (document, mover, before, sight, fault) => {
    const isAlways = fault.fault === "overtaken" || fault.fault === "unchecked";
    const goesBack = sight.from !== null && (isAlways || ports.custom() === "revert");
    const { turn, place } = before;
    const right = goesBack ? { turn, place } : await charged(mover, before, sight);
    await know(document, right);
    await ports.write(document, right, goesBack);
    await ports.doubt(document, fault, before, goesBack);
  };

  return {
    load,
    trust,
    trustTurn,
    forget,
    knownOf,
    /** Look at what somebody else did. @type {(document: TokenDocument, sight: Sight) => Promise<unknown>} */
    see: (document, sight) => {
      const age = ageOf(document);
      return inOrder(document, () => look(document, sight, age));
    },
    /** A token was put somewhere, or stopped there: that is no move of its own. @type {(document: TokenDocument) => Promise<unknown>} */
    put: (document) =>
      inOrder(document, async () => {
        const one = knownOf(document);
        if (one) await know(document, { turn: one.turn, place: ports.placeOf(document) });
      }),
  };
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
