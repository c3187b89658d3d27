import assert from "node:assert/strict";
import { test } from "node:test";
import { createJudge } from "../../web/core/judge.js";
import { backText, pushedText } from "../../web/core/texts.js";
import { NEW, readTurn } from "../../web/core/turns.js";
import { endedAt, goesOn } from "../../web/core/verdicts.js";

/** @import { PathCell } from "../../web/core/protocol.js" */

const [FIRST, ...REST] = [0, 1, 2, 3].map((col) => ({ col, row: 0, mode: null }));
const PATH = /** @type {[PathCell, ...PathCell[]]} */ ([FIRST, ...REST]);
const BEST = { to: { col: 3, row: 0 } };
const SO = { key: "", params: {}, text: "so" };
const PLAN = { verdict: "free", path: PATH, reason: SO, checks: [] };
const IMPOSSIBLE = { plans: [{ ...PLAN, verdict: "impossible" }] };
const NO_WAY = { plans: [{ ...PLAN, verdict: "impossible", path: null }] };
const CHECK = { id: "sprint", optional: false };
const ROLL = { plans: [{ ...PLAN, verdict: "roll", checks: [CHECK] }] };
const PROBLEM = { code: "bad", message: "is wrong", path: "mover", remedy: "mend it" };
const REFUSED = { refused: { rule: "X", reason: { ...SO, text: "later ones stand on it" } } };

/** @type {(number: number, change?: object) => any} */
const applied = (number, change = {}) => ({
  refused: null,
  ledger: { number },
  rolls: [],
  moves: [{ token: "t", way: PATH, to: PATH[3] }],
  state: { pending: null },
  ...change,
});

/** @type {(number: number, pending: object, change?: object) => any} */
const waiting = (number, pending, change = {}) =>
  applied(number, { moves: [], state: { pending: { check: null, reaction: null, ...pending } }, ...change });

/**
 * A judge whose rules answer in order, and what they were asked.
 *
 * @param {any[]} values  problems have a code
 * @param {object} [table]
 */
const made = (values, table = {}) => {
  /** @type {any[]} */
  const asked = [];
  const judge = createJudge({
    ask: async (question) => {
      asked.push(question);
      const value = values[asked.length - 1];
      return value.code ? { ok: false, problem: value } : { ok: true, value };
    },
    enforcement: () => "block",
    throws: async () => ({ seed: 7 }),
    ...table,
  });
  return { judge, asked, events: () => asked.flatMap(({ commit }) => commit?.events ?? []) };
};

/** @type {(more?: object) => any} */
const mover = (more = {}) => ({
  token: "t",
  turn: NEW,
  inCombat: true,
  character: {},
  common: { v: 1, system: "contract", view: "player" },
  ...more,
});

test("a move is recorded by the very way that was judged, and may be made", async () => {
  for (const route of [BEST, { path: PATH }]) {
    const { judge, events } = made([{ plans: [PLAN] }, applied(1)]);
    const verdict = await judge.judge(mover(), route, "m1");
    assert.deepEqual([verdict.outcome, goesOn(verdict)], ["made", true]);
    assert.deepEqual(verdict.turn, { ledger: { number: 1 }, moves: [["m1"]] });
    assert.deepEqual(events(), [{ kind: "moved", route: { path: PATH } }]);
  }
});

test("outside of a fight a move is judged and not recorded", async () => {
  const { judge, asked } = made([{ plans: [PLAN] }]);
  const verdict = await judge.judge(mover({ inCombat: false }), BEST, "m1");
  assert.deepEqual([verdict.outcome, verdict.turn, asked.length], ["made", null, 1]);
});

test("what ends in the cell where it began is not recorded", async () => {
  const { judge, asked } = made([{ plans: [{ ...PLAN, path: [FIRST] }] }]);
  const verdict = await judge.judge(mover(), { to: { col: 0, row: 0 } }, "m1");
  assert.deepEqual([verdict.outcome, verdict.turn, asked.length], ["made", null, 1]);
});

test("what the rules refuse is refused, asked about or let through, as the table chose", async () => {
  const outcomes = [];
  for (const [enforcement, answer] of [
    ["block", true],
    ["confirm", false],
    ["confirm", true],
    ["inform", false],
  ]) {
    const table = { enforcement: () => enforcement, letThrough: async () => answer };
    const { judge, events } = made([IMPOSSIBLE, applied(1)], table);
    const verdict = await judge.judge(mover(), { path: PATH }, "m1");
    const { outcome, overridden, informed, declined, reason } = verdict;
    outcomes.push([outcome, overridden, informed, declined, reason?.text, events()[0]?.override]);
  }
  assert.deepEqual(outcomes, [
    ["refused", false, false, false, "so", undefined],
    ["refused", false, false, true, "so", undefined],
    ["made", true, false, false, undefined, true],
    ["made", true, true, false, undefined, true],
  ]);
});

test("where there is nobody to ask, nothing is let through", async () => {
  const { judge } = made([IMPOSSIBLE], { enforcement: () => "confirm" });
  const { outcome, declined } = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual([outcome, declined], ["refused", false]);
});

test("whoever may do so lets everything through without being asked", async () => {
  const table = { letThrough: () => assert.fail("the GM is asked") };
  const { judge, events } = made([IMPOSSIBLE, applied(1)], table);
  const verdict = await judge.judge(mover(), { path: PATH }, "m1", true);
  assert.deepEqual([verdict.outcome, verdict.overridden, verdict.informed], ["made", true, false]);
  assert.equal(events()[0].override, true);
});

test("a move that no way leads along is let through as the crow flies, and counted", async () => {
  const tokens = [{ id: "other" }, { id: "t", col: 0, row: 0, elevation: 5 }];
  const scene = { grid: { kind: "square", cols: 9, rows: 9 }, tokens };
  const there = mover({ common: { ...mover().common, scene } });
  const { judge, events } = made([NO_WAY, applied(1)]);
  const route = { to: { col: 3, row: 1, elevation: 10 }, via: [{ col: 1, row: 0 }] };
  const verdict = await judge.judge(there, route, "m1", true);
  assert.deepEqual([verdict.overridden, verdict.turn?.moves], [true, [["m1"]]]);
  const path = [
    [0, 0, 5],
    [1, 0, 5],
    [2, 1, 5],
    [3, 1, 10],
  ].map(([col, row, elevation]) => ({ col, row, elevation }));
  assert.deepEqual(events(), [{ kind: "moved", route: { path }, override: true }]);
  assert.equal((await made([NO_WAY]).judge.judge(there, route, "m1")).outcome, "refused");
});

test("on no map, what no way leads to is let through uncounted", async () => {
  const { judge, asked } = made([NO_WAY]);
  const verdict = await judge.judge(mover(), BEST, "m1", true);
  assert.deepEqual([verdict.outcome, verdict.overridden, verdict.turn], ["made", true, null]);
  assert.equal(asked.length, 1);
});

test("where the rules cannot answer, a move goes on unless the table fails closed, and the verdict says why", async () => {
  for (const values of [[PROBLEM], [{ plans: [PLAN] }, PROBLEM]]) {
    const open = await made(values).judge.judge(mover(), BEST, "m1");
    assert.deepEqual(
      [open.outcome, goesOn(open), open.problem, open.turn],
      ["unjudged", true, PROBLEM, null],
    );
    const closed = made(values, { failsClosed: () => true });
    assert.equal((await closed.judge.judge(mover(), BEST, "m1")).outcome, "refused");
    const held = made(values, { failsClosed: () => true });
    assert.equal((await held.judge.judge(mover(), BEST, "m1", true)).outcome, "unjudged");
  }
});

test("a roll that nobody makes leaves the token where it is", async () => {
  const { judge, asked } = made([ROLL], { rolls: async () => false });
  const verdict = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual(
    [verdict.outcome, verdict.declined, verdict.reason, asked.length],
    ["refused", true, null, 1],
  );
});

test("without dice nothing is recorded and the token stays", async () => {
  const { judge } = made([ROLL, waiting(1, { check: CHECK })], { throws: async () => null });
  const verdict = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual([verdict.outcome, verdict.turn, verdict.way], ["refused", null, []]);
});

test("dice that do not fall on the way end the move there", async () => {
  const way = { moves: [{ token: "t", way: PATH.slice(0, 2) }] };
  const { judge } = made([ROLL, waiting(1, { check: CHECK }, way)], { throws: async () => null });
  const verdict = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual([verdict.outcome, verdict.end, verdict.turn?.moves], ["cut", PATH[1], [["m1"]]]);
});

test("rolls and reactions are played one by one, and the token goes as far as they carry", async () => {
  const short = applied(3, {
    moves: [{ token: "t", way: PATH.slice(0, 3) }],
    rolls: [{ check: "sprint" }],
  });
  const values = [ROLL, waiting(1, { check: CHECK }), waiting(2, { reaction: { id: "stop" } }), short];
  const { judge, asked, events } = made(values, { stops: async () => true });
  const verdict = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual(
    asked.slice(1).map(({ commit }) => commit.id),
    ["m1", "m1-1", "m1-2"],
  );
  assert.deepEqual(events().slice(1), [
    { kind: "rolled", check: "sprint", seed: 7 },
    { kind: "reacted", reaction: "stop", stopped: true },
  ]);
  assert.deepEqual([verdict.outcome, goesOn(verdict), verdict.end], ["cut", false, PATH[2]]);
  assert.deepEqual(verdict.way, PATH.slice(0, 3));
  assert.deepEqual(verdict.turn?.moves, [["m1", "m1-1", "m1-2"]]);
  assert.deepEqual(verdict.rolls, [{ check: "sprint" }]);
});

test("where nobody is asked, rolls are made and reactions stop nobody", async () => {
  const { judge, events } = made([ROLL, waiting(1, { reaction: { id: "stop" } }), applied(2)]);
  assert.equal((await judge.judge(mover(), BEST, "m1")).outcome, "made");
  assert.equal(events()[1].stopped, false);
});

test("without dice at the table a roll waits in the ledger, and whoever makes it later tells so", async () => {
  const stopped = waiting(
    1,
    { check: CHECK },
    { moves: [{ token: "t", way: PATH.slice(0, 2), to: PATH[1] }] },
  );
  const { judge, events } = made([stopped, applied(2, { rolls: ["fell"] })], { throws: undefined });
  const before = await judge.judgePlanned(
    mover(),
    { plan: /** @type {any} */ (ROLL.plans[0]), route: BEST },
    "m1",
  );
  assert.deepEqual(
    [before.outcome, before.end, before.answer?.state.pending?.check],
    ["cut", PATH[1], CHECK],
  );
  // As it is kept, and read by another page.
  const turn = readTurn(JSON.parse(JSON.stringify(before.turn))).turn;
  const after = await judge.happen(mover({ turn }), {
    commit: { id: "m2", events: [{ kind: "rolled", check: "sprint", seed: 3 }] },
  });
  assert.deepEqual(
    [after.outcome, after.turn?.ledger, after.answer?.rolls],
    ["made", { number: 2 }, ["fell"]],
  );
  assert.deepEqual(
    events().map(({ kind }) => kind),
    ["moved", "rolled"],
  );
});

test("without dice at the table a reaction waits as well, and stops nobody by itself", async () => {
  const { judge, asked } = made([waiting(1, { reaction: { id: "strike" } })], { throws: undefined });
  const verdict = await judge.judgePlanned(mover(), { plan: /** @type {any} */ (PLAN), route: BEST }, "m1");
  assert.deepEqual(
    [verdict.outcome, verdict.answer?.state.pending?.reaction, asked.length],
    ["cut", { id: "strike" }, 1],
  );
});

test("what the rules refuse is in the verdict as they said it", async () => {
  const { judge } = made([applied(1, REFUSED)]);
  const verdict = await judge.happen(mover(), { undo: "m1" });
  assert.deepEqual([verdict.outcome, verdict.answer?.refused?.rule], ["refused", "X"]);
});

test("a host that keeps more of a turn is told of each change", async () => {
  const noted = (/** @type {any} */ turn, /** @type {any} */ change, /** @type {any} */ ledger) => ({
    ...turn,
    ledger,
    told: [...(turn.told ?? []), change.undo ?? change.commit.id],
  });
  const { judge } = made([ROLL, waiting(1, { check: CHECK }), applied(2)], { noted });
  const { turn } = await judge.judge(mover(), BEST, "m1");
  assert.deepEqual(turn, { ledger: { number: 2 }, moves: [["m1", "m1-1"]], told: ["m1", "m1-1"] });
});

test("a move that is taken back takes all its commits back, the newest first", async () => {
  const turn = { ledger: { number: 2 }, moves: [["m1"], ["m2", "m2-1"]] };
  const back = applied(0, { moves: [{ token: "t", to: PATH[0] }] });
  const { judge, asked } = made([applied(1, { moves: [] }), back]);
  const verdict = await judge.takeBack(mover({ turn }));
  assert.deepEqual(
    asked.map(({ undo }) => undo),
    ["m2-1", "m2"],
  );
  assert.deepEqual([verdict.end?.col, verdict.turn], [0, { ledger: { number: 0 }, moves: [["m1"]] }]);
});

test("a move that is taken back has ended where the token stands, or somebody has moved it since", async () => {
  const turn = { ledger: { number: 1 }, moves: [["m1"]] };
  const back = applied(0, { moves: [{ token: "t", way: PATH.toReversed() }] });
  const verdict = await made([back]).judge.takeBack(mover({ turn }));
  const [start, end = start] = [PATH[0], REST.at(-1)];
  assert.deepEqual([endedAt(verdict, end), endedAt(verdict, start)], [true, false]);
  const nowhere = await made([applied(0)]).judge.takeBack(mover({ turn }));
  assert.equal(endedAt(nowhere, start), true);
});

test("without a move there is nothing to take back, and what the rules refuse to take back is told", async () => {
  const none = await made([]).judge.takeBack(mover());
  assert.deepEqual([none.outcome, none.reason], ["refused", null]);
  const turn = { ledger: { number: 2 }, moves: [["m1"]] };
  const refused = await made([REFUSED]).judge.takeBack(mover({ turn }));
  assert.deepEqual(
    [refused.outcome, refused.reason?.text, refused.turn],
    ["refused", "later ones stand on it", null],
  );
  const broken = await made([PROBLEM]).judge.takeBack(mover({ turn }));
  assert.deepEqual([broken.problem, broken.turn], [PROBLEM, null]);
});

test("a way back gives the newest move back only if that began there", async () => {
  const turn = { ledger: { number: 2 }, moves: [["m1"]] };
  const back = applied(0, { moves: [{ token: "t", to: PATH[0] }] });
  const there = await made([back]).judge.takeBackTo(mover({ turn }), { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(there.turn?.moves, []);
  for (const place of [
    { col: 5, row: 5, elevation: 0 },
    { col: 0, row: 0, elevation: 10 },
  ])
    assert.equal((await made([back]).judge.takeBackTo(mover({ turn }), place)).turn, null);
});

test("a move that was stopped is taken back and told again as far as it went", async () => {
  const turn = { ledger: { number: 2 }, moves: [["m1"], ["m2"]] };
  const { judge, asked } = made([applied(1), applied(3)]);
  const verdict = await judge.shorten(mover({ turn }), PATH, "m2", true);
  assert.equal(asked[0].undo, "m2");
  const event = { kind: "moved", route: { path: PATH }, override: true };
  assert.deepEqual(asked[1].commit, { id: "m2-stopped", events: [event] });
  assert.deepEqual(asked[1].mover.at, { col: 0, row: 0, elevation: 0 });
  assert.deepEqual(verdict.turn, { ledger: { number: 3 }, moves: [["m1"], ["m2-stopped"]] });
});

test("a stopped move whose end the rules cannot tell stays as it is", async () => {
  const turn = { ledger: { number: 2 }, moves: [["m1"]] };
  const verdict = await made([applied(1), PROBLEM]).judge.shorten(mover({ turn }), PATH, "m1", false);
  assert.deepEqual([verdict.turn, verdict.problem], [null, PROBLEM]);
});

test("what else happens changes the turn once, and tells what it moves", async () => {
  const change = { undo: "fight-2" };
  const carried = applied(1, {
    moves: [
      { token: "t", way: PATH.slice(0, 2) },
      { token: "other", way: PATH },
    ],
  });
  const happened = await made([carried]).judge.happen(mover(), change);
  assert.deepEqual([happened.turn?.ledger, happened.end], [{ number: 1 }, PATH[1]]);
  const again = await made([applied(1, { replayed: true })]).judge.happen(mover(), change);
  assert.deepEqual([again.outcome, again.turn], ["made", null]);
  const refused = await made([REFUSED]).judge.happen(mover(), change);
  assert.deepEqual([refused.outcome, refused.reason?.text], ["refused", "later ones stand on it"]);
});

test("a turn that cannot be read counts as none, and one of another game is no turn of this one", () => {
  const turn = { ledger: { system: "sr5" }, moves: [["m1"]] };
  assert.deepEqual(readTurn(undefined), { turn: NEW, isBroken: false });
  assert.deepEqual(readTurn({ ...turn, more: 1 }, "sr5"), { turn, isBroken: false });
  assert.deepEqual(readTurn(turn, "contract"), { turn: NEW, isBroken: false });
  for (const kept of [
    "{",
    3,
    {},
    [],
    { ledger: null },
    { ledger: [], moves: [] },
    { ledger: null, moves: "m1" },
  ])
    assert.equal(readTurn(kept).isBroken, true, JSON.stringify(kept));
});

/** @type {(way: any[], distance: number, change?: object) => any} */
const forced = (way, distance, change = {}) =>
  applied(1, { moves: [{ token: "t", way, distance, forced: true }], ...change });

test("a push is told to the rules as such, costs nothing, is the newest move, and says what ended it", async () => {
  const { judge, asked, events } = made([forced(PATH, 15, { stopped: null }), applied(0)]);
  const pushed = await judge.push(mover({ inCombat: false }), BEST, "p1");
  assert.deepEqual(events(), [{ kind: "moved", route: BEST, forced: true }]);
  const { outcome, end, gone, forced: far, turn } = pushed;
  assert.deepEqual([outcome, end, gone, far, turn?.moves], ["made", PATH[3], 0, 15, [["p1"]]]);
  assert.equal(pushedText(pushed, "Jenny", "ft"), "Jenny was pushed 15\u00a0ft, at no cost.");
  assert.deepEqual((await judge.takeBack(mover({ turn }))).turn?.moves, []);
  assert.equal(asked[1].undo, "p1");
  const stopped = { rule: "MAP-01", reason: { ...SO, text: "A wall." } };
  const cut = await made([forced(PATH.slice(0, 2), 5, { stopped })]).judge.push(mover(), BEST, "p1");
  assert.equal(
    pushedText(cut, "Jenny", "ft"),
    "Jenny was pushed 5\u00a0ft, at no cost, and stopped there: A wall.",
  );
  const held = await made([REFUSED]).judge.push(mover(), BEST, "p1");
  assert.deepEqual([held.outcome, held.turn], ["refused", null]);
  assert.equal(pushedText(held, "Jenny", "ft"), "Jenny stays: later ones stand on it");
});

test("all that was moved since the turn began is taken back at once, up to a push or what stands upon it", async () => {
  const turn = { ledger: { number: 4 }, moves: [["m1"], ["m2"], ["m3", "m3-1"]] };
  /** @type {(id: string, now: boolean, rules?: (string | null)[]) => any} */
  const commit = (id, now, rules = [null]) => ({ id, in_turn: now, rules, labels: [{ ...SO, text: id }] });
  const rest = ["m3", "m3-1"].map((id) => commit(id, true));
  const back = [forced([PATH[3], PATH[2]], 5), applied(1, { moves: [] }), forced([PATH[2], PATH[1]], 5)];
  const state = { commits: [commit("m1", false), commit("m2", true), ...rest] };
  const whole = made([state, ...back]);
  const there = await whole.judge.backToStart(mover({ turn }));
  assert.deepEqual(
    whole.asked.map(({ op, undo }) => undo ?? op),
    ["state", "m3-1", "m3", "m2"],
  );
  assert.deepEqual(whole.asked[3].mover.at, { col: 2, row: 0, elevation: 0 });
  assert.deepEqual([there.outcome, there.end, there.turn?.moves], ["made", PATH[1], [["m1"]]]);
  assert.equal(backText(there, "Jenny", "ft"), "Jenny is back where the turn began: 10\u00a0ft undone.");
  const pushed = { commits: [commit("m2", true, ["X-08"]), ...rest] };
  for (const values of [
    [pushed, ...back],
    [state, ...back.slice(0, 2), REFUSED],
  ]) {
    const cut = await made(values).judge.backToStart(mover({ turn }));
    assert.deepEqual([cut.outcome, cut.turn?.moves], ["cut", [["m1"], ["m2"]]]);
    assert.match(backText(cut, "Jenny", "ft"), /^Jenny went back 5\u00a0ft, no farther: (m2|later ones)/);
  }
  const none = await made([{ commits: [] }]).judge.backToStart(mover({ turn }));
  assert.deepEqual([none.outcome, none.turn], ["refused", null]);
  assert.match(backText(none, "Jenny", "ft"), /^Jenny has moved nothing/);
  const broken = await made([PROBLEM]).judge.backToStart(mover({ turn }));
  assert.equal(broken.problem, PROBLEM);
});

test("movement given or taken by hand is told to the rules with its reason, and is no move", async () => {
  const { judge, events } = made([applied(1, { moves: [] }), REFUSED]);
  const given = await judge.give(mover(), -10, "Mud", "g1");
  assert.deepEqual(events(), [{ kind: "granted", length: -10, reason: "Mud" }]);
  assert.deepEqual([given.outcome, given.turn], ["made", { ledger: { number: 1 }, moves: [] }]);
  assert.equal((await judge.give(mover(), 5, "Haste", "g2")).turn, null);
});
