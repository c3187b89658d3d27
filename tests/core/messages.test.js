import assert from "node:assert/strict";
import { test } from "node:test";

import { readPageMessage, readWorkerMessage } from "../../web/core/messages.js";

test("messages of the page are read, anything else is not", () => {
  const start = { type: "start", runtimeUrl: "runtime/" };
  const request = { type: "request", id: 1, text: "{}" };
  const more = { ...start, systems: [{ id: "stride", url: "/modules/stride.py" }] };
  assert.deepEqual([start, request, more].map(readPageMessage), [start, request, more]);
  for (const system of [{ id: "../stride", url: "/x" }, { id: "stride" }, "stride"])
    assert.equal(readPageMessage({ ...start, systems: [system] }), null);
  for (const other of [null, 7, "start", {}, { type: "start" }, { type: "request", id: "1", text: "{}" }]) {
    assert.equal(readPageMessage(other), null);
  }
});

test("messages of the worker are read, anything else is not", () => {
  const messages = [
    { type: "loading", step: "runtime", share: 0 },
    { type: "ready", versions: { pyodide: "1", footwork: "1" }, millis: 3, because: "" },
    { type: "failed", step: "rules", message: "x" },
    { type: "reply", id: 1, text: "{}" },
    { type: "living", lock: "x" },
  ];
  assert.deepEqual(messages.map(readWorkerMessage), messages);
  for (const other of [
    undefined,
    [],
    { type: "reply", id: Number.NaN, text: "" },
    { type: "loading" },
    { type: "living" },
  ]) {
    assert.equal(readWorkerMessage(other), null);
  }
});
