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
 * @import { Mover, Turn } from "./turns.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 * @typedef {{commit: {id: string, events: [Event]}} | {undo: string}} Change
 * @typedef {Required<Table<Turn>>} TablePorts
 *
 * @typedef {object} ActPorts
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {(document: TokenDocument, result: {turn: Turn, way: PathCell[]}) => Promise<void>} write
 * @property {(document: TokenDocument, problem: Problem) => void} broken
 * @property {(document: TokenDocument, reason: Text) => void} refused
 * @property {() => string} nextId
 * @property {(document: TokenDocument, event: Event) => void} happened
 * @property {(document: TokenDocument, rolls: ApplyValue["rolls"]) => void} rolled  what the dice came to
 * @property {TablePorts["rolls"]} rolls  asks whether to roll now
 * @property {TablePorts["throws"]} throws
 * @property {TablePorts["rollsAnew"]} rollsAnew
 * @property {TablePorts["stays"]} stays
 * @property {(document: TokenDocument, rolls: readonly Thrown[]) => unknown} takenBack  rolls that were taken back
 * @property {TablePorts["stops"]} stops  asks the GM
 */

import { createDice } from "../../core/judge.js";
import { applyQuestion, stateQuestion } from "../../core/questions.js";
import { takenBack } from "../../core/thrown.js";
import { wayOf } from "../../core/verdicts.js";
import { stepped, thrownIn } from "./turns.js";

/** More rolls and reactions than that after one act are a fault of ours. */
const MOST_STOPS = 50;

/** @param {ActPorts} ports */
export const createActs = (ports) => {
  const dice = createDice({ ...ports, thrownIn });

  /** Where a token stands; null: nobody can say, and why is told elsewhere. @type {(document: TokenDocument) => Promise<StateValue | null>} */
  const stateOf = async (document) => {
    const mover = ports.moverOf(document);
    if (!mover) return null;
    const reply = await ports.ask(stateQuestion(mover));
    if (reply.ok) return reply.value;
    ports.broken(document, reply.problem);
    return null;
  };

  /** Tell the rules; where the token stands then, null: they did not take it. @type {(document: TokenDocument, change: Change) => Promise<StateValue | null>} */
  const tell = async (document, change) => {
    const mover = ports.moverOf(document);
    if (!mover) return null;
    const reply = await ports.ask(applyQuestion(mover, mover.turn.ledger, change));
    if (!reply.ok) {
      ports.broken(document, reply.problem);
      return null;
    }
    /** @type {ApplyValue} */
    const value = reply.value;
    if (value.refused) {
      ports.refused(document, value.refused.reason);
      return null;
    }
    if (value.replayed) return null;
    const turn = stepped(mover.turn, change, value.ledger);
    await ports.write(document, { turn, way: wayOf(value, mover.token) });
    const undone = takenBack(thrownIn(mover.turn), thrownIn(turn));
    if (undone.length > 0) ports.takenBack(document, undone);
    for (const event of "commit" in change ? change.commit.events : []) ports.happened(document, event);
    if (value.rolls.length > 0) ports.rolled(document, value.rolls);
    return value.state;
  };

  /** @type {(event: Event, id?: string) => Change} */
  const changeOf = (event, id = ports.nextId()) => ({ commit: { id, events: [event] } });

  /** Have the dice of a check fall, and tell the rules. @type {(mover: Mover, check: Check) => Promise<Change | null>} */
  const thrown = async (mover, check) => {
    // The GM's word is remembered for this very commit.
    const id = ports.nextId();
    const fallen = await dice(mover, check, id);
    return fallen ? changeOf({ kind: "rolled", check: check.id, ...fallen }, id) : null;
  };

  /** What a token waits for now, answered; null: for nothing, or not now. @type {(document: TokenDocument, state: StateValue, wanted: Check | undefined) => Promise<Change | null>} */
  const answerTo = async (document, { pending }, wanted) => {
    const mover = ports.moverOf(document);
    if (!mover) return null;
    if (pending?.reaction) {
      const [id, { id: reaction }] = [ports.nextId(), pending.reaction];
      const stopped = await ports.stops(mover, pending.reaction, id);
      return changeOf({ kind: "reacted", reaction, stopped }, id);
    }
    const check = pending?.check ?? wanted;
    return check && (await ports.rolls(mover, check)) ? thrown(mover, check) : null;
  };

  /** Play out what follows. @type {(document: TokenDocument, state: StateValue, wanted?: Check) => Promise<void>} */
  const settle = async (document, state, wanted) => {
    let now = state;
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const change = await answerTo(document, now, stop === 0 ? wanted : undefined);
      const next = change && (await tell(document, change));
      if (!next) return;
      now = next;
    }
  };

  /** @type {(document: TokenDocument, event: Event) => Promise<boolean>} */
  const happens = async (document, event) => {
    const after = await tell(document, changeOf(event));
    if (!after) return false;
    // The roll that an act is about has its name, and is open as long as nobody told how it came out.
    const wanted = event.kind === "did" ? after.checks.find(({ id }) => id === event.act) : undefined;
    await settle(document, after, wanted);
    return true;
  };

  /** Roll for a check that waits, or that may be rolled without a path. @type {(document: TokenDocument, checkId: string) => Promise<boolean>} */
  const roll = async (document, checkId) => {
    const state = await stateOf(document);
    const mover = ports.moverOf(document);
    const asked = [...(state?.checks ?? []), ...(state?.pending?.check ? [state.pending.check] : [])];
    const wanted = asked.find(({ id }) => id === checkId);
    const change = mover && wanted ? await thrown(mover, wanted) : null;
    const after = change && (await tell(document, change));
    if (after) await settle(document, after);
    return after !== null;
  };

  /** Go on with what a token waits for. @param {TokenDocument} document */
  const goOn = async (document) => {
    const state = await stateOf(document);
    if (state) await settle(document, state);
  };

  /**
   * Take the newest thing back. A move is taken back by the client, which puts the token back as well.
   *
   * @type {(document: TokenDocument, commit: string) => Promise<boolean>}
   */
  const undo = async (document, commit) => {
    const mover = ports.moverOf(document);
    if (!mover) return false;
    if (mover.turn.moves.at(-1)?.includes(commit)) return document.revertRecordedMovement();
    return (await tell(document, { undo: commit })) !== null;
  };

  /** Take a move back if it is the newest. @type {(document: TokenDocument, commit: string) => Promise<boolean>} */
  const undoMove = async (document, commit) => {
    const isNewest = ports.moverOf(document)?.turn.moves.at(-1)?.includes(commit) ?? false;
    return isNewest && document.revertRecordedMovement();
  };

  return { stateOf, happens, roll, goOn, undo, undoMove };
};
