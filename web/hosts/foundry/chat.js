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
