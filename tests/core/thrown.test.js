import assert from "node:assert/strict";
import { test } from "node:test";
import { createJudge } from "../../web/core/judge.js";
import {
  diceOf,
  readThrown,
  takenBack,
  thrownAfter,
  thrownInVain,
  waitingFor,
} from "../../web/core/thrown.js";
import { NEW, readTurn } from "../../web/core/turns.js";

/** @import { Change } from "../../web/hosts/host.js" */

/** @type {Parameters<typeof diceOf>[1]} */
const SPRINT = { id: "sprint", pool: 2, again: "never" };
const AWAY = { col: 0, row: 0, elevation: 0 };

/** @type {(id: string, faces: number[], check?: string) => Change} */
const rolled = (id, faces, check = "sprint") => ({
  commit: { id, events: [{ kind: "rolled", check, faces }] },
});

/** @param {Change[]} changes */
const after = (...changes) => changes.reduce(thrownAfter, []);

test("dice that were taken back wait for the next roll of their check", () => {
  const once = after(rolled("a", [1, 2]), { undo: "a" });
  assert.deepEqual(diceOf(once, SPRINT), { faces: [1, 2] });
  assert.equal(diceOf(once, { ...SPRINT, id: "climb" }), null);
  assert.equal(diceOf(after(rolled("a", [1, 2])), SPRINT), null);
  assert.deepEqual(
    takenBack(after(rolled("a", [1, 2])), once).map(({ commit }) => commit),
    ["a"],
  );
});

test("what waits is used once, and taken back again it waits again", () => {
  const used = [rolled("a", [1, 2]), { undo: "a" }, rolled("b", [1, 2])];
  assert.equal(waitingFor(after(...used), "sprint"), null);
  assert.deepEqual(diceOf(after(...used, { undo: "b" }), SPRINT), { faces: [1, 2] });
});

test("another number of dice is another roll, but where the first is thrown again", () => {
  const once = after(rolled("a", [6, 2, 5]), { undo: "a" });
  assert.equal(diceOf(once, SPRINT), null);
  assert.deepEqual(diceOf(once, { ...SPRINT, again: "first" }), { faces: [6, 2, 5] });
});

test("when a scope of the clock begins, nothing waits any more", () => {
  /** @type {Change} */
  const next = { commit: { id: "c", events: [{ kind: "begin", scope: "round" }] } };
  assert.deepEqual(after(rolled("a", [1, 2]), { undo: "a" }, next), []);
});

test("what cannot be read of kept dice is left out", () => {
  const [one] = after(rolled("a", [1, 2]));
  assert.deepEqual(readThrown([one, {}, null, { ...one, dice: {} }]), [one]);
  assert.deepEqual(readThrown("dice"), []);
});

/** A table whose rules always want a roll, its dice one higher at each throw. @param {object} [more] */
const table = (more = {}) => {
  let fallen = 0;
  const move = { token: "t", way: [AWAY, { ...AWAY, col: 1 }], to: { ...AWAY, col: 1 } };
  const judge = createJudge({
    ask: async (/** @type {any} */ { op, commit, undo }) => {
      const [event] = commit?.events ?? [];
      const check = { ...SPRINT, optional: false };
      const plan = {
        verdict: "roll",
        path: null,
        reason: { key: "", params: {}, text: "" },
        checks: [check],
      };
      if (op === "plan") return { ok: true, value: { plans: [plan] } };
      const pending = event?.kind === "moved" ? { check, reaction: null } : null;
      const moves = undo ? [{ token: "t", to: AWAY }] : pending ? [] : [move];
      return { ok: true, value: { refused: null, ledger: {}, rolls: [], moves, state: { pending } } };
    },
    enforcement: () => "block",
    throws: async () => {
      fallen += 1;
      return { faces: [fallen, fallen] };
    },
    ...more,
  });
  /** @type {any} */
  let turn = NEW;
  const mover = () => /** @type {any} */ ({ token: "t", turn, inCombat: true, character: {}, common: {} });
  return {
    go: async (/** @type {string} */ id) => {
      const path = /** @type {any} */ ([AWAY, { ...AWAY, col: 1 }]);
      const verdict = await judge.judge(mover(), { path }, id);
      turn = readTurn(JSON.parse(JSON.stringify(verdict.turn))).turn;
      return { ...verdict, dice: turn.thrown.at(-1).dice };
    },
    back: async () => {
      const verdict = await judge.takeBack(mover());
      ({ turn } = /** @type {any} */ (verdict));
      return verdict;
    },
  };
};

test("a roll that is taken back has the same dice when it is made again", async () => {
  /** @type {any[]} */
  const stayed = [];
  const { go, back } = table({
    stays: (/** @type {any} */ _mover, /** @type {any} */ check) => stayed.push(check.id),
  });
  assert.deepEqual((await go("a")).dice, { faces: [1, 1] });
  assert.deepEqual(stayed, []);
  const undone = await back();
  assert.deepEqual(
    undone.takenBack.map(({ dice }) => dice),
    [{ faces: [1, 1] }],
  );
  assert.deepEqual((await go("b")).dice, { faces: [1, 1] });
  assert.deepEqual(stayed, ["sprint"]);
  assert.deepEqual((await go("c")).dice, { faces: [2, 2] });
});

test("whoever may do so has the dice thrown anew", async () => {
  const { go, back } = table({ rollsAnew: async () => true });
  await go("a");
  await back();
  assert.deepEqual((await go("b")).dice, { faces: [2, 2] });
});

test("dice of a turn that came to nothing wait, once", () => {
  const fell = { commit: "one", check: "run", dice: { faces: [3] }, isUndone: false };
  const known = { commit: "other", check: "run", dice: { faces: [5] }, isUndone: false };
  assert.deepEqual(thrownInVain([known], [known, fell]), [known, { ...fell, isUndone: true }]);
  assert.deepEqual(thrownInVain([known], [known]), [known]);
});
