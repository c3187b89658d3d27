/** A price has the same colour and pattern in the demo, which has shades of its own for light and dark, as on every host's map. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { COLOURS, PATTERNS } from "../../web/core/price-colours.js";

const MAP = await readFile(new URL("../../web/demo/board/map.js", import.meta.url), "utf8");
const THEME = await readFile(new URL("../../web/demo/theme.css", import.meta.url), "utf8");
/** How far apart two shades of one colour are at most, in degrees of the colour circle. */
const NEAR = 25;
/** How colourful a grey is at most. */
const GREY = 0.15;

/** @param {string} hex */
const colourOf = (hex) => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = [red ?? 0, green ?? 0, blue ?? 0];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const range = most - least;
  const sixths = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return { hue: (sixths * 60 + 360) % 360, saturation: range / (1 - Math.abs(most + least - 1)) };
};

for (const [kind, hex] of Object.entries(COLOURS))
  test(`what is ${kind} has one colour everywhere`, () => {
    const shades = [
      ...THEME.matchAll(new RegExp(`--${kind}(?:-\\d)?: light-dark\\((#\\w{6}), (#\\w{6})\\)`, "g")),
    ];
    assert.equal(shades.length, kind === "penalised" ? 3 : 1);
    const wanted = colourOf(hex);
    for (const shade of shades.flatMap(([, light = "", dark = ""]) => [light, dark])) {
      const { hue, saturation } = colourOf(shade);
      if (wanted.saturation < GREY) assert.ok(saturation < GREY, shade);
      else assert.ok(Math.abs(hue - wanted.hue) < NEAR, shade);
    }
  });

test("each price has a pattern of its own, in the demo as on every host's map", () => {
  assert.equal(new Set(Object.values(PATTERNS)).size, Object.keys(PATTERNS).length);
  for (const kind of Object.keys(PATTERNS)) assert.match(MAP, new RegExp(`<pattern id="band-${kind}(-1)?" `));
});
