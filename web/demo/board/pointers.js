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
 * @property {(token: string) => void} onRest  the pointer rests on a token
 *
 * @typedef {object} PointersState
 * @property {Map<number, Point>} down  the pointers that press
 * @property {Gesture | null} gesture
 * @property {{token: string, timer: number}} over  the token that the pointer is over, and when it will have rested there
 * @property {ReturnType<typeof createEdgePan>} edgePan
 * @typedef {PointerSettings & PointersState} Pointers
 */

import { createEdgePan } from "./edge-pan.js";
import { sendTouchesAsPointers } from "./touch-pointers.js";

const SLOP = 4;
/** Fingers are not that exact. */
const TOUCH_SLOP = 9;
const TOUCH_REACH = 24;
/** How long a finger that sets a waypoint stays, in milliseconds. */
const LONG = 500;
/** How long a pointer stays over what its hand is about to press, at least, in milliseconds. */
const REST = 40;

/** @param {PointerSettings} settings */
export const listenToPointers = (settings) => {
  const { board, drag, onHover } = settings;
  const { element } = board;
  const edgePan = createEdgePan({
    push: board.push,
    onPushed: (point) => drag.held() && holdAt(pointers, point),
  });
  /** @type {Pointers} */
  const pointers = { ...settings, edgePan, down: new Map(), gesture: null, over: { token: "", timer: 0 } };

  sendTouchesAsPointers(element);
  element.addEventListener("pointerdown", (event) => press(pointers, event));
  element.addEventListener("pointermove", (event) => move(pointers, event));
  element.addEventListener("pointerrawupdate", (event) => aim(pointers, /** @type {PointerEvent} */ (event)));
  element.addEventListener("pointerup", (event) => release(pointers, event));
  element.addEventListener("pointercancel", (event) => cancel(pointers, event));
  // What was pressed gives a finger over to the board: that is no loss.
  element.addEventListener("lostpointercapture", (event) => {
    if (event.target === element) cancel(pointers, event);
  });
  window.addEventListener("blur", () => loseAll(pointers));
  element.addEventListener("pointerleave", () => onHover(null));
  element.addEventListener("wheel", (event) => wheel(pointers, event), { passive: false });
  element.addEventListener("mousedown", (event) => {
    if (event.button === 2 && drag.held()) giveUp(pointers);
  });
  element.addEventListener("contextmenu", (event) => {
    if (pointers.gesture || drag.held() || event.target instanceof SVGElement) event.preventDefault();
  });
};

/** Let the token be over a point. @type {(pointers: Pointers, point: import("./viewport.js").WindowPoint) => void} */
const holdAt = (pointers, point) => {
  aimAt(pointers, point);
  pointers.board.follow(point);
};

/** @type {(pointers: Pointers, point: import("./viewport.js").WindowPoint) => void} */
const aimAt = ({ board, drag, tokenOf, placed }, { clientX, clientY }) =>
  drag.moveTo(placed(board.placeAtPoint(clientX, clientY, tokenOf(drag.held()?.token ?? ""))));

/** The hand has moved on between two frames: what its way comes to is asked at once, so that the next frame can show it. @type {(pointers: Pointers, event: PointerEvent) => void} */
const aim = (pointers, event) => {
  const { gesture, drag } = pointers;
  const isMine = gesture?.kind === "carry" || gesture?.pointer === event.pointerId;
  if (isMine && isCarrying(gesture) && drag.held()) aimAt(pointers, event);
};

/** @param {Gesture | null} gesture */
const isCarrying = (gesture) => gesture?.kind === "drag" || gesture?.kind === "carry";

/** The token is put down, one way or the other. @type {(pointers: Pointers) => void} */
const letGo = (pointers) => {
  const { board, edgePan } = pointers;
  pointers.gesture = null;
  edgePan.follow(null);
  board.follow(null);
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const press = (pointers, event) => {
  const { board, drag, onPress, down } = pointers;
  if (pointers.gesture?.kind === "carry") {
    down.set(event.pointerId, at(event));
    return;
  }
  if (event.button !== 0) return;
  const begun = { pointer: event.pointerId, start: at(event), since: event.timeStamp };
  down.set(event.pointerId, begun.start);
  if (pointers.gesture?.kind === "drag") {
    drag.addWaypoint();
  } else if (down.size === 2) {
    pointers.gesture = { ...begun, kind: "pinch", token: "" };
  } else if (down.size === 1) {
    const token = tokenAt(pointers, event);
    // A finger that is reported again stays with the board as it is.
    if (event.isTrusted) board.element.setPointerCapture(event.pointerId);
    const kind = token ? "press" : "pan";
    pointers.gesture = { ...begun, kind, token };
    if (token) onPress(token);
  }
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const move = (pointers, event) => {
  const { board, drag, chosen, onHover, down } = pointers;
  const before = down.get(event.pointerId);
  if (before && pointers.gesture?.kind === "pinch") pinch(pointers, event);
  if (before) down.set(event.pointerId, at(event));
  if (!pointers.gesture) {
    if (event.pointerType === "touch") return;
    onHover(board.placeAtPoint(event.clientX, event.clientY, chosen()));
    hover(pointers, tokenAt(pointers, event));
    return;
  }
  if (pointers.gesture.kind !== "carry") {
    if (event.pointerId !== pointers.gesture.pointer) return;
    // Its release was not heard.
    if (event.buttons === 0) return cancel(pointers, event);
  }
  const isOtherButton = (event.buttons & 2) !== 0;
  if (isOtherButton && drag.held()) return giveUp(pointers);
  if (pointers.gesture.kind === "press" && isFar(pointers.gesture.start, event))
    begin(pointers, event, pointers.gesture);
  if (pointers.gesture?.kind === "pan" && before)
    board.pan(event.clientX - before.x, event.clientY - before.y);
  if (isCarrying(pointers.gesture)) carry(pointers, event);
};

/** @type {(pointers: Pointers, token: string) => void} */
const hover = (pointers, token) => {
  const { over, onRest } = pointers;
  if (over.token === token) return;
  clearTimeout(over.timer);
  pointers.over = { token, timer: token ? window.setTimeout(() => onRest(token), REST) : 0 };
};

/** @type {(pointers: Pointers, event: PointerEvent, from: Gesture) => void} */
const begin = (pointers, event, from) => {
  const { pickUp, onHover } = pointers;
  onHover(null);
  pointers.gesture = pickUp(from.token) ? { ...from, kind: "drag" } : null;
  if (pointers.gesture) carry(pointers, event);
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const carry = (pointers, event) => {
  const { drag, edgePan } = pointers;
  if (!drag.held()) {
    letGo(pointers); // Escape or a reset put the token down
    return;
  }
  holdAt(pointers, event);
  edgePan.follow(event);
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const release = (pointers, event) => {
  const { drag, down } = pointers;
  const began = down.get(event.pointerId);
  down.delete(event.pointerId);
  const mine = pointers.gesture;
  if (!mine || !began) return;
  if (mine.kind === "pinch") {
    pointers.gesture = null;
    return;
  }
  if (mine.kind !== "carry" && event.pointerId !== mine.pointer) return;
  if (event.ctrlKey && drag.held()) {
    drag.addWaypoint();
    pointers.gesture = { ...mine, kind: "carry" };
    return;
  }
  letGo(pointers);
  if (isCarrying(mine)) drag.drop();
  if (mine.kind === "press" && drag.held()?.token === mine.token) drag.cancel();
  if (mine.kind === "pan" && !isFar(mine.start, event))
    tap(pointers, event, event.timeStamp - mine.since >= LONG);
};

/** @type {(pointers: Pointers) => void} */
const giveUp = (pointers) => {
  const { drag } = pointers;
  letGo(pointers);
  drag.cancel();
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const cancel = (pointers, { pointerId }) => {
  const { gesture, down } = pointers;
  down.delete(pointerId);
  if (gesture?.pointer === pointerId || gesture?.kind === "pinch") loseAll(pointers);
};

/** Nothing presses any more; what is carried without a button goes on being carried, and a place that was tapped stays so. @type {(pointers: Pointers) => void} */
const loseAll = (pointers) => {
  const { gesture, down } = pointers;
  if (gesture?.kind === "carry") return;
  down.clear();
  if (gesture?.kind === "drag") giveUp(pointers);
  else letGo(pointers);
};

/** @type {(pointers: Pointers, event: PointerEvent) => void} */
const pinch = (pointers, event) => {
  const { board, down } = pointers;
  const others = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
  const [other, before] = [others[0], down.get(event.pointerId)];
  if (!other || !before) return;
  const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
  const apart = Math.hypot(event.clientX - other.x, event.clientY - other.y);
  const apartBefore = Math.hypot(before.x - other.x, before.y - other.y);
  board.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
  if (apartBefore > 0) board.zoom(apart / apartBefore, middle);
};

/** Captured events come to the board; what lies under the pointer is asked of the document. @type {(pointers: Pointers, event: PointerEvent, isLong: boolean) => void} */
const tap = (pointers, event, isLong) => {
  const { board, chosen, onDoor, onTap } = pointers;
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-door]");
  const door = found?.getAttribute("data-door");
  if (door) onDoor(door);
  else onTap(board.placeAtPoint(event.clientX, event.clientY, chosen()), isLong || event.ctrlKey);
};

/** The token under the pointer; a finger may miss it a little. @type {(pointers: Pointers, event: PointerEvent) => string} */
const tokenAt = (pointers, event) => {
  const { board } = pointers;
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

/** @type {(pointers: Pointers, event: WheelEvent) => void} */
const wheel = (pointers, event) => {
  const { board } = pointers;
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
