/**
 * Mouse, pen and fingers on the board.
 *
 * One finger or button on a token drags it, on empty ground moves the map; two fingers zoom. While a token is
 * dragged a second finger, or letting go with Ctrl held, sets a waypoint; the other button or Escape cancels.
 * A tap on a token selects it, one on the ground asks about the way there; a long one, or one with Ctrl, about the way over it.
 *
 * @typedef {{x: number, y: number}} Point
 *
 * @typedef {object} Gesture
 * @property {"press" | "drag" | "carry" | "pan" | "pinch"} kind  press: on a token, not moved yet
 * @property {number} pointer
 * @property {string} token  empty: none
 * @property {Point} start
 * @property {number} since  when it began, in milliseconds
 *
 * @typedef {object} PointerSettings
 * @property {import("./view.js").Board} board
 * @property {import("../drag.js").Drag} drag
 * @property {(token: string) => boolean} pickUp  false: that token cannot be picked up now
 * @property {(token: string) => import("../../core/protocol.js").Token | undefined} tokenOf
 * @property {(place: import("../game.js").Place) => import("../game.js").Place} placed  on the storey that is shown
 * @property {(token: string) => void} onPress
 * @property {(door: string) => void} onDoor
 * @property {(place: import("../game.js").Place, isWaypoint: boolean) => void} onTap
 * @property {() => import("../../core/protocol.js").Token | undefined} chosen  the token that stands where the pointer is, if it went there
 * @property {(place: import("../game.js").Place | null) => void} onHover
 *
 * @typedef {object} HandState
 * @property {Map<number, Point>} down  the pointers that press
 * @property {Gesture | null} gesture
 * @property {ReturnType<typeof createEdgePan>} edgePan
 * @typedef {PointerSettings & HandState} Hand
 */

import { createEdgePan } from "./edge-pan.js";
import { sendTouchesAsPointers } from "./touch-pointers.js";

const SLOP = 4;
/** Fingers are not that exact. */
const TOUCH_SLOP = 9;
const TOUCH_REACH = 24;
/** How long a finger that sets a waypoint stays, in milliseconds. */
const LONG = 500;

/** @param {PointerSettings} settings */
export const listenToPointers = (settings) => {
  const { board, drag, onHover } = settings;
  const { element } = board;
  const edgePan = createEdgePan({
    push: board.push,
    onPushed: (point) => drag.held() && holdAt(hand, point),
  });
  /** @type {Hand} */
  const hand = { ...settings, edgePan, down: new Map(), gesture: null };

  sendTouchesAsPointers(element);
  element.addEventListener("pointerdown", (event) => press(hand, event));
  element.addEventListener("pointermove", (event) => move(hand, event));
  element.addEventListener("pointerup", (event) => release(hand, event));
  element.addEventListener("pointercancel", (event) => cancel(hand, event));
  element.addEventListener("pointerleave", () => onHover(null));
  element.addEventListener("wheel", (event) => wheel(hand, event), { passive: false });
  element.addEventListener("mousedown", (event) => {
    if (event.button === 2 && drag.held()) giveUp(hand);
  });
  element.addEventListener("contextmenu", (event) => {
    if (hand.gesture || drag.held() || event.target instanceof SVGElement) event.preventDefault();
  });
};

/** Let the token be over a point. @type {(hand: Hand, point: import("./viewport.js").WindowPoint) => void} */
const holdAt = (hand, point) => {
  const { board, drag, tokenOf, placed } = hand;
  drag.moveTo(placed(board.placeAtPoint(point.clientX, point.clientY, tokenOf(drag.held()?.token ?? ""))));
  board.follow(point);
};

/** The token is put down, one way or the other. @type {(hand: Hand) => void} */
const letGo = (hand) => {
  const { board, edgePan } = hand;
  hand.gesture = null;
  edgePan.follow(null);
  board.follow(null);
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const press = (hand, event) => {
  const { board, drag, onPress, down } = hand;
  if (hand.gesture?.kind === "carry") {
    down.set(event.pointerId, at(event));
    return;
  }
  if (event.button !== 0) return;
  const begun = { pointer: event.pointerId, start: at(event), since: event.timeStamp };
  down.set(event.pointerId, begun.start);
  if (hand.gesture?.kind === "drag") {
    drag.addWaypoint();
  } else if (down.size === 2) {
    hand.gesture = { ...begun, kind: "pinch", token: "" };
  } else if (down.size === 1) {
    const token = tokenAt(hand, event);
    // A finger that is told again stays with the board as it is.
    if (event.isTrusted) board.element.setPointerCapture(event.pointerId);
    const kind = token ? "press" : "pan";
    hand.gesture = { ...begun, kind, token };
    if (token) onPress(token);
  }
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const move = (hand, event) => {
  const { board, drag, chosen, onHover, down } = hand;
  const before = down.get(event.pointerId);
  if (before && hand.gesture?.kind === "pinch") pinch(hand, event);
  if (before) down.set(event.pointerId, at(event));
  if (!hand.gesture) {
    if (event.pointerType !== "touch") onHover(board.placeAtPoint(event.clientX, event.clientY, chosen()));
    return;
  }
  if (hand.gesture.kind !== "carry" && event.pointerId !== hand.gesture.pointer) return;
  const isOtherButton = (event.buttons & 2) !== 0;
  if (isOtherButton && drag.held()) return giveUp(hand);
  if (hand.gesture.kind === "press" && isFar(hand.gesture.start, event)) begin(hand, event, hand.gesture);
  if (hand.gesture?.kind === "pan" && before) board.pan(event.clientX - before.x, event.clientY - before.y);
  if (hand.gesture?.kind === "drag" || hand.gesture?.kind === "carry") carry(hand, event);
};

/** @type {(hand: Hand, event: PointerEvent, from: Gesture) => void} */
const begin = (hand, event, from) => {
  const { pickUp, onHover } = hand;
  onHover(null);
  hand.gesture = pickUp(from.token) ? { ...from, kind: "drag" } : null;
  if (hand.gesture) carry(hand, event);
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const carry = (hand, event) => {
  const { drag, edgePan } = hand;
  if (!drag.held()) {
    letGo(hand); // Escape or a reset put the token down
    return;
  }
  holdAt(hand, event);
  edgePan.follow(event);
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const release = (hand, event) => {
  const { drag, down } = hand;
  const began = down.get(event.pointerId);
  down.delete(event.pointerId);
  const mine = hand.gesture;
  if (!mine || !began) return;
  if (mine.kind === "pinch") {
    hand.gesture = null;
    return;
  }
  if (mine.kind !== "carry" && event.pointerId !== mine.pointer) return;
  if (event.ctrlKey && drag.held()) {
    drag.addWaypoint();
    hand.gesture = { ...mine, kind: "carry" };
    return;
  }
  letGo(hand);
  if (mine.kind === "drag" || mine.kind === "carry") drag.drop();
  if (mine.kind === "press" && drag.held()?.token === mine.token) drag.cancel();
  if (mine.kind === "pan" && !isFar(mine.start, event))
    tap(hand, event, event.timeStamp - mine.since >= LONG);
};

/** @type {(hand: Hand) => void} */
const giveUp = (hand) => {
  const { drag } = hand;
  letGo(hand);
  drag.cancel();
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const cancel = (hand, event) => {
  const { down } = hand;
  down.delete(event.pointerId);
  if (hand.gesture && (hand.gesture.pointer === event.pointerId || hand.gesture.kind === "pinch"))
    giveUp(hand);
};

/** @type {(hand: Hand, event: PointerEvent) => void} */
const pinch = (hand, event) => {
  const { board, down } = hand;
  const others = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
  const [other, before] = [others[0], down.get(event.pointerId)];
  if (!other || !before) return;
  const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
  const apart = Math.hypot(event.clientX - other.x, event.clientY - other.y);
  const apartBefore = Math.hypot(before.x - other.x, before.y - other.y);
  board.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
  if (apartBefore > 0) board.zoom(apart / apartBefore, middle);
};

/** Captured events come to the board; what lies under the pointer is asked of the document. @type {(hand: Hand, event: PointerEvent, isLong: boolean) => void} */
const tap = (hand, event, isLong) => {
  const { board, chosen, onDoor, onTap } = hand;
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-door]");
  const door = found?.getAttribute("data-door");
  if (door) onDoor(door);
  else onTap(board.placeAtPoint(event.clientX, event.clientY, chosen()), isLong || event.ctrlKey);
};

/** The token under the pointer; a finger may miss it a little. @type {(hand: Hand, event: PointerEvent) => string} */
const tokenAt = (hand, event) => {
  const { board } = hand;
  const hit = event.target instanceof Element ? event.target.closest("[data-token-id]") : null;
  if (hit) return hit.getAttribute("data-token-id") ?? "";
  const walker = board.walkerAt(event.clientX, event.clientY);
  if (walker) return walker;
  if (event.pointerType !== "touch") return "";
  const near = [...board.element.querySelectorAll("[data-token-id]")].map((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const away = Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
    return { id: button.getAttribute("data-token-id") ?? "", away };
  });
  const nearest = near.sort((one, other) => one.away - other.away)[0];
  return nearest && nearest.away <= TOUCH_REACH ? nearest.id : "";
};

/** @type {(hand: Hand, event: WheelEvent) => void} */
const wheel = (hand, event) => {
  const { board } = hand;
  event.preventDefault();
  // Trackpads report a pinch as a wheel with Ctrl, in much smaller steps.
  const rate = event.ctrlKey ? 0.01 : 0.0016;
  const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY;
  board.zoom(Math.exp(-pixels * rate), event);
};

/** @param {PointerEvent} event */
const at = (event) => ({ x: event.clientX, y: event.clientY });

/** @type {(start: Point, event: PointerEvent) => boolean} */
const isFar = (start, event) => {
  const slop = event.pointerType === "touch" ? TOUCH_SLOP : SLOP;
  return Math.hypot(event.clientX - start.x, event.clientY - start.y) >= slop;
};
