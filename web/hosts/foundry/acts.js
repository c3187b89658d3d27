/**
 * What somebody does with a token besides moving it: acts, rolls, answers, and taking back.
 *
 * What follows from one of these is played out with it: the roll that an act is about, the rolls and reactions that the rest of
 * a path waits for. The dice of all of them fall where everybody sees them.
 *
 * @import { ApplyRequest, ApplyValue, Check, PathCell, Problem, StateValue, Text } from "../../core/protocol.js"
 * @import { Thrown } from "../../core/thrown.js"
 * @import { Table } from "../host.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover, Turn, Verdict } from "./turns.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 * @typedef {{commit: {id: string, events: [Event]}} | {undo: string}} Change
 * @typedef {Required<Table<Turn>>} TablePorts
 *
 * @typedef {object} ActPorts
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {(document: TokenDocument, result: {turn: Turn, way: PathCell[]}) => Promise<void>} write
 * @property {(document: TokenDocument, problem: Problem) => void} tellProblem
 * @property {(document: TokenDocument, reason: Text) => void} refused
 * @property {() => boolean} mayAct  whether this user may do anything now; a notice says why not
 * @property {() => string} nextId
 * @property {(document: TokenDocument, event: Event) => void} happened
 * @property {(document: TokenDocument, rolls: ApplyValue["rolls"]) => void} rolled  what the dice came to
 * @property {(document: TokenDocument, way: readonly PathCell[], verdict: Verdict, isWhole: boolean) => Promise<boolean>} putBack  what leads there is taken back with it
 * @property {(document: TokenDocument) => void} notPutBack
 * @property {(document: TokenDocument, verdict: Verdict) => void} wentBack  to the start of its turn, or not so far
 * @property {(document: TokenDocument) => void} movedSince  it is not where the move ended that was to be taken back
 * @property {TablePorts["rolls"]} rolls  asks whether to roll now
 * @property {TablePorts["throws"]} throws
 * @property {TablePorts["rollsAnew"]} rollsAnew
 * @property {TablePorts["stays"]} stays
 * @property {(document: TokenDocument, rolls: readonly Thrown[]) => unknown} takenBack  rolls that were taken back
 * @property {TablePorts["stops"]} stops  asks the GM
 * @typedef {ActPorts & {dice: ReturnType<typeof createDice<Turn>>, ledger: ReturnType<typeof createLedgerChanges<Turn>>}} Acts
 */

import { isSamePlace } from "../../core/grid.js";
import { createDice } from "../../core/judge.js";
import { createLedgerChanges } from "../../core/ledger-changes.js";
import { stateQuestion } from "../../core/questions.js";
import { endedAt } from "../../core/verdicts.js";
import { cellOf } from "./scene.js";
import { moveOf, stepped, thrownIn } from "./turns.js";

/** More rolls and reactions than that after one act are a fault of ours. */
const MOST_STOPS = 50;

/** @param {ActPorts} ports */
export const createActs = (ports) => {
  const ledger = createLedgerChanges({ ask: ports.ask, noted: stepped, thrownIn });
  const acts = { ...ports, dice: createDice({ ...ports, thrownIn }), ledger };
  return {
    stateOf: stateOf.bind(null, acts),
    happens: allowed(acts, happens, false),
    roll: allowed(acts, roll, false),
    goOn: allowed(acts, goOn, undefined),
    undo: allowed(acts, undo, false),
    backToStart: allowed(acts, backToStart, false),
    undoMove: allowed(acts, undoMove, "told"),
  };
};

/**
 * What is done only while this user may do anything.
 *
 * @template {unknown[]} More
 * @template Outcome
 * @param {Acts} acts
 * @param {(acts: Acts, document: TokenDocument, ...more: More) => Promise<Outcome>} act
 * @param {NoInfer<Outcome>} otherwise
 * @returns {(document: TokenDocument, ...more: More) => Promise<Outcome>}
 */
const allowed =
  (acts, act, otherwise) =>
  async (document, ...more) =>
    acts.mayAct() ? act(acts, document, ...more) : otherwise;

/** Where a token stands; null: it is unknown, and a notice says why. @type {(acts: Acts, document: TokenDocument) => Promise<StateValue | null>} */
const stateOf = async (acts, document) => {
  const mover = acts.moverOf(document);
  if (!mover) return null;
  const reply = await acts.ask(stateQuestion(mover));
  if (reply.ok) return reply.value;
  acts.tellProblem(document, reply.problem);
  return null;
};

/** Tell the rules; where the token stands then, null: they did not take it. @type {(acts: Acts, document: TokenDocument, change: Change) => Promise<StateValue | null>} */
const tell = async (acts, document, change) => {
  const mover = acts.moverOf(document);
  if (!mover) return null;
  const { turn, way, answer, takenBack } = told(acts, document, await acts.ledger.happen(mover, change));
  if (!turn || !answer) return null;
  await acts.write(document, { turn, way });
  if (takenBack.length > 0) acts.takenBack(document, takenBack);
  for (const event of "commit" in change ? change.commit.events : []) acts.happened(document, event);
  if (answer.rolls.length > 0) acts.rolled(document, answer.rolls);
  return answer.state;
};

/** A verdict, of which a notice says why nothing came of it. @type {(acts: Acts, document: TokenDocument, verdict: Verdict) => Verdict} */
const told = (acts, document, verdict) => {
  if (verdict.problem) acts.tellProblem(document, verdict.problem);
  if (verdict.reason) acts.refused(document, verdict.reason);
  return verdict;
};

/** @type {(event: Event, id: string) => Change} */
const changeOf = (event, id) => ({ commit: { id, events: [event] } });

/** Have the dice of a check fall, and tell the rules. @type {(acts: Acts, mover: Mover, check: Check) => Promise<Change | null>} */
const thrown = async ({ nextId, dice }, mover, check) => {
  // The GM's word is remembered for this very commit.
  const id = nextId();
  const fallen = await dice(mover, check, id);
  return fallen ? changeOf({ kind: "rolled", check: check.id, ...fallen }, id) : null;
};

/** What a token waits for now, answered; null: for nothing, or not now. @type {(acts: Acts, document: TokenDocument, state: StateValue, wanted: Check | undefined) => Promise<Change | null>} */
const answerTo = async (acts, document, { pending }, wanted) => {
  const mover = acts.moverOf(document);
  if (!mover) return null;
  if (pending?.reaction) {
    const [id, { id: reaction }] = [acts.nextId(), pending.reaction];
    const stopped = await acts.stops(mover, pending.reaction, id);
    return changeOf({ kind: "reacted", reaction, stopped }, id);
  }
  const check = pending?.check ?? wanted;
  return check && (await acts.rolls(mover, check)) ? thrown(acts, mover, check) : null;
};

/** Play out what follows. @type {(acts: Acts, document: TokenDocument, state: StateValue, wanted?: Check) => Promise<void>} */
const settle = async (acts, document, state, wanted) => {
  let now = state;
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    const change = await answerTo(acts, document, now, stop === 0 ? wanted : undefined);
    const next = change && (await tell(acts, document, change));
    if (!next) return;
    now = next;
  }
};

/** @type {(acts: Acts, document: TokenDocument, event: Event) => Promise<boolean>} */
const happens = async (acts, document, event) => {
  const after = await tell(acts, document, changeOf(event, acts.nextId()));
  if (!after) return false;
  // The roll that an act is about has its name, and is open as long as nobody told how it came out.
  const wanted = event.kind === "did" ? after.checks.find(({ id }) => id === event.act) : undefined;
  await settle(acts, document, after, wanted);
  return true;
};

/** Roll for a check that waits, or that may be rolled without a path. @type {(acts: Acts, document: TokenDocument, checkId: string) => Promise<boolean>} */
const roll = async (acts, document, checkId) => {
  const state = await stateOf(acts, document);
  const mover = acts.moverOf(document);
  const asked = [...(state?.checks ?? []), ...(state?.pending?.check ? [state.pending.check] : [])];
  const wanted = asked.find(({ id }) => id === checkId);
  const change = mover && wanted ? await thrown(acts, mover, wanted) : null;
  const after = change && (await tell(acts, document, change));
  if (after) await settle(acts, document, after);
  return after !== null;
};

/** Go on with what a token waits for. @type {(acts: Acts, document: TokenDocument) => Promise<void>} */
const goOn = async (acts, document) => {
  const state = await stateOf(acts, document);
  if (state) await settle(acts, document, state);
};

/** Take the newest thing back. A move is taken back by the client, which puts the token back as well. @type {(acts: Acts, document: TokenDocument, commit: string) => Promise<boolean>} */
const undo = async (acts, document, commit) => {
  const mover = acts.moverOf(document);
  if (!mover) return false;
  if (mover.turn.moves.at(-1)?.includes(commit)) return undoNewest(acts, document, mover);
  return (await tell(acts, document, { undo: commit })) !== null;
};

/** Take back all that was moved since the turn began, as far as that goes, and put the token there; a notice tells it. @type {(acts: Acts, document: TokenDocument) => Promise<boolean>} */
const backToStart = async (acts, document) => {
  const mover = acts.moverOf(document);
  if (!mover) return false;
  const verdict = await acts.ledger.backToStart(mover);
  if (verdict.turn && !(await goesBack(acts, document, verdict, true))) return false;
  acts.wentBack(document, verdict);
  return verdict.turn !== null;
};

/** Take a move back if it is the newest; a notice says what prevents it, unless another is the newest. @type {(acts: Acts, document: TokenDocument, commit: string) => Promise<"done" | "told" | "newer" | "uncounted">} */
const undoMove = async (acts, document, commit) => {
  const mover = acts.moverOf(document);
  const at = mover ? moveOf(mover.turn, commit) : -1;
  if (!mover || at < 0) return "uncounted";
  if (at < mover.turn.moves.length - 1) return "newer";
  return (await undoNewest(acts, document, mover)) ? "done" : "told";
};

/** Take the newest move back; false: it stands, and a notice says why. @type {(acts: Acts, document: TokenDocument, mover: Mover) => Promise<boolean>} */
const undoNewest = async (acts, document, mover) => {
  const verdict = told(acts, document, await acts.ledger.takeBack(mover));
  return verdict.turn !== null && goesBack(acts, document, verdict, false);
};

/** Have a token go back as a verdict takes moves back, also where the client knows nothing of them any more; false: it stays, and a notice says why. @type {(acts: Acts, document: TokenDocument, verdict: Verdict, isWhole: boolean) => Promise<boolean>} */
const goesBack = async (acts, document, verdict, isWhole) => {
  const { turn, way, takenBack } = verdict;
  if (!turn || !endedAt(verdict, cellOf(document, document._source))) {
    acts.movedSince(document);
    return false;
  }
  const [from, to] = [way[0], way.at(-1)];
  if (!from || !to || isSamePlace(from, to)) {
    await acts.write(document, { turn, way: [] });
    if (takenBack.length > 0) acts.takenBack(document, takenBack);
    return true;
  }
  const isBack = await acts.putBack(document, [from, to], verdict, isWhole);
  if (!isBack) acts.notPutBack(document);
  return isBack;
};
