/**
 * What is shown of held tokens, drawn anew at most once a frame: where each can go, its way, and what that comes to. Of a token
 * that is selected and not held: where it can go, and what is left of its moves.
 *
 * @import { Held } from "./drag.js"
 * @import { Shown, Way } from "./overlay.js"
 *
 * @typedef {object} DragOverlayPorts
 * @property {HTMLElement} board
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {() => import("../../core/protocol.js").SystemEntry | null} system
 * @property {() => Held[]} held  what is dragged
 * @property {() => Held | null} resting  what is selected, where that is shown
 * @property {() => import("./gm-questions.js").Way[]} asked  what waits for an answer here
 * @property {() => void} look  what is selected may be another
 * @property {() => void} hover  what is dragged may be elsewhere
 * @property {() => boolean} isOver  whether the room was left
 * @property {Pick<ReturnType<typeof import("./move-gate.js").createMoveGate>, "isFree">} moveGate
 * @property {(id: string) => boolean} isPushed  whether a token is pushed, at no price
 */

import { coalesced } from "../../core/coalesce.js";
import { headlineOf } from "../../core/headline.js";
import { DOT, destinationParts, planParts, reasonText, rulesOf } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { createOverlay } from "./overlay.js";

/** @param {DragOverlayPorts} ports */
export const createDragOverlay = ({
  board,
  hostState,
  system,
  held,
  resting,
  asked,
  look,
  hover,
  isOver,
  isPushed,
  moveGate,
}) => {
  const overlay = createOverlay(board, hostState.onScreen);
  const unit = () => system()?.unit ?? "";
  /** What is drawn, seen from where, while nothing is held. @type {readonly unknown[]} */
  let drawn = [];
  /** From where it was seen what is drawn; empty: nothing is. @type {readonly unknown[]} */
  let seen = [];

  /** By then the host has moved its shapes, too. @param {() => void} draw */
  const inNextFrame = (draw) =>
    requestAnimationFrame(() => {
      if (!isOver()) hover();
      draw();
    });

  const redraw = coalesced(() => {
    if (isOver()) return;
    const tokens = held();
    const questions = asked().map(questionOf);
    if (tokens.length === 0) return showResting(resting(), questions);
    drawn = [];
    const ways = tokens.map(wayOf);
    const text = ways.map(({ label }) => label.join(", ")).join("; ");
    // Outside combat nothing is limited, and a map all in one colour tells nothing.
    const mapOf = (/** @type {Held} */ { mover, known }) => (mover.inCombat ? known.map : null);
    overlay.show(
      [
        ...tokens.map((one, index) => ({ layout: one.layout, map: mapOf(one), way: ways[index] ?? null })),
        ...questions,
      ],
      text,
    );
    followFrom(sight());
  }, inNextFrame);

  /** Where it is seen from: the host tells nobody of a map that is moved, or of another selection. */
  const sight = () => [hostState.viewport(), innerWidth, innerHeight, ...hostState.selected()];

  /** @type {(selected: Held | null, questions: Shown[]) => void} */
  const showResting = (selected, questions) => {
    const { map = null, state = null } = selected?.known ?? {};
    if (!map && questions.length === 0) {
      drawn = [];
      seen = [];
      return overlay.clear();
    }
    const now = [selected?.known, state, ...asked(), ...sight()];
    if (isSame(now, drawn)) return;
    drawn = now;
    const headline = map && state ? headlineOf(state, unit(), map) : "";
    const text =
      map && selected ? [hostState.nameOf(selected.piece), headline].filter(Boolean).join(DOT) : "";
    const reach = selected && map ? [{ layout: selected.layout, map, way: null }] : [];
    overlay.show([...reach, ...questions], text, headline);
    followFrom(sight());
  };

  /** @param {readonly unknown[]} now */
  const followFrom = (now) => {
    const isFollowed = seen.length > 0;
    seen = now;
    if (!isFollowed) requestAnimationFrame(follow);
  };

  const follow = () => {
    if (seen.length === 0 || isOver()) return;
    const now = sight();
    if (!isSame(now, seen)) {
      seen = now;
      redraw();
      look();
    }
    requestAnimationFrame(follow);
  };

  /** @type {(way: import("./gm-questions.js").Way) => Shown} */
  const questionOf = ({ start, at, label }) => ({
    layout: null,
    map: null,
    way: { size: { x: 1, y: 1 }, plan: undefined, start, at, label: [label] },
  });

  /** @type {(held: Held) => Way} */
  const wayOf = ({ piece, mover, size, known, plans, over, start }) => {
    const isForced = isPushed(piece.id) || moveGate.isFree(mover);
    const plan = isForced ? undefined : (plans.find(over) ?? undefined);
    const destination = known.map?.at(over.col, over.row);
    const [length, ...parts] = plan
      ? [...planParts(plan, unit(), reasonText), rulesOf(plan)]
      : destination && !isForced
        ? destinationParts(destination, unit())
        : [];
    const told = isPushed(piece.id) ? [word("gm.pushed")] : parts;
    return {
      ...{ size, plan, start: start.center, at: { ...piece.shape.center } },
      label: [[hostState.nameOf(piece), length].filter(Boolean).join(DOT), ...told].filter(Boolean),
    };
  };

  return { redraw };
};

/** @type {(one: readonly unknown[], other: readonly unknown[]) => boolean} */
const isSame = (one, other) => one.length === other.length && one.every((part, at) => part === other[at]);
