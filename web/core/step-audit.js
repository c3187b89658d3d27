/**
 * What a player's browser may tell the rules, as another browser sees it: field by field, and the GM's word where it needs that.
 *
 * @import { Change } from "../hosts/host.js"
 * @import { Grant } from "./grants.js"
 * @import { ApplyRequest } from "./protocol.js"
 * @import { Thrown } from "./thrown.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>} Commit
 * @typedef {Commit["events"][number]} Event
 * @typedef {Extract<Event, {kind: "rolled"}>} Rolled
 * @typedef {"forged" | "notAsked" | "rolledAgain" | "unseenDice"} StepFault
 *
 * @typedef {object} StepAuditPorts
 * @property {(grant: Grant) => boolean} takes  whether the GM let it through; each grant counts once
 * @property {(check: string, faces: readonly number[]) => boolean} [fell]  whether dice were seen to fall so; each throw counts once
 * @property {() => boolean} rollsAnew  whether rolls that were taken back are thrown anew
 * @property {() => boolean} isLenient  whether moves against the rules are let through and told
 */

import { grantKey, pathGranted } from "./grants.js";
import { isRecord } from "./records.js";
import { thrownAfter, waitingFor } from "./thrown.js";

/** What players tell, and with which fields. All else is the GM's to tell: the clock, rulings, pushes, other Difficulties. @type {{[kind: string]: readonly string[]}} */
const OF_PLAYERS = {
  moved: ["route", "override"],
  acted: ["reaction", "saved"],
  rolled: ["check", "faces"],
  did: ["act", "options"],
  reacted: ["reaction", "stopped"],
};
const STOPPED = "-stopped";
const NUMBERED = /-\d+$/;

/** @param {StepAuditPorts} ports */
export const createStepAudit = ({ takes, fell = () => true, isLenient, rollsAnew }) => {
  /**
   * Why a step is none that a player could take; null: it is one. `before` are the steps before it, as far as they are
   * known.
   *
   * @type {(token: string, step: Change, before: readonly Change[]) => StepFault | null}
   */
  const faultOf = (token, step, before) => {
    if (!isChange(step)) return "forged";
    if ("undo" in step) return "commit" in step || !isOwn(before, step.undo) ? "forged" : null;
    const { commit } = step;
    const [event, ...others] = commit.events;
    if (!event || others.length > 0 || !isOfPlayers(event)) return "forged";
    if (event.kind === "moved" && event.override && !isLenient())
      return isLetThrough(token, commit.id, event, before) ? null : "notAsked";
    // What is asked while a move is judged is asked under its id; its later commits are numbered.
    const ids = [commit.id, commit.id.replace(NUMBERED, "")];
    if (event.kind === "reacted" && !event.stopped)
      return ids.some((id) => takes({ key: grantKey(token, id, event.reaction) })) ? null : "notAsked";
    return event.kind === "rolled" ? faultOfRoll(token, event, before, ids) : null;
  };

  /** @type {(token: string, event: Rolled, before: readonly Change[], ids: readonly string[]) => StepFault | null} */
  const faultOfRoll = (token, event, before, ids) => {
    const { check, faces } = event;
    const waits = fallenBefore(event, before);
    if (waits && String(waits) === String(faces)) return null;
    const isNew =
      !waits || rollsAnew() || ids.some((id) => takes({ key: grantKey(token, id, "rollAnew"), what: check }));
    if (!isNew) return "rolledAgain";
    return faces && faces.length > 0 && !fell(check, faces) ? "unseenDice" : null;
  };

  /** @type {(token: string, id: string, event: Extract<Event, {kind: "moved"}>, before: readonly Change[]) => boolean} */
  const isLetThrough = (token, id, { route }, before) => {
    if (!("path" in route)) return false;
    const what = pathGranted(route.path);
    if (takes({ key: grantKey(token, id, "letThrough"), what })) return true;
    // A move that was let through and ended on its way is sent again, up to there.
    const whole = id.endsWith(STOPPED) ? eventOf(before, id.slice(0, -STOPPED.length)) : null;
    if (whole?.kind !== "moved" || !whole.override || !("path" in whole.route)) return false;
    return pathGranted(whole.route.path.slice(0, route.path.length)) === what;
  };

  return { faultOf };
};

/** Whether something is a change and nothing else: whatever stands beside it would become part of the question. @type {(step: unknown) => boolean} */
const isChange = (step) => {
  if (!isRecord(step) || Object.keys(step).length !== 1) return false;
  if ("undo" in step) return typeof step.undo === "string";
  if (!isRecord(step.commit)) return false;
  const { id, events, ...others } = step.commit;
  const isWhole = typeof id === "string" && Array.isArray(events) && events.every(isRecord);
  return isWhole && Object.keys(others).length === 0;
};

/** @type {(event: Event) => boolean} */
const isOfPlayers = (event) => {
  const fields = Object.hasOwn(OF_PLAYERS, event.kind) ? OF_PLAYERS[event.kind] : undefined;
  if (!fields || !Object.keys(event).every((field) => field === "kind" || fields.includes(field)))
    return false;
  if (event.kind === "rolled") return Array.isArray(event.faces) && event.faces.every(Number.isInteger);
  if (event.kind !== "moved") return true;
  // What was seen of a move is a path, and only that can be compared with it.
  const { route } = event;
  return isRecord(route) && Array.isArray(route.path) && route.path.every(isRecord);
};

/** The dice of the same roll that was taken back; null: none was, for another number of dice is another roll. @type {(event: Rolled, before: readonly Change[]) => readonly number[] | null} */
const fallenBefore = ({ check, faces }, before) => {
  const waits = waitingFor(before.reduce(thrownAfter, /** @type {readonly Thrown[]} */ ([])), check);
  if (!waits || !("faces" in waits.dice)) return null;
  return waits.dice.faces.length === faces?.length ? waits.dice.faces : null;
};

/** @type {(steps: readonly Change[], id: string) => Event | null} */
const eventOf = (steps, id) => {
  const found = steps.findLast((step) => "commit" in step && step.commit.id === id);
  return found && "commit" in found ? (found.commit.events[0] ?? null) : null;
};

/** Whether what is taken back is a player's to take back; of what is older than all known steps, nobody knows. @type {(steps: readonly Change[], id: string) => boolean} */
const isOwn = (steps, id) => {
  const event = eventOf(steps, id);
  return event === null || isOfPlayers(event);
};
