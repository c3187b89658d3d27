/**
 * Watches, in the demo, how long the pointer waits for its answers, from the event to the end of the frame that
 * shows them: what the map of destinations knows of the cell, and the plan of the path to it.
 */

import { find, frameDrawn, GIVE_UP_MILLIS } from "./watching.js";

/**
 * @typedef {object} Times  Milliseconds of one movement to another cell.
 * @property {number} handling  in the listeners of the event
 * @property {number} answer  until the frame with the answer of the map was drawn
 * @property {number} plan  until the frame with the plan was drawn
 */

/** Start to watch; returns how to name the next cell, and how to get the times of the movement to it. */
export function watchPointer() {
  const board = find(document, ".board");
  /** @type {{col: number, row: number} | null} */
  let next = null;
  let began = 0;
  let handling = 0;
  /** @type {Promise<Times> | null} */
  let times = null;

  /** @type {(cell: {col: number, row: number}) => Promise<Times>} */
  const watch = async (cell) => {
    let answer = 0;
    for (;;) {
      await frameDrawn();
      const now = performance.now() - began;
      if (answer === 0 && isAnswered(board, cell)) answer = now;
      if (answer > 0 && isPlanned(board, cell)) return { handling, answer, plan: now };
      if (now > GIVE_UP_MILLIS) throw new Error(`no plan is drawn for the cell ${cell.col}, ${cell.row}`);
    }
  };

  const before = () => {
    began = performance.now();
    times = next && watch(next);
    next = null;
  };
  const after = () => {
    handling = performance.now() - began;
  };
  // Before and after the listeners of the page, which are on elements inside.
  window.addEventListener("pointermove", before, { capture: true });
  window.addEventListener("pointermove", after);

  return {
    /** The cell that the next movement leads to. @type {(cell: {col: number, row: number}) => void} */
    expect: (cell) => {
      next = cell;
    },
    /** The times of the last movement, once its plan is drawn. */
    times: () => times,
  };
}

/**
 * Whether the cell is marked as the goal, and the label beside it tells what it costs.
 *
 * @param {Element} board
 * @param {{col: number, row: number}} cell
 */
const isAnswered = (board, cell) => {
  const goal = board.querySelector(".drag-cell");
  const label = board.querySelector(".board-label:not([hidden])");
  const isHere =
    Number(goal?.getAttribute("data-col")) === cell.col &&
    Number(goal?.getAttribute("data-row")) === cell.row;
  return isHere && label !== null && label.getAttribute("data-kind") !== "unknown";
};

/**
 * Whether the ruler leads to the cell: it is drawn from the plan alone.
 *
 * @param {Element} board
 * @param {{col: number, row: number}} cell
 */
const isPlanned = (board, cell) => {
  const end = board.querySelector(".ruler-casing")?.getAttribute("points")?.split(" ").at(-1);
  return end === `${cell.col + 0.5},${cell.row + 0.5}`;
};
