/**
 * What a token keeps of its turn, as text in one flag.
 *
 * Text, because the client merges objects of flags into what is there: what a ledger no longer holds would stay.
 *
 * @typedef {{[field: string]: unknown}} Ledger
 * @typedef {object} Turn
 * @property {Ledger | null} ledger
 * @property {string[][]} moves  the commits of each move, so that a move that is undone takes back all of them
 */

export const FLAG = "turn";
/** Older moves are beyond the client's own undo as well. */
const KEPT_MOVES = 20;

/** @type {Turn} */
const NEW = { ledger: null, moves: [] };

/**
 * The turn in a flag; an unreadable one counts as none, and the next move writes it anew.
 *
 * @type {(flag: unknown) => {turn: Turn, isBroken: boolean}}
 */
export const readTurn = (flag) => {
  if (flag === undefined || flag === null) return { turn: NEW, isBroken: false };
  try {
    const data = JSON.parse(String(flag));
    const isTurn = typeof data === "object" && data !== null && "ledger" in data && Array.isArray(data.moves);
    return isTurn ? { turn: data, isBroken: false } : { turn: NEW, isBroken: true };
  } catch {
    return { turn: NEW, isBroken: true };
  }
};

/** @type {(turn: Turn) => string} */
export const writeTurn = ({ ledger, moves }) => JSON.stringify({ ledger, moves: moves.slice(-KEPT_MOVES) });
