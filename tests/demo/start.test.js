import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { stateAtStart } from "../../web/demo/app-state.js";
import { createFiles } from "../../web/demo/files.js";
import { withTokenAt } from "../../web/demo/game.js";
import {
  gameFromText,
  gameToHash,
  keep,
  keepPlan,
  kept,
  keptAway,
  keptPlan,
  laidAside,
} from "../../web/demo/persistence.js";
import { firstGame } from "../../web/demo/start.js";
import { createStore } from "../../web/demo/store.js";

/** @import { Game } from "../../web/demo/game.js" */

const TEXT = await readFile(new URL("../../web/demo/scenes/ambush.json", import.meta.url), "utf8");
const ambush = { ...gameFromText(TEXT), source: "ambush" };
const own = withTokenAt(ambush, "jenny", { col: 6, row: 8 });
const shared = withTokenAt(ambush, "jenny", { col: 14, row: 8 });
const LINK = await gameToHash(shared);

/** A browser that comes to an address with what it remembers. @type {(at: {hash?: string, search?: string, mine?: Game | null, isForgetful?: boolean}) => any} */
const browser = ({ hash = "", search = "", mine = null, isForgetful = false }) => {
  /** @type {{[key: string]: string}} */
  const kept = {};
  const localStorage = {
    getItem: (/** @type {string} */ key) => kept[key] ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => {
      if (isForgetful) throw new Error("no storage");
      kept[key] = text;
    },
    removeItem: (/** @type {string} */ key) => {
      delete kept[key];
    },
  };
  if (mine) keep(localStorage, mine);
  const location = { hash, search, pathname: "/" };
  const replaceState = (/** @type {any} */ _, /** @type {string} */ __, /** @type {string} */ address) =>
    Object.assign(location, { hash: "", search: new URL(address, "http://demo").search });
  const fetch = async () => ({ ok: true, json: async () => JSON.parse(TEXT) });
  const history = { replaceState };
  Object.assign(globalThis, {
    localStorage,
    location,
    history,
    fetch,
    document: { baseURI: "http://demo/" },
  });
  return { localStorage, location };
};

/** @type {(game: Game | undefined | null) => number | undefined} */
const column = (game) => game?.scene.tokens[0]?.col;

test("the game of a link is kept before anything is done, and one's own is put away", async () => {
  const { localStorage, location } = browser({ hash: LINK, mine: own });
  keepPlan(localStorage, /** @type {any} */ ({ op: "plan", system: own.system, movers: [{}] }));
  const { game, away, isReplaced } = await firstGame();
  assert.equal(keptPlan(localStorage, game), null);
  assert.deepEqual([column(game), column(kept(localStorage)), location.hash], [14, 14, ""]);
  assert.deepEqual([away.map(column), keptAway(localStorage).map(column), isReplaced], [[6], [6], true]);

  location.hash = LINK; // again
  assert.equal((await firstGame()).isReplaced, false);
  const forgetful = browser({ hash: LINK, isForgetful: true });
  assert.equal(column((await firstGame()).game), 14);
  assert.equal(forgetful.location.hash, LINK);
});

test("a link that is broken says so and leaves the game of the last visit", async () => {
  browser({ hash: LINK.slice(0, -9), mine: own });
  const { game, complaint } = await firstGame();
  assert.equal(column(game), 6);
  assert.match(complaint ?? "", /The link cannot be read .*damaged/);
});

test("a scene that the address names leaves the one of the last visit as it was", async () => {
  const { localStorage } = browser({
    search: "?system=contract&scene=ambush",
    mine: { ...own, source: "x" },
  });
  assert.equal(column((await firstGame()).game), column(ambush));
  assert.equal(column(laidAside(localStorage, "contract", "x")), 6);
});

test("a link pasted into the open page is opened as a file is, and a broken one changes nothing", async () => {
  const { location } = browser({ hash: LINK });
  const store = createStore(stateAtStart(own));
  /** @type {any[]} */
  const told = [];
  const table = {
    clearNotices: () => {},
    replaceGame: (/** @type {Game} */ game) => store.set({ game }),
    notify: (/** @type {any[]} */ ...notice) => told.push(notice),
  };
  const files = createFiles(/** @type {any} */ ({ store, table }));
  const shown = () => [column(store.get().game), store.get().away.map(column), location.hash];
  await files.openLink();
  assert.deepEqual(shown(), [14, [6], ""]);
  told[0][3].run();
  assert.deepEqual(shown(), [6, [], ""], "what was only opened needs no putting away");

  location.hash = LINK.slice(0, -9);
  await files.openLink();
  assert.deepEqual(shown(), [6, [], ""]);
  assert.equal(told.at(-1)[1], "error");
});
