/**
 * Which game the page starts with: that of the link, the scene that the address names, that of the last visit, or
 * the standard scene.
 *
 * @import { Wanted } from "./address.js"
 * @import { Game } from "./game.js"
 */

import { showInAddress, wantedBy } from "./address.js";
import { say } from "./language.js";
import { gameFromHash, kept, laidAside } from "./persistence.js";
import { FIRST, hasScene, isSceneFor, SCENES, sceneOf } from "./scenes.js";

/**
 * The game to start with, and what to tell the visitor if something could not be read.
 *
 * @returns {Promise<{game: Game, complaint: string | null}>}
 */
export const firstGame = async () => {
  const { hash } = location;
  const wanted = wantedBy(location.search);
  const found = await gameOrComplaint(hash, wanted);
  // The link has done its work; what happens from now on is kept in the browser.
  if (wanted.system !== null || wanted.scene !== null) showInAddress(found.game);
  else if (hash.length > 1) history.replaceState(null, "", location.pathname + location.search);
  return found;
};

/** @type {(hash: string, wanted: Wanted) => Promise<{game: Game, complaint: string | null}>} */
const gameOrComplaint = async (hash, wanted) => {
  for (const { from, read } of [
    { from: say("from.link"), read: () => gameFromHash(hash) },
    { from: say("from.address"), read: () => gameNamed(wanted) },
    { from: say("from.visit"), read: async () => kept(localStorage) },
  ]) {
    try {
      const game = await read();
      if (game) return { game, complaint: null };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return {
        game: await sceneOf(FIRST),
        complaint: say("from.broken", { from, reason }),
      };
    }
  }
  return { game: await sceneOf(FIRST), complaint: null };
};

/** What the address names, as it was left at the last visit if it was there; null: it names nothing. @type {(wanted: Wanted) => Promise<Game | null>} */
const gameNamed = async ({ system: named, scene }) => {
  if (named === null && scene === null) return null;
  const system = named ?? SCENES.find(({ id }) => id === scene)?.system ?? FIRST;
  const last = lastGame(system, scene);
  if (last) return last;
  if (!hasScene(system)) throw new Error(say("from.noSystem", { system }));
  if (scene !== null && !isSceneFor(system, scene)) {
    throw new Error(say("from.noScene", { scene }));
  }
  return sceneOf(system, scene ?? undefined);
};

/** @type {(system: string, scene: string | null) => Game | null} */
const lastGame = (system, scene) => {
  const last = keptOrNothing();
  if (last?.system === system && (scene === null || last.source === scene)) return last;
  return laidAside(localStorage, system, scene ?? undefined);
};

/** A game that cannot be read is no reason not to open another. */
const keptOrNothing = () => {
  try {
    return kept(localStorage);
  } catch {
    return null;
  }
};
