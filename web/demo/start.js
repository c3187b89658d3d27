/**
 * Which game the page starts with: that of the link, that of the last visit, or the standard scene.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { gameFromHash, kept } from "./persistence.js";
import { FIRST, sceneOf } from "./scenes.js";

/**
 * The game to start with, and what to tell the visitor if something could not be read.
 *
 * @returns {Promise<{game: Game, complaint: string | null}>}
 */
export const firstGame = async () => {
  const { hash } = location;
  // The link has done its work; what happens from now on is kept in the browser.
  if (hash.length > 1) history.replaceState(null, "", location.pathname + location.search);
  for (const { from, read } of [
    { from: "The link", read: () => gameFromHash(hash) },
    { from: "The game of your last visit", read: async () => kept(localStorage) },
  ]) {
    try {
      const game = await read();
      if (game) return { game, complaint: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        game: await sceneOf(FIRST),
        complaint: `${from} cannot be read (${reason}). Here is the standard scene.`,
      };
    }
  }
  return { game: await sceneOf(FIRST), complaint: null };
};
