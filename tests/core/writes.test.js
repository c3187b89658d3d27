import assert from "node:assert/strict";
import { test } from "node:test";
import { createWrites } from "../../web/core/writes.js";

/** A browser that remembers what it did again. */
const browser = () => {
  /** @type {string[]} */
  const again = [];
  const time = { now: 0, isLost: false };
  /** @type {ReturnType<typeof createWrites<{writes?: readonly string[], text: string}>>} */
  const writes = createWrites(
    () => time.isLost,
    () => time.now,
  );
  /** @type {(text: string, kept: {writes?: readonly string[], text: string}) => {writes?: readonly string[], text: string}} */
  const write = (text, kept) => writes.named("token", { ...kept, text }, () => again.push(text));
  return { ...writes, write, again, time };
};
const EMPTY = { text: "" };

test("who was overwritten by somebody who had not heard of it finds out, and does it again", () => {
  const [one, other] = [browser(), browser()];
  const mine = one.write("mine", EMPTY);
  const its = other.write("its", EMPTY);
  assert.equal(one.isInDoubt("token", its), true);
  assert.equal(other.isInDoubt("token", mine), true);
  for (const each of [one, other]) each.settle("token", its);
  assert.deepEqual([one.again, other.again], [["mine"], []]);
});

test("what was written on top of a write is no doubt of it, nor of those before it", () => {
  const [one, other] = [browser(), browser()];
  const second = one.write("second", one.write("first", EMPTY));
  assert.equal(one.isInDoubt("token", other.write("its", second)), false);
  assert.equal(one.isInDoubt("token", EMPTY), false);
});

test("only what is missing is done again, in its order", () => {
  const [one, other] = [browser(), browser()];
  const first = one.write("first", EMPTY);
  one.write("third", one.write("second", first));
  one.settle("token", other.write("its", first));
  assert.deepEqual(one.again, ["second", "third"]);
  one.settle("token", other.write("its", first));
  assert.deepEqual(one.again, ["second", "third"]);
});

test("what counted may still be overwritten by a third", () => {
  const [one, other, third] = [browser(), browser(), browser()];
  const its = other.write("its", EMPTY);
  const mine = one.write("mine", EMPTY);
  assert.equal(one.isInDoubt("token", its), true);
  one.settle("token", mine);
  const late = third.write("late", its);
  assert.equal(one.isInDoubt("token", late), true);
  one.settle("token", late);
  assert.deepEqual(one.again, ["mine"]);
});

test("what was written long ago has been heard of", () => {
  const one = browser();
  one.write("mine", EMPTY);
  one.time.now = 60_000;
  assert.equal(one.isInDoubt("token", EMPTY), false);
});

test("what was written without a connection is done again, however long ago", () => {
  const one = browser();
  one.time.isLost = true;
  one.write("mine", EMPTY);
  Object.assign(one.time, { isLost: false, now: 3_600_000 });
  one.settle("token", EMPTY, true);
  assert.deepEqual(one.again, ["mine"]);
});

test("a list that is none names nobody", () => {
  const one = browser();
  const broken = /** @type {any} */ ({ text: "", writes: 7 });
  one.write("mine", broken);
  assert.equal(one.isInDoubt("token", broken), true);
});
