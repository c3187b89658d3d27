/**
 * Where moves meet the rules: how each is judged, and what is written of it.
 *
 * @import { Item, Vector2 as Point } from "@owlbear-rodeo/sdk"
 * @import { Mover, Verdict } from "../host.js"
 * @import { createHostToolMoves, Moved } from "./host-tool-moves.js"
 *
 * @typedef {{item: Item, map: import("./scene.js").Map, mover: Mover, route: import("../../core/questions.js").Route, goal: Point, underway: Moved["underway"]}} Member  of what was moved at once
 *
 * @typedef {object} MoveGatePorts
 * @property {ReturnType<typeof import("../../core/judge.js").createJudge>} judge
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {Pick<ReturnType<typeof import("./host-state.js").createHostState>, "isGm" | "item" | "mayMove" | "rules">} hostState
 * @property {ReturnType<typeof import("./movers.js").createMovers>} moverOf
 * @property {Pick<ReturnType<typeof createHostToolMoves>, "expect" | "forget" | "judged">} hostToolMoves
 * @property {Set<string>} pushing  tokens whose next move is a push by the GM
 * @property {() => string} unit  of lengths
 * @property {(item: Item, verdict: Verdict) => void} report  to whoever moves, what the rules said
 */

import OBR from "@owlbear-rodeo/sdk";
import { judgeTogether } from "../../core/group.js";
import { newId } from "../../core/new-id.js";
import { isOutdated } from "../../core/outdated.js";
import { pushedText } from "../../core/texts.js";
import { endedAt, goesOn, NOTHING } from "../../core/verdicts.js";
import { word } from "../../core/words.js";
import { TURN } from "./host.js";
import { isSame } from "./host-tool-moves.js";
import { say } from "./language.js";
import { reasonOf, tell, tellAll } from "./notices.js";
import { placeOf, positionAt } from "./scene.js";

/** @param {MoveGatePorts} ports */
export const createMoveGate = (ports) => {
  const { hostState, moverOf, hostToolMoves, report } = ports;
  /** Where this client has put tokens last. @type {Map<string, Point>} */
  const put = new Map();

  /** A token as the host has it by now, which may not have told of it yet; null: it is gone. @type {(id: string) => Promise<Item | null>} */
  const itemNow = async (id) => (await OBR.scene.items.getItems([id]))[0] ?? null;

  /** Judge what the tool lets go, from where the drop before it has led. @type {(held: import("./drag.js").Held, overrides: boolean) => Promise<void>} */
  const drop = async ({ item: before, map, to }, overrides) => {
    const item = await itemNow(before.id);
    const own = put.get(before.id) ?? before.position;
    const isOwn = item && [own, before.position].some((at) => isSame(at, item.position));
    if (!isOwn) return tell(word("overtaken", { name: before.name }));
    const found = moverOf(item);
    if (!found) return;
    const isLetThrough = overrides && hostState.isGm();
    const goal = positionAt(map, before, to);
    const verdict = await judgedNow(ports, item, found, goal, isLetThrough);
    report(item, verdict);
    const end = goesOn(verdict)
      ? (verdict.end ?? placeOf(found.map, { ...item, position: goal }))
      : verdict.end;
    if (verdict.outcome !== "refused")
      await write(item, end ? positionAt(found.map, item, end) : item.position, verdict);
  };

  /** Write what becomes of a token by no move of its own: its clock, or a move that is taken back. textOf: what all are told of it. @type {(id: string, make: (mover: Mover) => Promise<Verdict>, textOf?: typeof pushedText) => Promise<import("./popover-channel.js").Answer>} */
  const change = async (id, make, textOf) => {
    const item = hostState.item(id);
    const found = item && hostState.mayMove(item) ? moverOf(item) : null;
    if (!item || !found) return { reason: say("notJudged") };
    const verdict = await make(found.mover);
    if (verdict.problem) return { problem: verdict.problem };
    const told = textOf?.(verdict, item.name, ports.unit());
    if (!verdict.turn) return { reason: told ?? verdict.reason?.text ?? say("nothingToUndo") };
    if (!endedAt(verdict, placeOf(found.map, item)))
      return { reason: word("movedSince", { name: item.name }) };
    const position = verdict.end ? positionAt(found.map, item, verdict.end) : item.position;
    await write(item, position, verdict);
    const { name } = item;
    const undone = hostState.rules().keepsDice
      ? word("rollUndone", { name })
      : say("rollUndone.anew", { name });
    if (told) tellAll(item, told);
    if (verdict.takenBack.length > 0) tellAll(item, undone);
    return {};
  };

  /**
   * Put a token somewhere, with what it has done, in one update; unless somebody else was quicker. lies: where it is to lie by then.
   *
   * @type {(item: Item, position: Point, verdict: Verdict, lies?: () => Point) => Promise<void>}
   */
  const write = async (item, position, { turn }, lies = () => item.position) => {
    const basis = JSON.stringify(item.metadata[TURN] ?? null);
    let isOvertaken = false;
    const isPut = !isSame(position, lies());
    if (isPut) hostToolMoves.expect(item.id, position);
    try {
      await OBR.scene.items.updateItems([item.id], ([draft]) => {
        if (!draft) return;
        isOvertaken =
          !isSame(draft.position, lies()) || JSON.stringify(draft.metadata[TURN] ?? null) !== basis;
        if (isOvertaken) return;
        if (isPut) draft.position = position;
        if (turn) draft.metadata[TURN] = turn;
        put.set(item.id, position);
      });
    } catch (error) {
      isOvertaken = false;
      hostToolMoves.forget(item.id, item.position);
      tell(say("notMoved", { name: item.name, reason: reasonOf(error) }), "ERROR");
    }
    if (isOvertaken) {
      hostToolMoves.forget(item.id, hostState.item(item.id)?.position ?? item.position);
      tell(word("overtaken", { name: item.name }));
    }
  };

  return { drop, judgeMoved: createJudgeOfMoved(ports, write), change };
};

/** Judges what the host's own tools have moved. @type {(ports: MoveGatePorts, write: (item: Item, position: Point, verdict: Verdict, lies: () => Point) => Promise<void>) => (moved: Moved[]) => Promise<void>} */
const createJudgeOfMoved = (ports, write) => {
  const { ask, hostState, moverOf, hostToolMoves, report } = ports;

  /** Judge what was moved already, step by step, and what was moved at once together: leave it, or put it back. @type {(moved: Moved[]) => Promise<void>} */
  const judgeMoved = async (moved) => {
    const items = await OBR.scene.items.getItems(moved.map(({ item }) => item.id));
    /** Where the rules have those stand that are moved. @type {Map<string, Item>} */
    const before = new Map();
    for (const item of items) {
      const { stands } = moved.find(({ item: { id } }) => id === item.id)?.underway ?? {};
      if (stands) before.set(item.id, { ...item, position: stands });
    }
    const members = moved.flatMap((one) => memberOf(one, before) ?? []);
    const verdicts = await judgeTogether(members, {
      ask,
      judge: async ({ item, map, mover, goal }, among) => {
        const known = { map, mover: among(mover) };
        return judgedNow(ports, item, known, goal, hostState.isGm(), { before, among });
      },
    });
    for (const member of members) {
      const verdict = verdicts.get(member.mover.token);
      if (verdict) await settle(member, verdict);
    }
  };

  /** A step of a token that is moved; null: the rules do not judge it. @type {(moved: Moved, before: Map<string, Item>) => Member | null} */
  const memberOf = ({ item: { id, position }, from, underway }, before) => {
    const item = before.get(id);
    const found = item && moverOf(item, before);
    if (!found) {
      hostToolMoves.judged(id, underway, position);
      return null;
    }
    const { x, y } = underway.stands;
    const goal = { x: x + position.x - from.x, y: y + position.y - from.y };
    return {
      ...{ ...found, item, goal, underway },
      route: { to: placeOf(found.map, { ...item, position: goal }) },
    };
  };

  /** @type {(member: Member, verdict: Verdict) => Promise<void>} */
  const settle = async ({ item, map, goal, underway }, verdict) => {
    report(item, verdict);
    const at = verdict.end && positionAt(map, item, verdict.end);
    const stands = goesOn(verdict) ? goal : (at ?? underway.stands);
    const isNewest = hostToolMoves.judged(item.id, underway, stands);
    // While more steps are to come it is left where it is drawn.
    const end = isNewest ? stands : underway.lies;
    if (verdict.turn || !isSame(end, underway.lies)) await write(item, end, verdict, () => underway.lies);
  };

  return judgeMoved;
};

/** Judge a token that goes from where it stands, on the map as it is by then. @type {(ports: MoveGatePorts, item: Item, found: NonNullable<ReturnType<MoveGatePorts["moverOf"]>>, position: Point, overrides: boolean, group?: {before: ReadonlyMap<string, Item>, among: (mover: Mover) => Mover}) => Promise<Verdict>} */
const judgedNow = async (ports, item, { mover, map }, position, overrides, group) => {
  const { judge, ask, hostState, moverOf, pushing, unit } = ports;
  const to = placeOf(map, { ...item, position });
  if (hostState.isGm() && pushing.delete(item.id)) {
    const pushed = await judge.push(mover, { to }, newId());
    if (pushed.turn) tellAll(item, pushedText(pushed, item.name, unit()));
    return pushed;
  }
  if (!mover.inCombat && hostState.rules().onlyInFights) return NOTHING;
  const verdict = await judge.judge(mover, { to }, newId(), overrides);
  const { plan, rolls, overridden } = verdict;
  const found = moverOf(item, group?.before);
  const now = found && group ? { ...found, mover: group.among(found.mover) } : found;
  // Dice that fell stay as they fell.
  if (now && plan && !overridden && rolls.length === 0) {
    const isOther = await isOutdated(ask, plan, { judged: mover, now: now.mover }, { to });
    if (isOther) return judgedNow(ports, item, now, position, overrides, group);
  }
  return verdict;
};
