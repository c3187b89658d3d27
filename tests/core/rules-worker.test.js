import assert from "node:assert/strict";
import { test } from "node:test";

test("the first word comes after the one thing that Firefox may never come back from", async () => {
  /** @type {string[]} */
  const done = [];
  /** @type {(event: {data: unknown}) => void} */
  let hear = () => {};
  class Unpacker {
    constructor() {
      done.push("unpacker made");
    }
    addEventListener() {}
  }
  const failed = new Promise((resolve) => {
    Object.assign(globalThis, {
      Worker: Unpacker,
      location: { href: "https://nowhere.invalid/" },
      fetch: async () => new Response("", { status: 404 }),
      addEventListener: (/** @type {string} */ _, /** @type {typeof hear} */ listener) => {
        hear = listener;
      },
      postMessage: (/** @type {{type: string}} */ { type }) => {
        done.push(type);
        if (type === "failed") resolve(null);
      },
    });
  });
  await import("../../web/core/rules-worker.js");
  hear({ data: { type: "start", runtimeUrl: "runtime/" } });
  await failed;
  assert.deepEqual(done.slice(0, 2), ["unpacker made", "loading"]);
});
