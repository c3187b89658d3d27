import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumBetween, exchangeTrampoline } from "../../web/core/snapshot.js";

test("the checksum is of what lies between the stretches, and of its order", () => {
  const memory = new Uint8Array(Uint32Array.from([1, 2, 3, 4]).buffer);
  const whole = checksumBetween(memory, [[8, 4]]);
  assert.equal(checksumBetween(new Uint8Array(Uint32Array.from([1, 2, 9, 4]).buffer), [[8, 4]]), whole);
  assert.notEqual(checksumBetween(new Uint8Array(Uint32Array.from([2, 1, 3, 4]).buffer), [[8, 4]]), whole);
});

test("a memory may end before the last stretches do", () => {
  const memory = new Uint8Array(Uint32Array.from([1, 2]).buffer);
  assert.equal(checksumBetween(memory, [[16, 8]]), checksumBetween(memory, []));
});

test("the function that Python calls C through is exchanged where the browser put it, and nothing else", () => {
  const words = Int32Array.from([0, 0, 0, 20, 0, 0, 0, 77, 0]);
  const module = {
    HEAPU8: new Uint8Array(words.buffer),
    __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: 12,
    __PyRuntime: 8,
  };
  assert.equal(exchangeTrampoline(module, 5), 77);
  assert.deepEqual([...words], [0, 0, 0, 20, 0, 0, 0, 5, 0]);
  assert.equal(exchangeTrampoline(module, 77), 5);
});
