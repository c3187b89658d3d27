/**
 * What a token keeps of its turn, as hosts store it. Anybody may have written there, so it is read warily.
 *
 * @import { Turn } from "../hosts/host.js"
 */

import { readThrown } from "./thrown.js";

/** Older moves are not taken back any more. */
export const KEPT_MOVES = 20;

/** @type {Turn} */
export const NEW = { ledger: null, moves: [] };

/**
 * The turn in what is kept; one that cannot be read counts as none, and the next move writes it anew.
 *
 * @type {(kept: unknown, system?: string) => {turn: Turn, isBroken: boolean}}
 */
export const readTurn = (kept, system) => {
  if (kept === undefined || kept === null) return { turn: NEW, isBroken: false };
  if (!isTurn(kept)) return { turn: NEW, isBroken: true };
  const { ledger, moves } = kept;
  // What another game left on the token is no part of this one.
  const isOther = system !== undefined && ledger !== null && ledger.system !== system;
  const thrown = readThrown(kept.thrown);
  const turn = { ledger, moves, ...(thrown.length > 0 ? { thrown } : {}) };
  return { turn: isOther ? NEW : turn, isBroken: false };
};

/**
 * @param {unknown} kept
 * @returns {kept is Turn}
 */
const isTurn = (kept) => {
  if (typeof kept !== "object" || kept === null) return false;
  const { ledger, moves } = /** @type {{[field: string]: unknown}} */ (kept);
  return typeof ledger === "object" && !Array.isArray(ledger) && Array.isArray(moves) && moves.every(isMove);
};

/** @type {(move: unknown) => boolean} */
const isMove = (move) => Array.isArray(move) && move.every((commit) => typeof commit === "string");
