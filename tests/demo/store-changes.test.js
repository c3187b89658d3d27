import assert from "node:assert/strict";
import { test } from "node:test";
import { stateAtStart } from "../../web/demo/app-state.js";
import { readGame } from "../../web/demo/game.js";
import { createStore } from "../../web/demo/store.js";
import { followChanges } from "../../web/demo/store-changes.js";

const TOKENS = ["a", "b"].map((id, col) => ({ id, col, row: 0 }));
const GAME = readGame({
  ...{ format: "footwork-game", version: 1, title: "T", system: "contract" },
  scene: { grid: { cols: 5, rows: 2, distance: 5, units: "ft" }, tokens: TOKENS },
  ...{ characters: { a: {}, b: {} }, selected: "a" },
});

test("of a token that is chosen the map is asked and drawn first, then where it stands in its turn", async () => {
  const store = createStore(stateAtStart(GAME));
  store.set(/** @type {any} */ ({ status: { state: "ready" }, systems: [{ id: "contract" }] }));
  /** @type {string[]} */
  const asked = [];
  /** @type {() => void} */
  let told = () => {};
  const isTold = new Promise((resolve) => {
    told = () => resolve(undefined);
  });
  const table = {
    fetchReach: async (/** @type {string} */ token) => asked.push(`places of ${token}`),
    refresh: (/** @type {string} */ token) => {
      asked.push(`turn of ${token}`);
      told();
    },
  };
  const ignored = () => {};
  const [drag, drawing] = [{ held: () => null }, { drawHeadline: ignored, drawSoon: ignored }];
  const requestAnimationFrame = (/** @type {() => void} */ draw) => {
    asked.push("a frame");
    setTimeout(draw);
  };
  Object.assign(globalThis, {
    requestAnimationFrame,
    location: { hash: "" },
    localStorage: { setItem: ignored, removeItem: ignored },
  });
  followChanges(/** @type {any} */ ({ store, table, drag, drawing, dismiss: ignored }));
  store.set({ game: { ...GAME, selected: "b" } });
  await isTold;
  assert.deepEqual(asked, ["places of b", "a frame", "turn of b"]);
});

test("a notice goes by itself once nobody is at it, an error does not", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const store = createStore(stateAtStart(GAME));
  let isAt = true;
  const ports = {
    ...{ store, drag: { held: () => null }, table: {}, isLookedAt: () => isAt },
    drawing: { drawHeadline: () => {}, drawSoon: () => {} },
    dismiss: (/** @type {number} */ id) =>
      store.set({ notices: store.get().notices.filter((notice) => notice.id !== id) }),
  };
  followChanges(/** @type {any} */ (ports));
  const notices = ["plain", "error"].map((tone, id) => ({ id, tone, text: "", rule: null, action: null }));
  store.set({ notices: /** @type {any} */ (notices) });
  const later = () => {
    for (let step = 0; step < 60; step += 1) mock.timers.tick(1000);
    return store.get().notices.map(({ tone }) => tone);
  };
  assert.deepEqual(later(), ["plain", "error"]);
  isAt = false;
  assert.deepEqual(later(), ["error"]);
});
