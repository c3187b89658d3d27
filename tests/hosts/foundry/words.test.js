import assert from "node:assert/strict";
import { test } from "node:test";
import { number, percent } from "../../../web/core/texts.js";
import { cardOf, matters } from "../../../web/hosts/foundry/chat-card.js";
import { createWords, escaped } from "../../../web/hosts/foundry/words.js";

const SPACE = "\u00a0";
const words = createWords({
  has: (key) => key === "FOOTWORK.rules.known-well",
  localize: () => "So many: {n}",
  format: (key, data) => `${key.split(".").slice(2).join(".") || "left"}${data ? JSON.stringify(data) : ""}`,
});

test("numbers have no needless places", () => {
  assert.deepEqual([number(5), number(-2.5), number(1 / 3)], ["5", "−2.5", "0.33"]);
});

test("a label tells the chance of the whole way, and lengths as people read them", () => {
  const said = (/** @type {string} */ text) => ({ key: "", text });
  const check = (/** @type {string} */ name, /** @type {number} */ chance) => ({
    label: said(name),
    needed_text: said("1 hit"),
    chance,
  });
  const checks = [check("Jump", 0.8), check("Climb", 0.8), { ...check("Sprint", 0.1), optional: true }];
  const plan = /** @type {any} */ ({
    verdict: "roll",
    checks,
    chance: 0.64,
    bands: [],
    hazards: [],
    left: 2,
    pause: null,
  });
  assert.deepEqual(words.ofPlan(plan, "ft"), ["Jump: 1 hit", "Climb: 1 hit", percent(0.64)]);
  const walked = /** @type {any} */ ({ ...plan, verdict: "free", checks: [], left: 18.786_796 });
  assert.deepEqual(words.ofPlan(walked, "ft"), [`18.8${SPACE}ft left`]);
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
  assert.equal(words.price({ quantity: "dice", amount: -1 }), `−1${SPACE}die`);
  assert.equal(words.price({ quantity: "dice", amount: 2 }), `+2${SPACE}dice`);
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
    spends: [],
  });
  const verdict = /** @type {any} */ ({ plan, rolls: [], overridden: true });
  const card = cardOf(verdict, "<ft>", words, () => "<let through>");
  assert.doesNotMatch(card, /<(i|R|ft|let)/);
  assert.match(card, /&#60;i&#62;no/);
});

test("a card tells what a move used that went to its end", () => {
  const said = (/** @type {string} */ text) => ({ key: "", text });
  const plan = /** @type {any} */ ({
    ...{
      verdict: "penalised",
      cost: 9,
      length: 9,
      bands: [],
      modifiers: [],
      checks: [],
      hazards: [],
      left: 7,
      pause: null,
    },
    spends: [
      { label: said("Metres on foot"), amount: 9, left: null },
      { label: said("Bonus Action"), amount: 1, left: 0 },
    ],
  });
  const verdict = /** @type {any} */ ({ plan, rolls: [], outcome: "made" });
  const say = (/** @type {string} */ key, /** @type {any} */ data) => `${key} ${Object.values(data ?? {})}`;
  assert.match(cardOf(verdict, "m", words, say), /<p>card\.uses Metres on foot 9, Bonus Action 1<\/p>/);
  const cut = cardOf({ ...verdict, outcome: "cut", gone: 9 }, "m", words, say);
  assert.doesNotMatch(cut, /card\.uses/);
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
