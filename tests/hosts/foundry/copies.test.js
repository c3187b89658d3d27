import assert from "node:assert/strict";
import { test } from "node:test";
import { beginAnew } from "../../../web/hosts/foundry/copies.js";

/** What is changed of a token that is about to be made. @type {(turn: string | undefined, options: object) => object[]} */
const changed = (turn, options) => {
  /** @type {object[]} */
  const changes = [];
  const document = {
    getFlag: () => turn,
    updateSource: (/** @type {object} */ change) => changes.push(change),
  };
  beginAnew(document, {}, options);
  return changes;
};

test("a copy of a token begins a turn of its own", () => {
  assert.deepEqual(changed("a turn", {}), [{ "flags.footwork.turn": null }]);
  assert.deepEqual(changed(undefined, {}), []);
});

test("a token whose deletion is undone goes on with its turn", () => {
  assert.deepEqual(changed("a turn", { isUndo: true }), []);
  assert.deepEqual(changed("a turn", { keepId: true }), []);
});
