/**
 * Changes of a token's ledger besides its own moves: moves taken back or shortened, the clock, acts, rolls that waited.
 *
 * @import { Change, Mover, Place, Table, Turn, Verdict } from "../hosts/host.js"
 * @import { ApplyValue, PathCell } from "./protocol.js"
 */

import { applyQuestion } from "./questions.js";
import { takenBack, thrownAfter } from "./thrown.js";
import { along, committed, leadsTo, moved, NOTHING, refused, wayOf, withProblem } from "./verdicts.js";

/** What a move is called in the ledger that was stopped on its way. @param {string} id */
export const stoppedOf = (id) => `${id}-stopped`;

/**
 * @template {Turn} Kept
 * @param {Pick<Table<Kept>, "ask" | "noted" | "thrownIn">} table
 */
export const createLedgerChanges = (table) => {
  const noted = table.noted ?? ((turn, change, ledger) => withThrown({ ...turn, ledger }, change));
  const thrownIn = table.thrownIn ?? (({ thrown = [] }) => thrown);

  /** The turn without its newest move, and the way back to where that began. @type {(mover: Mover<Kept>) => Promise<Verdict<Kept>>} */
  const takeBack = async (mover) => {
    const newest = mover.turn.moves.at(-1);
    if (!newest) return refused(null, null);
    let { turn } = mover;
    /** @type {PathCell[]} */
    const way = [];
    for (const undo of newest.toReversed()) {
      const reply = await table.ask(applyQuestion(mover, turn.ledger, { undo }));
      if (!reply.ok) return withProblem(reply.problem);
      if (reply.value.refused) return refused(null, reply.value.refused.reason);
      turn = noted(turn, { undo }, reply.value.ledger);
      way.push(...wayOf(reply.value, mover.token));
    }
    const moves = turn.moves.slice(0, -1);
    const undone = takenBack(thrownIn(mover.turn), thrownIn(turn));
    return { ...NOTHING, ...along(way), outcome: "made", turn: { ...turn, moves }, takenBack: undone };
  };

  /** Take the newest move back, if that is what leads to a place; else nothing is given back. @type {(mover: Mover<Kept>, to: Place) => Promise<Verdict<Kept>>} */
  const takeBackTo = async (mover, to) => {
    const verdict = await takeBack(mover);
    return verdict.turn && !leadsTo(verdict.way, to) ? refused(null, null) : verdict;
  };

  /** Have the newest move end where it was stopped, on its way. @type {(mover: Mover<Kept>, path: [PathCell, ...PathCell[]], id: string, overridden: boolean) => Promise<Verdict<Kept>>} */
  const shorten = async (mover, path, id, overridden) => {
    const undone = await takeBack(mover);
    if (!undone.turn) return undone;
    const [{ col, row, elevation = 0 }] = path;
    const change = committed(stoppedOf(id), moved({ path }, overridden));
    const before = { ...mover, turn: undone.turn, at: { col, row, elevation } };
    const verdict = await happen(before, change);
    if (!verdict.turn) return verdict;
    return { ...verdict, turn: { ...verdict.turn, moves: [...undone.turn.moves, [change.commit.id]] } };
  };

  /** Tell the rules of something that is no move of the token's own: the clock, an action. @type {(mover: Mover<Kept>, change: Change) => Promise<Verdict<Kept>>} */
  const happen = async (mover, change) => {
    const reply = await table.ask(applyQuestion(mover, mover.turn.ledger, change));
    if (!reply.ok) return withProblem(reply.problem);
    /** @type {ApplyValue} */
    const value = reply.value;
    if (value.refused) return refused(null, value.refused.reason, value);
    // Told before: what came of it was written then.
    if (value.replayed) return { ...NOTHING, outcome: "made", answer: value };
    const turn = noted(mover.turn, change, value.ledger);
    return { ...NOTHING, ...along(wayOf(value, mover.token)), outcome: "made", turn, answer: value };
  };

  return { noted, takeBack, takeBackTo, shorten, happen };
};

/**
 * @template {Turn} Kept
 * @param {Kept} turn
 * @param {Change} change
 * @returns {Kept}
 */
const withThrown = (turn, change) => {
  const thrown = thrownAfter(turn.thrown ?? [], change);
  return turn.thrown || thrown.length > 0 ? { ...turn, thrown } : turn;
};
