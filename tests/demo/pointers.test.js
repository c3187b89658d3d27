import assert from "node:assert/strict";
import { test } from "node:test";
import { listenToPointers } from "../../web/demo/board/pointers.js";

/** A board on which everything is a token, and a hand on it. */
const setUp = () => {
  const element = Object.assign(new EventTarget(), { setPointerCapture: () => {} });
  const window = Object.assign(new EventTarget(), { setTimeout });
  const frames = { requestAnimationFrame: () => 0 };
  Object.assign(globalThis, { window, Element: class {}, SVGElement: class {}, ...frames });
  /** @type {string[]} */
  const done = [];
  let token = "";
  const drag = {
    held: () => (token ? { token } : null),
    moveTo: () => done.push("moved"),
    addWaypoint: () => done.push("waypoint"),
    drop: () => {
      done.push("dropped");
      token = "";
    },
    cancel: () => {
      done.push("put back");
      token = "";
    },
  };
  const pickUp = () => {
    token = "jenny";
    return true;
  };
  const ignored = () => {};
  const board = {
    ...{ element, push: () => false, pan: ignored, follow: ignored },
    ...{ placeAtPoint: () => ({ col: 0, row: 0 }), walkerAt: () => "jenny" },
  };
  const callbacks = { onPress: ignored, onDoor: ignored, onTap: ignored, onHover: ignored, onRest: ignored };
  const places = { tokenOf: ignored, chosen: ignored, placed: (/** @type {any} */ place) => place };
  listenToPointers(/** @type {any} */ ({ board, drag, pickUp, ...places, ...callbacks }));
  const send = (/** @type {string} */ kind, /** @type {object} */ change = {}) =>
    element.dispatchEvent(
      Object.assign(new Event(kind), {
        ...{ pointerId: 1, pointerType: "mouse", button: 0, buttons: 1, ctrlKey: false },
        ...{ clientX: 0, clientY: 0, ...change },
      }),
    );
  return { send, window, done, isHeld: () => token !== "" };
};

/** @type {[string, (hand: ReturnType<typeof setUp>) => void][]} */
const LOSSES = [
  ["a move without a button", ({ send }) => send("pointermove", { clientX: 90, buttons: 0 })],
  ["lost capture", ({ send }) => send("lostpointercapture")],
  ["a cancelled pointer", ({ send }) => send("pointercancel")],
  ["a window that loses the focus", ({ window }) => window.dispatchEvent(new Event("blur"))],
];

for (const [what, lose] of LOSSES) {
  test(`${what} puts a token back whose release was not heard`, () => {
    const hand = setUp();
    hand.send("pointerdown");
    hand.send("pointermove", { clientX: 50 });
    assert.ok(hand.isHeld());
    lose(hand);
    assert.deepEqual(hand.done.slice(-1), ["put back"]);
    hand.send("pointermove", { clientX: 99, buttons: 0 });
    hand.send("pointerdown", { clientX: 99 });
    hand.send("pointerup", { clientX: 99, buttons: 0 });
    assert.ok(!hand.done.includes("dropped"));
  });
}

test("a token is carried on without a button after a waypoint, and dropped at the next press", () => {
  const hand = setUp();
  hand.send("pointerdown");
  hand.send("pointermove", { clientX: 50 });
  hand.send("pointerup", { clientX: 50, buttons: 0, ctrlKey: true });
  hand.send("lostpointercapture");
  hand.send("pointermove", { clientX: 90, buttons: 0 });
  assert.deepEqual([hand.done.at(-1), hand.isHeld()], ["moved", true]);
  hand.send("pointerdown", { clientX: 90 });
  hand.send("pointerup", { clientX: 90, buttons: 0 });
  assert.equal(hand.done.at(-1), "dropped");
});
