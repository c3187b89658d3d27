/**
 * Who may move what, and when: tokens that the rules leave alone, and whose turn it is.
 *
 * @import { Combat, Combatant, TokenDocument } from "./surface.js"
 * @typedef {{[token: string]: boolean}} Exempt
 */

import { isSheetless } from "./characters.js";
import { host, ID } from "./host.js";
import { say } from "./language.js";

/** A token's name among those of all scenes. @param {TokenDocument} document */
export const keyOf = (document) => `${document.parent.id}.${document.id}`;

/** In a setting of the world, because whoever owns a token writes its flags. @type {() => Exempt} */
const exempt = () => host.game.settings.get(ID, "exempt");

/** Whether the GM has the rules leave a token alone. @param {TokenDocument} document */
export const isExempt = (document) => exempt()[keyOf(document)] === true;

/** @type {(document: TokenDocument, isLeftAlone: boolean) => Promise<unknown>} */
export const setExempt = (document, isLeftAlone) => {
  const others = Object.entries(exempt()).filter(([key]) => key !== keyOf(document));
  const all = Object.fromEntries(isLeftAlone ? [...others, [keyOf(document), true]] : others);
  return host.game.settings.set(ID, "exempt", all);
};

/** Whether a combatant stands for a token; in the copy of a scene the tokens have the ids of the first. @type {(combatant: Combatant, document: TokenDocument) => boolean} */
export const standsFor = ({ tokenId, sceneId }, { id, parent }) =>
  tokenId === id && (sceneId ?? parent.id) === parent.id;

/** Whether this user may do anything now; while the game is paused, players may not. */
export const mayAct = () => {
  const isHeld = host.game.paused && !host.game.user.isGM;
  if (isHeld) host.ui.notifications.info(say("paused"));
  return !isHeld;
};

/** Tokens whose next move is a push, by the word of this GM. @type {Set<string>} */
export const pushing = new Set();

/** The combat that a token takes part in and that has begun, whichever this client looks at. @param {TokenDocument} document */
export const combatOf = (document) =>
  [...host.game.combats].find(
    ({ started, combatants }) => started && [...combatants].some((one) => standsFor(one, document)),
  ) ?? null;

/** Why the rules leave a token alone, whatever is done with it; null: they judge it. @type {(document: TokenDocument) => "exempt" | "sheetless" | "fights" | null} */
export const leftAlone = (document) => {
  if (isExempt(document)) return "exempt";
  if (isSheetless(host.game.settings.get(ID, "system"), document.actor?.type ?? "")) return "sheetless";
  return host.game.settings.get(ID, "when") === "fights" && !combatOf(document) ? "fights" : null;
};

/** Whether it is another token's turn in this one's combat. @type {(document: TokenDocument, combat?: Combat | null) => boolean} */
export const isOutOfTurn = (document, combat = combatOf(document)) =>
  combat !== null && !(combat.combatant && standsFor(combat.combatant, document));

/** What the GM allows: that a token moves while the tracker stands where it does. @param {TokenDocument} document */
const outOfTurnGrant = (document) => {
  const combat = combatOf(document);
  return `${combat?.id} ${combat?.round} ${combat?.combatant?.id}`;
};

/** What this client was allowed last, by token. @type {Map<string, string>} */
const allowed = new Map();

/**
 * Whether whoever moves it may do so now, by the table's custom.
 *
 * @type {(document: TokenDocument, ask: () => Promise<boolean>, refused: () => void) => Promise<boolean>}
 */
export const mayMoveNow = async (document, ask, refused) => {
  const custom = host.game.settings.get(ID, "outOfTurn");
  if (custom === "free" || host.game.user.isGM || !isOutOfTurn(document)) return true;
  const grant = outOfTurnGrant(document);
  if (custom === "ask" && (allowed.get(keyOf(document)) === grant || (await ask()))) {
    allowed.set(keyOf(document), grant);
    return true;
  }
  refused();
  return false;
};
