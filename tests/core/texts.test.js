import assert from "node:assert/strict";
import { test } from "node:test";
import {
  destinationSummary,
  percent,
  problemText,
  reasonText,
  refusalText,
  sentences,
  setAsideText,
  summaryOf,
} from "../../web/core/texts.js";

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

test("the label of a roll begins with what it costs: dice lost, or an action by its name", () => {
  const said = (/** @type {string} */ text) => ({ key: "", params: {}, text });
  const [leap, climb] = [said("Leap"), said("Climb")];
  const check = { label: leap, needed_text: said("2 hits or more"), optional: false, chance: 0.5 };
  const plan = /** @type {any} */ ({
    ...{ verdict: "roll", reason: said("so"), cost: 20, length: 20, left: null, chance: 0.25 },
    checks: [check, { ...check, label: climb, optional: true }],
    price: { quantity: "dice", amount: -2 },
    spends: [],
    hazards: [],
  });
  const told = (/** @type {string} */ text) => text.replaceAll(/[\u00a0\u202f]/g, " ");
  assert.equal(told(summaryOf(plan, "m")), "20 m · \u22122 dice · Leap: 2 hits or more · 25 %");

  const action = { quantity: "action", amount: -1 };
  const named = [{ resource: "complex_action", label: said("Complex Action") }];
  const other = [{ resource: "pool", label: said("Pool") }];
  const paid = (/** @type {object[]} */ spends) => told(summaryOf({ ...plan, price: action, spends }, "m"));
  assert.equal(paid(named), "20 m · Complex Action · Leap: 2 hits or more · 25 %");
  assert.equal(paid(other), "20 m · \u22121 action · Leap: 2 hits or more · 25 %");

  // What the price counts is told by the price alone.
  const whole = [{ resource: "action", label: said("the whole Action") }];
  assert.equal(paid(whole), "20 m · \u22121 action · Leap: 2 hits or more · 25 %");
  const sprint = summaryOf({ ...plan, price: null, spends: whole }, "m");
  assert.equal(told(sprint), "20 m · the whole Action · Leap: 2 hits or more · 25 %");

  const layer = { kind: "roll", price: { quantity: "dice", amount: -2 }, chance: 0.5, checks: [leap] };
  const place = /** @type {any} */ ({ layer, used: 20, left: null });
  assert.equal(told(destinationSummary(place, "m")), "20 m · \u22122 dice · Leap · 50 %");
  const area = { ...place, layer: { ...layer, cells: null } };
  assert.equal(told(destinationSummary(area, "m")), "up to 20 m · \u22122 dice · Leap · 50 %");
});

test("a label has its lengths as people read them", () => {
  const walked = {
    verdict: "free",
    reason: { key: "", params: {}, text: "so" },
    checks: [],
    price: null,
    spends: [],
    hazards: [],
  };
  const plan = /** @type {any} */ ({ ...walked, cost: 16.764, length: 16.764, left: 8.236 });
  assert.equal(summaryOf(plan, "ft").replaceAll("\u00a0", " "), "16.8 ft \u00b7 8.2 ft left");
  const fall = { ...plan, hazards: [{ label: said("fall", "Falls 3 u") }] };
  assert.equal(
    summaryOf(fall, "ft").replaceAll("\u00a0", " "),
    "16.8 ft \u00b7 Falls 3 u \u00b7 8.2 ft left",
    "what happens on the way is told before the token is let go",
  );
});

/** @type {(key: string, text: string) => any} */
const said = (key, text) => ({ key, params: {}, text });
const IN_THE_WAY = said("table.token", "A token stands in the way");
const LEAP = { optional: false, at: 10, rule: "JUMP", label: said("leap", "Jump 2 m") };
const [WALKED, BARRED] = [
  { kind: "free", start: 0, end: 10 },
  { kind: "impossible", start: 15, end: 20, rule: "WALLS" },
];

test("why a token stays names the roll that comes before what is in its way", () => {
  const plan = /** @type {any} */ ({ reason: IN_THE_WAY, bands: [WALKED, BARRED], checks: [LEAP] });
  const verdict = { plan, reason: IN_THE_WAY };
  const wanted = "a roll comes first (Jump 2 m), and beyond it: A token stands in the way";
  assert.equal(refusalText(verdict), wanted);
  assert.match(
    refusalText(verdict, ({ key }) => key),
    /\(leap\).*: table\.token$/,
  );
});

test("why a token stays is what stands there, where no roll comes before it or another reason is told", () => {
  for (const checks of [
    [],
    [{ ...LEAP, optional: true }],
    [{ ...LEAP, at: 15 }],
    [{ ...LEAP, rule: "WALLS" }],
  ]) {
    const plan = /** @type {any} */ ({ reason: IN_THE_WAY, bands: [WALKED, BARRED], checks });
    assert.equal(refusalText({ plan, reason: IN_THE_WAY }), "A token stands in the way");
  }
  const plan = /** @type {any} */ ({ reason: IN_THE_WAY, bands: [BARRED], checks: [LEAP] });
  assert.equal(
    refusalText({ plan, reason: said("later", "Later moves stand on it") }),
    "Later moves stand on it",
  );
  assert.equal(refusalText({ plan, reason: said("table.no_way", "no") }), "No way leads there.");
  assert.equal(refusalText({ plan, reason: null }), "", "somebody chose so, and knows");
});
