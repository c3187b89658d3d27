/**
 * Casts a scene that is made for every system: it becomes a game of one of them.
 *
 * Such a scene says which part each token plays and what its ground is made of; the casts say, system by system,
 * who plays that part with which sheet, and what such ground is in the words of the rules.
 *
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {{character: Fields, facts?: Fields}} Role
 *
 * @typedef {object} Cast
 * @property {{distance: number, units: string}} grid  how long a cell is
 * @property {number} storey  how high a storey is, in the unit of the grid
 * @property {string[]} quick
 * @property {{[role: string]: Role}} roles
 * @property {{[terrain: string]: Fields}} terrain
 *
 * @typedef {{id: string, name: string, floor: number}} TemplateStorey
 * @typedef {Fields & {id: string, role: string, storey?: string}} TemplateToken
 * @typedef {Fields & {id: string, kind: string, terrain?: string}} TemplateRegion
 * @typedef {{grid: Fields, storeys?: TemplateStorey[], passages?: Fields[], walls?: Fields[], regions?: TemplateRegion[], tokens: TemplateToken[]}} TemplateContent
 * @typedef {Fields & {scene: TemplateContent}} SceneTemplate
 */

import { FORMAT, VERSION } from "./game.js";

/**
 * The scene with a system's cast, in the form of a saved game.
 *
 * @param {SceneTemplate} template
 * @param {{[system: string]: Cast}} casts
 * @param {string} system
 * @returns {Fields}
 */
export const castScene = (template, casts, system) => {
  const cast = casts[system];
  if (!cast) throw new Error(`there is no cast for ${system}`);
  const { grid, regions = [], tokens, walls = [], storeys = [], passages = [] } = template.scene;
  const heights = new Map(storeys.map(({ id, floor }) => [id, floor * cast.storey]));
  return {
    ...template,
    format: FORMAT,
    version: VERSION,
    system,
    scene: {
      ...template.scene,
      grid: { ...grid, ...cast.grid },
      walls,
      ...(storeys.length > 0 && {
        storeys: storeys.map(({ id, name }) => ({ id, name, elevation: heights.get(id) })),
        passages: passages.map((passage) => inWords(passage, cast)),
      }),
      regions: regions.map((region) => inWords(region, cast)),
      tokens: tokens.map((token) => tokenIn(token, cast, heights)),
    },
    quick: cast.quick,
    characters: Object.fromEntries(tokens.map(({ id, role }) => [id, cast.roles[role]?.character ?? {}])),
  };
};

/**
 * A cast for a system without one of its own: everybody with the usual sheet, ground in the system's first words.
 *
 * @param {Pick<import("../core/protocol.js").SystemEntry, "unit" | "character" | "surfaces" | "grades">} system
 * @returns {Cast}
 */
export const drawnCast = ({ unit, character, surfaces, grades }) => {
  const distance = unit === "ft" ? 5 : 1;
  const storey = distance * (unit === "ft" ? 2 : 3);
  const rough = grades[0] ? { grade: grades[0].id } : { cost_multiplier: 2 };
  const wall = surfaces[0] ? { surface: surfaces[0].id } : {};
  return {
    grid: { distance, units: unit },
    storey,
    quick: Object.keys(/** @type {{properties?: Fields}} */ (character).properties ?? {}).slice(0, 3),
    roles: {},
    terrain: {
      ...{ rubble: rough, thicket: rough, slope: rough, slick: rough },
      ...{ rockface: wall, ladder: wall },
      ...{ pit: { depth: storey }, chasm: { depth: 3 * storey }, stream: { current: [0, distance] } },
    },
  };
};

/** What is made of some terrain, in the words of the system's rules. @type {(part: {terrain?: string}, cast: Cast) => Fields} */
const inWords = ({ terrain = "", ...part }, cast) => ({ ...part, ...cast.terrain[terrain] });

/** @type {(token: TemplateToken, cast: Cast, heights: Map<string, number>) => Fields} */
const tokenIn = ({ role, storey = "", ...token }, cast, heights) => {
  const facts = cast.roles[role]?.facts;
  const elevation = heights.get(storey);
  return { ...token, ...(facts ? { facts } : {}), ...(elevation === undefined ? {} : { elevation }) };
};
