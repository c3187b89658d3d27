import assert from "node:assert/strict";
import { test } from "node:test";
import { createTable } from "../../../web/core/table.js";
import { NEW, readTurn, writeTurn } from "../../../web/core/turns.js";
import { begun, clockChanges } from "../../../web/hosts/foundry/clock.js";

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
    throws: async () => ({ faces: [6, 1] }),
    failsClosed: () => false,
    refused: (_mover, { text }) => said.push(`refused: ${text}`),
    informed: () => said.push("informed"),
    broken: (_mover, problem) => said.push(`broken: ${problem.code}`),
    stands: (_mover, { text }) => said.push(`stands: ${text}`),
    ...ports,
  });
  return { table, asked, said };
};

/** @type {(more?: object) => any} */
const mover = (more = {}) => ({
  token: "a",
  turn: NEW,
  inCombat: true,
  common: { system: "contract" },
  character: {},
  ...more,
});

test("a free move is recorded and allowed", async () => {
  const { table, asked } = tableWith([{ plans: [PLAN] }, VALUE]);
  const verdict = await table.judge(mover(), PATH, "m1");
  assert.equal(verdict.allowed, true);
  const commit = { id: "m1", events: [{ kind: "moved", route: { path: PATH } }] };
  assert.deepEqual(verdict.turn, { ledger: { n: 1 }, moves: [["m1"]], steps: [{ n: 1, commit }], ticks: [] });
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
      ["m1-1", { kind: "rolled", check: "sprint", faces: [6, 1] }],
      ["m1-2", { kind: "reacted", reaction: "stop", stopped: true }],
    ],
  );
  assert.equal(verdict.allowed, false);
  assert.deepEqual(verdict.way, [PATH[0]]);
  assert.deepEqual(verdict.turn?.moves, [["m1", "m1-1", "m1-2"]]);
});

test("what the rules refuse to record is told with their reason, not with that of the plan", async () => {
  const refused = { rule: "X", reason: { key: "", params: {}, text: "a roll is open" } };
  const { table, said } = tableWith([{ plans: [PLAN] }, { ...VALUE, refused }]);
  assert.equal((await table.judge(mover(), PATH, "m")).allowed, false);
  assert.deepEqual(said, ["refused: a roll is open"]);
});

test("undo takes back all commits of a move, the last one first", async () => {
  const turn = { ...NEW, ledger: { n: 2 }, moves: [["m1"], ["m2", "m2-1"]] };
  const back = { ...VALUE, moves: [{ token: "a", way: [PATH[1], PATH[0]], to: PATH[0] }] };
  const { table, asked } = tableWith([{ ...VALUE, moves: [] }, back]);
  const result = await table.undo(mover({ turn }), { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(
    asked.map(({ undo }) => undo),
    ["m2-1", "m2"],
  );
  const steps = [
    { n: 1, undo: "m2-1" },
    { n: 2, undo: "m2" },
  ];
  assert.deepEqual(result, { ledger: { n: 1 }, moves: [["m1"]], steps, ticks: [] });
});

test("undo of something else gives nothing back", async () => {
  const turn = { ...NEW, ledger: { n: 2 }, moves: [["m1"]] };
  const { table } = tableWith([VALUE]);
  assert.equal(await table.undo(mover({ turn }), { col: 5, row: 5, elevation: 0 }), null);
  assert.equal(await tableWith([]).table.undo(mover(), { col: 0, row: 0, elevation: 0 }), null);
});

test("a move that was stopped is taken back and told again as far as it went", async () => {
  const turn = { ...NEW, ledger: { n: 2 }, moves: [["m1"], ["m2"]] };
  const { table, asked } = tableWith([VALUE, { ...VALUE, ledger: { n: 3 } }]);
  const result = await table.shorten(mover({ turn }), PATH, "m2", true);
  assert.equal(asked[0].undo, "m2");
  const event = { kind: "moved", route: { path: PATH }, override: true };
  assert.deepEqual(asked[1].commit, { id: "m2-stopped", events: [event] });
  assert.deepEqual(asked[1].mover.at, { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(result?.ledger, { n: 3 });
  assert.deepEqual(result?.moves, [["m1"], ["m2-stopped"]]);
  assert.deepEqual(
    result?.steps.map((step) => ("undo" in step ? step.undo : step.commit.id)),
    ["m2", "m2-stopped"],
  );
});

test("a stopped move whose end the rules cannot tell stays as it is", async () => {
  const turn = { ...NEW, ledger: { n: 2 }, moves: [["m1"]] };
  const { table, said } = tableWith([VALUE, PROBLEM]);
  assert.equal(await table.shorten(mover({ turn }), PATH, "m1", false), null);
  assert.deepEqual(said, ["broken: bad"]);
});

test("an undo that the rules refuse is told", async () => {
  const turn = { ...NEW, ledger: { n: 2 }, moves: [["m1"]] };
  const refused = { ...VALUE, refused: { rule: "X", reason: { text: "later ones stand on it" } } };
  const { table, said } = tableWith([refused]);
  assert.equal(await table.undo(mover({ turn }), { col: 0, row: 0, elevation: 0 }), null);
  assert.deepEqual(said, ["refused: later ones stand on it"]);
});

test("a turn is kept as text; what cannot be read is said to be broken", () => {
  const turn = { ...NEW, ledger: { a: 1 }, moves: [["m1"]] };
  assert.deepEqual(readTurn(writeTurn(turn)), { turn, isBroken: false });
  assert.deepEqual(readTurn(undefined), { turn: NEW, isBroken: false });
  for (const flag of ["{", "3", "{}", { ledger: null }]) assert.equal(readTurn(flag).isBroken, true);
});

test("a ledger of another game is no turn of this one", () => {
  const flag = writeTurn({ ...NEW, ledger: { system: "sr5" } });
  assert.deepEqual(readTurn(flag, "contract"), { turn: NEW, isBroken: false });
  assert.deepEqual(readTurn(flag, "sr5").turn.ledger, { system: "sr5" });
});

test("where the GM has it so, a move that nobody can judge is refused", async () => {
  const { table } = tableWith([PROBLEM], { failsClosed: () => true });
  assert.equal((await table.judge(mover(), PATH, "m1")).allowed, false);
  const { table: held } = tableWith([PROBLEM], { failsClosed: () => true, overrides: () => true });
  assert.equal((await held.judge(mover(), PATH, "m1")).allowed, true);
});

test("without dice nothing is recorded and the token stays", async () => {
  const waiting = { ...VALUE, moves: [], state: { pending: { check: { id: "sprint" }, reaction: null } } };
  const plan = { ...PLAN, verdict: "roll", checks: [{ id: "sprint" }] };
  const { table } = tableWith([{ plans: [plan] }, waiting], { throws: async () => null });
  const verdict = await table.judge(mover(), PATH, "m1");
  assert.deepEqual([verdict.allowed, verdict.turn, verdict.way], [false, null, null]);
});

test("what the clock cannot take back is told", async () => {
  const { table, said } = tableWith([{ ...VALUE, refused: { rule: "X", reason: { text: "later" } } }]);
  assert.equal(await table.happen(mover(), { undo: "fight-2.1.0" }), null);
  assert.deepEqual(said, ["stands: later"]);
});

const SCOPES = {
  contract: [{ id: "round", counted: false }],
  styles: [
    { id: "round", counted: false },
    { id: "turn", counted: false },
  ],
  sr5: [
    { id: "turn", counted: false },
    { id: "pass", counted: true },
    { id: "phase", counted: false },
  ],
};

/** A token that acts second of two follows the tracker; what are the rules told at each stand? @type {(scopes: any[], stands: {round: number, pass?: number, turn: number, of?: number, acts?: boolean}[]) => string[]} */
const followed = (scopes, stands) => {
  /** @type {any} */
  let turn = NEW;
  return stands.map((stand) => {
    const now = { combat: "fight", pass: 1, own: stand.turn === 1, ...stand };
    const changes = clockChanges(/** @type {any} */ ({ scopes }), turn, now);
    turn = { ...begun(turn, now), ledger: turn.ledger };
    for (const { ticks } of changes) turn = { ...turn, ticks, ledger: { some: 1 } };
    return changes
      .flatMap(({ change }) =>
        "undo" in change
          ? [`undo ${change.undo}`]
          : change.commit.events.map((/** @type {any} */ { kind, scope, number, of, acts }) =>
              [kind, scope, ...(number ? [number, of, acts] : [])].join(" "),
            ),
      )
      .join(", ");
  });
};

test("a new round is a new turn, the round before takes it back, a turn within the round is nothing", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 1, turn: 1 },
    { round: 2, turn: 0 },
    { round: 2, turn: 1 },
    { round: 1, turn: 1 },
  ];
  assert.deepEqual(followed(SCOPES.contract, stands), [
    "",
    "",
    "end round, begin round",
    "",
    "undo fight-2.1.0",
  ]);
});

test("where a game has turns of its own, they begin and end with the token's in the tracker", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 1, turn: 1 },
    { round: 2, turn: 0 },
    { round: 2, turn: 1 },
    { round: 2, turn: 0 },
  ];
  assert.deepEqual(followed(SCOPES.styles, stands), [
    "end turn",
    "begin turn",
    "end turn, end round, begin round",
    "begin turn",
    "undo fight-2.1.1",
  ]);
});

test("passes of the tracker are passes of the rules, with how many there are and whether the token acts", () => {
  const stands = [
    { round: 1, turn: 1, of: 2, acts: true },
    { round: 1, pass: 2, turn: 1, of: 2, acts: true },
    { round: 1, pass: 3, turn: 0, of: 3, acts: false },
    { round: 2, turn: 0, of: 1, acts: true },
  ];
  assert.deepEqual(followed(SCOPES.sr5, stands), [
    "",
    "end phase, end pass, begin pass 2 2 true, begin phase",
    "end phase, end pass, begin pass 3 3 false",
    "end pass, end turn, begin turn, begin pass 1 1 true",
  ]);
});

test("rounds that passed while no GM was there are one new round, and another combat begins anew", () => {
  const stands = [
    { round: 1, turn: 0 },
    { round: 4, turn: 0 },
  ];
  assert.deepEqual(followed(SCOPES.contract, stands), ["", "end round, begin round"]);
  const turn = {
    ...NEW,
    ledger: {},
    ticks: [{ id: "", combat: "old", round: 9, pass: 1, turn: 0, own: true }],
  };
  const now = { combat: "new", round: 1, pass: 1, turn: 0, own: true };
  const [change] = clockChanges(/** @type {any} */ ({ scopes: SCOPES.contract }), turn, now);
  assert.deepEqual(change?.change, {
    commit: {
      id: "new-1.1.0",
      events: [
        { kind: "end", scope: "round" },
        { kind: "begin", scope: "round" },
      ],
    },
  });
});
