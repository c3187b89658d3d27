/**
 * A worker and a clock in the hands of a test.
 */

/** @import { PageMessage, WorkerMessage } from "../../web/core/messages.js" */

export class FakeWorker {
  /** @type {PageMessage[]} What the page has said. */
  said = [];
  terminated = false;
  /** @type {Record<string, ((event: any) => void)[]>} */
  #listeners = {};

  /** @param {PageMessage} message */
  postMessage(message) {
    this.said.push(message);
  }

  /**
   * @param {string} type
   * @param {(event: any) => void} listener
   */
  addEventListener(type, listener) {
    this.#listeners[type] = [...(this.#listeners[type] ?? []), listener];
  }

  terminate() {
    this.terminated = true;
  }

  /** @param {WorkerMessage} message */
  say(message) {
    for (const listener of this.#listeners.message ?? []) listener({ data: message });
  }

  /** @param {string} message */
  die(message) {
    for (const listener of this.#listeners.error ?? []) listener({ message });
  }

  becomeReady(because = "") {
    this.say({ type: "ready", versions: { pyodide: "1", footwork: "1" }, millis: 1, because });
  }

  /** The questions it was asked, parsed. */
  get questions() {
    return this.said.flatMap((message) =>
      message.type === "request" ? [{ id: message.id, ...JSON.parse(message.text) }] : [],
    );
  }

  /**
   * Answer the newest question.
   *
   * @param {object} value
   */
  answer(value) {
    this.#reply({ ok: true, value });
  }

  /**
   * Answer the newest question with a problem.
   *
   * @param {string} code
   */
  refuse(code) {
    this.#reply({ ok: false, problem: { code, message: "", path: "", remedy: "" } });
  }

  /** @param {object} reply */
  #reply(reply) {
    this.say({ type: "reply", id: this.questions.at(-1).id, text: JSON.stringify(reply) });
  }
}

/** Timers that run when the test says so. */
export class FakeClock {
  /** @type {Map<number, {run: () => void, at: number}>} */
  #timers = new Map();
  #now = 0;
  #lastId = 0;

  /** @type {(run: () => void, millis: number) => number} */
  setTimeout = (run, millis) => {
    this.#lastId += 1;
    this.#timers.set(this.#lastId, { run, at: this.#now + millis });
    return this.#lastId;
  };

  /** @type {(timer: number) => void} */
  clearTimeout = (timer) => {
    this.#timers.delete(timer);
  };

  /** @param {number} millis */
  pass(millis) {
    this.#now += millis;
    for (const [id, { run, at }] of [...this.#timers]) {
      if (at > this.#now) continue;
      this.#timers.delete(id);
      run();
    }
  }
}
