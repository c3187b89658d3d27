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
 * @property {() => void} changed
 */

import { newId } from "../../core/new-id.js";
import { clockChange, isToldSince } from "./clock.js";
import { fightAfter, fightOf, isMember, keptFight, PEACE } from "./initiative.js";
import { until } from "./until.js";

/** So long another GM's browser may take to tell a token of a round. */
const OTHERS_MILLIS = 3_000;

/** @param {TrackerPorts} ports */
export const createTracker = ({ hostState, blocks, system, isOn, moverOf, tokenMoves, tick, changed }) => {
  /** The fight in each location, since each has a tracker of its own. @type {Map<number, Fight>} */
  const fights = new Map();
  /** @type {Map<number, Promise<void>>} */
  const opening = new Map();
  /** This browser among those of several GMs. */
  const own = newId();

  /** Have what is kept of a location's fight here. @type {(location: number) => Promise<void>} */
  const open = (location) => {
    const known = opening.get(location);
    if (known) return known;
    const opened = blocks.openFight(location).then(() => {
      take(location);
      if (!fights.has(location)) fights.set(location, PEACE);
      changed();
    });
    opening.set(location, opened);
    return opened;
  };

  /** @type {(location: number) => void} */
  const take = (location) => {
    const kept = blocks.fight(location);
    if (kept) fights.set(location, fightOf(kept));
  };

  /** The fight in the location that is open here. @returns {Fight} */
  const fight = () => {
    const location = hostState.location();
    open(location);
    return fights.get(location) ?? PEACE;
  };

  /** What came before a message has to be known first: a location's tracker is sent whenever the location is opened. @type {(name: string, data: unknown) => Promise<void>} */
  const hears = async (name, data) => {
    if (fightAfter(PEACE, name, data) === PEACE) return;
    const location = hostState.location();
    if (!fights.has(location)) await open(location);
    const before = fights.get(location) ?? PEACE;
    await turnTo(location, before, fightAfter(before, name, data));
  };

  /** By whose browser it is kept that the tracker stands there; null: that is not kept. @type {(location: number, fight: Fight) => string | null} */
  const toldBy = (location, { isActive, round }) => {
    const kept = blocks.fight(location);
    return kept?.isActive === isActive && kept.round === round ? (kept.by ?? "") : null;
  };

  /** @param {import("./surface.js").GlobalId} id */
  const ledgerOf = (id) => blocks.token(id)?.turn.ledger;

  /** @type {(location: number, before: Fight, after: Fight) => Promise<void>} */
  const turnTo = async (location, before, after) => {
    fights.set(location, after);
    const rules = system();
    if (!hostState.isGm()) return;
    await blocks.ready([]);
    // Another GM's browser has told the tokens of it already.
    const isTold = toldBy(location, after) !== null;
    blocks.saveFight(location, { ...keptFight(after), by: own });
    if (!rules || !isOn() || isTold) return;
    tokenMoves.note();
    const known = new Map(hostState.pieces().map(({ id }) => [id, ledgerOf(id)]));
    for (const piece of hostState.pieces().filter(({ id }) => isMember(after, id, hostState))) {
      // Moves of the token wait for its clock, and the clock for its moves.
      await tokenMoves.after(piece.id, async () => {
        await blocks.ready([piece.id]);
        // Another GM's browser may tell it, too: of two at once the first by name does, unless it takes too long.
        const then = known.get(piece.id);
        const isToldNow = () => then !== undefined && isToldSince(before, after, then, ledgerOf(piece.id));
        const isOthers = (toldBy(location, after) ?? own) < own;
        if (isOthers && then !== undefined) await until(isToldNow, OTHERS_MILLIS);
        if (isToldNow() || (isOthers && then === undefined)) return;
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
    /** What is kept of the fight here is known. */
    open: () => open(hostState.location()),
    fight,
    /** Whether it is known; if not, it is asked for. */
    isKnown: () => {
      open(hostState.location());
      return fights.has(hostState.location());
    },
    /** A message came in or leaves: the tracker may have moved. */
    hears,
    /** What is kept has changed. The GM's browser tells the others of the tracker; its own word counts for itself. */
    look: () => {
      if (!hostState.isGm()) take(hostState.location());
    },
    newTurn,
  };
};
