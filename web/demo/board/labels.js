/**
 * What the board says in words: of the dragged path, of a place under the pointer, of where a token stands.
 *
 * @import { Destination, DestinationMap } from "../../core/destination-map.js"
 * @import { Grid } from "../../core/grid.js"
 * @import { Token } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Held } from "../drag.js"
 * @import { Game, Place } from "../game.js"
 */

import { gridOf } from "../../core/grid.js";
import { DOT, destinationSummary, distance, initialsAmong, summaryOf } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { isPushed, unitOf } from "../app-state.js";
import { isAtStart } from "../drag.js";
import { judgedAlike, tokenOf } from "../game.js";
import { say } from "../language.js";
import { shownStorey, storeyAt, storeyName } from "../storeys.js";

/** Until the plan is in, where the map of destinations does not tell. */
const UNKNOWN = { text: "…", kind: "unknown" };

/**
 * What is known of the dragged path: its plan, or until that is in what the map of destinations says of its end. The
 * map leaves out places where nobody can stay, as over a drop: a way may lead there all the same.
 *
 * @type {(state: AppState, held: Held) => {text: string, kind: string} | null}
 */
export const dragLabel = (state, held) => {
  const unit = unitOf(state);
  if (isPushed(state, held.token)) return isAtStart(held) ? null : pushLabel();
  if (held.answer?.problem) return { text: held.answer.problem.message, kind: "impossible" };
  if (held.answer?.plan) {
    const { plan } = held.answer;
    return { text: [summaryOf(plan, unit), ...otherStorey(state, held)].join(DOT), kind: plan.verdict };
  }
  if (isAtStart(held)) return null;
  return (isOfMap(state, held) ? placeLabel(state, held.to) : null) ?? UNKNOWN;
};

/** Whether the map of destinations is of such a way: as things are, straight to its end, and in no way that was named. @type {(state: AppState, held: Held) => boolean} */
const isOfMap = ({ game, how, reach }, { token, via }) =>
  reach?.token === token &&
  judgedAlike(reach.game, game) &&
  via.length === 0 &&
  how.mode === null &&
  how.height === null;

/** A push is at no cost, wherever it goes. */
const pushLabel = () => ({ text: word("gm.pushed"), kind: "free" });

/** What is written on each token: its initials, by its id. @param {readonly Token[]} tokens */
export const marksOf = (tokens) => {
  const marks = initialsAmong(tokens.map(({ id, name }) => name || id));
  return new Map(tokens.map(({ id }, at) => [id, marks[at] ?? ""]));
};

/**
 * Whose name is written above them, since below them another one stands. By their ids.
 *
 * @type {(tokens: readonly Token[], grid: Grid) => Set<string>}
 */
export const namedAbove = (tokens, grid) => {
  const boxes = tokens.map((token) => ({ id: token.id, ...grid.boxOf(token, token) }));
  const isBelow = (/** @type {Box} */ one, /** @type {Box} */ other) => {
    const aside = one.x + one.width / 2 - (other.x + other.width / 2);
    const gap = other.y - (one.y + one.height);
    return Math.abs(aside) < (one.width + other.width) / 2 && Math.abs(gap) < NAME_HEIGHT;
  };
  const isCovered = (/** @type {Box} */ one) => boxes.some((other) => isBelow(one, other));
  const isBlocked = (/** @type {Box} */ one) => boxes.some((other) => isBelow(other, one));
  return new Set(boxes.filter((one) => isCovered(one) && !isBlocked(one)).map(({ id }) => id));
};

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** In cells. */
const NAME_HEIGHT = 0.4;

/** A place of the map, in words. @type {(game: Game, place: Place) => string} */
export const placeText = ({ scene }, { col, row }) => {
  if (gridOf(scene.grid).hasCells) return say("at.cell", { col: col + 1, row: row + 1 });
  const { distance: length = 5, units = "ft" } = scene.grid;
  return say("at.point", { left: distance(col * length, units), top: distance(row * length, units) });
};

/** The name of the storey where a path ends, if it begins on another. @type {(state: AppState, held: Held) => string[]} */
const otherStorey = ({ game }, { from, to }) => {
  const storey = storeyAt(game, to.elevation ?? 0);
  return storey && storey !== storeyAt(game, from.elevation ?? 0) ? [storeyName(storey)] : [];
};

/** @type {(state: AppState, place: Place | null) => {text: string, kind: string} | null} */
export const placeLabel = (state, place) => {
  const token = tokenOf(state.game, state.held?.token ?? state.reach?.token ?? "");
  if (place && token && isPushed(state, token.id)) return pushLabel();
  const found =
    place &&
    state.reach &&
    destinationAt(
      state.reach.map,
      gridOf(state.game.scene.grid),
      place,
      token,
      shownStorey(state)?.id ?? null,
    );
  return found ? { text: destinationSummary(found, unitOf(state)), kind: found.layer.kind } : null;
};

/** What is known of a place: of its cell, or without cells of the middle of what stands there. @type {(map: DestinationMap, grid: Grid, place: Place, token: Token | undefined, storey: string | null) => Destination | null} */
const destinationAt = (map, grid, place, token, storey) => {
  if (grid.hasCells) return map.at(place.col, place.row, storey);
  const { x, y } = grid.middleOf(place, token ?? {});
  return map.around(x, y, storey);
};
