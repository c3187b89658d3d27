/**
 * Which game the page starts with: that of the link, the scene that the address names, that of the last visit, or
 * the standard scene.
 *
 * @import { Wanted } from "./address.js"
 * @import { Game } from "./game.js"
 */

import { showInAddress, wantedBy } from "./address.js";
import { putAwayFor, writeGame } from "./game.js";
import { say } from "./language.js";
import {
  gameFromHash,
  keep,
  keepAway,
  keepPlan,
  kept,
  keptAway,
  laidAside,
  layAside,
} from "./persistence.js";
import { FIRST, hasScene, isSceneFor, SCENES, sceneOf } from "./scenes.js";

/**
 * The game to start with, those that were put away for others, whether that of the last visit was just now, and what
 * to tell the visitor if something could not be read.
 *
 * @returns {Promise<{game: Game, away: Game[], isReplaced: boolean, complaint: string | null}>}
 */
export const firstGame = async () => {
  const { hash } = location;
  const wanted = wantedBy(location.search);
  const last = keptOrNothing();
  const { game, complaint, isLinked } = await gameOrComplaint(hash, wanted);
  const isOther = last !== null && JSON.stringify(writeGame(last)) !== JSON.stringify(writeGame(game));
  // What came from elsewhere has no place in the list of scenes to be found at again.
  const isReplaced = isOther && (isLinked || last.source === "");
  const away = isReplaced ? putAwayFor(keptAway(localStorage), last) : keptAway(localStorage);
  if (isReplaced) keepAway(localStorage, away);
  if (isOther) layAside(localStorage, last);
  // The last plan was of the other one.
  if (isOther) keepPlan(localStorage, null);
  // What is kept outlives the link; where nothing is, the link goes on holding it.
  const isDone = hash.length > 1 && (!isLinked || keep(localStorage, game));
  if (wanted.system !== null || wanted.scene !== null) showInAddress(game, isDone ? "" : hash);
  else if (isDone) history.replaceState(null, "", location.pathname + location.search);
  return { game, away, isReplaced, complaint };
};

/** @type {(hash: string, wanted: Wanted) => Promise<{game: Game, complaint: string | null, isLinked: boolean}>} */
const gameOrComplaint = async (hash, wanted) => {
  let complaint = null;
  for (const { from, read, isLinked = false } of [
    { from: say("from.link"), read: () => gameFromHash(hash), isLinked: true },
    { from: say("from.address"), read: () => gameNamed(wanted) },
    { from: say("from.visit"), read: async () => kept(localStorage) },
  ]) {
    try {
      const game = await read();
      if (game) return { game, complaint, isLinked };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      complaint ??= say("from.broken", { from, reason });
    }
  }
  return { game: await sceneOf(FIRST), complaint, isLinked: false };
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
