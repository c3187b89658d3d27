import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { queryFor, wantedBy } from "../../web/demo/address.js";
import { readGame } from "../../web/demo/game.js";
import { castScene, drawnCast } from "../../web/demo/scene-casting.js";
import { isSceneFor, SCENES, scenesFor } from "../../web/demo/scenes.js";

/** @param {string} name */
const fileOf = async (name) =>
  JSON.parse(await readFile(new URL(`../../web/demo/scenes/${name}.json`, import.meta.url), "utf8"));

const casts = await fileOf("casts");
const shared = SCENES.filter(({ system }) => system === null).map(({ id }) => id);

for (const id of shared) {
  const template = await fileOf(id);

  test(`${id}: whoever is on it has a sheet, and all ground its words, in every system`, () => {
    for (const [system, cast] of Object.entries(casts)) {
      const game = readGame(castScene(template, casts, system));
      assert.equal(game.system, system);
      assert.equal(game.title, SCENES.find((scene) => scene.id === id)?.title);
      for (const { role } of template.scene.tokens) assert.ok(cast.roles[role], `${system} has no ${role}`);
      for (const { terrain } of template.scene.regions) {
        assert.ok(terrain === undefined || cast.terrain[terrain], `${system} has no ${terrain}`);
      }
      assert.equal(game.scene.tokens[0]?.id, game.selected);
      assert.ok("units" in game.scene.grid);
      assert.ok(JSON.stringify(game.scene).match(/"role"|"terrain"/) === null);
    }
  });
}

for (const id of shared) {
  test(`${id}: a system without a cast of its own plays it with everybody as usual`, async () => {
    const words = [{ id: "first", label: { key: "", params: {}, text: "" } }];
    const character = { properties: { pace: {} } };
    const drawn = drawnCast({ unit: "m", character, surfaces: words, grades: words });
    const game = readGame(castScene(await fileOf(id), { stride: drawn }, "stride"));
    assert.equal(game.system, "stride");
    assert.deepEqual(game.quick, ["pace"]);
    assert.equal(game.scene.grid.units, "m");
    assert.ok(Object.values(game.characters).every((sheet) => Object.keys(sheet).length === 0));
    assert.ok(JSON.stringify(game.scene).match(/"role"|"terrain"/) === null);
  });
}

test("a system is offered its own scene and those of all, not those of others", () => {
  assert.deepEqual(
    scenesFor("d6").map(({ id }) => id),
    ["chase", ...shared],
  );
  assert.ok(isSceneFor("d6", "cave"));
  assert.ok(!isSceneFor("d6", "ambush"));
  assert.deepEqual(
    scenesFor("stride").map(({ id }) => id),
    shared,
  );
});

test("an address names system and scene, and keeps what else it says", () => {
  assert.deepEqual(wantedBy("?system=d6&scene=cave"), { system: "d6", scene: "cave" });
  assert.deepEqual(wantedBy("?seed=7"), { system: null, scene: null });
  assert.equal(queryFor("?seed=7", { system: "d6", source: "cave" }), "?seed=7&system=d6&scene=cave");
  assert.equal(queryFor("?system=sr5&scene=cave", { system: "d6", source: "" }), "?system=d6");
});
