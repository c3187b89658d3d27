/**
 * A scene of the client as the rules see it, and places on it in cells and in pixels. Pure.
 *
 * @typedef {import("../../core/protocol.js").Scene} RulesScene
 * @typedef {import("../../core/protocol.js").PathCell} PathCell
 * @typedef {import("./surface.js").Scene} Scene
 * @typedef {import("./surface.js").Position} Position
 * @typedef {import("./surface.js").Waypoint} Waypoint
 */

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
const OPEN = 1;
/** How often as dear a region may make a step for the rules to be told of it. */
const PLAIN = 1;

/**
 * Why the rules cannot judge on a scene, as a key of our languages; null: they can.
 *
 * @param {Scene} scene
 * @returns {"gridKind" | "units" | "distance" | null}
 */
export const obstacleTo = ({ grid }) => {
  if (grid.type !== SQUARE) return "gridKind";
  if (!grid.units?.trim()) return "units";
  return grid.distance > 0 ? null : "distance";
};

/**
 * @param {Scene} scene  one that nothing is an obstacle to
 * @param {string} mover
 * @param {ReadonlySet<string>} [alongside]  who moves at the same time and is in nobody's way
 * @returns {RulesScene}
 */
export const sceneOf = (scene, mover, alongside = new Set()) => {
  const { size, distance, units, diagonals } = scene.grid;
  const cols = Math.ceil(scene.dimensions.width / size);
  const rows = Math.ceil(scene.dimensions.height / size);
  const own = scene.tokens.get(mover)?._source.disposition ?? 0;
  const others = [...scene.tokens].filter(({ id }) => id === mover || !alongside.has(id));
  return {
    grid: {
      cols,
      rows,
      distance,
      units: units.trim(),
      diagonals: DIAGONALS[diagonals ?? 0] ?? "equidistant",
    },
    walls: [...scene.walls].filter(({ move }) => move !== 0).map((wall) => wallOf(wall, size)),
    regions: [...scene.regions].flatMap((region) => regionsOf(region, { size, cols, rows })),
    tokens: others.map(({ _source }) => tokenOf(_source, size, own)),
  };
};

/** @type {(wall: import("./surface.js").Wall, size: number) => import("../../core/protocol.js").Wall} */
const wallOf = ({ id, c, door, ds }, size) => {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = c.map((pixels) => pixels / size);
  return { id, a: [x0, y0], b: [x1, y1], open: door > 0 && ds === OPEN };
};

/** @type {(token: import("./surface.js").TokenSource, size: number, own: number) => import("../../core/protocol.js").Token} */
const tokenOf = (token, size, own) => ({
  id: token._id,
  name: token.name,
  ...cellOf(token, size),
  cols: Math.max(1, Math.round(token.width)),
  rows: Math.max(1, Math.round(token.height)),
  disposition: seenBy(own, token.disposition),
  hidden: token.hidden,
});

/** How one side sees another: the client tells dispositions as the players see them. @type {(own: number, other: number) => "friendly" | "neutral" | "hostile"} */
const seenBy = (own, other) => {
  const seen = own < 0 ? -other : other;
  if (other < -1 || seen === 0) return "neutral";
  return seen > 0 ? "friendly" : "hostile";
};

/**
 * Ground that costs more, or nothing at all can pay for, as the client's own behaviour of regions says it.
 *
 * @type {(region: import("./surface.js").Region, board: {size: number, cols: number, rows: number}) => NonNullable<RulesScene["regions"]>}
 */
const regionsOf = (region, board) => {
  const behaviors = [...region.behaviors].filter(
    ({ type, disabled }) => type === "modifyMovementCost" && !disabled,
  );
  const difficulties = behaviors.map(({ system }) => system.difficulties?.walk);
  const isClosed = difficulties.includes(null);
  const multiplier = Math.max(...difficulties.map((difficulty) => difficulty ?? PLAIN), PLAIN);
  if (!isClosed && multiplier === PLAIN) return [];
  const cells = cellsIn([...region.shapes], board);
  const [first, ...rest] = cells;
  if (!first) return [];
  const area = { cells: /** @type {[[number, number], ...[number, number][]]} */ ([first, ...rest]) };
  const { id, name } = region;
  return [
    isClosed
      ? { id, name, kind: "obstacle", area }
      : { id, name, kind: "difficult", cost_multiplier: multiplier, area },
  ];
};

/** The cells whose centre some shapes hold; a hole takes away. @type {(shapes: import("./surface.js").Shape[], board: {size: number, cols: number, rows: number}) => [number, number][]} */
const cellsIn = (shapes, { size, cols, rows }) => {
  /** @type {[number, number][]} */
  const cells = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const point = { x: (col + 0.5) * size, y: (row + 0.5) * size };
      const holding = shapes.filter((shape) => holds(shape, point));
      if (holding.length > 0 && !holding.some(({ hole }) => hole)) cells.push([col, row]);
    }
  }
  return cells;
};

/** @type {(shape: import("./surface.js").Shape, point: {x: number, y: number}) => boolean} */
const holds = (shape, point) => {
  if (shape.type === "polygon") return isInPolygon(shape.points ?? [], point);
  const { x = 0, y = 0, width = 0, height = 0, radiusX = 0, radiusY = 0, rotation = 0 } = shape;
  const turn = (-rotation * Math.PI) / 180;
  const [dx, dy] = [point.x - x, point.y - y];
  const right = dx * Math.cos(turn) - dy * Math.sin(turn);
  const down = dx * Math.sin(turn) + dy * Math.cos(turn);
  if (shape.type === "ellipse") return (right / radiusX) ** 2 + (down / radiusY) ** 2 <= 1;
  return shape.type === "rectangle" && right >= 0 && right < width && down >= 0 && down < height;
};

/** Whether a ray to the right crosses the outline an odd number of times. @type {(points: readonly number[], point: {x: number, y: number}) => boolean} */
const isInPolygon = (points, { x, y }) => {
  let isInside = false;
  for (let at = 0, last = points.length - 2; at < points.length; last = at, at += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = [points[at], points[at + 1], points[last], points[last + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
};

/** @type {(place: Position, size: number) => {col: number, row: number, elevation: number}} */
export const cellOf = ({ x, y, elevation }, size) => ({
  col: Math.round(x / size),
  row: Math.round(y / size),
  elevation,
});

/**
 * A way through waypoints, each next to the one before, as the rules take it.
 *
 * @type {(waypoints: readonly Waypoint[], size: number, modes: ReadonlySet<string>) => [PathCell, ...PathCell[]] | null}
 */
export const pathOf = (waypoints, size, modes) => {
  /** @type {PathCell[]} */
  const path = [];
  for (const waypoint of waypoints) {
    const cell = cellOf(waypoint, size);
    const last = path.at(-1);
    const isNew =
      !last || last.col !== cell.col || last.row !== cell.row || last.elevation !== cell.elevation;
    // Walking is what the map proposes: on foot, and swimming where there is water.
    const mode = path.length > 0 && waypoint.action !== "walk" && modes.has(waypoint.action);
    if (isNew) path.push({ ...cell, mode: mode ? waypoint.action : null });
  }
  const [first, ...rest] = path;
  return first && rest.length > 0 ? [first, ...rest] : null;
};

/** Where the way of an answer leads in pixels, from its second cell on. @type {(way: readonly PathCell[], size: number) => {x: number, y: number, elevation: number}[]} */
export const waypointsOf = (way, size) =>
  way.slice(1).map(({ col, row, elevation = 0 }) => ({ x: col * size, y: row * size, elevation }));

/** @type {(one: {col: number, row: number, elevation?: number | undefined}, other: {col: number, row: number, elevation?: number | undefined}) => boolean} */
export const isSameCell = (one, other) =>
  one.col === other.col && one.row === other.row && (one.elevation ?? 0) === (other.elevation ?? 0);
