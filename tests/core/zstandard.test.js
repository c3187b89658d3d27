import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { unpack } from "../../web/core/zstandard.js";

const DECODER = new URL("../../build/runtime/zstd.wasm", import.meta.url);
const options = { skip: existsSync(DECODER) ? false : "the runtime is not built" };

/** "abcabc": a frame that tells its size, and in it one block as it is. */
const PACKED = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 6, 0x31, 0, 0, 97, 98, 99, 97, 98, 99);

const decoder = async () => WebAssembly.compile(readFileSync(DECODER));

test("what was packed comes out again", options, async () => {
  const found = await unpack(await decoder(), PACKED, 6);
  assert.equal(new TextDecoder().decode(found ?? new Uint8Array()), "abcabc");
});

test("what is cut, is no Zstandard or has another size is nothing", options, async () => {
  const module = await decoder();
  assert.equal(await unpack(module, PACKED.subarray(0, 12), 6), null);
  assert.equal(await unpack(module, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 6), null);
  assert.equal(await unpack(module, PACKED, 5), null);
  assert.equal(await unpack(module, PACKED, 7), null);
});
