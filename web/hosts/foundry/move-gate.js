/**
 * Where moves of the client meet the rules: which are judged, what is written with them, and what comes instead.
 *
 * A move is judged once, as a whole, at its first section, and what the token then has done this turn goes into
 * the very update that moves it; so both arrive or neither.
 *
 * @import { PathCell } from "../../core/protocol.js"
 * @import { Movement, Position, TokenDocument } from "./surface.js"
 * @import { Mover } from "./movers.js"
 * @import { Judge, Mover as Plain, Turn, Verdict } from "./turns.js"
 * @import { Instruction, Operation, Path } from "./ways.js"
 *
 * @typedef {object} MoveGateSettings
 * @property {Judge} judge
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {() => boolean} overrides  whether the GM holds the key that lets everything through
 * @property {(document: TokenDocument, alongside?: ReadonlySet<string>) => Mover | null} moverOf
 * @property {ReadonlySet<string>} modes
 * @property {(document: TokenDocument, id: string) => Promise<boolean>} mayMove  whether it may move now at all
 * @property {(mover: Mover, verdict: Verdict) => void} report  to whoever moves, what the rules said
 * @property {(document: TokenDocument, verdict: Verdict) => unknown} tell  of a move that was made
 * @property {() => void} overtaken  somebody else moved the token meanwhile
 * @property {() => void} unasked  moves are made that this was not asked about
 *
 * @typedef {object} Member  one of those that move in an operation
 * @property {TokenDocument} document
 * @property {string} id  of its move in the ledger
 * @property {Mover} mover
 * @property {ReadonlySet<string>} beside  who moves along and is not judged
 * @property {{path: Path}} route
 * @property {unknown} basis  its flag before
 * @typedef {(mover: Plain) => Plain} Among  a mover among the others of its group
 *
 * @typedef {object} Way  a way that is gone in sections, and may be left after one of them
 * @property {string} id  of the movement
 * @property {string} commit
 * @property {Path} path
 * @property {boolean} overridden
 *
 * @typedef {object} Record
 * @property {Turn} turn
 * @property {unknown} basis  the flag as it was when the move was judged
 *
 * @typedef {object} GateState
 * @property {Map<string, Record>} records  what is to be written with the move that was let pass; by token
 * @property {Map<string, Verdict>} untold  what to tell once the move is made
 * @property {Map<string, Way>} ways  moves that are under way
 * @property {Set<string>} seen  movements that came by here, the newest last
 * @property {Set<string>} moving  tokens that this module is about to move
 * @property {Set<string>} own  the movements that it has made so, the newest last
 * @property {Set<string>} judging  tokens whose move is being judged
 * @property {Map<string, Put[]>} puts  where tokens were put, the newest last
 * @property {WeakMap<object, {members: Member[], verdicts: Promise<Map<string, Verdict>>}>} groups  who moves in one operation
 * @property {ReturnType<typeof createPresses>} presses
 * @typedef {{from: CellPlace, to: CellPlace}} Put
 * @typedef {ReturnType<typeof cellOf>} CellPlace
 * @typedef {MoveGateSettings & GateState} Gate
 * @typedef {ReturnType<typeof createMoveGate>} MoveGate
 */

import { isSamePlace } from "../../core/grid.js";
import { judgeTogether } from "../../core/group.js";
import { onWay, planQuestion } from "../../core/questions.js";
import { declined, endedAt, goesOn } from "../../core/verdicts.js";
import { ID, TURN } from "./host.js";
import { createPresses } from "./presses.js";
import { mayAct, pushing } from "./rights.js";
import { cellOf, waypointsOf } from "./scene.js";
import { writeTurn } from "./turns.js";
import { along, DISPLACED, isPlaced, isPut, movementIn, wayOf } from "./ways.js";

const REMEMBERED = 100;

/** @param {MoveGateSettings} settings */
export const createMoveGate = (settings) => {
  /** @type {Gate} */
  const gate = {
    ...{ ...settings, records: new Map(), untold: new Map(), ways: new Map() },
    ...{ seen: new Set(), moving: new Set(), own: new Set(), judging: new Set(), puts: new Map() },
    ...{ groups: new WeakMap(), presses: createPresses() },
  };
  return {
    passes: passes.bind(null, gate),
    record: record.bind(null, gate),
    unmade: unmade.bind(null, gate),
    unasked: unasked.bind(null, gate),
    moved: moved.bind(null, gate),
    stopped: stopped.bind(null, gate),
    write: write.bind(null, gate),
    putBack: putBack.bind(null, gate),
    isJudging: () => gate.judging.size > 0,
  };
};

/** @type {(gate: Gate, document: TokenDocument, movement: Movement, operation: Operation) => boolean} */
const isJudged = (gate, document, movement, operation) => {
  const isOwn = isOurs(gate, document, movement) || movement.chain.length > 0;
  return !isOwn && (movement.method === "undo" || !isPut(gate.modes, document, movement, operation));
};

/** Whether this module itself moves a token: the next movement of one that it is about to move; what comes while that is still under way is not. @type {(gate: Gate, document: TokenDocument, movement: Movement) => boolean} */
const isOurs = ({ moving, own }, document, { id }) => {
  if (moving.delete(document.id)) keep(own, id);
  return own.has(id);
};

/** @type {(gate: Gate, document: TokenDocument, movement: Movement, operation: Operation) => Promise<boolean>} */
const passes = async (gate, document, movement, operation) => {
  const { judging, presses } = gate;
  keep(gate.seen, movement.id);
  if (!isJudged(gate, document, movement, operation)) {
    if (!gate.own.has(movement.id)) notePut(gate, document, movement);
    return true;
  }
  const isBusy = judging.has(document.id) || presses.isBusy(document);
  // The client forgets what it undoes, so that this waits. Another move begins where the first is not yet at its end.
  if (isBusy && movement.method === "undo") await presses.turn(document);
  else if (isBusy) {
    presses.keep(document, movement);
    return presses.refuse(document);
  }
  judging.add(document.id);
  try {
    const now = isBusy ? { ...movement, origin: document._source } : movement;
    const isMade = await passesOn(gate, document, now, operation);
    if (isMade) presses.lands(document);
    return isMade === false ? presses.refuse(document) : true;
  } finally {
    judging.delete(document.id);
    if (!presses.isLanding(document)) presses.next(document);
  }
};

/** What is asked of a movement; null: nothing. @type {(gate: Gate, document: TokenDocument, movement: Movement, beside: ReadonlySet<string>) => Member | null} */
const memberOf = (gate, document, movement, beside) => {
  const path = wayOf(gate.modes, document, movement);
  const mover = gate.moverOf(document, beside);
  if (!mover || (!path && movement.method !== "undo")) return null;
  const route = { path: path ?? /** @type {Path} */ ([cellOf(document, movement.origin)]) };
  return { document, id: movement.id, mover, beside, route, basis: flagOf(document) };
};

/** Whether a movement takes the newest one back, or what cost nothing; in combat, all else that is undone is a move as any other. @type {(gate: Gate, document: TokenDocument, movement: Movement, mover: Mover) => Promise<boolean>} */
const passesBack = async (gate, document, movement, mover) => {
  const to = movement.passed.waypoints.at(-1);
  const verdict = to && (await gate.judge.takeBackTo(mover, cellOf(document, to)));
  if (!verdict) return true;
  const { turn } = verdict;
  const isFromEnd = endedAt(verdict, cellOf(document, movement.origin));
  if (!turn || !isFromEnd) return !mover.inCombat || isPutBack(gate, document, movement);
  gate.report(mover, verdict);
  gate.records.set(document.id, { turn, basis: flagOf(document) });
  gate.untold.set(document.id, verdict);
  return true;
};

/** @type {(document: TokenDocument, movement: Movement) => Put | null} */
const putOf = (document, { origin, passed, pending }) => {
  const last = [...passed.waypoints, ...pending.waypoints].at(-1);
  return last ? { from: cellOf(document, origin), to: cellOf(document, last) } : null;
};

/** Remember where a token was put, so that this can be undone. @type {(gate: Gate, document: TokenDocument, movement: Movement) => void} */
const notePut = ({ puts }, document, movement) => {
  const put = movement.chain.length > 0 ? null : putOf(document, movement);
  if (put) puts.set(document.id, [...(puts.get(document.id) ?? []), put].slice(-REMEMBERED));
};

/** @type {(gate: Gate, document: TokenDocument, movement: Movement) => boolean} */
const isPutBack = ({ puts }, document, movement) => {
  const back = putOf(document, movement);
  const known = puts.get(document.id) ?? [];
  return (
    back !== null && known.some(({ from, to }) => isSamePlace(from, back.to) && isSamePlace(to, back.from))
  );
};

/** Whether a movement is made; null: it is nothing to judge. @type {(gate: Gate, document: TokenDocument, movement: Movement, operation: Operation) => Promise<boolean | null>} */
const passesOn = async (gate, document, movement, operation) => {
  const member = memberOf(gate, document, movement, new Set(Object.keys(operation.movement ?? {})));
  if (!member) return null;
  const { mover, route } = member;
  const isBack = movement.method === "undo";
  if (isBack && !mayAct()) return false;
  if (isBack && (await passesBack(gate, document, movement, mover))) return true;
  if (route.path.length < 2) return null;
  const verdict = isBack ? await judged(gate, member) : await judgedAmong(gate, member, movement, operation);
  gate.report(mover, verdict);
  const { turn } = verdict;
  const allowed = goesOn(verdict);
  const way = verdict.outcome === "cut" && verdict.way.length > 0 ? verdict.way : null;
  if (turn && (allowed || way)) gate.records.set(document.id, { turn, basis: member.basis });
  if (allowed || way) gate.untold.set(document.id, verdict);
  const { path } = route;
  if (turn && allowed && movement.pending.waypoints.length > 0)
    gate.ways.set(document.id, { id: movement.id, commit: member.id, path, overridden: verdict.overridden });
  // The refused movement has to be over before another one begins.
  if (way) setTimeout(() => go(gate, document, along(document, way)));
  else if (turn && !allowed) {
    await keepTurn(document, turn);
    gate.tell(document, verdict);
  }
  return allowed;
};

/** What comes of a movement together with those of its operation. @type {(gate: Gate, member: Member, movement: Movement, operation: Operation) => Promise<Verdict>} */
const judgedAmong = async (gate, member, movement, { movement: all = {} }) => {
  if (Object.keys(all).length < 2) return judged(gate, member);
  const group = gate.groups.get(all) ?? groupIn(gate, member, movement, all);
  gate.groups.set(all, group);
  const same = group.members.find(
    ({ document, route }) =>
      document === member.document && JSON.stringify(route) === JSON.stringify(member.route),
  );
  const verdict = same && (await group.verdicts).get(member.document.id);
  if (same) member.id = same.id;
  return verdict ?? judged(gate, member);
};

/** All that move in an operation, judged by the first of them. @type {(gate: Gate, first: Member, movement: Movement, all: {[token: string]: Instruction}) => {members: Member[], verdicts: Promise<Map<string, Verdict>>}} */
const groupIn = (gate, first, movement, all) => {
  const others = Object.entries(all).flatMap(([id, instruction]) => {
    const document = first.document.parent.tokens.get(id);
    if (!document || document === first.document || gate.judging.has(id)) return [];
    const its = movementIn(document, instruction, movement);
    return isPut(gate.modes, document, its, {}) ? [] : [{ document, its }];
  });
  const judgedOnes = new Set([first.document.id, ...others.map(({ document: { id } }) => id)]);
  const beside = new Set(Object.keys(all).filter((id) => !judgedOnes.has(id)));
  const members = [
    memberOf(gate, first.document, movement, beside),
    ...others.map(({ document, its }) => memberOf(gate, document, its, beside)),
  ].flatMap((member) => member ?? []);
  const judge = (/** @type {Member} */ member, /** @type {Among} */ among) => judged(gate, member, among);
  return { members, verdicts: judgeTogether(members, { ask: gate.ask, judge }) };
};

/** @type {(gate: Gate, member: Member, among?: Among) => Promise<Verdict>} */
const judged = async (gate, { document, id, mover, beside, route }, among = (one) => one) => {
  if (!(await gate.mayMove(document, id))) return declined(null, null);
  if (pushing.has(document.id)) return gate.judge.push(onWay(among(mover), route.path), route, id);
  const going = await onGround(gate, mover, route.path, among);
  const now = async () => {
    const here = gate.moverOf(document, beside);
    return here && onGround(gate, here, route.path, among);
  };
  return gate.judge.judge({ ...going, now }, route, id, gate.overrides());
};

/**
 * A mover on the ground that it goes over, seen or not. Nobody is stopped by what is not seen, nor asked for a roll: where that
 * would be so, the move is judged by what is seen, and the GM's browser tells of it.
 *
 * @type {(gate: Gate, mover: Mover, path: Path, among?: Among) => Promise<Plain>}
 */
const onGround = async ({ ask }, mover, path, among = (one) => one) => {
  const [seen, whole] = [among(mover), mover.whole && among(mover.whole())];
  if (!whole || isSameScene(whole, seen, path)) return seen;
  const reply = await ask(planQuestion(onWay(whole, path), [{ path }]));
  return UNSTOPPED.has(reply.ok && reply.value.plans[0].verdict) ? whole : seen;
};

/** What a move comes to that is made at once. */
const UNSTOPPED = new Set(["free", "penalised"]);

/** @type {(one: Plain, other: Plain, path: Path) => boolean} */
const isSameScene = (one, other, path) =>
  JSON.stringify(onWay(one, path).common.scene) === JSON.stringify(onWay(other, path).common.scene);

/** Have the client move a token as the rules say; nobody judges that again. @type {(gate: Gate, document: TokenDocument, move: () => Promise<boolean>) => Promise<boolean>} */
const asOwn = async ({ moving }, document, move) => {
  moving.add(document.id);
  try {
    return await move();
  } finally {
    moving.delete(document.id);
  }
};

/** @type {(gate: Gate, document: TokenDocument, waypoints: object[]) => Promise<boolean>} */
const go = (gate, document, waypoints) =>
  asOwn(gate, document, () => document.move(waypoints, { method: "api" }));

/** What is ready is written with the move; false: the move must not be written. @type {(gate: Gate, document: TokenDocument, changed: any) => boolean} */
const record = ({ records, untold, overtaken, presses }, document, changed) => {
  const ready = records.get(document.id);
  if (!ready || !isPlaced(changed)) return true;
  records.delete(document.id);
  if (ready.basis !== flagOf(document)) {
    untold.delete(document.id);
    presses.landed(document);
    overtaken();
    return false;
  }
  changed.flags = { ...changed.flags, [ID]: { ...changed.flags?.[ID], [TURN]: writeTurn(ready.turn) } };
  return true;
};

/** The place was taken out of an update, by us or by another module: what was let pass then is not made, and leaves nothing. @type {(gate: Gate, document: TokenDocument) => void} */
const unmade = ({ records, untold, presses }, document) => {
  if (presses.wasRefused(document)) return;
  records.delete(document.id);
  untold.delete(document.id);
  presses.landed(document);
};

/** A move comes by that nobody asked about: another class of tokens does not call what it replaces. @type {(gate: Gate, document: TokenDocument, movement: Movement, operation: Operation) => void} */
const unasked = (gate, document, movement, operation) => {
  if (!gate.seen.has(movement.id) && isJudged(gate, document, movement, operation)) gate.unasked();
};

/** @type {(gate: Gate, document: TokenDocument, user: {isSelf: boolean}) => void} */
const moved = ({ untold, tell, presses }, document, user) => {
  if (!user.isSelf) return;
  presses.landed(document);
  const verdict = untold.get(document.id);
  untold.delete(document.id);
  if (verdict) pushing.delete(document.id);
  if (verdict) tell(document, verdict);
};

/** A move was ended after a section of it: the rest was not made. @type {(gate: Gate, document: TokenDocument) => Promise<void>} */
const stopped = async (gate, document) => {
  const { ways } = gate;
  const way = ways.get(document.id);
  const { id, chain } = document.movement ?? { id: "", chain: [] };
  if (!way || ![id, ...chain].includes(way.id)) return;
  ways.delete(document.id);
  const mover = gate.moverOf(document);
  const here = cellOf(document, document._source);
  const [first, ...rest] = way.path;
  const end = rest.findLastIndex((cell) => isSamePlace(cell, here));
  if (!mover || end < 0) return;
  const gone = /** @type {Path} */ ([first, ...rest.slice(0, end + 1)]);
  const going = await onGround(gate, mover, gone);
  const verdict = await gate.judge.shorten(going, gone, way.commit, way.overridden);
  gate.report(mover, verdict);
  if (verdict.turn) await keepTurn(document, verdict.turn);
};

/** Write a turn that the clock changed, and move the token if that carries it away. @type {(gate: Gate, document: TokenDocument, change: {turn: Turn, way: PathCell[]}) => Promise<void>} */
const write = async (gate, document, { turn, way }) => {
  const waypoints = waypointsOf(document, way).map((one) => ({ ...one, action: DISPLACED }));
  await keepTurn(document, turn);
  if (waypoints.length > 0) await go(gate, document, waypoints);
};

/**
 * Have a token go back as the client takes moves back: what led there is taken back with it. Where that is more than one move, or
 * the client has forgotten it, the turn of the verdict is written with that.
 *
 * @type {(gate: Gate, document: TokenDocument, way: readonly PathCell[], verdict: Verdict, isWhole: boolean) => Promise<boolean>}
 */
const putBack = async (gate, document, way, verdict, isWhole) => {
  const to = waypointsOf(document, way).map((one) => ({ ...one, action: DISPLACED }));
  const id = to[0] && recordedFrom(document, to[0], isWhole);
  const revert = async () => id !== undefined && (await document.revertRecordedMovement(id));
  if (!isWhole && (await revert())) return true;
  if (verdict.turn) gate.records.set(document.id, { turn: verdict.turn, basis: flagOf(document) });
  gate.untold.set(document.id, verdict);
  const isBack = (isWhole && (await asOwn(gate, document, revert))) || (await go(gate, document, to));
  if (!isBack) for (const ready of [gate.records, gate.untold]) ready.delete(document.id);
  return isBack;
};

/** The newest movement that began at a place, or the first, as far as the client remembers; a move in sections is several of them. @type {(document: TokenDocument, place: Position, isFirst: boolean) => string | undefined} */
const recordedFrom = ({ movementHistory }, { x, y, elevation }, isFirst) => {
  const ids = movementHistory.map(({ movementId }) => movementId);
  const begun = movementHistory.flatMap((one, at) => {
    const isThere = one.x === x && one.y === y && one.elevation === elevation;
    const first = ids.indexOf(ids[at + 1] ?? "");
    return isThere && (first === at || first === at + 1) ? (ids[at + 1] ?? []) : [];
  });
  return begun.at(isFirst ? 0 : -1);
};

/** @type {(document: TokenDocument, turn: Turn) => Promise<unknown>} */
const keepTurn = (document, turn) => document.update({ [`flags.${ID}.${TURN}`]: writeTurn(turn) });

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
