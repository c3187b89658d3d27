/**
 * The check of one change by somebody else: its new steps are told to the rules again, upon the turn that was checked, and
 * must lead to where the token stands and to what its flag says.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Fault, Found, Known, MoveAuditPorts, Sight } from "./move-audit.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover, Step, Turn } from "./turns.js"
 * @import { End } from "./replay.js"
 */

import { isSamePlace } from "../../core/grid.js";
import { onWay, planQuestion } from "../../core/questions.js";
import { createStepAudit } from "../../core/step-audit.js";
import { changeIn, createReplay, UNANSWERED } from "./replay.js";
import { lastStep } from "./turns.js";

/** What a client writes after a move, where it could not write it with the move, comes within this. */
const GRACE_MILLIS = 1500;

/** @param {MoveAuditPorts} ports */
export const createAuditCheck = (ports) => {
  const replay = createReplay(ports);
  const stepAudit = createStepAudit(ports);

  /** Why one of the new steps is none that this user could take; null: all are. @type {(document: TokenDocument, known: Turn, steps: Step[]) => Fault | null} */
  const faultOfSteps = (document, known, steps) => {
    const clock = new Set(known.ticks.map(({ id }) => id));
    for (const [index, step] of steps.entries()) {
      if ("undo" in step && clock.has(step.undo)) return "forged";
      const fault = stepAudit.faultOf(document.id, changeIn(step), [
        ...known.steps,
        ...steps.slice(0, index),
      ]);
      if (fault) return fault;
    }
    return null;
  };

  /** @type {(document: TokenDocument, mover: Mover, before: Known, sight: Sight) => Promise<Found>} */
  const check = async (document, mover, before, sight) => {
    if (sight.path && !ports.isInTurn(document, sight.id)) return faulty("outOfTurn");
    if (!mover.inCombat) return lookedAt(document, mover, before, (one) => checkPath(one, before, sight));
    const { steps, claim } = await newSteps(document, before, sight);
    if (!steps) return faulty("stale");
    const fault = faultOfSteps(document, before.turn, steps);
    if (fault) return faulty(fault);
    return lookedAt(document, mover, before, (one) => judged(one, before, sight, claim, steps));
  };

  /**
   * What is found where the mover sees all; else, where it sees only what is in plain sight: what it may not have seen is
   * not held against anybody, but told.
   *
   * @type {(document: TokenDocument, mover: Mover, before: Known, find: (mover: Mover) => Promise<Found>) => Promise<Found>}
   */
  const lookedAt = async (document, mover, before, find) => {
    const found = await find(mover);
    const other = "reason" in found ? ports.moverOf(document, before.place) : null;
    const unsighted = other && (await find(other));
    return unsighted && "right" in unsighted ? { ...unsighted, isUnseen: true } : found;
  };

  /** What cannot be checked: where the rules run, it is this very move that they cannot cope with. @type {() => Promise<Found>} */
  const unchecked = async () => ((await ports.areRunning()) ? faulty("unchecked") : { isHeld: true });

  /** Where the new steps lead, and whether that is what is told and seen. @type {(mover: Mover, before: Known, sight: Sight, claim: Turn, steps: Step[]) => Promise<Found>} */
  const judged = async (mover, before, sight, claim, steps) => {
    const isUntold = steps.length === 0 && sight.path !== null;
    const own = isUntold ? stepsOf(sight, lastStep(before.turn), ports.isLenient()) : steps;
    const end = await replay(mover, before, own);
    if (end === null) return unchecked();
    if ("reason" in end) return faulty("elsewhere", end.reason);
    return isUntold ? untold(before, sight, claim, end) : compared(before, sight, claim, end);
  };

  /** Out of combat only what stands in the way counts. @type {(mover: Mover, before: Known, sight: Sight) => Promise<Found>} */
  const checkPath = async (mover, before, sight) => {
    const right = { turn: before.turn, place: sight.to };
    if (!sight.path || ports.isLenient()) return { right, isNews: false };
    const there = { ...onWay(mover, sight.path), at: before.place };
    const reply = await ports.ask(planQuestion(there, [{ path: sight.path }]));
    if (!reply.ok && UNANSWERED.has(reply.problem.code)) return unchecked();
    // What is wrong with the map is not held against anybody.
    if (!reply.ok && reply.problem.path.startsWith("scene")) return { right, isNews: false };
    if (!reply.ok) return faulty("elsewhere", ports.problem(reply.problem));
    const [plan] = reply.value.plans;
    return plan.verdict === "impossible"
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
    // Of what the flag tells only what was checked is built upon; which moves it has is for taking back alone.
    const { steps } = end.turn;
    return {
      right: { turn: { ...claim, steps, ticks: before.turn.ticks }, place: end.place },
      isNews: false,
    };
  };

  /** What a move comes to that is left as it is: it was made, and it is paid for. @type {(mover: Mover, before: Known, sight: Sight) => Promise<Known>} */
  const charged = async (mover, before, sight) => {
    // Whoever moved it named the movement, maybe as one that was counted already.
    const id = ports.newId();
    const [step] = stepsOf({ ...sight, id }, lastStep(before.turn), true);
    const end = step && mover.inCombat && (await replay(mover, before, [step]));
    const moves = [...before.turn.moves, [id]];
    const turn = end && "turn" in end ? { ...end.turn, moves } : before.turn;
    return { turn, place: sight.to };
  };

  return { check, charged };
};

/** @type {(fault: Fault, reason?: string) => {fault: Fault, reason: string}} */
export const faulty = (fault, reason = "") => ({ fault, reason });

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
