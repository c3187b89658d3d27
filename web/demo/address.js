/**
 * What the address of the page asks for: `?system=d6&scene=cave`. It follows what is on the table.
 *
 * @import { Game } from "./game.js"
 * @typedef {{system: string | null, scene: string | null}} Wanted
 */

/** @type {(query: string) => Wanted} */
export const wantedBy = (query) => {
  const fields = new URLSearchParams(query);
  return { system: fields.get("system"), scene: fields.get("scene") };
};

/**
 * The query that leads to a game's system and scene; other fields stay as they are.
 *
 * @example queryFor("?seed=7", game) // "?seed=7&system=d6&scene=cave"
 * @type {(query: string, game: Pick<Game, "system" | "source">) => string}
 */
export const queryFor = (query, { system, source }) => {
  const fields = new URLSearchParams(query);
  fields.set("system", system);
  if (source) fields.set("scene", source);
  else fields.delete("scene");
  return `?${fields}`;
};

/** Let the address tell the game that is on the table; no link is left in it but one that is named. @type {(game: Game, hash?: string) => void} */
export const showInAddress = (game, hash = "") => {
  history.replaceState(null, "", `${location.pathname}${queryFor(location.search, game)}${hash}`);
};

/** Hear of links that come into the address of the open page. @param {() => void} openLink */
export const listenToAddress = (openLink) => {
  addEventListener("hashchange", openLink);
  // Who comes back to a page as it was left finds what was done elsewhere since.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
};
