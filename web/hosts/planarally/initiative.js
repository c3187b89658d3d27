/**
 * The turn tracker of the host, as its messages tell it: who is in the fight and which round it is.
 *
 * @typedef {object} Fight
 * @property {boolean} isActive
 * @property {number} round
 * @property {ReadonlySet<string>} members
 */

/** Somebody is taken out of the tracker. */
export const REMOVED = "Initiative.Remove";

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
  if (name === REMOVED) return { ...fight, members: new Set([...fight.members].filter((id) => id !== data)) };
  if (name === "Initiative.Wipe") return { ...fight, members: new Set() };
  return fight;
};

/** Whether one of the variants of a token is among those in the tracker. @type {(fight: Fight, id: string, identity: (id: string) => string) => boolean} */
export const isMember = ({ members }, id, identity) =>
  members.has(id) || [...members].some((member) => identity(member) === identity(id));

/** @type {typeof isMember} */
export const isInFight = (fight, id, identity) => fight.isActive && isMember(fight, id, identity);
