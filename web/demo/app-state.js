/**
 * Everything the page shows, in one value: the game (kept) and what is known of it just now (not kept).
 *
 * @import { DestinationMap } from "../core/destination-map.js"
 * @import { Entry } from "../core/form.js"
 * @import { Plan, PlanRequest, Problem, RollResult, RuleEntry, StateValue, SystemEntry } from "../core/protocol.js"
 * @import { Status } from "../core/rules-client.js"
 * @import { Held } from "./drag.js"
 * @import { Fields, Game, How, Place } from "./game.js"
 *
 * @typedef {object} Notice
 * @property {number} id
 * @property {"plain" | "warning" | "error"} tone
 * @property {string} text
 * @property {string | null} rule
 * @property {{label: string, run: () => void} | null} action
 *
 * @typedef {{token: string, map: DestinationMap, game: Game}} Reach  where a token can go, in a certain game
 * @typedef {{far: number, reason: string, before: StateValue | undefined}} Gone  how far a move has gone, why no farther, and where the token stood in its turn before
 * @typedef {{token: string, plan: Plan, gone?: Gone}} Shown  gone: once the move is made
 * @typedef {{id: number, token: string, to: Place}} Waiting  a drop that is not judged yet
 * @typedef {{token: string, plan: Plan, answer: (letThrough: boolean) => void}} Asking
 * @typedef {{token: string, rolls: RollResult[], free?: string}} CheckDialog
 *   rolls: what has just been rolled, to be shown; free: the check is rolled without a move
 * @typedef {"play" | "sheet" | "house" | "rules"} Tab
 *
 * @typedef {object} AppState
 * @property {Game} game
 * @property {readonly Game[]} away  those that others were put in the place of, newest first
 * @property {Status} status
 * @property {SystemEntry[]} systems  empty until the core has told
 * @property {RuleEntry[]} tableRules  those of every table, whatever the game
 * @property {import("../core/form-schema.js").Field[]} gridFields  what a map's grid can be; empty until it is known
 * @property {{[token: string]: StateValue}} standings
 * @property {Problem | null} problem  why the core cannot judge this game at all
 * @property {Reach | null} reach
 * @property {Held | null} held
 * @property {string | null} storey  the storey that is shown; null: that of the selected token
 * @property {boolean} reachPinned  show where the selected token can go also when it is not held
 * @property {Place | null} hover  the cell under the pointer, while nothing is held
 * @property {Shown | null} shown  the last plan
 * @property {PlanRequest | null} asked  the question that the last dropped plan answered
 * @property {How} how  how the next move goes
 * @property {string | null} pushing  the token whose next move is a push
 * @property {Waiting[]} waiting
 * @property {Asking | null} asking  the GM is asked about an impossible move
 * @property {CheckDialog | null} check
 * @property {boolean} busy  something is being recorded
 * @property {string | null} undoable  whose move or act Undo takes back; empty: a change of sheets, rules or map; null: nothing is remembered
 * @property {boolean} trail  show where the moves of this turn went
 * @property {{[form: string]: Fields}} drafts  what was typed into forms that are not sent yet
 * @property {{[field: string]: Entry}} entries  what was typed in and is not in the game, or not yet
 * @property {Notice[]} notices
 * @property {Tab} tab
 */

import { unitFor } from "../core/units.js";

/** @type {Status} */
const NOT_STARTED = { state: "loading", step: "runtime", share: 0, message: "", versions: null };

/** @type {How} */
export const AS_THE_MAP_SAYS = { mode: null, height: null };

/** The page's state at its start. @type {(game: Game, away?: readonly Game[]) => AppState} */
export const stateAtStart = (game, away = []) => ({
  game,
  away,
  status: NOT_STARTED,
  systems: [],
  tableRules: [],
  gridFields: [],
  standings: {},
  problem: null,
  reach: null,
  held: null,
  storey: null,
  reachPinned: true,
  hover: null,
  shown: null,
  asked: null,
  how: AS_THE_MAP_SAYS,
  pushing: null,
  waiting: [],
  asking: null,
  check: null,
  busy: false,
  undoable: null,
  trail: false,
  drafts: {},
  entries: {},
  notices: [],
  tab: "play",
});

/**
 * What was typed into a field, or what the core finds wrong with what it holds.
 *
 * @type {(state: AppState, field: string, path: string) => Entry | undefined}
 */
export const entryOf = ({ entries, problem }, field, path) => {
  if (entries[field]) return entries[field];
  const isHere = problem && (problem.path === path || /^[.[]/.test(partAfter(problem.path, path)));
  return isHere ? { problem } : undefined;
};

/** What follows `path` in a longer one; nothing if it does not begin so. @type {(whole: string, path: string) => string} */
const partAfter = (whole, path) => (whole.startsWith(path) ? whole.slice(path.length) : "");

/** @param {AppState} state */
export const systemOf = (state) => state.systems.find((system) => system.id === state.game.system) ?? null;

/** Where a token can go, as far as that is known. @type {(state: Pick<AppState, "reach">, token: string) => readonly import("../core/protocol.js").Layer[]} */
export const layersOf = ({ reach }, token) => (reach?.token === token ? reach.map.layers : []);

/** @param {AppState} state */
export const unitOf = ({ systems, game }) =>
  unitFor(systems.find(({ id }) => id === game.system) ?? null, game.house_rules) ||
  (game.scene.grid.units ?? "");

/** Whether the next move of a token is a push. @type {(state: Pick<AppState, "pushing">, token: string) => boolean} */
export const isPushed = ({ pushing }, token) => pushing === token;

/** @type {(state: AppState, token: string) => string} */
export const nameOf = (state, token) => {
  const found = state.game.scene.tokens.find(({ id }) => id === token);
  return found?.name || found?.id || token;
};
