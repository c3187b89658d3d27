/**
 * Plans that the map has overtaken, as where a wall was drawn while a roll was asked for.
 *
 * @import { Mover } from "../hosts/host.js"
 * @import { Plan } from "./protocol.js"
 * @import { Route } from "./questions.js"
 */

import { onWay, planQuestion } from "./questions.js";

/**
 * Whether a route comes to something else by now than a plan of it says.
 *
 * @param {(question: import("./protocol.js").PlanRequest) => Promise<any>} ask
 * @param {Plan} plan
 * @param {{judged: Mover<any>, now: Mover<any>}} movers  as it was judged, and as it is by now
 * @param {Route} route
 */
export const isOutdated = async (ask, plan, { judged, now }, route) => {
  const path = "path" in route ? route.path : null;
  const questionOf = (/** @type {Mover<any>} */ mover) => planQuestion(onWay(mover, path), [route]);
  const question = questionOf(now);
  if (JSON.stringify(questionOf(judged)) === JSON.stringify(question)) return false;
  const reply = await ask(question);
  return reply.ok && JSON.stringify(reply.value.plans[0]) !== JSON.stringify(plan);
};
