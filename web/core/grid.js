/**
 * The geometry of drawing: where the cells of a grid are on the map, one object for each kind of grid.
 *
 * Drawings are in units of the distance between the middles of neighbours, so that a square cell is 1 x 1. Walls
 * are in pitches, columns across and rows down; a mapping along the axes alone brings them to the drawing.
 *
 * @import { Grid as SceneGrid } from "./protocol.js"
 * @typedef {{col: number, row: number}} Place
 * @typedef {{x: number, y: number}} Point
 * @typedef {{cols?: number | undefined, rows?: number | undefined}} Size
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} Grid
 * @property {string} kind
 * @property {{width: number, height: number}} extent  of the whole map
 * @property {boolean} hasCells  without them tokens stand anywhere, and paths are measured as they are drawn
 * @property {(point: Point) => Place} cellAt
 * @property {(place: Place) => Point} centreOf  the middle of a cell
 * @property {(cell: Place) => [number, number][]} cornersOf  clockwise
 * @property {(place: Place, size: Size) => Place[]} footprint  the cells that a token covers
 * @property {(place: Place, size: Size) => Point} middleOf  the middle of a token
 * @property {(place: Place, size: Size) => Box} boxOf  around a token
 * @property {(point: Point, size: Size) => Place} placeAt  where a token stands whose middle is nearest to a point
 * @property {(pitches: readonly [number, number]) => Point} pointAt
 * @property {(point: Point) => [number, number]} pitchesAt  the other way round
 * @property {(place: Place, across: number, down: number) => Place} stepFrom  the next place that way: -1, 0, 1 each
 * @property {(from: Place, to: Place) => Place[]} lineTo  places after the first on the straight line, each next to the one before
 * @property {(points: readonly Point[]) => number[]} gone  how far along a path each of its points is, as its bands count
 * @property {(place: Place, size: Size) => Place} keptIn  the place nearest to one at which a token is on the map
 * @property {() => {width: number, height: number, cells: Place[]}} tile  what repeats itself over the map
 *
 * @typedef {{isInColumns: boolean, shifted: 0 | 1, cols: number, rows: number, centreOf: (place: Place) => Point}} Hexes
 */

const SIDE = Math.sqrt(3) / 2; // rows of hexes are so far apart
const RADIUS = 1 / Math.sqrt(3); // from a hex's middle to its corners
const LEAD = RADIUS - SIDE / 2; // what the first row sticks out

/** As fine as a hand can place a token where there are no cells. */
const CLOSE = 0.006;

/** The kinds of grids there are. @type {readonly string[]} */
export const KINDS = [
  "square",
  ...["hex_rows_odd", "hex_rows_even", "hex_columns_odd", "hex_columns_even"],
  "gridless",
];

/** @type {WeakMap<SceneGrid, Grid>} */
const known = new WeakMap();

/**
 * The geometry of a scene's grid.
 *
 * @example gridOf({ cols: 3, rows: 2 }).cellAt({ x: 1.5, y: 0.2 }) // { col: 1, row: 0 }
 * @param {SceneGrid} sceneGrid
 * @returns {Grid}
 */
export const gridOf = (sceneGrid) => {
  const found = known.get(sceneGrid) ?? made(sceneGrid);
  known.set(sceneGrid, found);
  return found;
};

/** Whether two places are one, as far as a hand can tell. @type {(one: Place & {elevation?: number | undefined}, other: Place & {elevation?: number | undefined}) => boolean} */
export const isSamePlace = (one, other) =>
  Math.abs(one.col - other.col) < CLOSE &&
  Math.abs(one.row - other.row) < CLOSE &&
  (one.elevation ?? 0) === (other.elevation ?? 0);

/** @type {(sceneGrid: SceneGrid) => Grid} */
const made = ({ kind = "square", cols, rows }) => {
  const name = /** @type {string} */ (kind);
  if (name === "gridless") return gridless(cols, rows);
  const [form, axis, parity] = name.split("_");
  if (form !== "hex") return square(cols, rows);
  return hexes(name, axis === "columns", parity === "even" ? 0 : 1, cols, rows);
};

/** @type {(cols: number, rows: number) => Grid} */
const square = (cols, rows) => ({
  kind: "square",
  extent: { width: cols, height: rows },
  hasCells: true,
  cellAt: ({ x, y }) => ({ col: Math.floor(x), row: Math.floor(y) }),
  centreOf: ({ col, row }) => ({ x: col + 0.5, y: row + 0.5 }),
  cornersOf: ({ col, row }) => [
    [col, row],
    [col + 1, row],
    [col + 1, row + 1],
    [col, row + 1],
  ],
  footprint: block,
  middleOf: ({ col, row }, size) => ({ x: col + (size.cols ?? 1) / 2, y: row + (size.rows ?? 1) / 2 }),
  boxOf: ({ col, row }, size) => ({ x: col, y: row, width: size.cols ?? 1, height: size.rows ?? 1 }),
  placeAt: ({ x, y }, size) => ({
    col: Math.floor(x - ((size.cols ?? 1) - 1) / 2),
    row: Math.floor(y - ((size.rows ?? 1) - 1) / 2),
  }),
  pointAt: ([x, y]) => ({ x, y }),
  pitchesAt: ({ x, y }) => [x, y],
  stepFrom: ({ col, row }, across, down) => ({ col: col + across, row: row + down }),
  lineTo: (from, to) => {
    const steps = Math.max(Math.abs(to.col - from.col), Math.abs(to.row - from.row));
    return evenly(steps, (gone) => ({
      col: Math.round(from.col + (to.col - from.col) * gone),
      row: Math.round(from.row + (to.row - from.row) * gone),
    }));
  },
  gone: byStep,
  keptIn: (place, size) => keptOn(cols, rows, place, size),
  tile: () => ({ width: 1, height: 1, cells: [{ col: 0, row: 0 }] }),
});

/** Without cells, one unit is one length of the scene's distance. @type {(cols: number, rows: number) => Grid} */
const gridless = (cols, rows) => ({
  ...square(cols, rows),
  kind: "gridless",
  hasCells: false,
  placeAt: ({ x, y }, size) => ({
    col: inHundredths(x - (size.cols ?? 1) / 2),
    row: inHundredths(y - (size.rows ?? 1) / 2),
  }),
  stepFrom: ({ col, row }, across, down) => ({
    col: inHundredths(col + across / 2),
    row: inHundredths(row + down / 2),
  }),
  lineTo: (_, to) => [{ col: to.col, row: to.row }],
  gone: byLength,
});

/**
 * Hexes in rows (a corner points up) or in columns (a corner points to the side); those of `shifted` parity are
 * half a cell further along. Both are one, with the axes swapped.
 *
 * @type {(kind: string, isInColumns: boolean, shifted: 0 | 1, cols: number, rows: number) => Grid}
 */
const hexes = (kind, isInColumns, shifted, cols, rows) => {
  /** @type {Hexes} */
  const hex = { isInColumns, shifted, cols, rows, centreOf: (place) => hexCentre(hex, place) };
  const length = (isInColumns ? rows : cols) + 0.5;
  const breadth = ((isInColumns ? cols : rows) - 1) * SIDE + 2 * RADIUS;
  return {
    kind,
    extent: isInColumns ? { width: breadth, height: length } : { width: length, height: breadth },
    hasCells: true,
    cellAt: (point) => hexAt(hex, point),
    centreOf: hex.centreOf,
    cornersOf: (cell) => {
      const { x, y } = hexCentre(hex, cell);
      const ring = HEX_CORNERS.map(([along, across]) => turned(hex, along, across));
      const clockwise = isInColumns ? ring.reverse() : ring;
      return clockwise.map((corner) => [x + corner.x, y + corner.y]);
    },
    footprint: (place, size) => hexFootprint(hex, place, size),
    middleOf: (place, size) => hexMiddle(hex, place, size),
    boxOf: (place, size) => {
      const { x, y, width, height } = aroundHexes(hex, place, size);
      const side = Math.min(width, height) + 1; // round tokens stay round
      return { x: x + (width - side) / 2, y: y + (height - side) / 2, width: side, height: side };
    },
    placeAt: (point, size) => hexPlace(hex, point, size),
    pointAt: ([x, y]) => (isInColumns ? { x: x * SIDE + LEAD, y } : { x, y: y * SIDE + LEAD }),
    pitchesAt: ({ x, y }) => (isInColumns ? [(x - LEAD) / SIDE, y] : [x, (y - LEAD) / SIDE]),
    stepFrom: (place, across, down) => {
      const straight = { col: place.col + across, row: place.row + down };
      if (across === 0 || down === 0) return straight;
      const { along, line } = lined(hex, place);
      const [forward, aside] = isInColumns ? [down, across] : [across, down];
      const back = shiftOf(hex, line) === 0 ? 1 : 0; // the line beside it begins half a cell before or after it
      return placed(hex, along + (forward > 0 ? 1 - back : -back), line + aside);
    },
    lineTo: (from, to) => hexLine(hex, from, to),
    gone: byStep,
    keptIn: (place, size) => {
      let kept = keptOn(cols, rows, place, {});
      // Set back by what sticks out; that may shift its lines, so look again.
      for (let look = 0; look < 2; look += 1) {
        const cells = hexFootprint(hex, kept, size);
        const [along, down] = [cells.map(({ col }) => col), cells.map(({ row }) => row)];
        kept = { col: kept.col + inside(along, cols), row: kept.row + inside(down, rows) };
      }
      return kept;
    },
    tile: () => {
      const { x, y } = turned(hex, 1, 2 * SIDE);
      return { width: x, height: y, cells: block({ col: -1, row: -1 }, { cols: 4, rows: 4 }) };
    },
  };
};

/** A place as its number along its line and the number of the line. @type {(hex: Hexes, place: Place) => {along: number, line: number}} */
const lined = (hex, { col, row }) =>
  hex.isInColumns ? { along: row, line: col } : { along: col, line: row };
/** @type {(hex: Hexes, along: number, line: number) => Place} */
const placed = (hex, along, line) =>
  hex.isInColumns ? { col: line, row: along } : { col: along, row: line };
/** @type {(hex: Hexes, along: number, across: number) => Point} */
const turned = (hex, along, across) => (hex.isInColumns ? { x: across, y: along } : { x: along, y: across });
/** @type {(hex: Hexes, line: number) => number} */
const shiftOf = (hex, line) => (Math.abs(line % 2) === hex.shifted ? 0.5 : 0);
/** How far a line begins further along than its cells are counted. @type {(hex: Hexes, line: number) => number} */
const setBack = (hex, line) => Math.floor((line + 1 - hex.shifted) / 2);

/** @type {(hex: Hexes, place: Place) => Point} */
const hexCentre = (hex, place) => {
  const { along, line } = lined(hex, place);
  return turned(hex, along + 0.5 + shiftOf(hex, line), (line + 0.5) * SIDE + LEAD);
};

/** @type {(hex: Hexes, point: Point) => Place} */
const hexAt = (hex, { x, y }) => {
  const [along, across] = hex.isInColumns ? [y, x] : [x, y];
  const near = Math.floor((across - LEAD) / SIDE);
  const candidates = [near - 1, near, near + 1].map((line) =>
    placed(hex, Math.floor(along - shiftOf(hex, line)), line),
  );
  return nearestTo({ x, y }, candidates, hex.centreOf);
};

/** 1, 3, 7, 12 or more cells: lines that grow by a cell up to the widest, then shrink. @type {(hex: Hexes, place: Place, size: Size) => Place[]} */
const hexFootprint = (hex, place, { cols: size = 1 }) => {
  const { along, line } = lined(hex, place);
  const widest = Math.floor((size - 1) / 2);
  return Array.from({ length: size }, (_, down) => {
    const first = along - setBack(hex, line) + setBack(hex, line + down) - Math.min(down, widest);
    return Array.from({ length: size - Math.abs(down - widest) }, (_, at) =>
      placed(hex, first + at, line + down),
    );
  }).flat();
};

/** The box around the middles of a token's cells. @type {(hex: Hexes, place: Place, size: Size) => Box} */
const aroundHexes = (hex, place, size) => around(hexFootprint(hex, place, size).map(hex.centreOf));

/** @type {(hex: Hexes, place: Place, size: Size) => Point} */
const hexMiddle = (hex, place, size) => {
  const { x, y, width, height } = aroundHexes(hex, place, size);
  return { x: x + width / 2, y: y + height / 2 };
};

/** @type {(hex: Hexes, point: Point, size: Size) => Place} */
const hexPlace = (hex, point, size) => {
  const from = hexCentre(hex, { col: 0, row: 0 });
  const middle = hexMiddle(hex, { col: 0, row: 0 }, size);
  const near = hexAt(hex, { x: point.x - middle.x + from.x, y: point.y - middle.y + from.y });
  // Where a large token's middle is depends on which lines it covers.
  const candidates = block({ col: near.col - 1, row: near.row - 1 }, { cols: 3, rows: 3 });
  return nearestTo(point, candidates, (place) => hexMiddle(hex, place, size));
};

/** @type {(hex: Hexes, from: Place, to: Place) => Place[]} */
const hexLine = (hex, from, to) => {
  const [start, end] = [hexCentre(hex, from), hexCentre(hex, to)];
  const [first, last] = [lined(hex, from), lined(hex, to)];
  const aside = last.line - first.line;
  const along = last.along - setBack(hex, last.line) - first.along + setBack(hex, first.line);
  const steps = Math.max(Math.abs(aside), Math.abs(along), Math.abs(aside + along));
  return evenly(steps, (gone) =>
    // A little aside, so that a line along a border of cells does not change sides.
    hexAt(hex, {
      x: start.x + (end.x - start.x) * gone + 1e-6,
      y: start.y + (end.y - start.y) * gone + 2e-6,
    }),
  );
};

/** From its middle, clockwise where lines are rows. @type {readonly (readonly [number, number])[]} */
const HEX_CORNERS = [
  [0, -RADIUS],
  [0.5, -RADIUS / 2],
  [0.5, RADIUS / 2],
  [0, RADIUS],
  [-0.5, RADIUS / 2],
  [-0.5, -RADIUS / 2],
];

/** @type {(place: Place, size: Size) => Place[]} */
const block = ({ col, row }, { cols = 1, rows = 1 }) =>
  Array.from({ length: cols * rows }, (_, at) => ({
    col: col + (at % cols),
    row: row + Math.floor(at / cols),
  }));

/** How far numbers have to be moved to lie from 0 to less than `count`. @type {(numbers: number[], count: number) => number} */
const inside = (numbers, count) =>
  Math.max(0, -Math.min(...numbers)) - Math.max(0, Math.max(...numbers) - count + 1);

/** @type {(cols: number, rows: number, place: Place, size: Size) => Place} */
const keptOn = (cols, rows, { col, row }, size) => ({
  col: Math.max(0, Math.min(cols - (size.cols ?? 1), col)),
  row: Math.max(0, Math.min(rows - (size.rows ?? 1), row)),
});

/** Cell by cell: where diagonals cost more, colours change a little beside the border of a cell. @type {Grid["gone"]} */
const byStep = (points) => points.map((_, index) => index);

/** @type {Grid["gone"]} */
const byLength = (points) => {
  let sum = 0;
  return points.map(({ x, y }, index) => {
    const before = points[index - 1] ?? { x, y };
    sum += Math.hypot(x - before.x, y - before.y);
    return sum;
  });
};

/** @type {(steps: number, at: (gone: number) => Place) => Place[]} */
const evenly = (steps, at) => Array.from({ length: steps }, (_, index) => at((index + 1) / steps));

/** @type {(point: Point, places: Place[], centreOf: (place: Place) => Point) => Place} */
const nearestTo = ({ x, y }, places, centreOf) => {
  const away = places.map((place) => {
    const centre = centreOf(place);
    return Math.hypot(centre.x - x, centre.y - y);
  });
  return /** @type {Place} */ (places[away.indexOf(Math.min(...away))]);
};

/** The smallest box around some points. @type {(points: readonly Point[]) => Box} */
export const around = (points) => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};

/** Fine enough for a hand, and numbers that people would write. @param {number} value */
const inHundredths = (value) => Math.round(value * 100) / 100;
