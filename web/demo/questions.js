/**
 * The questions this page asks, made from what is on the table.
 *
 * @import {
 *   ApplyRequest, BestRoute, DestinationsRequest, PathRoute, PlanRequest, Scene, StateRequest
 * } from "../core/protocol.js"
 * @import { Game, How, Place } from "./game.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 */

import { gridOf } from "../core/grid.js";

/** @type {(game: Game, token: string) => StateRequest} */
export const stateQuestion = (game, token) => ({
  ...common(game, token),
  op: "state",
  mover: mover(game, token),
});

/** @type {(game: Game, token: string) => DestinationsRequest} */
export const destinationsQuestion = (game, token) => ({
  ...common(game, token),
  op: "destinations",
  mover: mover(game, token),
});

/** @type {(game: Game, token: string, route: PathRoute | BestRoute) => PlanRequest} */
export const planQuestion = (game, token, route) => ({
  ...common(game, token),
  op: "plan",
  movers: [{ ...mover(game, token), route }],
});

/** @type {(game: Game, token: string, id: string, events: Event[]) => ApplyRequest} */
export const commitQuestion = (game, token, id, events) => ({
  ...common(game, token),
  op: "apply",
  mover: mover(game, token),
  commit: { id, events: /** @type {[Event, ...Event[]]} */ (events) },
});

/** @type {(game: Game, token: string, commit: string) => ApplyRequest} */
export const undoQuestion = (game, token, commit) => ({
  ...common(game, token),
  op: "apply",
  mover: mover(game, token),
  undo: commit,
});

/**
 * The cheapest way to a cell through others.
 *
 * @param {Place} to
 * @param {readonly Place[]} via
 * @returns {BestRoute}
 */
export const bestRoute = (to, via) => ({
  to: cellOf(to),
  via: via.map(cellOf),
});

/** @param {Place} place */
const cellOf = ({ col, row, elevation }) =>
  elevation === undefined ? { col, row } : { col, row, elevation };

/**
 * Straight on through some places, in the way and up to the height that was said.
 *
 * @param {readonly Place[]} places  the first is where the token stands
 * @param {How} how
 * @param {Scene["grid"]} grid
 * @returns {PathRoute}
 */
export const straightRoute = (places, { mode, height }, grid) => {
  const line = straightPath(places, gridOf(grid));
  const low = places[0]?.elevation ?? 0;
  const rise = (height ?? places.at(-1)?.elevation ?? low) - low;
  const gone = gridOf(grid).gone(line.map(({ col, row }) => ({ x: col, y: row })));
  const path = line.map(({ col, row }, index) => {
    const share = index === line.length - 1 ? 1 : (gone[index] ?? 0) / (gone.at(-1) || 1);
    return {
      col,
      row,
      elevation: share === 1 ? low + rise : rounded(low + rise * share),
      mode: index === 0 ? null : mode,
    };
  });
  return { path: /** @type {PathRoute["path"]} */ (path) };
};

/**
 * The places on straight lines through some others, on cells each next to the one before.
 *
 * @param {readonly Place[]} places
 * @param {import("../core/grid.js").Grid} grid
 * @returns {{col: number, row: number}[]}
 */
export const straightPath = (places, grid) => {
  const [start, ...others] = places;
  if (!start) return [];
  const path = [{ col: start.col, row: start.row }];
  for (const place of others) path.push(...grid.lineTo(path.at(-1) ?? start, place));
  return path;
};

/** To hundredths, so that a height is a number that people would write. @param {number} height */
const rounded = (height) => Math.round(height * 100) / 100;

/** @type {(game: Game, token: string) => Omit<StateRequest, "op">} */
const common = (game, token) => ({
  v: 1,
  system: game.system,
  house_rules: game.house_rules,
  circumstances: game.circumstances,
  clock: { in_combat: game.in_combat },
  scene: sceneFor(game.scene, token),
  view: "player",
});

/** @type {(game: Game, token: string) => {token: string, character: {}, ledger: {} | null}} */
const mover = (game, token) => ({
  token,
  character: game.characters[token] ?? {},
  ledger: game.ledgers[token] ?? null,
});

/** @type {WeakMap<Scene, Scene>} Scenes as the other side sees them; kept, so that the client knows them again. */
const turned = new WeakMap();

/**
 * The scene with dispositions as the mover sees them: the file tells them as the players do.
 *
 * @param {Game["scene"]} scene
 * @param {string} mover
 * @returns {Scene}
 */
const sceneFor = (scene, mover) => {
  if (scene.tokens.find((token) => token.id === mover)?.disposition !== "hostile") return scene;
  const known = turned.get(scene);
  if (known) return known;
  const other = {
    ...scene,
    tokens: scene.tokens.map((token) => ({
      ...token,
      disposition: OPPOSITE[token.disposition ?? "neutral"],
    })),
  };
  turned.set(scene, other);
  return other;
};

const OPPOSITE = /** @type {const} */ ({
  friendly: "hostile",
  neutral: "neutral",
  hostile: "friendly",
  secret: "secret",
});
