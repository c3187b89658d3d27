import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { createDestinationMap } from "../../web/core/destination-map.js";
import { stateAtStart } from "../../web/demo/app-state.js";
import { GameFileError, readGame } from "../../web/demo/game.js";
import { bestRoute, straightRoute } from "../../web/demo/routes.js";
import { castScene } from "../../web/demo/scene-casting.js";
import { isOn, nextStorey, onStorey, shownStorey, storeyAt } from "../../web/demo/storeys.js";

/** @param {string} name */
const fileOf = async (name) =>
  JSON.parse(await readFile(new URL(`../../web/demo/scenes/${name}.json`, import.meta.url), "utf8"));

const tower = readGame(castScene(await fileOf("tower"), await fileOf("casts"), "contract"));
const state = stateAtStart(tower);

test("storeys are as high as the system's cast says, and tokens stand on them", () => {
  assert.deepEqual(
    tower.scene.storeys?.map(({ elevation }) => elevation),
    [0, 10, 20],
  );
  const heights = Object.fromEntries(tower.scene.tokens.map(({ id, elevation }) => [id, elevation]));
  assert.deepEqual([heights.mara, heights.captain, heights.lookout], [0, 10, 20]);
});

test("what is between two storeys is on the lower one", () => {
  assert.equal(storeyAt(tower, 19.9)?.id, "gallery");
  assert.equal(storeyAt(tower, 20)?.id, "roof");
  assert.equal(storeyAt(tower, -3)?.id, "hall");
});

test("the storey of the selected token is shown until another is chosen", () => {
  assert.equal(shownStorey(state)?.id, "hall");
  assert.equal(shownStorey({ ...state, game: { ...tower, selected: "lookout" } })?.id, "roof");
  assert.equal(shownStorey({ ...state, storey: "gallery" })?.id, "gallery");
  assert.equal(shownStorey({ ...state, storey: "cellar" })?.id, "hall");
  assert.equal(nextStorey(state, 1)?.id, "gallery");
  assert.equal(nextStorey(state, -1), undefined);
});

test("what names no storey is on all", () => {
  const [hall] = tower.scene.storeys ?? [];
  assert.ok(isOn({}, hall));
  assert.ok(isOn({ storey: "hall" }, hall));
  assert.ok(!isOn({ storey: "roof" }, hall));
  assert.ok(isOn({ storey: "roof" }, undefined));
});

test("questions tell the height of the storey they mean, on other maps none", () => {
  const gallery = tower.scene.storeys?.[1];
  const to = onStorey({ col: 9, row: 4 }, gallery);
  assert.deepEqual(bestRoute(to, []).to, { col: 9, row: 4, elevation: 10 });
  assert.deepEqual(bestRoute(onStorey({ col: 9, row: 4 }, undefined), []).to, { col: 9, row: 4 });
  const { path } = straightRoute(
    [{ col: 8, row: 4, elevation: 0 }, to],
    { mode: null, height: null },
    tower.scene.grid,
  );
  assert.equal(path.at(-1)?.elevation, 10);
});

test("one cell has an answer for each storey", () => {
  const layer = (/** @type {string | null} */ storey, /** @type {number} */ used) => ({
    kind: "free",
    storey,
    rings: [{ used, left: 0 }],
    cells: { col: 3, row: 2, cols: 1, rows: 1, planes: [btoa("\u0001")] },
  });
  /** @type {any} */
  const value = { layers: [layer("hall", 5), layer("roof", 25)], truncated: false };
  const map = createDestinationMap(value);
  assert.equal(map.at(3, 2, "hall")?.used, 5);
  assert.equal(map.at(3, 2, "roof")?.used, 25);
  assert.equal(map.at(3, 2, "gallery"), null);
  assert.equal(map.size, 2);
});

test("a broken storey or passage is refused with its place", () => {
  const spoilt = (/** @type {(scene: any) => void} */ spoil) => {
    const scene = structuredClone(tower.scene);
    spoil(scene);
    return () => readGame({ ...tower, format: "footwork-game", version: 1, scene });
  };
  assert.throws(
    spoilt((scene) => {
      scene.storeys[1].elevation = "high";
    }),
    /scene\.storeys\[1\]\.elevation/,
  );
  assert.throws(
    spoilt((scene) => {
      scene.passages[0].b = { col: 1 };
    }),
    GameFileError,
  );
});
