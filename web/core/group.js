/**
 * Tokens that move together are judged together: each as if the others were on their way already, but for those that
 * stay or end on theirs. So nobody ends on one that did not move, or went through it; and of two that would end on one
 * place the first has it.
 *
 * @import { Mover, Turn, Verdict } from "../hosts/host.js"
 * @import { PathCell, Plan, StateRequest } from "./protocol.js"
 * @import { Route } from "./questions.js"
 */

import { isSamePlace } from "./grid.js";
import { onWay, planQuestion } from "./questions.js";
import { goesOn } from "./verdicts.js";

/** Whether it is made is up to people or dice, so that these are heard first. @type {ReadonlySet<Plan["verdict"] | undefined>} */
const OPEN = new Set(["roll", "impossible"]);

/**
 * A mover as it goes among others: those that are on their way are in nobody's, others stand where theirs ended.
 *
 * @template {Turn} Kept
 * @param {Mover<Kept>} mover
 * @param {ReadonlySet<string>} moving
 * @param {ReadonlyMap<string, PathCell>} [ends]
 * @returns {Mover<Kept>}
 */
export const amid = (mover, moving, ends = new Map()) => {
  /** @type {(scene: NonNullable<StateRequest["scene"]>) => NonNullable<StateRequest["scene"]>} */
  const seen = (scene) => {
    if (!("tokens" in scene)) return scene;
    const others = (scene.tokens ?? []).filter(({ id }) => id === mover.token || !moving.has(id));
    const tokens = others.map((one) => {
      const { col, row, elevation = 0 } = ends.get(one.id) ?? one;
      return ends.has(one.id) ? { ...one, col, row, elevation } : one;
    });
    return { ...scene, tokens };
  };
  const { common, sceneAlong } = mover;
  return {
    ...mover,
    ...(common.scene ? { common: { ...common, scene: seen(common.scene) } } : {}),
    ...(sceneAlong
      ? {
          sceneAlong: (path) => {
            const scene = sceneAlong(path);
            return scene && seen(scene);
          },
        }
      : {}),
  };
};

/** Where a route would end. @type {(route: Route) => PathCell | null} */
const goalOf = (route) => ("path" in route ? (route.path.at(-1) ?? null) : "to" in route ? route.to : null);

/**
 * Judge a group. Each verdict is the last that was given for its token; what a member is beside mover and route is the
 * caller's.
 *
 * @template {Turn} Kept
 * @template {{mover: Mover<Kept>, route: Route}} Member
 * @param {readonly Member[]} members
 * @param {object} ports
 * @param {(question: import("./rules-client.js").Request) => Promise<any>} ports.ask
 * @param {(member: Member, among: (mover: Mover<Kept>) => Mover<Kept>) => Promise<Verdict<Kept>>} ports.judge  one member, with its movers as `among` makes them
 * @returns {Promise<Map<string, Verdict<Kept>>>}
 */
export const judgeTogether = async (members, { ask, judge }) => {
  const moving = new Set(members.map(({ mover: { token } }) => token));
  /** @type {Map<string, PathCell>} */
  const ends = new Map();
  /** @type {Map<string, Verdict<Kept>>} */
  const verdicts = new Map();
  /** What was foreseen of those that were judged. @type {Map<string, Plan["verdict"] | undefined>} */
  const heard = new Map();
  const among = (/** @type {Mover<Kept>} */ mover) => amid(mover, new Set(moving), new Map(ends));

  /** A member as it is judged: who goes to where it would end stands there. @type {(member: Member) => (mover: Mover<Kept>) => Mover<Kept>} */
  const amongFor = ({ mover: { token }, route }) => {
    const goal = goalOf(route);
    const there = members.filter(({ mover: other, route: way }) => {
      const verdict = other.token === token ? undefined : verdicts.get(other.token);
      const end = goalOf(way);
      return verdict && goesOn(verdict) && goal && end && isSamePlace(end, goal);
    });
    const still = new Set(moving);
    for (const { mover: other } of there) still.delete(other.token);
    const all = new Map([
      ...ends,
      ...there.map(({ mover: other }) => /** @type {const} */ ([other.token, goal])),
    ]);
    return (mover) => amid(mover, still, /** @type {Map<string, PathCell>} */ (all));
  };

  /** @type {() => Promise<{member: Member, token: string, plan: Plan["verdict"] | undefined}[]>} */
  const foresee = () =>
    Promise.all(
      members
        .filter(({ mover }) => moving.has(mover.token))
        .map(async (member) => {
          const { mover, route } = member;
          const there = onWay(among(mover), "path" in route ? route.path : null);
          const reply = await ask(planQuestion(there, [route]));
          return { member, token: mover.token, plan: reply.ok ? reply.value.plans[0].verdict : undefined };
        }),
    );

  let foreseen = await foresee();
  for (;;) {
    // One that was to go may be barred since by one that stays.
    const left = foreseen.filter(({ token, plan }) =>
      verdicts.has(token) ? plan === "impossible" && heard.get(token) !== plan : true,
    );
    const next = left.find(({ plan }) => OPEN.has(plan)) ?? left[0];
    if (!next) return verdicts;
    const { member, token, plan } = next;
    heard.set(token, plan);
    const verdict = await judge(member, amongFor(member));
    verdicts.set(token, verdict);
    if (goesOn(verdict)) continue;
    moving.delete(token);
    if (verdict.end) ends.set(token, verdict.end);
    foreseen = await foresee();
  }
};
