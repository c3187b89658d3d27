import assert from "node:assert/strict";
import { test } from "node:test";

import { createRulesClient } from "../../web/core/rules-client.js";
import { FakeClock, FakeWorker } from "./fake-worker.js";

/** @import { Status } from "../../web/core/rules-client.js" */

const SCENE = { grid: { cols: 3, rows: 3 } };

/** @param {Partial<import("../../web/core/rules-client.js").Settings>} settings */
function setUp(settings = {}) {
  const clock = new FakeClock();
  /** @type {FakeWorker[]} */
  const workers = [];
  /** @type {Status[]} */
  const statuses = [];
  const rules = createRulesClient({
    runtimeUrl: "runtime/",
    createWorker: () => {
      workers.push(new FakeWorker());
      return newest(workers);
    },
    onStatus: (status) => statuses.push(status),
    setTimeout: clock.setTimeout,
    clearTimeout: clock.clearTimeout,
    ...settings,
  });
  return { rules, clock, workers, statuses, worker: () => newest(workers) };
}

/**
 * @template T
 * @param {T[]} list
 */
function newest(list) {
  const last = list.at(-1);
  assert.ok(last);
  return last;
}

/** @param {string} system */
function stateOf(system) {
  return /** @type {const} */ ({ op: "state", system });
}

/** @param {object} scene */
function destinationsIn(scene) {
  return /** @type {const} */ ({
    op: "destinations",
    system: "x",
    mover: {},
    scene: /** @type {any} */ (scene),
  });
}

/** @param {FakeWorker} worker */
function systemsAsked(worker) {
  return worker.questions.map((question) => question.system);
}

/** @param {{ok: boolean, problem?: {code: string}}} reply */
function codeOf(reply) {
  return reply.ok ? "ok" : reply.problem?.code;
}

test("the worker is told where the runtime is", () => {
  const { worker } = setUp();
  assert.deepEqual(worker().said, [{ type: "start", runtimeUrl: "runtime/" }]);
});

test("every worker is told of the systems that the host brings along, also one that replaces another", () => {
  const systems = [{ id: "stride", url: "/modules/stride.py" }];
  const { rules, worker } = setUp({ systems });
  rules.restart();
  assert.deepEqual(worker().said, [{ type: "start", runtimeUrl: "runtime/", systems }]);
});

test("why a start was slow is in the status, and in the console once, however often workers are replaced", (context) => {
  const info = context.mock.method(console, "info", () => {});
  const { rules, worker } = setUp();
  worker().becomeReady("no memory");
  assert.equal(rules.status.because, "no memory");
  worker().die("broken");
  worker().becomeReady("no memory");
  assert.deepEqual(
    info.mock.calls.map((call) => call.arguments),
    [["Footwork started its rules slowly, without the memory snapshot: no memory"]],
  );
});

test("of a start from the snapshot nothing is said in the console", (context) => {
  const info = context.mock.method(console, "info", () => {});
  const { worker } = setUp();
  worker().becomeReady();
  assert.equal(info.mock.callCount(), 0);
});

test("loading is reported with step and share, then ready with versions", () => {
  const { worker, statuses, rules } = setUp();
  worker().say({ type: "loading", step: "pydantic", share: 0.6 });
  worker().becomeReady();
  assert.deepEqual(
    statuses.map(({ state, step, share }) => ({ state, step, share })),
    [
      { state: "loading", step: "pydantic", share: 0.6 },
      { state: "ready", step: null, share: 1 },
    ],
  );
  assert.deepEqual(rules.status.versions, { pyodide: "1", footwork: "1" });
});

test("a question asked before the worker is ready is answered once it is", async () => {
  const { rules, worker } = setUp();
  const answer = rules.request(stateOf("a"));
  assert.deepEqual(systemsAsked(worker()), []);
  worker().becomeReady();
  worker().answer({ allowances: [] });
  assert.deepEqual(await answer, { ok: true, value: { allowances: [] } });
});

test("a client that starts when it is asked makes no worker before, and answers what made it start", async () => {
  const { rules, workers, worker } = setUp({ startsWhenAsked: true });
  assert.deepEqual([workers.length, rules.status.state], [0, "waiting"]);
  const answer = rules.request(stateOf("first"));
  assert.deepEqual([workers.length, rules.status.state], [1, "loading"]);
  rules.start();
  worker().becomeReady();
  worker().answer({ system: "first" });
  assert.equal(codeOf(await answer), "ok");
  assert.equal(workers.length, 1);
});

test("questions without a slot are all answered, in order, one at a time", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answers = ["a", "b", "c"].map((system) => rules.request(stateOf(system)));
  assert.deepEqual(systemsAsked(worker()), ["a"]);
  for (const system of ["a", "b", "c"]) worker().answer({ system });
  assert.deepEqual(systemsAsked(worker()), ["a", "b", "c"]);
  const values = (await Promise.all(answers)).map((reply) => reply.ok && reply.value);
  assert.deepEqual(values, [{ system: "a" }, { system: "b" }, { system: "c" }]);
});

test("of questions waiting in a slot only the newest is asked; the one under way is answered too", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answers = ["a", "b", "c"].map((system) => rules.request(stateOf(system), { slot: "preview" }));
  worker().answer({});
  worker().answer({});
  assert.deepEqual(systemsAsked(worker()), ["a", "c"]);
  assert.deepEqual((await Promise.all(answers)).map(codeOf), ["ok", "superseded", "ok"]);
});

test("slots do not supersede each other, and a newer question keeps the place in the queue", () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  rules.request(stateOf("busy"));
  rules.request(stateOf("a1"), { slot: "a" });
  rules.request(stateOf("b1"), { slot: "b" });
  rules.request(stateOf("a2"), { slot: "a" });
  for (let i = 0; i < 3; i += 1) worker().answer({});
  assert.deepEqual(systemsAsked(worker()), ["busy", "a2", "b1"]);
});

test("a worker that dies is replaced and asked again", async () => {
  const { rules, workers, worker, statuses } = setUp();
  worker().becomeReady();
  const first = rules.request(stateOf("a"));
  const second = rules.request(stateOf("b"));
  worker().die("out of memory");
  assert.equal(workers[0]?.terminated, true);
  assert.equal(rules.status.state, "restarting");
  assert.equal(rules.status.message, "out of memory");
  worker().becomeReady();
  worker().answer({});
  worker().answer({});
  assert.deepEqual(systemsAsked(worker()), ["a", "b"]);
  assert.deepEqual((await Promise.all([first, second])).map(codeOf), ["ok", "ok"]);
  assert.deepEqual(
    statuses.map(({ state }) => state),
    ["ready", "restarting", "ready"],
  );
});

test("a worker that hangs is replaced and asked again", async () => {
  const { rules, clock, workers, worker } = setUp({ hangMillis: 1000 });
  worker().becomeReady();
  const answer = rules.request(stateOf("a"));
  clock.pass(999);
  assert.equal(workers.length, 1);
  clock.pass(1);
  assert.equal(workers.length, 2);
  worker().becomeReady();
  worker().answer({});
  assert.equal(codeOf(await answer), "ok");
});

test("an idle worker is never taken for a hanging one", () => {
  const { rules, clock, workers, worker } = setUp({ hangMillis: 1000 });
  worker().becomeReady();
  rules.request(stateOf("a"));
  worker().answer({});
  clock.pass(1_000_000);
  assert.equal(workers.length, 1);
});

test("a question that breaks every worker gets a problem, and the next one is still answered", async () => {
  const { rules, workers, worker } = setUp({ maxRestarts: 2 });
  const bad = rules.request(stateOf("bad"));
  const good = rules.request(stateOf("good"));
  for (let i = 0; i < 3; i += 1) {
    worker().becomeReady();
    worker().die("broken");
  }
  assert.equal(codeOf(await bad), "worker_failed");
  assert.equal(workers.length, 4);
  worker().becomeReady();
  worker().answer({});
  assert.equal(codeOf(await good), "ok");
});

test("what cannot be written as JSON gets a problem, and the next question is answered", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  /** @type {any} */
  const round = { op: "state", system: "a" };
  round.mover = round;
  for (const unfit of [undefined, { op: "state", system: 10n }, round]) {
    const reply = await rules.request(/** @type {any} */ (unfit));
    assert.equal(reply.ok, false);
    assert.equal(!reply.ok && reply.problem.code, "json_invalid");
  }
  const next = rules.request(stateOf("b"));
  worker().answer({ state: "b" });
  assert.equal((await next).ok, true);
});

test("a missing folder of the runtime is named", () => {
  const { rules } = setUp({ runtimeUrl: /** @type {any} */ (undefined) });
  assert.match(rules.status.message, /runtimeUrl is not given/);
});

test("of a worker that does not load it is said what its server does", async () => {
  const wasm = { headers: { "content-type": "application/wasm" } };
  for (const [answer, said] of /** @type {[() => Promise<Response>, RegExp][]} */ ([
    [
      async () => new Response("", { headers: { "content-type": "text/plain; charset=utf-8" } }),
      /worker\.js came as text\/plain; have the server send files that end in \.js as text\/javascript/,
    ],
    [async () => new Response(new Uint8Array(), wasm), /worker\.js came as application\/wasm/],
    [async () => new Response(new Uint8Array()), /worker\.js came without a type/],
    [async () => new Response("", { status: 404 }), /worker\.js: the server answers 404/],
    [() => Promise.reject(new Error("offline")), /worker\.js could not be fetched/],
    [
      async () => new Response("", { headers: { "content-type": "text/javascript" } }),
      /the worker could not be loaded from https:\/\/here\.example\/worker\.js/,
    ],
  ])) {
    const { rules, worker } = setUp({ workerUrl: "https://here.example/worker.js", fetch: answer });
    worker().die("");
    await new Promise((resolve) => setTimeout(resolve));
    assert.match(rules.status.message, said);
    assert.equal(rules.status.state, "restarting");
  }
});

test("when the worker cannot be started, every question gets a problem, until a restart", async () => {
  const { rules, workers, worker } = setUp({ maxRestarts: 1 });
  const early = rules.request(stateOf("a"));
  worker().say({ type: "failed", step: "runtime", message: "offline" });
  worker().say({ type: "failed", step: "runtime", message: "offline" });
  assert.equal(rules.status.state, "failed");
  assert.equal(rules.status.message, "offline");
  assert.equal(codeOf(await early), "worker_failed");
  assert.equal(codeOf(await rules.request(stateOf("b"))), "worker_failed");
  assert.equal(workers.length, 2);

  rules.restart();
  const late = rules.request(stateOf("c"));
  worker().becomeReady();
  worker().answer({});
  assert.equal(codeOf(await late), "ok");
});

test("a start that stalls is tried again, but slow progress is not stalling", () => {
  const { clock, workers, worker } = setUp({ startMillis: 1000 });
  clock.pass(900);
  worker().say({ type: "loading", step: "pydantic", share: 0.5 });
  clock.pass(900);
  assert.equal(workers.length, 1);
  clock.pass(100);
  assert.equal(workers.length, 2);
});

test("a worker that does not say its first word is replaced soon; the last has the time of a slow network", async () => {
  const { rules, clock, workers, worker } = setUp({ startMillis: 60_000, maxRestarts: 2 });
  const answer = rules.request(stateOf("a"));
  clock.pass(2000);
  assert.deepEqual([workers.length, workers[0]?.terminated], [2, true]);
  assert.match(rules.status.message, /said nothing/);
  worker().say({ type: "loading", step: "runtime", share: 0 });
  clock.pass(59_000);
  assert.equal(workers.length, 2);
  worker().becomeReady();
  worker().answer({});
  assert.equal(codeOf(await answer), "ok");

  rules.restart();
  clock.pass(2000);
  clock.pass(2000);
  clock.pass(59_000);
  assert.deepEqual([workers.length, rules.status.state], [5, "restarting"]);
  clock.pass(1000);
  assert.equal(rules.status.state, "failed");
  assert.match(rules.status.message, /said nothing/);
});

test("no worker at all is a failure, not an exception", async () => {
  const { rules } = setUp({
    createWorker: () => {
      throw new Error("blocked");
    },
  });
  assert.equal(rules.status.state, "failed");
  assert.equal(codeOf(await rules.request(stateOf("a"))), "worker_failed");
});

test("a worker from another origin is one line of the page's own that imports it", async () => {
  /** @type {[string, object][]} */
  const made = [];
  const { Worker, location } = /** @type {any} */ (globalThis);
  const { createObjectURL } = URL;
  /** @type {Promise<string> | undefined} */
  let line;
  URL.createObjectURL = (/** @type {any} */ blob) => {
    line = blob.text();
    return "blob:one";
  };
  Object.assign(globalThis, {
    location: new URL("https://game.example/play"),
    Worker: class {
      /**
       * @param {string | URL} url
       * @param {object} options
       */
      constructor(url, options) {
        made.push([String(url), options]);
      }
      addEventListener() {}
      postMessage() {}
      terminate() {}
    },
  });
  try {
    for (const workerUrl of ["./w.js", "https://game.example/w.js", "https://files.example/w.js"])
      createRulesClient({ workerUrl, runtimeUrl: "runtime/" }).dispose();
  } finally {
    Object.assign(globalThis, { Worker, location });
    URL.createObjectURL = createObjectURL;
  }
  const options = { type: "module", name: "" };
  assert.deepEqual(
    made,
    ["./w.js", "https://game.example/w.js", "blob:one"].map((url) => [url, options]),
  );
  assert.equal(await line, 'import "https://files.example/w.js";');
});

test("what a replaced worker still says is not heard", async () => {
  const { rules, workers, worker } = setUp();
  worker().becomeReady();
  rules.request(stateOf("a"));
  worker().die("x");
  workers[0]?.answer({ late: true });
  workers[0]?.becomeReady();
  assert.equal(rules.status.state, "restarting");
});

test("an unreadable reply counts as a broken worker", () => {
  const { rules, workers, worker } = setUp();
  worker().becomeReady();
  rules.request(stateOf("a"));
  worker().say({ type: "reply", id: 1, text: "not JSON" });
  assert.equal(workers.length, 2);
});

test("a scene is sent once, then by ref, also when it comes as an equal object", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  for (const scene of [SCENE, SCENE, structuredClone(SCENE)]) {
    const answer = rules.request(destinationsIn(scene));
    worker().answer({ layers: [], scene_ref: "r1" });
    await answer;
  }
  assert.deepEqual(
    worker().questions.map(({ scene }) => scene),
    [SCENE, { ref: "r1" }, { ref: "r1" }],
  );
});

test("another scene is sent in full", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answer = rules.request(destinationsIn(SCENE));
  worker().answer({ scene_ref: "r1" });
  await answer;
  const other = { grid: { cols: 4, rows: 3 } };
  rules.request(destinationsIn(other));
  assert.deepEqual(worker().questions.at(-1)?.scene, other);
});

test("a scene the worker has forgotten is sent again, unseen by the caller", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  rules.request(destinationsIn(SCENE));
  worker().answer({ scene_ref: "r1" });
  const answer = rules.request(destinationsIn(SCENE));
  worker().refuse("scene_unknown");
  assert.deepEqual(worker().questions.at(-1)?.scene, SCENE);
  worker().answer({ scene_ref: "r1" });
  assert.equal(codeOf(await answer), "ok");
});

test("a new worker knows no scenes", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answer = rules.request(destinationsIn(SCENE));
  worker().answer({ scene_ref: "r1" });
  await answer;
  worker().die("x");
  worker().becomeReady();
  rules.request(destinationsIn(SCENE));
  assert.deepEqual(worker().questions.at(-1)?.scene, SCENE);
});

test("a scene the caller gives by ref is left alone, and so is its problem", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answer = rules.request(destinationsIn({ ref: "mine" }));
  worker().refuse("scene_unknown");
  assert.equal(codeOf(await answer), "scene_unknown");
});

test("an aborted question is answered at once and, if it still waits, never asked", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const first = new AbortController();
  const second = new AbortController();
  const asked = rules.request(stateOf("a"), { signal: first.signal });
  const waiting = rules.request(stateOf("b"), { signal: second.signal });
  first.abort();
  second.abort();
  assert.deepEqual((await Promise.all([asked, waiting])).map(codeOf), ["aborted", "aborted"]);
  worker().answer({});
  assert.deepEqual(systemsAsked(worker()), ["a"]);
  assert.equal(codeOf(await rules.request(stateOf("c"), { signal: first.signal })), "aborted");
});

test("disposing ends the worker and answers what is open", async () => {
  const { rules, worker } = setUp();
  worker().becomeReady();
  const answers = [rules.request(stateOf("a")), rules.request(stateOf("b"))];
  rules.dispose();
  assert.equal(worker().terminated, true);
  assert.deepEqual((await Promise.all(answers)).map(codeOf), ["disposed", "disposed"]);
  assert.equal(codeOf(await rules.request(stateOf("c"))), "disposed");
  rules.restart();
  assert.equal(rules.status.state, "disposed");
});

/** The browser's locks: a worker holds one until it is gone. */
class FakeLocks {
  /** @type {{lock: string, then: () => void}[]} */
  waiting = [];

  /** @type {any} */
  request = (
    /** @type {string} */ lock,
    /** @type {{signal: AbortSignal}} */ { signal },
    /** @type {() => void} */ then,
  ) => {
    this.waiting.push({ lock, then });
    return new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        this.waiting = this.waiting.filter((one) => one.then !== then);
        reject(signal.reason);
      });
    });
  };

  /** @param {string} lock */
  release(lock) {
    for (const one of this.waiting.filter((one) => one.lock === lock)) one.then();
  }
}

test("a worker that is gone without a word is replaced at once, and its question asked again", async () => {
  const locks = new FakeLocks();
  const { rules, worker, workers } = setUp({ locks });
  worker().say({ type: "living", lock: "first" });
  worker().becomeReady();
  const reply = rules.request(stateOf("a"));
  locks.release("first");
  assert.equal(workers.length, 2);
  assert.deepEqual(locks.waiting, []);
  worker().say({ type: "living", lock: "second" });
  worker().becomeReady();
  worker().answer({ n: 1 });
  assert.deepEqual(await reply, { ok: true, value: { n: 1 } });
  rules.dispose();
  locks.release("second");
  assert.equal(workers.length, 2);
});
