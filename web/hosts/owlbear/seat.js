/**
 * The host's scene as it is now: items, grid, the room's rules, and what this user may do.
 *
 * @typedef {import("@owlbear-rodeo/sdk").Item} Item
 * @typedef {import("../host.js").Mover} Mover
 * @typedef {import("./scene.js").HostGrid} HostGrid
 * @typedef {import("./scene.js").Map} Map
 * @typedef {import("./host.js").Rules} Rules
 */

import OBR from "@owlbear-rodeo/sdk";
import { characterIn, rulesIn, turnIn } from "./host.js";
import { isOnMap, isToken, mapOf, obstacleIn, sceneOf } from "./scene.js";

/** @param {{changed: (items: Item[]) => void, learnt: (items: Item[]) => void, ruled: (rules: Rules) => void, tellOnce: (text: string) => void}} ports */
export const createTable = ({ changed, learnt, ruled, tellOnce }) => {
  /** @type {Item[]} */
  let items = [];
  /** @type {HostGrid | null} */
  let grid = null;
  /** @type {Rules} */
  let rules = rulesIn({});
  /** @type {string} */
  let role = "PLAYER";
  /** @type {string[]} */
  let permissions = [];

  const readScene = async () => {
    if (!(await OBR.scene.isReady())) return;
    grid = await readGrid();
    items = await OBR.scene.items.getItems();
    learnt(items);
  };

  /** Look at everything, and at whatever changes. */
  const start = async () => {
    [role, permissions] = await Promise.all([OBR.player.getRole(), OBR.room.getPermissions()]);
    rules = rulesIn(await OBR.room.getMetadata());
    OBR.player.onChange((player) => {
      role = player.role;
    });
    OBR.room.onPermissionsChange((now) => {
      permissions = now;
    });
    OBR.room.onMetadataChange((metadata) => {
      rules = rulesIn(metadata);
      ruled(rules);
    });
    OBR.scene.onReadyChange((isReady) => {
      if (isReady) readScene();
      else [items, grid] = [[], null];
    });
    OBR.scene.grid.onChange(readScene);
    OBR.scene.items.onChange((now) => {
      items = now;
      if (grid) changed(now);
    });
    await readScene();
    ruled(rules);
  };

  /** @type {(item: Item) => boolean} */
  const mayMove = ({ locked, layer, createdUserId }) => {
    if (locked) return false;
    if (role === "GM") return true;
    const isOthers = layer === "CHARACTER" && createdUserId !== OBR.player.id;
    if (isOthers && permissions.includes("CHARACTER_OWNER_ONLY")) return false;
    return permissions.includes(`${layer}_UPDATE`);
  };

  /**
   * A token as the rules know it, standing where `item` says; null: they do not judge it, and it was told why.
   *
   * @type {(item: Item, alongside?: ReadonlySet<string>) => {mover: Mover, map: Map} | null}
   */
  const moverOf = (item, alongside = new Set()) => {
    const obstacle = isToken(item) ? obstacleNow() : "";
    if (obstacle) tellOnce(obstacle);
    if (!isToken(item) || obstacle || !grid) return null;
    const placed = items.map((other) => (other.id === item.id ? item : other));
    const map = mapOf(placed, grid);
    if (!isOnMap(map, item)) {
      tellOnce(`${item.name} is far from every map image, so the movement rules do not judge it.`);
      return null;
    }
    const { turn, isBroken } = turnIn(item, rules.system);
    if (isBroken)
      tellOnce(`What ${item.name} did this turn cannot be read, so it begins a new turn with its next move.`);
    const others = placed.filter(
      ({ id, attachedTo }) => id === item.id || (attachedTo !== item.id && item.attachedTo !== id),
    );
    return {
      map,
      mover: {
        token: item.id,
        turn,
        inCombat: rules.inCombat,
        character: characterIn(item),
        common: {
          v: 1,
          system: rules.system,
          house_rules: rules.house_rules,
          clock: { in_combat: rules.inCombat },
          scene: sceneOf(map, others, alongside),
          view: "player",
        },
      },
    };
  };

  const obstacleNow = () => {
    if (!rules.system)
      return "The GM has not chosen the movement rules yet: open Footwork in the bar at the top left.";
    return grid ? obstacleIn(grid) : "";
  };

  return {
    start,
    mayMove,
    moverOf,
    isGm: () => role === "GM",
    rules: () => rules,
    item: (/** @type {string} */ id) => items.find((item) => item.id === id),
  };
};

/** @returns {Promise<HostGrid>} */
const readGrid = async () => {
  const { grid } = OBR.scene;
  const [type, dpi, measurement, { parsed }, centre] = await Promise.all([
    grid.getType(),
    grid.getDpi(),
    grid.getMeasurement(),
    grid.getScale(),
    grid.snapPosition({ x: 0, y: 0 }, 1, false, true),
  ]);
  return { type, dpi, measurement, scale: { multiplier: parsed.multiplier, unit: parsed.unit }, centre };
};
