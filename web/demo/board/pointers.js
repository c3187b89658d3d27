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
export const listenToPointers = ({
  board,
  drag,
  pickUp,
  tokenOf,
  placed,
  onPress,
  chosen,
  onDoor,
  onTap,
  onHover,
}) => {
  const { element } = board;
  /** @type {Map<number, Point>} */
  const down = new Map();
  /** @type {Gesture | null} */
  let gesture = null;

  /** Let the token be over a point. @param {import("./viewport.js").WindowPoint} point */
  const holdAt = (point) => {
    drag.moveTo(placed(board.placeAtPoint(point.clientX, point.clientY, tokenOf(drag.held()?.token ?? ""))));
    board.follow(point);
  };
  const edgePan = createEdgePan({ push: board.push, onPushed: (point) => drag.held() && holdAt(point) });
  /** The token is put down, one way or the other. */
  const letGo = () => {
    gesture = null;
    edgePan.follow(null);
    board.follow(null);
  };

  /** @param {PointerEvent} event */
  const press = (event) => {
    if (gesture?.kind === "carry") {
      down.set(event.pointerId, at(event));
      return;
    }
    if (event.button !== 0) return;
    down.set(event.pointerId, at(event));
    if (gesture?.kind === "drag") {
      drag.addWaypoint();
    } else if (down.size === 2) {
      gesture = {
        kind: "pinch",
        pointer: event.pointerId,
        token: "",
        start: at(event),
        since: event.timeStamp,
      };
    } else if (down.size === 1) {
      const token = tokenAt(event);
      // A finger that is told again stays with the board as it is.
      if (event.isTrusted) element.setPointerCapture(event.pointerId);
      const kind = token ? "press" : "pan";
      gesture = { kind, pointer: event.pointerId, token, start: at(event), since: event.timeStamp };
      if (token) onPress(token);
    }
  };

  /** @param {PointerEvent} event */
  const move = (event) => {
    const before = down.get(event.pointerId);
    if (before && gesture?.kind === "pinch") pinch(event);
    if (before) down.set(event.pointerId, at(event));
    if (!gesture) {
      if (event.pointerType !== "touch") onHover(board.placeAtPoint(event.clientX, event.clientY, chosen()));
      return;
    }
    if (gesture.kind !== "carry" && event.pointerId !== gesture.pointer) return;
    const isOtherButton = (event.buttons & 2) !== 0;
    if (isOtherButton && drag.held()) return giveUp();
    if (gesture.kind === "press" && isFar(gesture.start, event)) begin(event, gesture);
    if (gesture?.kind === "pan" && before) board.pan(event.clientX - before.x, event.clientY - before.y);
    if (gesture?.kind === "drag" || gesture?.kind === "carry") carry(event);
  };

  /** @type {(event: PointerEvent, from: Gesture) => void} */
  const begin = (event, from) => {
    onHover(null);
    gesture = pickUp(from.token) ? { ...from, kind: "drag" } : null;
    if (gesture) carry(event);
  };

  /** @param {PointerEvent} event */
  const carry = (event) => {
    if (!drag.held()) {
      letGo(); // Escape or a reset put the token down
      return;
    }
    holdAt(event);
    edgePan.follow(event);
  };

  /** @param {PointerEvent} event */
  const release = (event) => {
    const began = down.get(event.pointerId);
    down.delete(event.pointerId);
    const mine = gesture;
    if (!mine || !began) return;
    if (mine.kind === "pinch") {
      gesture = null;
      return;
    }
    if (mine.kind !== "carry" && event.pointerId !== mine.pointer) return;
    if (event.ctrlKey && drag.held()) {
      drag.addWaypoint();
      gesture = { ...mine, kind: "carry" };
      return;
    }
    letGo();
    if (mine.kind === "drag" || mine.kind === "carry") drag.drop();
    if (mine.kind === "press" && drag.held()?.token === mine.token) drag.cancel();
    if (mine.kind === "pan" && !isFar(mine.start, event)) tap(event, event.timeStamp - mine.since >= LONG);
  };

  const giveUp = () => {
    letGo();
    drag.cancel();
  };

  /** @param {PointerEvent} event */
  const cancel = (event) => {
    down.delete(event.pointerId);
    if (gesture && (gesture.pointer === event.pointerId || gesture.kind === "pinch")) giveUp();
  };

  /** @param {PointerEvent} event */
  const pinch = (event) => {
    const others = [...down].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const [other, before] = [others[0], down.get(event.pointerId)];
    if (!other || !before) return;
    const middle = { clientX: (event.clientX + other.x) / 2, clientY: (event.clientY + other.y) / 2 };
    const apart = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const apartBefore = Math.hypot(before.x - other.x, before.y - other.y);
    board.pan((event.clientX - before.x) / 2, (event.clientY - before.y) / 2);
    if (apartBefore > 0) board.zoom(apart / apartBefore, middle);
  };

  /** Captured events come to the board; what lies under the pointer is asked of the document. @type {(event: PointerEvent, isLong: boolean) => void} */
  const tap = (event, isLong) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-door]");
    const door = found?.getAttribute("data-door");
    if (door) onDoor(door);
    else onTap(board.placeAtPoint(event.clientX, event.clientY, chosen()), isLong || event.ctrlKey);
  };

  /** The token under the pointer; a finger may miss it a little. @param {PointerEvent} event */
  const tokenAt = (event) => {
    const hit = event.target instanceof Element ? event.target.closest("[data-token-id]") : null;
    if (hit) return hit.getAttribute("data-token-id") ?? "";
    const walker = board.walkerAt(event.clientX, event.clientY);
    if (walker) return walker;
    if (event.pointerType !== "touch") return "";
    const near = [...element.querySelectorAll("[data-token-id]")].map((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      const away = Math.hypot(left + width / 2 - event.clientX, top + height / 2 - event.clientY);
      return { id: button.getAttribute("data-token-id") ?? "", away };
    });
    const nearest = near.sort((one, other) => one.away - other.away)[0];
    return nearest && nearest.away <= TOUCH_REACH ? nearest.id : "";
  };

  /** @param {WheelEvent} event */
  const wheel = (event) => {
    event.preventDefault();
    // Trackpads report a pinch as a wheel with Ctrl, in much smaller steps.
    const rate = event.ctrlKey ? 0.01 : 0.0016;
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 32 : event.deltaY;
    board.zoom(Math.exp(-pixels * rate), event);
  };

  sendTouchesAsPointers(element);
  element.addEventListener("pointerdown", press);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("pointerleave", () => onHover(null));
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("mousedown", (event) => {
    if (event.button === 2 && drag.held()) giveUp();
  });
  element.addEventListener("contextmenu", (event) => {
    if (gesture || drag.held() || event.target instanceof SVGElement) event.preventDefault();
  });
};

/** @param {PointerEvent} event */
const at = (event) => ({ x: event.clientX, y: event.clientY });

/** @type {(start: Point, event: PointerEvent) => boolean} */
const isFar = (start, event) => {
  const slop = event.pointerType === "touch" ? TOUCH_SLOP : SLOP;
  return Math.hypot(event.clientX - start.x, event.clientY - start.y) >= slop;
};
