/**
 * What is shown of held tokens, drawn anew at most once a frame: where each can go, its way, and what that comes to.
 *
 * @import { Held } from "./drag.js"
 *
 * @typedef {object} DragOverlayPorts
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {() => import("../../core/protocol.js").SystemEntry | null} system
 * @property {() => Held[]} held  what is dragged
 */

import { coalesced } from "../../core/coalesce.js";
import { DOT, destinationParts, planParts, rulesOf } from "../../core/texts.js";
import { keyOf } from "./drag.js";
import { createOverlay } from "./overlay.js";

/** @param {DragOverlayPorts} ports */
export const createDragOverlay = ({ hostState, system, held }) => {
  const overlay = createOverlay(
    /** @type {HTMLElement} */ (document.getElementById("board") ?? document.body),
    hostState.onScreen,
  );
  const redraw = coalesced(() => {
    const tokens = held();
    if (tokens.length === 0) overlay.clear();
    else overlay.show(tokens.map(shownOf));
  }, requestAnimationFrame);

  /** @type {(held: Held) => import("./overlay.js").Shown} */
  const shownOf = ({ piece, mover, layout, size, map, plans, over, start }) => {
    const plan = plans.get(keyOf(over));
    const unit = system()?.unit ?? "";
    const destination = map?.at(over.col, over.row);
    const [length, ...parts] = plan
      ? [...planParts(plan, unit), rulesOf(plan)]
      : destination
        ? destinationParts(destination, unit)
        : [];
    return {
      // Outside combat nothing is limited, and a map all in one colour tells nothing.
      ...{ layout, size, map: mover.inCombat ? map : null, plan },
      ...{ start: start.center, at: { ...piece.shape.center } },
      label: [[hostState.nameOf(piece), length].filter(Boolean).join(DOT), ...parts].filter(Boolean),
    };
  };

  return { redraw };
};
