/**
 * Copies of tokens: one that is copied is another token, and its turn is its own.
 *
 * @import { TokenDocument } from "./surface.js"
 */

import { ID, TURN } from "./host.js";

/**
 * Before a token is made: a copy begins anew. One that comes back because its deletion is undone is the same token still.
 *
 * @type {(document: Pick<TokenDocument, "getFlag" | "updateSource">, data: object, options: {isUndo?: boolean, keepId?: boolean}) => void}
 */
export const beginAnew = (document, _data, { isUndo, keepId }) => {
  if (isUndo || keepId || !document.getFlag(ID, TURN)) return;
  document.updateSource({ [`flags.${ID}.${TURN}`]: null });
};
