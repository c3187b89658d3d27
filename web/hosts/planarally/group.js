/**
 * Tokens that are moved in one hand: each waits in a queue of its own for what is done with it before, and they are judged
 * together once all of them are there.
 *
 * @import { Route } from "../../core/questions.js"
 * @import { Mover, Verdict } from "../host.js"
 * @import { GlobalId } from "./surface.js"
 *
 * @typedef {{mover: Mover, route: Route, isLetThrough: boolean}} Member
 * @typedef {object} Group
 * @property {(member: Member) => Promise<Verdict>} verdictOn
 * @property {(id: GlobalId) => void} leave  it is not judged with the others, who need not wait for it
 */

import { judgeTogether } from "../../core/group.js";
import { newId } from "../../core/new-id.js";

/** @type {(ports: Pick<import("./move-commit.js").MoveCommitPorts, "ask" | "judge">, ids: Iterable<GlobalId>) => Group} */
export const createGroup = ({ ask, judge }, ids) => {
  const awaited = new Set(ids);
  /** @type {Member[]} */
  const members = [];
  /** @type {(verdicts: Promise<Map<string, Verdict>>) => void} */
  let tell = () => {};
  /** @type {Promise<Map<string, Verdict>>} */
  const told = new Promise((resolve) => {
    tell = resolve;
  });

  /** @type {(member: Member, among: (mover: Mover) => Mover) => Promise<Verdict>} */
  const judged = ({ mover, route, isLetThrough }, among) => judge(among(mover), route, newId(), isLetThrough);

  /** @type {Group["leave"]} */
  const leave = (id) => {
    if (awaited.delete(id) && awaited.size === 0) tell(judgeTogether(members, { ask, judge: judged }));
  };

  return {
    verdictOn: async (member) => {
      members.push(member);
      leave(member.mover.token);
      return /** @type {Verdict} */ ((await told).get(member.mover.token));
    },
    leave,
  };
};
