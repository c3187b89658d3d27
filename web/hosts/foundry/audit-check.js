/**
 * The check of one change by somebody else: the rules get its new steps again, after the turn that was checked, and
 * must lead to where the token stands and to what its flag says.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Audit, Case, Fault, Found, Known, Sight } from "./move-audit.js"
 * @import { Step, Turn } from "./turns.js"
 * @import { End } from "./replay.js"
 */

import { isSamePlace } from "../../core/grid.js";
import { onWay, planQuestion } from "../../core/questions.js";
import { changeIn, UNANSWERED } from "./replay.js";
import { KEPT_STEPS, lastStep } from "./turns.js";

/** What a client writes after a move, where it could not write it with the move, comes within this. */
const GRACE_MILLIS = 1500;

/** @type {(audit: Audit, one: Case) => Promise<Found>} */
export const check = async (audit, one) => {
  const { document, mover, sight } = one;
  if (sight.path && !audit.isInTurn(document, sight.id)) return faulty("outOfTurn");
  if (!mover.inCombat) return lookedAt(audit, one, (seen) => checkPath(audit, seen));
  const { steps, claim } = await newSteps(audit, one);
  if (!steps) return faulty("stale");
  const fault = faultOfSteps(audit, one, steps);
  if (fault) return faulty(fault);
  return lookedAt(audit, one, (seen) => judged(audit, seen, claim, steps));
};

/** Why one of the new steps is none that this user could take; null: all are. @type {(audit: Audit, one: Case, steps: Step[]) => Fault | null} */
const faultOfSteps = ({ stepAudit }, { document, before: { turn } }, steps) => {
  const clock = new Set(turn.ticks.map(({ id }) => id));
  for (const [index, step] of steps.entries()) {
    if ("undo" in step && clock.has(step.undo)) return "forged";
    const earlier = [...turn.steps, ...steps.slice(0, index)];
    const fault = stepAudit.faultOf(document.id, changeIn(step), earlier);
    if (fault) return fault;
  }
  return null;
};

/**
 * What is found where the mover sees all; else, where it sees only who is in plain sight, then only what is: what it may
 * not have seen is not held against anybody, but told.
 *
 * @type {(audit: Audit, one: Case, find: (seen: Case) => Promise<Found>) => Promise<Found>}
 */
const lookedAt = async ({ moverOf }, one, find) => {
  const found = await find(one);
  const other = "reason" in found ? moverOf(one.document, one.before.place) : null;
  for (const mover of other ? [...(other.whole ? [other.whole()] : []), other] : []) {
    const unsighted = await find({ ...one, mover });
    if ("right" in unsighted) return { ...unsighted, isUnseen: true };
  }
  return found;
};

/** What cannot be checked: where the rules run, it is this very move that they cannot cope with. @type {(audit: Audit) => Promise<Found>} */
const unchecked = async ({ areRunning }) => ((await areRunning()) ? faulty("unchecked") : { isHeld: true });

/** Where the new steps lead, and whether that is what the change says and the map shows. @type {(audit: Audit, one: Case, claim: Turn, steps: Step[]) => Promise<Found>} */
const judged = async (audit, one, claim, steps) => {
  const { mover, before, sight } = one;
  const isUntold = steps.length === 0 && sight.path !== null;
  const own = isUntold ? stepsOf(sight, lastStep(before.turn), audit.isLenient()) : steps;
  const end = await audit.replay(mover, before, own);
  if (end === null) return unchecked(audit);
  if ("reason" in end) return faulty("elsewhere", end.reason);
  return isUntold ? untold(one, claim, end) : compared(one, claim, end);
};

/** Out of combat only what stands in the way counts. @type {(audit: Audit, one: Case) => Promise<Found>} */
const checkPath = async (audit, { mover, before, sight }) => {
  const right = { turn: before.turn, place: sight.to };
  if (!sight.path || audit.isLenient()) return { right, isNews: false };
  const there = { ...onWay(mover, sight.path), at: before.place };
  const reply = await audit.ask(planQuestion(there, [{ path: sight.path }]));
  if (!reply.ok && UNANSWERED.has(reply.problem.code)) return unchecked(audit);
  // What is wrong with the map is not held against anybody; other tokens were set aside, so that a token is this one.
  const isOfMap = !reply.ok && /^scene(?!\.tokens\[)/.test(reply.problem.path);
  if (isOfMap) return { right, isNews: false };
  if (!reply.ok) return faulty("elsewhere", audit.problem(reply.problem));
  const [plan] = reply.value.plans;
  if (plan.verdict === "impossible") return faulty("elsewhere", audit.inWords(plan.reason));
  return { right, isNews: false };
};

/** What the flag tells that is not known yet; null: it leaves something out. @type {(audit: Audit, one: Case) => Promise<{claim: Turn, steps: Step[] | null}>} */
const newSteps = async (audit, { document, before, sight }) => {
  const count = lastStep(before.turn);
  const isLater = lastStep(sight.claim) <= count && sight.from !== null;
  if (isLater) await audit.wait(GRACE_MILLIS);
  const claim = isLater ? audit.told(document) : sight.claim;
  const steps = claim.steps.filter(({ n }) => n > count);
  // More than a client of ours writes would keep the rules from all others.
  const isWhole = steps.length <= KEPT_STEPS && steps.every(({ n }, index) => n === count + 1 + index);
  const isOlder = lastStep(claim) < count && !sight.from;
  return { claim, steps: isWhole && !isOlder ? steps : null };
};

/** A move that no client of ours has recorded. @type {(one: Case, claim: Turn, end: End) => Found} */
const untold = ({ before, sight }, claim, end) => {
  if (!isSamePlace(end.place, sight.to)) return faulty("elsewhere");
  if (!isSameLedger(claim, before.turn)) return faulty("forged");
  const turn = { ...end.turn, moves: [...before.turn.moves, [sight.id]] };
  return { right: { turn, place: end.place }, isNews: true };
};

/** @type {(one: Case, claim: Turn, end: End) => Found} */
const compared = ({ before, sight }, claim, end) => {
  if (!isSamePlace(end.place, sight.to)) return faulty("elsewhere");
  if (sight.path && !isSameWay(sight.path, end.way)) return faulty("elsewhere");
  if (!isSameLedger(claim, end.turn)) return faulty("forged");
  // Of what the flag tells only what was checked is built upon; which moves it has is for taking back alone.
  const turn = { ...claim, steps: end.turn.steps, ticks: before.turn.ticks };
  return { right: { turn, place: end.place }, isNews: false };
};

/** What a move comes to that is left as it is: it was made, and it is paid for. @type {(audit: Audit, one: Case) => Promise<Known>} */
export const charged = async ({ newId, replay }, { mover, before, sight }) => {
  // Whoever moved it named the movement, maybe as one that was counted already.
  const id = newId();
  const [step] = stepsOf({ ...sight, id }, lastStep(before.turn), true);
  const end = step && mover.inCombat && (await replay(mover, before, [step]));
  const moves = [...before.turn.moves, [id]];
  const turn = end && "turn" in end ? { ...end.turn, moves } : before.turn;
  return { turn, place: sight.to };
};

/** @type {(fault: Fault, reason?: string) => {fault: Fault, reason: string}} */
export const faulty = (fault, reason = "") => ({ fault, reason });

/** @type {(one: Turn, other: Turn) => boolean} */
const isSameLedger = (one, other) => JSON.stringify(one.ledger) === JSON.stringify(other.ledger);

/** A move that was told by nobody, as the client saw it. @type {(sight: Sight, count: number, override?: boolean) => Step[]} */
const stepsOf = ({ path, id }, count, override = false) => {
  if (!path) return [];
  const event = { kind: /** @type {const} */ ("moved"), route: { path }, ...(override ? { override } : {}) };
  return [{ n: count + 1, commit: { id, events: [event] } }];
};

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
