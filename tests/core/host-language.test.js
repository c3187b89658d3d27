import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { createLanguage, spokenOf } from "../../web/core/host-language.js";
import { speak, word } from "../../web/core/words.js";

const OWN = { en: { stays: "{name} stays", left: "Left" }, de: { stays: "{name} bleibt" } };
const REPLY = {
  ok: true,
  value: { reason: { key: "table.wall", params: {}, text: "A wall is in the way" } },
};

afterEach(() => speak("en", {}));

test("a page speaks the first language that the browser prefers and that there is", () => {
  assert.equal(spokenOf(["fr-CH", "de-CH", "en"]), "de");
  assert.equal(spokenOf(["en-GB", "de"]), "en");
  assert.equal(spokenOf(["fr"]), "en");
  assert.equal(spokenOf([]), "en");
});

test("own words, common words and the rules are told in it", () => {
  const { language, say, inWords } = createLanguage(OWN, ["de-AT"]);
  assert.equal(language, "de");
  assert.equal(say("stays", { name: "Jenny" }), "Jenny bleibt");
  assert.equal(say("left"), "Left", "what has no translation is English");
  assert.equal(word("byRoll"), "durch einen Wurf");
  assert.notEqual(inWords(REPLY).value.reason.text, REPLY.value.reason.text);
});

test("English is told as it comes", () => {
  const { say, inWords } = createLanguage(OWN, ["en"]);
  assert.equal(say("stays", { name: "Jenny" }), "Jenny stays");
  assert.equal(inWords(REPLY), REPLY);
});
