/**
 * The chances, written where a roll decides: never where a token stands or a ladder is, never under what is dragged or its
 * label, and never so close together that two would read as one.
 *
 * @import { Outline } from "../../core/destination-map.js"
 * @import { Box, Grid, Place, Point } from "../../core/grid.js"
 * @import { Group } from "./bands.js"
 * @import { Viewport } from "./viewport.js"
 *
 * @typedef {Point & {room?: number}} Spot  room: how wide the area is there
 * @typedef {{text: string, ends: Spot[], others: Spot[]}} Chance  where it is best written, and where else it can be
 * @typedef {Point & {text: string}} Written
 * @typedef {Point & {text: string, isAbove: boolean}} Name  of a token, at the middle of its side
 * @typedef {(text: string) => {width: number, height: number}} Measure
 *
 * @typedef {object} Around  what is on the map
 * @property {Place} from  where the token stands
 * @property {Box[]} boxes  tokens and ladders
 * @property {Name[]} names
 */

import { render, svg } from "lit";
import { percent } from "../../core/texts.js";

/** What is less likely is coloured as a roll, and no chance written on it. */
const LEAST_WRITTEN = 0.01;
/** How far from the middle of a cell a chance may be written. */
const ASIDE = 0.28;
/** Names of tokens, in pixels, and from which size of a cell on they are written. */
const NAME = { letters: 11, padding: 5, height: 16, from: 34 };
/** How many cells apart a chance is written twice. */
const GLANCE = 4;
/** How many more places are tried. */
const OTHERS = 24;
/** What is kept free beside a chance, in its letters' height. */
const GAP = 0.35;
/** How high a line is, in the same. */
const LINE = 1.25;
/** As letters are measured, in pixels. */
const MEASURED = 100;

/** @param {{layer: SVGGElement, viewport: Viewport}} ports */
export const createChances = ({ layer, viewport }) => {
  const pen = document.createElement("canvas").getContext("2d");
  /** @type {Chance[]} */
  let chances = [];
  /** @type {Around | null} */
  let around = null;
  /** @type {Box[]} */
  let covers = [];
  /** @type {{scale: number, size: number, boxes: Box[], written: Written[]} | null} */
  let settled = null;

  /** @type {(size: number) => Measure} */
  const measureAt = (size) => (text) => ({
    width: ((pen?.measureText(text).width ?? 0) / MEASURED) * size,
    height: size * LINE,
  });

  const draw = () => {
    const { scale } = viewport.camera();
    if (settled?.scale !== scale) {
      const { fontSize, fontWeight, fontFamily } = getComputedStyle(layer);
      if (pen) pen.font = `${fontWeight} ${MEASURED}px ${fontFamily}`;
      const size = Number.parseFloat(fontSize);
      const names = scale < NAME.from ? [] : (around?.names ?? []);
      const boxes = [
        ...(around?.boxes ?? []),
        ...names.map((name) => nameBox(name, scale, measureAt(NAME.letters / scale))),
      ];
      settled = { scale, size, boxes, written: settle(chances, boxes, measureAt(size)) };
    }
    const { boxes } = settled;
    const written = clearOf({ covers, boxes }, settled.written, chances, measureAt(settled.size));
    render(
      written.map(({ x, y, text }) => svg`<text class="band-chance" x=${x} y=${y}>${text}</text>`),
      layer,
    );
  };

  return {
    /** @type {(groups: Group[], around: Around | null) => void} */
    show: (groups, now) => {
      around = now;
      chances = around ? chancesOf(groups, around, viewport.grid()) : [];
      settled = null;
      draw();
    },
    /** Something lies over the map now. @param {Box[]} boxes */
    makeWayFor: (boxes) => {
      covers = boxes;
      draw();
    },
  };
};

/** @type {(groups: Group[], around: Around, grid: Grid) => Chance[]} */
const chancesOf = (groups, { from }, grid) =>
  groups.flatMap(({ chance, cells, areas }) => {
    if (chance === null || chance < LEAST_WRITTEN) return [];
    const text = percent(chance);
    if (!grid.hasCells) {
      const spotsAt = (/** @type {number} */ share) => areas.flatMap((area) => spotIn(area, share));
      return [{ text, ends: spotsAt(1 / 2), others: [1 / 4, 3 / 4].flatMap(spotsAt) }];
    }
    const spotsOn = (/** @type {Place} */ cell) => {
      const { x, y } = grid.centreOf(cell);
      return [0, ASIDE, -ASIDE].map((aside) => ({ x, y: y + aside }));
    };
    const stride = Math.ceil(cells.length / OTHERS);
    const middle = Math.floor(cells.length / 2);
    const others = [...cells.slice(middle), ...cells.slice(0, middle)].filter((_, at) => at % stride === 0);
    return [{ text, ends: marked(cells, from).flatMap(spotsOn), others: others.map(grid.centreOf) }];
  });

/**
 * Where they are written while nothing covers them, from the most likely on: none says the same twice within a glance.
 *
 * @type {(chances: Chance[], boxes: Box[], measure: Measure) => Written[]}
 */
export const settle = (chances, boxes, measure) => {
  /** @type {Written[]} */
  const written = [];
  for (const { text, ends, others } of chances) {
    const before = written.length;
    const isFree = freeAmong(written, boxes, text, measure);
    const isNews = (/** @type {Point} */ spot) =>
      written
        .slice(before)
        .every(({ x, y }) => Math.max(Math.abs(x - spot.x), Math.abs(y - spot.y)) >= GLANCE);
    for (const spot of ends) if (isNews(spot) && isFree(spot)) written.push({ x: spot.x, y: spot.y, text });
    const other = written.length > before ? undefined : others.find(isFree);
    if (other) written.push({ ...other, text });
  }
  return written;
};

/**
 * The same without those that are covered; a chance that would be told nowhere is told beside what covers it.
 *
 * @type {(over: {covers: Box[], boxes: Box[]}, written: Written[], chances: Chance[], measure: Measure) => Written[]}
 */
export const clearOf = ({ covers, boxes }, written, chances, measure) => {
  if (covers.length === 0) return written;
  const all = [...covers, ...boxes];
  const seen = written.filter((one) => freeAmong([], covers, one.text, measure)(one));
  for (const { text, ends, others } of chances) {
    const isLost = written.some((one) => one.text === text) && !seen.some((one) => one.text === text);
    const other = isLost ? [...ends, ...others].find(freeAmong(seen, all, text, measure)) : undefined;
    if (other) seen.push({ x: other.x, y: other.y, text });
  }
  return seen;
};

/** @type {(name: Name, scale: number, measure: Measure) => Box} */
const nameBox = ({ x, y, text, isAbove }, scale, measure) => {
  const width = measure(text).width + (2 * NAME.padding) / scale;
  const height = NAME.height / scale;
  return { x: x - width / 2, y: isAbove ? y - height : y, width, height };
};

/** Whether a text can be read at a spot. @type {(written: Written[], covers: Box[], text: string, measure: Measure) => (spot: Spot) => boolean} */
const freeAmong = (written, covers, text, measure) => {
  const { width, height } = measure(text);
  return ({ x, y, room = width }) =>
    room >= width &&
    written.every((other) => {
      const across = (width + measure(other.text).width) / 2 + GAP * height;
      return Math.abs(other.x - x) >= across || Math.abs(other.y - y) >= height;
    }) &&
    covers.every(
      (box) =>
        x + width / 2 <= box.x ||
        x - width / 2 >= box.x + box.width ||
        y + height / 2 <= box.y ||
        y - height / 2 >= box.y + box.height,
    );
};

/** The cells that a chance is written on: at the ends in line with the token, or somewhere. @type {(cells: Place[], from: Place) => Place[]} */
const marked = (cells, from) => {
  const inLine = cells.filter(({ row }) => row === from.row).sort((one, other) => one.col - other.col);
  const below = cells.filter(({ col }) => col === from.col).sort((one, other) => one.row - other.row);
  const found = [inLine.at(-1), inLine[0], below.at(-1), below[0]].filter((cell) => cell !== undefined);
  return [...new Set(found)];
};

/** A point well inside an area, in the middle of its widest part at a share of its height. @type {(outline: Outline, share: number) => Spot[]} */
const spotIn = (outline, share) => {
  const rows = (outline[0] ?? []).map(([, y]) => y);
  const y = Math.min(...rows) * (1 - share) + Math.max(...rows) * share;
  const crossings = outline
    .flatMap((line) =>
      line.flatMap(([x, at], index) => {
        const [otherX, other] = line[(index + 1) % line.length] ?? [x, at];
        return at > y !== other > y ? [x + ((otherX - x) * (y - at)) / (other - at)] : [];
      }),
    )
    .sort((one, other) => one - other);
  /** @type {Spot[]} */
  const spots = [];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left = 0, right = 0] = crossings.slice(at, at + 2);
    spots.push({ x: (left + right) / 2, y, room: right - left });
  }
  return spots.sort((one, other) => (other.room ?? 0) - (one.room ?? 0)).slice(0, 1);
};
