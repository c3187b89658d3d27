/**
 * A scene of the client as the rules see it, and ways over it. Pure.
 *
 * @import { PathCell, Scene as RulesScene, Token } from "../../core/protocol.js"
 * @import { Coordinates } from "./coordinates.js"
 * @import { Heights } from "./storeys.js"
 * @import { Position, Scene, TokenDocument, Wall, Waypoint } from "./surface.js"
 */

import { isSamePlace } from "../../core/grid.js";
import { modeOf, PUT, WALK } from "./actions.js";
import { coordinatesOf, KINDS, sizeOf } from "./coordinates.js";
import { groundOf, isUneven, landingsIn, modesIn } from "./ground.js";
import { heightsOf, levelAt, passagesOf, storeyAt, storeysOf } from "./storeys.js";

const SQUARE = 1;
/** By the number that the client gives a rule for diagonals. */
const DIAGONALS = /** @type {const} */ ([
  "equidistant",
  "exact",
  "approximate",
  "rectilinear",
  "alternating_1",
  "alternating_2",
  "illegal",
]);
/** Whom a wall stops, by the number that the client gives its direction. */
const SIDES = /** @type {const} */ (["both", "left", "right"]);
const OPEN = 1;
/** Where a well-known module keeps how high a wall is; the client knows no such thing. */
const WALL_HEIGHT = "wall-height";

/**
 * Why the rules cannot judge a token on its scene, as a key of our languages; null: they can.
 *
 * @param {Scene} scene
 * @param {TokenDocument} [token]
 * @returns {"units" | "distance" | "tokenSize" | null}
 */
export const obstacleTo = (scene, token) => {
  const { grid } = scene;
  if (!grid.units?.trim()) return "units";
  if (!(grid.distance > 0)) return "distance";
  if (!token) return null;
  const { cols, rows } = coordinatesOf(scene);
  const size = sizeOf(token, KINDS[grid.type] ?? "square");
  return size.cols > cols || size.rows > rows ? "tokenSize" : null;
};

/**
 * @param {Scene} scene  one that nothing is an obstacle to
 * @param {string} mover
 * @param {ReadonlySet<string>} [alongside]  who moves at the same time and is in nobody's way
 * @param {(token: TokenDocument) => boolean} [isSeen]  whether the mover's player sees a token
 * @param {string} [onFoot]  the action that stands for what the map proposes; else what the token is set to
 * @returns {RulesScene}
 */
export const sceneOf = (scene, mover, alongside = new Set(), isSeen = () => true, onFoot) => {
  const { distance, units, diagonals, type } = scene.grid;
  const coordinates = coordinatesOf(scene);
  const token = scene.tokens.get(mover);
  const own = token?._source;
  const heights = heightsOf(scene, own ?? { elevation: 0 });
  const { storeys } = heights;
  const passages = passagesOf(storeys.length > 0 ? scene.regions : [], heights, (region) =>
    landingsIn(region, coordinates),
  );
  const others = [...scene.tokens].filter(({ id }) => id === mover || !alongside.has(id));
  const there = others.filter((token) => token.id === mover || isThere(token, coordinates, heights));
  return {
    grid: {
      cols: coordinates.cols,
      rows: coordinates.rows,
      distance,
      units: units.trim(),
      ...(type === SQUARE
        ? { diagonals: DIAGONALS[diagonals ?? 0] ?? "equidistant" }
        : { kind: kindOf(type) }),
    },
    ...(storeys.length > 0 ? { storeys, passages } : {}),
    walls: [...scene.walls].flatMap((wall) => wallsOf(wall, coordinates, heights)),
    regions: [...scene.regions].flatMap((region) =>
      groundOf(region, coordinates, heights, [onFoot ?? own?.movementAction ?? WALK], token),
    ),
    tokens: there.map((token) =>
      tokenOf(token, coordinates, own?.disposition ?? 0, token.id === mover || isSeen(token)),
    ),
  };
};

/**
 * The same scene for a token that goes a way: what a region says of several ways to move counts as the way crosses it.
 * Where it does so in several, the dearest counts for all of that region.
 *
 * @type {(told: RulesScene, token: TokenDocument, path: readonly PathCell[], actionFor: (mode: string | null) => string) => RulesScene}
 */
export const sceneAlong = (told, token, path, actionFor) => {
  const scene = token.parent;
  const coordinates = coordinatesOf(scene);
  const heights = heightsOf(scene, token._source);
  const size = sizeOf(token, /** @type {any} */ (coordinates.grid.kind));
  const regions = [...scene.regions].flatMap((region) => {
    const modes = isUneven(region) ? modesIn(region, coordinates, path, size) : new Set();
    const actions = [...(modes.size > 0 ? modes : [null])].map(actionFor);
    return groundOf(region, coordinates, heights, actions, token);
  });
  return { ...told, regions };
};

/** @param {number} type */
const kindOf = (type) => KINDS[type] ?? "square";

/** What stops movement, on each storey it stands on. @type {(wall: Wall, coordinates: Coordinates, heights: Heights) => import("../../core/protocol.js").Wall[]} */
const wallsOf = ({ id, c, move, door, ds, dir, levels, flags }, { pitchesAt }, heights) => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = c;
  if (!move || (x0 === x1 && y0 === y1)) return [];
  const { bottom, top } = flags?.[WALL_HEIGHT] ?? {};
  const storeys = storeysOf({ levels, bottom, top, isOpen: true }, heights);
  return storeys.map((storey) => ({
    id: storey === null ? id : `${id} ${storey}`,
    a: pitchesAt({ x: x0, y: y0 }),
    b: pitchesAt({ x: x1, y: y1 }),
    open: Boolean(door) && ds === OPEN,
    ...(dir ? { blocks: SIDES[dir] ?? "both" } : {}),
    ...(storey === null ? {} : { storey }),
  }));
};

/** Whether a token stands on the part of the map that the rules see. @type {(token: TokenDocument, coordinates: Coordinates, heights: Heights) => boolean} */
const isThere = (token, { grid, cols, rows, placeOf }, { storeys, level }) => {
  const its = token._source.level ?? level;
  if (storeys.length === 0 && level !== null && its !== level) return false;
  const size = sizeOf(token, /** @type {any} */ (grid.kind));
  const place = placeOf(token, token._source);
  if (!grid.hasCells)
    return place.col >= 0 && place.row >= 0 && place.col + size.cols <= cols && place.row + size.rows <= rows;
  const whole = { cols: Math.ceil(size.cols), rows: Math.ceil(size.rows) };
  return grid
    .footprint(place, whole)
    .every(({ col, row }) => col >= 0 && row >= 0 && col < cols && row < rows);
};

/** @type {(token: TokenDocument, coordinates: Coordinates, own: number, isSeen: boolean) => Token} */
const tokenOf = (token, { grid, placeOf }, own, isSeen) => {
  const { _id, name, elevation, disposition, hidden } = token._source;
  return {
    id: _id,
    name,
    ...placeOf(token, token._source),
    elevation,
    ...sizeOf(token, /** @type {any} */ (grid.kind)),
    disposition: seenBy(own, disposition),
    hidden: hidden || !isSeen,
  };
};

/**
 * Whether a token goes by stairs: put, as the client does that, from one level to another where a region joins them.
 *
 * @type {(token: TokenDocument, from: Position, to: Position) => boolean}
 */
export const takesStairs = (token, from, to) => {
  const { parent } = token;
  const heights = heightsOf(parent, from);
  const [below, above] = [from.elevation, to.elevation].map((elevation) => storeyAt(heights, elevation));
  if (below === above) return false;
  const cell = cellOf(token, to);
  const coordinates = coordinatesOf(parent);
  const { grid } = coordinates;
  const middle = grid.middleOf(cell, sizeOf(token, /** @type {any} */ (grid.kind)));
  /** @param {{col: number, row: number}} end */
  const isOn = ({ col, row }) =>
    grid.hasCells
      ? col === cell.col && row === cell.row
      : col <= middle.x && middle.x < col + 1 && row <= middle.y && middle.y < row + 1;
  return passagesOf(parent.regions, heights, (region) => landingsIn(region, coordinates)).some(({ a, b }) => {
    const ends = [a.storey, b.storey];
    return isOn(a) && ends.includes(below ?? "") && ends.includes(above ?? "");
  });
};

/** How one side sees another: the client tells dispositions as the players see them. @type {(own: number, other: number) => "friendly" | "neutral" | "hostile"} */
const seenBy = (own, other) => {
  const seen = own < 0 ? -other : other;
  if (other < -1 || seen === 0) return "neutral";
  return seen > 0 ? "friendly" : "hostile";
};

/** Where a token stands, or would. @type {(token: TokenDocument, at: Position) => {col: number, row: number, elevation: number}} */
export const cellOf = (token, at) => ({
  ...coordinatesOf(token.parent).placeOf(token, at),
  elevation: at.elevation,
});

/**
 * A way through waypoints, cell by cell, as the rules take it.
 *
 * @type {(token: TokenDocument, waypoints: readonly Waypoint[], modes: ReadonlySet<string>, displaces?: (action: string) => boolean) => [PathCell, ...PathCell[]] | null}
 */
export const pathOf = (token, waypoints, modes, displaces = () => false) => {
  const { grid, placeOf } = coordinatesOf(token.parent);
  const { distance } = token.parent.grid;
  /** @type {PathCell[]} */
  const path = [];
  for (const [index, waypoint] of waypoints.entries()) {
    const cell = { ...placeOf(token, waypoint), elevation: waypoint.elevation };
    const [last, before] = [path.at(-1), waypoints[index - 1]];
    const mode = last ? modeOf(waypoint.action, modes, token) : null;
    const isPut = before && displaces(waypoint.action) && !takesStairs(token, before, waypoint);
    if (!last) path.push({ ...cell, mode });
    else if (isSamePlace(last, cell)) continue;
    else if (isPut) path.push({ ...cell, mode: PUT });
    else
      path.push(...between(grid, last, cell, mode === null ? 0 : distance).map((one) => ({ ...one, mode })));
  }
  const [first, ...rest] = path;
  return first && rest.length > 0 ? [first, ...rest] : null;
};

/** No map has more cells in a row: what leads farther leads off it, and its cells are more than a browser counts. */
const FARTHEST = 10_000;

/**
 * The cells from one to another, the first left out; all but neighbours have some between. They rise on the way, by
 * whole sides of a cell; without one, as who walks, at the end.
 *
 * @type {(grid: Coordinates["grid"], from: PathCell, to: PathCell, side: number) => PathCell[]}
 */
const between = (grid, from, to, side) => {
  const isFar = Math.max(Math.abs(to.col - from.col), Math.abs(to.row - from.row)) > FARTHEST;
  const line = grid.hasCells && !isFar ? grid.lineTo(from, to) : [];
  const [low, high] = [from.elevation ?? 0, to.elevation ?? 0];
  const risen = (/** @type {number} */ share) =>
    side ? Math.round(((high - low) * share) / side) * side : 0;
  // Straight up is a step as well.
  return line.length < 2
    ? [to]
    : line.map((place, at) => ({
        ...place,
        elevation: at < line.length - 1 ? low + risen((at + 1) / line.length) : high,
      }));
};

/** Where the way of an answer leads in pixels, from its second cell on. @type {(token: TokenDocument, way: readonly PathCell[]) => {x: number, y: number, elevation: number, level?: string}[]} */
export const waypointsOf = (token, way) => {
  const { pixelOf } = coordinatesOf(token.parent);
  return way.slice(1).map(({ col, row, elevation = 0 }) => {
    const level = levelAt(token.parent, elevation);
    return { ...pixelOf(token, { col, row }), elevation, ...(level === null ? {} : { level }) };
  });
};
