/**
 * What is on the table: scene, characters, ledgers and switches, as one plain value.
 *
 * It is what is stored, saved, loaded and shared by link. Data from there may be broken or hostile, so
 * `readGame` checks every part that this page itself relies on; what the rules rely on, the core checks.
 *
 * @import { Scene, Token } from "../core/protocol.js"
 * @import { Thrown } from "../core/thrown.js"
 * @typedef {{col: number, row: number, elevation?: number | undefined}} Place  elevation: left out where it does not matter
 * @typedef {{mode: string | null, height: number | null}} How  how to move, null: as the map says; how high to end, null: as high as now
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {'inform' | 'confirm' | 'block'} Enforcement
 * @typedef {[number, number, number]} Run  cells side by side: column and row of the first, how many
 * @typedef {{kind: string, storey?: string} & ({rect: [number, number, number, number]} | {runs: Run[]})} Decor
 * @typedef {{commit: string, at: Place}} Origin  where a token stood before a commit
 *
 * @typedef {object} Game
 * @property {string} source  id of the scene of this page that it began as; empty: it came from elsewhere
 * @property {string} title
 * @property {string} about
 * @property {string} system
 * @property {Scene & {tokens: Token[]}} scene
 * @property {Decor[]} decor  drawn, without meaning for the rules
 * @property {{[region: string]: string}} looks  how to draw regions that are more than their kind
 * @property {string[]} quick  character fields offered in the turn panel
 * @property {{[token: string]: Fields}} characters
 * @property {{[token: string]: Fields | null}} ledgers
 * @property {{[token: string]: Origin[]}} origins
 * @property {Fields} house_rules
 * @property {Fields} circumstances
 * @property {boolean} in_combat
 * @property {{[ruling: string]: string}} answers  what the GM always answers to a ruling
 * @property {Enforcement} enforcement
 * @property {{[token: string]: readonly Thrown[]}} thrown  how dice fell
 * @property {boolean} keepsDice  whether those of a roll that was taken back come back
 * @property {string} selected  id of a token
 */

import { KINDS } from "../core/grid.js";
import { readThrown } from "../core/thrown.js";
import { say } from "./language.js";

export const FORMAT = "footwork-game";
export const VERSION = 1;
export const ENFORCEMENTS = /** @type {const} */ (["inform", "confirm", "block"]);
const MAX_SIDE = 200;
/** The rules know no more storeys. */
const MAX_STOREYS = 50;
/** Regions are drawn cell by cell: more than these take a page longer than anybody waits. */
const MAX_CELLS = 1_000_000;

/** Says what is wrong with data read from outside, and what to do. */
export class GameFileError extends Error {}

/**
 * The game in `data`, or a GameFileError thrown.
 *
 * @param {unknown} data  parsed JSON
 * @returns {Game}
 */
export const readGame = (data) => {
  const file = fields(data, say("broken.file"));
  if (file.format !== FORMAT) throw new GameFileError(say("broken.format", { format: FORMAT }));
  if (file.version !== VERSION) throw new GameFileError(say("broken.version", { version: VERSION }));
  const scene = readScene(file.scene);
  const selected = scene.tokens.find((token) => token.id === file.selected) ?? scene.tokens[0];
  if (!selected) throw new GameFileError(say("broken.noTokens"));
  return {
    source: text(file.source ?? "", "source"),
    title: text(file.title, "title"),
    about: text(file.about ?? "", "about"),
    system: text(file.system, "system"),
    scene,
    decor: list(file.decor ?? [], "decor").map((part, index) => readDecor(part, `decor[${index}]`)),
    looks: mapOf(file.looks ?? {}, "looks", text),
    quick: list(file.quick ?? [], "quick").map((part, index) => text(part, `quick[${index}]`)),
    characters: mapOf(file.characters ?? {}, "characters", fields),
    ledgers: mapOf(file.ledgers ?? {}, "ledgers", (value, path) =>
      value === null ? null : fields(value, path),
    ),
    origins: mapOf(file.origins ?? {}, "origins", (value, path) =>
      list(value, path).map((part, index) => readOrigin(part, `${path}[${index}]`)),
    ),
    house_rules: fields(file.house_rules ?? {}, "house_rules"),
    circumstances: fields(file.circumstances ?? {}, "circumstances"),
    in_combat: truth(file.in_combat ?? true, "in_combat"),
    answers: mapOf(file.answers ?? {}, "answers", text),
    enforcement: ENFORCEMENTS.find((level) => level === file.enforcement) ?? "confirm",
    thrown: mapOf(file.thrown ?? {}, "thrown", readThrown),
    keepsDice: truth(file.keepsDice ?? true, "keepsDice"),
    selected: selected.id,
  };
};

/** The game as it is written to files, links and the browser's storage. @param {Game} game */
export const writeGame = (game) => ({ format: FORMAT, version: VERSION, ...game });

/** How many are put away. */
const MOST_AWAY = 3;

/** The games that are put away once one more is. @type {(away: readonly Game[], game: Game) => Game[]} */
export const putAwayFor = (away, game) => [game, ...away].slice(0, MOST_AWAY);

/**
 * @param {unknown} data
 * @returns {Game['scene']}
 */
const readScene = (data) => {
  const scene = fields(data, "scene");
  const grid = fields(scene.grid, "scene.grid");
  for (const side of ["cols", "rows"]) {
    const length = grid[side];
    const fits = Number.isInteger(length) && Number(length) >= 1 && Number(length) <= MAX_SIDE;
    if (!fits) throw new GameFileError(say("broken.side", { path: `scene.grid.${side}`, most: MAX_SIDE }));
  }
  const { kind = "square", distance = 1, units = "", diagonals = "" } = grid;
  if (!KINDS.includes(text(kind, "scene.grid.kind"))) {
    throw new GameFileError(say("broken.kind", { path: "scene.grid.kind", known: KINDS.join(", ") }));
  }
  numbers([distance], 1, "scene.grid.distance");
  text(units, "scene.grid.units");
  text(diagonals, "scene.grid.diagonals");
  const walls = list(scene.walls ?? [], "scene.walls");
  const regions = list(scene.regions ?? [], "scene.regions");
  const tokens = list(scene.tokens ?? [], "scene.tokens");
  const storeys = list(scene.storeys ?? [], "scene.storeys");
  if (storeys.length > MAX_STOREYS) {
    throw new GameFileError(say("broken.many", { path: "scene.storeys", most: MAX_STOREYS }));
  }
  storeys.forEach(checkStorey);
  list(scene.passages ?? [], "scene.passages").forEach(checkPassage);
  walls.forEach(checkWall);
  regions.forEach(checkRegion);
  const cells = regions.reduce(
    (/** @type {number} */ sum, region) => sum + cellsOf(/** @type {any} */ (region).area),
    0,
  );
  if (cells > MAX_CELLS) throw new GameFileError(say("broken.cells", { most: MAX_CELLS }));
  tokens.forEach(checkToken);
  const ids = new Set(tokens.map((token) => /** @type {Token} */ (token).id));
  if (ids.size < tokens.length) throw new GameFileError(say("broken.twice"));
  return /** @type {Game['scene']} */ (/** @type {unknown} */ ({ ...scene, walls, regions, tokens }));
};

/** About how many cells an area has. @type {(area: import("./board/area.js").SceneArea) => number} */
const cellsOf = (area) => {
  if ("rect" in area) return Math.abs(area.rect[2] * area.rect[3]);
  if ("cells" in area) return area.cells.length;
  const across = (/** @type {0 | 1} */ axis) => {
    const ends = area.polygon.map((corner) => corner[axis]);
    return (
      ends.reduce((most, end) => Math.max(most, end), 0) -
      ends.reduce((least, end) => Math.min(least, end), MAX_SIDE)
    );
  };
  return Math.max(across(0) * across(1), 0);
};

/** @type {(data: unknown, index: number) => void} */
const checkStorey = (data, index) => {
  const path = `scene.storeys[${index}]`;
  const storey = fields(data, path);
  text(storey.id, `${path}.id`);
  text(storey.name ?? "", `${path}.name`);
  numbers([storey.elevation], 1, `${path}.elevation`);
};

/** @type {(data: unknown, index: number) => void} */
const checkPassage = (data, index) => {
  const path = `scene.passages[${index}]`;
  const passage = fields(data, path);
  text(passage.id, `${path}.id`);
  for (const end of ["a", "b"]) {
    const { col, row, storey } = fields(passage[end], `${path}.${end}`);
    numbers([col, row], 2, `${path}.${end} (col, row)`);
    text(storey, `${path}.${end}.storey`);
  }
};

/** @type {(data: unknown, index: number) => void} */
const checkWall = (data, index) => {
  const wall = fields(data, `scene.walls[${index}]`);
  text(wall.id, `scene.walls[${index}].id`);
  numbers(wall.a, 2, `scene.walls[${index}].a`);
  numbers(wall.b, 2, `scene.walls[${index}].b`);
};

/** @type {(data: unknown, index: number) => void} */
const checkRegion = (data, index) => {
  const path = `scene.regions[${index}]`;
  const region = fields(data, path);
  text(region.id, `${path}.id`);
  text(region.kind, `${path}.kind`);
  const area = fields(region.area, `${path}.area`);
  if (area.rect !== undefined) {
    numbers(area.rect, 4, `${path}.area.rect`);
    return;
  }
  if (area.polygon !== undefined) {
    const corners = list(area.polygon, `${path}.area.polygon`);
    for (const [at, corner] of corners.entries()) numbers(corner, 2, `${path}.area.polygon[${at}]`);
    return;
  }
  const cells = list(area.cells, `${path}.area.cells`);
  for (const [at, cell] of cells.entries()) numbers(cell, 2, `${path}.area.cells[${at}]`);
};

/** @type {(data: unknown, index: number) => void} */
const checkToken = (data, index) => {
  const path = `scene.tokens[${index}]`;
  const token = fields(data, path);
  text(token.id, `${path}.id`);
  text(token.name ?? "", `${path}.name`);
  const { col, row, elevation = 0, cols = 1, rows = 1 } = token;
  numbers([col, row, elevation, cols, rows], 5, `${path} (col, row, elevation, cols, rows)`);
};

/** @type {(data: unknown, path: string) => Decor} */
const readDecor = (data, path) => {
  const decor = fields(data, path);
  const kind = text(decor.kind, `${path}.kind`);
  const storey = decor.storey === undefined ? {} : { storey: text(decor.storey, `${path}.storey`) };
  if (decor.runs !== undefined) {
    const runs = list(decor.runs, `${path}.runs`);
    return {
      kind,
      ...storey,
      runs: runs.map((run, at) => /** @type {Run} */ (numbers(run, 3, `${path}.runs[${at}]`))),
    };
  }
  const [x = 0, y = 0, cols = 0, rows = 0] = numbers(decor.rect, 4, `${path}.rect`);
  return { kind, ...storey, rect: [x, y, cols, rows] };
};

/** @type {(data: unknown, path: string) => Origin} */
const readOrigin = (data, path) => {
  const origin = fields(data, path);
  const at = fields(origin.at, `${path}.at`);
  const [col = 0, row = 0, elevation = 0] = numbers([at.col, at.row, at.elevation ?? 0], 3, `${path}.at`);
  return { commit: text(origin.commit, `${path}.commit`), at: { col, row, elevation } };
};

/** @type {(data: unknown, path: string) => Fields} */
const fields = (data, path) => {
  if (typeof data !== "object" || data === null || Array.isArray(data)) {
    throw new GameFileError(say("broken.object", { path }));
  }
  return /** @type {Fields} */ (data);
};

/** @type {(data: unknown, path: string) => unknown[]} */
const list = (data, path) => {
  if (!Array.isArray(data)) throw new GameFileError(say("broken.list", { path }));
  return data;
};

/** @type {(data: unknown, path: string) => string} */
const text = (data, path) => {
  if (typeof data !== "string") throw new GameFileError(say("broken.text", { path }));
  return data;
};

/** @type {(data: unknown, path: string) => boolean} */
const truth = (data, path) => {
  if (typeof data !== "boolean") throw new GameFileError(say("broken.truth", { path }));
  return data;
};

/** @type {(data: unknown, count: number, path: string) => number[]} */
const numbers = (data, count, path) => {
  const values = list(data, path);
  if (values.length !== count || !values.every(Number.isFinite)) {
    throw new GameFileError(say("broken.numbers", { path, count }));
  }
  return /** @type {number[]} */ (values);
};

/**
 * @template T
 * @param {unknown} data
 * @param {string} path
 * @param {(value: unknown, path: string) => T} read
 * @returns {{[key: string]: T}}
 */
const mapOf = (data, path, read) =>
  Object.fromEntries(
    Object.entries(fields(data, path)).map(([key, value]) => [key, read(value, `${path}.${key}`)]),
  );

/**
 * @param {Game} game
 * @param {string} id
 */
export const tokenOf = (game, id) => game.scene.tokens.find((token) => token.id === id);

/** Where a token stands. @type {(game: Game, token: string) => Required<Pick<Token, "col" | "row" | "elevation">>} */
export const placeOf = (game, token) => {
  const { col, row, elevation = 0 } = tokenOf(game, token) ?? { col: 0, row: 0 };
  return { col, row, elevation };
};

/**
 * The game with a token put on another cell, or to another height.
 *
 * @param {Game} game
 * @param {string} id
 * @param {Place} place
 * @returns {Game}
 */
export const withTokenAt = (game, id, { col, row, elevation }) =>
  withToken(game, id, elevation === undefined ? { col, row } : { col, row, elevation });

/**
 * The game with something of a token changed.
 *
 * @param {Game} game
 * @param {string} id
 * @param {Partial<Token>} change
 * @returns {Game}
 */
export const withToken = (game, id, change) => ({
  ...game,
  scene: {
    ...game.scene,
    tokens: game.scene.tokens.map((token) => (token.id === id ? { ...token, ...change } : token)),
  },
});

/**
 * The game with something of the map's grid changed; tokens between cells go to the nearest if there are cells then.
 *
 * @param {Game} game
 * @param {Partial<Scene["grid"]>} change
 * @returns {Game}
 */
export const withGrid = (game, change) => {
  const { diagonals, ...others } = { ...game.scene.grid, ...change };
  const kind = others.kind ?? "square";
  // Only squares have diagonals.
  const grid = kind === "square" && diagonals ? { ...others, diagonals } : others;
  /** @type {<P extends Place>(place: P) => P} */
  const settled = (place) =>
    kind === "gridless" ? place : { ...place, col: Math.round(place.col), row: Math.round(place.row) };
  const origins = Object.entries(game.origins).map(([token, list]) => [
    token,
    list.map((origin) => ({ ...origin, at: settled(origin.at) })),
  ]);
  return {
    ...game,
    scene: { ...game.scene, grid, tokens: game.scene.tokens.map(settled) },
    origins: Object.fromEntries(origins),
  };
};

/**
 * The game with a door opened or closed.
 *
 * @param {Game} game
 * @param {string} id
 * @returns {Game}
 */
export const withDoorTurned = (game, id) => ({
  ...game,
  scene: {
    ...game.scene,
    walls: (game.scene.walls ?? []).map((wall) => (wall.id === id ? { ...wall, open: !wall.open } : wall)),
  },
});

/**
 * Whether both games get the same judgements: all they differ in is what is selected or enforced.
 *
 * @param {Game} one
 * @param {Game} other
 */
export const judgedAlike = (one, other) =>
  one === other ||
  (one.scene === other.scene &&
    one.system === other.system &&
    one.characters === other.characters &&
    one.ledgers === other.ledgers &&
    one.house_rules === other.house_rules &&
    one.circumstances === other.circumstances &&
    one.in_combat === other.in_combat);

/**
 * Whether a token stands in its turn as it does in another game, wherever it is on the map.
 *
 * @param {Game} one
 * @param {Game} other
 * @param {string} token
 */
export const standsAlike = (one, other, token) =>
  one.system === other.system &&
  one.characters[token] === other.characters[token] &&
  one.ledgers[token] === other.ledgers[token] &&
  one.house_rules === other.house_rules &&
  one.circumstances === other.circumstances &&
  one.in_combat === other.in_combat;
