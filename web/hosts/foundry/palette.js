/**
 * Colours of what a move costs, and patterns that say the same without colour.
 *
 * @typedef {import("../../core/protocol.js").Layer["kind"]} Kind
 * @typedef {"standard" | "colourBlind" | "blueYellow" | "contrast"} PaletteName
 * @typedef {"none" | "lines" | "grid" | "crosses"} Pattern
 */

import { host } from "./host.js";

/** The second is after Okabe and Ito: told apart by people who see red and green alike; the third by those who see blue and yellow so. @type {Record<PaletteName, Record<Kind, number>>} */
export const PALETTES = {
  standard: { free: 0x2e9e4f, penalised: 0xe0a800, roll: 0x3a6fd8, impossible: 0xc62f2f },
  colourBlind: { free: 0x009e73, penalised: 0xf0e442, roll: 0x0072b2, impossible: 0xd55e00 },
  blueYellow: { free: 0x5ec8c8, penalised: 0xe58a8a, roll: 0x14566b, impossible: 0x8b0f1f },
  contrast: { free: 0xffffff, penalised: 0xffd400, roll: 0x00b7ff, impossible: 0xff0033 },
};

/** @type {Record<Kind, Pattern>} */
export const PATTERNS = { free: "none", penalised: "lines", roll: "grid", impossible: "crosses" };

/** The strokes of a pattern in a square of side 1, as ends of lines. @type {Record<Pattern, [number, number, number, number][]>} */
export const STROKES = {
  none: [],
  lines: [
    [0, 0.5, 0.5, 0],
    [0.5, 1, 1, 0.5],
  ],
  grid: [
    [0, 0.5, 1, 0.5],
    [0.5, 0, 0.5, 1],
  ],
  crosses: [
    [0, 0, 1, 1],
    [0, 1, 1, 0],
  ],
};

const TILE = 64;
/** @type {Map<Pattern, object>} */
const textures = new Map();

/** A pattern as a texture to be tinted; null for none. @param {Kind} kind */
export const textureOf = (kind) => {
  const pattern = PATTERNS[kind];
  if (pattern === "none") return null;
  const known = textures.get(pattern);
  if (known) return known;
  const tile = document.createElement("canvas");
  tile.width = TILE;
  tile.height = TILE;
  tile.dataset.name = pattern;
  const brush = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  brush.fillStyle = "#ffffff99";
  brush.fillRect(0, 0, TILE, TILE);
  brush.strokeStyle = "#ffffff";
  brush.lineWidth = TILE / 10;
  for (const [x0, y0, x1, y1] of STROKES[pattern]) {
    brush.moveTo(x0 * TILE, y0 * TILE);
    brush.lineTo(x1 * TILE, y1 * TILE);
  }
  brush.stroke();
  const texture = host.PIXI.Texture.from(tile);
  textures.set(pattern, texture);
  return texture;
};
