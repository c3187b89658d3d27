/**
 * Colours of what a move costs, and patterns that say the same without colour.
 *
 * @import { Kind, Pattern } from "../../core/price-colours.js"
 * @typedef {"standard" | "colourBlind" | "blueYellow" | "contrast"} PaletteName
 */

import { COLOURS, PATTERNS, STROKES } from "../../core/price-colours.js";
import { host } from "./host.js";

/** @param {Record<Kind, string>} colours */
const fromCss = (colours) =>
  /** @type {Record<Kind, number>} */ (
    Object.fromEntries(
      Object.entries(colours).map(([kind, text]) => [kind, Number.parseInt(text.slice(1), 16)]),
    )
  );

/** The second is after Okabe and Ito: told apart by people who see red and green alike; the third by those who see blue and yellow so. @type {Record<PaletteName, Record<Kind, number>>} */
export const PALETTES = {
  standard: fromCss(COLOURS),
  colourBlind: { free: 0x0072b2, penalised: 0xe69f00, roll: 0xcc79a7, impossible: 0x7f868e },
  blueYellow: { free: 0x5ec8c8, penalised: 0xe58a8a, roll: 0x14566b, impossible: 0x8b0f1f },
  contrast: { free: 0x00b7ff, penalised: 0xffd400, roll: 0xff66ff, impossible: 0xffffff },
};

/** @type {(colours: Record<Kind, number>) => Record<Kind, string>} */
export const cssOf = (colours) =>
  /** @type {Record<Kind, string>} */ (
    Object.fromEntries(
      Object.entries(colours).map(([kind, colour]) => [kind, `#${colour.toString(16).padStart(6, "0")}`]),
    )
  );

const TILE = 64;
/** @type {Map<Pattern, object>} */
const textures = new Map();

/** A pattern as a texture to be tinted. @param {Kind} kind */
export const textureOf = (kind) => {
  const pattern = PATTERNS[kind];
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
