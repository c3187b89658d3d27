/**
 * What becomes of a move, for every host: the rules, the people and the dice are asked, and what to write is told.
 *
 * Headless: it knows tokens by what `Mover` tells of them, and the host by its `Table`. It writes and tells nothing
 * by itself: all is in the `Verdict`. Where the rules cannot answer, a move goes on as without them unless the table
 * fails closed, and the verdict says why.
 *
 * @import { Change, Place, Table, Turn } from "../hosts/host.js"
 * @import { ApplyRequest, ApplyValue, Check, PathCell, Plan, Problem, Roll, Text } from "./protocol.js"
 * @import { Route } from "./questions.js"
 * @import { Dice } from "./thrown.js"
 * @typedef {import("../hosts/host.js").Verdict<any>} Verdict
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 */

import { isSamePlace } from "./grid.js";
import { applyQuestion, onWay, planQuestion } from "./questions.js";
import { diceOf, takenBack, thrownAfter } from "./thrown.js";
import { KEPT_MOVES } from "./turns.js";

/** More rolls and reactions than that on one path are our error, not the path's. */
const MOST_STOPS = 50;
const NO_DICE = Symbol("no dice fell");
const SEED_BELOW = 2 ** 32;

/** Dice for a host that has none of its own: the rules roll, by chance. */
export const ownDice = async () => ({ seed: Math.floor(Math.random() * SEED_BELOW) });

/**
 * @template {Turn} Kept
 * @param {Table<Kept>} table
 */
export const createJudge = (table) => {
  /** @typedef {import("../hosts/host.js").Mover<Kept>} Mover */
  /** @typedef {import("../hosts/host.js").Verdict<Kept>} Judged */

  const noted = table.noted ?? ((turn, change, ledger) => withThrown({ ...turn, ledger }, change));
  const thrownIn = table.thrownIn ?? (({ thrown = [] }) => thrown);
  const dice = createDice(table);

  /** Judge a move before it is written; `overrides`: whoever may do so lets everything through. @type {(mover: Mover, route: Route, id: string, overrides?: boolean) => Promise<Judged>} */
  const judge = async (there, route, id, overrides = false) => {
    const mover = onWay(there, "path" in route ? route.path : null);
    const reply = await table.ask(planQuestion(mover, [route]));
    if (!reply.ok) return unjudged(reply.problem, overrides);
    /** @type {Plan} */
    const plan = reply.value.plans[0];
    const verdict = await permitted(mover, { plan, route }, id, overrides);
    const isTold = mover.inCombat && (plan.path !== null || "path" in route);
    // What no way leads to is no event of the rules: who lets it through, lets it through uncounted.
    if (verdict.outcome === "refused" || !isTold) return verdict;
    const check = verdict.overridden ? undefined : plan.checks.find(({ optional }) => !optional);
    if (check && table.rolls && !(await table.rolls(mover, check))) return refused(plan, null);
    const recorded = await record(mover, routeOf(plan, route), id, verdict);
    return recorded.problem ? unjudged(recorded.problem, overrides) : recorded;
  };

  /** A plan as a verdict: whether the move may be made, before anything is recorded. @type {(mover: Mover, planned: {plan: Plan, route: Route}, id: string, overrides: boolean) => Promise<Judged>} */
  const permitted = async (mover, { plan, route }, id, overrides) => {
    const made = { ...NOTHING, outcome: /** @type {const} */ ("made"), plan };
    if (plan.verdict !== "impossible") return made;
    if (overrides) return { ...made, overridden: true };
    const enforcement = table.enforcement();
    if (enforcement === "inform") return { ...made, overridden: true, informed: true };
    const isGranted = enforcement === "confirm" && (await table.letThrough?.(mover, plan, id, route));
    return isGranted ? { ...made, overridden: true } : refused(plan, plan.reason);
  };

  /** @type {(problem: Problem, overrides: boolean) => Judged} */
  const unjudged = (problem, overrides) => {
    const isHeld = table.failsClosed?.() && !overrides;
    return { ...NOTHING, outcome: isHeld ? "refused" : "unjudged", problem };
  };

  /** Have a permitted move recorded, with its rolls and what stops it, and tell where it leads. @type {(mover: Mover, route: Route, id: string, permit: Judged) => Promise<Judged>} */
  const record = async (mover, route, id, permit) => {
    const { plan } = permit;
    let event = moved(route, permit.overridden);
    let { turn } = mover;
    /** @type {{way: PathCell[], rolls: Roll[], commits: string[]}} */
    const made = { way: [], rolls: [], commits: [] };
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const change = committed(stop === 0 ? id : `${id}-${stop}`, event);
      const reply = await table.ask(applyQuestion(mover, turn.ledger, change));
      if (!reply.ok) return withProblem(reply.problem);
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) return refused(plan, value.refused.reason);
      turn = noted(turn, change, value.ledger);
      made.commits.push(change.commit.id);
      made.rolls.push(...value.rolls);
      made.way.push(...wayOf(value, mover.token));
      const next = await answerTo({ ...mover, turn }, value, id);
      // Dice that did not fall leave the token where it stands.
      if (next === NO_DICE && made.way.length === 0) return refused(plan, null);
      if (!next || next === NO_DICE) break;
      event = next;
    }
    const { way, rolls, commits } = made;
    const moves = [...turn.moves, commits].slice(-KEPT_MOVES);
    const outcome = leadsTo(way, goalOf(plan, route)) ? "made" : "cut";
    return { ...permit, ...along(way), outcome, turn: { ...turn, moves }, rolls };
  };

  /** The event that a move waits for, its turn as it is by then; null: it waits for none. @type {(mover: Mover, value: ApplyValue, id: string) => Promise<Event | typeof NO_DICE | null>} */
  const answerTo = async (mover, { state: { pending } }, id) => {
    if (pending?.check) {
      const thrown = await dice(mover, pending.check, id);
      return thrown ? { kind: "rolled", check: pending.check.id, ...thrown } : NO_DICE;
    }
    if (!pending?.reaction) return null;
    const stopped = (await table.stops?.(mover, pending.reaction, id)) ?? false;
    return { kind: "reacted", reaction: pending.reaction.id, stopped };
  };

  /** The turn without its newest move, and the way back to where that began. @type {(mover: Mover) => Promise<Judged>} */
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

  /** Take the newest move back, if that is what leads to a place; else nothing is given back. @type {(mover: Mover, to: Place) => Promise<Judged>} */
  const takeBackTo = async (mover, to) => {
    const verdict = await takeBack(mover);
    return verdict.turn && !leadsTo(verdict.way, to) ? refused(null, null) : verdict;
  };

  /** Have the newest move end where it was stopped, on its way. @type {(mover: Mover, path: [PathCell, ...PathCell[]], id: string, overridden: boolean) => Promise<Judged>} */
  const shorten = async (mover, path, id, overridden) => {
    const undone = await takeBack(mover);
    if (!undone.turn) return undone;
    const [{ col, row, elevation = 0 }] = path;
    const change = committed(`${id}-stopped`, moved({ path }, overridden));
    const before = { ...mover, turn: undone.turn, at: { col, row, elevation } };
    const verdict = await happen(before, change);
    if (!verdict.turn) return verdict;
    return { ...verdict, turn: { ...verdict.turn, moves: [...undone.turn.moves, [change.commit.id]] } };
  };

  /** Tell the rules of something that is no move of the token's own: the clock, an action. @type {(mover: Mover, change: Change) => Promise<Judged>} */
  const happen = async (mover, change) => {
    const reply = await table.ask(applyQuestion(mover, mover.turn.ledger, change));
    if (!reply.ok) return withProblem(reply.problem);
    /** @type {ApplyValue} */
    const value = reply.value;
    if (value.refused) return refused(null, value.refused.reason);
    // Told before: what came of it was written then.
    if (value.replayed) return { ...NOTHING, outcome: "made" };
    const turn = noted(mover.turn, change, value.ledger);
    return { ...NOTHING, ...along(wayOf(value, mover.token)), outcome: "made", turn };
  };

  return { judge, takeBack, takeBackTo, shorten, happen };
};

/**
 * The dice of a check: those that were taken back, unless they are to be thrown anew, else those that fall now.
 *
 * @template {Turn} Kept
 * @param {Pick<Table<Kept>, "throws" | "thrownIn" | "rollsAnew" | "stays">} table
 * @returns {(mover: import("../hosts/host.js").Mover<Kept>, check: Check, id: string) => Promise<Dice | null>}
 */
export const createDice = (table) => async (mover, check, id) => {
  const { thrown = [] } = mover.turn;
  const fallen = diceOf(table.thrownIn?.(mover.turn) ?? thrown, check);
  if (!fallen || (await table.rollsAnew?.(mover, check, id))) return table.throws(mover, check);
  table.stays?.(mover, check, fallen);
  return fallen;
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

/** @type {Verdict} */
const NOTHING = {
  outcome: "unjudged",
  turn: null,
  way: [],
  end: null,
  plan: null,
  rolls: [],
  takenBack: [],
  overridden: false,
  informed: false,
  reason: null,
  problem: null,
};

/** @type {(problem: Problem) => Verdict} */
const withProblem = (problem) => ({ ...NOTHING, problem });

/** @type {(plan: Plan | null, reason: Text | null) => Verdict} */
const refused = (plan, reason) => ({ ...NOTHING, outcome: "refused", plan, reason });

/** @type {(way: PathCell[]) => Pick<Verdict, "way" | "end">} */
const along = (way) => ({ way, end: way.at(-1) ?? null });

/** @type {(route: Route, overridden: boolean) => Event} */
const moved = (route, overridden) => ({ kind: "moved", route, ...(overridden ? { override: true } : {}) });

/** @type {(id: string, event: Event) => {commit: {id: string, events: [Event]}}} */
const committed = (id, event) => ({ commit: { id, events: [event] } });

/** The very way that was judged, so that just this is recorded. @type {(plan: Plan, route: Route) => Route} */
const routeOf = ({ path }, route) => {
  const [first, ...rest] = path ?? [];
  return first && !("path" in route) ? { path: [first, ...rest] } : route;
};

/** Where a route leads. @type {(plan: Plan | null, route: Route) => PathCell | null} */
const goalOf = (plan, route) => ("path" in route ? route.path : plan?.path)?.at(-1) ?? null;

/** @type {(way: readonly PathCell[], goal: PathCell | null) => boolean} */
const leadsTo = (way, goal) => {
  const end = way.at(-1);
  return end !== undefined && goal !== null && isSamePlace(end, goal);
};

/** Whether a move is made as it was asked for. @type {(verdict: Verdict) => boolean} */
export const goesOn = ({ outcome }) => outcome === "made" || outcome === "unjudged";

/** The way that a token goes by an answer, where it stands first. @type {(value: ApplyValue, token: string) => PathCell[]} */
export const wayOf = ({ moves }, token) =>
  moves
    .filter((move) => (move.token ?? token) === token)
    .flatMap(({ way, to }) => way ?? (to ? [{ ...to, mode: null }] : []));
