import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gridOf } from "../../web/core/grid.js";
import { planQuestion, stateQuestion } from "../../web/core/questions.js";
import {
  judgedAlike,
  readGame,
  tokenOf,
  withDoorTurned,
  withGrid,
  withTokenAt,
} from "../../web/demo/game.js";
import { moverOf } from "../../web/demo/movers.js";
import {
  gameFromHash,
  gameFromText,
  gameToHash,
  gameToText,
  keepPlan,
  keptPlan,
  laidAside,
  layAside,
} from "../../web/demo/persistence.js";
import { straightPath, straightRoute } from "../../web/demo/routes.js";

const TEXT = await readFile(new URL("../../web/demo/scenes/ambush.json", import.meta.url), "utf8");
const ambush = gameFromText(TEXT);

test("every scene reads, opens in combat with the first token selected, and asks before impossible moves", async () => {
  const units = { alley: "m", ambush: "ft", chase: "m", gorge: "ft", minefield: "u", rooftops: "m" };
  for (const [name, unit] of Object.entries(units)) {
    const file = new URL(`../../web/demo/scenes/${name}.json`, import.meta.url);
    const game = gameFromText(await readFile(file, "utf8"));
    assert.equal(game.scene.grid.units, unit, name);
    assert.equal(game.scene.tokens[0]?.id, game.selected, name);
    assert.equal(game.in_combat, true, name);
    assert.equal(game.enforcement, "confirm", name);
    assert.ok(
      game.scene.tokens.every(({ id }) => game.characters[id]),
      name,
    );
  }
});

/** @type {(change: {[field: string]: unknown}) => string} */
const withScene = (change) => {
  const file = JSON.parse(TEXT);
  return JSON.stringify({ ...file, scene: { ...file.scene, ...change } });
};

test("a map that the page could not draw is refused by its place", () => {
  const { grid } = JSON.parse(TEXT).scene;
  for (const [field, value] of [
    ["kind", null],
    ["kind", "round"],
    ["kind", {}],
    ["distance", "far"],
    ["units", 3],
    ["diagonals", []],
  ]) {
    const text = withScene({ grid: { ...grid, [String(field)]: value } });
    assert.throws(() => gameFromText(text), new RegExp(`scene\\.grid\\.${field}: must be `), String(value));
  }
});

test("a map that would take the page a while is refused by what is too much", () => {
  const storeys = Array.from({ length: 20_000 }, (_, at) => ({ id: `s${at}`, elevation: at }));
  assert.throws(() => gameFromText(withScene({ storeys })), /scene\.storeys: at most 50 are allowed/);
  for (const area of [
    { rect: [0, 0, 200, 200] },
    {
      polygon: [
        [0, 0],
        [200, 0],
        [200, 200],
        [0, 200],
      ],
    },
  ]) {
    const regions = Array.from({ length: 1_000 }, (_, at) => ({ id: `r${at}`, kind: "water", area }));
    assert.throws(
      () => gameFromText(withScene({ regions })),
      /scene\.regions: cover more than 1000000 cells/,
    );
    assert.equal(gameFromText(withScene({ regions: regions.slice(0, 20) })).scene.regions?.length, 20);
  }
});

test("each system's game is laid aside in a place of its own", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  layAside(storage, ambush);
  layAside(storage, { ...ambush, system: "sr5", title: "Roofs" });
  assert.equal(laidAside(storage, "contract")?.title, "The ambush");
  assert.equal(laidAside(storage, "sr5")?.title, "Roofs");
  assert.equal(laidAside(storage, "d6"), null);
});

test("each scene of a system is laid aside in a place of its own, the last one also as the system's", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
  };
  layAside(storage, { ...ambush, source: "ambush" });
  layAside(storage, { ...ambush, source: "cave", title: "Cave" });
  assert.equal(laidAside(storage, "contract")?.title, "Cave");
  assert.equal(laidAside(storage, "contract", "ambush")?.title, "The ambush");
  assert.equal(laidAside(storage, "contract", "ford"), null);
});

/** @param {(file: any) => void} spoil */
const spoilt = (spoil) => {
  const file = JSON.parse(TEXT);
  spoil(file);
  return () => readGame(file);
};

test("the ambush opens as promised: Jenny first, in combat, Action unspent, moves confirmed", () => {
  assert.equal(ambush.scene.tokens[0]?.id, "jenny");
  assert.deepEqual(ambush.characters.jenny, { dexterity: 4, brawn: 3, athletics: 2 });
  assert.equal(ambush.in_combat, true);
  assert.equal(ambush.enforcement, "confirm");
  assert.deepEqual(ambush.ledgers, {});
});

test("ten cells east of Jenny are free, and a guard stands diagonally next to the seventh", () => {
  const { col, row } = /** @type {import("../../web/core/protocol.js").Token} */ (ambush.scene.tokens[0]);
  const lane = Array.from({ length: 10 }, (_, step) => `${col + 1 + step},${row}`);
  const taken = new Set(ambush.scene.tokens.map((token) => `${token.col},${token.row}`));
  for (const { area } of ambush.scene.regions ?? []) {
    const cells = "rect" in area ? rectCells(area.rect) : "cells" in area ? area.cells : [];
    for (const [x, y] of cells) taken.add(`${x},${y}`);
  }
  assert.deepEqual(
    lane.filter((cell) => taken.has(cell)),
    [],
  );
  const isBesideSeventh = ambush.scene.tokens.some(
    (token) => Math.abs(token.col - (col + 7)) === 1 && Math.abs(token.row - row) === 1,
  );
  assert.ok(isBesideSeventh);
});

/** @param {[number, number, number, number]} rect @returns {[number, number][]} */
const rectCells = ([x, y, cols, rows]) =>
  Array.from({ length: cols * rows }, (_, at) => [x + (at % cols), y + Math.floor(at / cols)]);

test("a game survives a file and a link unchanged", async () => {
  const played = withTokenAt({ ...ambush, ledgers: { jenny: { v: 1 } } }, "jenny", { col: 9, row: 8 });
  assert.deepEqual(gameFromText(gameToText(played)), played);
  assert.deepEqual(await gameFromHash(await gameToHash(played)), played);
});

test("an address without a game has none, a damaged one is told", async () => {
  assert.equal(await gameFromHash(""), null);
  assert.equal(await gameFromHash("#section"), null);
  const hash = await gameToHash(ambush);
  await assert.rejects(gameFromHash(hash.slice(0, -20)), /it is damaged/);
  await assert.rejects(gameFromHash("#game=%%%"), /it is damaged/);
});

test("broken files are refused with place and remedy", () => {
  assert.throws(() => gameFromText("{"), /not JSON/);
  assert.throws(
    spoilt((file) => delete file.format),
    /format: must be/,
  );
  assert.throws(
    spoilt((file) => {
      file.scene.grid.cols = 1e9;
    }),
    /scene\.grid\.cols/,
  );
  assert.throws(
    spoilt((file) => {
      file.scene.tokens[1].id = "jenny";
    }),
    /same id/,
  );
  assert.throws(
    spoilt((file) => {
      file.scene.walls[0].a = [1, "x"];
    }),
    /scene\.walls\[0\]\.a/,
  );
  assert.throws(
    spoilt((file) => {
      file.scene.tokens = [];
    }),
    /scene\.tokens/,
  );
});

test("what is selected or enforced changes no judgement, an open door does", () => {
  assert.ok(judgedAlike(ambush, { ...ambush, selected: "guard-vane", enforcement: "block" }));
  assert.ok(!judgedAlike(ambush, withDoorTurned(ambush, "gatehouse-door")));
});

test("a guard sees Jenny as hostile and other guards as friends; the scene stays one object", () => {
  const asked = stateQuestion(moverOf(ambush, "guard-vane")).scene;
  assert.ok(asked && "tokens" in asked);
  const dispositions = Object.fromEntries((asked.tokens ?? []).map((token) => [token.id, token.disposition]));
  assert.equal(dispositions.jenny, "hostile");
  assert.equal(dispositions["guard-otto"], "friendly");
  assert.equal(stateQuestion(moverOf(ambush, "guard-otto")).scene, asked);
  assert.equal(stateQuestion(moverOf(ambush, "jenny")).scene, ambush.scene);
});

test("a question carries all there is to know", () => {
  const question = planQuestion(moverOf({ ...ambush, in_combat: false }, "jenny"), [
    { to: { col: 9, row: 8 } },
  ]);
  assert.deepEqual(question.clock, { in_combat: false });
  assert.deepEqual(question.movers[0].character, ambush.characters.jenny);
  assert.equal(question.movers[0].ledger, null);
});

test("a straight path steps from neighbour to neighbour", () => {
  const places = [
    { col: 4, row: 8 },
    { col: 14, row: 5 },
    { col: 14, row: 9 },
  ];
  const path = straightPath(places, gridOf(ambush.scene.grid));
  const steps = path.slice(1).map(({ col, row }, index) => {
    const before = path[index];
    return Math.max(Math.abs(col - (before?.col ?? 0)), Math.abs(row - (before?.row ?? 0)));
  });
  assert.ok(steps.every((step) => step === 1));
  assert.deepEqual(path.at(-1), { col: 14, row: 9 });
});

test("a way that is said goes straight on, rising evenly to its height", () => {
  const { path } = straightRoute(
    [
      { col: 0, row: 0, elevation: 0 },
      { col: 3, row: 0 },
    ],
    { mode: "fly", height: 2 },
    ambush.scene.grid,
  );
  assert.deepEqual(
    path.map(({ col, elevation, mode }) => [col, elevation, mode]),
    [
      [0, 0, null],
      [1, 0.67, "fly"],
      [2, 1.33, "fly"],
      [3, 2, "fly"],
    ],
  );
});

test("a token that is carried keeps its height unless one is told", () => {
  const up = withTokenAt(ambush, "jenny", { col: 1, row: 1, elevation: 10 });
  const token = tokenOf(withTokenAt(up, "jenny", { col: 2, row: 1 }), "jenny");
  assert.deepEqual([token?.col, token?.elevation], [2, 10]);
});

test("the last plan's question is kept for the game that it was asked in", () => {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
    removeItem: (/** @type {string} */ key) => void kept.delete(key),
  };
  const question = planQuestion(moverOf(ambush, "jenny"), [{ to: { col: 5, row: 8 }, via: [] }]);
  keepPlan(storage, question);
  assert.deepEqual(keptPlan(storage, ambush), question);
  assert.equal(keptPlan(storage, { ...ambush, system: "sr5" }), null);
  keepPlan(storage, null);
  assert.equal(keptPlan(storage, ambush), null);
  kept.set("footwork.demo.plan", "{");
  assert.equal(keptPlan(storage, ambush), null);
});

test("what the GM always answers is saved with the game", () => {
  const saved = gameFromText(gameToText({ ...ambush, answers: { drop: "none" } }));
  assert.deepEqual(saved.answers, { drop: "none" });
});

test("a map made into another kind keeps its tokens on cells, and diagonals for squares alone", () => {
  const hexes = withGrid(ambush, { kind: /** @type {any} */ ("hex_rows_odd"), diagonals: "illegal" });
  assert.deepEqual(hexes.scene.grid, { kind: "hex_rows_odd", cols: 26, rows: 16, distance: 5, units: "ft" });
  const between = withTokenAt(withGrid(ambush, { kind: /** @type {any} */ ("gridless") }), "jenny", {
    col: 4.4,
    row: 7.75,
  });
  const moved = { ...between, origins: { jenny: [{ commit: "one", at: { col: 1.5, row: 2.2 } }] } };
  const squares = withGrid(moved, { kind: "square" });
  assert.deepEqual([tokenOf(squares, "jenny")?.col, tokenOf(squares, "jenny")?.row], [4, 8]);
  assert.deepEqual(squares.origins.jenny?.[0]?.at, { col: 2, row: 2 });
  assert.equal(withGrid(ambush, { diagonals: "illegal" }).scene.grid.diagonals, "illegal");
});
