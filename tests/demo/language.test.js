import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterEach, test } from "node:test";
import { number, percent, price, spokenPlan } from "../../web/core/texts.js";
import { inWords, nameSaid, say, use, wantedLanguage } from "../../web/demo/language.js";

/** @type {(path: string) => Promise<any>} */
const read = async (path) => JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));

const GERMAN = {
  page: await read("../../web/demo/languages/de.json"),
  words: await read("../../web/core/words/de.json"),
  rules: await read("../../web/core/languages/de.json"),
};

afterEach(() => use("en", { page: {}, words: {}, rules: {} }));

test("the address is asked first, then what was chosen, then the browser; others than we have are passed over", () => {
  assert.equal(wantedLanguage("?lang=de&seed=7", "en", ["en"]), "de");
  assert.equal(wantedLanguage("?lang=fr", "de", ["en"]), "de");
  assert.equal(wantedLanguage("", null, ["fr-CH", "de-CH", "en"]), "de");
  assert.equal(wantedLanguage("", "en", ["de"]), "en");
  assert.equal(wantedLanguage("", null, ["fr"]), "en");
});

test("words and numbers are those of the language that is spoken", () => {
  assert.equal(say("told.stops", { name: "Jenny", reason: "a wall." }), "Jenny stops: a wall.");
  assert.equal(number(-2.5), "\u22122.5");
  use("de", GERMAN);
  assert.equal(say("told.stops", { name: "Jenny", reason: "eine Wand." }), "Jenny hält an: eine Wand.");
  assert.equal(number(-2.5), "\u22122,5");
  assert.equal(number(-0.001), "0");
  assert.equal(price({ amount: -2, quantity: "dice" }), "\u22122\u00a0Würfel");
  assert.equal(percent(0.5), "50\u202f%");
});

test("names of the page's scenes are translated, with the number behind them; others stay", () => {
  use("de", GERMAN);
  assert.equal(nameSaid("Pillar 12"), "Säule 12");
  assert.equal(nameSaid("Oil slick"), "Ölfleck");
  assert.equal(nameSaid("My own rock 3"), "My own rock 3");
});

test("replies are told in the language that is spoken, ledgers stay as they are", () => {
  const label = { key: "contract.counter.action_state", params: {}, text: "Action" };
  const reply = {
    ok: true,
    value: {
      ledger: { kept: label },
      cells: [1, 2],
      deep: [{ label }],
      own: { key: "no.such", text: "Own" },
    },
  };
  assert.equal(inWords(reply), reply);
  use("de", GERMAN);
  const { value } = inWords(reply);
  assert.equal(value.deep[0]?.label.text, "Aktion");
  assert.equal(value.ledger, reply.value.ledger);
  assert.deepEqual([value.cells, value.own.text], [[1, 2], "Own"]);
});

test("what is wrong is told in the language that is spoken, where it has words for it", () => {
  use("de", GERMAN);
  const known = { code: "superseded", path: "", message: "a newer question took its place", remedy: "none" };
  const { problem } = inWords({ ok: false, problem: known });
  assert.equal(problem.message, GERMAN.rules["problem.superseded"]);
  const unknown = { ...known, code: "never_heard_of" };
  assert.deepEqual(inWords({ ok: false, problem: unknown }).problem, unknown);
});

test("a plan is read aloud in the language that is spoken", () => {
  use("de", GERMAN);
  /** @type {any} */
  const plan = {
    ...{ verdict: "penalised", cost: 35, length: 35, left: 12.5, checks: [], hazards: [], reactions: [] },
    price: { amount: -2, quantity: "dice" },
  };
  assert.equal(
    spokenPlan("Jenny", plan, "ft"),
    "Jenny: Kostet extra. 35\u00a0ft, minus 2\u00a0Würfel, noch 12,5\u00a0ft.",
  );
});
