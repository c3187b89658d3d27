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
 * @property {number} turn
 * @property {boolean} own  whether it is the token's turn
 * @property {number} [of]  how many passes it has in this round, where the tracker knows
 * @property {boolean} [acts]  whether it has an action in this pass
 */

/** @type {(one: {round: number, pass: number, turn: number}, other: {round: number, pass: number, turn: number}) => boolean} */
const isAfter = (one, other) => {
  if (one.round !== other.round) return one.round > other.round;
  return one.pass === other.pass ? one.turn > other.turn : one.pass > other.pass;
};

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
 * The events that bring a token to where the tracker stands, each with the ticks after it.
 *
 * @type {(clock: SystemEntry["clock"], turn: Turn, now: Stand) => {change: Change, ticks: Tick[]}[]}
 */
export const clockChanges = (clock, turn, now) => {
  const began = begun(turn, now).ticks.filter(({ combat }) => combat === now.combat);
  const kept = began.filter((tick) => tick.id === "" || !isAfter(tick, now));
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
