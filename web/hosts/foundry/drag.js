/**
 * Tokens that this user drags: the way each is held over, what the rules say of it, and what is drawn of that.
 *
 * The ruler asks at each frame and is answered from what is known by then; a way that is new is asked about, and
 * the ruler is drawn again when the answer is in.
 *
 * @import { Destination, DestinationMap } from "../../core/destination-map.js"
 * @import { PathCell, Plan, Problem, Scene, StateValue } from "../../core/protocol.js"
 * @import { Kind } from "../../core/price-colours.js"
 * @import { PathJob, Placeable, Planned, RulerWaypoint, TokenDocument, Waypoint } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} Held
 * @property {Mover} mover
 * @property {DestinationMap | null} map
 * @property {string} way  the way that the plans are asked for
 * @property {Map<string, Plan>} plans  by the place that they end on, and how often the way was there before
 * @property {boolean} isPeek  only looked at, not dragged
 * @property {string} question  what the map answers; empty: it was not answered
 * @property {StateValue | null} state  of who is only looked at
 *
 * @typedef {object} DragSettings
 * @property {(document: TokenDocument) => Mover | null} moverOf  null: the rules do not judge it
 * @property {(question: import("../../core/rules-client.js").Request, slot: string) => Promise<any>} ask
 * @property {() => {colours: Record<Kind, number>, hatched: boolean, legend: boolean, overlay: boolean}} looks
 * @property {(mover: Mover, problem: Problem) => void} broken  what was asked cannot be answered
 * @property {() => boolean} findsPaths  whether ways are to lead round what the rules refuse
 * @property {ReadonlySet<string>} modes
 * @property {() => string} unit
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 */

import { createDestinationMap } from "../../core/destination-map.js";
import { destinationsQuestion, onWay, planQuestion, stateQuestion } from "../../core/questions.js";
import { modeOf } from "./actions.js";
import { coordinatesOf } from "./coordinates.js";
import { say } from "./language.js";
import { showHeadline } from "./legend.js";
import { hideDestinations, showDestinations } from "./overlay.js";
import { textureOf } from "./palette.js";
import { pathJobFor } from "./path-finder.js";
import { cellOf, pathOf } from "./scene.js";
import { storeyAt } from "./storeys.js";
import { number } from "./words.js";

/** @param {DragSettings} settings */
export const createDrag = ({ moverOf, ask, looks, broken, findsPaths, modes, unit, words }) => {
  /** @type {Map<string, Held>} */
  const held = new Map();
  /** @type {Held | null} The one that is looked at because it is selected. */
  let selected = null;

  /** @param {Placeable} token */
  const redraw = (token) => token.renderFlags.set({ refreshRuler: true });

  /** Until the answer is in, the map of places is the one known before. @type {(token: Placeable, mover: Mover | null, isPeek: boolean, before?: DestinationMap | null) => Held | undefined} */
  const pickUp = (token, mover, isPeek, before = null) => {
    if (!mover) return undefined;
    const question = textOf(mover);
    /** @type {Held} */
    const fresh = { mover, map: before, way: "", plans: new Map(), isPeek, question, state: null };
    held.set(token.id, fresh);
    askWhere(token, fresh);
    return fresh;
  };

  /** @type {(token: Placeable, one: Held) => Promise<void>} */
  const askWhere = async (token, one) => {
    const reply = await ask(destinationsQuestion(one.mover), `destinations ${token.id}`);
    if (held.get(token.id) !== one) return;
    if (!reply.ok) {
      one.question = "";
      // What is wrong with a sheet is told at the drop, where it is named in other words.
      if (reply.problem.path.startsWith("scene")) broken(one.mover, reply.problem);
      return;
    }
    one.map = createDestinationMap(reply.value);
    draw(token, one, one.map);
    redraw(token);
    if (one.isPeek) askState(token, one);
  };

  /** @type {(token: Placeable, one: Held, map: DestinationMap) => void} */
  const draw = (token, one, map) => {
    const { overlay, ...shown } = looks();
    const storey = storeyOf(one.mover, token.document._source.elevation);
    const coordinates = coordinatesOf(token.document.parent);
    const body = bodyOf(one, token.id);
    if (overlay || one.isPeek) showDestinations(map, coordinates, body, storey, shown);
    if (one.state) showHeadline(one.state, unit());
  };

  /** What is left of the moves of who is only looked at. @type {(token: Placeable, one: Held) => Promise<void>} */
  const askState = async (token, one) => {
    const reply = await ask(stateQuestion(one.mover), `state ${token.id}`);
    if (!reply.ok || held.get(token.id) !== one) return;
    one.state = reply.value;
    showHeadline(reply.value, unit());
  };

  /** @type {(token: Placeable, one: Held, paths: [PathCell, ...PathCell[]][]) => Promise<void>} */
  const askWhatFor = async (token, one, paths) => {
    const { way } = one;
    const routes = paths.map((path) => ({ path }));
    const reply = await ask(planQuestion(onWay(one.mover, paths.at(-1)), routes), `plan ${token.id}`);
    if (held.get(token.id) !== one || one.way !== way || !reply.ok) return;
    const ends = paths.map((path) => keyOf(/** @type {PathCell} */ (path.at(-1))));
    ends.forEach((end, index) => {
      const before = ends.slice(0, index).filter((other) => other === end).length;
      one.plans.set(`${end} ${before}`, reply.value.plans[index]);
    });
    redraw(token);
  };

  /** Whether it was in the hand, or looked at. @type {(token: Placeable, isPeek?: boolean) => boolean} */
  const letGo = (token, isPeek = false) => {
    const one = held.get(token.id);
    if (!one || one.isPeek !== isPeek) return false;
    held.delete(token.id);
    hideDestinations();
    return true;
  };

  /** What was only looked at may be of before a change of sheet or rules. @param {Placeable} token */
  const inHand = (token) => {
    const known = held.get(token.id);
    return known && !known.isPeek ? known : pickUp(token, moverOf(token.document), false, known?.map);
  };

  /** Learn which way a token is held over now. @type {(token: Placeable, planned: Planned | undefined) => void} */
  const see = (token, planned) => {
    if (!planned) {
      letGo(token);
      return;
    }
    const one = inHand(token);
    if (!one) return;
    const paths = pathsOf(token.document, planned.foundPath, modes);
    const way = JSON.stringify(paths);
    if (way === one.way) return;
    one.way = way;
    one.plans = new Map();
    if (paths.length > 0) askWhatFor(token, one, paths);
  };

  /** What a waypoint comes to, as far as it is known. @type {(token: Placeable, waypoint: RulerWaypoint) => {kind: Kind, used: number, parts: string[]} | null} */
  const known = (token, waypoint) => {
    const one = held.get(token.id);
    if (!one) return null;
    // A way round may lead there; the one that is drawn does not.
    if (waypoint.unreachable) return { kind: "impossible", used: 0, parts: [say("ruler.unreachable")] };
    const cell = cellOf(token.document, waypoint);
    const before = waypointsBefore(waypoint).filter(
      (other) => keyOf(cellOf(token.document, other)) === keyOf(cell),
    ).length;
    const plan = one.plans.get(`${keyOf(cell)} ${before}`);
    if (plan)
      return { kind: plan.verdict, used: plan.cost || plan.length, parts: words.ofPlan(plan, unit()) };
    const destination = destinationOf(one, token.document, cell);
    if (!destination) return null;
    const parts = words.ofDestination(destination, unit());
    return { kind: destination.layer.kind, used: destination.used, parts };
  };

  /** What has been paid where a waypoint's segment begins. @type {(token: Placeable, waypoint: RulerWaypoint) => number | undefined} */
  const usedBefore = (token, waypoint) => {
    const last = waypointsBefore(waypoint)[0];
    return last ? known(token, last)?.used : 0;
  };

  /** @type {(token: Placeable, waypoint: RulerWaypoint) => Kind | null} */
  const kindOf = (token, waypoint) =>
    waypoint.stage === "planned" ? (known(token, waypoint)?.kind ?? null) : null;

  return {
    see,
    letGo,
    /**
     * The client's search for a way, or ours: one that the rules let through.
     *
     * @type {(token: Placeable, waypoints: readonly Waypoint[], own: PathJob) => PathJob}
     */
    route: (token, waypoints, own) => {
      const one = findsPaths() && token.isDragged ? inHand(token) : undefined;
      if (!one) return own;
      return pathJobFor(token.document, one.mover, waypoints, own, {
        modes,
        ask: (question) => ask(question, `way ${token.id}`),
      });
    },
    /** Show where a token can go that is not dragged. @param {Placeable} token */
    peek: (token) => {
      if (!held.has(token.id)) pickUp(token, moverOf(token.document), true);
    },
    /** Show it of this token alone, as things are now; null: of none. @param {Placeable | null} token */
    peekAgain: (token) => {
      const isDragged = [...held.values()].some(({ isPeek }) => !isPeek);
      if (isDragged) return;
      const mover = token && moverOf(token.document);
      const known = token ? held.get(token.id) : undefined;
      // What was asked word for word is drawn again as it is: its looks may have changed.
      if (token && mover && known && known === selected && textOf(mover) === known.question) {
        hideDestinations();
        if (known.map) draw(token, known, known.map);
        return;
      }
      for (const [id, one] of held) {
        if (one !== selected) continue;
        held.delete(id);
        hideDestinations();
      }
      selected = token && !held.has(token.id) ? (pickUp(token, mover, true) ?? null) : null;
    },
    /** A label with cost, price and what remains. @type {(token: Placeable, waypoint: RulerWaypoint, context: any) => any} */
    label: (token, waypoint, context) => {
      const found = waypoint.stage === "planned" ? known(token, waypoint) : null;
      if (!found) return context;
      const units = words.joined([unit(), ...found.parts]);
      const cssClass = `${context.cssClass ?? ""} footwork footwork-${found.kind}`.trim();
      const cost = { ...context.cost, total: number(found.used), units };
      const before = usedBefore(token, waypoint);
      // The client's own form of it stays around the figure of the rules.
      if (cost.delta !== undefined && before !== undefined)
        cost.delta = String(cost.delta).replace(FIGURE, number(found.used - before));
      return { ...context, cssClass, cost };
    },
    /** @type {(token: Placeable, waypoint: RulerWaypoint, style: any) => any} */
    line: (token, waypoint, style) => {
      const kind = kindOf(token, waypoint);
      return kind ? { ...style, color: looks().colours[kind] } : style;
    },
    /** @type {(token: Placeable, waypoint: RulerWaypoint, offset: {i: number, j: number}, style: any) => any} */
    cell: (token, waypoint, { i, j }, style) => {
      const one = held.get(token.id);
      if (!one || waypoint.stage !== "planned") return style;
      const end = cellOf(token.document, waypoint);
      const { cols, rows } = bodyOf(one, token.id);
      // Of a large token, the cells of a place are those of its end. What is not walked is priced as a whole, too:
      // the map is of what can be reached on foot.
      const isWhole = cols > 1 || rows > 1 || modeOf(waypoint.action, modes) !== null;
      const isEnd = (end.col === j && end.row === i) || isWhole;
      const storey = storeyOf(one.mover, waypoint.elevation);
      const kind = isEnd ? kindOf(token, waypoint) : (one.map?.at(j, i, storey)?.layer.kind ?? null);
      if (!kind) return style;
      const { colours, hatched } = looks();
      const texture = hatched ? textureOf(kind) : null;
      return { ...style, color: colours[kind], ...(texture ? { texture } : {}) };
    },
  };
};

/** A figure with its sign, as the client writes it. */
const FIGURE = /[-\u2212]?[\d.,]+/;

/** The waypoints of a way before one, the last first, without where it begins. @type {(waypoint: RulerWaypoint) => RulerWaypoint[]} */
const waypointsBefore = (waypoint) => {
  const before = [];
  for (let one = waypoint.previous; one?.previous?.stage === "planned"; one = one.previous)
    if (one.explicit) before.push(one);
  return before;
};

/** What is asked of where a token can go, to be told from another question. @type {(mover: Mover) => string} */
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

/** The ways to each waypoint in turn, from where the token stands. @type {(document: TokenDocument, found: Waypoint[], modes: ReadonlySet<string>) => [PathCell, ...PathCell[]][]} */
const pathsOf = (document, found, modes) => {
  if (found.length < 2) return [];
  const complete = document.getCompleteMovementPath(found);
  const ends = complete.flatMap((waypoint, index) => {
    const isEnd = index === complete.length - 1;
    return index > 0 && (isEnd || waypoint.explicit) ? [index] : [];
  });
  return ends.flatMap((end) => {
    const path = pathOf(document, complete.slice(0, end + 1), modes);
    return path ? [path] : [];
  });
};
