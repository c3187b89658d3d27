/**
 * The host's turn tracker, told to the rules of every token in the fight. One browser does it for all: the GM's.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Change, Mover } from "../host.js"
 * @import { Fight } from "./initiative.js"
 *
 * @typedef {object} TrackerPorts
 * @property {ReturnType<typeof import("./host-state.js").createHostState>} hostState
 * @property {ReturnType<typeof import("./data-blocks.js").createBlocks>} blocks
 * @property {() => SystemEntry | null} system
 * @property {() => boolean} isOn  whether the rules judge here
 * @property {import("./drag.js").DragPorts["moverOf"]} moverOf
 * @property {Pick<ReturnType<typeof import("./token-moves.js").createTokenMoves>, "note" | "after" | "positionOf">} tokenMoves
 * @property {(mover: Mover, change: Change) => Promise<void>} tick  a step of the clock of one token
 */

import { newId } from "../../core/new-id.js";
import { clockChange } from "./clock.js";
import { fightAfter, fightOf, keptFight, PEACE } from "./initiative.js";

/** @param {TrackerPorts} ports */
export const createTracker = ({ hostState, blocks, system, isOn, moverOf, tokenMoves, tick }) => {
  /** @type {Fight} */
  let fight = PEACE;

  /** @param {Fight} after */
  const turnTo = async (after) => {
    const before = fight;
    if (before === after) return;
    fight = after;
    const rules = system();
    if (!hostState.isGm()) return;
    blocks.saveFight(keptFight(after));
    if (!rules || !isOn()) return;
    tokenMoves.note();
    for (const piece of hostState.pieces().filter(({ id }) => after.members.has(id))) {
      // Moves of the token wait for its clock, and the clock for its moves.
      await tokenMoves.after(piece.id, async () => {
        await blocks.ready([piece.id]);
        const kept = blocks.token(piece.id);
        const found = moverOf(piece, tokenMoves.positionOf, new Set([piece.id]));
        const change = kept && clockChange(rules.clock, before, after, kept.turn.ledger);
        if (found && change) await tick(found.mover, change);
      });
    }
  };

  /** A new turn for one token, as its player says. @type {(mover: Mover, rules: SystemEntry) => Promise<void>} */
  const newTurn = async (mover, rules) => {
    const [first, ...rest] = rules.clock.end_turn;
    if (!first) return;
    const commit = {
      id: newId(),
      events: /** @type {[typeof first, ...typeof rest]} */ ([first, ...rest]),
    };
    await tick(mover, { commit });
  };

  return {
    fight: () => fight,
    /** A message came in or leaves: the tracker may have moved. @type {(name: string, data: unknown) => void} */
    hears: (name, data) => {
      turnTo(fightAfter(fight, name, data));
    },
    /** What is kept is here. */
    open: () => {
      if (fight === PEACE) fight = fightOf(blocks.fight());
    },
    /** What is kept has changed. The GM's browser tells the others of the tracker; its own word counts for itself. */
    look: () => {
      if (!hostState.isGm()) fight = fightOf(blocks.fight());
    },
    newTurn,
  };
};
