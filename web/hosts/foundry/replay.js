/**
 * Steps of somebody else's turn, told to the rules again.
 *
 * @import { ApplyValue, PathCell, Problem, StateValue, Text } from "../../core/protocol.js"
 * @import { Change, Place } from "../host.js"
 * @import { Mover, Step, Turn } from "./turns.js"
 * @typedef {{turn: Turn, place: Place, way: PathCell[], state: StateValue | null}} End
 *
 * @typedef {object} ReplayPorts
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {(text: Text) => string} inWords  in the language of the client
 * @property {(problem: Problem) => string} problem  likewise
 */

import { applyQuestion, onWay } from "../../core/questions.js";
import { wayOf } from "../../core/verdicts.js";
import { stepped } from "./turns.js";

/** Problems of whoever asks, not of what was asked. */
export const UNANSWERED = new Set(["worker_failed", "disposed", "system_broken"]);

/** @param {ReplayPorts} ports */
export const createReplay =
  (ports) =>
  /**
   * Tell the rules some steps upon what is known; where do they lead? A reason: the rules refuse one; null: they do not
   * answer.
   *
   * @type {(mover: Mover, start: {turn: Turn, place: Place}, steps: readonly Step[]) => Promise<End | {reason: string} | null>}
   */
  async (mover, start, steps) => {
    let { turn, place } = start;
    /** @type {StateValue | null} */
    let state = null;
    let onIt = mover;
    /** @type {PathCell[]} */
    const way = [];
    for (const step of steps) {
      const change = changeIn(step);
      const path = pathIn(change);
      if (path) onIt = onWay(mover, path);
      const reply = await ports.ask(applyQuestion({ ...onIt, at: place }, turn.ledger, change));
      if (!reply.ok)
        return UNANSWERED.has(reply.problem.code) ? null : { reason: ports.problem(reply.problem) };
      /** @type {ApplyValue} */
      const value = reply.value;
      if (value.refused) return { reason: ports.inWords(value.refused.reason) };
      turn = stepped(turn, change, value.ledger);
      way.push(...wayOf(value, mover.token));
      const end = way.at(-1);
      if (end) place = { col: end.col, row: end.row, elevation: end.elevation ?? 0 };
      ({ state } = value);
    }
    return { turn, place, way, state };
  };

/** @type {(step: Step) => Change} */
export const changeIn = ({ n: _, ...change }) => change;

/** The way that a step tells of, if it does. @type {(change: Change) => PathCell[] | null} */
const pathIn = (change) => {
  const events = "commit" in change ? change.commit.events : [];
  const routes = events.flatMap((event) => (event.kind === "moved" && "route" in event ? [event.route] : []));
  const [route] = routes;
  return route && "path" in route ? route.path : null;
};
