/**
 * The turn tracker of the host, as its messages tell it: who is in the fight and which round it is.
 *
 * @typedef {object} Fight
 * @property {boolean} isActive
 * @property {number} round
 * @property {ReadonlySet<string>} members
 */

/** @type {Fight} */
export const PEACE = { isActive: false, round: 0, members: new Set() };

/**
 * As it is kept for those who come later: what the tracker says is told once, before any mod listens.
 *
 * @typedef {{isActive: boolean, round: number, members: string[]}} KeptFight
 *
 * @type {(fight: Fight) => KeptFight}
 */
export const keptFight = ({ isActive, round, members }) => ({ isActive, round, members: [...members] });

/** @type {(kept: KeptFight) => Fight} */
export const fightOf = ({ isActive, round, members }) => ({ isActive, round, members: new Set(members) });

/**
 * The fight after a message, sent or received; the same object if it says nothing of it.
 *
 * @type {(fight: Fight, name: string, data: any) => Fight}
 */
export const fightAfter = (fight, name, data) => {
  if (name === "Initiative.Set")
    return {
      isActive: data.isActive,
      round: data.round,
      members: new Set(data.data.map((/** @type {{shape: string}} */ { shape }) => shape)),
    };
  if (name === "Initiative.Active.Set") return { ...fight, isActive: data === true };
  if (name === "Initiative.Round.Update") return { ...fight, round: data.round };
  if (name === "Initiative.Add") return { ...fight, members: new Set([...fight.members, data.shape]) };
  if (name === "Initiative.Remove")
    return { ...fight, members: new Set([...fight.members].filter((id) => id !== data)) };
  if (name === "Initiative.Wipe") return { ...fight, members: new Set() };
  return fight;
};

/**
 * What a step of the tracker means to somebody in the fight; null: nothing.
 *
 * A fight that begins and each new round are a new turn for everybody; back a round, and that is taken back. Rounds
 * count anew in each fight, so that a commit is told apart by the number of the ledger it comes after.
 *
 * @param {import("../../core/protocol.js").SystemEntry["clock"]} clock
 * @param {Fight} before
 * @param {Fight} after
 * @param {any} ledger
 * @returns {{commit: NonNullable<import("../../core/protocol.js").ApplyRequest["commit"]>} | {undo: string} | null}
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
