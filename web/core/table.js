/**
 * What becomes of a move: asks the rules, the GM and the dice, and remembers what is to be written with the move.
 *
 * Headless: it knows tokens by what `Mover` tells of them, and the client by its `Ports`. Where the rules cannot
 * answer, a move goes on as without the rules, and that is told.
 *
 * @typedef {import("./protocol.js").ApplyRequest} ApplyRequest
 * @typedef {import("./protocol.js").ApplyValue} ApplyValue
 * @typedef {import("./protocol.js").Check} Check
 * @typedef {import("./protocol.js").PathCell} PathCell
 * @typedef {import("./protocol.js").Plan} Plan
 * @typedef {import("./protocol.js").Problem} Problem
 * @typedef {import("./protocol.js").Reaction} Reaction
 * @typedef {import("./protocol.js").Roll} Roll
 * @typedef {import("./protocol.js").StateRequest} StateRequest
 * @typedef {import("./protocol.js").Text} Text
 * @typedef {import("./turns.js").Turn} Turn
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 *
 * @typedef {object} Mover  A token about to move, and all that the rules need to know of it.
 * @property {string} token
 * @property {Turn} turn
 * @property {boolean} inCombat
 * @property {Omit<StateRequest, "op" | "mover">} common
 * @property {{[field: string]: unknown}} character
 * @property {Place} [at]  where it stood, if it stands there no more
 *
 * @typedef {object} Ports
 * @property {(question: import("./rules-client.js").Request) => Promise<any>} ask  never rejects
 * @property {() => "inform" | "confirm" | "block"} enforcement
 * @property {() => boolean} failsClosed  whether a move that the rules cannot judge is refused
 * @property {() => boolean} overrides  whether the GM holds the key that lets everything through
 * @property {(mover: Mover, plan: Plan, id: string) => Promise<boolean>} letThrough  asks the GM
 * @property {(mover: Mover, check: Check) => Promise<boolean>} rolls  asks whoever moves
 * @property {(mover: Mover, reaction: Reaction, id: string) => Promise<boolean>} stops  asks the GM whether it ends the move
 * @property {(mover: Mover, check: Check) => Promise<{faces: number[]} | {seed: number} | null>} throws  how the dice fell; null: none did
 * @property {(mover: Mover, reason: Text) => void} refused
 * @property {(mover: Mover, plan: Plan) => void} informed
 * @property {(mover: Mover, problem: Problem) => void} broken
 * @property {(mover: Mover, reason: Text) => void} stands  what cannot be taken back, and why
 *
 * @typedef {{col: number, row: number, elevation: number}} Place
 *
 * @typedef {object} Verdict
 * @property {boolean} allowed  whether the move goes on as it is
 * @property {Turn | null} turn  what to write with it; null: nothing
 * @property {PathCell[] | null} way  where the token goes instead
 * @property {Plan | null} plan
 * @property {Roll[]} rolls
 * @property {boolean} overridden
 */

import { isSamePlace } from "./grid.js";
import { applyQuestion, planQuestion } from "./questions.js";
import { stepped } from "./turns.js";

/** @type {Verdict} */
const AS_WITHOUT_RULES = { allowed: true, turn: null, way: null, plan: null, rolls: [], overridden: false };
/** @type {Verdict} */
const REFUSED = { ...AS_WITHOUT_RULES, allowed: false };
/** More rolls and reactions than that on one path are a fault of ours, not of the path. */
const MOST_STOPS = 50;
const NO_DICE = Symbol("no dice fell");

/** @param {Ports} ports */
export const createTable = (ports) => {
  /**
   * Judge a move along a path before it is made.
   *
   * @type {(mover: Mover, path: [PathCell, ...PathCell[]], id: string) => Promise<Verdict>}
   */
  const judge = async (mover, path, id) => {
    const reply = await ports.ask(planQuestion(mover, [{ path }]));
    if (!reply.ok) return unjudged(mover, reply.problem);
    /** @type {Plan} */
    const plan = reply.value.plans[0];
    const overridden = plan.verdict === "impossible";
    if (overridden && !(await isLetThrough(mover, plan, id))) return { ...REFUSED, plan };
    if (!mover.inCombat) return { ...AS_WITHOUT_RULES, plan, overridden };
    const check = overridden ? undefined : plan.checks.find(({ optional }) => !optional);
    if (check && !(await ports.rolls(mover, check))) return { ...REFUSED, plan };
    return record(mover, path, id, plan, overridden);
  };

  /** @type {(mover: Mover, plan: Plan, id: string) => Promise<boolean>} */
  const isLetThrough = async (mover, plan, id) => {
    if (ports.overrides()) return true;
    const enforcement = ports.enforcement();
    if (enforcement === "inform") {
      ports.informed(mover, plan);
      return true;
    }
    if (enforcement === "confirm" && (await ports.letThrough(mover, plan, id))) return true;
    ports.refused(mover, plan.reason);
    return false;
  };

  /** @type {(mover: Mover, problem: Problem) => Verdict} */
  const unjudged = (mover, problem) => {
    ports.broken(mover, problem);
    return ports.failsClosed() && !ports.overrides() ? REFUSED : AS_WITHOUT_RULES;
  };

  /**
   * Have the move recorded, with its rolls and what stops it; then tell where it leads.
   *
   * @type {(mover: Mover, path: [PathCell, ...PathCell[]], id: string, plan: Plan, overridden: boolean) => Promise<Verdict>}
   */
  const record = async (mover, path, id, plan, overridden) => {
    /** @type {Event} */
    let event = { kind: "moved", route: { path }, ...(overridden ? { override: true } : {}) };
    let { turn } = mover;
    /** @type {PathCell[]} */
    const way = [];
    /** @type {Roll[]} */
    const rolls = [];
    /** @type {string[]} */
    const commits = [];
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      const commit = { id: stop === 0 ? id : `${id}-${stop}`, events: /** @type {[Event]} */ ([event]) };
      const reply = await ports.ask(applyQuestion(mover, turn.ledger, { commit }));
      if (!reply.ok) return unjudged(mover, reply.problem);
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) {
        ports.refused(mover, value.refused.reason);
        return { ...REFUSED, plan };
      }
      turn = stepped(turn, { commit }, value.ledger);
      commits.push(commit.id);
      rolls.push(...value.rolls);
      way.push(...wayOf(value, mover.token));
      const next = await answerTo(mover, value, id);
      // Dice that did not fall leave the token where it stands.
      if (next === NO_DICE && way.length === 0) return { ...REFUSED, plan };
      if (!next || next === NO_DICE) break;
      event = next;
    }
    const end = way.at(-1);
    const allowed = end !== undefined && isSamePlace(end, /** @type {PathCell} */ (path.at(-1)));
    turn = { ...turn, moves: [...turn.moves, commits] };
    return { allowed, turn, way: allowed || !end ? null : way, plan, rolls, overridden };
  };

  /** The event that a move waits for; null: it waits for none. @type {(mover: Mover, value: ApplyValue, id: string) => Promise<Event | typeof NO_DICE | null>} */
  const answerTo = async (mover, { state: { pending } }, id) => {
    if (pending?.check) {
      const thrown = await ports.throws(mover, pending.check);
      return thrown ? { kind: "rolled", check: pending.check.id, ...thrown } : NO_DICE;
    }
    if (!pending?.reaction) return null;
    const stopped = await ports.stops(mover, pending.reaction, id);
    return { kind: "reacted", reaction: pending.reaction.id, stopped };
  };

  /**
   * Take the newest move back, if that is what leads to a place; null: nothing to give back.
   *
   * @type {(mover: Mover, to: Place) => Promise<Turn | null>}
   */
  const undo = async (mover, to) => {
    const undone = await takeBack(mover);
    return undone?.back && isSamePlace(undone.back, to) ? undone.turn : null;
  };

  /**
   * Have the newest move end where it was stopped, on its way; null: it stays as it is.
   *
   * @type {(mover: Mover, path: [PathCell, ...PathCell[]], id: string, overridden: boolean) => Promise<Turn | null>}
   */
  const shorten = async (mover, path, id, overridden) => {
    const undone = await takeBack(mover);
    if (!undone) return null;
    /** @type {Event} */
    const event = { kind: "moved", route: { path }, ...(overridden ? { override: true } : {}) };
    const commit = { id: `${id}-stopped`, events: /** @type {[Event]} */ ([event]) };
    const { turn } = undone;
    const at = placeOf(path[0]);
    const reply = await ports.ask(applyQuestion({ ...mover, at }, turn.ledger, { commit }));
    if (!reply.ok) {
      ports.broken(mover, reply.problem);
      return null;
    }
    return { ...stepped(turn, { commit }, reply.value.ledger), moves: [...turn.moves, [commit.id]] };
  };

  /** The turn without its newest move, and where that began. @type {(mover: Mover) => Promise<{turn: Turn, back: PathCell | undefined} | null>} */
  const takeBack = async (mover) => {
    const newest = mover.turn.moves.at(-1);
    if (!newest) return null;
    let { turn } = mover;
    /** @type {PathCell | undefined} */
    let back;
    for (const commit of newest.toReversed()) {
      const reply = await ports.ask(applyQuestion(mover, turn.ledger, { undo: commit }));
      if (!reply.ok) {
        ports.broken(mover, reply.problem);
        return null;
      }
      if (reply.value.refused) {
        ports.refused(mover, reply.value.refused.reason);
        return null;
      }
      turn = stepped(turn, { undo: commit }, reply.value.ledger);
      back = wayOf(reply.value, mover.token).at(-1) ?? back;
    }
    return { turn: { ...turn, moves: turn.moves.slice(0, -1) }, back };
  };

  /**
   * Tell the rules of something that is no move of the token's own: the clock.
   *
   * @type {(mover: Mover, change: import("./turns.js").Change) => Promise<{turn: Turn, way: PathCell[]} | null>}
   */
  const happen = async (mover, change) => {
    const reply = await ports.ask(applyQuestion(mover, mover.turn.ledger, change));
    if (!reply.ok) {
      ports.broken(mover, reply.problem);
      return null;
    }
    const { value } = reply;
    if (value.refused) ports.stands(mover, value.refused.reason);
    if (value.refused || value.replayed) return null;
    return { turn: stepped(mover.turn, change, value.ledger), way: wayOf(value, mover.token) };
  };

  return { judge, undo, shorten, happen };
};

/** The way that a token goes by an answer, where it stands first. @type {(value: ApplyValue, token: string) => PathCell[]} */
export const wayOf = ({ moves }, token) =>
  moves
    .filter((move) => (move.token ?? token) === token)
    .flatMap(({ way, to }) => way ?? (to ? [{ ...to, mode: null }] : []));

/** @type {(cell: PathCell) => Place} */
export const placeOf = ({ col, row, elevation = 0 }) => ({ col, row, elevation });
