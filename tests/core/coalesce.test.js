import assert from "node:assert/strict";
import { test } from "node:test";
import { coalesced, onlyOnce } from "../../web/core/coalesce.js";

test("what is asked for again before it is done is done once", () => {
  /** @type {(() => void)[]} */
  const due = [];
  let count = 0;
  const ask = coalesced(
    () => {
      count += 1;
      if (count === 2) ask();
    },
    (go) => due.push(go),
  );
  ask();
  ask();
  assert.deepEqual([due.length, count], [1, 0]);
  due.shift()?.();
  assert.equal(count, 1);
  ask();
  due.shift()?.();
  assert.deepEqual([due.length, count], [1, 2], "what is asked for while it is done is done once more");
});

test("a text is told once, whatever comes with it; others are told too", () => {
  /** @type {unknown[]} */
  const told = [];
  const tell = onlyOnce((text, tone = "warn") => told.push([text, tone]));
  tell("The rules do not run.", "error");
  tell("The rules do not run.", "warn");
  tell("The map has no grid.");
  assert.deepEqual(told, [
    ["The rules do not run.", "error"],
    ["The map has no grid.", "warn"],
  ]);
});
