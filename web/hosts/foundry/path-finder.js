/**
 * Finds paths that lead round what the rules refuse, as the client's job of finding a path.
 *
 * @import { PathCell, Plan, PlanReply, PlanRequest } from "../../core/protocol.js"
 * @import { PathJob, TokenDocument, Waypoint } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} Rules
 * @property {ReadonlySet<string>} modes  that they know
 * @property {(question: PlanRequest) => Promise<PlanReply | {ok: false}>} ask
 */

import { isSamePlace } from "../../core/grid.js";
import { KINDS } from "../../core/legend.js";
import { onWay, planQuestion } from "../../core/questions.js";
import { modeOf } from "./actions.js";
import { cellOf, waypointsOf } from "./scene.js";
import { pathIn } from "./ways.js";

/** The rules go by no more. */
const MOST_VIA = 50;

/**
 * The client's own job, until the rules know a better way; where they know none, its result stands.
 *
 * @type {(token: TokenDocument, mover: Mover, waypoints: readonly Waypoint[], own: PathJob, rules: Rules) => PathJob}
 */
export const pathJobFor = (token, mover, waypoints, own, { modes, ask }) => {
  const question = questionOf(token, mover, waypoints);
  if (!question) return own;
  let isCancelled = false;
  /** @type {PathJob} */
  const job = {
    result: undefined,
    promise: Promise.resolve(null),
    cancel: () => {
      isCancelled = true;
      own.cancel();
    },
  };
  const find = async () => {
    const reply = await ask(question);
    const way = reply.ok ? reply.value.plans[0]?.path : undefined;
    const isOpen = way && reply.ok && reply.value.plans[0]?.verdict !== "impossible";
    const found = isOpen ? wayThrough(token, way, waypoints) : null;
    const best = found && !isCancelled ? await bestOf(candidatesOf(found, waypoints, modes, token)) : null;
    const result = best ?? (await own.promise);
    job.result = isCancelled ? null : result;
    return job.result;
  };
  /** The rules judge all that there is to choose from; one alone needs no judge. @type {(candidates: Waypoint[][]) => Promise<Waypoint[] | null>} */
  const bestOf = async (candidates) => {
    if (candidates.length < 2) return candidates[0] ?? null;
    const ranked = [];
    // One after the other: each may have ground of its own.
    for (const one of candidates) {
      const path = pathIn(token, token.getCompleteMovementPath(one), modes);
      const reply = path && (await ask(planQuestion(onWay(mover, path), [{ path }])));
      if (!reply?.ok) return null;
      ranked.push({ one, plan: reply.value.plans[0] });
    }
    ranked.sort((a, b) => worseThan(a.plan, b.plan));
    const [best] = ranked;
    return best && best.plan?.verdict !== "impossible" ? best.one : null;
  };
  job.promise = find();
  return job;
};

/** @type {(one: Plan | undefined, other: Plan | undefined) => number} */
const worseThan = (one, other) => {
  const [kind, otherKind] = [one, other].map((plan) => KINDS.indexOf(plan?.verdict ?? "impossible"));
  return Number(kind) - Number(otherKind) || (one?.cost ?? 0) - (other?.cost ?? 0);
};

/**
 * Paths to choose from. The search is for walking; what is flown, jumped or climbed may be better as it is drawn.
 *
 * @type {(found: Waypoint[], drawn: readonly Waypoint[], modes: ReadonlySet<string>, token: TokenDocument) => Waypoint[][]}
 */
const candidatesOf = (found, drawn, modes, token) => {
  const isWalked = (/** @type {Waypoint} */ { action }) => modeOf(action, modes, token) === null;
  if (drawn.slice(1).every(isWalked)) return [found];
  const walkedRound = found.filter((one) => drawn.includes(one) || isWalked(one));
  const all = [walkedRound, [...drawn], found];
  return all.filter((one, index) => all.findIndex((other) => isSameWay(one, other)) === index);
};

/** @type {(one: readonly Waypoint[], other: readonly Waypoint[]) => boolean} */
const isSameWay = (one, other) =>
  one.length === other.length && one.every(({ x, y }, at) => x === other[at]?.x && y === other[at]?.y);

/** The best way through some waypoints; null: there is nothing to ask. @type {(token: TokenDocument, mover: Mover, waypoints: readonly Waypoint[]) => PlanRequest | null} */
const questionOf = (token, { common, token: id, character, turn }, waypoints) => {
  const cells = waypoints.map((one) => cellOf(token, one));
  const [first, to] = [cells[0], cells.at(-1)];
  if (!first || !to || cells.length > MOST_VIA || isSamePlace(first, to)) return null;
  const via = cells.slice(1, -1);
  return {
    ...common,
    op: "plan",
    movers: [{ token: id, character, ledger: turn.ledger, route: { to, via } }],
  };
};

/**
 * The way of a plan as waypoints: those that were asked for as they were, between them one at each turn.
 *
 * @type {(token: TokenDocument, way: readonly PathCell[], waypoints: readonly Waypoint[]) => Waypoint[]}
 */
const wayThrough = (token, way, waypoints) => {
  const pixels = waypointsOf(token, way);
  const [first, ...wanted] = waypoints;
  /** @type {Waypoint[]} */
  const found = first ? [first] : [];
  for (const [index, cell] of way.slice(1).entries()) {
    const next = wanted[0];
    if (!next) break;
    const isWanted = isSamePlace(cell, cellOf(token, next));
    const pixel = /** @type {{x: number, y: number, elevation: number}} */ (pixels[index]);
    if (isWanted) found.push(/** @type {Waypoint} */ (wanted.shift()));
    else if (turns(/** @type {Waypoint} */ (found.at(-1)), pixel, pixels[index + 1]))
      found.push({ ...next, ...pixel, explicit: false, checkpoint: false, intermediate: false });
  }
  return found;
};

/** Whether a way bends at a place. @type {(from: {x: number, y: number, elevation: number}, at: {x: number, y: number, elevation: number}, to: {x: number, y: number, elevation: number} | undefined) => boolean} */
const turns = (from, at, to) => {
  if (!to || from.elevation !== at.elevation || at.elevation !== to.elevation) return true;
  const [before, after] = [Math.atan2(at.y - from.y, at.x - from.x), Math.atan2(to.y - at.y, to.x - at.x)];
  // Pixels are whole numbers, so that straight lines of hexes are a little crooked.
  return Math.abs(Math.sin((after - before) / 2)) > STRAIGHT;
};

const STRAIGHT = 0.02;
