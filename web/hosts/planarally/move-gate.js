/**
 * Where moves meet the rules: how each is judged, what is written of it, and how the newest is taken back.
 *
 * @import { Plan } from "../../core/protocol.js"
 * @import { Change, Mover, Verdict } from "../host.js"
 * @import { Kept, KeptPoint } from "./data-blocks.js"
 * @import { GlobalId, Point } from "./surface.js"
 * @import { Ports as TokenMovesPorts } from "./token-moves.js"
 *
 * @typedef {object} MoveGatePorts
 * @property {ReturnType<typeof import("../../core/judge.js").createJudge>} judge
 * @property {ReturnType<typeof import("./data-blocks.js").createBlocks>} blocks
 * @property {() => number} location  the location that is open here
 * @property {() => boolean} overrides  whether the GM holds the key that lets everything through
 * @property {(id: GlobalId) => boolean} isPushed  whether the next move of a token is a push by the GM
 * @property {(id: GlobalId) => void} pushed  that was it
 * @property {(id: GlobalId, verdict: Verdict, textOf: typeof pushedText) => void} tellForced
 * @property {(id: GlobalId, length: number, reason: string) => void} tellGiven
 * @property {(mover: Mover, verdict: Verdict, isMove?: boolean) => void} report  to whoever moves, what the rules said
 * @property {(id: GlobalId, verdict: Verdict) => void} tellRolls
 * @property {(id: GlobalId, verdict: Verdict) => void} tellUndone
 * @property {(id: GlobalId, job: () => Promise<void>) => Promise<void>} after  does it after all else that is done with a token
 * @property {(id: GlobalId, end: Point, stands: Point | null, isMove: boolean) => void} overwritten  somebody else wrote at the same time that a token went elsewhere, or the clock went on: where it stands by that
 */

import { newId } from "../../core/new-id.js";
import { backText, pushedText } from "../../core/texts.js";
import { thrownInVain } from "../../core/thrown.js";
import { NOTHING } from "../../core/verdicts.js";
import { isDone } from "./clock.js";

/** @param {MoveGatePorts} ports */
export const createMoveGate = (ports) => {
  const { judge, blocks, location, overrides, report, tellRolls, tellUndone, after, overwritten } = ports;
  const { isPushed, tellForced } = ports;
  /** Have a move judged or taken back, and tell of it. @type {(mover: Mover, judged: Promise<Verdict>) => Promise<Verdict>} */
  const reported = async (mover, judged) => {
    const verdict = await judged;
    // Where the location is loaded anew, what others have written meanwhile may still be on its way.
    await blocks.ready([]);
    report(mover, verdict);
    return verdict;
  };

  /** @type {TokenMovesPorts["judge"]} */
  const judgeMove = (mover, route, id, isLetThrough = false) =>
    isPushed(mover.token)
      ? forced(mover, judge.push(mover, route, id), pushedText)
      : isFree(blocks, mover)
        ? Promise.resolve(NOTHING)
        : reported(mover, judge.judge(mover, route, id, isLetThrough || overrides()));

  /** Have a token pushed or put back to where its turn began, and tell all of it. @type {(mover: Mover, judged: Promise<Verdict>, textOf: typeof pushedText) => Promise<Verdict>} */
  const forced = async ({ token }, judged, textOf) => {
    const verdict = await judged;
    await blocks.ready([]);
    if (textOf === pushedText) ports.pushed(token);
    tellForced(token, verdict, textOf);
    return verdict;
  };

  /** @type {TokenMovesPorts["record"]} */
  const record = (id, verdict, { start, at, location: where, layout, isFinal }) => {
    const kept = blocks.token(id);
    const { turn } = verdict;
    if (!turn || !kept) return;
    const starts = [...kept.starts, { ...start, location: where }].slice(-turn.moves.length);
    blocks.saveToken(id, { turn, starts, layout, at: { ...at, location: where } }, (now, before) => {
      keepThrown(blocks, id, now, turn);
      overwritten(id, at, standsBy(now, before) ?? start, !isFinal);
    });
    tellRolls(id, verdict);
  };

  /** The ledger has the two moves in another order than they were made in, so that neither is taken back. @type {TokenMovesPorts["recordLate"]} */
  const recordLate = (id, verdict) => {
    const { turn } = verdict;
    if (turn)
      blocks.saveToken(id, { turn: { ...turn, moves: [] }, starts: [] }, (now) =>
        keepThrown(blocks, id, now, turn),
      );
    tellRolls(id, verdict);
  };

  /** @type {TokenMovesPorts["recordInVain"]} */
  const recordInVain = (id, verdict) => {
    const kept = blocks.token(id);
    if (verdict.turn && kept && verdict.rolls.length > 0) keepThrown(blocks, id, kept, verdict.turn);
    tellRolls(id, verdict);
  };

  /** @type {TokenMovesPorts["recordUndone"]} */
  const recordUndone = (id, verdict) => {
    const kept = blocks.token(id);
    const left = verdict.turn && kept ? leftOf(kept, verdict.turn) : -1;
    const at = kept?.starts[left];
    if (!verdict.turn || !kept || !at) return;
    const starts = kept.starts.slice(0, left);
    blocks.saveToken(id, { turn: verdict.turn, starts, at }, (now, before) =>
      overwritten(id, at, standsBy(now, before) ?? before.at ?? null, false),
    );
    tellUndone(id, verdict);
  };

  /** @type {TokenMovesPorts["takenBack"]} */
  const takenBack = (mover, isTurn) =>
    isTurn ? forced(mover, judge.backToStart(mover), backText) : reported(mover, judge.takeBack(mover));

  /** A step of the clock: what was moved before it is not taken back any more, unless the step is. @type {(mover: Mover, change: Change) => Promise<void>} */
  const tick = async (mover, change) => {
    const verdict = await judge.happen(mover, change);
    report(mover, verdict, false);
    const { turn } = verdict;
    if (!turn) return;
    const again = (/** @type {Kept} */ now) => {
      // Of two GMs each has told it.
      if (!isDone(change, now.turn.ledger))
        after(mover.token, () => tick({ ...mover, turn: now.turn }, change));
    };
    const { starts = [], former = null } = blocks.token(mover.token) ?? {};
    const isBack = "undo" in change && former?.commit === change.undo;
    const open = isBack && former ? former : { moves: [], starts: [] };
    const before = "undo" in change ? null : { commit: change.commit.id, moves: mover.turn.moves, starts };
    blocks.saveToken(
      mover.token,
      { turn: { ...turn, moves: open.moves }, starts: open.starts, former: before },
      again,
    );
  };

  return {
    judge: judgeMove,
    isFree: isFree.bind(null, blocks),
    isSettled: isSettled.bind(null, ports),
    ...{ record, recordLate, recordInVain, recordUndone },
    ...asWritten(blocks, location),
    takenBack,
    give: give.bind(null, ports),
    tick,
  };
};

/** Whether a plan can be let go without asking anybody. @type {(ports: MoveGatePorts, mover: Mover, plan: Plan) => boolean} */
const isSettled = ({ blocks, overrides }, _mover, plan) => {
  const isAsked = plan.reactions.length > 0 || plan.checks.some(({ optional }) => !optional);
  const isLetGo = blocks.settings().enforcement === "inform" || overrides();
  return plan.verdict === "impossible" ? isLetGo : !isAsked;
};

/** Whether a token moves as without the rules, outside fights. @type {(blocks: MoveGatePorts["blocks"], mover: Mover) => boolean} */
const isFree = (blocks, { inCombat }) => !inCombat && blocks.settings().onlyInFights;

/** The GM gives a token movement by hand, or takes some. @type {(ports: MoveGatePorts, mover: Mover, length: number, reason: string) => Promise<void>} */
const give = (ports, mover, length, reason) => {
  const { judge, blocks, report, after, tellGiven } = ports;
  const { token } = mover;
  return after(token, async () => {
    const turn = blocks.token(token)?.turn ?? mover.turn;
    const verdict = await judge.give({ ...mover, turn }, length, reason, newId());
    report(mover, verdict, false);
    if (!verdict.turn) return;
    blocks.saveToken(token, { turn: verdict.turn }, () => void give(ports, mover, length, reason));
    tellGiven(token, length, reason);
  });
};

/** What is written down for tokens by now. @type {(blocks: MoveGatePorts["blocks"], location: () => number) => Pick<TokenMovesPorts, "isOvertaken" | "isMovedOn" | "isMovedSince" | "turnOf" | "ledgerOf" | "newestStart" | "startAfter" | "keptAt" | "isWayBack">} */
const asWritten = (blocks, location) => {
  /** A point of another location is none here. @type {(point: KeptPoint | null | undefined) => KeptPoint | undefined} */
  const here = (point) => (point && (point.location ?? location()) === location() ? point : undefined);

  /** @type {TokenMovesPorts["turnOf"]} */
  const turnOf = (id) => blocks.token(id)?.turn;

  /** @type {TokenMovesPorts["isOvertaken"]} */
  const isOvertaken = ({ token, turn }) => JSON.stringify(turnOf(token)) !== JSON.stringify(turn);

  /** @type {TokenMovesPorts["ledgerOf"]} */
  const ledgerOf = (id) => JSON.stringify(turnOf(id) ?? null);

  /** @type {TokenMovesPorts["newestStart"]} */
  const newestStart = (id) => here(blocks.token(id)?.starts.at(-1));

  /** @type {TokenMovesPorts["startAfter"]} */
  const startAfter = (id, turn) => {
    const kept = blocks.token(id);
    return kept ? here(kept.starts[leftOf(kept, turn)]) : undefined;
  };

  /** @type {TokenMovesPorts["keptAt"]} */
  const keptAt = (id) => here(blocks.token(id)?.at) ?? null;

  /** @type {TokenMovesPorts["isMovedSince"]} */
  const isMovedSince = ({ token, turn }) => {
    const newest = blocks.token(token)?.turn.moves.at(-1);
    return newest !== undefined && JSON.stringify(newest) !== JSON.stringify(turn.moves.at(-1));
  };

  /** @type {TokenMovesPorts["isWayBack"]} */
  const isWayBack = (id, point) => {
    const begin = newestStart(id);
    return begin !== undefined && isNear(begin, point);
  };

  /** @type {TokenMovesPorts["isMovedOn"]} */
  const isMovedOn = ({ token, turn }, end) =>
    (blocks.token(token)?.starts ?? [])
      .slice(turn.moves.length)
      .some((start) => here(start) && isNear(start, end));

  return {
    isOvertaken,
    isMovedOn,
    isMovedSince,
    turnOf,
    ledgerOf,
    newestStart,
    startAfter,
    keptAt,
    isWayBack,
  };
};

/** How many beginnings of moves are left where a turn has fewer moves than what is kept. @type {(kept: Kept, turn: Kept["turn"]) => number} */
const leftOf = ({ starts, turn }, { moves }) => starts.length - turn.moves.length + moves.length;

/** @type {(one: Point, other: Point) => boolean} */
const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 1;

/** Where a token stands by what somebody else has written of it; null: that is no move. @type {(now: Kept, before: Kept) => Point | null} */
const standsBy = (now, before) =>
  JSON.stringify(now.at ?? null) === JSON.stringify(before.at ?? null) ? null : (now.at ?? null);

/** Dice that fell for a turn that came to nothing stay as they fell. @type {(blocks: MoveGatePorts["blocks"], id: GlobalId, kept: Kept, turn: Kept["turn"]) => void} */
const keepThrown = (blocks, id, { turn }, { thrown: lost = [] }) => {
  const thrown = thrownInVain(turn.thrown ?? [], lost);
  if (thrown.length > 0) blocks.saveToken(id, { turn: { ...turn, thrown } });
};
