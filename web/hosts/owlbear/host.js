/**
 * The names by which this extension is known to the host, and what it keeps there.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Fields, Turn } from "../host.js"
 *
 * @typedef {object} Rules  What the GM has chosen, kept with the room.
 * @property {string} system  empty: none
 * @property {Fields} house_rules
 * @property {"inform" | "block"} enforcement
 * @property {boolean} inCombat
 * @property {boolean} onlyInFights  whether tokens move as without the rules otherwise
 * @property {boolean} keepsDice  whether a roll that was undone has the same dice again
 * @property {boolean} net  whether moves by the host's own tools are judged too
 */

import { fieldsIn } from "../../core/per-game.js";
import { recordOf } from "../../core/records.js";
import { readTurn } from "../../core/turns.js";

export const TOOL = "footwork/tool";
export const LEGEND = "footwork/legend";
export const MODE = "footwork/tool/move";
/** Keys of metadata: of the room, and of a token. */
export const RULES = "footwork/rules";
export const TURN = "footwork/turn";
export const CHARACTER = "footwork/character";
export const CIRCUMSTANCES = "footwork/circumstances";
export const SIDE = "footwork/side";
export const OUT = "footwork/out";
/** What the action's popover asks the background page, and what that answers. */
export const ASK = "footwork/ask";
export const ANSWER = "footwork/answer";
/** What everybody at the table reads. */
export const TOLD = "footwork/told";

/** @type {Rules} */
const AT_FIRST = {
  ...{ system: "", house_rules: {}, enforcement: "block", inCombat: true },
  ...{ keepsDice: true, net: true, onlyInFights: false },
};

/** @type {(metadata: Fields) => Rules} */
export const rulesIn = (metadata) => ({ ...AT_FIRST, ...recordOf(metadata[RULES]) });

/** Its sheet, by the rules of the table: each game has other fields. @type {(item: Item, system: string) => Fields} */
export const characterIn = ({ metadata }, system) => fieldsIn(metadata[CHARACTER], system);

/** What the GM says of its moves, by the rules of the table. @type {(item: Item, system: string) => Fields} */
export const circumstancesIn = ({ metadata }, system) => fieldsIn(metadata[CIRCUMSTANCES], system);

/** @type {(item: Item) => "friendly" | "neutral" | "hostile"} */
export const sideIn = ({ metadata }) => SIDES.find((side) => side === metadata[SIDE]) ?? "neutral";

/** Whether a token is out of the fight: defeated, gone, or only there to be seen. @param {Item} item */
export const isOut = ({ metadata }) => metadata[OUT] === true;

export const SIDES = /** @type {const} */ (["friendly", "neutral", "hostile"]);

/** What a token has done, by the rules of the table. @type {(item: Item, system: string) => {turn: Turn, isBroken: boolean}} */
export const turnIn = ({ metadata }, system) => readTurn(metadata[TURN], system);
