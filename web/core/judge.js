/**
 * What becomes of a move, for hosts that ask before it is made or after: the rules, the dice, and what is recorded.
 *
 * Headless: it knows tokens by what `Mover` tells of them, and the host by its `Ports`. Where the rules cannot
 * answer, a move goes on as without them, and the verdict says why.
 *
 * @typedef {import("./protocol.js").ApplyRequest} ApplyRequest
 * @typedef {import("./protocol.js").ApplyValue} ApplyValue
 * @typedef {import("./protocol.js").PathCell} PathCell
 * @typedef {import("./protocol.js").Plan} Plan
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./protocol.js").Roll} Roll
 * @typedef {NonNullable<import("./protocol.js").PlanRequest["movers"][number]["route"]>} Route
 * @typedef {import("../hosts/host.js").Mover} Mover
 * @typedef {import("../hosts/host.js").Turn} Turn
 * @typedef {import("../hosts/host.js").Verdict} Verdict
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 * @typedef {{commit: NonNullable<ApplyRequest["commit"]>} | {undo: string}} Change
 *
 * @typedef {object} Ports
 * @property {(question: import("./rules-client.js").Request) => Promise<any>} ask  never rejects
 * @property {() => "inform" | "block"} enforcement
 * @property {() => number} nextSeed  of dice
 */

import { isSamePlace } from "./grid.js";
import { applyQuestion, planQuestion } from "./questions.js";

/** More rolls and reactions than that on one path are a fault of ours, not of the path. */
const MOST_STOPS = 50;
/** Older moves are not taken back any more. */
const KEPT_MOVES = 20;

/** @param {Ports} ports */
export const createJudge = ({ ask, enforcement, nextSeed }) => {
  /** Judge a move before it is written; `overrides`: whoever may do so lets it through. @type {(mover: Mover, route: Route, id: string, overrides?: boolean) => Promise<Verdict>} */
  const judge = async (mover, route, id, overrides = false) => {
    const reply = await ask(planQuestion(mover, [route]));
    if (!reply.ok) return unjudged(reply.problem);
    /** @type {Plan} */
    const plan = reply.value.plans[0];
    const isRefused = plan.verdict === "impossible";
    if (isRefused && !overrides && enforcement() === "block") return refused(plan, plan.reason.text);
    if (!mover.inCombat) return { ...NOTHING, outcome: "made", plan, overridden: isRefused };
    return record(mover, isRefused ? route : routeOf(plan, route), id, plan, isRefused);
  };

  /** Have a move recorded, with its rolls and what stops it, and tell where it leads. @type {(mover: Mover, route: Route, id: string, plan: Plan, overridden: boolean) => Promise<Verdict>} */
  const record = async (mover, route, id, plan, overridden) => {
    /** @type {Event} */
    let event = { kind: "moved", route, ...(overridden ? { override: true } : {}) };
    let { ledger } = mover.turn;
    /** @type {{way: PathCell[], rolls: Roll[], commits: string[]}} */
    const made = { way: [], rolls: [], commits: [] };
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const commit = { id: stop === 0 ? id : `${id}-${stop}`, events: /** @type {[Event]} */ ([event]) };
      const reply = await ask(applyQuestion(mover, ledger, { commit }));
      if (!reply.ok) return unjudged(reply.problem);
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) return refused(plan, value.refused.reason.text);
      ledger = value.ledger;
      made.commits.push(commit.id);
      made.rolls.push(...value.rolls);
      made.way.push(...wayOf(value, mover.token));
      const next = answerTo(value, nextSeed);
      if (!next) break;
      event = next;
    }
    const end = made.way.at(-1) ?? null;
    const goal = plan.path?.at(-1) ?? null;
    const isWhole = end !== null && goal !== null && isSamePlace(end, goal);
    return {
      outcome: isWhole || overridden ? "made" : "cut",
      turn: { ...mover.turn, ledger, moves: [...mover.turn.moves, made.commits].slice(-KEPT_MOVES) },
      end,
      plan,
      rolls: made.rolls,
      overridden,
      reason: "",
      problem: null,
    };
  };

  /** The turn without its newest move, and where that began; a problem or a reason why not. @type {(mover: Mover) => Promise<Verdict>} */
  const takeBack = async (mover) => {
    const newest = mover.turn.moves.at(-1);
    if (!newest) return { ...NOTHING, outcome: "refused", reason: "there is no move to take back" };
    let { ledger } = mover.turn;
    /** @type {PathCell | null} */
    let end = null;
    for (const commit of newest.toReversed()) {
      const reply = await ask(applyQuestion(mover, ledger, { undo: commit }));
      if (!reply.ok) return unjudged(reply.problem);
      if (reply.value.refused)
        return { ...NOTHING, outcome: "refused", reason: reply.value.refused.reason.text };
      ledger = reply.value.ledger;
      end = wayOf(reply.value, mover.token).at(-1) ?? end;
    }
    return {
      ...NOTHING,
      outcome: "made",
      end,
      turn: { ...mover.turn, ledger, moves: mover.turn.moves.slice(0, -1) },
    };
  };

  /** Tell the rules of something that is no move of the token's own: the clock, an action. @type {(mover: Mover, change: Change) => Promise<Verdict>} */
  const happen = async (mover, change) => {
    const reply = await ask(applyQuestion(mover, mover.turn.ledger, change));
    if (!reply.ok) return unjudged(reply.problem);
    const { value } = reply;
    if (value.refused) return { ...NOTHING, outcome: "refused", reason: value.refused.reason.text };
    const end = wayOf(value, mover.token).at(-1) ?? null;
    return { ...NOTHING, outcome: "made", end, turn: { ...mover.turn, ledger: value.ledger } };
  };

  return { judge, takeBack, happen };
};

/** @type {Verdict} */
const NOTHING = {
  outcome: "unjudged",
  turn: null,
  end: null,
  plan: null,
  rolls: [],
  overridden: false,
  reason: "",
  problem: null,
};

/** @type {(problem: Problem) => Verdict} */
const unjudged = (problem) => ({ ...NOTHING, problem });

/** @type {(plan: Plan, reason: string) => Verdict} */
const refused = (plan, reason) => ({ ...NOTHING, outcome: "refused", plan, reason });

/** The way that was judged, so that just this is recorded. @type {(plan: Plan, route: Route) => Route} */
const routeOf = ({ path }, route) => {
  const [first, ...rest] = path ?? [];
  return first ? { path: [first, ...rest] } : route;
};

/** The event that a move waits for; null: it waits for none. Reactions are told, and stop nobody by themselves. @type {(value: ApplyValue, nextSeed: () => number) => Event | null} */
const answerTo = ({ state: { pending } }, nextSeed) => {
  if (pending?.check) return { kind: "rolled", check: pending.check.id, seed: nextSeed() };
  return pending?.reaction ? { kind: "reacted", reaction: pending.reaction.id, stopped: false } : null;
};

/** The way that a token goes by an answer. @type {(value: ApplyValue, token: string) => PathCell[]} */
const wayOf = ({ moves }, token) =>
  moves
    .filter((move) => (move.token ?? token) === token)
    .flatMap(({ way, to }) => way ?? (to ? [{ ...to, mode: null }] : []));
