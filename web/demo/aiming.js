/**
 * Where the token in the hand is to go, whether by pointer, tap or keyboard: along which waypoints, how high, on which storey.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Held } from "./drag.js"
 * @import { Game, Place } from "./game.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} AimingPorts
 * @property {Store<AppState>} store
 * @property {Table} table
 * @property {import("./board/view.js").Board} board
 *
 * @typedef {ReturnType<typeof createAiming>} Aiming
 */

import { gridOf } from "../core/grid.js";
import { listenToKeys } from "./board/keys.js";
import { listenToPointers } from "./board/pointers.js";
import { createDrag, isAtStart } from "./drag.js";
import { tokenOf, withDoorTurned } from "./game.js";
import { say } from "./language.js";
import { part } from "./parts.js";
import { nextStorey, onStorey, shownStorey, storeyAt } from "./storeys.js";

/** @param {AimingPorts} ports */
export const createAiming = ({ store, table, board }) => {
  const { get, set } = store;

  /** Where a token stands, as far as it matters for its ways. @param {Place} token */
  const standing = ({ col, row, elevation = 0 }) => onStorey({ col, row }, storeyAt(get().game, elevation));

  const drag = createDrag({
    ask: table.preview,
    keepOnMap: (place, id) => ({
      ...place,
      ...gridOf(get().game.scene.grid).keptIn(place, tokenOf(get().game, id) ?? {}),
    }),
    onChange: (held) => {
      const before = get().held;
      const isBack = held && before && isAtStart(held) && !isAtStart(before);
      set(isBack ? { held, shown: null, asked: null } : { held });
      if (held?.by === "keyboard") board.reveal(held.to);
    },
    onDrop: table.drop,
    onCancel: () => set({ shown: null }),
  });

  /** @type {(token: string, by: Held["by"]) => boolean} */
  const pickUp = (token, by) => {
    const found = tokenOf(get().game, token);
    if (!found) return false;
    table.select(token);
    // A new move of the token answers the question about its last one.
    get().asking?.answer(false);
    if (get().standings[token]?.pending) {
      table.notify(say("told.rollFirst"), "warning");
      set({ check: { token, rolls: [] }, tab: "play" });
      return false;
    }
    set({ check: null, tab: "play" });
    part("side-scroll").scrollTop = 0; // the plan stands first
    const from = standing(found);
    drag.pickUp(token, from, by);
    drag.moveTo(onStorey(from, shownStorey(get())));
    table.fetchReach(token);
    return true;
  };

  /**
   * Ask about the way to a place; a second tap there goes it.
   *
   * @type {(place: Place, isWaypoint: boolean) => void}
   */
  const aim = (place, isWaypoint) => {
    const held = drag.held();
    const { selected } = get().game;
    if (held && !isWaypoint && isOnto(get().game, held, place)) return drag.drop();
    if (!held && !pickUp(selected, "tap")) return;
    drag.moveTo(onStorey(place, shownStorey(get())));
    if (isWaypoint) drag.addWaypoint();
  };

  /** Go to the nearest place instead, if the plan names one. */
  const goNear = () => {
    const held = drag.held();
    drag.cancel();
    if (held?.answer?.plan) table.goNear(held.token, held.answer.plan);
  };

  /** Let the next move end a cell's length higher or lower. @param {1 | -1} sign */
  const changeHeight = (sign) => {
    const { how, game } = get();
    const now = how.height ?? tokenOf(game, game.selected)?.elevation ?? 0;
    table.moveAs({ height: now + sign * (game.scene.grid.distance ?? 1) });
  };

  /** Show a storey; what is dragged goes there. @param {string} storey */
  const showStorey = (storey) => {
    set({ storey });
    const to = drag.held()?.to;
    if (to) drag.moveTo(onStorey(to, shownStorey(get())));
  };
  /** @param {1 | -1} sign */
  const changeStorey = (sign) => {
    const next = nextStorey(get(), sign);
    if (next) showStorey(next.id);
  };

  return { drag, standing, pickUp, aim, goNear, changeHeight, showStorey, changeStorey };
};

/** Hear the pointers and keys on the board. @type {(ports: AimingPorts, aiming: Aiming) => void} */
export const listenToBoard = ({ store, table, board }, aiming) => {
  const { drag, standing, pickUp, aim, changeHeight, changeStorey } = aiming;
  const { get, set } = store;
  const onDoor = (/** @type {string} */ door) => table.change((game) => withDoorTurned(game, door));
  listenToPointers({
    board,
    drag,
    pickUp: (token) => pickUp(token, "pointer"),
    tokenOf: (token) => tokenOf(get().game, token),
    onPress: (token) => {
      table.select(token);
      const found = tokenOf(get().game, token);
      if (found) table.lookFurther({ token, to: standing(found), via: [] });
    },
    placed: (place) => onStorey(place, shownStorey(get())),
    onDoor,
    onTap: aim,
    chosen: () => tokenOf(get().game, get().game.selected),
    onHover: (hover) => {
      const before = get().hover;
      const isOther = hover?.col !== before?.col || hover?.row !== before?.row;
      if (isOther) set({ hover });
    },
    onRest: table.lookAhead,
  });
  listenToKeys({
    element: board.element,
    drag,
    pickUp: (token) => pickUp(token, "keyboard"),
    grid: () => gridOf(get().game.scene.grid),
    onEscape: table.takeBack,
    onDoor,
    onHeight: changeHeight,
    onStorey: changeStorey,
  });
};

/** Whether a place is among those that a token would stand on. @type {(game: Game, held: Held, place: Place) => boolean} */
const isOnto = (game, { token, to }, place) => {
  const { width = 1, height = 1 } = /** @type {{width?: number, height?: number}} */ (
    tokenOf(game, token) ?? {}
  );
  const spare = gridOf(game.scene.grid).hasCells ? 1 : 0;
  const [across, down] = [Math.abs(place.col - to.col), Math.abs(place.row - to.row)];
  return across <= (width - spare) / 2 && down <= (height - spare) / 2;
};
