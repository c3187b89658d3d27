import assert from "node:assert/strict";
import { test } from "node:test";
import { createQueue, createQueues } from "../../web/core/queue.js";

/** A job that takes until it is told to end. @param {string} name @param {string[]} done */
const slow = (name, done) => {
  /** @type {() => void} */
  let end = () => {};
  const ended = new Promise((resolve) => {
    end = () => resolve(undefined);
  });
  const job = async () => {
    done.push(`${name} begins`);
    await ended;
    done.push(`${name} ends`);
    return name;
  };
  return { job, end };
};

const aWhile = () => new Promise((resolve) => setTimeout(resolve));

test("a job begins when the one before it has ended", async () => {
  /** @type {string[]} */
  const done = [];
  const inTurn = createQueue();
  const [first, second] = [slow("first", done), slow("second", done)];
  const both = Promise.all([inTurn(first.job), inTurn(second.job)]);
  second.end();
  await aWhile();
  assert.deepEqual(done, ["first begins"]);
  first.end();
  assert.deepEqual(await both, ["first", "second"]);
  assert.deepEqual(done, ["first begins", "first ends", "second begins", "second ends"]);
});

test("a job that fails tells whoever asked for it, and the next goes on", async () => {
  const inTurn = createQueue();
  const failing = inTurn(async () => {
    throw new Error("no connection");
  });
  const next = inTurn(() => "next");
  await assert.rejects(failing, /no connection/);
  assert.equal(await next, "next");
});

test("each of many has a queue of its own, which is forgotten when it is empty", async () => {
  /** @type {string[]} */
  const done = [];
  const queues = createQueues(() => done.push("empty"));
  const [jenny, rook, again] = [slow("jenny", done), slow("rook", done), slow("again", done)];
  const all = ["jenny", "rook", "jenny"].map((key, index) =>
    queues.after(key, /** @type {() => Promise<string>} */ ([jenny, rook, again][index]?.job)),
  );
  rook.end();
  await aWhile();
  assert.deepEqual(done, ["jenny begins", "rook begins", "rook ends", "empty"]);
  assert.deepEqual(["jenny", "rook"].map(queues.isBusy), [true, false]);
  jenny.end();
  await aWhile();
  assert.ok(queues.isBusy("jenny"));
  again.end();
  await Promise.all(all);
  assert.deepEqual(done.slice(4), ["jenny ends", "again begins", "again ends", "empty"]);
  assert.ok(!queues.isBusy("jenny"));
});

test("one of many that fails is not busy any more, and can be asked again", async () => {
  const queues = createQueues();
  const failing = queues.after("jenny", async () => {
    throw new Error("gone");
  });
  const next = queues.after("jenny", () => "next");
  await assert.rejects(failing, /gone/);
  assert.equal(await next, "next");
  assert.ok(!queues.isBusy("jenny"));
});
