import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
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

/** A module of WebAssembly with nothing in it. */
const EMPTY = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);

/** The parts of a server that has a program as it is. @type {(body: Uint8Array<ArrayBuffer>, type: string) => {parts: RuntimeParts, counted: () => number}} */
const unpackedFrom = (body, type) => {
  let counted = 0;
  const part = { file: "program.1.wasm", bytes: EMPTY.length, size: EMPTY.length, integrity: "" };
  const parts = new RuntimeParts(
    FOLDER,
    /** @type {any} */ ({ parts: { "program.wasm": part } }),
    async () => new Response(body, { headers: { "content-type": type } }),
    (bytes) => {
      counted += bytes;
    },
  );
  return { parts, counted: () => counted };
};

for (const type of ["application/wasm", "application/wasm; charset=utf-8", "application/octet-stream"]) {
  test(`a program that comes as ${type} is compiled once`, async () => {
    const { parts, counted } = unpackedFrom(EMPTY, type);
    const compiled = parts.compiled("program.wasm");
    assert.equal(parts.compiled("program.wasm"), compiled);
    assert.ok((await compiled) instanceof WebAssembly.Module);
    assert.equal(counted(), EMPTY.length);
  });

  test(`a program that comes as ${type} and is none is named`, async () => {
    const { parts } = unpackedFrom(EMPTY.with(0, 1), type);
    const message = /program\.wasm could not be had from http:\/\/host\.test\/runtime\/program\.1\.wasm/;
    await assert.rejects(parts.compiled("program.wasm"), message);
    await assert.rejects(parts.failed, message);
  });
}

/** "abcabc", packed with Zstandard, and the part that unpacks it. */
const FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 6, 0x31, 0, 0, 97, 98, 99, 97, 98, 99);
const DECODER = new URL("../../build/runtime/zstd.wasm", import.meta.url);
const options = { skip: existsSync(DECODER) ? false : "the runtime is not built" };

/** @param {Uint8Array} frame  What the server has of the part that is told as `FRAME`. */
const partsOf = (frame) => {
  const decoder = readFileSync(DECODER);
  const manifest = /** @type {any} */ ({
    parts: {
      "plain.wasm": { file: "program.1.bin", bytes: 3, size: 3 },
      "program.wasm": { file: "program.2.bin", bytes: FRAME.length, size: 6 },
      "zstd.wasm": { file: "zstd.bin", bytes: decoder.length, size: decoder.length },
    },
  });
  /** @type {Record<string, Uint8Array>} */
  const files = { "zstd.bin": decoder, "program.1.bin": Uint8Array.of(1, 2, 3), "program.2.bin": frame };
  /** @type {any} */
  const fetch = async (/** @type {URL} */ address) =>
    new Response(/** @type {any} */ (files[String(address.pathname.split("/").at(-1))]));
  const open = async (name = "program.wasm") => {
    const parts = new RuntimeParts(FOLDER, manifest, fetch, () => {});
    return new Uint8Array(await (await parts.open(name)).arrayBuffer());
  };
  return { open };
};

test("a part is unpacked by how it begins", options, async () => {
  const { open } = partsOf(FRAME);
  assert.deepEqual(await open(), new TextEncoder().encode("abcabc"));
  assert.deepEqual(await open("plain.wasm"), Uint8Array.of(1, 2, 3));
});

for (const [what, frame, why] of /** @type {const} */ ([
  ["cut", FRAME.subarray(0, 12), /12 bytes instead of 15/],
  ["longer than told", Uint8Array.of(...FRAME, 1), /more than 15 bytes/],
  ["spoilt", FRAME.with(6, 0xff), /cannot be unpacked/],
])) {
  test(`a part packed with Zstandard that is ${what} is named`, options, async () => {
    await assert.rejects(partsOf(frame).open(), (/** @type {Error} */ { message }) => {
      assert.match(
        message,
        /program\.wasm could not be had from http:\/\/host\.test\/runtime\/program\.2\.bin/,
      );
      assert.match(message, why);
      return true;
    });
  });
}
