import assert from "node:assert/strict";
import { test } from "node:test";
import { problemText, sentences, setAsideText } from "../../web/core/texts.js";

test("each sentence ends with one stop, whoever wrote it", () => {
  assert.equal(sentences("It stays", "Why.", "Is it so?"), "It stays. Why. Is it so?");
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
