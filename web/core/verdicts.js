/**
 * What verdicts are made of, and what the rules need to know of a move.
 *
 * @import { Verdict } from "../hosts/host.js"
 * @import { ApplyRequest, ApplyValue, PathCell, Plan, Problem, Text } from "./protocol.js"
 * @import { Route } from "./questions.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 */

import { isSamePlace } from "./grid.js";

/** @type {Verdict<any>} */
export const NOTHING = {
  outcome: "unjudged",
  turn: null,
  way: [],
  gone: 0,
  forced: 0,
  end: null,
  plan: null,
  answer: null,
  rolls: [],
  takenBack: [],
  overridden: false,
  declined: false,
  informed: false,
  reason: null,
  problem: null,
};

/** @type {(problem: Problem) => Verdict<any>} */
export const withProblem = (problem) => ({ ...NOTHING, problem });

/** @type {(plan: Plan | null, reason: Text | null, answer?: ApplyValue | null) => Verdict<any>} */
export const refused = (plan, reason, answer = null) => ({
  ...NOTHING,
  outcome: "refused",
  plan,
  reason,
  answer,
});

/** Somebody was asked, and said no. @type {(plan: Plan | null, reason: Text | null) => Verdict<any>} */
export const declined = (plan, reason) => ({ ...refused(plan, reason), declined: true });

/** @type {(way: PathCell[]) => Pick<Verdict<any>, "way" | "end">} */
export const along = (way) => ({ way, end: way.at(-1) ?? null });

/** @type {(route: Route, overridden: boolean) => Event} */
export const moved = (route, overridden) => ({
  kind: "moved",
  route,
  ...(overridden ? { override: true } : {}),
});

/** @type {(id: string, event: Event) => {commit: {id: string, events: [Event]}}} */
export const committed = (id, event) => ({ commit: { id, events: [event] } });

/** @type {(way: readonly PathCell[], goal: PathCell | null) => boolean} */
export const leadsTo = (way, goal) => {
  const end = way.at(-1);
  return end !== undefined && goal !== null && isSamePlace(end, goal);
};

/** Whether a token stands where a move ended that is taken back; else somebody has moved it since. @type {(undone: Verdict<any>, stands: PathCell) => boolean} */
export const endedAt = ({ way: [end] }, stands) => end === undefined || isSamePlace(end, stands);

/** The rule that a plan goes against, if it does. @param {Pick<Plan, "bands">} plan */
export const ruleAgainst = ({ bands }) => bands.find(({ kind }) => kind === "impossible")?.rule ?? null;

/** The nearest place within reach, which a plan names if its goal is beyond; null: it names none. @type {(plan: Pick<Plan, "path" | "trace" | "last_legal">) => {col: number, row: number, elevation?: number} | null} */
export const nearestIn = ({ path, trace, last_legal: { cell } }) => {
  const named = trace.find(({ rule }) => rule === NO_WAY)?.working.params;
  if (!named) return null;
  const [col, row] = [Number(named.col), Number(named.row)];
  const isIt = (/** @type {{col: number, row: number}} */ at) => at.col === col && at.row === row;
  return path?.findLast(isIt) ?? (cell && isIt(cell) ? cell : { col, row });
};

/** The rule by which it is named. */
export const NO_WAY = "MAP-07";

/** The roll that a move needs before it comes to what goes against the rules, if it does; what the roll's own rule bars is told without it. @param {Pick<Plan, "bands" | "checks">} plan */
export const rollBefore = ({ bands, checks }) => {
  const bar = bands.find(({ kind }) => kind === "impossible");
  return bar && checks.find(({ optional, at, rule }) => !optional && at < bar.start && rule !== bar.rule);
};

/** Whether the GM pushed the token. @type {(verdict: Pick<Verdict<any>, "answer">) => boolean} */
export const isPush = ({ answer }) => answer?.moves.some(({ rule }) => rule === FORCED) ?? false;

/** The rule by which the GM pushes tokens. */
export const FORCED = "X-08";

/** Whether a move is made as it was asked for. @type {(verdict: Verdict<any>) => boolean} */
export const goesOn = ({ outcome }) => outcome === "made" || outcome === "unjudged";

/** How the ledger words what stopped a move where it began, such as a reaction; null: nothing did, or its dice tell of it. @type {(verdict: Verdict<any>) => Text | null} */
export const stoppedAtStart = ({ outcome, end, rolls, answer }) => {
  const isStopped = outcome === "cut" && end === null && rolls.length === 0;
  return (isStopped && answer?.state.commits.at(-1)?.labels.at(-1)) || null;
};

/** How far a token goes of its own by an answer, in the unit of its system. @type {(value: ApplyValue, token: string) => number} */
export const goneIn = (value, token) => far(value, token, false);

/** How far it is pushed, carried or put back. @type {(value: ApplyValue, token: string) => number} */
export const forcedIn = (value, token) => far(value, token, true);

/** @type {(value: ApplyValue, token: string, isForced: boolean) => number} */
const far = ({ moves }, token, isForced) =>
  moves
    .filter((move) => (move.token ?? token) === token && move.forced === isForced)
    .reduce((sum, { distance }) => sum + distance, 0);

/** The way that a token goes by an answer, where it stands first. @type {(value: ApplyValue, token: string) => PathCell[]} */
export const wayOf = ({ moves }, token) =>
  moves
    .filter((move) => (move.token ?? token) === token)
    .flatMap(({ way, to }) => way ?? (to ? [{ ...to, mode: null }] : []));
