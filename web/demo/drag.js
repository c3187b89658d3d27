/**
 * The token that is dragged: where it is held, over which waypoints, and what that would cost.
 *
 * Headless: it knows neither screen nor rules. At each new cell it asks for the plan of the path; an answer
 * that comes when the token is held elsewhere is not its plan. At the drop it hands over what it has, with the
 * plan if it is in, and is empty again, so that the next token can be picked up while the drop is judged.
 *
 *   empty --pickUp--> held --moveTo, addWaypoint--> held --drop, cancel--> empty
 *
 * @import { Plan, Problem } from "../core/protocol.js"
 * @import { Place } from "./game.js"
 *
 * @typedef {object} Held
 * @property {string} token
 * @property {Place} from
 * @property {Place} to
 * @property {readonly Place[]} via
 * @property {"pointer" | "keyboard" | "tap"} by  tap: the cell was pointed at, and the token stays where it is
 * @property {Answer | null} answer  to the question about just this path, once it is in
 *
 * @typedef {{plan: Plan, problem: null} | {plan: null, problem: Problem}} Answer
 *
 * @typedef {object} DragSettings
 * @property {(held: Held) => Promise<Answer | null>} ask  null: a newer question took its place
 * @property {(place: Place, token: string) => Place} keepOnMap
 * @property {(held: Held | null) => void} onChange
 * @property {(held: Held) => void} onDrop
 * @property {() => void} onCancel  it was held elsewhere than where it was taken up
 *
 * @typedef {object} Drag
 * @property {() => Held | null} held
 * @property {(token: string, from: Place, by: Held["by"]) => void} pickUp
 * @property {(place: Place) => void} moveTo
 * @property {() => void} addWaypoint
 * @property {() => void} askAgain  what the answer depends on has changed
 * @property {() => void} drop
 * @property {() => void} cancel
 */

/**
 * @param {DragSettings} settings
 * @returns {Drag}
 */
export const createDrag = ({ ask, keepOnMap, onChange, onDrop, onCancel }) => {
  /** @type {Held | null} */
  let held = null;

  /** @param {Held | null} next */
  const hold = (next) => {
    held = next;
    onChange(held);
  };

  const question = async () => {
    const asked = held;
    if (!asked || isAtStart(asked)) return;
    const answer = await ask(asked);
    if (answer && held === asked) hold({ ...asked, answer });
  };

  /** @param {Partial<Held>} change */
  const change = (change) => {
    if (!held) return;
    hold({ ...held, ...change, answer: null });
    question();
  };

  return {
    held: () => held,
    pickUp: (token, from, by) => hold({ token, from, to: from, via: [], by, answer: null }),
    moveTo: (place) => {
      if (!held) return;
      const to = keepOnMap(place, held.token);
      if (!isSame(held.to, to)) change({ to });
    },
    addWaypoint: () => {
      if (!held) return;
      const last = held.via.at(-1) ?? held.from;
      if (!isSame(last, held.to)) change({ via: [...held.via, held.to] });
    },
    askAgain: () => change({}),
    drop: () => {
      const dropped = held;
      if (!dropped) return;
      hold(null);
      if (!isAtStart(dropped)) onDrop(dropped);
    },
    cancel: () => {
      if (!held) return;
      const wasAway = isAway(held);
      hold(null);
      if (wasAway) onCancel();
    },
  };
};

/** @type {(one: Place, other: Place) => boolean} */
export const isSame = (one, other) =>
  one.col === other.col && one.row === other.row && one.elevation === other.elevation;

/** Whether a token is held somewhere that needs a plan. @param {Held | null} held */
export const isAway = (held) => held !== null && !isAtStart(held);

/** Whether a token is held where it was taken up, with nothing to plan. @type {(held: Held) => boolean} */
export const isAtStart = (held) => held.via.length === 0 && isSame(held.to, held.from);
