/**
 * The scenes that come with the page: one for each game system it offers.
 *
 * @typedef {import("./game.js").Game} Game
 */

import { gameFromText } from "./persistence.js";

/** The system of the scene that a first visit starts with. */
export const FIRST = "contract";

/** @type {Readonly<{[system: string]: string}>} */
const FILES = {
  contract: "ambush",
  sr5: "rooftops",
  sr3: "alley",
  d6: "chase",
  styles: "minefield",
};

/** Whether the page has a scene for a system. @type {(system: string) => boolean} */
export const hasScene = (system) => Object.hasOwn(FILES, system);

/**
 * A system's own scene, as it is at first; that of the first visit for systems without one.
 *
 * @param {string} system
 * @returns {Promise<Game>}
 */
export const sceneOf = async (system) => {
  const file = FILES[hasScene(system) ? system : FIRST];
  const reply = await fetch(new URL(`./scenes/${file}.json`, document.baseURI));
  if (!reply.ok) throw new Error(`the scene cannot be fetched (${reply.status})`);
  return gameFromText(await reply.text());
};
