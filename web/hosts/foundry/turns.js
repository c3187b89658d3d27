/**
 * What a token keeps of its turn, as text in one flag.
 *
 * Text, because the client merges objects of flags into what is there: what a ledger no longer holds would stay.
 *
 * @import { Thrown } from "../../core/thrown.js"
 * @import { createJudge } from "../../core/judge.js"
 * @import { Change, Fields as Ledger, Turn as KeptTurn } from "../host.js"
 * @import { Mover as AnyMover, Verdict as AnyVerdict } from "../host.js"
 * @typedef {Extract<Change, {commit: any}>["commit"]} Commit
 * @typedef {{n: number} & Change} Step  what was told to the rules, counted from 1
 * @typedef {AnyMover<Turn>} Mover
 * @typedef {AnyVerdict<Turn>} Verdict
 * @typedef {ReturnType<typeof createJudge<Turn>>} Judge
 *
 * @typedef {object} Tick  a step of the combat tracker that the rules were told of
 * @property {string} id  of its commit
 * @property {string} combat
 * @property {number} round
 * @property {number} pass
 * @property {string} turn  the combatant whose turn it was
 * @property {boolean} own  whether that turn is the token's own
 *
 * @typedef {object} Followed
 * @property {Step[]} steps  how the ledger came about, so that the GM's client can go the same way
 * @property {Tick[]} ticks
 *
 * @typedef {KeptTurn & Followed} Turn
 */

import { stoppedOf } from "../../core/ledger-changes.js";
import { thrownAfter } from "../../core/thrown.js";
import { KEPT_MOVES, NEW as NOTHING_DONE, readTurn as readKept } from "../../core/turns.js";

/** Older steps are written no more. */
export const KEPT_STEPS = 60;
const KEPT_TICKS = 30;

/** @type {Turn} */
export const NEW = { ...NOTHING_DONE, steps: [], ticks: [] };

/**
 * The turn in a flag; an unreadable one counts as none, and the next move writes it anew.
 *
 * @type {(flag: unknown, system?: string) => {turn: Turn, isBroken: boolean}}
 */
export const readTurn = (flag, system) => {
  try {
    const data = flag === undefined || flag === null ? null : JSON.parse(String(flag));
    const { turn, isBroken } = readKept(data, system);
    const { steps, ticks } = { ...NEW, ...data };
    if (isBroken || !Array.isArray(steps) || !steps.every(isStep) || !Array.isArray(ticks))
      return { turn: NEW, isBroken: true };
    return { turn: turn === NOTHING_DONE ? NEW : { ...turn, steps, ticks }, isBroken: false };
  } catch {
    return { turn: NEW, isBroken: true };
  }
};

/** @type {(step: any) => boolean} */
const isStep = (step) => Number.isInteger(step?.n);

/** @type {(turn: Turn) => string} */
export const writeTurn = ({ ledger, moves, steps, ticks }) =>
  JSON.stringify({
    ledger,
    moves: moves.slice(-KEPT_MOVES),
    steps: steps.slice(-KEPT_STEPS),
    ticks: ticks.slice(-KEPT_TICKS),
  });

/** The number of the newest step. @param {Turn} turn */
export const lastStep = ({ steps }) => steps.at(-1)?.n ?? 0;

/** A turn after the rules were told of something. @type {(turn: Turn, change: Change, ledger: Ledger) => Turn} */
export const stepped = (turn, change, ledger) => ({
  ...turn,
  ledger,
  steps: [...turn.steps, { n: lastStep(turn) + 1, ...change }],
});

/** Which move a commit began, as it is or stopped on its way; -1: none that can be taken back. @type {(turn: Turn, commit: string) => number} */
export const moveOf = ({ moves }, commit) =>
  moves.findIndex((ids) => ids.includes(commit) || ids.includes(stoppedOf(commit)));

/** Whether a commit was taken back; null: nothing is known of it. @type {(turn: Pick<Turn, "steps">, commit: string) => boolean | null} */
export const isTakenBack = ({ steps }, commit) => {
  const ids = new Set([commit, stoppedOf(commit)]);
  const last = steps.findLast((step) => ids.has("undo" in step ? step.undo : step.commit.id));
  return last ? "undo" in last : null;
};

/**
 * What was done since this turn began, without what the clock did.
 *
 * @template {{id: string}} One
 * @param {Pick<Turn, "steps">} turn
 * @param {readonly One[]} commits
 * @returns {One[]}
 */
export const doneSince = ({ steps }, commits) => {
  /** @type {(...kinds: string[]) => Set<string>} */
  const idsWith = (...kinds) => {
    const told = steps.flatMap((step) => ("commit" in step ? [step.commit] : []));
    const those = told.filter(({ events }) => events.some(({ kind }) => kinds.includes(kind)));
    return new Set(those.map(({ id }) => id));
  };
  const [begins, clock] = [idsWith("begin"), idsWith("begin", "end")];
  const begun = commits.findLastIndex(({ id }) => begins.has(id));
  return commits.slice(begun + 1).filter(({ id }) => !clock.has(id));
};

/** How dice fell, by the steps of a turn. @param {Pick<Turn, "steps">} turn */
export const thrownIn = ({ steps }) => steps.reduce(thrownAfter, /** @type {readonly Thrown[]} */ ([]));
