/**
 * A scene for every system, made into a game of one of them.
 *
 * Such a scene says which part each token plays and what its ground is made of; the casts say, system by system,
 * who plays that part with which sheet, and what such ground is in the words of the rules.
 *
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {{character: Fields, facts?: Fields}} Role
 *
 * @typedef {object} Cast
 * @property {{distance: number, units: string}} grid  how long a cell is
 * @property {string[]} quick
 * @property {{[role: string]: Role}} roles
 * @property {{[terrain: string]: Fields}} terrain
 *
 * @typedef {Fields & {id: string, role: string, elevation?: number}} StagedToken
 * @typedef {Fields & {id: string, kind: string, terrain?: string}} StagedRegion
 * @typedef {Fields & {scene: {grid: Fields, walls?: Fields[], regions?: StagedRegion[], tokens: StagedToken[]}}} Stage
 */

import { FORMAT, VERSION } from "./game.js";

/**
 * The scene with a system's cast, in the form of a saved game.
 *
 * @param {Stage} stage
 * @param {{[system: string]: Cast}} casts
 * @param {string} system
 * @returns {Fields}
 */
export const staged = (stage, casts, system) => {
  const cast = casts[system];
  if (!cast) throw new Error(`there is no cast for ${system}`);
  const { grid, regions = [], tokens, walls = [] } = stage.scene;
  return {
    ...stage,
    format: FORMAT,
    version: VERSION,
    system,
    scene: {
      ...stage.scene,
      grid: { ...grid, ...cast.grid },
      walls,
      regions: regions.map((region) => regionIn(region, cast)),
      tokens: tokens.map((token) => tokenIn(token, cast)),
    },
    quick: cast.quick,
    characters: Object.fromEntries(tokens.map(({ id, role }) => [id, cast.roles[role]?.character ?? {}])),
  };
};

/** @type {(region: StagedRegion, cast: Cast) => Fields} */
const regionIn = ({ terrain = "", ...region }, cast) => ({ ...region, ...cast.terrain[terrain] });

/** @type {(token: StagedToken, cast: Cast) => Fields} */
const tokenIn = ({ role, ...token }, cast) => {
  const facts = cast.roles[role]?.facts;
  return facts ? { ...token, facts } : token;
};
