/**
 * A button on the chat card of a move, for those whose token it is: take the move back, as long as it is the newest.
 *
 * @import { TokenDocument } from "./surface.js"
 * @import { Turn } from "./turns.js"
 */

import { host, ID } from "./host.js";

/** By what a card knows its move again. @type {(turn: Turn | null) => string | null} */
export const newestMove = (turn) => turn?.moves.at(-1)?.at(-1) ?? null;

/**
 * @param {object} ports
 * @param {(document: TokenDocument, commit: string) => Promise<boolean>} ports.undo  false: it is not the newest any more
 * @param {(key: string, data?: {[name: string]: unknown}) => string} ports.say
 * @returns {(message: {flags?: any}, html: HTMLElement) => void}
 */
export const createCardUndo =
  ({ undo, say }) =>
  ({ flags }, html) => {
    const move = flags?.[ID]?.move;
    const card = html.querySelector(".footwork-card");
    const document = move && host.game.scenes.get(move.scene)?.tokens.get(move.token);
    if (!card || !move?.commit || !document?.isOwner) return;
    const button = globalThis.document.createElement("button");
    button.type = "button";
    button.dataset[ID] = "undo";
    button.textContent = say("card.undo");
    button.addEventListener("click", async () => {
      button.disabled = true;
      if (await undo(document, move.commit)) return;
      host.ui.notifications.info(say("card.notNewest", { name: document.name }));
    });
    card.append(button);
  };
