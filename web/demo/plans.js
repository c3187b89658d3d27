/**
 * What a way comes to, asked of the core.
 *
 * @import { PathRoute, Plan } from "../core/protocol.js"
 * @import { Route } from "./route-answers.js"
 * @import { AppState } from "./app-state.js"
 * @import { Ask } from "./core-queries.js"
 * @import { Answer, Held } from "./drag.js"
 * @import { Game, How } from "./game.js"
 * @import { Store } from "./store.js"
 * @typedef {Pick<Held, "token" | "to" | "via">} Way
 */

import { askAround, placesAround, TOGETHER } from "../core/around.js";
import { gridOf, isSamePlace } from "../core/grid.js";
import { nearestIn } from "../core/verdicts.js";
import { isPushed } from "./app-state.js";
import { isSame } from "./drag.js";
import { judgedAlike, placeOf, tokenOf } from "./game.js";
import { createRouteAnswers } from "./route-answers.js";
import { bestRoute, straightRoute } from "./routes.js";
import { onStorey, shownStorey } from "./storeys.js";
import { nextFrame } from "./yielding.js";

/** @type {(store: Store<AppState>, ask: Ask) => {askWay: (way: Way, how: How, slot?: string) => Promise<Answer | null>, preview: (held: Held) => Promise<Answer | null>, lookFurther: (way: Way) => Promise<void>, lookNear: () => Promise<void> | null, isOfNow: (answer: Answer | null) => boolean}} */
export const createPlans = ({ get, set }, ask) => {
  const { askPlan, askAhead, asNamed, isAsked, isOfNow } = createRouteAnswers(get, ask);
  /** How a token was held before. @type {Way | null} */
  let last = null;
  /** The game in which the worker broke on what nobody had asked for. @type {Game | null} */
  let tooMuch = null;

  /**
   * The plan of the best way; that of the straight line where it is said how or how high to move. Where no way leads,
   * it is that of the way to the nearest place and straight on: it says what is in its way. Once it is not wanted any
   * more, nothing further is asked, which would supersede what is wanted by now.
   *
   * @type {(way: Way, how: How, slot?: string, isWanted?: () => boolean) => Promise<Answer | null>}
   */
  const askWay = async (held, how, slot, isWanted = () => true) => {
    const first = await askPlan(held.token, routeOn(get().game, held, how), slot);
    if (isToldHow(how) || !leadsNowhere(first) || !isWanted()) return first;
    const near = nearestOf(get().game, held, first);
    const way = near && (await askPlan(held.token, near, slot));
    if ((near && !way) || !isWanted()) return null;
    const path = way?.plan?.path ?? null;
    const straight = await askPlan(held.token, straightOn(get().game, held, how, path), slot);
    if (straight?.problem) return first;
    return first?.plan && straight && path ? asNamed(straight, first.plan) : straight;
  };

  /** The same ahead of time, of several ways on which a token may be held. @type {(token: string, ways: Way[], how: How) => Promise<void>} */
  const askWays = async (token, ways, how) => {
    const { game } = get();
    const first = await askAhead(
      token,
      ways.map((way) => routeOn(get().game, way, how)),
    );
    const blocked = ways.flatMap((way, index) => {
      const answer = first[index];
      return !isToldHow(how) && leadsNowhere(answer) ? { way, near: nearestOf(game, way, answer) } : [];
    });
    const near = await askAhead(
      token,
      blocked.flatMap(({ near }) => near ?? []),
    );
    const straight = await askAhead(
      token,
      blocked.map(({ way, near: named }, at) => straightOn(game, way, how, named && near[at]?.plan?.path)),
    );
    if ([...first, ...near, ...straight].some((answer) => answer?.problem?.code === "worker_failed"))
      tooMuch = game;
  };

  /** @type {(held: Held) => Promise<Answer | null>} */
  const preview = async (held) => {
    if (isPushed(get(), held.token)) return null; // it is not priced
    const isHeld = () => get().held === held;
    const answer = await askWay(held, get().how, "preview", isHeld);
    if (!isHeld()) return answer;
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
    await askAround({ grid: gridOf(game.scene.grid), size, place: way.to, last: before }, async (places) => {
      if (!isStill() || isTooMuch(game)) return false;
      await askWays(
        way.token,
        places.map((to) => ({ ...way, to })),
        how,
      );
      return true;
    });
  };

  /** Ask about places within three cells of the chosen token, some at a time; null: all is asked. @type {() => Promise<void> | null} */
  const lookNear = () => {
    const { game, how } = get();
    const token = tokenOf(game, game.selected);
    if (!token || isTooMuch(game)) return null;
    const grid = gridOf(game.scene.grid);
    const { col, row } = token;
    const start = onStorey({ col, row }, shownStorey(get()));
    const around = (/** @type {Way["to"]} */ place) => placesAround({ grid, size: token, place });
    const near = around(start);
    for (const place of [start, ...near, ...near.flatMap(around)]) {
      const ways = around(place)
        .filter((to) => !isSame(to, start))
        .map((to) => ({ token: token.id, to, via: [] }))
        .filter((way) => !isAsked(token.id, routeOn(get().game, way, how)));
      if (ways.length > 0) return askWays(token.id, ways.slice(0, TOGETHER), how);
    }
    return null;
  };

  /** @param {Game} game */
  const isTooMuch = (game) => tooMuch !== null && judgedAlike(tooMuch, game);

  return { askWay, preview, lookFurther, lookNear, isOfNow };
};

/** Whether it was said how or how high to move. @param {How} how */
const isToldHow = ({ mode, height }) => mode !== null || height !== null;

/** Whether a plan says that there is no way. @param {Answer | null | undefined} answer */
const leadsNowhere = (answer) => Boolean(answer?.plan && !answer.plan.path);

/** What is asked first about a way. @type {(game: Game, way: Way, how: How) => Route} */
const routeOn = (game, way, how) =>
  isToldHow(how) ? straightOn(game, way, how) : bestRoute(way.to, way.via);

/** Straight on from where a token stands, or from the end of a way that it goes first. @type {(game: Game, way: Way, how: How, first?: Plan["path"]) => PathRoute} */
const straightOn = (game, { token, to, via }, how, first = null) => {
  const start = first?.at(-1) ?? placeOf(game, token);
  const { path } = straightRoute([start, ...via, to], how, game.scene.grid);
  return first ? { path: /** @type {PathRoute["path"]} */ ([...first, ...path.slice(1)]) } : { path };
};

/** The way to the nearest place that is named where no way leads; null: that is where the token stands. @type {(game: Game, way: Way, answer: Answer | null | undefined) => Route | null} */
const nearestOf = (game, { token, via }, answer) => {
  const near = via.length === 0 && answer?.plan ? nearestIn(answer.plan) : null;
  return near && !isSamePlace(near, placeOf(game, token)) ? bestRoute(near, []) : null;
};
