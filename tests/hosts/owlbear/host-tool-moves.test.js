import assert from "node:assert/strict";
import { test } from "node:test";
import { createHostToolMoves } from "../../../web/hosts/owlbear/host-tool-moves.js";

/** @type {(id: string, x: number, more?: object) => any} */
const token = (id, x, more = {}) => ({
  id,
  layer: "CHARACTER",
  position: { x, y: 0 },
  lastModifiedUserId: "me",
  ...more,
});

const made = () => {
  const hostToolMoves = createHostToolMoves({ user: () => "me" });
  hostToolMoves.learn([token("a", 0), token("b", 0), token("prop", 0, { layer: "PROP" })]);
  return hostToolMoves;
};

/** @param {{item: any, from: {x: number}}[]} moved */
const told = (moved) => moved.map(({ item, from }) => [item.id, from.x, item.position.x]);

test("own moves are judged once, with where they began", () => {
  const hostToolMoves = made();
  assert.deepEqual(told(hostToolMoves.see([token("a", 5), token("b", 7)])), [
    ["a", 0, 5],
    ["b", 0, 7],
  ]);
  assert.deepEqual(hostToolMoves.see([token("a", 5), token("b", 7)]), []);
});

test("what others moved, what is new and what is no token is only remembered", () => {
  const hostToolMoves = made();
  const seen = [
    token("a", 5, { lastModifiedUserId: "you" }),
    token("c", 3),
    token("prop", 9, { layer: "PROP" }),
  ];
  assert.deepEqual(hostToolMoves.see(seen), []);
  assert.deepEqual(told(hostToolMoves.see([token("a", 6), token("c", 4)])), [
    ["a", 5, 6],
    ["c", 3, 4],
  ]);
});

test("what this extension writes itself is not judged, however late it comes", () => {
  const hostToolMoves = made();
  hostToolMoves.expect("a", { x: 5, y: 0 });
  assert.deepEqual(hostToolMoves.see([token("a", 0), token("b", 0)]), []);
  assert.deepEqual(hostToolMoves.see([token("a", 5), token("b", 0)]), []);
  assert.deepEqual(told(hostToolMoves.see([token("a", 9), token("b", 0)])), [["a", 5, 9]]);
});

test("after a write that failed, moves are judged from where the token is", () => {
  const hostToolMoves = made();
  hostToolMoves.expect("a", { x: 5, y: 0 });
  hostToolMoves.forget("a", { x: 0, y: 0 });
  assert.deepEqual(told(hostToolMoves.see([token("a", 2)])), [["a", 0, 2]]);
});

test("who is carried by what moves goes along for nothing, whatever carries it", () => {
  const hostToolMoves = made();
  const rider = { attachedTo: "saddle" };
  const saddle = { layer: "ATTACHMENT", attachedTo: "a" };
  hostToolMoves.learn([token("a", 0), token("saddle", 0, saddle), token("b", 0, rider)]);
  const gone = [token("a", 5), token("saddle", 5, saddle), token("b", 5, rider)];
  assert.deepEqual(told(hostToolMoves.see(gone)), [["a", 0, 5]]);
  const cart = [token("prop", 5, { layer: "PROP" }), token("b", 9, { attachedTo: "prop" })];
  hostToolMoves.learn([token("prop", 0, { layer: "PROP" }), token("b", 4, { attachedTo: "prop" })]);
  assert.deepEqual(hostToolMoves.see(cart), []);
  // What does not go where the other goes has moved of its own.
  const aside = { attachedTo: "a", disableAttachmentBehavior: ["POSITION"] };
  hostToolMoves.learn([token("a", 0), token("b", 0, aside)]);
  assert.equal(hostToolMoves.see([token("a", 5), token("b", 5, aside)]).length, 2);
});

test("what is made larger or smaller has not moved, and its next move begins where it lies", () => {
  const hostToolMoves = made();
  const large = { scale: { x: 3, y: 3 } };
  assert.deepEqual(hostToolMoves.see([token("a", 5, large), token("b", 0)]), []);
  assert.deepEqual(told(hostToolMoves.see([token("a", 6, large), token("b", 0)])), [["a", 5, 6]]);
});
