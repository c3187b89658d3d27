/**
 * The combat tracker drives the clock of the rules. Pure: it tells what to do so that a token's clock stands where the
 * tracker does, from wherever it stood; so nothing is lost while no GM is there, and nothing is done twice.
 *
 * Of the scopes of a game the outermost is the tracker's round. One that is counted is an Initiative Pass, where the
 * tracker has them; what is inside of both, or of the round, is the token's own turn.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Change } from "../host.js"
 * @import { Commit, Tick, Turn } from "./turns.js"
 * @typedef {Commit["events"][number]} Event
 *
 * @typedef {object} Stand  where the tracker stands, as one token sees it
 * @property {string} combat
 * @property {number} round
 * @property {number} pass
 * @property {string} turn  the combatant whose turn it is; empty: nobody's
 * @property {boolean} own  whether it is the token's turn
 * @property {number} [of]  how many passes it has in this round, where the tracker knows
 * @property {boolean} [acts]  whether it has an action in this pass
 */

/** @type {(stand: Stand) => Tick} */
const tickOf = ({ combat, round, pass, turn, own }) => ({
  id: `${combat}-${round}.${pass}.${turn}`,
  combat,
  round,
  pass,
  turn,
  own,
});

/**
 * A turn that has not begun yet begins where the tracker stands: a new ledger is at the start of everything.
 *
 * @type {(turn: Turn, stand: Stand) => Turn}
 */
export const begun = (turn, stand) =>
  turn.ledger === null && turn.ticks.length === 0
    ? { ...turn, ticks: [{ ...tickOf({ ...stand, pass: 1, own: true }), id: "" }] }
    : turn;

/** What the tracker did between two stands, in events of the rules. @type {(clock: SystemEntry["clock"], last: Tick | undefined, now: Stand) => Event[]} */
const eventsBetween = ({ scopes }, last, now) => {
  const [round, ...inner] = scopes;
  if (!round) return [];
  const pass = inner.find(({ counted }) => counted);
  const own = inner.findLast(({ counted }) => !counted);
  const isNewRound = !last || now.round > last.round;
  const isNewPass = pass !== undefined && (isNewRound || now.pass > last.pass);
  const isOther = isNewRound || isNewPass || now.turn !== last.turn || now.own !== last.own;
  const { pass: number, of, acts } = now;
  const begin = { kind: /** @type {const} */ ("begin") };
  const end = { kind: /** @type {const} */ ("end") };
  return [
    ...(own && isOther && (!last || last.own) ? [{ ...end, scope: own.id }] : []),
    ...(isNewPass ? [{ ...end, scope: pass.id }] : []),
    ...(isNewRound
      ? [
          { ...end, scope: round.id },
          { ...begin, scope: round.id },
        ]
      : []),
    ...(isNewPass
      ? [{ ...begin, scope: pass.id, number, of: Math.max(of ?? number, number), acts: acts ?? true }]
      : []),
    ...(own && isOther && now.own ? [{ ...begin, scope: own.id }] : []),
  ];
};

/**
 * The ticks that came before where the tracker stands. A turn that comes again in its pass is the same turn: the tracker went
 * back, or who acted waited. Where a combatant stands in the order tells nothing, for that changes as others join or roll anew.
 *
 * @type {(ticks: Tick[], now: Stand) => Tick[]}
 */
const keptOf = (ticks, { round, pass, turn }) => {
  const isBefore = (/** @type {Tick} */ tick) =>
    tick.id === "" || (tick.round === round ? tick.pass <= pass : tick.round < round);
  const before = ticks.filter(isBefore);
  const again = before.findLastIndex(
    (tick) => tick.round === round && tick.pass === pass && tick.turn === turn,
  );
  return again < 0 ? before : before.slice(0, again + 1);
};

/**
 * The events that bring a token to where the tracker stands, each with the ticks after it.
 *
 * @type {(clock: SystemEntry["clock"], turn: Turn, now: Stand) => {change: Change, ticks: Tick[]}[]}
 */
export const clockChanges = (clock, turn, now) => {
  const began = begun(turn, now).ticks.filter(({ combat }) => combat === now.combat);
  const kept = keptOf(began, now);
  const undone = began
    .slice(kept.length)
    .toReversed()
    .map(({ id }, index) => ({
      change: { undo: id },
      ticks: began.slice(0, began.length - 1 - index),
    }));
  const events = eventsBetween(clock, kept.at(-1), now);
  const [first, ...rest] = events;
  if (!first) return undone;
  const tick = tickOf(now);
  return [
    ...undone,
    { change: { commit: { id: tick.id, events: [first, ...rest] } }, ticks: [...kept, tick] },
  ];
};
