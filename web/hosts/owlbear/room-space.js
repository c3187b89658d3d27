/**
 * What the room's rules take of the space that the host keeps for all extensions together.
 *
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Fields } from "../host.js"
 * @import { Rules } from "./host.js"
 */

import { RULES } from "./host.js";
import { say } from "./language.js";

const ROOM_BYTES = 16_384;

/** Rules as they are kept: house rules at their default need no room. @type {(rules: Rules, system: SystemEntry | undefined) => Rules} */
export const keptIn = (rules, system) => {
  const isDefault = (/** @type {string} */ id, /** @type {unknown} */ value) =>
    (system?.house_rules ?? []).some(
      (rule) => rule.id === id && JSON.stringify(rule.default) === JSON.stringify(value),
    );
  const changed = Object.entries(rules.house_rules).filter(([id, value]) => !isDefault(id, value));
  return { ...rules, house_rules: Object.fromEntries(changed) };
};

/** What is wrong with keeping them; null: there is room. @type {(kept: Rules, room: Fields) => Problem | null} */
export const tooFull = (kept, room) => {
  const used = new TextEncoder().encode(JSON.stringify({ ...room, [RULES]: kept })).length;
  if (used <= ROOM_BYTES) return null;
  return {
    code: "room_full",
    path: "",
    message: say("full", { used, most: ROOM_BYTES }),
    remedy: say("full.remedy"),
  };
};
