import assert from "node:assert/strict";
import { test } from "node:test";
import { cardOf, matters } from "../../../web/hosts/foundry/chat-card.js";
import { createWords, escaped, number, percent } from "../../../web/hosts/foundry/words.js";

const SPACE = "\u00a0";
const words = createWords({
  has: (key) => key === "FOOTWORK.rules.known-well" || key.startsWith("FOOTWORK.quantities.dice"),
  localize: () => "So many: {n}",
  format: (key, data) => `${key.split(".").slice(2).join(".") || "left"}${data ? JSON.stringify(data) : ""}`,
});

test("numbers have no needless places, and chances are certain only when they are", () => {
  assert.deepEqual([number(5), number(-2.5), number(1 / 3)], ["5", "−2.5", "0.33"]);
  assert.deepEqual(
    [percent(0), percent(0.001), percent(0.5), percent(0.999), percent(1)],
    [`0${SPACE}%`, `<${SPACE}1${SPACE}%`, `50${SPACE}%`, `>${SPACE}99${SPACE}%`, `100${SPACE}%`],
  );
});

test("what the rules say is translated where there is a translation", () => {
  const known = { key: "known.well", params: { n: 1.5 }, text: "English" };
  assert.equal(words.told(known), "English");
  /** @type {any} */ (globalThis).game = { i18n: { lang: "de" } };
  assert.equal(words.told(known), "So many: 1,5");
  assert.equal(words.told({ key: "unknown", params: {}, text: "English" }), "English");
  delete (/** @type {any} */ (globalThis).game);
});

test("prices count in words, and factors multiply", () => {
  assert.equal(words.price({ quantity: "dice", amount: -1 }), `−1${SPACE}dice.one`);
  assert.equal(words.price({ quantity: "dice", amount: 2 }), `+2${SPACE}dice.many`);
  assert.equal(words.price({ quantity: "hook_points", amount: -1 }), `−1${SPACE}hook points`);
  assert.equal(words.price({ quantity: "rate_factor", amount: 2 }), `×2${SPACE}rate`);
});

test("no text of a card is taken for HTML", () => {
  assert.equal(escaped("<b title='x'>&\"</b>"), "&#60;b title=&#39;x&#39;&#62;&#38;&#34;&#60;/b&#62;");
  const text = (/** @type {string} */ said) => ({ key: "", params: {}, text: said });
  const plan = /** @type {any} */ ({
    verdict: "impossible",
    reason: text("<i>no</i>"),
    cost: 5,
    length: 5,
    bands: [{ rule: "<R>", price: null }],
    modifiers: [],
    checks: [],
  });
  const verdict = /** @type {any} */ ({ plan, rolls: [], overridden: true });
  const card = cardOf(verdict, "<ft>", words, () => "<let through>");
  assert.doesNotMatch(card, /<(i|R|ft|let)/);
  assert.match(card, /&#60;i&#62;no/);
});

test("a card is posted for a price, a roll, a modifier or an override, and for nothing else", () => {
  const free = /** @type {any} */ ({
    plan: { bands: [{ price: null }], modifiers: [] },
    rolls: [],
    overridden: false,
  });
  assert.equal(matters(free), false);
  assert.equal(matters({ ...free, overridden: true }), true);
  assert.equal(matters({ ...free, rolls: [{}] }), true);
  assert.equal(matters({ ...free, plan: { bands: [{ price: { amount: 1 } }], modifiers: [] } }), true);
});
