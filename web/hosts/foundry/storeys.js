/**
 * The levels of a scene (v14) as storeys of the rules: what is on which, and what leads from one to another. Pure.
 *
 * @import { Passage, Storey } from "../../core/protocol.js"
 * @import { Level, Region, Scene } from "./surface.js"
 *
 * @typedef {object} Heights  The storeys of a scene, and where the mover is among them.
 * @property {Storey[]} storeys  none: the map is one plane
 * @property {number} elevation  the mover's
 * @property {string | null} level  the mover's
 *
 * @typedef {object} Extent  Where something of a scene is, from bottom to top.
 * @property {Iterable<string> | null | undefined} levels  none named: on all
 * @property {number | null | undefined} bottom
 * @property {number | null | undefined} top
 * @property {boolean} [isOpen]  whether what is at its very top is above it
 */

/** The rules take no more. */
const MOST_PASSAGES = 1_000;

/** The levels of a scene that are at different heights, from low to high. @type {(scene: Scene) => Level[]} */
const levelsOf = ({ levels }) => {
  const sorted = [...(levels ?? [])].sort((one, other) => bottomOf(one) - bottomOf(other));
  return sorted.filter((level, index) => {
    const below = sorted[index - 1];
    return !below || bottomOf(below) < bottomOf(level);
  });
};

/** @param {Level} level */
const bottomOf = ({ elevation }) => elevation.bottom ?? 0;

/** @type {(scene: Scene, mover: {elevation: number, level?: string | null}) => Heights} */
export const heightsOf = (scene, { elevation, level = null }) => {
  const levels = levelsOf(scene);
  const named = levels.map((one) => ({ id: one.id, name: one.name, elevation: bottomOf(one) }));
  return { storeys: named.length < 2 ? [] : named, elevation, level };
};

/** The storey that something at a height is on; null: the map is one plane. @type {(heights: Heights, elevation: number) => string | null} */
export const storeyAt = ({ storeys }, elevation) =>
  (storeys.findLast((one) => one.elevation <= elevation) ?? storeys[0])?.id ?? null;

/** The level of the scene at a height, where it has several. @type {(scene: Scene, elevation: number) => string | null} */
export const levelAt = (scene, elevation) => {
  const levels = levelsOf(scene);
  if (levels.length < 2) return null;
  return (levels.findLast((one) => bottomOf(one) <= elevation) ?? levels[0])?.id ?? null;
};

/**
 * On which storeys something is: `[null]`: on all; none: nowhere that counts for the mover.
 *
 * @type {(extent: Extent, heights: Heights) => (string | null)[]}
 */
export const storeysOf = (extent, heights) => {
  const named = new Set(extent.levels ?? []);
  const { storeys, elevation, level } = heights;
  if (storeys.length === 0) {
    const isOnLevel = named.size === 0 || level === null || named.has(level);
    return isOnLevel && holds(extent, elevation) ? [null] : [];
  }
  const on = storeys.filter((storey, index) => {
    const above = storeys[index + 1]?.elevation ?? Number.POSITIVE_INFINITY;
    return (named.size === 0 || named.has(storey.id)) && meets(extent, storey.elevation, above);
  });
  return on.length === storeys.length ? [null] : on.map(({ id }) => id);
};

/** @type {(extent: Extent, elevation: number) => boolean} */
const holds = ({ bottom, top, isOpen }, elevation) => {
  if (elevation < (bottom ?? Number.NEGATIVE_INFINITY)) return false;
  const highest = top ?? Number.POSITIVE_INFINITY;
  return isOpen ? elevation < highest : elevation <= highest;
};

/** Whether something reaches into a storey. @type {(extent: Extent, floor: number, above: number) => boolean} */
const meets = ({ bottom, top, isOpen }, floor, above) => {
  if ((bottom ?? Number.NEGATIVE_INFINITY) >= above) return false;
  const highest = top ?? Number.POSITIVE_INFINITY;
  return isOpen ? highest > floor : highest >= floor;
};

/**
 * Stairs: a region that changes the level of who enters it joins the storeys that it is on, cell by cell.
 *
 * @type {(regions: Iterable<Region>, heights: Heights, cellsOf: (region: Region) => {col: number, row: number}[]) => Passage[]}
 */
export const passagesOf = (regions, { storeys }, cellsOf) => {
  /** @type {Map<string, Passage>} */
  const passages = new Map();
  for (const region of regions) {
    const isStairs = [...region.behaviors].some(({ type, disabled }) => type === "changeLevel" && !disabled);
    if (!isStairs || region.hidden) continue;
    const named = new Set(region.levels ?? []);
    const joined = storeys.filter(({ id }) => named.size === 0 || named.has(id));
    for (const [index, upper] of joined.slice(1).entries()) {
      const lower = /** @type {Storey} */ (joined[index]);
      for (const { col, row } of cellsOf(region)) {
        const key = `${lower.id} ${upper.id} ${col} ${row}`;
        const id = `${region.id} ${key}`;
        const a = { col, row, storey: lower.id };
        const b = { col, row, storey: upper.id };
        passages.set(key, { id, name: region.name, kind: "stairs", a, b });
      }
    }
  }
  return [...passages.values()].slice(0, MOST_PASSAGES);
};
