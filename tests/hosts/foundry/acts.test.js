/** What follows from an act: the rolls and reactions that it leads to, each answered where everybody sees it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createActs } from "../../../web/hosts/foundry/acts.js";

const CHECK = { id: "sprint" };
const OTHER = { id: "climb" };
const IDLE = { checks: [OTHER], pending: null };
const SPRINTS = { kind: "did", act: "sprint", options: {} };

/** Acts of a token whose rules tell these states, one after each change; what is asked of people is noted. */
const deedsWith = (/** @type {any[]} */ states, answers = {}) => {
  /** @type {any[]} */
  const told = [];
  /** @type {string[]} */
  const noted = [];
  let [state, ...later] = states;
  let ids = 0;
  const people = { rolls: true, throws: { faces: [5, 6] }, stops: false, ...answers };
  const ports = /** @type {any} */ ({
    moverOf: () => ({
      token: "jenny",
      common: {},
      character: {},
      turn: { ledger: null, moves: [], steps: [] },
    }),
    ask: async (/** @type {any} */ question) => {
      if (question.op === "state") return { ok: true, value: state };
      told.push(question.commit);
      [state, ...later] = later;
      const rolls = question.commit.events[0].kind === "rolled" ? [{ check: CHECK.id }] : [];
      return { ok: true, value: { refused: null, replayed: false, ledger: {}, moves: [], rolls, state } };
    },
    write: async () => {},
    mayAct: () => true,
    happened: () => {},
    rolled: () => noted.push("card"),
    nextId: () => `id${++ids}`,
    rolls: async (/** @type {any} */ _mover, /** @type {any} */ { id }) =>
      noted.push(`asked ${id}`) && people.rolls,
    throws: async () => people.throws,
    stops: async (/** @type {any} */ _mover, /** @type {any} */ { id }, /** @type {string} */ grant) =>
      noted.push(`${id} for ${grant}`) && people.stops,
  });
  return { acts: createActs(ports), told, noted };
};

const jenny = /** @type {any} */ ({ id: "jenny" });
const events = (/** @type {any[]} */ told) => told.map((commit) => commit.events[0]);

test("the roll that an act is about is asked for at once, and its dice fall where everybody sees them", async () => {
  const { acts, told, noted } = deedsWith([IDLE, { ...IDLE, checks: [OTHER, CHECK] }, IDLE]);
  assert.equal(await acts.happens(jenny, /** @type {any} */ (SPRINTS)), true);
  assert.deepEqual(events(told), [SPRINTS, { kind: "rolled", check: "sprint", faces: [5, 6] }]);
  assert.deepEqual(noted, ["asked sprint", "card"]);
});

test("a roll of another name is not what an act is about", async () => {
  const { acts, told, noted } = deedsWith([IDLE, IDLE]);
  await acts.happens(jenny, /** @type {any} */ (SPRINTS));
  assert.deepEqual([events(told), noted], [[SPRINTS], []]);
});

test("who does not roll now, or whose dice do not fall, has acted all the same", async () => {
  for (const answers of [{ rolls: false }, { throws: null }]) {
    const { acts, told } = deedsWith([IDLE, { ...IDLE, checks: [CHECK] }], answers);
    assert.equal(await acts.happens(jenny, /** @type {any} */ (SPRINTS)), true);
    assert.deepEqual(events(told), [SPRINTS]);
  }
});

test("a roll is not asked about twice, and what its path then meets is played out", async () => {
  const waits = (/** @type {object} */ what) => ({
    ...IDLE,
    pending: { check: null, reaction: null, ...what },
  });
  const { acts, told, noted } = deedsWith([
    waits({ check: CHECK }),
    waits({ reaction: { id: "intercept" } }),
    waits({ check: OTHER }),
    IDLE,
  ]);
  assert.equal(await acts.roll(jenny, "sprint"), true);
  assert.deepEqual(events(told), [
    { kind: "rolled", check: "sprint", faces: [5, 6] },
    { kind: "reacted", reaction: "intercept", stopped: false },
    { kind: "rolled", check: "climb", faces: [5, 6] },
  ]);
  // The GM's word holds for the very commit that tells of it.
  assert.deepEqual(noted, ["card", "intercept for id2", "asked climb", "card"]);
  assert.equal(told[1].id, "id2");
});

test("what a turn was left waiting for is asked again", async () => {
  const { acts, told } = deedsWith([
    { ...IDLE, pending: { check: null, reaction: { id: "intercept" } } },
    IDLE,
  ]);
  await acts.goOn(jenny);
  assert.deepEqual(events(told), [{ kind: "reacted", reaction: "intercept", stopped: false }]);
});

test("a roll that nobody waits for is none", async () => {
  const { acts, told } = deedsWith([IDLE]);
  assert.equal(await acts.roll(jenny, "sprint"), false);
  assert.deepEqual(told, []);
});
