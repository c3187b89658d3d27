/**
 * Measures, in a page, how long a worker takes from its creation to its first use.
 */

import { createRulesClient } from "../../web/core/rules-client.js";

/**
 * Milliseconds from creating a rules worker to the answers to some questions.
 *
 * @param {string} runtimeUrl
 * @param {import("../../web/core/rules-client.js").Request[]} requests
 */
export async function measureRules(runtimeUrl, requests) {
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({ type: "longtask" });
  const began = performance.now();
  const rules = createRulesClient({
    workerUrl: new URL("../../web/core/rules-worker.js", import.meta.url),
    runtimeUrl,
    maxRestarts: 0,
  });
  const replies = await Promise.all(requests.map((request) => rules.request(request)));
  const millis = performance.now() - began;
  rules.dispose();
  observer.disconnect();
  for (const reply of replies) if (!reply.ok) throw new Error(JSON.stringify(reply.problem));
  return { millis, longest };
}

/**
 * Milliseconds from creating a worker to the end of a bare `loadPyodide()` in it.
 *
 * @param {string} runtimeUrl
 */
export async function measureBare(runtimeUrl) {
  const began = performance.now();
  const worker = new Worker(new URL("bare-worker.js", import.meta.url), { type: "module" });
  await new Promise((resolve, reject) => {
    worker.addEventListener("message", resolve);
    worker.addEventListener("error", (event) => reject(new Error(event.message)));
    worker.postMessage(runtimeUrl);
  });
  const millis = performance.now() - began;
  worker.terminate();
  return { millis, longest: 0 };
}
