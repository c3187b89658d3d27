/**
 * The animation of tokens on their way: where each is shown while it walks.
 *
 * @typedef {{col: number, row: number}} Place
 *
 * @typedef {object} TokenAnimationSettings
 * @property {() => void} onFrame  some token is shown elsewhere now
 * @property {() => boolean} isStill  people who asked for less motion see none
 */

const STEP_MILLIS = 70;
const LONGEST_MILLIS = 480;

/** @param {TokenAnimationSettings} settings */
export const createTokenAnimation = ({ onFrame, isStill }) => {
  /** @type {Map<string, Place>} */
  const shown = new Map();
  /** @type {Map<string, readonly Place[]>} */
  const ways = new Map();

  return {
    /** Where a token is shown, if it is on its way. @param {string} token */
    at: (token) => shown.get(token),

    /** The token on its way over a cell, if there is one. @param {Place} place */
    over: ({ col, row }) =>
      [...ways].find(([, way]) =>
        way.some((at) => Math.abs(at.col - col) < 1 && Math.abs(at.row - row) < 1),
      )?.[0],

    /**
     * Show a token walking; resolves when it has arrived.
     *
     * @param {string} token
     * @param {readonly Place[]} way
     * @returns {Promise<void>}
     */
    walk: (token, way) => {
      const steps = way.length - 1;
      const millis = Math.min(LONGEST_MILLIS, STEP_MILLIS * steps);
      if (steps < 1 || isStill() || document.hidden) {
        shown.delete(token);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const began = performance.now();
        const arrive = () => {
          // A hidden page gets no frames; the timer ends the walk there.
          clearTimeout(timer);
          cancelAnimationFrame(frame);
          shown.delete(token);
          ways.delete(token);
          onFrame();
          resolve();
        };
        const step = () => {
          const gone = Math.min(1, (performance.now() - began) / millis);
          if (gone === 1) return arrive();
          shown.set(token, between(way, eased(gone) * steps));
          onFrame();
          frame = requestAnimationFrame(step);
        };
        const timer = setTimeout(arrive, millis + 250);
        shown.set(token, between(way, 0));
        ways.set(token, way);
        let frame = requestAnimationFrame(step);
      });
    },
  };
};

/** @type {(way: readonly Place[], at: number) => Place} */
const between = (way, at) => {
  const index = Math.min(way.length - 1, Math.floor(at));
  const here = /** @type {Place} */ (way[index]);
  const next = way[index + 1] ?? here;
  const rest = at - index;
  return { col: here.col + (next.col - here.col) * rest, row: here.row + (next.row - here.row) * rest };
};

/** Slow at both ends. @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);
