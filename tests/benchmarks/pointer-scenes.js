/**
 * Watches, in the demo on any of its maps, how long a hand waits for answers, from its event to the end of the frame
 * that shows them: where a token that is pressed can go, what the label says of a place, the plan of the way there.
 */

import { find, frameDrawn, GIVE_UP_MILLIS } from "./watching.js";

/** @typedef {{label: number, plan: number} | null} Answered  milliseconds; null: the token stayed where it was held */

/** Start to watch; what is waited for is named before the hand moves. */
export function watchHand() {
  const board = find(document, ".board");

  /** How long until it is drawn where a token can go. @type {(token: string) => Promise<number>} */
  const reach = async (token) => {
    for (const began = await heard("pointerdown"); ; ) {
      await frameDrawn();
      const now = performance.now() - began;
      if (board.getAttribute("data-reach") === token) return now;
      if (now > GIVE_UP_MILLIS) throw new Error(`it is not drawn where ${token} can go`);
    }
  };

  /** How long until the place under the pointer is told, and the way there planned. @type {() => Promise<Answered>} */
  const way = async () => {
    const before = goalOf(board);
    const began = await heard("pointermove");
    let label = 0;
    for (let frame = 1; ; frame += 1) {
      await frameDrawn();
      const now = performance.now() - began;
      const isMoved = goalOf(board) !== before;
      if (!isMoved && frame === FRAMES_TO_MOVE) return null;
      if (isMoved && label === 0 && isTold(board)) label = now;
      // What is not judged yet is drawn as a guess.
      if (label > 0 && !board.querySelector(".ruler-guess")) return { label, plan: now };
      if (now > GIVE_UP_MILLIS) throw new Error(`no plan is drawn for ${goalOf(board)}`);
    }
  };

  /** @type {Promise<unknown>} */
  let watched = Promise.resolve();
  return {
    /** @type {(token: string) => void} */
    expectReach: (token) => {
      watched = reach(token);
    },
    expectWay: () => {
      watched = way();
    },
    /** What the last event led to. */
    told: () => watched,
  };
}

/** A token in the hand that is elsewhere by then has not been moved to another place at all. */
const FRAMES_TO_MOVE = 4;

/** When the next event of a kind begins. @type {(kind: "pointerdown" | "pointermove") => Promise<number>} */
const heard = (kind) =>
  new Promise((resolve) =>
    window.addEventListener(kind, () => resolve(performance.now()), { capture: true, once: true }),
  );

/** Where the token in the hand would stand; empty: nobody holds one. @param {Element} board */
const goalOf = (board) => {
  const goal = board.querySelector(".drag-cell");
  return goal ? `${goal.getAttribute("data-col")} ${goal.getAttribute("data-row")}` : "";
};

/** @param {Element} board */
const isTold = (board) => {
  const label = board.querySelector(".board-label:not([hidden])");
  return label !== null && label.getAttribute("data-kind") !== "unknown";
};
