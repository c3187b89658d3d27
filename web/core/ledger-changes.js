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
      const verdict = await happen({ ...mover, turn }, { undo });
      if (!verdict.turn) return verdict;
      turn = verdict.turn;
      way.push(...verdict.way);
    }
    const moves = turn.moves.slice(0, -1);
    return made(mover, { ...turn, moves }, way);
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
    return { ...made(mover, turn, wayOf(value, mover.token)), answer: value };
  };

  /** What came of a change, with the rolls that it took back. @type {(mover: Mover<Kept>, turn: Kept, way: PathCell[]) => Verdict<Kept>} */
  const made = (mover, turn, way) => {
    const undone = takenBack(thrownIn(mover.turn), thrownIn(turn));
    return { ...NOTHING, ...along(way), outcome: "made", turn, takenBack: undone };
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
