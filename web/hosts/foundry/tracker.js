/**
 * The client's combat tracker, told to the rules of every token in it. One client does it for all: the active GM's.
 *
 * @import { PathCell, SystemEntry } from "../../core/protocol.js"
 * @import { Stand } from "./clock.js"
 * @import { MoveGate } from "./move-gate.js"
 * @import { Combat, TokenDocument } from "./surface.js"
 * @import { Mover, Turn } from "./turns.js"
 */

import { createQueue } from "../../core/queue.js";
import { clockChanges } from "./clock.js";
import { host, ID, TURN } from "./host.js";
import { combatOf, isOutOfTurn, standsFor } from "./rights.js";

/** What an Initiative Pass takes off an initiative. */
const PASS_COST = 10;

/** Where game systems keep the number of the Initiative Pass. @type {{[gameSystem: string]: (combat: Combat) => unknown}} */
const PASSES = {
  shadowrun5e: ({ system }) => system?.pass,
  sr3e: (combat) => combat.getFlag("sr3e", "initiativePass"),
};

/** @type {(combat: Combat, document: TokenDocument, gameSystem: string) => Stand} */
export const standOf = (combat, document, gameSystem) => {
  const { id, round, combatant } = combat;
  const told = PASSES[gameSystem]?.(combat);
  const own = !isOutOfTurn(document, combat);
  const stand = { combat: id, round, pass: 1, turn: combatant?.id ?? "", own };
  if (typeof told !== "number" || told < 1) return stand;
  const { initiative = null } = [...combat.combatants].find((one) => standsFor(one, document)) ?? {};
  if (initiative === null) return { ...stand, pass: told };
  const left = Math.max(0, Math.ceil(initiative / PASS_COST));
  return { ...stand, pass: told, of: Math.max(told, told - 1 + left), acts: initiative > 0 };
};

/**
 * @param {object} settings
 * @param {SystemEntry} settings.system
 * @param {(mover: Mover, change: import("../host.js").Change) => Promise<{turn: Turn, way: PathCell[]} | null>} settings.happen
 * @param {MoveGate} settings.moveGate
 * @param {(document: TokenDocument) => Mover | null} settings.moverOf
 */
export const createTracker = ({ system, happen, moveGate, moverOf }) => {
  /** One step of the tracker after the other. */
  const inTurn = createQueue();

  /** @type {(combat: Combat, document: TokenDocument) => Promise<void>} */
  const follow = async (combat, document) => {
    const first = moverOf(document);
    if (!first) return;
    const now = standOf(combat, document, host.game.system.id);
    for (const { change, ticks } of clockChanges(system.clock, first.turn, now)) {
      const mover = moverOf(document);
      const result = mover && (await happen(mover, change));
      if (!result) return;
      await moveGate.write(document, { ...result, turn: { ...result.turn, ticks } });
    }
  };

  /** Have all tokens of a combat stand where its tracker does. @param {Combat} combat */
  const sync = (combat) => {
    if (!host.game.users.activeGM?.isSelf || !combat.started) return;
    inTurn(async () => {
      const tokens = new Set([...combat.combatants].flatMap(({ token }) => token ?? []));
      for (const token of tokens) if (combatOf(token) === combat) await follow(combat, token);
    });
  };

  /** A token's combat is over. @param {TokenDocument | null} document */
  const leave = (document) => {
    if (!document || !host.game.users.activeGM?.isSelf) return;
    inTurn(async () => {
      if (combatOf(document)) return;
      if (document.getFlag(ID, TURN) !== undefined) await document.unsetFlag(ID, TURN);
    });
  };

  return { sync, leave };
};
