/**
 * The audit of moves: the active GM's client goes every step of the others' tokens after them, and compares what they tell.
 *
 * Whoever owns a token can write its flags, and a browser without this module moves freely. So the GM's client keeps
 * the last turn of each token that it has checked itself. A change by somebody else brings new steps: they are told to
 * the rules again, upon the turn that was checked, and must lead to where the token now stands and to what its flag
 * now says. The flag itself is never built upon. What was checked is kept in a setting that only GMs can write, so that
 * it outlives a reload and a change of GM; steps taken while no GM was there are checked when one comes.
 *
 * @import { ApplyValue, PathCell, Problem, Text } from "../../core/protocol.js"
 * @import { Movement, TokenDocument } from "./surface.js"
 * @import { Mover, Step, Turn } from "./turns.js"
 * @import { Change, Place } from "../host.js"
 *
 * @typedef {{turn: Turn, place: Place}} Known
 * @typedef {"forged" | "overtaken" | "elsewhere" | "notAsked" | "outOfTurn" | "stale"} Fault
 * @typedef {{turn: Turn, place: Place, way: PathCell[]}} End
 * @typedef {{right: Known, isNews: boolean} | {fault: Fault, reason: string}} Found  what holds, and whether the flag lacks it
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
 * @property {(document: TokenDocument, isBlind: boolean) => Mover | null} moverOf  blind: as one who sees nobody else
 * @property {(document: TokenDocument) => Place} placeOf
 * @property {(document: TokenDocument) => string} keyOf
 * @property {(document: TokenDocument) => Turn} told  what the flag says
 * @property {(text: Text) => string} inWords  in the language of the client
 * @property {(problem: Problem) => string} problem  likewise
 * @property {(grant: string) => boolean} isGranted  whether the GM let it through
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
import { wayOf } from "../../core/judge.js";
import { applyQuestion, onWay, planQuestion } from "../../core/questions.js";
import { createQueue, createQueues } from "../../core/queue.js";
import { lastStep, NEW, stepped } from "./turns.js";

/** What a client writes after a move, where it could not write it with the move, comes within this. */
const GRACE_MILLIS = 1500;
/** Only the GM tells the rules of these. */
const OF_THE_GM = new Set(["begin", "end", "ruled"]);
/** Problems of whoever asks, not of what was asked. */
const UNANSWERED = new Set(["worker_failed", "disposed", "system_broken"]);

/** @param {MoveAuditPorts} ports */
export const createMoveAudit = (ports) => {
  /** @type {Map<string, Known>} */
  let known = new Map();
  /** What is being looked at, one after the other for each token. */
  const looks = createQueues();
  /** How often a GM has put a token somewhere: what was seen before that is out of date. @type {Map<string, number>} */
  const ages = new Map();
  const keeping = createQueue();

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
      const place = knownOf(document)?.place ?? ports.placeOf(document);
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

  /** Why a step is none that this user could take; null: it is one. @type {(document: TokenDocument, step: Step) => Fault | null} */
  const faultOfStep = (document, step) => {
    if (!("commit" in step)) return null;
    const [base = ""] = step.commit.id.split("-");
    for (const event of step.commit.events) {
      if (OF_THE_GM.has(event.kind)) return "forged";
      if (event.kind === "moved" && event.forced) return "forged";
      const isAgainst = event.kind === "moved" && event.override;
      const grant = `${document.id} ${base}`;
      if (isAgainst && !ports.isLenient() && !ports.isGranted(`${grant} letThrough`)) return "notAsked";
      if (event.kind === "reacted" && !event.stopped && !ports.isGranted(`${grant} ${event.reaction}`))
        return "notAsked";
      if (event.kind === "rolled" && !event.faces) return "forged";
    }
    return null;
  };

  /**
   * Tell the rules the new steps upon what is known; where do they lead?
   *
   * @type {(mover: Mover, start: Known, steps: Step[]) => Promise<End | {reason: string} | null>}
   */
  const replay = async (mover, start, steps) => {
    let { turn, place } = start;
    let onIt = mover;
    /** @type {PathCell[]} */
    const way = [];
    for (const { n: _, ...change } of steps) {
      const path = pathIn(change);
      if (path) onIt = onWay(mover, path);
      const reply = await ports.ask(applyQuestion({ ...onIt, at: place }, turn.ledger, change));
      if (!reply.ok)
        return UNANSWERED.has(reply.problem.code) ? null : { reason: ports.problem(reply.problem) };
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) return { reason: ports.inWords(value.refused.reason) };
      turn = stepped(turn, change, value.ledger);
      way.push(...wayOf(value, mover.token));
      const end = way.at(-1);
      if (end) place = { col: end.col, row: end.row, elevation: end.elevation ?? 0 };
    }
    return { turn, place, way };
  };

  /** @type {(document: TokenDocument, sight: Sight, age: number) => Promise<void>} */
  const look = async (document, sight, age) => {
    const mover = ports.moverOf(document, false);
    if (!mover || ageOf(document) !== age) return;
    const before = knownOf(document) ?? { turn: NEW, place: sight.from ?? sight.to };
    // Of two who moved it at once, the first has moved.
    const isOvertaken = sight.from !== null && !isSamePlace(sight.from, before.place);
    const found = isOvertaken ? faulty("overtaken") : await check(document, mover, before, sight);
    if (ageOf(document) !== age) return;
    if ("fault" in found) await blame(document, mover, before, sight, found);
    else {
      await know(document, found.right);
      if (found.isNews) await ports.write(document, found.right, false);
    }
  };

  /** @type {(document: TokenDocument, mover: Mover, before: Known, sight: Sight) => Promise<Found>} */
  const check = async (document, mover, before, sight) => {
    if (sight.path && !ports.isInTurn(document, sight.id)) return faulty("outOfTurn");
    if (!mover.inCombat) return checkPath(mover, before, sight);
    const { steps, claim } = await newSteps(document, before, sight);
    if (!steps) return faulty("stale");
    const fault = steps.map((step) => faultOfStep(document, step)).find(Boolean);
    if (fault) return faulty(fault);
    const found = await judged(mover, before, sight, claim, steps);
    const unsighted = "fault" in found ? ports.moverOf(document, true) : null;
    // What whoever moved it may not have seen is not held against anybody.
    const other = unsighted && (await judged(unsighted, before, sight, claim, steps));
    return other && !("fault" in other) ? other : found;
  };

  /** Where the new steps lead, and whether that is what is told and seen. @type {(mover: Mover, before: Known, sight: Sight, claim: Turn, steps: Step[]) => Promise<Found>} */
  const judged = async (mover, before, sight, claim, steps) => {
    const isUntold = steps.length === 0 && sight.path !== null;
    const own = isUntold ? stepsOf(sight, lastStep(before.turn), ports.isLenient()) : steps;
    const end = await replay(mover, before, own);
    // What cannot be judged now is not held against anybody.
    if (end === null) return { right: { turn: before.turn, place: sight.to }, isNews: false };
    if ("reason" in end) return faulty("elsewhere", end.reason);
    return isUntold ? untold(before, sight, claim, end) : compared(before, sight, claim, end);
  };

  /** Out of combat only what stands in the way counts. @type {(mover: Mover, before: Known, sight: Sight) => Promise<Found>} */
  const checkPath = async (mover, before, sight) => {
    const right = { turn: before.turn, place: sight.to };
    if (!sight.path || ports.isLenient()) return { right, isNews: false };
    const there = { ...onWay(mover, sight.path), at: before.place };
    const reply = await ports.ask(planQuestion(there, [{ path: sight.path }]));
    const plan = reply.ok ? reply.value.plans[0] : null;
    return plan?.verdict === "impossible"
      ? faulty("elsewhere", ports.inWords(plan.reason))
      : { right, isNews: false };
  };

  /** What the flag tells that is not known yet; null: it leaves something out. @type {(document: TokenDocument, before: Known, sight: Sight) => Promise<{claim: Turn, steps: Step[] | null}>} */
  const newSteps = async (document, before, sight) => {
    const count = lastStep(before.turn);
    const isLater = lastStep(sight.claim) <= count && sight.from !== null;
    if (isLater) await ports.wait(GRACE_MILLIS);
    const claim = isLater ? ports.told(document) : sight.claim;
    const steps = claim.steps.filter(({ n }) => n > count);
    const isWhole = steps.every(({ n }, index) => n === count + 1 + index);
    const isOlder = lastStep(claim) < count && !sight.from;
    return { claim, steps: isWhole && !isOlder ? steps : null };
  };

  /** A move that no client of ours has recorded. @type {(before: Known, sight: Sight, claim: Turn, end: End) => Found} */
  const untold = (before, sight, claim, end) => {
    if (!isSamePlace(end.place, sight.to)) return faulty("elsewhere");
    if (!isSameLedger(claim, before.turn)) return faulty("forged");
    const turn = { ...end.turn, moves: [...before.turn.moves, [sight.id]] };
    return { right: { turn, place: end.place }, isNews: true };
  };

  /** @type {(before: Known, sight: Sight, claim: Turn, end: End) => Found} */
  const compared = (before, sight, claim, end) => {
    if (!isSamePlace(end.place, sight.to)) return faulty("elsewhere");
    if (sight.path && !isSameWay(sight.path, end.way)) return faulty("elsewhere");
    if (!isSameLedger(claim, end.turn)) return faulty("forged");
    return { right: { turn: { ...claim, ticks: before.turn.ticks }, place: end.place }, isNews: false };
  };

  /**
   * Something does not hold: say so, and write what does; or put the token back.
   *
   * @type {(document: TokenDocument, mover: Mover, before: Known, sight: Sight, fault: {fault: Fault, reason: string}) => Promise<void>}
   */
  const blame = async (document, mover, before, sight, fault) => {
    const goesBack = sight.from !== null && (fault.fault === "overtaken" || ports.custom() === "revert");
    const right = goesBack ? before : await charged(mover, before, sight);
    await know(document, right);
    await ports.write(document, right, goesBack);
    await ports.doubt(document, fault, before, goesBack);
  };

  /** What a move comes to that is left as it is: it was made, and it is paid for. @type {(mover: Mover, before: Known, sight: Sight) => Promise<Known>} */
  const charged = async (mover, before, sight) => {
    const [step] = stepsOf(sight, lastStep(before.turn), true);
    const end = step && mover.inCombat && (await replay(mover, before, [step]));
    const moves = [...before.turn.moves, [sight.id]];
    const turn = end && "turn" in end ? { ...end.turn, moves } : before.turn;
    return { turn, place: sight.to };
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
        if (one) await know(document, { ...one, place: ports.placeOf(document) });
      }),
  };
};

/** @type {(fault: Fault, reason?: string) => {fault: Fault, reason: string}} */
const faulty = (fault, reason = "") => ({ fault, reason });

/** The way that a step tells of, if it does. @type {(change: Change) => PathCell[] | null} */
const pathIn = (change) => {
  const events = "commit" in change ? change.commit.events : [];
  const routes = events.flatMap((event) => (event.kind === "moved" && "route" in event ? [event.route] : []));
  const [route] = routes;
  return route && "path" in route ? route.path : null;
};

/** @type {(one: Turn, other: Turn) => boolean} */
const isSameLedger = (one, other) => JSON.stringify(one.ledger) === JSON.stringify(other.ledger);

/** A move that was told by nobody, as the client saw it. @type {(sight: Sight, count: number, override?: boolean) => Step[]} */
const stepsOf = ({ path, id }, count, override = false) =>
  path
    ? [
        {
          n: count + 1,
          commit: {
            id,
            events: [{ kind: "moved", route: { path }, ...(override ? { override: true } : {}) }],
          },
        },
      ]
    : [];

/** Whether a token went just the way that the rules have it go. @type {(path: readonly PathCell[], way: readonly PathCell[]) => boolean} */
const isSameWay = (path, way) => {
  const cells = way.filter(
    (cell, index) => index === 0 || !isSamePlace(cell, /** @type {PathCell} */ (way[index - 1])),
  );
  return (
    path.length === cells.length &&
    path.every((cell, at) => isSamePlace(cell, /** @type {PathCell} */ (cells[at])))
  );
};
