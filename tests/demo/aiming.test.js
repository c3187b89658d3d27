import assert from "node:assert/strict";
import { test } from "node:test";
import { createAiming } from "../../web/demo/aiming.js";
import { stateAtStart } from "../../web/demo/app-state.js";
import { readGame } from "../../web/demo/game.js";
import { createStore } from "../../web/demo/store.js";
import { createTable } from "../../web/demo/table.js";

const STOREYS = [0, 10].map((elevation, at) => ({ id: ["hall", "gallery"][at], elevation }));
const TOKENS = [
  { id: "mara", col: 0, row: 0 },
  { id: "ix", col: 4, row: 0, elevation: 10 },
];
const GAME = readGame({
  ...{ format: "footwork-game", version: 1, title: "T", system: "contract", selected: "mara" },
  scene: { grid: { cols: 5, rows: 2, distance: 5 }, storeys: STOREYS, tokens: TOKENS },
});

/** A page without a screen. */
const setUp = () => {
  const store = createStore(stateAtStart(GAME));
  /** @type {any[]} */
  const dropped = [];
  const ignored = async () => {};
  const request = () => new Promise(() => {});
  const settings = {
    store,
    client: { request },
    walk: ignored,
    tumble: ignored,
    newId: () => "",
    speak: ignored,
  };
  const table = {
    ...createTable(settings),
    drop: (/** @type {import("../../web/demo/drag.js").Held} */ { token, to }) =>
      dropped.push([token, to.col, to.elevation]),
  };
  Object.assign(globalThis, { document: { getElementById: () => ({ scrollTop: 0 }) } });
  const board = { reveal: () => {} };
  const aiming = createAiming(/** @type {any} */ ({ store, table, board }));
  return { ...aiming, store, dropped };
};

test("the storey that is tapped is the storey one goes to", () => {
  const { aim, showStorey, drag, store, dropped } = setUp();
  showStorey("gallery");
  aim({ col: 3, row: 0 }, false);
  assert.deepEqual([drag.held()?.from.elevation, drag.held()?.to.elevation], [0, 10]);
  assert.equal(store.get().storey, "gallery");
  aim({ col: 3, row: 0 }, false);
  assert.deepEqual(dropped, [["mara", 3, 10]]);
});

test("a token that is taken up goes to the storey that is shown, another one's own is shown first", () => {
  const { pickUp, showStorey, drag, store } = setUp();
  for (const by of /** @type {const} */ (["keyboard", "pointer"])) {
    showStorey("gallery");
    pickUp("mara", by);
    assert.deepEqual([drag.held()?.from.elevation, drag.held()?.to.elevation], [0, 10]);
    drag.cancel();
  }
  showStorey("hall");
  pickUp("ix", "keyboard");
  assert.deepEqual([drag.held()?.to.elevation, store.get().storey], [10, null]);
});
