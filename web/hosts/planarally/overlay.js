/**
 * What is drawn over the host's canvas: where a held token can go, the way it would take, and what that comes to.
 *
 * The canvas and the legend let every event through. What they say is also read out, politely, for those who cannot see it.
 *
 * @import { Kind } from "../../core/price-colours.js"
 * @import { Plan } from "../../core/protocol.js"
 * @import { Layout } from "./scene.js"
 * @import { Point } from "./surface.js"
 *
 * @typedef {object} Shown
 * @property {Layout | null} layout  null: nothing is drawn cell by cell
 * @property {import("../../core/destination-map.js").DestinationMap | null} map
 * @property {Way | null} way  null: the token is not dragged
 *
 * @typedef {object} Way
 * @property {Point} size  of the token, in cells
 * @property {Plan | undefined} plan
 * @property {Point} start
 * @property {Point} at
 * @property {string[]} label
 *
 * @typedef {object} Overlay
 * @property {HTMLElement} board
 * @property {(point: Point) => Point} onScreen
 * @property {CanvasRenderingContext2D} brush  draws where tokens can go, once for each sight of it
 * @property {CanvasRenderingContext2D} pen  draws their ways, anew all the time
 * @property {readonly unknown[]} drawn  what the brush has drawn
 * @property {ReturnType<typeof createLegendView>} legend
 * @property {ReturnType<typeof createStatusRegion>} say
 */

import { legendOf } from "../../core/legend.js";
import { createLegendView } from "../../core/legend-view.js";
import { outlineOf } from "../../core/outline.js";
import { COLOURS, DASHES, SWATCH_DASHES } from "../../core/price-colours.js";
import { createStatusRegion } from "../../core/status-region.js";
import { word } from "../../core/words.js";
import { areaPath } from "./outlines.js";
import { centerOf, cornersOf } from "./scene.js";

const TINT = 0.1;
/** How wide the line at the edge of a price is, and how it is broken, in pixels of the page. */
const EDGE = 3;
/** How many pixels dashes have for each of their lengths. */
const DASH = 2 / 3;
const START_RADIUS = 6;
const FONT = '"Open Sans", system-ui, sans-serif';
/** Lengths in pixels of the page. */
const LABEL = {
  ...{ left: 15, right: 12, padding: 7, line: 20, accent: 5, corner: 6 },
  ...{ margin: 4, aside: 28, above: 16, most: 380 },
  background: "#1b1b1bf0",
  first: { font: `600 15px ${FONT}`, ink: "#ffffff" },
  other: { font: `14px ${FONT}`, ink: "#e4e2dc" },
};

/** @param {HTMLElement} board @param {Overlay["onScreen"]} onScreen */
export const createOverlay = (board, onScreen) => {
  /** @type {Overlay} */
  const overlay = {
    ...{ board, onScreen, drawn: [] },
    brush: canvasOn(board, "footwork-overlay"),
    pen: canvasOn(board, "footwork-ways"),
    legend: createLegendView(board),
    say: createStatusRegion(),
  };
  return { show: show.bind(null, overlay), clear: () => clear(overlay) };
};

/** @type {(board: HTMLElement, name: string) => CanvasRenderingContext2D} */
const canvasOn = (board, name) => {
  const canvas = document.createElement("canvas");
  canvas.className = name;
  canvas.setAttribute("aria-hidden", "true");
  board.append(canvas);
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
};

/** @type {(overlay: Overlay, all: readonly Shown[], text: string, headline?: string) => void} */
const show = (overlay, all, text, headline = "") => {
  const { board, onScreen, brush, pen, drawn, legend, say } = overlay;
  const corners = [onScreen({ x: 0, y: 0 }), onScreen({ x: 1, y: 1 })].flatMap(({ x, y }) => [x, y]);
  const size = [board.clientWidth, board.clientHeight, devicePixelRatio];
  const maps = all.flatMap(({ layout, map }) => (map ? [layout, map] : []));
  const now = [...corners, ...size, ...maps];
  if (now.length !== drawn.length || now.some((part, at) => part !== drawn[at])) {
    clean(board, brush);
    for (const shown of all) destinations(overlay, shown);
    overlay.drawn = now;
  }
  clean(board, pen);
  for (const { layout, way } of all) if (way) ruler(overlay, layout, way);
  say(text);
  const layers = all.flatMap(({ map }) => map?.layers ?? []);
  if (layers.length > 0)
    legend.show({
      ...{ title: word("legend"), entries: legendOf(layers), headline },
      ...{ hatched: false, dashes: SWATCH_DASHES },
    });
  else legend.hide();
};

/** @param {Overlay} overlay */
const clear = (overlay) => {
  const { brush, pen, legend, say } = overlay;
  overlay.drawn = [];
  brush.canvas.width = 0;
  pen.canvas.width = 0;
  legend.hide();
  say("");
};

/** An empty canvas, as large as the board. @type {(board: HTMLElement, context: CanvasRenderingContext2D) => void} */
const clean = (board, { canvas }) => {
  const sharpness = devicePixelRatio;
  canvas.width = board.clientWidth * sharpness;
  canvas.height = board.clientHeight * sharpness;
  canvas.getContext("2d")?.scale(sharpness, sharpness);
};

/** @type {(overlay: Overlay, shown: Shown) => void} */
const destinations = (overlay, { layout, map }) => {
  if (!map || !layout) return;
  const { onScreen } = overlay;
  map.layers.forEach(({ kind }, index) => {
    const cells = Array.from(map.cells(index), (cell) => cornersOf(layout, cell).map(cornerOf));
    const path = new Path2D();
    for (const corners of outlineOf(cells)) {
      path.addPath(line(corners.map(([x, y]) => onScreen({ x, y }))));
      path.closePath();
    }
    for (const outline of map.areas(index)) path.addPath(areaPath(outline, layout, onScreen));
    fill(overlay, path, kind);
  });
};

/** @type {(point: Point) => import("../../core/outline.js").Corner} */
const cornerOf = ({ x, y }) => [x, y];

/** A tint, and inside its edge a line that tells the price without colour. @type {(overlay: Overlay, path: Path2D, kind: Kind) => void} */
const fill = ({ brush }, path, kind) => {
  brush.save();
  brush.clip(path, "evenodd");
  brush.fillStyle = brush.strokeStyle = COLOURS[kind];
  brush.globalAlpha = TINT;
  brush.fill(path, "evenodd");
  brush.globalAlpha = 1;
  brush.lineWidth = 2 * EDGE;
  brush.setLineDash(DASHES[kind].map((part) => part * DASH));
  brush.stroke(path);
  brush.restore();
};

/** @type {(overlay: Overlay, layout: Layout | null, way: Way) => void} */
const ruler = (overlay, layout, { size, plan, start, at, label }) => {
  const { pen, onScreen } = overlay;
  const kind = plan?.verdict ?? "free";
  const cells = layout ? plan?.path?.map((cell) => centerOf(layout, cell, size)) : null;
  const way = cells ?? [start, at];
  pen.globalAlpha = 1;
  pen.lineJoin = "round";
  const path = line(way.map(onScreen));
  for (const [width, colour] of /** @type {[number, string][]} */ ([
    [7, "#ffffffcc"],
    [4, plan ? COLOURS[kind] : "#555555"],
  ])) {
    pen.lineWidth = width;
    pen.strokeStyle = colour;
    pen.setLineDash(kind === "impossible" ? [6, 6] : []);
    pen.stroke(path);
  }
  pen.setLineDash([]);
  pen.beginPath();
  const { x, y } = onScreen(start);
  pen.arc(x, y, START_RADIUS, 0, 2 * Math.PI);
  pen.lineWidth = 2;
  pen.fillStyle = pen.strokeStyle;
  pen.strokeStyle = "#ffffff";
  pen.fill();
  pen.stroke();
  write(overlay, onScreen(at), label, COLOURS[kind]);
};

/** A line through points of the screen. @param {readonly Point[]} points */
const line = (points) => {
  const path = new Path2D();
  // The first of them begins it.
  for (const { x, y } of points) path.lineTo(x, y);
  return path;
};

/** @type {(overlay: Overlay, at: Point, lines: string[], colour: string) => void} */
const write = ({ pen, board }, { x, y }, lines, colour) => {
  pen.setLineDash([]);
  const most = Math.min(LABEL.most, board.clientWidth) - LABEL.left - LABEL.right - 2 * LABEL.margin;
  const fitted = lines.map((text, index) => fit(pen, text, index, most));
  const width = Math.max(...fitted.map(({ width }) => width)) + LABEL.left + LABEL.right;
  const height = fitted.length * LABEL.line + 2 * LABEL.padding;
  const left = within(x + LABEL.aside, width, board.clientWidth);
  const top = within(y - height - LABEL.above, height, board.clientHeight);
  pen.save();
  pen.beginPath();
  pen.roundRect(left, top, width, height, LABEL.corner);
  pen.clip();
  pen.fillStyle = LABEL.background;
  pen.fillRect(left, top, width, height);
  pen.fillStyle = colour;
  pen.fillRect(left, top, LABEL.accent, height);
  pen.textBaseline = "middle";
  fitted.forEach(({ text, font, ink }, index) => {
    pen.font = font;
    pen.fillStyle = ink;
    pen.fillText(text, left + LABEL.left, top + LABEL.padding + (index + 0.5) * LABEL.line);
  });
  pen.restore();
};

/** Where the label begins, so that it stays in the room there is. @type {(at: number, length: number, room: number) => number} */
const within = (at, length, room) => Math.max(LABEL.margin, Math.min(at, room - length - LABEL.margin));

/** A line of the label, cut where it is too long. @type {(pen: CanvasRenderingContext2D, text: string, index: number, most: number) => {text: string, width: number, font: string, ink: string}} */
const fit = (pen, text, index, most) => {
  const { font, ink } = index === 0 ? LABEL.first : LABEL.other;
  pen.font = font;
  let shown = text;
  while (shown.length > 1 && pen.measureText(shown).width > most) shown = `${shown.slice(0, -2)}\u2026`;
  return { text: shown, width: pen.measureText(shown).width, font, ink };
};
