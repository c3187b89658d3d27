/**
 * What the page asks the core: where tokens stand in their turn, where they can go, what a way comes to.
 *
 * What the worker owes survives its restarts.
 *
 * @import { PlanRequest, Problem, ProblemReply } from "../core/protocol.js"
 * @import { Replies, Request, RulesClientType } from "../core/rules-client.js"
 * @import { AppState } from "./app-state.js"
 * @import { Store } from "./store.js"
 *
 * @typedef {<Op extends keyof Replies>(question: Extract<Request, {op: Op}>, slot?: string, isTrial?: boolean) => Promise<Replies[Op] | ProblemReply>} Ask
 *   isTrial: what is asked about is not so yet
 *
 * @typedef {object} CoreQueriesPorts
 * @property {Store<AppState>} store
 * @property {Pick<RulesClientType, "request">} client
 * @property {(problem: Problem) => void} tell
 * @property {(name: string, problem: Problem) => void} tellSetAside  of a token that the rules cannot read
 *
 * @typedef {CoreQueriesPorts & {ask: Ask, plans: ReturnType<typeof createPlans>, waiting: Set<() => void>, asked: ReturnType<typeof createKeptAnswers<Promise<Replies["destinations"] | ProblemReply>>>, tooMuch: AppState["game"] | null}} Queries
 *   waiting: called when the rules are ready again; asked: where tokens can go;
 *   tooMuch: the game in which the worker broke on what nobody had asked for
 */

import { createDestinationMap } from "../core/destination-map.js";
import { MOST_ASKED } from "../core/look-around.js";
import { destinationsQuestion, planQuestion, stateQuestion } from "../core/questions.js";
import { settingAside } from "../core/set-aside.js";
import { judgedAlike, standsAlike, tokenOf } from "./game.js";
import { createKeptAnswers } from "./kept-answers.js";
import { inWords } from "./language.js";
import { moverOf } from "./movers.js";
import { createPlans } from "./plans.js";
import { bestRoute } from "./routes.js";

/** @param {CoreQueriesPorts} ports */
export const createCoreQueries = (ports) => {
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const ask = askerOf(ports, waiting);
  const plans = createPlans(ports.store, ask);
  /** @type {Queries} */
  const queries = { ...ports, ask, plans, waiting, asked: createKeptAnswers(MOST_ASKED), tooMuch: null };
  return {
    ask,
    ...plans,
    /** @param {string} token */
    fetchReach: (token) => fetchReach(queries, token),
    /** @param {string} token */
    lookAhead: (token) => lookAhead(queries, token),
    lookAround: () => lookAround(queries),
    /** @param {string} token */
    refresh: (token) => refresh(queries, token),
    refreshAll: () => refreshAll(queries),
    becameReady: () => becameReady(queries),
    /** @param {PlanRequest} question */
    showAgain: (question) => showAgain(queries, question),
  };
};

/** Ask, and ask again after a failure of the worker once it works again. @type {(ports: CoreQueriesPorts, waiting: Queries["waiting"]) => Ask} */
const askerOf = ({ store, client, tellSetAside }, waiting) => {
  const request = settingAside(
    (question, asking) => client.request(question, asking),
    (name, problem) => tellSetAside(name, inWords({ ok: false, problem }).problem),
  );
  return async (question, slot, isTrial = false) => {
    for (;;) {
      const reply = await request(question, slot === undefined ? { isTrial } : { slot, isTrial });
      const isLost =
        !reply.ok && reply.problem.code === "worker_failed" && store.get().status.state === "failed";
      if (!isLost) return inWords(reply);
      await new Promise((resolve) => waiting.add(() => resolve(undefined)));
    }
  };
};

/** Learn where a token stands in its turn. @type {(queries: Queries, token: string) => Promise<void>} */
const refresh = async (queries, token) => {
  const { get, set } = queries.store;
  const { game } = get();
  const reply = await queries.ask(stateQuestion(moverOf(game, token)), `state ${token}`);
  // Something was recorded meanwhile: this answer is of yesterday.
  if (!standsAlike(game, get().game, token)) return refresh(queries, token);
  if (!reply.ok) {
    if (reply.problem.code === "superseded") return;
    set({ problem: reply.problem });
    queries.tell(reply.problem);
    return;
  }
  set({ problem: null, standings: { ...get().standings, [token]: reply.value } });
  if (reply.value.pending && !get().check) set({ check: { token, rolls: [] } });
};

/** Learn where a token can go; known answers are kept until the game changes. @type {(queries: Queries, token: string) => Promise<void>} */
const fetchReach = async (queries, token) => {
  const { store } = queries;
  const { game } = store.get();
  if (isShown(store.get(), token)) return;
  const asked = queries.asked.find(token, game);
  const known = asked && (await asked);
  const reply = known?.ok ? known : await askPlaces(queries, token, game, "destinations");
  if (!reply.ok) return;
  store.set({ reach: { token, game, map: createDestinationMap(reply.value) } });
};

/** Ask where a token can go that will perhaps be picked up, so that this is known then. @type {(queries: Queries, token: string) => void} */
const lookAhead = (queries, token) => {
  const state = queries.store.get();
  const { game, status } = state;
  if (status.state !== "ready" || isShown(state, token) || queries.asked.find(token, game)) return;
  askPlaces(queries, token, game, "ahead");
};

/** While nobody does anything: ways of the chosen token, then where the next one can go that was not asked about; null: there is none. @type {(queries: Queries) => Promise<unknown> | null} */
const lookAround = (queries) => {
  const state = queries.store.get();
  const { game, held, status } = state;
  const isTooMuch = queries.tooMuch && judgedAlike(queries.tooMuch, game);
  // Who has chosen a token waits for its own answer, and goes on once it is there.
  const isAwaited = !isShown(state, game.selected);
  if (status.state !== "ready" || held || isAwaited || isTooMuch) return null;
  const near = queries.plans.lookNear();
  if (near) return near;
  const others = game.scene.tokens.filter(({ id }) => id !== game.selected);
  const [next, ...more] = others.filter(({ id }) => !queries.asked.find(id, game));
  if (!next || others.length - more.length >= MOST_ASKED) return null;
  return askPlaces(queries, next.id, game, "ahead").then((reply) => {
    if (!reply.ok && reply.problem.code === "worker_failed") queries.tooMuch = game;
  });
};

/** Whether it is known already where a token can go as things are. @type {(state: AppState, token: string) => boolean} */
const isShown = ({ game, reach }, token) => reach?.token === token && judgedAlike(reach.game, game);

/** Ask, and keep the answer for whoever asks next. @type {(queries: Queries, token: string, game: AppState["game"], slot: string) => Promise<Replies["destinations"] | ProblemReply>} */
const askPlaces = ({ ask, asked }, token, game, slot) =>
  asked.keep(token, game, ask(destinationsQuestion(moverOf(game, token)), slot));

/** Ask for everything that is shown, after the rules became ready or another game came onto the table. @param {Queries} queries */
const refreshAll = async (queries) => {
  const { game } = queries.store.get();
  const others = game.scene.tokens.filter(({ id }) => id !== game.selected && game.ledgers[id]);
  await Promise.all([refresh(queries, game.selected), ...others.map(({ id }) => refresh(queries, id))]);
};

/**
 * What a first drag asks: once that was answered, the rules are warm, and the next answers come at once.
 *
 * @param {Queries} queries
 * @returns {Promise<Partial<Pick<AppState, "standings" | "reach">>>}
 */
const firstAnswers = async ({ store, ask }) => {
  const { game } = store.get();
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
  if (!judgedAlike(game, store.get().game)) return {};
  return { standings: { ...store.get().standings, [token]: standing.value }, reach: { token, game, map } };
};

/** The rules are ready, perhaps again. @param {Queries} queries */
const becameReady = async (queries) => {
  const { store, ask, tell, waiting } = queries;
  const { get, set } = store;
  const listeners = [...waiting];
  waiting.clear();
  for (const listener of listeners) listener();
  if (get().systems.length > 0) return;
  const reply = await ask({ v: 1, op: "describe" });
  if (!reply.ok) return tell(reply.problem);
  const { systems, table_rules: tableRules, broken } = reply.value;
  const isKnown = systems.some(({ id }) => id === get().game.system);
  set({ ...(isKnown ? await firstAnswers(queries) : {}), systems, tableRules });
  broken?.forEach(tell);
};

/** Show the plan of the last visit again. @type {(queries: Queries, question: PlanRequest) => Promise<void>} */
const showAgain = async ({ store, ask }, question) => {
  const reply = await ask(question);
  const plan = reply.ok ? reply.value.plans[0] : undefined;
  const token = question.movers[0].token ?? "";
  if (plan && !store.get().shown && tokenOf(store.get().game, token))
    store.set({ shown: { token, plan }, asked: question });
};
