/**
 * Which game the page starts with: that of the link, that of the last visit, or the standard scene.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { gameFromHash, gameFromText, kept } from "./persistence.js";

const STANDARD = "./scenes/ambush.json";

/**
 * The game to start with, the standard one, and what to tell the visitor if something could not be read.
 *
 * @returns {Promise<{game: Game, standard: Game, complaint: string | null}>}
 */
export const firstGame = async () => {
  const reply = await fetch(new URL(STANDARD, document.baseURI));
  const standard = gameFromText(await reply.text());
  const { hash } = location;
  // The link has done its work; what happens from now on is kept in the browser.
  if (hash.length > 1) history.replaceState(null, "", location.pathname + location.search);
  for (const { from, read } of [
    { from: "The link", read: () => gameFromHash(hash) },
    { from: "The game of your last visit", read: async () => kept(localStorage) },
  ]) {
    try {
      const game = await read();
      if (game) return { game, standard, complaint: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        game: standard,
        standard,
        complaint: `${from} cannot be read (${reason}). Here is the standard scene.`,
      };
    }
  }
  return { game: standard, standard, complaint: null };
};
