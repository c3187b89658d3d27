import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestIn } from "../../web/core/verdicts.js";
import { word } from "../../web/core/words.js";
import { stateAtStart } from "../../web/demo/app-state.js";
import { readGame } from "../../web/demo/game.js";
import { createStore } from "../../web/demo/store.js";
import { createTable } from "../../web/demo/table.js";

/** @import { Game } from "../../web/demo/game.js" */

const WAY = [0, 1, 2].map((col) => ({ col, row: 0, elevation: 0, mode: null }));
const CHECK = { id: "sprint" };
const SO = { key: "", params: {}, text: "so" };
const PLAN = {
  verdict: "roll",
  path: WAY,
  reason: SO,
  checks: [{ ...CHECK, at: 5 }],
  bands: [],
  last_legal: { cell: null },
};
const IMPOSSIBLE = { ...PLAN, verdict: "impossible", checks: [] };

/** @type {(ledger: object, more?: object) => object} */
const applied = (ledger, more = {}) => ({
  ...{ ledger, refused: null, stopped: null, rolls: [], moves: [] },
  state: { pending: null, commits: [], rulings: [] },
  ...more,
});
const WAITING = applied(
  { n: 1 },
  { state: { pending: { check: CHECK, commit: "c1" }, commits: [], rulings: [] } },
);
const ROLLED = applied({ n: 2 }, { moves: [{ token: "t", way: WAY, to: WAY[2] }], rolls: [{ effect: SO }] });

const GAME = readGame({
  ...{ format: "footwork-game", version: 1, title: "T", system: "contract", in_combat: true },
  scene: { grid: { cols: 5, rows: 2, distance: 5, units: "ft" }, tokens: [{ id: "t", col: 0, row: 0 }] },
  ...{ characters: { t: {} }, selected: "t", enforcement: "confirm" },
});

/** A page whose rules answer as `reply` says. @type {(game: Game, reply: (question: any) => any, tumble?: () => Promise<void>) => any} */
const pageOf = (game, reply, tumble = async () => {}) => {
  const store = createStore(stateAtStart(game));
  /** @type {any[]} */
  const asked = [];
  const request = async (/** @type {any} */ question) => {
    asked.push(question);
    return reply(question);
  };
  let last = 0;
  const newId = () => {
    last += 1;
    return `c${last}`;
  };
  const ports = { walk: async () => {}, tumble, newId, speak: () => {} };
  const client = /** @type {any} */ ({ request });
  return { store, table: createTable({ store, client, ...ports }), asked };
};

/** A page whose rules answer in order. @type {(game: Game, values: any[], tumble?: () => Promise<void>) => any} */
const page = (game, values, tumble) => {
  const left = [...values];
  const none = { ok: false, problem: { code: "superseded", message: "" } };
  const reply = () => {
    const value = left.shift();
    return value !== null ? { ok: true, value } : none;
  };
  return pageOf(game, reply, tumble);
};

/** Let a token go, and wait for what comes of it. @type {(page: any) => Promise<void>} */
const drop = ({ store, table }) =>
  new Promise((resolve) => {
    store.subscribe((/** @type {any} */ now) => {
      if (now.waiting.length === 0 && !now.busy) resolve();
    });
    table.drop({ token: "t", from: WAY[0], to: WAY[2], via: [], by: "pointer", answer: null });
  });

/** @type {(game: Game) => number | undefined} */
const column = (game) => game.scene.tokens[0]?.col;

test("a roll waits in the ledger, and is made on another page that reads it", async () => {
  const first = page(GAME, [{ plans: [PLAN] }, WAITING]);
  await drop(first);
  const { game, check } = first.store.get();
  assert.deepEqual([column(game), check], [0, { token: "t", rolls: [] }]);

  const kept = JSON.parse(JSON.stringify({ format: "footwork-game", version: 1, ...game }));
  const second = page(readGame(kept), [ROLLED]);
  await second.table.roll("t", { check: "sprint", seed: 3 });
  assert.deepEqual(second.asked[0].mover.ledger, { n: 1 });
  assert.deepEqual(second.asked[0].commit.events, [{ kind: "rolled", check: "sprint", seed: 3 }]);
  const { game: after } = second.store.get();
  assert.deepEqual([column(after), after.ledgers.t], [2, { n: 2 }]);
});

test("the dice are seen before the token goes, and then what it came to", async () => {
  const seen = /** @type {any[]} */ ([]);
  const short = { token: "t", way: WAY.slice(0, 2), to: WAY[1], distance: 5, forced: false };
  const values = [
    { plans: [{ ...PLAN, length: 10 }] },
    WAITING,
    applied({ n: 2 }, { moves: [short], rolls: [{ effect: { ...SO, text: "Carries 5 ft" } }] }),
  ];
  const one = page(GAME, values, async () => {
    const { game, check } = one.store.get();
    seen.push([column(game), check.rolls.length]);
  });
  await drop(one);
  await one.table.roll("t", { check: "sprint", seed: 3 });
  assert.deepEqual(seen, [[0, 1]]);
  const { game, shown } = one.store.get();
  assert.deepEqual([column(game), shown.gone.far, shown.gone.reason], [1, 5, "Carries 5 ft"]);
  assert.equal(shown.gone.before, undefined, "where the token stood before the move");
});

test("dice that were taken back come back and all are told, unless that is switched off", async () => {
  const sprint = /** @type {any} */ ({ ...CHECK, pool: 4, label: { ...SO, text: "Sprint" } });
  const told = [word("rollUndone", { name: "t" }), word("diceStay", { name: "t", check: "Sprint" })];
  for (const [keepsDice, seeds] of /** @type {const} */ ([
    [true, [3, 3, 5]],
    [false, [3, 4, 5]],
  ])) {
    const back = applied({ n: 1 });
    const { store, table, asked } = page({ ...GAME, keepsDice }, [ROLLED, back, ROLLED, back, ROLLED]);
    /** @type {Set<string>} */
    const texts = new Set();
    store.subscribe((/** @type {any} */ { notices }) => {
      for (const { text } of notices) texts.add(text);
    });
    await table.roll("t", { check: "sprint", seed: 3 }, sprint);
    await table.undo();
    await table.roll("t", { check: "sprint", seed: 4 }, sprint);
    for (const text of told) assert.equal(texts.has(text), keepsDice, text);
    // Dice that people throw at their table are told as they fell.
    await table.undo();
    await table.roll("t", { check: "sprint", seed: 5 });
    const events = asked.flatMap((/** @type {any} */ { commit }) => commit?.events ?? []);
    assert.deepEqual(
      events.map((/** @type {any} */ { seed }) => seed),
      seeds,
    );
  }
});

test("what the rules refuse is asked of the GM, and recorded only if let through", async () => {
  for (const [isLetThrough, end] of /** @type {const} */ ([
    [true, 2],
    [false, 0],
  ])) {
    const one = page(GAME, [{ plans: [IMPOSSIBLE] }, ROLLED]);
    one.store.subscribe((/** @type {any} */ now, /** @type {any} */ before) => {
      if (now.asking && now.asking !== before.asking) now.asking.answer(isLetThrough);
    });
    await drop(one);
    assert.equal(column(one.store.get().game), end);
    const events = one.asked.flatMap((/** @type {any} */ { commit }) => commit?.events ?? []);
    assert.deepEqual(
      events.map((/** @type {any} */ { override }) => override),
      isLetThrough ? [true] : [],
    );
  }
});

test("where a blocked move ends is told once, and only if it ended there", async () => {
  const game = { ...GAME, enforcement: /** @type {const} */ ("block") };
  const blocked = { ...IMPOSSIBLE, last_legal: { cell: { col: 1, row: 0 } } };
  const moves = [{ token: "t", way: WAY.slice(0, 2), to: WAY[1] }];
  for (const [answer, told] of [
    [applied({ n: 1 }, { moves }), ["t stops at the last legal point: so"]],
    [applied({ n: 1 }, { moves, stopped: { reason: SO, rule: "R" } }), ["t stops: so"]],
    [applied({ n: 1 }, { refused: { reason: SO, rule: "R" } }), ["so"]],
  ]) {
    const there = page(game, [{ plans: [blocked] }, answer]);
    await drop(there);
    const { notices } = there.store.get();
    assert.deepEqual(
      notices.map((/** @type {{text: string}} */ { text }) => text),
      told,
    );
  }
});

test("what is told again stands in its old notice's place, among the newest two, until something else is done", async () => {
  const { store, table } = page(GAME, [ROLLED]);
  const told = () => store.get().notices.map((/** @type {{text: string}} */ { text }) => text);
  for (const text of ["one", "two", "one", "three"]) table.notify(text, "error");
  assert.deepEqual(told(), ["one", "three"]);
  store.set({ status: { state: "failed" } });
  const done = table.react("t", "x", false);
  assert.deepEqual(told(), ["one", "three"], "the rules do not run: that is not over");
  store.set({ status: { state: "ready" } });
  await done;
  table.endTurn();
  assert.deepEqual(told(), []);
});

/** @param {number} col @returns {any} */
const heldAt = (col) => ({
  token: "t",
  from: WAY[0],
  to: { ...WAY[0], col },
  via: [],
  by: "pointer",
  answer: null,
});

test("the plan of a move that is taken back is gone, that of what is held meanwhile stays", async () => {
  const shown = { token: "t", plan: PLAN };
  for (const [held, isLeft] of /** @type {const} */ ([
    [null, false],
    [heldAt(0), false],
    [heldAt(2), true],
  ])) {
    const { store, table } = page(GAME, [{ rulings: [], commits: [] }]);
    table.change((/** @type {Game} */ game) => ({ ...game, in_combat: false }));
    store.set({ shown, held });
    await table.undo();
    assert.equal(store.get().game.in_combat, true);
    assert.equal(store.get().shown, isLeft ? shown : null);
  }
});

test("who holds another token while a drop is judged sees what that one's move comes to", async () => {
  const one = page(GAME, [{ plans: [PLAN] }, ROLLED]);
  const shown = { token: "t", plan: IMPOSSIBLE };
  one.store.set({ shown, held: heldAt(1) });
  await drop(one);
  assert.equal(column(one.store.get().game), 2);
  assert.equal(one.store.get().shown, shown);
});

test("a fault in one job is told, and the next is done", async () => {
  const one = page(GAME, [undefined, ROLLED]);
  await one.table.react("t", "x", false);
  assert.match(one.store.get().notices[0].text, /TypeError/);
  await one.table.react("t", "x", false);
  assert.deepEqual([one.store.get().game.ledgers.t, one.store.get().busy], [{ n: 2 }, false]);
});

test("where a token can go that the pointer rests on is asked once, unless things change or no answer came", async () => {
  const places = { layers: [], truncated: false, heights: [] };
  const { store, table, asked } = page(GAME, [places, null, places, places]);
  table.lookAhead("t");
  assert.equal(asked.length, 0, "the rules are not there yet");
  store.set({ status: { state: "ready" } });
  table.lookAhead("t");
  table.lookAhead("t");
  await table.fetchReach("t");
  assert.deepEqual([asked.length, store.get().reach.token], [1, "t"]);

  store.set({ game: { ...GAME, in_combat: false } });
  table.lookAhead("t");
  await table.fetchReach("t");
  assert.deepEqual(
    asked.map((/** @type {any} */ { op }) => op),
    ["destinations", "destinations", "destinations"],
  );
  assert.equal(store.get().reach.game.in_combat, false);
});

test("a place that is being asked for is not asked for ahead as well", async () => {
  const { store, table, asked } = page(GAME, [{ layers: [], truncated: false, heights: [] }]);
  store.set({ status: { state: "ready" } });
  const fetched = table.fetchReach("t");
  table.lookAhead("t");
  await fetched;
  assert.deepEqual([asked.length, store.get().reach.token], [1, "t"]);
});

/** Without cells nothing is asked about ways. @type {(tokens: any[]) => Game} */
const withTokens = (tokens) => {
  const grid = { ...GAME.scene.grid, kind: /** @type {const} */ ("gridless") };
  return { ...GAME, scene: { ...GAME.scene, grid, tokens } };
};

test("while all is quiet the rules are asked about one token after the other, once as things are", async () => {
  const tokens = ["t", "u", "v"].map((id, col) => ({ id, col, row: 0 }));
  const game = withTokens(tokens);
  const places = { layers: [], truncated: false, heights: [] };
  const { store, table, asked } = page(game, Array(9).fill(places));
  store.set({ reach: { token: "t", game } });
  assert.equal(table.lookAround(), null, "the rules are not there yet");
  store.set({ status: { state: "ready" } });
  table.lookAhead("u");
  const askedAbout = () => asked.map((/** @type {any} */ { mover }) => mover.token);
  while (table.lookAround());
  assert.deepEqual(askedAbout(), ["u", "v"]);

  const changed = { ...game, in_combat: false };
  store.set({ game: changed, held: { token: "t" } });
  assert.equal(table.lookAround(), null, "a hand is busy");
  store.set({ held: null });
  assert.equal(table.lookAround(), null, "somebody waits for where the chosen token can go");
  store.set({ reach: { token: "t", game: changed } });
  while (table.lookAround());
  assert.deepEqual(askedAbout(), ["u", "v", "u", "v"]);
});

test("no more tokens are asked about than the rules keep", () => {
  const tokens = Array.from({ length: 20 }, (_, col) => ({ id: col ? `${col}` : "t", col, row: 0 }));
  const { store, table, asked } = page(withTokens(tokens), []);
  store.set({ status: { state: "ready" }, reach: { token: "t", game: store.get().game } });
  while (table.lookAround());
  assert.equal(asked.length, 7, "beside the one that is chosen");
});

test("what breaks the worker is not asked about other tokens as well, until things change", async () => {
  const tokens = ["t", "u", "v"].map((id, col) => ({ id, col, row: 0 }));
  const broken = { ok: false, problem: { code: "worker_failed", message: "" } };
  const { store, table, asked } = pageOf(withTokens(tokens), () => broken);
  store.set(
    /** @type {any} */ ({ status: { state: "ready" }, reach: { token: "t", game: store.get().game } }),
  );
  await table.lookAround();
  assert.equal(table.lookAround(), null);
  const game = { ...store.get().game, in_combat: true, characters: {} };
  store.set(/** @type {any} */ ({ game, reach: { token: "t", game } }));
  await table.lookAround();
  assert.deepEqual(
    asked.map((/** @type {any} */ { mover }) => mover.token),
    ["u", "u"],
  );
});

/** A page that draws, with a token in the hand. @type {(game: Game, answer: (count: number) => any) => any} */
const heldPage = (game, answer) => {
  globalThis.requestAnimationFrame = (draw) => Number(setTimeout(draw));
  const routesOf = (/** @type {any} */ { movers }) => movers.map((/** @type {any} */ { route }) => route.to);
  /** @type {any[]} */
  const asked = [];
  const { store, table } = pageOf(game, (question) => {
    asked.push(routesOf(question));
    return answer(question.movers.length);
  });
  store.set(/** @type {any} */ ({ status: { state: "ready" } }));
  /** @type {(col: number, row: number) => Promise<any>} */
  const hold = (col, row) => {
    const from = { col: 0, row: 0 };
    const held = /** @type {any} */ ({ token: "t", from, to: { col, row }, via: [], by: "pointer" });
    store.set({ held });
    return table.preview(held);
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  /** Wait until so much was asked, and a while for more. @type {(count: number) => Promise<void>} */
  const rested = async (count) => {
    for (let tries = 0; asked.length < count && tries < 100; tries += 1) await pause();
    await pause();
  };
  return { store, table, asked, hold, rested };
};

/** @param {number} count */
const planned = (count = 1) => ({ ok: true, value: { plans: Array(count).fill(PLAN) } });

test("while a token is held over a cell the cells around are asked about, first those further on", async () => {
  const { store, asked, hold, rested } = heldPage(GAME, planned);
  await hold(1, 0);
  await hold(2, 0);
  await rested(4);
  const names = asked.map((/** @type {any[]} */ places) => places.map(({ col, row }) => `${col} ${row}`));
  assert.deepEqual(names.slice(0, 2), [["1 0"], ["2 0"]]);
  assert.deepEqual(names[2], ["3 0", "3 1", "2 1"], "the map has two rows");
  assert.deepEqual(names[3], ["1 1"], "what is known is not asked again");

  await hold(3, 0);
  assert.equal(store.get().shown?.plan, PLAN);
  assert.equal(asked.length, 4);
  store.set({ game: { ...GAME, in_combat: false } });
  await hold(2, 0);
  assert.equal(asked.length, 5, "but when things have changed");
});

test("while all is quiet the rules are asked about ways from where the chosen token stands, some at a time", async () => {
  const { store, table, asked, hold } = heldPage(GAME, planned);
  store.set({ reach: { token: "t", game: GAME } });
  for (let piece = table.lookAround(); piece; piece = table.lookAround()) await piece;
  const names = asked.map((/** @type {any[]} */ places) => places.map(({ col, row }) => `${col} ${row}`));
  assert.deepEqual(names[0].sort(), ["0 1", "1 0", "1 1"]);
  assert.deepEqual(names.slice(1).flat().sort(), ["2 0", "2 1", "3 0", "3 1"], "not four cells away");
  const before = asked.length;
  await hold(1, 1);
  assert.equal(store.get().shown?.plan, PLAN);
  assert.equal(asked.length, before, "it is known when the token is taken up");
});

test("a hand that moves on is asked for, and no more of where it was", async () => {
  const { store, asked, hold, rested } = heldPage(GAME, planned);
  await hold(1, 0);
  store.set({ held: null });
  await rested(1);
  assert.equal(asked.length, 1);
});

test("where there are no cells nothing is asked about ahead", async () => {
  const grid = { ...GAME.scene.grid, kind: /** @type {const} */ ("gridless") };
  const { asked, hold, rested } = heldPage({ ...GAME, scene: { ...GAME.scene, grid } }, planned);
  await hold(1.4, 0);
  await rested(1);
  assert.equal(asked.length, 1);
});

test("a way that breaks the worker ends what is asked about ahead", async () => {
  const broken = { ok: false, problem: { code: "worker_failed", message: "" } };
  const answers = [planned(), broken, planned()];
  const { asked, hold, rested } = heldPage(GAME, () => answers.shift() ?? planned());
  await hold(1, 0);
  await rested(2);
  await hold(2, 0);
  await rested(3);
  assert.equal(asked.length, 3);
});

/** A move of the token's turn, as the rules list it. @type {(id: string, rules?: (string | null)[]) => any} */
const commit = (id, rules = [null]) => ({ id, in_turn: true, rules, labels: [{ ...SO, text: id }] });

/** What an undo leaves, and how far it put the token back. @type {(n: number, col: number, commits: any[]) => object} */
const backAt = (n, col, commits) => {
  const moves = [{ token: "t", way: [WAY[col + 1], WAY[col]], to: WAY[col], distance: 5, forced: true }];
  return applied({ n }, { moves, state: { pending: null, commits, rulings: [] } });
};

test("back to the start of the turn says how far, and is one step that can be undone and done again", async () => {
  const commits = [commit("m1"), commit("m2")];
  const start = { ...GAME, ledgers: { t: { n: 2 } } };
  const game = { ...start, scene: { ...start.scene, tokens: [{ id: "t", col: 2, row: 0 }] } };
  const state = { commits, rulings: [] };
  const { store, table } = page(game, [backAt(1, 1, commits.slice(0, 1)), backAt(0, 0, []), state, state]);
  store.set({ standings: { t: state } });
  await table.backToStart();
  const now = () => [column(store.get().game), store.get().game.ledgers.t];
  const told = () => store.get().notices.map((/** @type {{text: string}} */ { text }) => text);
  assert.deepEqual(now(), [0, { n: 0 }]);
  assert.deepEqual(told(), ["t is back where the turn began: 10\u00a0ft undone."]);
  await table.undo();
  assert.deepEqual(now(), [2, { n: 2 }]);
  assert.deepEqual(told(), ["The change is undone."]);
  await table.redo();
  assert.deepEqual(now(), [0, { n: 0 }]);
});

test("back to the start of the turn ends at a push, and says so; with nothing to undo it is no step", async () => {
  for (const [commits, told] of /** @type {const} */ ([
    [[commit("m1", ["X-08"]), commit("m2")], /^t went back 5\u00a0ft, no farther: m1/],
    [[commit("m1", ["X-08"])], /^t stays: m1/],
    [[], /^t has moved nothing/],
  ])) {
    const { store, table } = page(GAME, [backAt(1, 1, [...commits.slice(0, 1)])]);
    store.set({ standings: { t: { commits, rulings: [] } } });
    await table.backToStart();
    assert.match(store.get().notices[0].text, told);
    assert.equal(store.get().undoable, commits.length === 2 ? "" : null);
  }
});

test("an answer that is remembered leaves the result of the roll to be read", async () => {
  const ruling = { id: "edge", question: SO, rule: "R", choices: [{ id: "falls", label: SO }] };
  const asking = { pending: null, commits: [], rulings: [ruling] };
  const rolled = applied({ n: 2 }, { rolls: [{ effect: SO }], state: asking });
  const answered = applied({ n: 3 });
  const { store, table, asked } = page({ ...GAME, answers: { edge: "falls" } }, [rolled, answered]);
  await table.roll("t", { check: "sprint", seed: 3 });
  while (store.get().busy) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(asked[1].commit.events, [{ kind: "ruled", ruling: "edge", choice: "falls" }]);
  assert.deepEqual(store.get().check, { token: "t", rolls: [{ effect: SO }] });
  assert.deepEqual(store.get().game.ledgers.t, { n: 3 });
});

/** The rule that names the nearest place. @type {(col: number) => any} */
const named = (col) => ({ rule: "MAP-07", working: { ...SO, params: { col, row: 0 } } });

test("where no way leads the plan is of the way to the nearest place and straight on; one press goes there", async () => {
  const nowhere = { ...IMPOSSIBLE, path: null, trace: [named(1)], last_legal: { cell: { col: 1, row: 0 } } };
  const near = { ...PLAN, verdict: "free", path: WAY.slice(0, 2), trace: [] };
  const beyond = { ...IMPOSSIBLE, trace: [] };
  const one = page(GAME, [
    ...[nowhere, near, beyond].map((plan) => ({ plans: [plan] })),
    // The nearest place has been asked for: its plan is known.
    applied({ n: 1 }, { moves: [{ token: "t", way: near.path, to: WAY[1] }] }),
  ]);
  globalThis.requestAnimationFrame = () => 0;
  const held = { ...heldAt(2), by: "tap" };
  one.store.set({ held });
  const { plan } = await one.table.preview(held);
  const routes = one.asked.map((/** @type {any} */ { movers }) => movers[0].route);
  assert.deepEqual(
    [routes[1].to.col, routes[2].path.map((/** @type {any} */ { col }) => col)],
    [1, [0, 1, 2]],
  );
  assert.deepEqual([plan.path, nearestIn(plan)], [WAY, WAY[1]]);
  one.store.set({ held: null, asking: { token: "t", plan, answer: () => {} } });
  one.table.goNear("t", plan);
  while (one.store.get().busy) await new Promise((resolve) => setTimeout(resolve));
  assert.equal(column(one.store.get().game), 1);
});
