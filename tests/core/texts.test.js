import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, problemText, reasonText, sentences, setAsideText } from "../../web/core/texts.js";

test("each sentence ends with one stop, whoever wrote it", () => {
  assert.equal(sentences("It stays", "Why.", "Is it so?"), "It stays. Why. Is it so?");
  assert.equal(sentences("It stays", ""), "It stays.", "what is not said has no stop");
});

test("a problem's message and remedy may be whole sentences", () => {
  const problem = { path: "scene", message: "no map was sent.", remedy: "send one." };
  assert.equal(problemText(problem), "scene: no map was sent. Send one.");
});

test("a broken token is named by its name, not by its place in a list", () => {
  const path = "scene.tokens[3].elevation";
  const said = setAsideText("Kite", { path, message: `${path}: too high`, remedy: "send less" });
  assert.match(said, /Kite.* elevation: too high\. Send less\./);
  assert.doesNotMatch(said, /tokens/);
});

test("places and fields are named as people know them", () => {
  const remedy = "send a whole number";
  const message = 'movers[0].character.dexterity: "x" is no whole number';
  assert.equal(
    problemText({ path: "movers[0].character.dexterity", message, remedy }),
    'Dexterity: "x" is no whole number. Send a whole number.',
  );
  assert.equal(
    problemText({ path: "mover.circumstances.test_modifier", message: "too many", remedy }),
    "Test modifier: too many. Send a whole number.",
  );
  const text = "No way leads there; the nearest cell that can be reached is column 74, row 72.";
  assert.equal(reasonText({ key: "table.no_way", text }), "No way leads there.");
  assert.equal(reasonText({ key: "contract.too_far", text: "Too far." }), "Too far.");
});

test("chances are certain only when they are", () => {
  const told = [0, 0.001, 0.5, 0.999, 1].map((chance) => percent(chance).replaceAll("\u202f", " "));
  assert.deepEqual(told, ["0 %", "< 1 %", "50 %", "> 99 %", "100 %"]);
});
