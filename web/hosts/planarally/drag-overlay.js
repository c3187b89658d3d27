/**
 * What is shown of held tokens, drawn anew at most once a frame: where each can go, its way, and what that comes to. Of a token
 * that is selected and not held: where it can go, and what is left of its moves.
 *
 * @import { Held } from "./drag.js"
 * @import { Way } from "./overlay.js"
 *
 * @typedef {object} DragOverlayPorts
 * @property {HTMLElement} board
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {() => import("../../core/protocol.js").SystemEntry | null} system
 * @property {() => Held[]} held  what is dragged
 * @property {() => Held | null} resting  what is selected, where that is shown
 * @property {() => void} look  what is selected may be another
 * @property {() => boolean} isOver  whether the room was left
 */

import { coalesced } from "../../core/coalesce.js";
import { headlineOf } from "../../core/headline.js";
import { DOT, destinationParts, planParts, rulesOf } from "../../core/texts.js";
import { keyOf } from "./drag.js";
import { createOverlay } from "./overlay.js";

/** @param {DragOverlayPorts} ports */
export const createDragOverlay = ({ board, hostState, system, held, resting, look, isOver }) => {
  const overlay = createOverlay(board, hostState.onScreen);
  const unit = () => system()?.unit ?? "";
  /** What the selected token is drawn for. @type {readonly unknown[]} */
  let drawn = [];

  const redraw = coalesced(() => {
    if (isOver()) return;
    const tokens = held();
    const selected = tokens.length === 0 ? resting() : null;
    if (selected?.known.map) return showResting(selected);
    drawn = [];
    if (tokens.length === 0) return overlay.clear();
    const ways = tokens.map(wayOf);
    const text = ways.map(({ label }) => label.join(", ")).join("; ");
    // Outside combat nothing is limited, and a map all in one colour tells nothing.
    const mapOf = (/** @type {Held} */ { mover, known }) => (mover.inCombat ? known.map : null);
    overlay.show(
      tokens.map((one, index) => ({ layout: one.layout, map: mapOf(one), way: ways[index] ?? null })),
      text,
    );
  }, requestAnimationFrame);

  /** Where it is seen from: the host tells nobody of a map that is moved, or of another selection. */
  const sight = () => [hostState.viewport(), innerWidth, innerHeight, ...hostState.selected()];

  /** @param {Held} selected */
  const showResting = ({ piece, layout, known }) => {
    const now = [known, known.state, ...sight()];
    if (isSame(now, drawn)) return;
    const isFollowed = drawn.length > 0;
    drawn = now;
    const { map, state } = known;
    const headline = state ? headlineOf(state.allowances, unit()) : "";
    const text = [hostState.nameOf(piece), headline].filter(Boolean).join(DOT);
    overlay.show([{ layout, map, way: null }], text, headline);
    if (!isFollowed) requestAnimationFrame(follow);
  };

  const follow = () => {
    if (drawn.length === 0 || isOver()) return;
    if (!isSame(sight(), drawn.slice(2))) look();
    requestAnimationFrame(follow);
  };

  /** @type {(held: Held) => Way} */
  const wayOf = ({ piece, size, known, plans, over, start }) => {
    const plan = plans.get(keyOf(over));
    const destination = known.map?.at(over.col, over.row);
    const [length, ...parts] = plan
      ? [...planParts(plan, unit()), rulesOf(plan)]
      : destination
        ? destinationParts(destination, unit())
        : [];
    return {
      ...{ size, plan, start: start.center, at: { ...piece.shape.center } },
      label: [[hostState.nameOf(piece), length].filter(Boolean).join(DOT), ...parts].filter(Boolean),
    };
  };

  return { redraw };
};

/** @type {(one: readonly unknown[], other: readonly unknown[]) => boolean} */
const isSame = (one, other) => one.length === other.length && one.every((part, at) => part === other[at]);
