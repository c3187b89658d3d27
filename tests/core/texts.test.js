import assert from "node:assert/strict";
import { test } from "node:test";
import { problemText, sentences } from "../../web/core/texts.js";

test("each sentence ends with one stop, whoever wrote it", () => {
  assert.equal(sentences("It stays", "Why.", "Is it so?"), "It stays. Why. Is it so?");
});

test("a problem's message and remedy may be whole sentences", () => {
  const problem = { path: "scene", message: "no map was sent.", remedy: "send one." };
  assert.equal(problemText(problem), "scene: no map was sent. Send one.");
});
