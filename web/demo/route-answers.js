/**
 * Answers of the core about single routes, kept for ways that are held again or were asked about ahead.
 *
 * @import { BestRoute, PathRoute, Plan } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Ask } from "./core-queries.js"
 * @import { Answer } from "./drag.js"
 * @import { Game } from "./game.js"
 * @import { Store } from "./store.js"
 * @typedef {PathRoute | BestRoute} Route
 */

import { planQuestion } from "../core/questions.js";
import { judgedAlike } from "./game.js";
import { createKeptAnswers } from "./kept-answers.js";
import { moverOf } from "./movers.js";

/** How many are kept. */
const MOST_KEPT = 128;

/** @type {(get: Store<AppState>["get"], ask: Ask) => {askPlan: (token: string, route: Route, slot?: string) => Promise<Answer | null>, askAhead: (token: string, routes: Route[]) => Promise<(Answer | null)[]>, asNamed: (answer: Answer, named: Plan) => Answer, isAsked: (token: string, route: Route) => boolean, isOfNow: (answer: Answer | null) => boolean}} */
export const createRouteAnswers = (get, ask) => {
  /** @type {WeakMap<Answer, Game>} For which game a plan was made. */
  const basis = new WeakMap();
  /** @type {ReturnType<typeof createKeptAnswers<Promise<Answer | null>>>} */
  const kept = createKeptAnswers(MOST_KEPT);
  /** @type {(token: string, route: Route) => string} */
  const keyOf = (token, route) => JSON.stringify([token, route]);

  /** @type {(token: string, route: Route, slot?: string) => Promise<Answer | null>} */
  const askPlan = async (token, route, slot) => {
    const told = await kept.find(keyOf(token, route), get().game);
    if (told?.plan && isOfNow(told)) return told;
    return /** @type {Promise<Answer | null>} */ (fetchPlans(token, [route], slot)[0]);
  };

  /** Those that are not known yet are asked for in one question. @type {(token: string, routes: Route[]) => Promise<(Answer | null)[]>} */
  const askAhead = (token, routes) => {
    const fresh = routes.filter((route) => !isAsked(token, route));
    if (fresh.length > 0) fetchPlans(token, fresh, "plan ahead");
    return Promise.all(routes.map((route) => kept.find(keyOf(token, route), get().game)));
  };

  /** An answer with the nearest place that another plan names. @type {(answer: Answer, named: Plan) => Answer} */
  const asNamed = (answer, { trace }) => {
    if (answer.plan?.verdict !== "impossible") return answer;
    const named = { plan: { ...answer.plan, trace: [...trace, ...answer.plan.trace] }, problem: null };
    basis.set(named, /** @type {Game} */ (basis.get(answer)));
    return named;
  };

  /** @type {(token: string, route: Route) => boolean} */
  const isAsked = (token, route) => kept.find(keyOf(token, route), get().game) !== null;

  /** @type {(token: string, routes: Route[], slot?: string) => Promise<Answer | null>[]} */
  const fetchPlans = (token, routes, slot) => {
    const { game } = get();
    const reply = ask(planQuestion(moverOf(game, token), routes), slot);
    return routes.map((route, index) =>
      kept.keep(
        keyOf(token, route),
        game,
        reply.then((told) => answerFrom(told, index, game)),
      ),
    );
  };

  /** @type {(reply: Awaited<ReturnType<typeof ask<"plan">>>, index: number, game: Game) => Answer | null} */
  const answerFrom = (reply, index, game) => {
    if (!reply.ok && reply.problem.code === "superseded") return null;
    /** @type {Answer} */
    const answer = reply.ok
      ? { plan: /** @type {Plan} */ (reply.value.plans[index]), problem: null }
      : { plan: null, problem: reply.problem };
    basis.set(answer, game);
    return answer;
  };

  /** Whether an answer is for the game as it is now. @type {(answer: Answer | null) => boolean} */
  const isOfNow = (answer) => {
    const madeFor = answer && basis.get(answer);
    return madeFor ? judgedAlike(madeFor, get().game) : false;
  };

  return { askPlan, askAhead, asNamed, isAsked, isOfNow };
};
