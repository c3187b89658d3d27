/**
 * When the mod is there: in rooms that have it, once, and in its newest version.
 *
 * The host tells nobody that a room is left. What a mod has put on the page stays on it, and what the host has loaded of
 * the room's blocks stays loaded, also in the next room. A room may have the mod in two versions: each is started.
 *
 * @import { Api } from "./surface.js"
 *
 * @typedef {object} Running  The mod at work.
 * @property {() => Promise<void>} open
 * @property {() => void} stop
 * @property {() => void} changed  what is kept has changed
 *
 * @typedef {object} Shared  What all versions of the mod on a page share.
 * @property {{version: string, owner: object} | null} newest
 * @property {Running | null} running
 * @property {string | null} room  whose blocks the host has loaded
 */

const KEY = Symbol.for("footwork.planarally");

/** @type {() => Shared} */
const shared = () => {
  const page = /** @type {any} */ (globalThis);
  page[KEY] ??= { newest: null, running: null, room: null };
  return page[KEY];
};

/** Whether a version comes after another one, part by part. @type {(one: string, other: string) => boolean} */
export const isLater = (one, other) => {
  const [parts, others] = [one, other].map((version) =>
    version.split(".").map((part) => Number.parseInt(part, 10) || 0),
  );
  for (let at = 0; at < Math.max(parts?.length ?? 0, others?.length ?? 0); at += 1) {
    const [mine, its] = [parts?.[at] ?? 0, others?.[at] ?? 0];
    if (mine !== its) return mine > its;
  }
  return false;
};

/** What is kept has changed: told to whoever is at work, since the host tells whoever has loaded it first. */
export const keptChanged = () => shared().running?.changed();

/** @param {(api: Api) => Running} start */
export const createPresence = (start) => {
  const owner = {};
  /** @type {Api | null} */
  let known = null;

  /** The board of the room that is open. */
  const board = () => document.getElementById("board");

  const stop = () => {
    const page = shared();
    page.running?.stop();
    page.running = null;
  };

  /** @type {(board: HTMLElement) => void} */
  const stopWithout = (place) => {
    const observer = new MutationObserver(() => {
      if (place.isConnected) return;
      observer.disconnect();
      stop();
      shared().newest = null;
    });
    observer.observe(document.body, { childList: true, subtree: true });
  };

  /** Be at work, unless somebody newer is, or no room is open yet. */
  const begin = async () => {
    const page = shared();
    const place = board();
    if (!known || !place || page.running || page.newest?.owner !== owner) return;
    page.room ??= location.pathname;
    // The host would give this room the blocks of the one before; a page loaded anew has none.
    if (page.room !== location.pathname) return location.reload();
    page.running = start(known);
    stopWithout(place);
    await page.running.open();
  };

  return {
    /** A room has this mod. @type {(meta: {version: string}) => Promise<void>} */
    init: async ({ version }) => {
      const page = shared();
      if (page.newest && isLater(page.newest.version, version)) return;
      if (page.newest?.owner !== owner) stop();
      page.newest = { version, owner };
      // Of the second room on a page the host may tell no more than this.
      await begin();
    },
    /** @type {(api: Api) => Promise<void>} */
    initGame: async (api) => {
      known = api;
      await begin();
    },
    loadLocation: begin,
  };
};
