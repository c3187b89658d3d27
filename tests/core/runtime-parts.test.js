import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { RuntimeParts, readManifest } from "../../web/core/runtime-parts.js";

const FOLDER = new URL("http://host.test/runtime/");
// Hardly to be packed, so that it is many pieces on its way.
const CONTENT = new Uint8Array(3_000_000).map(
  (_, at) => Math.imul(at ^ (at >> 5), Math.imul(at, 40_503) | 1) >> 11,
);
const PACKED = gzipSync(CONTENT);
const MANIFEST = /** @type {any} */ ({
  parts: { "library.so": { file: "library.1.bin", bytes: PACKED.length, size: CONTENT.length } },
});

/** How many bytes of the file a server has been rid of. @type {(body: Uint8Array) => {fetch: any, sent: () => number}} */
const serverOf = (body) => {
  let sent = 0;
  const stream = new ReadableStream({
    pull: (controller) => {
      const piece = body.slice(sent, sent + 16_384);
      sent += piece.length;
      if (piece.length > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
  return { fetch: async () => new Response(stream), sent: () => sent };
};

/** @type {(isThere: () => boolean) => Promise<void>} */
const until = async (isThere) => {
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a part comes in and is unpacked before anybody asks for it", { timeout: 20_000 }, async () => {
  const server = serverOf(PACKED);
  let counted = 0;
  const parts = new RuntimeParts(FOLDER, MANIFEST, server.fetch, (bytes) => {
    counted += bytes;
  });
  parts.begin(["library.so"]);
  await until(() => server.sent() === PACKED.length && counted === PACKED.length);
  const content = new Uint8Array(await (await parts.open("library.so")).arrayBuffer());
  assert.deepEqual(content, CONTENT);
});

for (const [what, body, why] of /** @type {const} */ ([
  ["more than it should have", gzipSync(new Uint8Array(CONTENT.length + 1)), /more than 3000000 bytes/],
  ["less than it should have", gzipSync(CONTENT.subarray(1)), /2999999 bytes instead of 3000000/],
  ["only its beginning", PACKED.subarray(0, PACKED.length >> 1), /library\.so could not be had/],
])) {
  test(`a part that has ${what} is named, with its address and what to do`, { timeout: 20_000 }, async () => {
    const parts = new RuntimeParts(FOLDER, MANIFEST, serverOf(body).fetch, () => {});
    parts.begin(["library.so"]);
    await assert.rejects(parts.failed, (/** @type {Error} */ { message }) => {
      assert.match(message, why);
      assert.match(
        message,
        /library\.so could not be had from http:\/\/host\.test\/runtime\/library\.1\.bin/,
      );
      assert.match(message, /reload the page/);
      return true;
    });
    const left = await parts.open("library.so");
    await assert.rejects(left.arrayBuffer());
  });
}

for (const text of [
  "",
  "<!doctype html>",
  "null",
  "[]",
  '{"error": "try later"}',
  '{"parts": {}, "snapshot": {}}',
]) {
  test(`a start.json of ${JSON.stringify(text)} is refused by its address`, async () => {
    await assert.rejects(
      readManifest(FOLDER, async () => new Response(text)),
      /http:\/\/host\.test\/runtime\/start\.json is not what it should be; reload the page/,
    );
  });
}
