/**
 * The ruler: the dragged path, coloured by its price bands.
 *
 * @import { Grid, Place, Point } from "../../core/grid.js"
 * @import { Plan, Token } from "../../core/protocol.js"
 * @typedef {(place: Place) => Point} MiddleOf  the middle of the token that is moved, when it stands at a place
 */

import { nothing, svg } from "lit";
import { bandName } from "./bands.js";

/**
 * The path of a plan, each stretch in the colour of its band.
 *
 * @param {Plan} plan
 * @param {MiddleOf} middleOf
 * @param {Grid} grid
 * @param {(elevation: number) => boolean} isShown  whether what is so high is on the storey that is shown
 */
export const rulerShape = (plan, middleOf, grid, isShown) => {
  const path = plan.path ?? [];
  const points = path.map(middleOf);
  if (points.length < 2) return nothing;
  const gone = grid.gone(points);
  const whole = gone.at(-1) ?? 0;
  const bands = plan.bands.map((band) => ({
    name: bandName(band),
    start: share(band.start, plan.length),
    end: share(band.end, plan.length),
  }));
  // What lies beyond is faint.
  const carried = bands.find(({ name }) => name === bandName({ kind: "impossible" }))?.start ?? 1;
  return runsOf(path.map(({ elevation = 0 }) => isShown(elevation))).map(({ from, to, shown }) => {
    const [start, end] = [share(gone[from] ?? 0, whole), share(gone[to] ?? 0, whole)];
    return svg`
      <g class="ruler-run" ?data-elsewhere=${!shown}>
        ${carried > start ? svg`<polyline class="ruler-casing" points=${pointsText(stretchOf(points, gone, start, Math.min(end, carried)))} />` : nothing}
        ${bands
          .filter((band) => band.start < end && band.end > start)
          .map((band) => {
            const stretch = stretchOf(points, gone, Math.max(start, band.start), Math.min(end, band.end));
            return svg`<polyline class="ruler-line ${band.name}" points=${pointsText(stretch)} />`;
          })}
        ${points.slice(from + 1, to).map(({ x, y }) => svg`<circle class="ruler-joint" cx=${x} cy=${y} r=".07" />`)}
      </g>
    `;
  });
};

/** Stretches of a path, by the places of their ends in it, on the storey that is shown and on others. @type {(shown: boolean[]) => {from: number, to: number, shown: boolean}[]} */
const runsOf = (shown) => {
  /** @type {{from: number, to: number, shown: boolean}[]} */
  const runs = [];
  for (let step = 1; step < shown.length; step += 1) {
    const isShown = shown[step - 1] === true && shown[step] === true;
    const last = runs.at(-1);
    if (last?.shown === isShown) last.to = step;
    else runs.push({ from: step - 1, to: step, shown: isShown });
  }
  return runs;
};

/**
 * Who may react to the path, each ringed and tied to where the path gives cause.
 *
 * @param {Plan} plan
 * @param {readonly Token[]} tokens
 * @param {MiddleOf} middleOf
 * @param {Grid} grid
 */
export const reactionShapes = (plan, tokens, middleOf, grid) => {
  const points = (plan.path ?? []).map(middleOf);
  return plan.reactions.map(({ token, at }) => {
    const who = tokens.find(({ id }) => id === token);
    const place = stretchOf(points, grid.gone(points), 0, share(at, plan.length)).at(-1) ?? points.at(-1);
    if (!who || !place) return nothing;
    const { cols = 1, rows = 1 } = who;
    const { x, y } = grid.middleOf(who, who);
    return svg`
      <path class="reaction-tie" d="M${x} ${y}L${place.x} ${place.y}" />
      <circle class="reaction-ring" cx=${x} cy=${y} r=${Math.max(cols, rows) * 0.56} />
      <path class="reaction-place" d="M${place.x} ${place.y - 0.24}l.24 .42h-.48Z" />
    `;
  });
};

/**
 * A straight line for what is not judged yet.
 *
 * @param {Place[]} places
 * @param {MiddleOf} middleOf
 */
export const guessShape = (places, middleOf) =>
  places.length < 2
    ? nothing
    : svg`<polyline class="ruler-guess" points=${pointsText(places.map(middleOf))} />`;

/** Where a token went: from each place to the next. @type {(places: Place[], middleOf: (place: Place) => Point) => unknown} */
export const trailShapes = (places, middleOf) => {
  const points = places.map(middleOf);
  if (points.length < 2) return nothing;
  const line = points.map(({ x, y }) => `${x} ${y}`).join("L");
  return svg`
    <path class="ruler-trail" d=${`M${line}`} />
    ${points.slice(0, -1).map(({ x, y }) => svg`<circle class="ruler-trail-stop" cx=${x} cy=${y} r=".3" />`)}
  `;
};

/**
 * @param {readonly Place[]} via
 * @param {MiddleOf} middleOf
 */
export const waypointShapes = (via, middleOf) =>
  via.map((place) => {
    const { x, y } = middleOf(place);
    return svg`<path class="ruler-waypoint" d="M${x} ${y - 0.2}l.2 .2l-.2 .2l-.2 -.2Z" />`;
  });

/**
 * The part of a line between two shares (0 to 1) of it.
 *
 * @param {Point[]} points
 * @param {number[]} gone  how far along each point is
 * @param {number} start
 * @param {number} end
 * @returns {Point[]}
 */
export const stretchOf = (points, gone, start, end) => {
  const whole = gone.at(-1) ?? 0;
  const [first, last] = [start * whole, end * whole];
  const inside = points.filter((_, index) => {
    const at = gone[index] ?? 0;
    return at > first && at < last;
  });
  return [pointAt(points, gone, first), ...inside, pointAt(points, gone, last)];
};

/** @type {(points: Point[], gone: number[], at: number) => Point} */
const pointAt = (points, gone, at) => {
  const index = Math.max(
    0,
    gone.findLastIndex((begun) => begun <= at),
  );
  const here = /** @type {Point} */ (points[index]);
  const next = points[index + 1];
  const begun = gone[index] ?? 0;
  const length = (gone[index + 1] ?? begun) - begun;
  if (!next || length <= 0) return here;
  const rest = (at - begun) / length;
  return { x: here.x + (next.x - here.x) * rest, y: here.y + (next.y - here.y) * rest };
};

/** @type {(part: number, whole: number) => number} */
const share = (part, whole) => (whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0);

/** @param {Point[]} points */
const pointsText = (points) => points.map(({ x, y }) => `${x},${y}`).join(" ");
