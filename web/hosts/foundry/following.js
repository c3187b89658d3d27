/**
 * What is shown of where a token can go without dragging it: of the selected one, of one that the pointer rests on, while a key is held.
 *
 * @typedef {ReturnType<typeof import("./drag.js").createDrag>} Drag
 */

import { coalesced } from "../../core/coalesce.js";
import { host, ID } from "./host.js";
import { playing } from "./playing.js";

/** Show where the selected token can go, and again when something has changed. @param {Drag} drag */
export const followSelection = (drag) => {
  const show = coalesced(() => {
    const { controlled } = host.canvas.tokens;
    const [first = null, ...more] = controlled;
    drag.peekAgain(host.game.settings.get(ID, "reach") === "selected" && more.length === 0 ? first : null);
  }, requestAnimationFrame);
  for (const event of [
    ...["controlToken", "updateToken", "createToken", "deleteToken", "updateActor", "updateWall"],
    ...["combatTurnChange", "updateCombat", "canvasReady"],
  ])
    playing.on(event, show);
  playing.on("sightRefresh", async () => {
    if (host.game.user.isGM) return;
    // While it goes, what it sees changes with each frame.
    await Promise.all(host.canvas.tokens.controlled.map((token) => token.movementAnimationPromise));
    show();
  });
  return show;
};

/** So long a pointer is over a token that may be picked up. */
const REST_MILLIS = 100;

/** Ask ahead about an own token that the pointer rests on, if the rules run by then. @type {(drag: Drag, isReady: () => boolean) => void} */
export const followPointer = (drag, isReady) => {
  /** @type {string | null} */
  let over = null;
  playing.on("hoverToken", (token, isOver) => {
    over = isOver ? token.id : null;
    if (!isOver || !token.isOwner) return;
    setTimeout(() => {
      if (over === token.id && isReady()) drag.lookAhead(token);
    }, REST_MILLIS);
  });
};

/** While a key is held, show of each selected token where it can go. @type {(drag: Drag, isDown: boolean) => void} */
export const peekAtAll = (drag, isDown) => {
  for (const token of host.canvas.tokens.controlled) {
    if (isDown) drag.peek(token);
    else drag.letGo(token, true);
  }
};
