import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createLookAround, MOST_ASKED } from "../../web/core/look-around.js";
import { destinationsQuestion } from "../../web/core/questions.js";
import { QUIET_MILLIS } from "../../web/core/quiet.js";

/** @param {string} token */
const moverOf = (token) =>
  /** @type {any} */ ({ token, character: {}, turn: { ledger: null }, common: { v: 1, system: "d6" } });

/** A host with some tokens whose user does nothing. */
const quietHost = () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const host = {
    tokens: ["a", "b"],
    isFree: true,
    /** @type {string[]} */
    asked: [],
    /** @type {any} */
    reply: { ok: true },
    changed: () => {},
    /** What is known of a token. @type {(token: string) => any} */
    known: () => null,
    /** Half a second later, and whatever is done at once then. */
    rest: async () => {
      mock.timers.tick(QUIET_MILLIS);
      for (let turn = 0; turn < 50; turn += 1) {
        await Promise.resolve();
        mock.timers.tick(1);
      }
    },
  };
  const { changed, find } = createLookAround({
    isFree: () => host.isFree,
    movers: () => host.tokens.map(moverOf),
    ask: async (/** @type {any} */ question, slot) => {
      assert.equal(slot, "ahead");
      host.asked.push(question.mover.token);
      return host.reply;
    },
  });
  return Object.assign(host, {
    changed,
    known: (/** @type {string} */ token) => find(destinationsQuestion(moverOf(token))),
  });
};

test("each token is asked about once, as long as it is as it was", async (context) => {
  context.after(() => mock.timers.reset());
  const host = quietHost();
  host.changed();
  await host.rest();
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, ["a", "b"]);
  host.tokens.push("c");
  await host.rest();
  assert.deepEqual(host.asked, ["a", "b"], "nobody has said that something has changed");
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, ["a", "b", "c"]);
});

test("the newest answers are known, and no question that failed", async (context) => {
  context.after(() => mock.timers.reset());
  const host = quietHost();
  host.changed();
  assert.equal(host.known("a"), null);
  await host.rest();
  assert.deepEqual([host.known("a"), host.known("b"), host.known("c")], [host.reply, host.reply, null]);
  const answered = host.reply;
  host.reply = { ok: false, problem: { code: "superseded" } };
  host.tokens = ["b", "c"];
  host.changed();
  await host.rest();
  assert.deepEqual([host.known("b"), host.known("c")], [answered, null]);
  host.reply = answered;
  host.tokens = Array.from({ length: MOST_ASKED }, (_, at) => `token ${at}`);
  host.changed();
  await host.rest();
  assert.deepEqual([host.known("b"), host.known("token 0")], [null, answered]);
});

test("while somebody waits for the rules, nothing is asked", async (context) => {
  context.after(() => mock.timers.reset());
  const host = quietHost();
  host.isFree = false;
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, []);
  host.isFree = true;
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, ["a", "b"]);
});

test("no more are asked about than the rules keep answers of", async (context) => {
  context.after(() => mock.timers.reset());
  const host = quietHost();
  host.tokens = Array.from({ length: MOST_ASKED + 3 }, (_, at) => `token ${at}`);
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, host.tokens.slice(0, MOST_ASKED));
});

test("what was too much for the rules is not asked again", async (context) => {
  context.after(() => mock.timers.reset());
  const host = quietHost();
  host.reply = { ok: false, problem: { code: "worker_failed" } };
  host.changed();
  await host.rest();
  host.tokens = ["c"];
  host.changed();
  await host.rest();
  assert.deepEqual(host.asked, ["a"]);
});
