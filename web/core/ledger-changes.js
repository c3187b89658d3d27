/**
 * Changes of a token's ledger besides its own moves: moves taken back or shortened, the clock, acts, rolls that waited.
 *
 * @import { Change, Mover, Place, Table, Turn, Verdict } from "../hosts/host.js"
 * @import { ApplyValue, PathCell, StateValue } from "./protocol.js"
 * @import { Route } from "./questions.js"
 */

import { applyQuestion, stateQuestion } from "./questions.js";
import { takenBack, thrownAfter } from "./thrown.js";
import { KEPT_MOVES } from "./turns.js";
import {
  along,
  committed,
  FORCED,
  forcedIn,
  leadsTo,
  moved,
  NOTHING,
  refused,
  wayOf,
  withProblem,
} from "./verdicts.js";

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
    let forced = 0;
    /** @type {PathCell[]} */
    const way = [];
    for (const undo of newest.toReversed()) {
      const verdict = await happen({ ...mover, turn }, { undo });
      if (!verdict.turn) return verdict;
      turn = verdict.turn;
      forced += verdict.forced;
      way.push(...verdict.way);
    }
    const moves = turn.moves.slice(0, -1);
    return { ...made(mover, { ...turn, moves }, way), forced };
  };

  /** All that was moved since the turn began is taken back, the newest first, as far as nothing stands upon it and up to a push. @type {(mover: Mover<Kept>) => Promise<Verdict<Kept>>} */
  const backToStart = async (mover) => {
    const reply = await table.ask(stateQuestion(mover));
    if (!reply.ok) return withProblem(reply.problem);
    /** @type {StateValue} */
    const { commits } = reply.value;
    const inTurn = new Map(commits.filter(({ in_turn: isNow }) => isNow).map((one) => [one.id, one]));
    let [now, forced] = [mover, 0];
    /** @type {PathCell[]} */
    const way = [];
    let next = await newestBack(now, inTurn);
    while (next?.turn) {
      forced += next.forced;
      way.push(...next.way);
      now = { ...now, turn: next.turn, ...(next.end ? { at: placeOf(next.end) } : {}) };
      next = await newestBack(now, inTurn);
    }
    if (now === mover) return next ?? refused(null, null);
    const { reason, problem } = next ?? NOTHING;
    return { ...made(mover, now.turn, way), forced, outcome: next ? "cut" : "made", reason, problem };
  };

  /** The newest move taken back, unless the GM pushed the token; null: it is not from this turn. @type {(mover: Mover<Kept>, inTurn: Map<string, StateValue["commits"][number]>) => Promise<Verdict<Kept> | null>} */
  const newestBack = async (mover, inTurn) => {
    const newest = mover.turn.moves.at(-1)?.flatMap((id) => inTurn.get(id) ?? []) ?? [];
    const push = newest.find(({ rules }) => rules.includes(FORCED));
    if (push) return refused(null, push.labels[0] ?? null);
    return newest.length > 0 ? takeBack(mover) : null;
  };

  /** Have a token pushed, dragged or carried: it goes along a route, or straight to a place, as far as nothing solid ends it, and spends nothing. @type {(mover: Mover<Kept>, route: Route, id: string) => Promise<Verdict<Kept>>} */
  const push = async (mover, route, id) => {
    const verdict = await happen(mover, committed(id, { kind: "moved", route, forced: true }));
    if (!verdict.turn) return verdict;
    const { stopped } = verdict.answer ?? {};
    const moves = [...verdict.turn.moves, [id]].slice(-KEPT_MOVES);
    const end = stopped ? { outcome: /** @type {const} */ ("cut"), reason: stopped.reason } : null;
    return { ...verdict, ...end, turn: { ...verdict.turn, moves } };
  };

  /** The GM gives movement by hand, in the game's unit, or takes it: less than 0. What was done is worded in the newest commit of its answer. @type {(mover: Mover<Kept>, length: number, reason: string, id: string) => Promise<Verdict<Kept>>} */
  const give = (mover, length, reason, id) =>
    happen(mover, committed(id, { kind: "granted", length, reason }));

  /** Take the newest move back, if that is what leads to a place; else nothing is given back. @type {(mover: Mover<Kept>, to: Place) => Promise<Verdict<Kept>>} */
  const takeBackTo = async (mover, to) => {
    const verdict = await takeBack(mover);
    return verdict.turn && !leadsTo(verdict.way, to) ? refused(null, null) : verdict;
  };

  /** Have the newest move end where it was stopped, on its way. @type {(mover: Mover<Kept>, path: [PathCell, ...PathCell[]], id: string, overridden: boolean) => Promise<Verdict<Kept>>} */
  const shorten = async (mover, path, id, overridden) => {
    const undone = await takeBack(mover);
    if (!undone.turn) return undone;
    const change = committed(stoppedOf(id), moved({ path }, overridden));
    const before = { ...mover, turn: undone.turn, at: placeOf(path[0]) };
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
    const forced = forcedIn(value, mover.token);
    return { ...made(mover, turn, wayOf(value, mover.token)), answer: value, forced };
  };

  /** What came of a change, with the rolls that it took back. @type {(mover: Mover<Kept>, turn: Kept, way: PathCell[]) => Verdict<Kept>} */
  const made = (mover, turn, way) => {
    const undone = takenBack(thrownIn(mover.turn), thrownIn(turn));
    return { ...NOTHING, ...along(way), outcome: "made", turn, takenBack: undone };
  };

  return { noted, takeBack, takeBackTo, backToStart, push, give, shorten, happen };
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

/** @type {(cell: PathCell) => Place} */
const placeOf = ({ col, row, elevation = 0 }) => ({ col, row, elevation });
