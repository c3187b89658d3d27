import assert from "node:assert/strict";
import { test } from "node:test";
import { createQuiet, QUIET_MILLIS } from "../../web/core/quiet.js";

/** A clock that is set by hand, and a page that somebody uses. */
const room = () => {
  /** @type {{run: () => void, at: number}[]} */
  let timers = [];
  let now = 0;
  const target = new EventTarget();
  return {
    target,
    setTimeout: (/** @type {() => void} */ run, /** @type {number} */ millis) => {
      const timer = { run, at: now + millis };
      timers.push(timer);
      return timer;
    },
    clearTimeout: (/** @type {unknown} */ timer) => {
      timers = timers.filter((one) => one !== timer);
    },
    use: (/** @type {string} */ input) => target.dispatchEvent(new Event(input)),
    pass: async (/** @type {number} */ millis) => {
      now += millis;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

test("work begins once nobody has done anything for a while, and goes on to its end", async () => {
  const page = room();
  const left = ["a", "b"];
  const done = /** @type {string[]} */ ([]);
  const next = () => {
    const piece = left.shift();
    return piece === undefined ? null : Promise.resolve(done.push(piece));
  };
  const somethingHappens = createQuiet({ ...page, next });
  await page.pass(QUIET_MILLIS - 1);
  page.use("pointermove");
  await page.pass(QUIET_MILLIS - 1);
  assert.deepEqual(done, []);
  await page.pass(1);
  assert.deepEqual(done, ["a", "b"]);

  left.push("c");
  await page.pass(2 * QUIET_MILLIS);
  assert.deepEqual(done, ["a", "b"], "nothing has happened");
  somethingHappens();
  await page.pass(QUIET_MILLIS);
  assert.deepEqual(done, ["a", "b", "c"]);
});

test("whoever does something meanwhile waits for one piece, and the rest waits for quiet", async () => {
  const page = room();
  /** @type {((value?: unknown) => void)[]} */
  const begun = [];
  const next = () => (begun.length < 3 ? new Promise((resolve) => begun.push(resolve)) : null);
  createQuiet({ ...page, next });
  await page.pass(QUIET_MILLIS);
  page.use("pointerdown");
  begun[0]?.();
  await page.pass(QUIET_MILLIS - 1);
  assert.equal(begun.length, 1);
  await page.pass(1);
  assert.equal(begun.length, 2);

  // A piece that takes longer than that is not begun beside another.
  page.use("keydown");
  await page.pass(QUIET_MILLIS);
  assert.equal(begun.length, 2);
  begun[1]?.();
  await page.pass(0);
  await page.pass(QUIET_MILLIS);
  assert.equal(begun.length, 3);
});
