/**
 * Where dropped tokens meet the rules: each move is judged, and then goes, stops short, stays, or is asked of the GM.
 *
 * @import { Plan } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Held } from "./drag.js"
 * @import { How } from "./game.js"
 *
 * @typedef {object} MoveGatePorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<ReturnType<typeof import("./core-queries.js").createCoreQueries>, "askWay" | "isOfNow">} queries
 * @property {ReturnType<typeof import("./ledgers.js").createLedgers>["commit"]} commit
 * @property {ReturnType<typeof import("./queue.js").createQueue>} inTurn
 * @property {ReturnType<typeof import("./notices.js").createNotices>} notices
 */

import { nameOf } from "./app-state.js";
import { tokenOf } from "./game.js";
import { say } from "./language.js";
import { moved, nonEmpty, routeOf, ruleAgainst } from "./moves.js";
import { planQuestion } from "./questions.js";

/** @param {MoveGatePorts} ports */
export const createMoveGate = ({ store, queries, commit, inTurn, notices }) => {
  const { get, set } = store;
  const { notify, tell } = notices;
  let lastNumber = 0;
  /** @type {Set<number>} Drops taken back before they were judged. */
  const takenBack = new Set();

  /** @type {(held: Held) => void} */
  const drop = (held) => {
    lastNumber += 1;
    const waiting = { id: lastNumber, token: held.token, to: held.to };
    const { how } = get();
    // A height is meant for one move; a way of moving stays until another is chosen.
    set({ waiting: [...get().waiting, waiting], how: { ...how, height: null } });
    inTurn(async () => {
      try {
        await judge(held, how, () => takenBack.has(waiting.id));
      } finally {
        takenBack.delete(waiting.id);
        set({ waiting: get().waiting.filter(({ id }) => id !== waiting.id) });
      }
    });
  };

  /** @type {(held: Held, how: How, isTakenBack: () => boolean) => Promise<void>} */
  const judge = async (held, how, isTakenBack) => {
    const { token } = held;
    const answer = queries.isOfNow(held.answer) ? held.answer : await queries.askWay(held, how);
    if (!answer || isTakenBack() || !tokenOf(get().game, token)) return;
    if (!answer.plan) {
      tell(answer.problem);
      return;
    }
    const { plan } = answer;
    set({ shown: { token, plan }, asked: planQuestion(get().game, token, routeOf(plan, held)) });
    if (plan.verdict === "impossible") await enforce(token, plan, held);
    else await commit(token, [moved(routeOf(plan, held))]);
  };

  /** @type {(token: string, plan: Plan, held: Held) => Promise<void>} */
  const enforce = async (token, plan, held) => {
    const rule = ruleAgainst(plan);
    const letThrough = () => commit(token, [{ ...moved(routeOf(plan, held)), override: true }]);
    const { enforcement } = get().game;
    if (enforcement === "inform") {
      await letThrough();
      notify(say("told.letThrough", { reason: plan.reason.text }), "warning", rule);
    } else if (enforcement === "block") {
      await stopAtLastLegal(token, plan, rule);
    } else if (await askGm(token, plan)) {
      await letThrough();
    } else {
      notify(say("told.stays", { name: nameOf(get(), token), reason: plan.reason.text }), "plain", rule);
    }
  };

  /** @type {(token: string, plan: Plan) => Promise<boolean>} */
  const askGm = async (token, plan) => {
    const letThrough = await new Promise((resolve) => set({ asking: { token, plan, answer: resolve } }));
    set({ asking: null });
    return letThrough;
  };

  /** @type {(token: string, plan: Plan, rule: string | null) => Promise<void>} */
  const stopAtLastLegal = async (token, plan, rule) => {
    const name = nameOf(get(), token);
    const path = plan.path ?? [];
    const stop = plan.last_legal.cell;
    const end = stop ? path.findLastIndex(({ col, row }) => col === stop.col && row === stop.row) : 0;
    const bar = plan.bands.find(({ kind }) => kind === "impossible");
    const roll = plan.checks.find(({ optional, at }) => !optional && bar && at < bar.start);
    const beyond = plan.reason.text;
    const reason = roll ? say("told.rollFirst.beyond", { roll: roll.label.text, reason: beyond }) : beyond;
    if (end < 1) {
      notify(say("told.stays", { name, reason }), "warning", rule);
      return;
    }
    await commit(token, [moved({ path: nonEmpty(path.slice(0, end + 1)) })]);
    notify(say("told.lastLegal", { name, reason }), "warning", rule);
  };

  return {
    drop,

    /** Give up drops that are not judged yet, and keep the token where it is if the GM is being asked. */
    takeBack: () => {
      for (const { id } of get().waiting) takenBack.add(id);
      get().asking?.answer(false);
    },
  };
};
