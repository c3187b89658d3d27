/**
 * Dice that fell stay as they fell: a roll that was taken back waits, and the next roll of that check has its dice.
 *
 * Else whoever does not like a roll takes it back and rolls again. What waits is forgotten when a scope of the clock
 * begins, for then it is another roll.
 *
 * @import { Change } from "../hosts/host.js"
 * @import { Check } from "./protocol.js"
 * @typedef {{faces: number[]} | {seed: number}} Dice
 *
 * @typedef {object} Thrown  how the dice of a check fell
 * @property {string} commit  in which the rules were told of it
 * @property {string} check
 * @property {Dice} dice
 * @property {boolean} isUndone  whether it was taken back, and waits
 */

/** Older ones are not taken back any more. */
const MOST = 40;

/** What is known of dice after the rules were told of something. @type {(thrown: readonly Thrown[], change: Change) => readonly Thrown[]} */
export const thrownAfter = (thrown, change) => {
  if ("undo" in change)
    return thrown.map((one) => (one.commit === change.undo ? { ...one, isUndone: true } : one));
  const { id, events } = change.commit;
  let after = thrown;
  for (const event of events) {
    if (event.kind === "begin") after = [];
    const dice = event.kind === "rolled" ? diceIn(event) : null;
    if (event.kind !== "rolled" || !dice) continue;
    const { check } = event;
    const waits = waitingFor(after, check);
    after = [...after.filter((one) => one !== waits), { commit: id, check, dice, isUndone: false }];
  }
  return after === thrown ? thrown : after.slice(-MOST);
};

/** What is known of dice, and of those of a turn that came to nothing: they wait as if they were taken back. @type {(thrown: readonly Thrown[], lost: readonly Thrown[]) => readonly Thrown[]} */
export const thrownInVain = (thrown, lost) => {
  const known = new Set(thrown.map(({ commit }) => commit));
  const waiting = lost.filter(({ commit }) => !known.has(commit)).map((one) => ({ ...one, isUndone: true }));
  return [...thrown, ...waiting].slice(-MOST);
};

/** @type {(event: {faces?: number[] | null | undefined, seed?: number | null | undefined}) => Dice | null} */
const diceIn = ({ faces, seed }) => {
  if (faces) return { faces };
  return typeof seed === "number" ? { seed } : null;
};

/** The roll of a check that was taken back first and waits. @type {(thrown: readonly Thrown[], check: string) => Thrown | null} */
export const waitingFor = (thrown, check) =>
  thrown.find((one) => one.isUndone && one.check === check) ?? null;

/** The dice that a check has, for they fell already; null: they are to be thrown. @type {(thrown: readonly Thrown[], check: Pick<Check, "id" | "pool" | "again">) => Dice | null} */
export const diceOf = (thrown, { id, pool, again }) => {
  const dice = waitingFor(thrown, id)?.dice ?? null;
  if (!dice || "seed" in dice) return dice;
  // Another number of dice is another roll.
  const { length } = dice.faces;
  return (again === "first" ? length >= pool : length === pool) ? dice : null;
};

/** The rolls that were taken back from one turn to another. @type {(before: readonly Thrown[], after: readonly Thrown[]) => Thrown[]} */
export const takenBack = (before, after) => {
  const waited = new Set(before.filter(({ isUndone }) => isUndone).map(({ commit }) => commit));
  return after.filter(({ commit, isUndone }) => isUndone && !waited.has(commit));
};

/** What was kept of dice, where anybody may have written. @type {(kept: unknown) => readonly Thrown[]} */
export const readThrown = (kept) => (Array.isArray(kept) ? kept.filter(isThrown) : []);

/**
 * @param {any} one
 * @returns {one is Thrown}
 */
const isThrown = (one) =>
  typeof one?.commit === "string" &&
  typeof one.check === "string" &&
  typeof one.isUndone === "boolean" &&
  (Array.isArray(one.dice?.faces) || typeof one.dice?.seed === "number");
