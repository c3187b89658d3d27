/**
 * The turn tracker drives the clock of the rules. Pure: it tells what a step of the one is to the other.
 *
 * @import { ApplyRequest, SystemEntry } from "../../core/protocol.js"
 * @import { Fight } from "./initiative.js"
 */

/**
 * What a step of the tracker means to somebody in the fight; null: nothing.
 *
 * A fight that begins and each new round are a new turn for everybody; back a round, and that is taken back, unless the
 * token has moved in it: it then counts on. Rounds count anew in each fight, so that the number of the ledger before it
 * distinguishes a commit.
 *
 * @param {SystemEntry["clock"]} clock
 * @param {Fight} before
 * @param {Fight} after
 * @param {any} ledger
 * @returns {{commit: NonNullable<ApplyRequest["commit"]>} | {undo: string} | null}
 */
export const clockChange = (clock, before, after, ledger) => {
  const [first, ...rest] = clock.end_turn;
  const isNewFight = !before.isActive && after.isActive;
  if (!first || !after.isActive || (before.round === after.round && !isNewFight)) return null;
  if (before.isActive && after.round < before.round) {
    const undone = (ledger?.commits ?? []).findLast((/** @type {{id: string}} */ { id }) =>
      id.startsWith(`round-${before.round}-`),
    );
    return undone ? { undo: undone.id } : null;
  }
  if (!isNewFight && after.round <= before.reached && newestRound(ledger) >= after.round) return null;
  return { commit: { id: `round-${after.round}-${ledger?.number ?? 0}`, events: [first, ...rest] } };
};

/** The commits by which a ledger tells of rounds. @type {(ledger: any) => string[]} */
export const roundsIn = (ledger) =>
  (ledger?.commits ?? [])
    .map((/** @type {{id: string}} */ { id }) => id)
    .filter((/** @type {string} */ id) => id.startsWith("round-"));

/** The newest round that a ledger tells of. @type {(ledger: any) => number} */
const newestRound = (ledger) => Number(/^round-(\d+)-/.exec(roundsIn(ledger).at(-1) ?? "")?.[1] ?? 0);

/** Whether a step of the tracker was told to a ledger since it was as it was then. @type {(before: Fight, after: Fight, then: any, now: any) => boolean} */
export const isToldSince = (before, after, then, now) => {
  const isBack = before.isActive && after.round < before.round;
  const [former, newer] = isBack ? [roundsIn(now), roundsIn(then)] : [roundsIn(then), roundsIn(now)];
  const name = `round-${Math.max(before.isActive ? before.round : 0, after.round)}-`;
  return newer.some((id) => id.startsWith(name) && !former.includes(id));
};

/** Whether a ledger tells of a step already, as somebody else has written it. @type {(change: {commit: {id: string}} | {undo: string}, ledger: any) => boolean} */
export const isDone = (change, ledger) => {
  const holds = (/** @type {string} */ sought) =>
    (ledger?.commits ?? []).some((/** @type {{id: string}} */ { id }) => id === sought);
  return "undo" in change ? !holds(change.undo) : holds(change.commit.id);
};
