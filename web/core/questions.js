/**
 * Questions about one token, from what a host knows of it, and the routes that they are about.
 *
 * @import { Mover } from "../hosts/host.js"
 * @import { ApplyRequest, DestinationsRequest, PathCell, PlanRequest, StateRequest } from "./protocol.js"
 * @typedef {NonNullable<PlanRequest["movers"][number]["route"]>} Route
 */

import { gridOf } from "./grid.js";

/** What a mover is in a question, where nothing else is said of it. @type {(mover: Mover) => NonNullable<StateRequest["mover"]>} */
const told = ({ token, character, turn }) => ({ token, character, ledger: turn.ledger });

/** Where does it stand now? @type {(mover: Mover) => StateRequest} */
export const stateQuestion = (mover) => ({ ...mover.common, op: "state", mover: told(mover) });

/** What do the rules say of a sheet, wherever it stands? @type {(common: Mover["common"], character: {[field: string]: unknown}) => StateRequest} */
export const sheetQuestion = ({ v = 1, system, house_rules = {} }, character) => ({
  v,
  op: "state",
  system,
  house_rules,
  mover: { character },
});

/** What do the rules say of circumstances of a mover? @type {(mover: Mover, circumstances: {[field: string]: unknown}) => StateRequest} */
export const circumstancesQuestion = (mover, circumstances) =>
  stateQuestion({
    ...mover,
    common: { ...mover.common, circumstances: /** @type {any} */ (circumstances) },
  });

/** Where can it go? @type {(mover: Mover) => DestinationsRequest} */
export const destinationsQuestion = (mover) => ({
  ...mover.common,
  op: "destinations",
  mover: told(mover),
});

/**
 * A mover as it goes a way: where ground differs by how it is crossed, its scene is of that way.
 *
 * @template {Mover} One
 * @param {One} mover
 * @param {readonly PathCell[] | null | undefined} path
 * @returns {One}
 */
export const onWay = (mover, path) => {
  const scene = path ? mover.sceneAlong?.(path) : undefined;
  return scene ? { ...mover, common: { ...mover.common, scene } } : mover;
};

/** A route as the crow flies, from where a mover stands; empty: on no map. @type {(mover: Mover, route: Route) => PathCell[]} */
export const straightAlong = ({ token, at, common: { scene } }, route) => {
  if (!("to" in route) || !scene || !("tokens" in scene)) return [];
  const start = at ?? scene.tokens?.find(({ id }) => id === token);
  if (!start) return [];
  const { lineTo } = gridOf(scene.grid);
  let last = { col: start.col, row: start.row, elevation: start.elevation ?? 0 };
  const path = [last];
  for (const goal of [...(route.via ?? []), route.to]) {
    const { elevation } = last;
    const line = lineTo(last, goal).map((place) => ({ ...place, elevation }));
    last = { ...(line.pop() ?? last), elevation: goal.elevation ?? elevation };
    path.push(...line, last);
  }
  return path;
};

/** What do these routes come to? One plan for each. @type {(mover: Mover, routes: Route[]) => PlanRequest} */
export const planQuestion = (mover, routes) => ({
  ...mover.common,
  op: "plan",
  movers: /** @type {PlanRequest["movers"]} */ (
    routes.map((route) => ({ ...told(mover), route, ...standing(mover) }))
  ),
});

/** What becomes of a change, upon a ledger? @type {(mover: Mover, ledger: Mover["turn"]["ledger"], change: Pick<ApplyRequest, "commit" | "undo">) => ApplyRequest} */
export const applyQuestion = (mover, ledger, change) => ({
  ...mover.common,
  op: "apply",
  mover: { ...told(mover), ledger, ...standing(mover) },
  ...change,
});

/** Where it stood, if that is another place than the map says. @param {Mover} mover */
const standing = ({ at }) => (at ? { at } : {});
