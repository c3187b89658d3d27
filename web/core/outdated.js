/**
 * Verdicts that the map has overtaken, as where a wall was drawn while a roll was asked for.
 *
 * @import { Mover, Verdict } from "../hosts/host.js"
 * @import { Route } from "./questions.js"
 */

import { onWay, planQuestion } from "./questions.js";

/**
 * Whether a move comes to something else by now than what it was judged to. What somebody lets through counts.
 *
 * @param {(question: import("./protocol.js").PlanRequest) => Promise<any>} ask
 * @param {{judged: Mover, now: Mover}} movers  as it was judged, and as it is by now
 * @param {Route} route
 * @param {Verdict} verdict
 */
export const isOutdated = async (ask, { judged, now }, route, { plan, end, overridden }) => {
  if (!plan || !end || overridden) return false;
  const [before, question] = [judged, now].map((mover) =>
    planQuestion(onWay(mover, "path" in route ? route.path : null), [route]),
  );
  if (!question || JSON.stringify(before) === JSON.stringify(question)) return false;
  const reply = await ask(question);
  return reply.ok && JSON.stringify(reply.value.plans[0]) !== JSON.stringify(plan);
};
