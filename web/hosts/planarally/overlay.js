/**
 * What is drawn over the host's canvas: where a held token can go, the way it would take, and what that comes to.
 *
 * The canvas lets every event through. What it says is also read out, politely, for those who cannot see it.
 *
 * @typedef {import("./map.js").Layout} Layout
 * @typedef {import("./surface.js").Point} Point
 * @typedef {import("../../core/protocol.js").Layer["kind"]} Kind
 *
 * @typedef {object} Shown
 * @property {Layout} layout
 * @property {Point} size  of the token, in cells
 * @property {import("../../core/destination-map.js").DestinationMap | null} map
 * @property {import("../../core/protocol.js").Plan | undefined} plan
 * @property {Point} start
 * @property {Point} at
 * @property {string[]} label
 */

import { centerOf, cornersOf } from "./map.js";
import { areaPath } from "./outlines.js";

/** After Okabe and Ito, and hatched: told apart by all eyes. @type {Record<Kind, {colour: string, hatch: [number, number, number, number][]}>} */
const LOOKS = {
  free: { colour: "#009e73", hatch: [] },
  penalised: { colour: "#e0b000", hatch: [[0, 8, 8, 0]] },
  roll: {
    colour: "#0072b2",
    hatch: [
      [0, 4, 8, 4],
      [4, 0, 4, 8],
    ],
  },
  impossible: {
    colour: "#d55e00",
    hatch: [
      [0, 0, 8, 8],
      [0, 8, 8, 0],
    ],
  },
};
const TILE = 8;
const FILL = 0.3;

/**
 * @param {HTMLElement} board
 * @param {(point: Point) => Point} onScreen
 */
export const createOverlay = (board, onScreen) => {
  const canvas = document.createElement("canvas");
  canvas.className = "footwork-overlay";
  canvas.setAttribute("aria-hidden", "true");
  board.append(canvas);
  const said = document.createElement("div");
  said.className = "footwork-said";
  said.setAttribute("role", "status");
  document.body.append(said);
  const brush = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

  /** @type {(points: readonly Point[]) => Path2D} */
  const line = (points) => {
    const path = new Path2D();
    points.map(onScreen).forEach(({ x, y }, index) => {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
    return path;
  };

  /** @type {(shown: Shown) => void} */
  const destinations = ({ layout, map }) => {
    if (!map) return;
    map.layers.forEach(({ kind }, index) => {
      const path = new Path2D();
      for (const cell of map.cells(index)) {
        path.addPath(line(cornersOf(layout, cell)));
        path.closePath();
      }
      for (const outline of map.areas(index)) path.addPath(areaPath(outline, layout, onScreen));
      fill(path, kind);
    });
  };

  /** @type {(path: Path2D, kind: Kind) => void} */
  const fill = (path, kind) => {
    const { colour, hatch } = LOOKS[kind];
    brush.globalAlpha = FILL;
    brush.fillStyle = colour;
    brush.fill(path, "evenodd");
    if (hatch.length === 0) return;
    brush.globalAlpha = FILL * 2;
    brush.fillStyle = hatched(kind);
    brush.fill(path, "evenodd");
  };

  /** @type {Map<Kind, CanvasPattern>} */
  const patterns = new Map();
  /** @type {(kind: Kind) => CanvasPattern} */
  const hatched = (kind) => {
    const known = patterns.get(kind);
    if (known) return known;
    const tile = document.createElement("canvas");
    tile.width = TILE;
    tile.height = TILE;
    const pen = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
    pen.strokeStyle = LOOKS[kind].colour;
    pen.beginPath();
    for (const [x0, y0, x1, y1] of LOOKS[kind].hatch) {
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
    }
    pen.stroke();
    const pattern = /** @type {CanvasPattern} */ (brush.createPattern(tile, "repeat"));
    patterns.set(kind, pattern);
    return pattern;
  };

  /** @type {(shown: Shown) => void} */
  const ruler = ({ layout, size, plan, start, at, label }) => {
    const kind = plan?.verdict ?? "free";
    const way = plan?.path?.map((cell) => centerOf(layout, cell, size)) ?? [start, at];
    brush.globalAlpha = 1;
    brush.lineJoin = "round";
    const path = line(way);
    for (const [width, colour] of /** @type {[number, string][]} */ ([
      [7, "#ffffffcc"],
      [4, plan ? LOOKS[kind].colour : "#555555"],
    ])) {
      brush.lineWidth = width;
      brush.strokeStyle = colour;
      brush.setLineDash(kind === "impossible" ? [6, 6] : []);
      brush.stroke(path);
    }
    write(onScreen(at), label, LOOKS[kind].colour);
  };

  /** @type {(at: Point, lines: string[], colour: string) => void} */
  const write = ({ x, y }, lines, colour) => {
    brush.font = "15px system-ui, sans-serif";
    brush.setLineDash([]);
    const width = Math.max(...lines.map((text) => brush.measureText(text).width)) + 20;
    const height = lines.length * 20 + 10;
    const left = Math.max(4, Math.min(x + 28, canvas.width - width - 4));
    const top = Math.max(4, Math.min(y - height - 16, canvas.height - height - 4));
    brush.fillStyle = "#1b1b1bee";
    brush.fillRect(left, top, width, height);
    brush.fillStyle = colour;
    brush.fillRect(left, top, 5, height);
    brush.fillStyle = "#ffffff";
    lines.forEach((text, index) => {
      brush.fillText(text, left + 13, top + 21 + index * 20);
    });
  };

  return {
    /** @param {readonly Shown[]} all */
    show: (all) => {
      canvas.width = board.clientWidth;
      canvas.height = board.clientHeight;
      for (const shown of all) destinations(shown);
      for (const shown of all) ruler(shown);
      const text = all.map(({ label }) => label.join(", ")).join("; ");
      if (said.textContent !== text) said.textContent = text;
    },
    clear: () => {
      canvas.width = 0;
      said.textContent = "";
    },
  };
};
