/**
 * Where moves of the client meet the rules: which are judged, what is written with them, and what comes instead.
 *
 * A move is judged once, as a whole, at its first section, and what the token then has done this turn goes into
 * the very update that moves it; so both arrive or neither.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Movement, TokenDocument, Waypoint } from "./surface.js"
 * @import { Judge, Mover, Turn, Verdict } from "./turns.js"
 *
 * @typedef {object} MoveGateSettings
 * @property {Judge} judge
 * @property {() => boolean} overrides  whether the GM holds the key that lets everything through
 * @property {(document: TokenDocument, alongside?: ReadonlySet<string>) => Mover | null} moverOf
 * @property {ReadonlySet<string>} modes
 * @property {(action: string) => boolean} displaces  whether an action puts a token somewhere without a way
 * @property {(document: TokenDocument, id: string) => Promise<boolean>} mayMove  whether it may move now at all
 * @property {(mover: Mover, verdict: Verdict) => void} report  to whoever moves, what the rules said
 * @property {(document: TokenDocument, verdict: Verdict) => unknown} tell  of a move that was made
 * @property {() => void} overtaken  somebody else moved the token meanwhile
 *
 * @typedef {object} Way  a way that is gone in sections, and may be left after one of them
 * @property {string} id
 * @property {[PathCell, ...PathCell[]]} path
 * @property {boolean} overridden
 *
 * @typedef {object} Record
 * @property {Turn} turn
 * @property {unknown} basis  the flag as it was when the move was judged
 */

import { isSamePlace } from "../../core/grid.js";
import { goesOn } from "../../core/verdicts.js";
import { actionOf, WALK } from "./actions.js";
import { host, ID, TURN } from "./host.js";
import { cellOf, pathOf, takesStairs, waypointsOf } from "./scene.js";
import { writeTurn } from "./turns.js";

/** Put there by the GM or by pasting: no move of the token's own. */
const UNJUDGED = new Set(["paste", "config"]);
export const DISPLACED = "displace";
const PLACE = ["x", "y", "elevation"];

/** @param {MoveGateSettings} settings */
export const createMoveGate = (settings) => {
  const { judge, moverOf, modes, displaces, mayMove, report, tell, overtaken } = settings;
  /** What is to be written with the move that was let pass; by token. @type {Map<string, Record>} */
  const records = new Map();
  /** What to tell once the move is made. @type {Map<string, Verdict>} */
  const untold = new Map();
  /** Moves that are under way. @type {Map<string, Way>} */
  const ways = new Map();
  /** Movements that came by here, the newest last. @type {Set<string>} */
  const seen = new Set();
  /** Tokens that this module is about to move. @type {Set<string>} */
  const moving = new Set();
  /** The movements that it has made so, the newest last. @type {Set<string>} */
  const own = new Set();
  /** Tokens whose move is being judged. @type {Set<string>} */
  const judging = new Set();

  /** @type {(document: TokenDocument, movement: Movement) => boolean} */
  const isJudged = (document, movement) => {
    const isOwn = isOurs(document, movement) || movement.chain.length > 0;
    return !isOwn && (movement.method === "undo" || !isPut(document, movement));
  };

  /** Whether this module itself moves a token: the next movement of one that it is about to move; what comes while that is still under way is not. @type {(document: TokenDocument, movement: Movement) => boolean} */
  const isOurs = (document, { id }) => {
    if (moving.delete(document.id)) keep(own, id);
    return own.has(id);
  };

  /** Whether a token is put somewhere, by teleport or by hand: that spends nothing. @type {(document: TokenDocument, movement: Movement) => boolean} */
  const isPut = (document, { method, origin, passed, pending }) => {
    const waypoints = [...passed.waypoints, ...pending.waypoints];
    const last = waypoints.at(-1);
    const byStairs = last !== undefined && takesStairs(document, origin, last);
    return UNJUDGED.has(method) || (waypoints.every(({ action }) => displaces(action)) && !byStairs);
  };

  /**
   * A move as every client sees it: whether the token was put there, else where it came from, by which way, and where
   * it goes; null for a later section of one.
   *
   * @type {(document: TokenDocument, movement: Movement) => {isPut: boolean, sight: Omit<import("./move-audit.js").Sight, "claim">} | null}
   */
  const seenBy = (document, movement) => {
    const last = [...movement.passed.waypoints, ...movement.pending.waypoints].at(-1);
    if (movement.chain.length > 0 || !last) return null;
    const isBack = movement.method === "undo";
    const path = isBack ? null : wayOf(document, movement, modes);
    const sight = {
      from: cellOf(document, movement.origin),
      path,
      to: cellOf(document, last),
      id: movement.id,
    };
    return { isPut: !isBack && isPut(document, movement), sight };
  };

  /** The straight way to where a token stands. @type {(document: TokenDocument, from: import("../host.js").Place) => ReturnType<typeof pathOf>} */
  const straight = (document, from) => {
    const [origin = document._source] = waypointsOf(document, [{ ...from }, { ...from }]);
    const { x, y, elevation } = document._source;
    const there = { x, y, elevation, action: WALK, explicit: true };
    return pathOf(document, document.getCompleteMovementPath([{ ...origin, action: WALK }, there]), modes);
  };

  /** @type {(document: TokenDocument, movement: Movement, operation: {movement?: object}) => Promise<boolean>} */
  const passes = async (document, movement, operation) => {
    keep(seen, movement.id);
    if (!isJudged(document, movement)) return true;
    const mover = moverOf(document, new Set(Object.keys(operation.movement ?? {})));
    if (!mover) return true;
    // A second move begins where the first is not yet at its end.
    if (judging.has(document.id)) return false;
    judging.add(document.id);
    try {
      if (movement.method === "undo") return await passesBack(document, movement, mover);
      if (!(await mayMove(document, movement.id))) return false;
      return await passesOn(document, movement, mover);
    } finally {
      judging.delete(document.id);
    }
  };

  /** @type {(document: TokenDocument, movement: Movement, mover: Mover) => Promise<boolean>} */
  const passesBack = async (document, movement, mover) => {
    const to = movement.passed.waypoints.at(-1);
    const verdict = to && (await judge.takeBackTo(mover, cellOf(document, to)));
    if (!verdict) return true;
    report(mover, verdict);
    const { turn } = verdict;
    if (turn) records.set(document.id, { turn, basis: flagOf(document) });
    if (turn) untold.set(document.id, verdict);
    return true;
  };

  /** @type {(document: TokenDocument, movement: Movement, mover: Mover) => Promise<boolean>} */
  const passesOn = async (document, movement, mover) => {
    const basis = flagOf(document);
    const path = wayOf(document, movement, modes);
    if (!path) return true;
    const verdict = await judge.judge(mover, { path }, movement.id, settings.overrides());
    report(mover, verdict);
    const { turn } = verdict;
    const allowed = goesOn(verdict);
    const way = verdict.outcome === "cut" && verdict.way.length > 0 ? verdict.way : null;
    if (turn && (allowed || way)) records.set(document.id, { turn, basis });
    if (allowed || way) untold.set(document.id, verdict);
    if (turn && allowed && movement.pending.waypoints.length > 0)
      ways.set(document.id, { id: movement.id, path, overridden: verdict.overridden });
    // The refused movement has to be over before another one begins.
    if (way) setTimeout(() => go(document, along(document, way)));
    else if (turn && !allowed) {
      await document.update({ [`flags.${ID}.${TURN}`]: writeTurn(turn) });
      tell(document, verdict);
    }
    return allowed;
  };

  /** Move a token as the rules say; nobody judges that again. @type {(document: TokenDocument, waypoints: object[]) => Promise<void>} */
  const go = async (document, waypoints) => {
    moving.add(document.id);
    try {
      await document.move(waypoints, { method: "api" });
    } finally {
      moving.delete(document.id);
    }
  };

  /** @type {(document: TokenDocument, changed: any) => boolean} */
  const record = (document, changed) => {
    const ready = records.get(document.id);
    const isMoved = PLACE.some((key) => key in changed);
    if (!ready || !isMoved) return true;
    records.delete(document.id);
    if (ready.basis !== flagOf(document)) {
      untold.delete(document.id);
      overtaken();
      return false;
    }
    changed.flags = { ...changed.flags, [ID]: { ...changed.flags?.[ID], [TURN]: writeTurn(ready.turn) } };
    return true;
  };

  /**
   * For a token class that has replaced ours: stop the move, judge it, then make it again.
   *
   * @type {(document: TokenDocument, movement: Movement, operation: {movement?: object}) => false | undefined}
   */
  const guard = (document, movement, operation) => {
    if (seen.has(movement.id) || !isJudged(document, movement) || !moverOf(document)) return undefined;
    if (movement.method === "undo") {
      passes(document, movement, operation).then(() => flush(document));
      return undefined;
    }
    const waypoints = [...movement.passed.waypoints, ...movement.pending.waypoints];
    const picked = waypoints.filter(({ intermediate }) => !intermediate).map(bare);
    setTimeout(async () => {
      if (await passes(document, movement, operation)) await go(document, picked);
    });
    return false;
  };

  /** What no update has taken along is written by one of its own. @param {TokenDocument} document */
  const flush = async (document) => {
    const ready = records.get(document.id);
    records.delete(document.id);
    if (ready) await document.update({ [`flags.${ID}.${TURN}`]: writeTurn(ready.turn) });
  };

  /** @type {(document: TokenDocument, user: {isSelf: boolean}) => Promise<void>} */
  const moved = async (document, user) => {
    if (!user.isSelf) return;
    await flush(document);
    const verdict = untold.get(document.id);
    untold.delete(document.id);
    if (verdict) tell(document, verdict);
  };

  /** A move was ended after a section of it: the rest was not made. @param {TokenDocument} document */
  const stopped = async (document) => {
    const way = ways.get(document.id);
    const { id, chain } = document.movement ?? { id: "", chain: [] };
    if (!way || ![id, ...chain].includes(way.id)) return;
    ways.delete(document.id);
    await flush(document);
    const mover = moverOf(document);
    const here = cellOf(document, document._source);
    const [first, ...rest] = way.path;
    const end = rest.findLastIndex((cell) => isSamePlace(cell, here));
    if (!mover || end < 0) return;
    const gone = /** @type {Way["path"]} */ ([first, ...rest.slice(0, end + 1)]);
    const verdict = await judge.shorten(mover, gone, way.id, way.overridden);
    report(mover, verdict);
    const { turn } = verdict;
    if (turn) await document.update({ [`flags.${ID}.${TURN}`]: writeTurn(turn) });
  };

  /** Write a turn that the clock changed, and move the token if that carries it away. @type {(document: TokenDocument, change: {turn: Turn, way: PathCell[]}) => Promise<void>} */
  const write = async (document, { turn, way }) => {
    const waypoints = waypointsOf(document, way);
    await document.update({ [`flags.${ID}.${TURN}`]: writeTurn(turn) });
    if (waypoints.length > 0)
      await go(
        document,
        waypoints.map((one) => ({ ...one, action: DISPLACED })),
      );
  };

  return { passes, record, guard, moved, stopped, write, seenBy, straight };
};

const REMEMBERED = 100;

/** @type {(ids: Set<string>, id: string) => void} */
const keep = (ids, id) => {
  ids.add(id);
  for (const oldest of ids) {
    if (ids.size <= REMEMBERED) break;
    ids.delete(oldest);
  }
};

/** @param {TokenDocument} document */
export const flagOf = (document) => document.getFlag(ID, TURN);

/** @type {(document: TokenDocument, movement: Movement, modes: ReadonlySet<string>) => ReturnType<typeof pathOf>} */
const wayOf = (document, { origin, passed, pending }, modes) => {
  const start = { ...origin, action: "walk" };
  const complete = document.getCompleteMovementPath([start, ...passed.waypoints, ...pending.waypoints]);
  return pathOf(document, complete, modes);
};

/** A way of the rules as the client goes it: each step by the action of its mode. @type {(document: TokenDocument, way: readonly PathCell[]) => object[]} */
const along = (document, way) =>
  waypointsOf(document, way).map((waypoint, index) => {
    const action = actionOf(way[index + 1]?.mode, host.CONFIG.Token.movement.actions) ?? WALK;
    return { ...waypoint, action };
  });

/** What of a waypoint may be given to a new move. @param {Waypoint} waypoint */
const bare = (waypoint) => {
  const { x, y, elevation, action } = waypoint;
  return { x, y, elevation, action, explicit: waypoint.explicit ?? true, checkpoint: true };
};
