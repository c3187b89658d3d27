/**
 * Tokens that this user drags: the way each is held over, what the rules say of it, and what is drawn of that.
 *
 * The ruler asks at each frame and is answered from what is known by then; a way that is new is asked about, and
 * the ruler is drawn again when the answer is in. The ways to the places around its end are asked about ahead.
 *
 * @import { Destination, DestinationMap } from "../../core/destination-map.js"
 * @import { PathCell, Plan, Problem, Scene, StateValue } from "../../core/protocol.js"
 * @import { Kind } from "../../core/price-colours.js"
 * @import { Looks } from "./overlay.js"
 * @import { Place } from "../../core/grid.js"
 * @import { PathJob, Placeable, Planned, RulerWaypoint, TokenDocument, Waypoint } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {Map<string, Plan>} Plans  by the place that they end on, and how often the way was there before
 * @typedef {[PathCell, ...PathCell[]][]} Paths
 *
 * @typedef {object} Held
 * @property {Mover} mover
 * @property {DestinationMap | null} map
 * @property {string} way  the way that the plans are of
 * @property {Place | null} last  where it led before that
 * @property {Map<string, Plans>} known  all that were answered, by their way
 * @property {boolean} isPeek  only looked at, not dragged
 * @property {string} question  what the map answers; empty: it was not answered
 * @property {StateValue | null} state  of who is only looked at
 * @property {number} edge  where what is seen of the canvas ends; known once, since it measures the page
 *
 * @typedef {object} DragSettings
 * @property {(document: TokenDocument) => Mover | null} moverOf  null: the rules do not judge it
 * @property {(question: import("../../core/rules-client.js").Request, slot: string) => Promise<any>} ask
 * @property {() => Looks & {isWanted: boolean}} looks
 * @property {() => void} released  nothing is dragged any more: what is shown of a selected token comes back
 * @property {(mover: Mover, problem: Problem) => void} tellProblem  what was asked cannot be answered
 * @property {() => boolean} findsPaths  whether ways are to lead round what the rules refuse
 * @property {() => boolean} isJudging  whether a move is being judged, for which somebody waits
 * @property {ReadonlySet<string>} modes
 * @property {() => string} unit
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 *
 * @typedef {object} DragState
 * @property {Map<string, Held>} held  by token
 * @property {Held | null} selected  the one that is looked at because it is selected
 * @property {{question: string, reply: Promise<any>} | null} ahead  where a token can go that may be picked up next
 * @typedef {DragSettings & DragState} Drag
 */

import { askAround } from "../../core/around.js";
import { createDestinationMap } from "../../core/destination-map.js";
import { destinationsQuestion, onWay, planQuestion, stateQuestion } from "../../core/questions.js";
import { DOT, distance, number, rounded } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { modeOf } from "./actions.js";
import { coordinatesOf } from "./coordinates.js";
import { host } from "./host.js";
import { say } from "./language.js";
import { headline, rightEdge, showHeadline } from "./legend.js";
import { hideDestinations, layersOn, showDestinations } from "./overlay.js";
import { textureOf } from "./palette.js";
import { pathJobFor } from "./path-finder.js";
import { readNoMore, readOut } from "./read-out.js";
import { pushing } from "./rights.js";
import { cellOf, waypointsOf } from "./scene.js";
import { storeyAt } from "./storeys.js";
import { whyUncounted } from "./uncounted.js";
import { pathIn } from "./ways.js";

/** @param {DragSettings} settings */
export const createDrag = (settings) => {
  /** @type {Drag} */
  const drag = { ...settings, held: new Map(), selected: null, ahead: null };
  return {
    see: see.bind(null, drag),
    letGo: letGo.bind(null, drag),
    route: route.bind(null, drag),
    peek: peek.bind(null, drag),
    peekAgain: peekAgain.bind(null, drag),
    lookAhead: lookAhead.bind(null, drag),
    label: label.bind(null, drag),
    line: line.bind(null, drag),
    cell: cell.bind(null, drag),
  };
};

/** Learn which way a token is held over now. @type {(drag: Drag, token: Placeable, planned: Planned | undefined) => void} */
const see = (drag, token, planned) => {
  if (!planned) return void letGo(drag, token);
  const one = draggedOf(drag, token);
  if (!one) return;
  const { foundPath: found } = planned;
  const paths = pathsOf(token.document, found, drag.modes);
  const way = JSON.stringify(paths);
  if (way === one.way) return;
  one.way = way;
  askAlong(drag, token, one, { found, paths });
};

/** Ask for the plans of the way that a token is held over, then of those around its end. @type {(drag: Drag, token: Placeable, one: Held, ways: {found: Waypoint[], paths: Paths}) => Promise<void>} */
const askAlong = async (drag, token, one, { found, paths }) => {
  const { way } = one;
  const isStill = () => drag.held.get(token.id) === one && one.way === way;
  if (paths.length > 0 && !one.known.has(way)) {
    const isKnown = await askWhatFor(drag, one, [paths], `plan ${token.id}`);
    if (!isKnown || !isStill()) return;
    redraw(token);
  }
  // Where each way has a scene of its own, none is asked about in vain.
  if (!one.mover.sceneAlong) await askFurther(drag, token, one, { found, isStill });
};

/** As long as it is held there, and nobody waits for a move to be judged. @type {(drag: Drag, token: Placeable, one: Held, way: {found: Waypoint[], isStill: () => boolean}) => Promise<void>} */
const askFurther = async (drag, { document, id }, one, { found, isStill }) => {
  const end = found.at(-1);
  if (!end) return;
  const { grid } = coordinatesOf(document.parent);
  const place = cellOf(document, end);
  const last = one.last ?? place;
  one.last = place;
  const before = found.length > 1 ? found.slice(0, -1) : found;
  /** @param {Place} next */
  const pathsTo = (next) => {
    const [pixel] = waypointsOf(document, [place, next]);
    return pathsOf(document, [...before, { ...end, ...pixel }], drag.modes);
  };
  await askAround({ grid, size: sizeIn(one.mover, id), place, last }, async (next) => {
    if (!isStill() || drag.isJudging()) return false;
    const ways = next
      .map(pathsTo)
      .filter((paths) => paths.length > 0 && !one.known.has(JSON.stringify(paths)));
    return ways.length === 0 || askWhatFor(drag, one, ways, "plan ahead");
  });
};

/** Whether it was dragged, or looked at. @type {(drag: Drag, token: Placeable, isPeek?: boolean) => boolean} */
const letGo = ({ held, released }, token, isPeek = false) => {
  const one = held.get(token.id);
  if (!one || one.isPeek !== isPeek) return false;
  forget(held, token.id);
  if (!isPeek) released();
  return true;
};

/** @type {(held: Drag["held"], id: string) => void} */
const forget = (held, id) => {
  held.delete(id);
  readNoMore(id);
  hideDestinations();
};

/** The client's search for a way, or ours: one that the rules let through. @type {(drag: Drag, token: Placeable, waypoints: readonly Waypoint[], own: PathJob) => PathJob} */
const route = (drag, token, waypoints, own) => {
  const { ask, findsPaths, modes } = drag;
  const one = findsPaths() && token.isDragged ? draggedOf(drag, token) : undefined;
  if (!one) return own;
  return pathJobFor(token.document, one.mover, waypoints, own, {
    modes,
    ask: (question) => ask(question, `way ${token.id}`),
  });
};

/** Show where a token can go that is not dragged. @type {(drag: Drag, token: Placeable) => void} */
const peek = (drag, token) => {
  if (!drag.held.has(token.id)) pickUp(drag, token, drag.moverOf(token.document), true);
};

/** Show it of this token alone, as things are now; null: of none. @type {(drag: Drag, token: Placeable | null) => void} */
const peekAgain = (drag, token) => {
  const { held, selected } = drag;
  const isDragged = [...held.values()].some(({ isPeek }) => !isPeek);
  if (isDragged) return;
  const mover = token && drag.moverOf(token.document);
  const known = token ? held.get(token.id) : undefined;
  // What was asked word for word is drawn again as it is: its looks may have changed.
  if (token && mover && known && known === selected && textOf(mover) === known.question) {
    hideDestinations();
    if (known.map) draw(drag, token, known, known.map);
    return;
  }
  for (const [id, one] of held) {
    if (one === selected) forget(held, id);
  }
  drag.selected = token && !held.has(token.id) ? (pickUp(drag, token, mover, true) ?? null) : null;
};

/** Ask where a token can go that may be picked up next, so that this is known then. @type {(drag: Drag, token: Placeable) => void} */
const lookAhead = (drag, token) => {
  const mover = drag.held.has(token.id) ? null : drag.moverOf(token.document);
  if (!mover || drag.ahead?.question === textOf(mover)) return;
  drag.ahead = { question: textOf(mover), reply: drag.ask(destinationsQuestion(mover), "ahead") };
};

/** What was only looked at may be of before a change of sheet or rules. @type {(drag: Drag, token: Placeable) => Held | undefined} */
const draggedOf = (drag, token) => {
  const known = drag.held.get(token.id);
  return known && !known.isPeek ? known : pickUp(drag, token, drag.moverOf(token.document), false, known);
};

/** What was asked word for word before is known at once. @type {(drag: Drag, token: Placeable, mover: Mover | null, isPeek: boolean, before?: Held) => Held | undefined} */
const pickUp = (drag, token, mover, isPeek, before) => {
  if (!mover) return undefined;
  const question = textOf(mover);
  const map = before?.question === question ? before.map : null;
  /** @type {Held} */
  const fresh = {
    ...{ mover, map, isPeek, question },
    ...{ way: "", last: null, known: new Map(), state: null, edge: rightEdge() },
  };
  drag.held.set(token.id, fresh);
  askWhere(drag, token, fresh);
  return fresh;
};

/** @type {(drag: Drag, token: Placeable, one: Held) => Promise<void>} */
const askWhere = async (drag, token, one) => {
  const known = drag.ahead?.question === one.question ? await drag.ahead.reply : null;
  const reply = known?.ok
    ? known
    : await drag.ask(destinationsQuestion(one.mover), `destinations ${token.id}`);
  if (drag.held.get(token.id) !== one) return;
  if (!reply.ok) {
    one.question = "";
    // A problem of a sheet is shown at the drop, in other words.
    if (reply.problem.path.startsWith("scene")) drag.tellProblem(one.mover, reply.problem);
    return;
  }
  one.map = createDestinationMap(reply.value);
  draw(drag, token, one, one.map);
  redraw(token);
  if (one.isPeek) askState(drag, token, one);
};

/** @type {(drag: Drag, token: Placeable, one: Held, map: DestinationMap) => void} */
const draw = (drag, token, one, map) => {
  const { isWanted, ...shown } = drag.looks();
  const storey = storeyOf(one.mover, token.document._source.elevation);
  const coordinates = coordinatesOf(token.document.parent);
  const body = bodyOf(one, token.id);
  if (isWanted || one.isPeek) showDestinations(map, coordinates, body, storey, shown);
  tellHeadline(drag, token, one);
};

/** What is left of its moves, once that is known, to see and to hear. @type {(drag: Drag, token: Placeable, one: Held) => void} */
const tellHeadline = ({ unit }, { document }, { mover, map, state }) => {
  if (!state) return;
  const layers = map ? layersOn(map, storeyOf(mover, document._source.elevation)) : [];
  const text = [headline(state, unit(), layers), ...uncounted(document)].join(DOT);
  showHeadline(text);
  readOut(document.id, [document.name, text].join(DOT));
};

/** @param {Placeable} token */
const redraw = (token) => token.renderFlags.set({ refreshRuler: true });

/** What is left of the moves of who is only looked at. @type {(drag: Drag, token: Placeable, one: Held) => Promise<void>} */
const askState = async (drag, token, one) => {
  const reply = await drag.ask(stateQuestion(one.mover), `state ${token.id}`);
  if (!reply.ok || drag.held.get(token.id) !== one) return;
  one.state = reply.value;
  tellHeadline(drag, token, one);
};

/** Ask for the plans of ways, all on one scene; whether that was answered. @type {(drag: Drag, one: Held, ways: Paths[], slot: string) => Promise<boolean>} */
const askWhatFor = async ({ ask }, { mover, known }, ways, slot) => {
  const routes = ways.flat().map((path) => ({ path }));
  const reply = await ask(planQuestion(onWay(mover, ways[0]?.at(-1)), routes), slot);
  if (!reply.ok) return false;
  const plans = reply.value.plans.values();
  for (const paths of ways) known.set(JSON.stringify(paths), plansAlong(paths, plans));
  return true;
};

/** The next plans, by the ends of the paths that they are of. @type {(paths: Paths, plans: Iterator<Plan>) => Map<string, Plan>} */
const plansAlong = (paths, plans) => {
  const ends = paths.map((path) => keyOf(/** @type {PathCell} */ (path.at(-1))));
  return new Map(
    ends.map((end, index) => {
      const before = ends.slice(0, index).filter((other) => other === end).length;
      return [`${end} ${before}`, plans.next().value];
    }),
  );
};

/** A label with length, cost, price and what remains. @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint, context: any) => any} */
const label = (drag, token, waypoint, context) => {
  const one = drag.held.get(token.id);
  const found = waypoint.stage === "planned" ? knownOf(drag, token, waypoint) : null;
  if (!one || !found) return context;
  const { unit } = drag;
  const length = distance(rounded(found.used), unit());
  const parts = [...found.parts, ...uncounted(token.document)];
  readOut(token.id, [[token.document.name, length].join(DOT), ...parts].join(", "));
  const told = labelWith(
    context,
    textFor(context.units, lengthOf(waypoint), { ...found, parts }, unit()),
    usedSince(drag, token, waypoint, found),
  );
  const side = hasRoom(told, one.edge) ? "" : " footwork-leftwards";
  return { ...told, cssClass: `${context.cssClass ?? ""} footwork footwork-${found.kind}${side}`.trim() };
};

/** How far this move goes to a waypoint; what the ruler tells has the way before it. @param {RulerWaypoint} waypoint */
const lengthOf = (waypoint) => {
  let from = waypoint;
  while (from.previous?.stage === "planned") from = from.previous;
  return waypoint.measurement.distance - from.measurement.distance;
};

/** The length as the ruler measures it, and what the rules say. @type {(units: string, length: number, found: {used: number, parts: string[]}, unit: string) => string} */
const textFor = (units, length, { used, parts }, unit) => {
  const isTold = used === 0 || (number(length) === number(used) && units === unit);
  const costs = isTold ? [] : [say("ruler.costs", { length: distance(rounded(used), unit) })];
  return [`${number(length)} ${units}`, ...costs, ...parts].join(DOT);
};

/**
 * A label with a text that has units in it: some templates show the distance, others the cost in its place.
 *
 * @type {(context: any, text: string, since: string | undefined) => any}
 */
const labelWith = (context, text, since) => {
  const { units, elevation } = context;
  const shown = (/** @type {any} */ of) => ({
    ...of,
    total: text,
    ...(of?.delta && since ? { delta: since } : {}),
  });
  return {
    ...{ ...context, units: "", distance: shown(context.distance) },
    cost: { ...shown(context.cost), units: "" },
    ...(elevation ? { elevation: { ...elevation, total: `${elevation.total} ${units}` } } : {}),
  };
};

/** What a waypoint's segment costs, with a sign. @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint, found: {used: number}) => string | undefined} */
const usedSince = (drag, token, waypoint, { used }) => {
  const before = usedBefore(drag, token, waypoint);
  return before === undefined ? undefined : `+${number(used - before)}`;
};

/** That the way is not counted, where it is not. @param {TokenDocument} document @returns {string[]} */
const uncounted = (document) => {
  const why = whyUncounted(document);
  return why ? [why] : [];
};

/** How wide a sign of a label is at most, in pixels of the canvas. */
const SIGN = 12;

/** Whether a label ends within what is seen of the canvas; in its left half there is more room than left of it. @type {(context: any, edge: number) => boolean} */
const hasRoom = ({ position: { x, y }, uiScale = 1, cost: { total, delta = "" } }, edge) => {
  const signs = `${total} ${delta}`.length;
  const [from, to] = [0, signs * SIGN * uiScale].map((width) =>
    host.canvas.clientCoordinatesFromCanvas({ x: x + width, y }),
  );
  return (to?.x ?? 0) <= edge || (from?.x ?? 0) <= edge / 2;
};

/** @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint, style: any) => any} */
const line = (drag, token, waypoint, style) => {
  const kind = kindOf(drag, token, waypoint);
  return kind ? { ...style, color: drag.looks().colours[kind] } : style;
};

/** @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint, offset: {i: number, j: number}, style: any) => any} */
const cell = (drag, token, waypoint, { i, j }, style) => {
  const one = drag.held.get(token.id);
  if (!one || waypoint.stage !== "planned") return style;
  const end = cellOf(token.document, waypoint);
  const { cols, rows } = bodyOf(one, token.id);
  // Of a large token, the cells of a place are those of its end. What is not walked is priced as a whole, too:
  // the map is of what can be reached on foot.
  const isOnFoot = modeOf(waypoint.action, drag.modes, token.document) === null && !pushing.has(token.id);
  const isWhole = cols > 1 || rows > 1 || !isOnFoot;
  const isEnd = (end.col === j && end.row === i) || isWhole;
  const storey = storeyOf(one.mover, waypoint.elevation);
  const kind = isEnd ? kindOf(drag, token, waypoint) : (one.map?.at(j, i, storey)?.layer.kind ?? null);
  if (!kind) return style;
  const { colours, hatched } = drag.looks();
  const texture = hatched ? textureOf(kind) : null;
  return { ...style, color: colours[kind], ...(texture ? { texture } : {}) };
};

/** What a waypoint comes to, as far as it is known. @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint) => {kind: Kind, used: number, parts: string[]} | null} */
const knownOf = (drag, token, waypoint) => {
  const { held, unit, words } = drag;
  const one = held.get(token.id);
  if (!one) return null;
  // A way round may lead there; the one that is drawn does not.
  if (waypoint.unreachable) return { kind: "impossible", used: 0, parts: [say("ruler.unreachable")] };
  if (pushing.has(token.id)) return { kind: "free", used: 0, parts: [word("gm.pushed")] };
  const place = cellOf(token.document, waypoint);
  const before = waypointsBefore(waypoint).filter(
    (other) => keyOf(cellOf(token.document, other)) === keyOf(place),
  ).length;
  const plan = one.known.get(one.way)?.get(`${keyOf(place)} ${before}`);
  if (plan) return { kind: plan.verdict, used: plan.cost || plan.length, parts: words.ofPlan(plan, unit()) };
  // The map is of what is reached on foot, and straight.
  const isOfMap =
    waypointsBefore(waypoint).length === 0 && modeOf(waypoint.action, drag.modes, token.document) === null;
  const destination = isOfMap ? destinationOf(one, token.document, place) : null;
  if (!destination) return null;
  const parts = words.ofDestination(destination, unit());
  return { kind: destination.layer.kind, used: destination.used, parts };
};

/** What has been paid where a waypoint's segment begins. @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint) => number | undefined} */
const usedBefore = (drag, token, waypoint) => {
  const last = waypointsBefore(waypoint)[0];
  return last ? knownOf(drag, token, last)?.used : 0;
};

/** @type {(drag: Drag, token: Placeable, waypoint: RulerWaypoint) => Kind | null} */
const kindOf = (drag, token, waypoint) =>
  waypoint.stage === "planned" ? (knownOf(drag, token, waypoint)?.kind ?? null) : null;

/** The waypoints of a way before one, the last first, without where it begins. @type {(waypoint: RulerWaypoint) => RulerWaypoint[]} */
const waypointsBefore = (waypoint) => {
  const before = [];
  for (let one = waypoint.previous; one?.previous?.stage === "planned"; one = one.previous)
    if (one.explicit) before.push(one);
  return before;
};

/** The key of a question where a token can go, to distinguish it from others. @type {(mover: Mover) => string} */
const textOf = (mover) => JSON.stringify(destinationsQuestion(mover));

/** @type {(cell: {col: number, row: number, elevation?: number | undefined}) => string} */
const keyOf = ({ col, row, elevation = 0 }) => `${col} ${row} ${elevation}`;

/** The storey of a place at a height. @type {(mover: Mover, elevation: number) => string | null} */
const storeyOf = ({ common }, elevation) =>
  storeyAt({ storeys: sceneIn(common).storeys ?? [], elevation, level: null }, elevation);

/** Scenes of movers are sent inline. @type {(common: Mover["common"]) => Scene} */
const sceneIn = ({ scene }) => /** @type {Scene} */ (scene);

/** The whole cells that a token covers. @type {(one: Held, id: string) => {cols: number, rows: number}} */
const bodyOf = ({ mover }, id) => {
  const { cols, rows } = sizeIn(mover, id);
  return { cols: Math.ceil(cols), rows: Math.ceil(rows) };
};

/** @type {(mover: Mover, id: string) => {cols: number, rows: number}} */
const sizeIn = ({ common }, id) => {
  const { cols = 1, rows = 1 } = sceneIn(common).tokens?.find((token) => token.id === id) ?? {};
  return { cols, rows };
};

/** What is known of where a token would stand. @type {(one: Held, document: TokenDocument, cell: {col: number, row: number, elevation: number}) => Destination | null} */
const destinationOf = ({ map, mover }, { parent, id }, { col, row, elevation }) => {
  if (coordinatesOf(parent).grid.hasCells) return map?.at(col, row, storeyOf(mover, elevation)) ?? null;
  const { cols, rows } = sizeIn(mover, id);
  return map?.around(col + cols / 2, row + rows / 2, storeyOf(mover, elevation)) ?? null;
};

/** The ways to each waypoint in turn, from where the token stands. @type {(document: TokenDocument, found: Waypoint[], modes: ReadonlySet<string>) => Paths} */
const pathsOf = (document, found, modes) => {
  if (found.length < 2) return [];
  const complete = document.getCompleteMovementPath(found);
  const ends = complete.flatMap((waypoint, index) => {
    const isEnd = index === complete.length - 1;
    return index > 0 && (isEnd || waypoint.explicit) ? [index] : [];
  });
  return ends.flatMap((end) => {
    const path = pathIn(document, complete.slice(0, end + 1), modes);
    return path ? [path] : [];
  });
};
