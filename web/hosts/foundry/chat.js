/**
 * What is said in the chat: cards of moves and dice, to everybody, or to the GMs alone where the token is hidden.
 *
 * @import { Check } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 */

import { facesOf, formulaOf } from "./dice.js";
import { host, ID } from "./host.js";
import { escaped } from "./words.js";

/** @returns {string[]} */
const gms = () => host.ChatMessage.getWhisperRecipients("GM").map(({ id }) => id);

/** @type {(document: TokenDocument, content: string, options?: {toGms?: boolean, flags?: object}) => Promise<unknown>} */
export const say = (document, content, { toGms = false, flags = {} } = {}) =>
  host.ChatMessage.create({
    content,
    speaker: host.ChatMessage.getSpeaker({ token: document }),
    flags: { [ID]: { card: true, ...flags } },
    ...(toGms || document._source.hidden ? { whisper: gms() } : {}),
  });

/** Tell everybody at the table, in the chat and as a notice, for the chat may be out of sight. @type {(document: TokenDocument, text: string) => Promise<unknown>} */
export const tellAll = (document, text) =>
  say(document, `<p>${escaped(text)}</p>`, { flags: { told: text } });

/** Show as a notice what was told to all. @param {{flags?: any, whisper?: string[]}} message */
export const showTold = ({ flags, whisper = [] }) => {
  const told = flags?.[ID]?.told;
  const isForUs = whisper.length === 0 || whisper.includes(host.game.user.id);
  if (typeof told === "string" && isForUs) host.ui.notifications.info(escaped(told));
};

/** Who sees the dice, in the words of either generation of the client. @param {boolean} isHidden */
const visibility = (isHidden) => {
  const modes = host.CONFIG.ChatMessage?.modes;
  if (modes) return { messageMode: isHidden ? "gm" : "public" };
  return { rollMode: isHidden ? "gmroll" : "publicroll" };
};

/**
 * Throw the dice of a check in the chat; an empty pool has none to throw.
 *
 * @type {(document: TokenDocument, check: Check, title: string) => Promise<number[]>}
 */
export const throwDice = async (document, check, title) => {
  if (check.pool === 0) return [];
  const roll = new host.Roll(formulaOf(check));
  await roll.evaluate();
  await roll.toMessage(
    {
      speaker: host.ChatMessage.getSpeaker({ token: document }),
      flavor: escaped(title),
      flags: { [ID]: { check: check.id } },
    },
    visibility(document._source.hidden),
  );
  return facesOf(check, roll.dice);
};
