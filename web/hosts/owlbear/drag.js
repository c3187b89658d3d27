/**
 * The token that this user drags with the tool: where it can go, what the way to the pointer comes to, and the drop.
 *
 * Each movement is answered from the map of destinations at once; the plan of the newest way replaces that when it
 * is in. Those to the places around it are asked for ahead. A drop is judged by the very way that the pointer led to, and written once.
 *
 * @import { Item, Vector2 as Point } from "@owlbear-rodeo/sdk"
 * @import { DestinationMap } from "../../core/destination-map.js"
 * @import { Place } from "../../core/grid.js"
 * @import { Plan } from "../../core/protocol.js"
 * @import { Mover } from "../host.js"
 * @import { Kind } from "./drawing.js"
 * @import { Map, Size } from "./scene.js"
 *
 * @typedef {object} Held
 * @property {Item} item
 * @property {Mover} mover
 * @property {Map} map
 * @property {Size} size
 * @property {Point} grip  from the pointer to the middle of the token
 * @property {Place} from
 * @property {Place} to
 * @property {DestinationMap | null} reach
 * @property {Plan | null} plan  of the way to `to`; null: not in yet
 * @property {import("../../core/drag-plans.js").DragPlans} plans
 * @property {string} problem
 *
 * @typedef {object} DragPorts
 * @property {(item: Item) => {mover: Mover, map: Map} | null} moverOf  null: the rules do not judge it
 * @property {(question: import("../../core/rules-client.js").Request, slot: string) => Promise<any>} ask
 * @property {(question: import("../../core/protocol.js").DestinationsRequest, slot: string) => Promise<any>} askWhere  if it was not answered already
 * @property {(held: Held, overrides: boolean) => Promise<void>} drop
 * @property {(held: Held) => void} show  where it can go, once that is known
 * @property {(held: Held, kind: Kind, text: string) => void} tell  what the way to the pointer comes to
 * @property {() => void} clear
 * @property {() => void} changed  a token is being dragged, or none is any more
 * @property {() => string} unit
 * @property {(item: Item) => boolean} isPushed  whether the next move of a token is a push by the GM
 */

import { askAround } from "../../core/around.js";
import { createDestinationMap } from "../../core/destination-map.js";
import { createDragPlans } from "../../core/drag-plans.js";
import { gridOf, isSamePlace } from "../../core/grid.js";
import { destinationsQuestion } from "../../core/questions.js";
import { DOT, destinationSummary, planParts, problemText, reasonText, rulesOf } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { middleOf, onMap, placeOf, positionAt, sizeOf } from "./scene.js";

/** Before anything is answered of a token in the hand. */
const UNKNOWN = { reach: null, plan: null, problem: "" };

/** @param {DragPorts} ports */
export const createDrag = ({ moverOf, ask, askWhere, drop, show, tell, clear, changed, unit, isPushed }) => {
  /** @type {Held | null} */
  let held = null;

  /** Without a pointer it is taken by its middle. @type {(item: Item, pointer?: Point) => void} */
  const pickUp = (item, pointer) => {
    const found = moverOf(item);
    if (!found) return;
    const { mover, map } = found;
    const middle = middleOf(map, item);
    const from = placeOf(map, item);
    const grip = pointer ? { x: middle.x - pointer.x, y: middle.y - pointer.y } : { x: 0, y: 0 };
    const size = sizeOf(map, item);
    held = { item, mover, map, size, grip, from, to: from, ...UNKNOWN, plans: createDragPlans(mover, ask) };
    learnWhere(held);
    changed();
  };

  /** Something may be another since the token was taken up: if it is about this token, all is asked anew. */
  const renew = () => {
    if (!held) return;
    const one = held;
    const found = moverOf(one.item);
    const [before, now] = [one, found].map((of) => of && JSON.stringify(destinationsQuestion(of.mover)));
    if (!found || before === now) return;
    const from = placeOf(found.map, one.item);
    const to = placeOf(found.map, { ...one.item, position: positionAt(one.map, one.item, one.to) });
    const plans = createDragPlans(found.mover, ask);
    const renewed = { ...one, ...found, from, to, ...UNKNOWN, plans };
    held = renewed;
    learnWhere(renewed);
    if (!isSamePlace(to, from)) askWhatFor(renewed, to);
  };

  /** @type {(one: Held) => Promise<void>} */
  const learnWhere = async (one) => {
    const reply = await askWhere(destinationsQuestion(one.mover), "destinations");
    if (held !== one) return;
    if (reply.ok) one.reach = createDestinationMap(reply.value);
    else if (reply.problem.code !== "superseded") one.problem = problemText(reply.problem);
    show(one);
    draw(one);
    if (isSamePlace(one.to, one.from)) lookFurther(one, one.to);
  };

  /** @type {(pointer: Point) => void} */
  const moveTo = (pointer) => {
    if (!held) return;
    const one = held;
    const middle = { x: pointer.x + one.grip.x, y: pointer.y + one.grip.y };
    const grid = gridOf(one.map.grid);
    const to = grid.keptIn(grid.placeAt(onMap(one.map, middle), one.size), one.size);
    if (isSamePlace(to, one.to)) return;
    const last = one.to;
    const isFree = isPushed(one.item);
    Object.assign(one, { to, plan: isFree ? null : one.plans.find(to) });
    draw(one);
    if (isFree) return; // it goes straight there, and nothing is priced
    if (one.plan) lookFurther(one, last);
    else if (!isSamePlace(to, one.from)) askWhatFor(one, to, last);
  };

  /** @type {(one: Held, to: Place, last?: Place) => Promise<void>} */
  const askWhatFor = async (one, to, last = to) => {
    const reply = await one.plans.ask(to, "plan");
    if (!isOver(one, to)) return;
    one.plan = one.plans.find(to);
    if (!reply.ok && reply.problem.code !== "superseded") one.problem = problemText(reply.problem);
    draw(one);
    if (reply.ok) lookFurther(one, last);
  };

  /** Whether a token is in the hand, over a place. @type {(one: Held, to: Place) => boolean} */
  const isOver = (one, to) => held === one && isSamePlace(one.to, to);

  /** @type {(one: Held, last: Place) => Promise<void>} */
  const lookFurther = (one, last) => {
    const { to } = one;
    return askFurther(one, last, () => isOver(one, to));
  };

  /** @param {Held} one */
  const draw = (one) => tell(one, ...wordOn(one, unit(), isPushed(one.item)));

  /** @type {(overrides: boolean) => Promise<void>} */
  const letGo = async (overrides) => {
    const one = held;
    held = null;
    clear();
    if (one && !isSamePlace(one.to, one.from)) await drop(one, overrides);
    changed();
  };

  return {
    pickUp,
    renew,
    moveTo,
    letGo,
    giveUp: () => {
      held = null;
      clear();
      changed();
    },
    held: () => held,
  };
};

/** What is known of the way to the pointer. @type {(held: Held, unit: string, isFree: boolean) => [Kind, string]} */
const wordOn = ({ plan, reach, from, to, problem }, unit, isFree) => {
  if (isSamePlace(to, from)) return ["unknown", ""];
  if (isFree) return ["free", word("gm.pushed")];
  if (problem) return ["unknown", problem];
  if (plan) return [plan.verdict, labelOf(plan, unit)];
  const known = reach?.at(to.col, to.row);
  if (known) return [known.layer.kind, destinationSummary(known, unit)];
  return ["unknown", "…"];
};

/** Ask for plans of the ways to the places around it, as long as it is held there. @type {(one: Held, last: Place, isStill: () => boolean) => Promise<void>} */
const askFurther = ({ map, size, to, from, plans }, last, isStill) =>
  askAround({ grid: gridOf(map.grid), size, place: to, last }, async (places) => {
    const next = places.filter((place) => !isSamePlace(place, from));
    return isStill() && plans.askAhead(next, "plan ahead");
  });

/** What a plan comes to, and by which rules. @type {(plan: Plan, unit: string) => string} */
const labelOf = (plan, unit) =>
  [...planParts(plan, unit, reasonText), rulesOf(plan)].filter(Boolean).join(DOT);
