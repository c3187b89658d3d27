/**
 * The client's movement actions and the rules' modes: which stands for which, and those that the client lacks.
 *
 * @import { SystemEntry, Text } from "../../core/protocol.js"
 * @import { Action, TokenDocument } from "./surface.js"
 */

import { host, ID } from "./host.js";

/** The client's own; walking is what the map proposes: on foot, and swimming where there is water. */
export const WALK = "walk";
/** The rules' word for the same. */
const GROUND = "ground";
/** The rules' word for a step that leads to any place, whatever is between. */
export const PUT = "put";
const PREFIX = `${ID}-`;
/** After those of the client. */
const FIRST_ORDER = 100;

/** What a game system makes of walking, by how far it leads: nobody has chosen that. @type {{[gameSystem: string]: ReadonlySet<string>}} */
const WALKED = { shadowrun5e: new Set(["run", "sprint"]) };

/** The mode that an action stands for, of a token if that is known; null: as the map proposes. @type {(action: string, modes: ReadonlySet<string>, token?: TokenDocument) => string | null} */
export const modeOf = (action, modes, token) => {
  const isSetToWalk = token && (token._source.movementAction ?? WALK) === WALK;
  if (isSetToWalk && WALKED[host.game.system.id]?.has(action)) return null;
  const mode = action.startsWith(PREFIX) ? action.slice(PREFIX.length) : action;
  return action !== WALK && modes.has(mode) ? mode : null;
};

/** The action that stands for a mode; null: none of the client's does, or the map proposes it. @type {(mode: string | null | undefined, actions: Record<string, Action>) => string | null} */
export const actionOf = (mode, actions) => {
  if (!mode || mode === GROUND) return null;
  const key = mode in actions && mode !== WALK ? mode : PREFIX + mode;
  return key in actions ? key : null;
};

/** Whether an action puts a token somewhere without a way, and the rules know nothing of it. @type {(action: string, actions: Record<string, Action>, modes: ReadonlySet<string>) => boolean} */
export const isDisplacement = (action, actions, modes) =>
  actions[action]?.teleport === true && modeOf(action, modes) === null;

/** Name the actions that were added, once the language of the client is known; what the last system calls one counts. @type {(actions: Record<string, Action>, systems: readonly SystemEntry[], told: (text: Text) => string) => void} */
export const nameActions = (actions, systems, told) => {
  for (const { id, label } of systems.flatMap(({ modes }) => modes)) {
    const added = actions[PREFIX + id];
    if (added) added.label = told(label);
  }
};

/**
 * Add an action for each mode of any game that no action stands for yet; what others have put there stays. The client takes
 * none later, so those of games that are not played are there, and nobody can choose them.
 *
 * @type {(actions: Record<string, Action>, systems: readonly SystemEntry[], isPlayed: (mode: string) => boolean | undefined) => void}
 */
export const addActions = (actions, systems, isPlayed) => {
  for (const [index, { id, label }] of systems.flatMap(({ modes }) => modes).entries()) {
    const key = id in actions && id !== WALK ? id : PREFIX + id;
    if (id === GROUND || key in actions) continue;
    actions[key] = {
      label: label.text,
      icon: "fa-solid fa-shoe-prints",
      img: null,
      order: FIRST_ORDER + index,
      teleport: false,
      measure: true,
      walls: "move",
      visualize: true,
      canSelect: () => isPlayed(id) === true,
      deriveTerrainDifficulty: ({ walk = 1 }) => walk,
      getAnimationOptions: () => ({}),
      getCostFunction: () => (cost) => cost,
    };
  }
};
