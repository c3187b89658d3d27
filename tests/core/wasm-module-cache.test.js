import assert from "node:assert/strict";
import { test } from "node:test";
import { compilingOnce } from "../../web/core/wasm-module-cache.js";

const EMPTY = [0, 97, 115, 109, 1, 0, 0, 0];
/** A function of one number, without an answer. */
const OTHER = [...EMPTY, 1, 5, 1, 96, 1, 127, 0];

/** What a create sees of the constructor, while it runs. @param {number[][]} contents */
const madeWhile = async (contents) => {
  /** @type {WebAssembly.Module[]} */
  const made = [];
  const create = compilingOnce(async () => {
    for (const bytes of contents) made.push(new WebAssembly.Module(Uint8Array.from(bytes)));
    return /** @type {any} */ ({});
  });
  await create({ locateFile: (path) => path });
  return made;
};

test("what is short is compiled once while modules are made, and each thing for itself", async () => {
  const [empty, other, again] = await madeWhile([EMPTY, OTHER, EMPTY]);
  assert.equal(again, empty);
  assert.notEqual(other, empty);
  assert.ok(empty instanceof WebAssembly.Module);
});

test("what is long is compiled as ever", async () => {
  /** A section of two hundred and fifty bytes that means nothing. */
  const long = [...EMPTY, 0, 0xfa, 1, 1, 120, ...new Array(248).fill(0)];
  const [one, two] = await madeWhile([long, long]);
  assert.notEqual(one, two);
});

test("afterwards the constructor is the browser's own, also after a failure", async () => {
  const { Module } = WebAssembly;
  await madeWhile([EMPTY]);
  assert.equal(WebAssembly.Module, Module);
  const failing = compilingOnce(async () => {
    throw new Error("no");
  });
  await assert.rejects(failing({ locateFile: (path) => path }), /no/);
  assert.equal(WebAssembly.Module, Module);
});
