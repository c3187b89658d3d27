/**
 * The check of one change by somebody else: its new steps are told to the rules again, upon the turn that was checked, and
 * must lead to where the token stands and to what its flag says.
 *
 * @import { ApplyValue, PathCell } from "../../core/protocol.js"
 * @import { Change, Place } from "../host.js"
 * @import { Fault, Found, Known, MoveAuditPorts, Sight } from "./move-audit.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover, Step, Turn } from "./turns.js"
 * @typedef {{turn: Turn, place: Place, way: PathCell[]}} End
 */

import { isSamePlace } from "../../core/grid.js";
import { wayOf } from "../../core/judge.js";
import { applyQuestion, onWay, planQuestion } from "../../core/questions.js";
import { lastStep, stepped } from "./turns.js";

/** What a client writes after a move, where it could not write it with the move, comes within this. */
const GRACE_MILLIS = 1500;
/** Only the GM tells the rules of these. */
const OF_THE_GM = new Set(["begin", "end", "ruled"]);
/** Problems of whoever asks, not of what was asked. */
const UNANSWERED = new Set(["worker_failed", "disposed", "system_broken"]);

/** @param {MoveAuditPorts} ports */
export const createAuditCheck = (ports) => {
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

  /** What a move comes to that is left as it is: it was made, and it is paid for. @type {(mover: Mover, before: Known, sight: Sight) => Promise<Known>} */
  const charged = async (mover, before, sight) => {
    const [step] = stepsOf(sight, lastStep(before.turn), true);
    const end = step && mover.inCombat && (await replay(mover, before, [step]));
    const moves = [...before.turn.moves, [sight.id]];
    const turn = end && "turn" in end ? { ...end.turn, moves } : before.turn;
    return { turn, place: sight.to };
  };

  return { check, charged };
};

/** @type {(fault: Fault, reason?: string) => {fault: Fault, reason: string}} */
export const faulty = (fault, reason = "") => ({ fault, reason });

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
