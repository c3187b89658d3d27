/**
 * What prices look like on every host's map, as in the demo (`theme.css`): apart in hue and lightness, and in pattern.
 *
 * @import { Layer } from "./protocol.js"
 * @typedef {Layer["kind"]} Kind
 * @typedef {"dots" | "lines" | "waves" | "crosses"} Pattern
 */

/** Told apart by people who see red and green alike, on light maps and dark ones. @type {Record<Kind, string>} */
export const COLOURS = {
  free: "#1f86e0",
  penalised: "#e69f00",
  roll: "#a445b8",
  impossible: "#6b737c",
};

/** The same, dark enough to be written on in white. @type {Record<Kind, string>} */
export const DARK = {
  free: "#0a5ba3",
  penalised: "#8f5600",
  roll: "#7c2a8f",
  impossible: "#4d535c",
};

/** @type {Record<Kind, Pattern>} */
export const PATTERNS = { free: "dots", penalised: "lines", roll: "waves", impossible: "crosses" };

/** The dashes of edges, which tell the same: as long as a line and as a gap; none: a whole line. @type {Record<Kind, number[]>} */
export const DASHES = { free: [], penalised: [18, 8], roll: [4, 8], impossible: [2, 14] };
/** How high a swatch of a legend is, in these lengths. */
const SWATCH = 60;
export const SWATCH_DASHES = /** @type {Record<Kind, number[]>} */ (
  Object.fromEntries(Object.entries(DASHES).map(([kind, dash]) => [kind, dash.map((part) => part / SWATCH)]))
);

/** The strokes of a pattern in a square of side 1, as ends of lines. @type {Record<Pattern, [number, number, number, number][]>} */
export const STROKES = {
  dots: [[0.43, 0.5, 0.57, 0.5]],
  lines: [
    [0, 0.5, 0.5, 0],
    [0.5, 1, 1, 0.5],
  ],
  waves: [
    [0, 0.65, 0.25, 0.35],
    [0.25, 0.35, 0.5, 0.65],
    [0.5, 0.65, 0.75, 0.35],
    [0.75, 0.35, 1, 0.65],
  ],
  crosses: [
    [0, 0, 1, 1],
    [0, 1, 1, 0],
  ],
};
