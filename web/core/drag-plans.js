/**
 * What the ways of a token in the hand come to, from where it was taken up, each asked for once.
 *
 * @import { Mover } from "../hosts/host.js"
 * @import { Place } from "./grid.js"
 * @import { Plan, PlanReply, ProblemReply } from "./protocol.js"
 * @import { Request } from "./rules-client.js"
 * @typedef {PlanReply | ProblemReply} Reply
 */

import { planQuestion } from "./questions.js";

/** @type {(mover: Mover, ask: (question: Extract<Request, {op: "plan"}>, slot: string) => Promise<Reply>) => DragPlans} */
export const createDragPlans = (mover, ask) => {
  /** What was asked, by the place that the way ends at. @type {Map<string, Promise<Reply>>} */
  const asked = new Map();
  /** @type {Map<string, Plan>} */
  const plans = new Map();

  /** @type {(places: Place[], slot: string) => Promise<Reply>} */
  const fetch = async (places, slot) => {
    const routes = places.map(({ col, row }) => ({ to: { col, row } }));
    const replying = ask(planQuestion(mover, routes), slot);
    for (const place of places) asked.set(keyOf(place), replying);
    const reply = await replying;
    for (const [index, place] of places.entries()) {
      const plan = reply.ok && reply.value.plans[index];
      if (plan) plans.set(keyOf(place), plan);
      else if (asked.get(keyOf(place)) === replying) asked.delete(keyOf(place));
    }
    return reply;
  };

  return {
    find: (place) => plans.get(keyOf(place)) ?? null,
    ask: async (place, slot) => {
      const known = await asked.get(keyOf(place));
      return known?.ok ? known : fetch([place], slot);
    },
    askAhead: async (places, slot) => {
      const fresh = places.filter((place) => !asked.has(keyOf(place)));
      return fresh.length === 0 || (await fetch(fresh, slot)).ok;
    },
  };
};

/**
 * @typedef {object} DragPlans
 * @property {(place: Place) => Plan | null} find  what is known by now
 * @property {(place: Place, slot: string) => Promise<Reply>} ask  of the way to a place; found afterwards, unless it is a problem
 * @property {(places: Place[], slot: string) => Promise<boolean>} askAhead  of ways that may be held next, in one question; whether they were told
 */

/** @param {Place} place */
const keyOf = ({ col, row }) => `${col} ${row}`;
