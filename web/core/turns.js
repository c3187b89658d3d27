/**
 * What a token keeps of its turn, as text in one place.
 *
 * Text, because the client merges objects of flags into what is there: what a ledger no longer holds would stay.
 *
 * @typedef {{[field: string]: unknown}} Ledger
 * @typedef {NonNullable<import("./protocol.js").ApplyRequest["commit"]>} Commit
 * @typedef {{commit: Commit} | {undo: string}} Change
 * @typedef {{n: number} & Change} Step  what was told to the rules, counted from 1
 *
 * @typedef {object} Tick  a step of the combat tracker that the rules were told of
 * @property {string} id  of its commit
 * @property {string} combat
 * @property {number} round
 * @property {number} pass
 * @property {number} turn  which turn in the order of the tracker
 * @property {boolean} own  whether that turn is the token's own
 *
 * @typedef {object} Turn
 * @property {Ledger | null} ledger
 * @property {string[][]} moves  the commits of each move, so that a move that is undone takes back all of them
 * @property {Step[]} steps  how the ledger came about, so that the GM's client can go the same way
 * @property {Tick[]} ticks
 */

/** Older moves are beyond the client's own undo as well. */
const KEPT_MOVES = 20;
const KEPT_STEPS = 60;
const KEPT_TICKS = 30;

/** @type {Turn} */
export const NEW = { ledger: null, moves: [], steps: [], ticks: [] };

/**
 * The turn in a flag; an unreadable one counts as none, and the next move writes it anew.
 *
 * @type {(flag: unknown, system?: string) => {turn: Turn, isBroken: boolean}}
 */
export const readTurn = (flag, system) => {
  if (flag === undefined || flag === null) return { turn: NEW, isBroken: false };
  try {
    const data = JSON.parse(String(flag));
    const isTurn =
      typeof data === "object" && data !== null && "ledger" in data && areLists({ ...NEW, ...data });
    if (!isTurn) return { turn: NEW, isBroken: true };
    // What another game left on the token is no part of this one.
    const isOther = system !== undefined && data.ledger && data.ledger.system !== system;
    return { turn: isOther ? NEW : { ...NEW, ...data }, isBroken: false };
  } catch {
    return { turn: NEW, isBroken: true };
  }
};

/** @type {(turn: Turn) => boolean} */
const areLists = ({ moves, steps, ticks }) => [moves, steps, ticks].every(Array.isArray);

/** @type {(turn: Turn) => string} */
export const writeTurn = ({ ledger, moves, steps, ticks }) =>
  JSON.stringify({
    ledger,
    moves: moves.slice(-KEPT_MOVES),
    steps: steps.slice(-KEPT_STEPS),
    ticks: ticks.slice(-KEPT_TICKS),
  });

/** The number of the newest step. @param {Turn} turn */
export const lastStep = ({ steps }) => steps.at(-1)?.n ?? 0;

/** A turn after the rules were told of something. @type {(turn: Turn, change: Change, ledger: Ledger) => Turn} */
export const stepped = (turn, change, ledger) => ({
  ...turn,
  ledger,
  steps: [...turn.steps, { n: lastStep(turn) + 1, ...change }],
});
