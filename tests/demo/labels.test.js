import assert from "node:assert/strict";
import { test } from "node:test";
import { word } from "../../web/core/words.js";
import { dragLabel } from "../../web/demo/board/labels.js";

const GRID = { kind: "square", cols: 20, rows: 10, distance: 5, units: "ft" };
const TOKEN = { id: "jenny", name: "Jenny", col: 2, row: 2 };
const GAME = { scene: { grid: GRID, tokens: [TOKEN] }, selected: "jenny", system: "contract" };
const THERE = {
  layer: { kind: "free", label: { key: "free", params: {}, text: "Free" } },
  used: 35,
  left: 5,
};
const AS_THE_MAP_SAYS = { mode: null, height: null };

/** What the label says of a token in the hand that no plan is known of. @type {(settings?: {found?: object | null, game?: object, how?: object, via?: object[], pushing?: string}) => any} */
const labelOf = ({ found = THERE, game = GAME, how = AS_THE_MAP_SAYS, via = [], pushing = "" } = {}) => {
  const held = { token: "jenny", from: { col: 2, row: 2 }, to: { col: 9, row: 2 }, via, answer: null };
  const map = { at: () => found, around: () => found, truncated: false, layers: [] };
  const reach = { token: "jenny", game: GAME, map };
  return dragLabel(
    /** @type {any} */ ({ game, how, held, reach, pushing, systems: [] }),
    /** @type {any} */ (held),
  );
};

test("of a push nothing is said but that it is at no cost, also where nobody could go", () => {
  for (const found of [THERE, null])
    assert.deepEqual(labelOf({ found, pushing: "jenny" }), { text: word("gm.pushed"), kind: "free" });
});

const UNKNOWN = { text: "…", kind: "unknown" };

test("until the plan is in, the map of destinations tells of the end", () => {
  const { text, kind } = labelOf();
  assert.match(text, /35/);
  assert.equal(kind, "free");
});

test("until the plan is in, nothing is said of a place that the map leaves out: a way may end there in a fall", () => {
  assert.deepEqual(labelOf({ found: null }), UNKNOWN);
});

test("a map of destinations as things were before says nothing", () => {
  assert.deepEqual(labelOf({ game: { ...GAME, characters: {} } }), UNKNOWN);
});

test("nor does it of a way through other places, or of one that is gone or ends as was told", () => {
  for (const other of [
    { via: [{ col: 4, row: 4 }] },
    { how: { mode: "jump", height: null } },
    { how: { mode: null, height: 1 } },
  ])
    assert.deepEqual(labelOf(other), UNKNOWN);
});
