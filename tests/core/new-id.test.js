import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../web/core/new-id.js";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Run with a source of chance that gives the same byte for ever, and has nothing else. @param {number} byte @param {() => void} run */
const withChance = (byte, run) => {
  const known = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(globalThis, "crypto"));
  const getRandomValues = (/** @type {Uint8Array} */ bytes) => bytes.fill(byte);
  Object.defineProperty(globalThis, "crypto", { configurable: true, value: { getRandomValues } });
  try {
    run();
  } finally {
    Object.defineProperty(globalThis, "crypto", known);
  }
};

test("ids have the form of a UUID of version 4", () => {
  for (let count = 0; count < 100; count += 1) assert.match(newId(), UUID_V4);
});

test("ids differ", () => {
  const ids = Array.from({ length: 1000 }, newId);
  assert.equal(new Set(ids).size, ids.length);
});

test("a page at an insecure origin has ids too: only getRandomValues is asked", () => {
  withChance(0x00, () => assert.equal(newId(), "00000000-0000-4000-8000-000000000000"));
  withChance(0xff, () => assert.equal(newId(), "ffffffff-ffff-4fff-bfff-ffffffffffff"));
});
