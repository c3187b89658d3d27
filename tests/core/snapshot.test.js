import assert from "node:assert/strict";
import { test } from "node:test";
import { checksumBetween, exchangeNear, exchangeTrampoline } from "../../web/core/snapshot.js";

const STRETCHES = /** @type {[number, number][]} */ ([
  [4096, 16],
  [65536, 8],
]);

/** @param {number[]} words */
const bodyOf = (words) =>
  new Uint8Array(Uint32Array.from([4096, 16, 65536, 8, ...words.map((word) => word >>> 0)]).buffer);

/** @param {Uint8Array} body */
const wordsOf = (body) => [...new Uint32Array(body.buffer)].slice(4);

test("what points near itself looks the same wherever it is, and everything else stays", () => {
  const body = bodyOf([4096 + 8, 1, 70000, 0xffffffff, 65536 + 8, 4100]);
  exchangeNear(body, STRETCHES);
  assert.deepEqual(wordsOf(body), [0x80000008, 1, 70000, 0xffffffff, 0x80000008, 4100]);
});

test("turned back, every word is what it was, also one that looks like a distance", () => {
  const words = [4096 - 512, 4100 + 511, 0x80000000, 0x7fffff00, 0x80000100, 65540 - 4];
  const body = bodyOf(words);
  exchangeNear(body, STRETCHES);
  assert.notDeepEqual(wordsOf(body), words);
  exchangeNear(body, STRETCHES);
  assert.deepEqual(wordsOf(body), words);
});

test("the checksum is of what lies between the stretches, and of its order", () => {
  const memory = new Uint8Array(Uint32Array.from([1, 2, 3, 4]).buffer);
  const whole = checksumBetween(memory, [[8, 4]]);
  assert.equal(checksumBetween(new Uint8Array(Uint32Array.from([1, 2, 9, 4]).buffer), [[8, 4]]), whole);
  assert.notEqual(checksumBetween(new Uint8Array(Uint32Array.from([2, 1, 3, 4]).buffer), [[8, 4]]), whole);
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
