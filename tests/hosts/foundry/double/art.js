/** What makes the board look like a table: a floor of tiles, walls, and tokens with a face. All of it is drawn here. */

import { element } from "./drawing.js";

const SKIN = ["#c98f6b", "#e3b98f", "#8a5a3c", "#f0cfae"];
const HAIR = ["#2b2027", "#6d3f1f", "#a63b2a", "#3a3d52"];
const CLOTH = ["#2f6f73", "#7a2f4d", "#4d5a2a", "#374a86"];
/** By whose side a token is on. */
const RINGS = { "-1": "#c8402f", 0: "#c9a227", 1: "#3f9d5a" };

/** A number for a name, so that a token always has the same face. @type {(name: string) => number} */
const seedOf = (name) => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

/** @type {(list: string[], seed: number) => string} */
const pick = (list, seed) => /** @type {string} */ (list[seed % list.length]);

/** Tiles with joints, a little different from each other, and a line for each wall. */
export const drawFloor = (svg, scene) => {
  const { size } = scene.grid;
  const defs = element("defs", {}, svg);
  const tiles = element(
    "pattern",
    { id: "tiles", width: size * 2, height: size * 2, patternUnits: "userSpaceOnUse" },
    defs,
  );
  for (const [x, y, shade] of [
    [0, 0, 0],
    [1, 0, 0.05],
    [0, 1, 0.07],
    [1, 1, 0.02],
  ]) {
    const tile = { x: x * size, y: y * size, width: size, height: size };
    element("rect", { ...tile, class: "tile" }, tiles);
    element("rect", { ...tile, fill: "#000", "fill-opacity": shade }, tiles);
    element("path", { d: `M${tile.x} ${tile.y + size}v${-size}h${size}`, class: "joint" }, tiles);
  }
  element("rect", { width: "100%", height: "100%", fill: "url(#tiles)" }, svg);
};

export const drawWalls = (svg, scene) => {
  const walls = element("g", { id: "walls" }, svg);
  for (const { c, door } of scene.walls) {
    const [x1, y1, x2, y2] = c;
    element("line", { x1, y1, x2, y2, class: door ? "door" : "wall" }, walls);
  }
};

/** A head and shoulders in a ring. @type {(mark: Element, token: {name: string, disposition?: number}, size: {width: number, height: number}) => void} */
export const drawFace = (mark, { name, disposition = 0 }, { width, height }) => {
  const seed = seedOf(name);
  const [x, y, r] = [width / 2, height / 2, Math.min(width, height) / 2 - 2];
  // The whole cell is there to be taken hold of.
  element("rect", { width, height, fill: "#0000" }, mark);
  element(
    "circle",
    { cx: x, cy: y, r, fill: "#26323a", stroke: RINGS[disposition], "stroke-width": 3 },
    mark,
  );
  const shoulders = `M${x - r * 0.72} ${y + r * 0.62}q${r * 0.72} ${-r * 0.95} ${r * 1.44} 0a${r} ${r} 0 0 1 ${-r * 1.44} 0z`;
  element("path", { d: shoulders, fill: pick(CLOTH, seed) }, mark);
  element("circle", { cx: x, cy: y - r * 0.18, r: r * 0.36, fill: pick(SKIN, seed) }, mark);
  const fringe = `M${x - r * 0.4} ${y - r * 0.12}a${r * 0.4} ${r * 0.44} 0 0 1 ${r * 0.8} 0q${-r * 0.3} ${-r * 0.26} ${-r * 0.8} 0z`;
  element("path", { d: fringe, fill: pick(HAIR, seed >> 1) }, mark);
};

/** A face, and the name below. @type {typeof drawFace} */
export const drawToken = (mark, token, size) => {
  drawFace(mark, token, size);
  // From the left, so that a long name reaches over the cell to the right alone.
  const label = { x: 3, y: size.height - 3, class: "nameplate" };
  element("text", label, mark).textContent = token.name;
};
