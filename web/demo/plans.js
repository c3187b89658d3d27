/**
 * What a way comes to, asked of the core.
 *
 * @import { BestRoute, PathRoute, Plan } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Ask } from "./core-queries.js"
 * @import { Answer, Held } from "./drag.js"
 * @import { Game, How } from "./game.js"
 * @import { Store } from "./store.js"
 */

import { planQuestion } from "../core/questions.js";
import { judgedAlike, placeOf } from "./game.js";
import { moverOf } from "./movers.js";
import { bestRoute, straightRoute } from "./routes.js";

/** @type {(store: Store<AppState>, ask: Ask) => {askWay: (held: Held, how: How, slot?: string) => Promise<Answer | null>, preview: (held: Held) => Promise<Answer | null>, isOfNow: (answer: Answer | null) => boolean}} */
export const createPlans = ({ get, set }, ask) => {
  /** @type {WeakMap<Answer, Game>} For which game a plan was made. */
  const basis = new WeakMap();

  /** @type {(token: string, route: PathRoute | BestRoute, slot?: string) => Promise<Answer | null>} */
  const askPlan = async (token, route, slot) => {
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
   * @type {(held: Held, how: How, slot?: string) => Promise<Answer | null>}
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
    if (answer?.plan && get().held === held) set({ shown: { token: held.token, plan: answer.plan } });
    return answer;
  };

  /** Whether an answer is for the game as it is now. @type {(answer: Answer | null) => boolean} */
  const isOfNow = (answer) => {
    const madeFor = answer && basis.get(answer);
    return madeFor ? judgedAlike(madeFor, get().game) : false;
  };

  return { askWay, preview, isOfNow };
};
