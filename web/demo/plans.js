/**
 * What a way comes to, asked of the core.
 *
 * @import { BestRoute, PathRoute, Plan } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Ask } from "./core-queries.js"
 * @import { Answer, Held } from "./drag.js"
 * @import { Game, How } from "./game.js"
 * @import { Store } from "./store.js"
 * @typedef {Pick<Held, "token" | "to" | "via">} Way
 */

import { askAround } from "../core/around.js";
import { gridOf } from "../core/grid.js";
import { planQuestion } from "../core/questions.js";
import { judgedAlike, placeOf, tokenOf } from "./game.js";
import { createKeptAnswers } from "./kept-answers.js";
import { moverOf } from "./movers.js";
import { bestRoute, straightRoute } from "./routes.js";
import { nextFrame } from "./yielding.js";

/** How many plans are kept, for ways that are held again or were asked about ahead. */
const MOST_KEPT = 64;

/** @type {(store: Store<AppState>, ask: Ask) => {askWay: (way: Way, how: How, slot?: string) => Promise<Answer | null>, preview: (held: Held) => Promise<Answer | null>, lookFurther: (way: Way) => Promise<void>, isOfNow: (answer: Answer | null) => boolean}} */
export const createPlans = ({ get, set }, ask) => {
  /** @type {WeakMap<Answer, Game>} For which game a plan was made. */
  const basis = new WeakMap();
  /** @type {ReturnType<typeof createKeptAnswers<Promise<Answer | null>>>} */
  const kept = createKeptAnswers(MOST_KEPT);
  /** How a token was held before. @type {Way | null} */
  let last = null;
  /** The game in which the worker broke on what nobody had asked for. @type {Game | null} */
  let tooMuch = null;

  /** @type {(token: string, route: PathRoute | BestRoute, slot?: string) => Promise<Answer | null>} */
  const askPlan = async (token, route, slot) => {
    const key = JSON.stringify([token, route]);
    const asked = kept.find(key, get().game);
    const told = asked && (await asked);
    if (told?.plan && isOfNow(told)) return told;
    return kept.keep(key, get().game, fetchPlan(token, route, slot));
  };

  /** @type {(token: string, route: PathRoute | BestRoute, slot?: string) => Promise<Answer | null>} */
  const fetchPlan = async (token, route, slot) => {
    const { game } = get();
    const reply = await ask(planQuestion(moverOf(game, token), [route]), slot);
    if (!reply.ok && reply.problem.code === "superseded") return null;
    /** @type {Answer} */
    const answer = reply.ok
      ? { plan: /** @type {[Plan]} */ (reply.value.plans)[0], problem: null }
      : { plan: null, problem: reply.problem };
    basis.set(answer, game);
    return answer;
  };

  /**
   * The plan of the best way; that of the straight line where it is said how or how high to move, and where no way
   * leads: it says what is in its way.
   *
   * @type {(way: Way, how: How, slot?: string) => Promise<Answer | null>}
   */
  const askWay = async (held, how, slot) => {
    const places = [placeOf(get().game, held.token), ...held.via, held.to];
    const straightOn = () => askPlan(held.token, straightRoute(places, how, get().game.scene.grid), slot);
    if (how.mode !== null || how.height !== null) return straightOn();
    const best = await askPlan(held.token, bestRoute(held.to, held.via), slot);
    if (!best?.plan || best.plan.path) return best;
    const straight = await straightOn();
    return straight?.problem ? best : straight;
  };

  /** @type {(held: Held) => Promise<Answer | null>} */
  const preview = async (held) => {
    const answer = await askWay(held, get().how, "preview");
    if (get().held !== held) return answer;
    if (answer?.plan) set({ shown: { token: held.token, plan: answer.plan } });
    lookFurther(held);
    last = held;
    return answer;
  };

  /** Ask about the places where it may be held next, once what is known is drawn and as long as nothing changes. @type {(way: Way) => Promise<void>} */
  const lookFurther = async (way) => {
    const { game, how, held } = get();
    const size = tokenOf(game, way.token);
    const isStill = () => {
      const now = get();
      const isHeld = held ? now.held?.to === way.to && now.held.via === way.via : !now.held;
      return isHeld && now.how === how && now.game === game && now.status.state === "ready";
    };
    const before = last?.token === way.token ? last.to : way.to;
    await nextFrame();
    if (!size) return;
    await askAround({ grid: gridOf(game.scene.grid), size, place: way.to, last: before }, async (to) => {
      if (!isStill() || (tooMuch && judgedAlike(tooMuch, game))) return false;
      const answer = await askWay({ ...way, to }, how, "plan ahead");
      if (answer?.problem?.code === "worker_failed") tooMuch = game;
      return true;
    });
  };

  /** Whether an answer is for the game as it is now. @type {(answer: Answer | null) => boolean} */
  const isOfNow = (answer) => {
    const madeFor = answer && basis.get(answer);
    return madeFor ? judgedAlike(madeFor, get().game) : false;
  };

  return { askWay, preview, lookFurther, isOfNow };
};
