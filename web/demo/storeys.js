/**
 * The storeys of a map: on which of them something is, and which of them is shown.
 *
 * @import { Storey } from "../core/protocol.js"
 * @import { AppState } from "./app-state.js"
 * @import { Game, Place } from "./game.js"
 */

import { tokenOf } from "./game.js";

/** The storeys of a map from low to high; none where it has but the ground. @param {Game} game @returns {readonly Storey[]} */
export const storeysOf = ({ scene }) => scene.storeys ?? [];

/** @param {Storey} storey */
export const storeyName = ({ id, name }) => name || id;

/** The storey at a height: the highest that is not above it. @type {(game: Game, elevation: number) => Storey | undefined} */
export const storeyAt = (game, elevation) =>
  storeysOf(game).findLast((storey) => storey.elevation <= elevation) ?? storeysOf(game)[0];

/** The storey that is shown: the one that was chosen, else that of the selected token. @param {AppState} state */
export const shownStorey = ({ game, storey }) =>
  storeysOf(game).find(({ id }) => id === storey) ??
  storeyAt(game, tokenOf(game, game.selected)?.elevation ?? 0);

/** Whether something is on a storey: what names none is on all. @type {(part: object, shown: Storey | undefined) => boolean} */
export const isOn = (part, shown) => {
  const { storey } = /** @type {{storey?: string | null}} */ (part);
  return !shown || !storey || storey === shown.id;
};

/** A place of the shown storey; maps without storeys need no height. @type {(place: Place, shown: Storey | undefined) => Place} */
export const onStorey = (place, shown) => (shown ? { ...place, elevation: shown.elevation } : place);

/** The next storey up or down from the one that is shown. @type {(state: AppState, sign: 1 | -1) => Storey | undefined} */
export const nextStorey = (state, sign) => {
  const storeys = storeysOf(state.game);
  const shown = shownStorey(state);
  return shown && storeys[storeys.indexOf(shown) + sign];
};
