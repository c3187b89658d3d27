/**
 * Where dropped tokens meet the rules: each move is judged, and then goes, stops short, stays, or is asked of the GM.
 *
 * @import { createJudge } from "../core/judge.js"
 * @import { PathRoute, Plan } from "../core/protocol.js"
 * @import { Verdict } from "../hosts/host.js"
 * @import { AppState } from "./app-state.js"
 * @import { Held } from "./drag.js"
 * @import { Enforcement, How } from "./game.js"
 * @import { InTurn } from "./table.js"
 *
 * @typedef {object} MoveGatePorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<ReturnType<typeof import("./core-queries.js").createCoreQueries>, "askWay" | "isOfNow">} queries
 * @property {ReturnType<typeof createJudge>} judge
 * @property {Pick<ReturnType<typeof import("./ledgers.js").createLedgers>, "commit" | "settle">} ledgers
 * @property {InTurn} inTurn
 * @property {ReturnType<typeof import("./notices.js").createNotices>} notices
 * @property {() => string} newId
 */

import { routeOf } from "../core/judge.js";
import { planQuestion } from "../core/questions.js";
import { reasonAgainst, textOf } from "../core/texts.js";
import { nearestIn, ruleAgainst } from "../core/verdicts.js";
import { word } from "../core/words.js";
import { isPushed, nameOf } from "./app-state.js";
import { isAway } from "./drag.js";
import { placeOf, tokenOf } from "./game.js";
import { say } from "./language.js";
import { moverOf } from "./movers.js";
import { bestRoute } from "./routes.js";

/** @param {MoveGatePorts} ports */
export const createMoveGate = ({ store, queries, judge, ledgers, inTurn, notices, newId }) => {
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
    const isPush = isPushed(get(), held.token);
    // A height is meant for one move; a way of moving stays until another is chosen.
    set({ waiting: [...get().waiting, waiting], how: { ...how, height: null } });
    if (isPush) set({ pushing: null, shown: null });
    inTurn(async () => {
      try {
        if (isPush) await push(held);
        else await settle(held, how, () => takenBack.has(waiting.id));
      } finally {
        takenBack.delete(waiting.id);
        set({ waiting: get().waiting.filter(({ id }) => id !== waiting.id) });
      }
    });
  };

  /** Go to the nearest place that the plan of a move names, in place of that move. @type {(token: string, plan: Plan) => void} */
  const goNear = (token, plan) => {
    const near = nearestIn(plan);
    if (!near) return;
    const from = placeOf(get().game, token);
    drop({ token, from, to: near, via: [], by: "tap", answer: null });
    get().asking?.answer(false);
  };

  /** What was pushed costs nothing, and goes as far as nothing solid ends it; a notice says how far. @param {Held} held */
  const push = ({ token, to, via }) =>
    ledgers.commit(token, [{ kind: "moved", route: bestRoute(to, via), forced: true }]);

  /** @type {(held: Held, how: How, isTakenBack: () => boolean) => Promise<void>} */
  const settle = async (held, how, isTakenBack) => {
    const { token } = held;
    const answer = queries.isOfNow(held.answer) ? held.answer : await queries.askWay(held, how);
    if (!answer || isTakenBack() || !tokenOf(get().game, token)) return;
    if (!answer.plan) {
      tell(answer.problem);
      return;
    }
    const { plan } = answer;
    const { game } = get();
    const mover = moverOf(game, token);
    const route = routeOf(plan, bestRoute(held.to, held.via));
    const asked = planQuestion(mover, [route]);
    // Who takes up another token meanwhile sees what that one's move comes to.
    set(isAway(get().held) ? { asked } : { shown: { token, plan }, asked });
    const id = newId();
    const verdict = await judge.judgePlanned(mover, { plan, route }, id);
    await ledgers.settle(game, id, [], token, verdict);
    if (plan.verdict === "impossible") await enforced(token, plan, verdict, game.enforcement);
  };

  /** Say what becomes of a move against the rules; where it is blocked, it is made as far as they allow. @type {(token: string, plan: Plan, verdict: Verdict, enforcement: Enforcement) => Promise<void>} */
  const enforced = async (token, plan, { informed, problem, answer }, enforcement) => {
    const rule = ruleAgainst(plan);
    const reason = plan.reason.text;
    if (problem) return;
    if (enforcement === "block") await stopAtLastLegal(token, plan, rule);
    else if (get().waiting.filter((drop) => drop.token === token).length > 1)
      return; // it goes elsewhere
    else if (!answer) notify(word("stays", { name: nameOf(get(), token), reason }), "plain", rule);
    else if (informed) notify(say("told.letThrough", { reason }), "warning", rule);
  };

  /** @type {(token: string, plan: Plan, rule: string | null) => Promise<void>} */
  const stopAtLastLegal = async (token, plan, rule) => {
    const name = nameOf(get(), token);
    const path = plan.path ?? [];
    const stop = plan.last_legal.cell;
    const end = stop ? path.findLastIndex(({ col, row }) => col === stop.col && row === stop.row) : 0;
    const reason = reasonAgainst(plan, textOf);
    if (end < 1) {
      notify(word("stays", { name, reason }), "warning", rule);
      return;
    }
    const shorter = /** @type {PathRoute["path"]} */ (path.slice(0, end + 1));
    const made = await ledgers.commit(token, [{ kind: "moved", route: { path: shorter } }]);
    // A notice has said what refuses it, or what stops it before.
    if (!made || made.refused || made.stopped) return;
    const told = made.state.pending ? "told.noFarther" : "told.lastLegal";
    notify(say(told, { name, reason }), "warning", rule);
  };

  return {
    drop,
    goNear,

    /** Give up drops that are not judged yet, and keep the token where it is if the GM is being asked. */
    takeBack: () => {
      for (const { id } of get().waiting) takenBack.add(id);
      get().asking?.answer(false);
    },
  };
};
