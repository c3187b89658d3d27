/**
 * Measures, in a page, how long a worker takes from its creation to its first use.
 */

import { createRulesClient } from "../../web/core/rules-client.js";

const RUNTIME = new URL("../../build/runtime/", import.meta.url).href;

/**
 * Milliseconds from creating a rules worker to the answers to some questions.
 *
 * @param {import("../../web/core/rules-client.js").Request[]} requests
 */
export async function measureRules(requests) {
  const began = performance.now();
  const rules = createRulesClient({
    workerUrl: new URL("../../web/core/rules-worker.js", import.meta.url),
    runtimeUrl: RUNTIME,
    maxRestarts: 0,
  });
  const replies = await Promise.all(requests.map((request) => rules.request(request)));
  const millis = performance.now() - began;
  rules.dispose();
  for (const reply of replies) if (!reply.ok) throw new Error(JSON.stringify(reply.problem));
  return millis;
}

/** Milliseconds from creating a worker to the end of a bare `loadPyodide()` in it. */
export async function measureBare() {
  const began = performance.now();
  const worker = new Worker(new URL("bare-worker.js", import.meta.url), { type: "module" });
  await new Promise((resolve, reject) => {
    worker.addEventListener("message", resolve);
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
    worker.postMessage(RUNTIME);
  });
  const millis = performance.now() - began;
  worker.terminate();
  return millis;
}
