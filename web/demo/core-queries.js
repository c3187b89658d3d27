/**
 * What the page asks the core: where tokens stand in their turn, where they can go, what a way comes to.
 *
 * What the worker owes survives its restarts.
 *
 * @import { PlanRequest, Problem, ProblemReply } from "../core/protocol.js"
 * @import { Replies, Request, RulesClientType } from "../core/rules-client.js"
 * @import { AppState } from "./app-state.js"
 *
 * @typedef {<Op extends keyof Replies>(question: Extract<Request, {op: Op}>, slot?: string, isTrial?: boolean) => Promise<Replies[Op] | ProblemReply>} Ask
 *   isTrial: what is asked about is not so yet
 *
 * @typedef {object} CoreQueriesPorts
 * @property {import("./store.js").Store<AppState>} store
 * @property {Pick<RulesClientType, "request">} client
 * @property {(problem: Problem) => void} tell
 * @property {(name: string, problem: Problem) => void} tellSetAside  of a token that the rules cannot read
 */

import { createDestinationMap } from "../core/destination-map.js";
import { destinationsQuestion, planQuestion, stateQuestion } from "../core/questions.js";
import { settingAside } from "../core/set-aside.js";
import { judgedAlike, standsAlike, tokenOf } from "./game.js";
import { inWords } from "./language.js";
import { moverOf } from "./movers.js";
import { createPlans } from "./plans.js";
import { bestRoute } from "./routes.js";

/** @param {CoreQueriesPorts} ports */
export const createCoreQueries = ({ store, client, tell, tellSetAside }) => {
  const { get, set } = store;
  const request = settingAside(
    (question, asking) => client.request(question, asking),
    (name, problem) => tellSetAside(name, inWords({ ok: false, problem }).problem),
  );
  /** @type {Set<() => void>} Told when the rules are ready again. */
  const readyListeners = new Set();

  /** Ask, and ask again after a failure of the worker once it works again. @type {Ask} */
  const ask = async (question, slot, isTrial = false) => {
    for (;;) {
      const reply = await request(question, slot === undefined ? { isTrial } : { slot, isTrial });
      const isLost = !reply.ok && reply.problem.code === "worker_failed" && get().status.state === "failed";
      if (!isLost) return inWords(reply);
      await new Promise((resolve) => readyListeners.add(() => resolve(undefined)));
    }
  };

  /**
   * Learn where a token stands in its turn.
   *
   * @param {string} token
   * @returns {Promise<void>}
   */
  const refresh = async (token) => {
    const { game } = get();
    const reply = await ask(stateQuestion(moverOf(game, token)), `state ${token}`);
    // Something was recorded meanwhile: this answer is of yesterday.
    if (!standsAlike(game, get().game, token)) return refresh(token);
    if (!reply.ok) {
      if (reply.problem.code === "superseded") return;
      set({ problem: reply.problem });
      tell(reply.problem);
      return;
    }
    set({ problem: null, standings: { ...get().standings, [token]: reply.value } });
    if (reply.value.pending && !get().check) set({ check: { token, rolls: [] } });
  };

  /**
   * Learn where a token can go; known answers are kept until the game changes.
   *
   * @param {string} token
   */
  const fetchReach = async (token) => {
    const { game } = get();
    if (isReachOf(token)) return;
    const reply = await ask(destinationsQuestion(moverOf(game, token)), "destinations");
    if (!reply.ok) return;
    set({ reach: { token, game, map: createDestinationMap(reply.value) } });
  };

  /** @param {string} token */
  const isReachOf = (token) => {
    const { reach, game } = get();
    return reach !== null && reach.token === token && judgedAlike(reach.game, game);
  };

  /** Ask for everything that is shown, after the rules became ready or another game came onto the table. */
  const refreshAll = async () => {
    const { game } = get();
    const others = game.scene.tokens.filter(({ id }) => id !== game.selected && game.ledgers[id]);
    await Promise.all([refresh(game.selected), ...others.map(({ id }) => refresh(id))]);
  };

  /**
   * What a first drag asks: once that was answered, the rules are warm, and the next answers come at once.
   *
   * @returns {Promise<Partial<Pick<AppState, "standings" | "reach">>>}
   */
  const firstAnswers = async () => {
    const { game } = get();
    const token = game.selected;
    const mover = moverOf(game, token);
    const [standing, places] = await Promise.all([
      ask(stateQuestion(mover)),
      ask(destinationsQuestion(mover), "destinations"),
    ]);
    if (!standing.ok || !places.ok) return {};
    const map = createDestinationMap(places.value);
    const [place] = map.layers.length > 0 ? map.cells(0) : [];
    if (place) await ask(planQuestion(mover, [bestRoute(place, [])]));
    if (!judgedAlike(game, get().game)) return {};
    return { standings: { ...get().standings, [token]: standing.value }, reach: { token, game, map } };
  };

  return {
    ask,
    ...createPlans(store, ask),
    fetchReach,
    refresh,
    refreshAll,

    /** The rules are ready, perhaps again. */
    becameReady: async () => {
      const listeners = [...readyListeners];
      readyListeners.clear();
      for (const listener of listeners) listener();
      if (get().systems.length > 0) return;
      const reply = await ask({ v: 1, op: "describe" });
      if (!reply.ok) return tell(reply.problem);
      const { systems, table_rules: tableRules, broken } = reply.value;
      const isKnown = systems.some(({ id }) => id === get().game.system);
      set({ ...(isKnown ? await firstAnswers() : {}), systems, tableRules });
      broken?.forEach(tell);
    },

    /** Show the plan of the last visit again. @type {(question: PlanRequest) => Promise<void>} */
    showAgain: async (question) => {
      const reply = await ask(question);
      const plan = reply.ok ? reply.value.plans[0] : undefined;
      const token = question.movers[0].token ?? "";
      if (plan && !get().shown && tokenOf(get().game, token))
        set({ shown: { token, plan }, asked: question });
    },
  };
};
