import assert from "node:assert/strict";
import { test } from "node:test";
import { createJudge } from "../../web/core/judge.js";

const ROUTE = { to: { col: 3, row: 0 } };
const PATH = [0, 1, 2, 3].map((col) => ({ col, row: 0, mode: null }));

/** @type {(change?: object) => any} */
const mover = (change = {}) => ({
  token: "t",
  turn: { ledger: null, moves: [] },
  inCombat: true,
  character: {},
  common: { v: 1, system: "contract", view: "player" },
  ...change,
});

/** @type {(verdict: string) => any} */
const planned = (verdict) => ({
  ok: true,
  value: { plans: [{ verdict, path: PATH, reason: { text: "No" } }] },
});

/** @type {(number: number, change?: object) => any} */
const applied = (number, change = {}) => ({
  ok: true,
  value: {
    refused: null,
    ledger: { number },
    rolls: [],
    moves: [{ token: "t", way: PATH, to: PATH[3] }],
    state: { pending: null },
    ...change,
  },
});

/** A judge that gets these answers in turn. @type {(answers: any[], enforcement?: "inform" | "block") => {judge: ReturnType<typeof createJudge>, asked: any[]}} */
const made = (answers, enforcement = "block") => {
  /** @type {any[]} */
  const asked = [];
  const ask = async (/** @type {any} */ question) => {
    asked.push(question);
    return answers.shift();
  };
  return { judge: createJudge({ ask, enforcement: () => enforcement, nextSeed: () => 7 }), asked };
};

test("the way that was judged is the way that is recorded", async () => {
  const { judge, asked } = made([planned("free"), applied(1)]);
  const verdict = await judge.judge(mover(), ROUTE, "m1");
  assert.equal(verdict.outcome, "made");
  assert.deepEqual(verdict.turn, { ledger: { number: 1 }, moves: [["m1"]] });
  assert.deepEqual(asked[1].commit.events[0].route, { path: PATH });
});

test("what cannot be is refused, unless it is let through or the table only informs", async () => {
  const refused = await made([planned("impossible")]).judge.judge(mover(), ROUTE, "m1");
  assert.deepEqual([refused.outcome, refused.reason, refused.turn], ["refused", "No", null]);
  const through = made([planned("impossible"), applied(1)]);
  assert.equal((await through.judge.judge(mover(), ROUTE, "m1", true)).overridden, true);
  assert.equal(through.asked[1].commit.events[0].override, true);
  const informed = made([planned("impossible"), applied(1)], "inform");
  assert.equal((await informed.judge.judge(mover(), ROUTE, "m1")).outcome, "made");
});

test("rolls are made until the way is gone or ends before", async () => {
  const check = {
    state: { pending: { check: { id: "c" } } },
    moves: [{ token: "t", way: PATH.slice(0, 2) }],
  };
  const short = { rolls: [{ check: "c" }], moves: [{ token: "t", way: PATH.slice(1, 3) }] };
  const { judge, asked } = made([planned("roll"), applied(1, check), applied(2, short)]);
  const verdict = await judge.judge(mover(), ROUTE, "m1");
  assert.deepEqual(asked[2].commit, { id: "m1-1", events: [{ kind: "rolled", check: "c", seed: 7 }] });
  assert.deepEqual([verdict.outcome, verdict.end, verdict.turn?.moves], ["cut", PATH[2], [["m1", "m1-1"]]]);
});

test("outside of a fight nothing is recorded", async () => {
  const { judge, asked } = made([planned("free")]);
  const verdict = await judge.judge(mover({ inCombat: false }), ROUTE, "m1");
  assert.deepEqual([verdict.outcome, verdict.turn, asked.length], ["made", null, 1]);
});

test("a move that is taken back takes all its commits back, the newest first", async () => {
  const { judge, asked } = made([applied(1), applied(0, { moves: [{ token: "t", to: PATH[0] }] })]);
  const verdict = await judge.takeBack(mover({ turn: { ledger: { number: 2 }, moves: [["m1", "m1-1"]] } }));
  assert.deepEqual(
    asked.map(({ undo }) => undo),
    ["m1-1", "m1"],
  );
  assert.deepEqual([verdict.end?.col, verdict.turn], [0, { ledger: { number: 0 }, moves: [] }]);
  assert.match((await made([]).judge.takeBack(mover())).reason, /no move/);
});

test("where the rules cannot answer, the verdict says why and nothing is written", async () => {
  const problem = { code: "invalid", message: "x", path: "y", remedy: "z" };
  for (const answers of [[{ ok: false, problem }], [planned("free"), { ok: false, problem }]]) {
    const verdict = await made(answers).judge.judge(mover(), ROUTE, "m1");
    assert.deepEqual([verdict.outcome, verdict.problem, verdict.turn], ["unjudged", problem, null]);
  }
});
