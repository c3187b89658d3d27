/**
 * What this client knows of the host: items, grid, the room's rules, and what this user may do.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Rules } from "./host.js"
 * @import { HostGrid } from "./scene.js"
 */

import OBR from "@owlbear-rodeo/sdk";
import { rulesIn } from "./host.js";

/**
 * @typedef {object} HostStatePorts
 * @property {(items: Item[]) => void} changed  items have changed
 * @property {(items: Item[]) => void} learnt  all items of a scene were read
 * @property {(rules: Rules) => void} ruled  the room's rules were read, or have changed
 * @property {() => void} looked  anything of all that has changed, or what is selected
 */

/** @param {HostStatePorts} ports */
export const createHostState = ({ changed, learnt, ruled, looked }) => {
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
  /** @type {readonly string[]} */
  let selection = [];

  const readScene = async () => {
    if (!(await OBR.scene.isReady())) return;
    grid = await readGrid();
    items = await OBR.scene.items.getItems();
    learnt(items);
    looked();
  };

  /** Look at everything, and at whatever changes. */
  const start = async () => {
    [role, permissions] = await Promise.all([OBR.player.getRole(), OBR.room.getPermissions()]);
    rules = rulesIn(await OBR.room.getMetadata());
    selection = (await OBR.player.getSelection()) ?? [];
    OBR.player.onChange((player) => {
      role = player.role;
      selection = player.selection ?? [];
      looked();
    });
    OBR.room.onPermissionsChange((now) => {
      permissions = now;
      looked();
    });
    OBR.room.onMetadataChange((metadata) => {
      rules = rulesIn(metadata);
      ruled(rules);
      looked();
    });
    OBR.scene.onReadyChange((isReady) => {
      if (isReady) readScene();
      else {
        [items, grid] = [[], null];
        looked();
      }
    });
    OBR.scene.grid.onChange(readScene);
    OBR.scene.items.onChange((now) => {
      items = now;
      if (grid) changed(now);
      looked();
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

  return {
    start,
    mayMove,
    isGm: () => role === "GM",
    rules: () => rules,
    grid: () => grid,
    items: () => items,
    selection: () => selection,
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
