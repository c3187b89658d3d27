/**
 * Tokens of the host as the rules know them.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Mover } from "../host.js"
 * @import { HostGrid, Map } from "./scene.js"
 *
 * @typedef {object} MoverPorts
 * @property {Pick<ReturnType<typeof import("./host-state.js").createHostState>, "grid" | "item" | "items" | "rules">} hostState
 * @property {(text: string) => void} tellOnce  why a token is not judged, or not as it is
 */

import { shownScene } from "../../core/sight.js";
import { characterIn, circumstancesIn, isOut, turnIn } from "./host.js";
import { say } from "./language.js";
import { carriersOf, isOnMap, isToken, mapOf, obstacleIn, sceneOf } from "./scene.js";

/** @param {MoverPorts} ports */
export const createMovers = ({ hostState, tellOnce }) => {
  /**
   * A token as the rules know it, standing where `item` says, and others where `before` does; null: they do not judge it, and it
   * was told why.
   *
   * @type {(item: Item, before?: ReadonlyMap<string, Item>) => {mover: Mover, map: Map} | null}
   */
  const moverOf = (item, before = new Map()) => {
    const [rules, grid] = [hostState.rules(), hostState.grid()];
    const obstacle = isToken(item) ? obstacleNow(rules, grid) : "";
    if (obstacle) tellOnce(obstacle);
    if (!isToken(item) || obstacle || !grid) return null;
    const placed = hostState.items().map((one) => (one.id === item.id ? item : (before.get(one.id) ?? one)));
    // Where the window lies is no sign of what is hidden.
    const map = mapOf(
      placed.filter(({ id, visible }) => visible || id === item.id),
      grid,
    );
    if (!isOnMap(map, item)) {
      tellOnce(say("farAway", { name: item.name }));
      return null;
    }
    const { turn, isBroken } = turnIn(item, rules.system);
    if (isBroken) tellOnce(say("brokenTurn", { name: item.name }));
    const carriers = (/** @type {Item} */ one) => carriersOf(one, hostState.item).map(({ id }) => id);
    const own = carriers(item);
    const others = placed.filter(
      (one) => one.id === item.id || !(isOut(one) || own.includes(one.id) || carriers(one).includes(item.id)),
    );
    return {
      map,
      mover: {
        token: item.id,
        turn,
        inCombat: rules.inCombat,
        character: characterIn(item, rules.system),
        common: {
          v: 1,
          system: rules.system,
          house_rules: rules.house_rules,
          circumstances: /** @type {any} */ (circumstancesIn(item, rules.system)),
          clock: { in_combat: rules.inCombat },
          scene: shownScene(sceneOf(map, others), item.id),
          view: "player",
        },
      },
    };
  };

  return moverOf;
};

/** @type {(rules: import("./host.js").Rules, grid: HostGrid | null) => string} */
const obstacleNow = (rules, grid) => {
  if (!rules.system) return say("noRules");
  return grid ? obstacleIn(grid) : "";
};
