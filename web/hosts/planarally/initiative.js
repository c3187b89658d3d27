/**
 * The turn tracker of the host, as its messages tell it: who is in the fight and which round it is.
 *
 * @typedef {object} Fight
 * @property {boolean} isActive
 * @property {number} round
 * @property {number} reached  the highest round since it began: the tracker may have gone back
 * @property {ReadonlySet<string>} members
 * @property {ReadonlySet<string>} groups  those of them whose entry stands for their whole group
 *
 * @typedef {{shape: string, isGroup?: boolean}} Entry
 * @typedef {object} Host  What is asked of the host about tokens.
 * @property {(id: string) => string} identity
 * @property {(id: string) => string | undefined} groupOf
 */

const SET = "Initiative.Set";
const REMOVED = "Initiative.Remove";

/** @type {Fight} */
export const PEACE = { isActive: false, round: 0, reached: 0, members: new Set(), groups: new Set() };

/**
 * As it is kept for those who come later: the tracker's state is sent once, before any mod listens.
 *
 * @typedef {{isActive: boolean, round: number, reached?: number, members: string[], groups?: string[], by?: string}} KeptFight  by: whose browser has written it
 *
 * @type {(fight: Fight) => KeptFight}
 */
export const keptFight = ({ isActive, round, reached, members, groups }) => ({
  ...{ isActive, round, reached },
  ...{ members: [...members], groups: [...groups] },
});

/** @type {(kept: KeptFight) => Fight} */
export const fightOf = ({ isActive, round, reached = round, members, groups = [] }) => ({
  ...{ isActive, round, reached },
  ...{ members: new Set(members), groups: new Set(groups) },
});

/**
 * The fight after a message, sent or received; the same object if it says nothing of it.
 *
 * @type {(fight: Fight, name: string, data: any) => Fight}
 */
export const fightAfter = (fight, name, data) => {
  const after = told(fight, name, data);
  if (after === fight) return fight;
  const { isActive, round } = after;
  return { ...after, reached: fight.isActive && isActive ? Math.max(fight.reached, round) : round };
};

/** @type {typeof fightAfter} */
const told = (fight, name, data) => {
  if (name === SET) {
    const { isActive, round } = data;
    return data.data.reduce(withEntry, { ...PEACE, isActive, round });
  }
  if (name === "Initiative.Active.Set") return { ...fight, isActive: data === true };
  if (name === "Initiative.Round.Update") return { ...fight, round: data.round };
  if (name === "Initiative.Add") return withEntry(fight, data);
  if (name === "Initiative.Option.Set" && data.option === "isGroup")
    return withEntry(fight, { shape: data.shape, isGroup: data.value });
  if (name === REMOVED) return { ...fight, members: new Set([...fight.members].filter((id) => id !== data)) };
  if (name === "Initiative.Wipe") return { ...fight, members: new Set() };
  return fight;
};

/** @type {(fight: Fight, entry: Entry) => Fight} */
const withEntry = (fight, { shape, isGroup = false }) => ({
  ...fight,
  members: new Set([...fight.members, shape]),
  groups: new Set([...fight.groups].filter((id) => id !== shape).concat(isGroup ? shape : [])),
});

/** Who is taken out of a fight by a message of somebody else, as by deleting a token. @type {(fight: Fight, name: string, data: any) => string[]} */
export const leaversBy = (fight, name, data) => {
  if (!fight.isActive || (name !== SET && name !== REMOVED)) return [];
  const { members } = fightAfter(fight, name, data);
  return [...fight.members].filter((id) => !members.has(id));
};

/** Whether a token is in the tracker: itself, one of its variants, or its group by an entry that stands for all of it. @type {(fight: Fight, id: string, host: Host) => boolean} */
export const isMember = ({ members, groups }, id, { identity, groupOf }) => {
  if (members.has(id) || [...members].some((member) => identity(member) === identity(id))) return true;
  const group = groups.size > 0 ? groupOf(id) : undefined;
  return (
    group !== undefined && [...groups].some((member) => members.has(member) && groupOf(member) === group)
  );
};

/** @type {typeof isMember} */
export const isInFight = (fight, id, host) => fight.isActive && isMember(fight, id, host);
