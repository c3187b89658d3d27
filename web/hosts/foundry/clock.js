/**
 * The combat tracker drives the clock of the rules. One client does it for all: that of the active GM.
 *
 * @typedef {import("../../core/protocol.js").SystemEntry} SystemEntry
 * @typedef {NonNullable<import("../../core/protocol.js").ApplyRequest["commit"]>} Commit
 */

/**
 * What a step of the tracker means to each token in the combat; null: nothing.
 *
 * A new round is a new turn for everybody. Back to the round before, and that is taken back.
 *
 * @param {SystemEntry["clock"]} clock
 * @param {string} combat
 * @param {{round: number}} prior
 * @param {{round: number}} current
 * @returns {{commit: Commit} | {undo: string} | null}
 */
export const clockChange = (clock, combat, prior, current) => {
  const [first, ...rest] = clock.end_turn;
  if (!first || current.round === prior.round) return null;
  if (current.round < prior.round) return { undo: commitOf(combat, prior.round) };
  return { commit: { id: commitOf(combat, current.round), events: [first, ...rest] } };
};

/** @type {(combat: string, round: number) => string} */
const commitOf = (combat, round) => `${combat}-round-${round}`;
