/** Tokens that move together: nobody ends on one that stayed, or went through it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeTogether } from "../../web/core/group.js";
import { NOTHING } from "../../web/core/verdicts.js";

/** @typedef {{plan?: string, goes?: boolean, end?: number, to?: number}} Fate */

/**
 * A row of tokens that all move by some cells; each fate tells what rules, people and dice say of one, if nobody is in its way.
 *
 * @type {(fates: {[token: string]: Fate & {at: number}}, by?: number) => Promise<{said: string[], asked: string[]}>}
 */
const moved = async (fates, by = 1) => {
  const tokens = Object.entries(fates).map(([id, { at }]) => ({ id, col: at, row: 0, footprint: [] }));
  const members = tokens.map(({ id, col }) => ({
    mover: /** @type {any} */ ({ token: id, common: { scene: { tokens } }, turn: {} }),
    route: {
      path: /** @type {any} */ ([
        { col, row: 0 },
        { col: fates[id]?.to ?? col + by, row: 0 },
      ]),
    },
  }));
  /** @type {(mover: any, path: {col: number}[]) => boolean} */
  const isBarred = ({ token, common: { scene } }, [start, end]) => {
    const [from, to] = [Number(start?.col), Number(end?.col)];
    return scene.tokens.some(
      (/** @type {any} */ { id, col }) => id !== token && col !== from && (col - from) * (col - to) <= 0,
    );
  };
  /** @type {string[]} */
  const asked = [];
  const verdicts = await judgeTogether(members, {
    ask: async (/** @type {any} */ { scene, movers: [{ token, route }] }) => {
      const isFree = !isBarred({ token, common: { scene } }, route.path);
      return {
        ok: true,
        value: { plans: [{ verdict: isFree ? (fates[token]?.plan ?? "free") : "impossible" }] },
      };
    },
    judge: async ({ mover, route }, among) => {
      const { goes = true, end } = fates[mover.token] ?? {};
      asked.push(mover.token);
      if (isBarred(among(mover), route.path) || !goes) return { ...NOTHING, outcome: "refused" };
      return end === undefined
        ? { ...NOTHING, outcome: "made" }
        : { ...NOTHING, outcome: "cut", end: { col: end, row: 0 } };
    },
  });
  const said = [...verdicts].map(([id, { outcome }]) => `${id} ${outcome}`).sort();
  return { said, asked };
};

test("those who move together are in nobody's way", async () => {
  assert.deepEqual((await moved({ a: { at: 0 }, b: { at: 1 }, c: { at: 2 } })).said, [
    "a made",
    "b made",
    "c made",
  ]);
});

test("whoever stays bars those behind, and the rest goes", async () => {
  const { said } = await moved({
    a: { at: 0 },
    b: { at: 1 },
    c: { at: 2, goes: false, plan: "impossible" },
    d: { at: 3 },
  });
  assert.deepEqual(said, ["a refused", "b refused", "c refused", "d made"]);
});

test("of two that aim at one place the first has it", async () => {
  const { said } = await moved({ a: { at: 0, to: 3 }, b: { at: 6, to: 3 }, c: { at: 2, to: 4 } });
  assert.deepEqual(said, ["a made", "b refused", "c made"]);
});

test("people and dice are asked first, so that nobody goes through one of whom they say no", async () => {
  const { said, asked } = await moved({ a: { at: 0 }, b: { at: 1, plan: "roll", goes: false } });
  assert.deepEqual(
    [said, asked],
    [
      ["a refused", "b refused"],
      ["b", "a"],
    ],
  );
});

test("one that was let go stays after all where it is barred since", async () => {
  const { said, asked } = await moved({
    a: { at: 0, plan: "roll" },
    b: { at: 1, plan: "roll", goes: false },
  });
  assert.deepEqual(
    [said, asked],
    [
      ["a refused", "b refused"],
      ["a", "b", "a"],
    ],
  );
});

test("one whose way is cut stands where that ends", async () => {
  const free = await moved({ a: { at: 0 }, b: { at: 1, plan: "roll", end: 4 } }, 3);
  assert.deepEqual(free.said, ["a made", "b cut"]);
  const barred = await moved({ a: { at: 0 }, b: { at: 1, plan: "roll", end: 2 } }, 3);
  assert.deepEqual(barred.said, ["a refused", "b cut"]);
});

test("what rules cannot tell of is judged like the rest", async () => {
  const mover = /** @type {any} */ ({ token: "a", common: {}, turn: {} });
  const verdicts = await judgeTogether([{ mover, route: { path: /** @type {any} */ ([{ col: 0 }]) } }], {
    ask: async () => ({ ok: false }),
    judge: async () => NOTHING,
  });
  assert.deepEqual([...verdicts], [["a", NOTHING]]);
});
