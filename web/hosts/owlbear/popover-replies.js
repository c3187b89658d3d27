/**
 * What the background page replies to the action's popover: states, tried values, moves taken back, turns ended.
 *
 * @import { Layer, SystemEntry } from "../../core/protocol.js"
 * @import { Mover, Verdict } from "../host.js"
 * @import { Answer, Question } from "./popover-channel.js"
 *
 * @typedef {object} PopoverRepliesPorts
 * @property {ReturnType<typeof import("../../core/judge.js").createJudge>} judge
 * @property {Pick<ReturnType<typeof import("./host-state.js").createHostState>, "isGm" | "item" | "rules">} hostState
 * @property {Set<string>} pushing  tokens whose next move is a push by the GM
 * @property {() => string} unit  of lengths
 * @property {() => SystemEntry | null} system
 * @property {ReturnType<typeof import("./movers.js").createMovers>} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {ReturnType<typeof import("./move-gate.js").createMoveGate>["change"]} change
 * @property {(task: () => Promise<void>) => Promise<void>} later  one thing after the other
 * @property {(item: string) => Promise<readonly Layer[]>} layersOf  what is drawn of a token
 * @property {() => string} slowly  why the rules took long to start; empty: they did not
 * @property {(text: string, tone: "DEFAULT") => void} tell
 */

import { givenText } from "../../core/gm-acts.js";
import { newId } from "../../core/new-id.js";
import { circumstancesQuestion, stateQuestion } from "../../core/questions.js";
import { backText, distance, possessive } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { say } from "./language.js";
import { tellAll } from "./notices.js";

/**
 * @param {PopoverRepliesPorts} ports
 * @returns {(question: Question) => Promise<Answer>}
 */
export const createPopoverReplies = (ports) => {
  const { judge, hostState, system, moverOf, ask, change, later, layersOf, pushing } = ports;
  /** The clock's step to the next turn, for one token. @type {(mover: Mover) => Promise<Verdict>} */
  const endTurn = (mover) => {
    const [first, ...rest] = system()?.clock.end_turn ?? [];
    const commit = first ? { id: newId(), events: /** @type {[typeof first]} */ ([first, ...rest]) } : null;
    if (!commit) throw new Error(`${hostState.rules().system} has no turns`);
    return judge.happen(mover, { commit });
  };

  /** End the turns of tokens one after the other, and say whose begin. @type {(items: readonly string[]) => Promise<Answer>} */
  const endTurns = async (items) => {
    /** @type {Answer} */
    let answered = {};
    for (const id of items) {
      const one = await change(id, endTurn);
      if (one.problem || one.reason) answered = one;
    }
    const [name = ""] = items.map((id) => hostState.item(id)?.name ?? "");
    const isAll = items.length > 1;
    if (!answered.problem && !answered.reason)
      ports.tell(isAll ? say("allEnded") : word("turnEnded", { name, whose: possessive(name) }), "DEFAULT");
    return answered;
  };

  /** The GM gives a token movement by hand, or takes some. @type {(question: Extract<Question, {kind: "give"}>) => Promise<Answer>} */
  const give = async ({ item: id, length, reason }) => {
    const answered = await change(id, (mover) => judge.give(mover, length, reason, newId()));
    const item = hostState.item(id);
    if (item && !answered.problem && !answered.reason)
      tellAll(item, givenText(item.name, distance(Math.abs(length), ports.unit()), length < 0, reason));
    return answered;
  };

  /** What changes a token, one thing after the other. @type {(question: Question) => Promise<Answer> | null} */
  const changed = (question) => {
    const { kind } = question;
    if (kind === "takeBack") return change(question.item, judge.takeBack);
    if (kind === "toStart") return change(question.item, judge.backToStart, backText);
    if (kind === "endTurn") return endTurns(question.items);
    return kind === "give" && hostState.isGm() ? give(question) : null;
  };

  return async (question) => {
    if (["takeBack", "toStart", "endTurn", "give"].includes(question.kind)) {
      /** @type {Answer} */
      let answered = {};
      await later(async () => {
        answered = (await changed(question)) ?? {};
      });
      return answered;
    }
    if (question.kind === "endTurn" || question.kind === "give") return {};
    if (question.kind === "push") {
      if (hostState.isGm() && !pushing.delete(question.item)) pushing.add(question.item);
      return {};
    }
    if (question.kind === "tryRules") {
      const { system, house_rules, inCombat } = question.rules;
      if (!system) return {};
      const reply = await ask({
        v: 1,
        op: "state",
        system,
        house_rules,
        clock: { in_combat: inCombat },
        mover: {},
      });
      return reply.ok ? { state: reply.value } : { problem: reply.problem };
    }
    const item = hostState.item(question.item);
    const found = item && moverOf(item);
    if (!found) return { reason: say("notJudged") };
    const { mover } = found;
    if (question.kind === "tryCircumstances") {
      const reply = await ask(circumstancesQuestion(mover, question.circumstances));
      return reply.ok ? { state: reply.value } : { problem: reply.problem };
    }
    const character = question.kind === "tryCharacter" ? question.character : mover.character;
    const reply = await ask(stateQuestion({ ...mover, character }));
    if (!reply.ok) return { problem: reply.problem };
    const layers = question.kind === "state" ? await layersOf(question.item) : [];
    const prices = layers.map(({ kind, price }) => ({ kind, price }));
    const isPushing = pushing.has(question.item);
    return { state: reply.value, layers: prices, slowly: ports.slowly(), isPushing };
  };
};
