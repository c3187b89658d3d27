/**
 * The turn tracker drives the clock of the rules. Pure: it tells what a step of the one is to the other.
 *
 * @import { ApplyRequest, SystemEntry } from "../../core/protocol.js"
 * @import { Fight } from "./initiative.js"
 */

/**
 * What a step of the tracker means to somebody in the fight; null: nothing.
 *
 * A fight that begins and each new round are a new turn for everybody; back a round, and that is taken back. Rounds
 * count anew in each fight, so that the number of the ledger before it distinguishes a commit.
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
  return { commit: { id: `round-${after.round}-${ledger?.number ?? 0}`, events: [first, ...rest] } };
};
