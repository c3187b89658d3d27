/**
 * What was done on the page, newest last: moves and acts, which the core takes back, and changes to sheets, house rules
 * and the map, which are put back as they were.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Game } from "./game.js"
 *
 * @typedef {{token: string, commit: string | null}} Written  in the ledger of a token; null: what is in it was put back as it was
 * @typedef {{before: Game, after: Game, written: Written | null}} Entry
 *
 * @typedef {object} HistoryPorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {(token: string, commit: string) => Promise<unknown>} takeBack  what the core took back, if it did
 * @property {() => void} restored  the game is another one now
 */

const MOST = 100;

/** @param {HistoryPorts} ports */
export const createHistory = ({ store, takeBack, restored }) => {
  const { get, set } = store;
  /** @type {Entry[]} */
  let past = [];
  /** @type {Entry[]} */
  let future = [];

  /** @type {(nextPast: Entry[], nextFuture: Entry[]) => void} */
  const keep = (nextPast, nextFuture) => {
    past = nextPast.slice(-MOST);
    future = nextFuture;
    const newest = past.at(-1);
    set({ undoable: newest ? (newest.written?.commit ? newest.written.token : "") : null });
  };

  /** Whose turn it is to be seen, how strictly rules are kept, and how dice fell, is not part of what was done. @type {(game: Game, thrown?: Game["thrown"]) => void} */
  const put = (game, thrown = get().game.thrown) => {
    const { selected, enforcement, keepsDice } = get().game;
    set({
      game: { ...game, selected, enforcement, keepsDice, thrown },
      entries: {},
      reach: null,
      check: null,
    });
    restored();
  };

  return {
    /** @type {(before: Game, written?: Written | null) => void} */
    record: (before, written = null) => keep([...past, { before, after: get().game, written }], []),

    /** Have what takes back several things be a step of its own after them. @type {(token: string, takeBack: () => Promise<unknown>) => Promise<void>} */
    asOne: async (token, takeBack) => {
      const [before, done] = [get().game, past];
      await takeBack();
      const entry = { before, after: get().game, written: { token, commit: null } };
      if (entry.after.ledgers !== before.ledgers) keep([...done, entry], []);
    },

    /** A commit was taken back by other means: what was done after it stood on it. @param {string} commit */
    forget: (commit) => {
      const index = past.findIndex(({ written }) => written?.commit === commit);
      if (index >= 0) keep(past.slice(0, index), []);
    },

    clear: () => keep([], []),

    newest: () => past.at(-1) ?? null,

    /** Take the newest back; whether it was. @returns {Promise<boolean>} */
    undo: async () => {
      const entry = past.at(-1);
      if (!entry) return false;
      const [before, after] = [past.slice(0, -1), [entry, ...future]];
      const { token = "", commit = null } = entry.written ?? {};
      if (commit === null) put(entry.before, entry.written ? entry.before.thrown : undefined);
      else if (!(await takeBack(token, commit))) return false;
      keep(before, after);
      return true;
    },

    /** Do again what was taken back last; whether there was any. */
    redo: () => {
      const [entry, ...others] = future;
      if (!entry) return false;
      put(entry.after, entry.written ? entry.after.thrown : undefined);
      keep([...past, entry], others);
      return true;
    },
  };
};
