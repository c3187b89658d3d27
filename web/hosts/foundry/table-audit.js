/**
 * What players change of a fight beside moving in it, as the active GM's client sees it and tells the GM: the sheet, size and
 * side of a token, the tracker out of turn, who takes part.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Actor, Combat, Combatant, TokenDocument, User } from "./surface.js"
 *
 * @typedef {Pick<Combatant, "token"> & {combat: Combat | null}} InCombat
 *
 * @typedef {object} Stand  where a tracker stood
 * @property {number} round
 * @property {number} turn
 * @property {TokenDocument | null} token  whose turn it was
 *
 * @typedef {object} TableState
 * @property {SystemEntry} system
 * @property {Map<string, string>} charts  what the rules read of each token in combat
 * @property {Map<string, Stand>} stands  by combat
 */

import { host } from "./host.js";
import { say } from "./language.js";
import { combatOf, keyOf } from "./rights.js";
import { chartOf, circumstancesOf } from "./sheet-store.js";

/** What of a token itself counts for its movement. */
const COUNTS = /** @type {const} */ (["width", "height", "shape", "disposition"]);

/** @param {SystemEntry} system */
export const createTableAudit = (system) => {
  /** @type {TableState} */
  const table = { system, charts: new Map(), stands: new Map() };
  return {
    learn: learn.bind(null, table),
    tokenUpdated: tokenUpdated.bind(null, table),
    actorUpdated: actorUpdated.bind(null, table),
    combatUpdated: combatUpdated.bind(null, table),
    joined: joined.bind(null, table),
    left: left.bind(null, table),
  };
};

/** The player who did something, where this client is the one to tell of it. @type {(userId: string) => User | null} */
const playerOf = (userId) => {
  const user = host.game.users.get(userId);
  return host.game.users.activeGM?.isSelf && user && !user.isGM ? user : null;
};

/** @type {(key: string, data: {[name: string]: unknown}) => void} */
const tell = (key, data) => host.ui.notifications.info(say(`audit.${key}`, data));

/** Take everything of a combat as it is. @type {(table: TableState, combat: Combat) => void} */
const learn = (table, combat) => {
  table.stands.set(combat.id, standOf(combat));
  for (const { token } of combat.combatants)
    if (token) table.charts.set(keyOf(token), chartNow(table, token));
};

/** @type {(combat: Combat) => Stand} */
const standOf = ({ round, turn, combatant }) => ({
  round,
  turn: turn ?? -1,
  token: combatant?.token ?? null,
});

/** @type {(table: TableState, document: TokenDocument) => string} */
const chartNow = ({ system }, document) => {
  const own = COUNTS.map((field) => document._source[field]);
  return JSON.stringify([chartOf(system, document).values, circumstancesOf(document, system.id), own]);
};

/** @type {(table: TableState, document: TokenDocument, userId: string) => void} */
const tokenUpdated = (table, document, userId) => {
  const before = table.charts.get(keyOf(document));
  if (before === undefined) return;
  const now = chartNow(table, document);
  table.charts.set(keyOf(document), now);
  const user = playerOf(userId);
  if (user && now !== before && combatOf(document)) tell("altered", { name: document.name, user: user.name });
};

/** The sheet of an actor, or something on it. @type {(table: TableState, actor: Actor, userId: string) => void} */
const actorUpdated = (table, actor, userId) => {
  for (const { token } of host.game.combat?.combatants ?? [])
    if (token?.actor === actor) tokenUpdated(table, token, userId);
};

/** The tracker was turned: whose turn it is may end it. @type {(table: TableState, combat: Combat, userId: string) => void} */
const combatUpdated = (table, combat, userId) => {
  const before = table.stands.get(combat.id);
  const now = standOf(combat);
  learn(table, combat);
  const user = playerOf(userId);
  if (!user || !before || isNext(before, now, user)) return;
  tell("tracker", { user: user.name, round: now.round });
};

/** Whether the tracker stands where it did, or where it does after a user's own turn. @type {(before: Stand, now: Stand, user: User) => boolean} */
const isNext = (before, now, user) => {
  if (now.round === before.round && now.token === before.token) return true;
  if (!before.token?.testUserPermission(user, "OWNER")) return false;
  return now.round === before.round ? now.turn > before.turn : now.round === before.round + 1;
};

/** @type {(table: TableState, combatant: InCombat) => void} */
const joined = (table, { combat }) => {
  if (combat) learn(table, combat);
};

/** Who leaves a fight has done nothing in it any more. @type {(table: TableState, combatant: InCombat, userId: string) => void} */
const left = (table, { token, combat }, userId) => {
  if (token) table.charts.delete(keyOf(token));
  if (combat) table.stands.set(combat.id, standOf(combat));
  const user = playerOf(userId);
  if (user && token && combat?.started) tell("left", { name: token.name, user: user.name });
};
