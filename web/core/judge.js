/**
 * Judges a move, for every host: asks the rules, the people and the dice, and returns what to write.
 *
 * Headless: it knows tokens by what `Mover` tells of them, and the host by its `Table`. It writes and tells nothing
 * by itself: all is in the `Verdict`. Where the rules cannot answer, a move goes on as without them unless the table
 * fails closed, and the verdict says why. Where no dice fall at the table, a roll or reaction waits in the ledger, over a
 * restart of the host too, until `happen` tells the rules of it.
 *
 * @import { Mover, Table, Turn, Verdict } from "../hosts/host.js"
 * @import { ApplyValue, Check, PathCell, Plan, Problem, RollResult } from "./protocol.js"
 * @import { Route } from "./questions.js"
 * @import { Dice } from "./thrown.js"
 * @import { Event } from "./verdicts.js"
 */

import { createLedgerChanges } from "./ledger-changes.js";
import { isOutdated } from "./outdated.js";
import { applyQuestion, onWay, planQuestion, straightAlong } from "./questions.js";
import { diceOf } from "./thrown.js";
import { KEPT_MOVES } from "./turns.js";
import {
  along,
  committed,
  declined,
  goneIn,
  leadsTo,
  moved,
  NOTHING,
  refused,
  wayOf,
  withProblem,
} from "./verdicts.js";

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
  /** @typedef {Mover<Kept>} Moving */
  /** @typedef {Verdict<Kept>} Judged */

  const { noted, ...changes } = createLedgerChanges(table);
  const { throws } = table;
  const dice = throws && createDice({ ...table, throws });

  /** Judge a move before it is written; `overrides`: whoever may do so lets everything through. @type {(mover: Moving, route: Route, id: string, overrides?: boolean) => Promise<Judged>} */
  const judge = async (there, route, id, overrides = false) => {
    const mover = onWay(there, "path" in route ? route.path : null);
    const reply = await table.ask(planQuestion(mover, [route]));
    if (!reply.ok) return unjudged(reply.problem, overrides);
    return judgePlanned(mover, { plan: reply.value.plans[0], route }, id, overrides);
  };

  /** Judge a move whose plan is known. @type {(mover: Moving, planned: {plan: Plan, route: Route}, id: string, overrides?: boolean) => Promise<Judged>} */
  const judgePlanned = async (mover, { plan, route }, id, overrides = false) => {
    const verdict = await permitted(mover, { plan, route }, id, overrides);
    // What no way leads to is let through as the crow flies. What ends in the cell where it began is no event of the rules.
    const [first, ...rest] = "path" in route ? route.path : (plan.path ?? straightAlong(mover, route));
    if (verdict.outcome === "refused" || !mover.inCombat || !first || rest.length === 0) return verdict;
    const check = verdict.overridden ? undefined : plan.checks.find(({ optional }) => !optional);
    if (check && table.rolls) {
      if (!(await table.rolls(mover, check, plan))) return declined(plan, null);
      const now = await mover.now?.();
      if (now && (await isOutdated(table.ask, plan, { judged: mover, now }, route)))
        return judge(now, route, id, overrides);
    }
    const recorded = await record(mover, { path: [first, ...rest] }, id, verdict);
    return recorded.problem ? unjudged(recorded.problem, overrides) : recorded;
  };

  /** A plan as a verdict: whether the move may be made, before anything is recorded. @type {(mover: Moving, planned: {plan: Plan, route: Route}, id: string, overrides: boolean) => Promise<Judged>} */
  const permitted = async (mover, { plan, route }, id, overrides) => {
    const made = { ...NOTHING, outcome: /** @type {const} */ ("made"), plan };
    if (plan.verdict !== "impossible") return made;
    if (overrides) return { ...made, overridden: true };
    const enforcement = table.enforcement();
    if (enforcement === "inform") return { ...made, overridden: true, informed: true };
    const isAsked = enforcement === "confirm" && table.letThrough !== undefined;
    const isGranted = isAsked && (await table.letThrough?.(mover, plan, id, route));
    if (isGranted) return { ...made, overridden: true };
    return isAsked ? declined(plan, plan.reason) : refused(plan, plan.reason);
  };

  /** @type {(problem: Problem, overrides: boolean) => Judged} */
  const unjudged = (problem, overrides) => {
    const isHeld = table.failsClosed?.() && !overrides;
    return { ...NOTHING, outcome: isHeld ? "refused" : "unjudged", problem };
  };

  /** Have a permitted move recorded, with its rolls and what stops it, and tell where it leads. @type {(mover: Moving, route: Route, id: string, permit: Judged) => Promise<Judged>} */
  const record = async (mover, route, id, permit) => {
    const { plan } = permit;
    let event = moved(route, permit.overridden);
    let { turn } = mover;
    /** @type {{way: PathCell[], gone: number, rolls: RollResult[], commits: string[], answer: ApplyValue | null}} */
    const made = { way: [], gone: 0, rolls: [], commits: [], answer: null };
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const change = committed(stop === 0 ? id : `${id}-${stop}`, event);
      const reply = await table.ask(applyQuestion(mover, turn.ledger, change));
      if (!reply.ok) return withProblem(reply.problem);
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) return refused(plan, value.refused.reason, value);
      turn = noted(turn, change, value.ledger);
      made.answer = value;
      made.commits.push(change.commit.id);
      made.rolls.push(...value.rolls);
      made.way.push(...wayOf(value, mover.token));
      made.gone += goneIn(value, mover.token);
      const next = dice ? await answerTo({ ...mover, turn }, value, id, dice) : null;
      // Dice that did not fall leave the token where it stands.
      if (next === NO_DICE && made.way.length === 0) return declined(plan, null);
      if (!next || next === NO_DICE) break;
      event = next;
    }
    const { way, commits, ...told } = made;
    const moves = [...turn.moves, commits].slice(-KEPT_MOVES);
    const outcome = leadsTo(way, goalOf(plan, route)) ? "made" : "cut";
    return { ...permit, ...along(way), outcome, turn: { ...turn, moves }, ...told };
  };

  /** The event that a move waits for, its turn as it is by then; null: it waits for none. @type {(mover: Moving, value: ApplyValue, id: string, dice: ReturnType<typeof createDice<Kept>>) => Promise<Event | typeof NO_DICE | null>} */
  const answerTo = async (mover, { state: { pending } }, id, dice) => {
    if (pending?.check) {
      const thrown = await dice(mover, pending.check, id);
      return thrown ? { kind: "rolled", check: pending.check.id, ...thrown } : NO_DICE;
    }
    if (!pending?.reaction) return null;
    const stopped = (await table.stops?.(mover, pending.reaction, id)) ?? false;
    return { kind: "reacted", reaction: pending.reaction.id, stopped };
  };

  return { judge, judgePlanned, ...changes };
};

/**
 * The dice of a check: those that were taken back, unless they are to be thrown anew, else those that fall now.
 *
 * @template {Turn} Kept
 * @param {Pick<Table<Kept>, "thrownIn" | "rollsAnew" | "stays"> & Required<Pick<Table<Kept>, "throws">>} table
 * @returns {(mover: Mover<Kept>, check: Check, id: string) => Promise<Dice | null>}
 */
export const createDice = (table) => async (mover, check, id) => {
  const { thrown = [] } = mover.turn;
  const fallen = diceOf(table.thrownIn?.(mover.turn) ?? thrown, check);
  if (!fallen || (await table.rollsAnew?.(mover, check, id))) return table.throws(mover, check);
  table.stays?.(mover, check, fallen);
  return fallen;
};

/** The very way that was judged, so that just this is recorded. @type {(plan: Plan, route: Route) => Route} */
export const routeOf = ({ path }, route) => {
  const [first, ...rest] = path ?? [];
  return first && !("path" in route) ? { path: [first, ...rest] } : route;
};

/** Where a route leads. @type {(plan: Plan | null, route: Route) => PathCell | null} */
const goalOf = (plan, route) => ("path" in route ? route.path : plan?.path)?.at(-1) ?? null;
