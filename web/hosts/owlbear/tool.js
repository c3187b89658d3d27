/**
 * The tool that drags by the rules: gestures of the pointer while it is chosen.
 *
 * @import { Item, ToolEvent, Vector2 } from "@owlbear-rodeo/sdk"
 * @typedef {object} ToolPorts
 * @property {ReturnType<typeof import("./drag.js").createDrag>} drag
 * @property {(id: string) => Item | undefined} itemOf
 * @property {() => Item | undefined} selected  the one token that is
 */

import OBR from "@owlbear-rodeo/sdk";
import { isSamePlace } from "../../core/grid.js";
import { MODE, TOOL } from "./host.js";
import { say } from "./language.js";
import { carriersOf, isToken } from "./scene.js";

/** @param {ToolPorts} ports */
export const offerTool = async ({ drag, itemOf, selected }) => {
  /** Where the pointer took hold. @type {Vector2 | null} */
  let pressed = null;

  /** Whether a token was dragged, and no release was told since. */
  let isDragged = false;

  /** The token that something is, or hangs on, as a label or a ring does. @type {(id: string | undefined) => Item | undefined} */
  const tokenOf = (id) => {
    const item = id === undefined ? undefined : itemOf(id);
    return item && [item, ...carriersOf(item, itemOf)].find(isToken);
  };

  /** The first tap on a cell shows what the way there comes to, the second goes it; true: the host selects what was tapped. @type {(event: ToolEvent) => boolean} */
  const tap = ({ target, pointerPosition, altKey }) => {
    const aimed = drag.held()?.to;
    const chosen = selected();
    if (tokenOf(target?.id) || (!aimed && !chosen)) {
      giveUp();
      return true;
    }
    if (!aimed && chosen) drag.pickUp(chosen);
    drag.moveTo(pointerPosition);
    const to = drag.held()?.to;
    if (aimed && to && isSamePlace(aimed, to)) drag.letGo(altKey);
    return false;
  };

  const giveUp = () => {
    isDragged = false;
    if (drag.held()) drag.giveUp();
  };

  const giveUpWhatIsDragged = () => {
    if (isDragged) giveUp();
  };

  await OBR.tool.create({
    id: TOOL,
    icons: [{ icon: new URL("./icon.svg", location.href).href, label: say("tool") }],
    defaultMode: MODE,
    shortcut: "Y",
  });
  await OBR.tool.createMode({
    id: MODE,
    icons: [
      {
        icon: new URL("./icon.svg", location.href).href,
        label: say("tool.mode"),
        filter: { activeTools: [TOOL] },
      },
    ],
    cursors: [{ cursor: "grabbing", filter: { dragging: true } }, { cursor: "grab" }],
    onToolClick: (_context, event) => tap(event),
    onKeyDown: (_context, { key }) => {
      if (key === "Escape") giveUp();
    },
    // A pointer that only moves, or presses anew, was let go where the host has not heard of it.
    onToolMove: giveUpWhatIsDragged,
    onToolDown: (_context, { pointerPosition }) => {
      giveUpWhatIsDragged();
      pressed = pointerPosition;
    },
    onToolDragStart: (_context, { target, transformer, pointerPosition }) => {
      giveUp();
      // Whoever pulls at a handle turns a token or makes it larger.
      const item = transformer ? undefined : tokenOf(target?.id);
      isDragged = item !== undefined;
      // A drag begins a little away from where the pointer took hold.
      if (item) drag.pickUp(item, pressed ?? pointerPosition);
      drag.moveTo(pointerPosition);
    },
    onToolDragMove: (_context, { pointerPosition }) => drag.moveTo(pointerPosition),
    onToolDragEnd: (_context, { pointerPosition, altKey }) => {
      isDragged = false;
      drag.moveTo(pointerPosition);
      drag.letGo(altKey);
    },
    onToolDragCancel: giveUp,
    onDeactivate: giveUp,
  });
};
