import assert from "node:assert/strict";
import { test } from "node:test";
import { clockChange } from "../../../web/hosts/foundry/clock.js";
import { createTable } from "../../../web/hosts/foundry/table.js";
import { readTurn, writeTurn } from "../../../web/hosts/foundry/turns.js";

/** @typedef {import("../../../web/core/protocol.js").PathCell} PathCell */

/** @type {[PathCell, ...PathCell[]]} */
const PATH = [
  { col: 0, row: 0 },
  { col: 1, row: 0 },
];
const PLAN = {
  verdict: "free",
  reason: { key: "", params: {}, text: "so" },
  checks: [],
  bands: [],
  modifiers: [],
};
const VALUE = {
  ledger: { n: 1 },
  moves: [{ token: "a", way: PATH, to: PATH[1] }],
  rolls: [],
  refused: null,
  state: { pending: null },
};
const PROBLEM = { code: "bad", message: "is wrong", path: "mover", remedy: "mend it" };

/**
 * A table whose rules answer in order, and what was said at it.
 *
 * @param {any[]} replies
 * @param {object} [ports]
 */
const tableWith = (replies, ports = {}) => {
  /** @type {any[]} */
  const asked = [];
  /** @type {string[]} */
  const said = [];
  const table = createTable({
    ask: async (question) => {
      asked.push(question);
      const value = replies[asked.length - 1];
      return value.code ? { ok: false, problem: value } : { ok: true, value };
    },
    enforcement: () => "block",
    overrides: () => false,
    letThrough: async () => false,
    rolls: async () => true,
    stops: async () => true,
    nextSeed: () => 7,
    refused: (_mover, _plan, text) => said.push(`refused: ${text}`),
    informed: () => said.push("informed"),
    broken: (_mover, problem) => said.push(`broken: ${problem.code}`),
    ...ports,
  });
  return { table, asked, said };
};

/** @type {(more?: object) => any} */
const mover = (more = {}) => ({
  token: "a",
  turn: { ledger: null, moves: [] },
  inCombat: true,
  common: { system: "contract" },
  character: {},
  ...more,
});

test("a free move is recorded and allowed", async () => {
  const { table, asked } = tableWith([{ plans: [PLAN] }, VALUE]);
  const verdict = await table.judge(mover(), PATH, "m1");
  assert.equal(verdict.allowed, true);
  assert.deepEqual(verdict.turn, { ledger: { n: 1 }, moves: [["m1"]] });
  assert.deepEqual(asked[1].commit, { id: "m1", events: [{ kind: "moved", route: { path: PATH } }] });
});

test("out of combat a move is judged and not recorded", async () => {
  const { table, asked } = tableWith([{ plans: [PLAN] }]);
  const verdict = await table.judge(mover({ inCombat: false }), PATH, "m1");
  assert.equal(verdict.allowed, true);
  assert.equal(verdict.turn, null);
  assert.equal(asked.length, 1);
});

test("what is impossible is refused, asked about or let through, as the GM chose", async () => {
  const impossible = { plans: [{ ...PLAN, verdict: "impossible" }] };
  const outcomes = [];
  for (const [enforcement, answer] of [
    ["block", true],
    ["confirm", false],
    ["confirm", true],
    ["inform", false],
  ]) {
    const { table, asked, said } = tableWith([impossible, VALUE], {
      enforcement: () => enforcement,
      letThrough: async () => answer,
    });
    const { allowed } = await table.judge(mover(), PATH, "m1");
    outcomes.push([allowed, asked[1]?.commit.events[0].override ?? null, said.join()]);
  }
  assert.deepEqual(outcomes, [
    [false, null, "refused: so"],
    [false, null, "refused: so"],
    [true, true, ""],
    [true, true, "informed"],
  ]);
});

test("the GM's key lets everything through without a word", async () => {
  const { table, said } = tableWith([{ plans: [{ ...PLAN, verdict: "impossible" }] }, VALUE], {
    overrides: () => true,
  });
  assert.equal((await table.judge(mover(), PATH, "m1")).allowed, true);
  assert.deepEqual(said, []);
});

test("where the rules cannot answer, the move goes on and that is told", async () => {
  for (const replies of [[PROBLEM], [{ plans: [PLAN] }, PROBLEM]]) {
    const { table, said } = tableWith(replies);
    const verdict = await table.judge(mover(), PATH, "m1");
    assert.equal(verdict.allowed, true);
    assert.equal(verdict.turn, null);
    assert.deepEqual(said, ["broken: bad"]);
  }
});

test("a roll that nobody makes leaves the token where it is", async () => {
  const check = { id: "sprint", optional: false };
  const { table, asked } = tableWith([{ plans: [{ ...PLAN, verdict: "roll", checks: [check] }] }], {
    rolls: async () => false,
  });
  assert.equal((await table.judge(mover(), PATH, "m1")).allowed, false);
  assert.equal(asked.length, 1);
});

test("rolls and reactions are played one by one, and the token goes as far as they carry", async () => {
  const waits = (/** @type {object} */ pending) => ({ ...VALUE, moves: [], state: { pending } });
  const short = {
    ...VALUE,
    moves: [{ token: "a", way: [PATH[0]], to: PATH[0] }],
    rolls: [{ check: "sprint" }],
  };
  const { table, asked } = tableWith([
    { plans: [{ ...PLAN, verdict: "roll", checks: [{ id: "sprint" }] }] },
    waits({ check: { id: "sprint" }, reaction: null }),
    waits({ check: null, reaction: { id: "stop" } }),
    short,
  ]);
  const verdict = await table.judge(mover(), PATH, "m1");
  assert.deepEqual(
    asked.slice(1).map(({ commit }) => [commit.id, commit.events[0]]),
    [
      ["m1", { kind: "moved", route: { path: PATH } }],
      ["m1-1", { kind: "rolled", check: "sprint", seed: 7 }],
      ["m1-2", { kind: "reacted", reaction: "stop", stopped: true }],
    ],
  );
  assert.equal(verdict.allowed, false);
  assert.deepEqual(verdict.way, [PATH[0]]);
  assert.deepEqual(verdict.turn?.moves, [["m1", "m1-1", "m1-2"]]);
});

test("undo takes back all commits of a move, the last one first", async () => {
  const turn = { ledger: { n: 2 }, moves: [["m1"], ["m2", "m2-1"]] };
  const back = { ...VALUE, moves: [{ token: "a", way: [PATH[1], PATH[0]], to: PATH[0] }] };
  const { table, asked } = tableWith([{ ...VALUE, moves: [] }, back]);
  const result = await table.undo(mover({ turn }), { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(
    asked.map(({ undo }) => undo),
    ["m2-1", "m2"],
  );
  assert.deepEqual(result, { ledger: { n: 1 }, moves: [["m1"]] });
});

test("undo of something else gives nothing back", async () => {
  const turn = { ledger: { n: 2 }, moves: [["m1"]] };
  const { table } = tableWith([VALUE]);
  assert.equal(await table.undo(mover({ turn }), { col: 5, row: 5, elevation: 0 }), null);
  assert.equal(await tableWith([]).table.undo(mover(), { col: 0, row: 0, elevation: 0 }), null);
});

test("a move that was stopped is taken back and told again as far as it went", async () => {
  const turn = { ledger: { n: 2 }, moves: [["m1"], ["m2"]] };
  const { table, asked } = tableWith([VALUE, { ...VALUE, ledger: { n: 3 } }]);
  const result = await table.shorten(mover({ turn }), PATH, "m2", true);
  assert.equal(asked[0].undo, "m2");
  const event = { kind: "moved", route: { path: PATH }, override: true };
  assert.deepEqual(asked[1].commit, { id: "m2-stopped", events: [event] });
  assert.deepEqual(asked[1].mover.at, { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(result, { ledger: { n: 3 }, moves: [["m1"], ["m2-stopped"]] });
});

test("a stopped move whose end the rules cannot tell stays as it is", async () => {
  const turn = { ledger: { n: 2 }, moves: [["m1"]] };
  const { table, said } = tableWith([VALUE, PROBLEM]);
  assert.equal(await table.shorten(mover({ turn }), PATH, "m1", false), null);
  assert.deepEqual(said, ["broken: bad"]);
});

test("an undo that the rules refuse is told", async () => {
  const turn = { ledger: { n: 2 }, moves: [["m1"]] };
  const refused = { ...VALUE, refused: { rule: "X", reason: { text: "later ones stand on it" } } };
  const { table, said } = tableWith([refused]);
  assert.equal(await table.undo(mover({ turn }), { col: 0, row: 0, elevation: 0 }), null);
  assert.deepEqual(said, ["refused: later ones stand on it"]);
});

test("a turn is kept as text; what cannot be read is said to be broken", () => {
  const turn = { ledger: { a: 1 }, moves: [["m1"]] };
  assert.deepEqual(readTurn(writeTurn(turn)), { turn, isBroken: false });
  assert.deepEqual(readTurn(undefined), { turn: { ledger: null, moves: [] }, isBroken: false });
  for (const flag of ["{", "3", "{}", { ledger: null }]) assert.equal(readTurn(flag).isBroken, true);
});

test("a new round is a new turn, the round before takes it back, a turn within the round is nothing", () => {
  const clock = /** @type {any} */ ({ end_turn: [{ kind: "end", scope: "round" }] });
  const change = (/** @type {number} */ prior, /** @type {number} */ current) =>
    clockChange(clock, "fight", { round: prior }, { round: current });
  assert.deepEqual(change(1, 2), { commit: { id: "fight-round-2", events: clock.end_turn } });
  assert.deepEqual(change(2, 1), { undo: "fight-round-2" });
  assert.equal(change(2, 2), null);
});
