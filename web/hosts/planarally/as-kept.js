/**
 * What is kept in the host's blocks, as the mod takes it: anybody at the table may have written there, so that what is
 * none counts as if it was not there. Nobody's moves stay unjudged for what somebody else has spoilt.
 *
 * @import { Grounds, Kept, Settings } from "./data-blocks.js"
 * @import { KeptFight } from "./initiative.js"
 * @import { Asked } from "./prompts.js"
 */

import { isRecord } from "../../core/records.js";
import { NEW, readTurn } from "../../core/turns.js";

/** What ground may cost, as the rules take it. */
const [CHEAPEST, DEAREST] = [1, 1000];
const KINDS = new Set(["difficult", "obstacle", "water", "climb", "gap"]);
const ENFORCEMENTS = new Set(["inform", "confirm", "block"]);
const SIDES = new Set(["", "party", "foes", "neutral"]);

/** The entries of a record that are what they should be. @type {<T>(value: unknown, isOne: (entry: unknown) => entry is T) => {[key: string]: T}} */
const entriesOf = (value, isOne) => {
  /** @type {{[key: string]: any}} */
  const found = {};
  for (const [key, entry] of Object.entries(isRecord(value) ? value : {}))
    if (isOne(entry)) found[key] = entry;
  return found;
};

/** @type {(kept: unknown, otherwise: Settings) => Settings} */
export const settingsIn = (kept, otherwise) => {
  const { system, enforcement, failClosed, onlyInFights, houseRules } = isRecord(kept) ? kept : {};
  return {
    system: typeof system === "string" ? system : otherwise.system,
    enforcement: ENFORCEMENTS.has(/** @type {string} */ (enforcement))
      ? /** @type {Settings["enforcement"]} */ (enforcement)
      : otherwise.enforcement,
    failClosed: failClosed === true,
    onlyInFights: onlyInFights === true,
    houseRules: isRecord(houseRules) ? houseRules : otherwise.houseRules,
  };
};

/**
 * @param {unknown} ground
 * @returns {ground is Grounds[string]}
 */
const isGround = (ground) =>
  isRecord(ground) &&
  KINDS.has(/** @type {string} */ (ground.kind)) &&
  (ground.kind !== "difficult" || isPrice(ground.multiplier));

/** @param {unknown} price */
const isPrice = (price) => typeof price === "number" && price >= CHEAPEST && price <= DEAREST;

/** @type {(kept: unknown) => Grounds} */
export const groundsIn = (kept) => /** @type {Grounds} */ (entriesOf(kept, isGround));

/** @param {unknown} point */
const isPoint = (point) => isRecord(point) && Number.isFinite(point.x) && Number.isFinite(point.y);

/**
 * @param {unknown} question
 * @returns {question is Asked[string]}
 */
const isQuestion = (question) =>
  isRecord(question) &&
  (question.kind === "letThrough" || (question.kind === "goOn" && isRecord(question.ledger))) &&
  [question.token, question.user, question.text].every((text) => typeof text === "string") &&
  [question.location, question.until].every((count) => typeof count === "number") &&
  isPoint(question.at) &&
  (question.answer === null || typeof question.answer === "boolean");

/** @type {(kept: unknown) => Asked} */
export const askedIn = (kept) => entriesOf(kept, isQuestion);

/** The fight that is kept; null: none is. @type {(kept: unknown) => KeptFight | null} */
export const fightIn = (kept) => {
  if (!isRecord(kept)) return null;
  const { isActive, round, reached, members, groups, by } = kept;
  return {
    isActive: isActive === true,
    round: typeof round === "number" ? round : 0,
    ...(typeof reached === "number" ? { reached } : {}),
    members: textsIn(members),
    groups: textsIn(groups),
    by: typeof by === "string" ? by : "",
  };
};

/** The texts of a list. @type {(kept: unknown) => string[]} */
const textsIn = (kept) => (Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []);

/**
 * @param {unknown} former
 * @returns {former is NonNullable<Kept["former"]>}
 */
const isFormer = (former) => {
  const { commit, moves, starts } = isRecord(former) ? former : {};
  const isList = Array.isArray(moves) && Array.isArray(starts) && moves.length === starts.length;
  return typeof commit === "string" && isList && starts.every(isPoint) && moves.every(isMove);
};

/** @param {unknown} move  the commits that it is made of */
const isMove = (move) => Array.isArray(move) && move.every((commit) => typeof commit === "string");

/** What is kept of a token; a turn that cannot be read, or is one of other rules, counts as none. @type {(kept: unknown, otherwise: Kept, system: string | undefined) => Kept} */
export const tokenIn = (kept, otherwise, system) => {
  const {
    characters,
    circumstances,
    side,
    turn: told,
    starts,
    former,
    ...others
  } = isRecord(kept) ? kept : {};
  const { turn } = readTurn(told, system);
  const isOfTurn = turn !== NEW && Array.isArray(starts) && starts.every(isPoint);
  return {
    ...{ ...otherwise, .../** @type {Partial<Kept>} */ (others), turn },
    characters: entriesOf(characters, isRecord),
    circumstances: entriesOf(circumstances, isRecord),
    side: /** @type {Kept["side"]} */ (SIDES.has(/** @type {string} */ (side)) ? side : otherwise.side),
    starts: isOfTurn ? starts : [],
    former: isOfTurn && isFormer(former) ? former : null,
  };
};
