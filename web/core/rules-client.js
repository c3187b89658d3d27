/**
 * The page's side of the rules worker: asks, keeps order, and survives a worker that dies or hangs.
 *
 * One question is with the worker at a time; the others wait here. So a newer question can replace one that
 * still waits in the same slot, and it is always known which question a worker broke on. A promise for an
 * answer always resolves, if need be to a problem reply of this module.
 *
 * Life of a worker: created, at once or for the first question -> `start` sent -> a first word at once -> loading
 * messages -> ready -> questions, until it fails. Then it is terminated and a new one created, and the question it had
 * is asked again, up to `maxRestarts` times. Questions carry all there is to know, so that a new worker answers them
 * like the old one.
 *
 * @import { LoadingStep, PageMessage, ReadyMessage } from "./messages.js"
 * @import {
 *   ApplyReply, DescribeReply, DestinationsReply, PlanReply, ProblemReply, Protocol, Scene, StateReply
 * } from "./protocol.js"
 */

import { ABORTED, DISPOSED, SUPERSEDED, unwritable, workerFailed } from "./client-problems.js";
import { readWorkerMessage } from "./messages.js";
import { isElsewhere, newModuleWorker } from "./module-worker.js";
import { SceneRefs } from "./scene-refs.js";
import { wrongWith } from "./served.js";

/** @typedef {Protocol["request"]} Request */

/**
 * @typedef {object} Replies  The reply to each operation.
 * @property {DescribeReply} describe
 * @property {StateReply} state
 * @property {DestinationsReply} destinations
 * @property {PlanReply} plan
 * @property {ApplyReply} apply
 */

/** @typedef {Replies[keyof Replies] | ProblemReply} AnyReply */

/**
 * @typedef {object} Status  What the worker is doing.
 * @property {"waiting" | "loading" | "ready" | "restarting" | "failed" | "disposed"} state  Waiting: for the first question.
 * @property {LoadingStep | null} step  What is being loaded, while it is.
 * @property {number} share  How much of the loading is done, 0 to 1.
 * @property {string} message  Why it is restarting or has failed; else empty.
 * @property {ReadyMessage["versions"] | null} versions  What runs, once it is ready.
 * @property {string} [because]  Why it took longer to get ready than usual, if it did.
 */

/**
 * @typedef {object} WorkerLike  What is used of a worker, so that tests can put in their own.
 * @property {(message: PageMessage) => void} postMessage
 * @property {(type: "message" | "error" | "messageerror", listener: (event: any) => void) => void} addEventListener
 * @property {() => void} terminate
 */

/**
 * @typedef {object} Settings
 * @property {string | URL} runtimeUrl  The folder of the runtime; relative addresses start from the worker's own.
 * @property {string | URL} [workerUrl]  The module of the worker; or else:
 * @property {() => WorkerLike} [createWorker]  Makes a worker.
 * @property {(address: string) => Promise<Response>} [fetch]  Asks how the server sends a worker that does not load.
 * @property {readonly import("./messages.js").ForeignSystem[]} [systems]  Game systems to load besides; addresses are whole.
 * @property {boolean} [startsWhenAsked]  Whether the worker starts with the first question, not at once.
 * @property {(status: Status) => void} [onStatus]  Told at each change.
 * @property {number} [hangMillis]  How long an answer may take before the worker counts as hanging.
 * @property {number} [wordMillis]  How long it may say nothing at all, while others can still be tried; in Firefox one now and then never speaks.
 * @property {number} [startMillis]  Likewise between two messages while it loads; networks may be slow.
 * @property {number} [maxRestarts]  How often a question is asked again, or a start tried again, in a row.
 * @property {(run: () => void, millis: number) => unknown} [setTimeout]
 * @property {(timer: any) => void} [clearTimeout]
 * @property {Pick<LockManager, "request">} [locks]  Tells when a worker is gone; only a page that is served safely has it.
 */

/**
 * @typedef {object} Asking
 * @property {string} [slot]  Of questions waiting in one slot only the newest is asked.
 * @property {AbortSignal} [signal]  Aborting it gives the problem `aborted` at once.
 */

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {Request} request
 * @property {string | null} slot
 * @property {boolean} byRef  Whether its scene was last sent as a ref.
 * @property {number} failures  How many workers broke on it.
 * @property {(reply: AnyReply) => void} settle
 */

/** A client with a worker that starts at once, or when it is asked. @param {Settings} settings */
export function createRulesClient(settings) {
  return new RulesClient(settings);
}

class RulesClient {
  #settings;
  /** @type {WorkerLike | null} */
  #worker = null;
  /** @type {Status} */
  #status = { state: "waiting", step: null, share: 0, message: "", versions: null };
  /** @type {Question[]} The questions to ask next, in order. */
  #waiting = [];
  /** @type {Question | null} The question that the worker has. */
  #asked = null;
  #scenes = new SceneRefs();
  #lastId = 0;
  /** How many workers in a row failed before answering anything. */
  #failures = 0;
  #isSlowStartTold = false;
  /** @type {unknown} */
  #timer;
  /** Ends the wait for the lock of a worker that is let go of. @type {AbortController | null} */
  #vigil = null;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = {
      createWorker: () => workerOf(settings.workerUrl),
      startsWhenAsked: false,
      onStatus: /** @type {NonNullable<Settings["onStatus"]>} */ (() => {}),
      hangMillis: 10_000,
      wordMillis: 2_000,
      startMillis: 60_000,
      maxRestarts: 2,
      setTimeout: /** @type {NonNullable<Settings["setTimeout"]>} */ (
        (run, millis) => globalThis.setTimeout(run, millis)
      ),
      clearTimeout: /** @type {NonNullable<Settings["clearTimeout"]>} */ (
        (timer) => globalThis.clearTimeout(timer)
      ),
      locks: globalThis.navigator?.locks,
      ...settings,
    };
    if (!this.#settings.startsWhenAsked) this.start();
  }

  /** What the worker is doing. */
  get status() {
    return this.#status;
  }

  /**
   * Ask; `request.scene` may be given in full each time, it is sent only when the worker does not know it.
   *
   * Besides the problems of the rules themselves, the reply can be one of `superseded` (a newer question took
   * its slot), `aborted`, `worker_failed`, `disposed`, and `json_invalid` for what cannot be written as JSON.
   *
   * @template {keyof Replies} Op
   * @param {Extract<Request, {op: Op}>} request
   * @param {Asking} [asking]
   * @returns {Promise<Replies[Op] | ProblemReply>}
   */
  request(request, { slot, signal } = {}) {
    return new Promise((resolve) => {
      this.#lastId += 1;
      /** @type {Question} */
      const question = {
        id: this.#lastId,
        request,
        slot: slot ?? null,
        byRef: false,
        failures: 0,
        settle: /** @type {Question["settle"]} */ (resolve),
      };
      if (this.#status.state === "disposed") return question.settle(DISPOSED);
      if (this.#status.state === "failed") return question.settle(workerFailed(this.#status.message));
      if (signal?.aborted) return question.settle(ABORTED);
      signal?.addEventListener("abort", () => this.#abort(question), { once: true });
      this.#enqueue(question);
      this.start();
      this.#askNext();
    });
  }

  /** Start the worker, if it was not yet. */
  start() {
    if (this.#status.state !== "waiting") return;
    this.#status = { ...this.#status, state: "loading", step: "runtime" };
    this.#start();
  }

  /** Start a new worker now, also after a failure; open questions go to it. */
  restart() {
    if (this.#status.state === "disposed") return;
    this.#failures = 0;
    this.#renewWorker("restarted by the page");
  }

  /** End the worker and answer all open questions with the problem `disposed`. */
  dispose() {
    this.#dropWorker();
    this.#setStatus({ state: "disposed", step: null, share: 0, message: "", versions: null });
    this.#settleAll(DISPOSED);
  }

  /** @param {Question} question */
  #enqueue(question) {
    const { slot } = question;
    const at = slot === null ? -1 : this.#waiting.findIndex((other) => other.slot === slot);
    const superseded = this.#waiting[at];
    if (superseded) {
      // The newer question keeps the older one's place, so that a slot asked all the time gets its turn.
      this.#waiting[at] = question;
      superseded.settle(SUPERSEDED);
    } else {
      this.#waiting.push(question);
    }
  }

  #askNext() {
    if (this.#asked || this.#status.state !== "ready") return;
    const question = this.#waiting.shift();
    if (question) this.#ask(question);
  }

  /** @param {Question} question */
  #ask(question) {
    let text;
    try {
      ({ text, byRef: question.byRef } = this.#compose(question.request));
    } catch (error) {
      this.#asked = null;
      question.settle(unwritable(error));
      this.#askNext();
      return;
    }
    this.#asked = question;
    this.#watch(this.#settings.hangMillis, "gave no answer in time");
    this.#worker?.postMessage({ type: "request", id: question.id, text });
  }

  /** The text of a question, with its scene by ref where the worker knows it. @param {Request} request */
  #compose(request) {
    const scene = inlineScene(request);
    if (!scene) return { text: JSON.stringify(request), byRef: false };
    const ref = this.#scenes.refOf(scene, viewOf(request));
    // The text of a scene is kept; put in as it is, a large scene is written out once and not for each question.
    const sceneText = ref ? JSON.stringify({ ref }) : this.#scenes.textOf(scene);
    const rest = JSON.stringify({ ...request, scene: undefined });
    return { text: `${rest.slice(0, -1)},"scene":${sceneText}}`, byRef: ref !== undefined };
  }

  /** @param {Question} question */
  #abort(question) {
    this.#waiting = this.#waiting.filter((other) => other !== question);
    // A question the worker has goes on there; its answer comes too late for anybody.
    question.settle(ABORTED);
  }

  #start() {
    try {
      const { runtimeUrl, systems } = this.#settings;
      if (runtimeUrl === undefined)
        throw new Error("settings: runtimeUrl is not given; give the folder of the runtime");
      const worker = this.#settings.createWorker();
      this.#worker = worker;
      worker.addEventListener("message", (event) => {
        if (worker === this.#worker) this.#receive(event.data);
      });
      worker.addEventListener("error", (event) => {
        event.preventDefault?.();
        if (worker === this.#worker) this.#mourn(worker, event.message);
      });
      worker.addEventListener("messageerror", () => {
        if (worker === this.#worker) this.#recover("a message of the worker could not be read");
      });
      const { wordMillis, startMillis, maxRestarts } = this.#settings;
      // The last has all the time that its own file may need to get here.
      const millis = this.#failures < maxRestarts ? Math.min(wordMillis, startMillis) : startMillis;
      this.#watch(millis, "said nothing after its start");
      const start = { type: /** @type {const} */ ("start"), runtimeUrl: String(runtimeUrl) };
      worker.postMessage(systems ? { ...start, systems } : start);
    } catch (error) {
      this.#fail(`no worker could be started: ${error}`);
    }
  }

  /** @param {unknown} data */
  #receive(data) {
    const message = readWorkerMessage(data);
    if (message?.type === "loading") {
      this.#watch(this.#settings.startMillis, "did not load in time");
      this.#setStatus({ ...this.#status, step: message.step, share: message.share });
    } else if (message?.type === "ready") {
      this.#unwatch();
      const { versions, because } = message;
      this.#tellSlowStart(because);
      this.#setStatus({ state: "ready", step: null, share: 1, message: "", versions, because });
      this.#askNext();
    } else if (message?.type === "failed") {
      this.#recover(message.message);
    } else if (message?.type === "living") {
      this.#watchOver(message.lock);
    } else if (message?.type === "reply" && message.id === this.#asked?.id) {
      this.#takeReply(this.#asked, message.text);
    }
  }

  /** Take the worker for dead as soon as the browser gives its lock away. @param {string} lock */
  #watchOver(lock) {
    this.#vigil?.abort();
    const vigil = new AbortController();
    this.#vigil = vigil;
    const { signal } = vigil;
    this.#settings.locks
      ?.request(lock, { signal }, () => {
        if (vigil === this.#vigil) this.#recover("the worker is gone");
      })
      .catch((error) => {
        if (!signal.aborted) throw error;
      });
  }

  /**
   * Say in the console, once, that the rules started slowly. People could not mend it.
   *
   * @param {string} because  Empty if they did not.
   */
  #tellSlowStart(because) {
    if (because === "" || this.#isSlowStartTold) return;
    this.#isSlowStartTold = true;
    // biome-ignore lint/suspicious/noConsole: where those look who serve the page
    console.info(`Footwork started its rules slowly, without the memory snapshot: ${because}`);
  }

  /**
   * @param {Question} question
   * @param {string} text
   */
  #takeReply(question, text) {
    const reply = readReply(text);
    if (!reply) {
      this.#recover("a reply of the worker could not be read");
      return;
    }
    const scene = inlineScene(question.request);
    if (scene && !reply.ok && reply.problem.code === "scene_unknown" && question.byRef) {
      this.#scenes.forget(scene, viewOf(question.request));
      this.#ask(question);
      return;
    }
    if (scene && reply.ok && "scene_ref" in reply.value && reply.value.scene_ref) {
      this.#scenes.learn(scene, reply.value.scene_ref, viewOf(question.request));
    }
    this.#unwatch();
    this.#failures = 0;
    this.#asked = null;
    question.settle(reply);
    this.#askNext();
  }

  /**
   * Replace a worker that broke. Why one could not be loaded no browser tells; its server may.
   *
   * @param {WorkerLike} worker
   * @param {string} reason
   */
  async #mourn(worker, reason) {
    const { workerUrl, fetch } = this.#settings;
    if (reason) return this.#recover(reason);
    const wrong = workerUrl === undefined ? null : await wrongWith(String(workerUrl), fetch);
    if (worker === this.#worker) this.#recover(wrong ?? notLoaded(workerUrl));
  }

  /** Replace a worker that broke, unless too many broke in a row. @param {string} reason */
  #recover(reason) {
    this.#failures += 1;
    if (this.#asked) this.#asked.failures += 1;
    if (this.#asked && this.#asked.failures > this.#settings.maxRestarts) {
      // This question breaks every worker; the others shall not suffer for it.
      this.#asked.settle(workerFailed(reason));
      this.#asked = null;
      this.#failures = 0;
    }
    if (this.#failures > this.#settings.maxRestarts) this.#fail(reason);
    else this.#renewWorker(reason);
  }

  /** @param {string} reason */
  #renewWorker(reason) {
    this.#dropWorker();
    if (this.#asked) this.#waiting.unshift(this.#asked);
    this.#asked = null;
    this.#setStatus({ state: "restarting", step: "runtime", share: 0, message: reason, versions: null });
    // Whoever was told may have disposed of the client.
    if (this.#status.state === "restarting") this.#start();
  }

  /** @param {string} reason */
  #fail(reason) {
    this.#dropWorker();
    this.#setStatus({ state: "failed", step: null, share: 0, message: reason, versions: null });
    this.#settleAll(workerFailed(reason));
  }

  #dropWorker() {
    this.#unwatch();
    this.#vigil?.abort();
    this.#vigil = null;
    this.#worker?.terminate();
    this.#worker = null;
    this.#scenes.clear();
  }

  /** @param {ProblemReply} reply */
  #settleAll(reply) {
    const open = this.#asked ? [this.#asked, ...this.#waiting] : this.#waiting;
    this.#asked = null;
    this.#waiting = [];
    for (const question of open) question.settle(reply);
  }

  /**
   * Take the worker for hanging unless it is heard of in time.
   *
   * @param {number} millis
   * @param {string} reason
   */
  #watch(millis, reason) {
    this.#unwatch();
    this.#timer = this.#settings.setTimeout(() => this.#recover(`the worker ${reason}`), millis);
  }

  #unwatch() {
    if (this.#timer !== undefined) this.#settings.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @param {Status} status */
  #setStatus(status) {
    this.#status = status;
    this.#settings.onStatus(status);
  }
}

/** @typedef {ReturnType<typeof createRulesClient>} RulesClientType  A client, for the annotations of hosts. */

/**
 * @param {string} text
 * @returns {AnyReply | null}
 */
function readReply(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The scene of a request, if it is given in full.
 *
 * @param {Request} request
 * @returns {Scene | null}
 */
function inlineScene(request) {
  const scene = "scene" in request ? request.scene : null;
  return scene && "grid" in scene ? scene : null;
}

/** @type {(request: Request) => import("./scene-refs.js").View | undefined} */
const viewOf = (request) => ("view" in request ? request.view : undefined);

/** Browsers do not tell why a worker could not be loaded. @type {(url: string | URL | undefined) => string} */
const notLoaded = (url) => {
  if (url === undefined) return "the worker could not be loaded";
  const remedy = isElsewhere(url)
    ? `; have the page's Content Security Policy allow workers from blob: and scripts from ${new URL(url).origin}`
    : "";
  return `the worker could not be loaded from ${url}${remedy}`;
};

/**
 * @param {string | URL | undefined} url
 * @returns {WorkerLike}
 */
const workerOf = (url) => {
  if (url === undefined) throw new Error("settings: neither workerUrl nor createWorker is given; give one");
  return newModuleWorker(url);
};
