/**
 * The worker in which the speed of boards is measured: the rules in Pyodide, and beside them the searches that they
 * are compared with.
 */

import { createDestinationMap } from "../../web/core/destination-map.js";
import { startSomehow } from "../../web/core/rules-worker.js";
import { readManifest } from "../../web/core/runtime-parts.js";
import { createUnpacker } from "../../web/core/unpacking.js";
import { createDijkstra } from "./dijkstra.js";
import { cellsOf, PEERS } from "./peers.js";

/** @import { PeerBoard } from "./dijkstra.js" */
/** @typedef {{col: number, row: number}} Cell */
/** @typedef {{cols: number, rows: number, stride: number, deltas: number[], open: string[], enter: [number, string][], unit: number}} SentBoard */

/**
 * @typedef {object} Case  What is measured; see build_scripts/board_cases.py.
 * @property {string} case
 * @property {string} first  The question that makes the scene known.
 * @property {string[]} asked  Questions asked in turn.
 * @property {Cell[]} places  Where the token stands in each of them.
 * @property {Cell | null} goal  What it asks the way to; null: all destinations.
 * @property {SentBoard | null} board  The board for the others; null: none can answer.
 * @property {number | null} limit  In the unit of the scene.
 * @property {boolean} packages  Whether the packages answer, too.
 */

/**
 * @typedef {object} Effort  How much is done to measure; see build_scripts/boards.py.
 * @property {number} runs  How often each is timed, if that does not take too long.
 * @property {number} warmUp  How often it is run before, likewise.
 * @property {number} giveUpMillis  What takes longer is given up.
 */

/** @typedef {{who: string, times: number[] | null, cells: number}} Row  Times in milliseconds; null: given up. */
/** @typedef {{rows: Row[], faults: string[], memory: number}} Result */

const LEAST_RUNS = 3;
const WARM_UP_MILLIS = 2_000;
/** How many times a question that is too short for the clock is asked between two looks at it. */
const BATCH = 20;
const CASE_MILLIS = 4_000;

/** @type {Promise<{handle: (text: string) => string, memory: () => number}> | undefined} */
let starting;

addEventListener("message", async ({ data }) => {
  try {
    starting ??= start(data.runtimeUrl);
    const rules = await starting;
    if (data.text !== undefined) postMessage({ text: rules.handle(data.text) });
    else
      postMessage({
        result: data.one
          ? { ...measured(data.one, rules.handle, data.effort), memory: rules.memory() }
          : null,
      });
  } catch (error) {
    postMessage({ error: String(error) });
  }
});

/**
 * Start the rules as pages do.
 *
 * @param {string} address
 */
async function start(address) {
  const folder = new URL(address);
  const manifest = await readManifest(folder, fetch);
  const { pyodide } = await startSomehow(folder, manifest, () => {}, createUnpacker());
  const { handle } = pyodide.pyimport("py_rules.service");
  const memory = () =>
    /** @type {{HEAPU8: Uint8Array}} */ (/** @type {any} */ (pyodide)._module).HEAPU8.byteLength;
  return { handle, memory };
}

/**
 * @param {Case} one
 * @param {(text: string) => string} handle
 * @param {Effort} effort
 * @returns {{rows: Row[], faults: string[]}}
 */
function measured(one, handle, effort) {
  const ask = asking(one, handle);
  const footwork = timed(ask, one.asked.length, effort);
  const last = JSON.parse(ask(0));
  if (!last.ok) throw new Error(`${one.case}: ${last.problem.message}`);
  const map = one.goal ? null : createDestinationMap(last.value);
  /** @type {Row[]} */
  const rows = [{ who: "footwork", times: footwork, cells: map ? map.size : 0 }];
  if (!one.board) return { rows, faults: [] };

  const board = unpacked(one.board);
  const limit = one.limit === null ? Number.MAX_SAFE_INTEGER : one.limit / one.board.unit;
  const search = createDijkstra(board);
  const idOf = (/** @type {Cell | undefined} */ cell) => (cell ? cell.row * board.stride + cell.col : 0);
  const times = timed((run) => search.run(idOf(one.places[run]), limit), one.places.length, effort, BATCH);
  const found = search.run(idOf(one.places[0]), limit);
  rows.push({ who: "typed-array-js", times, cells: found - 1 });
  const faults = map
    ? differences(one, map, search, one.board.unit)
    : wayDiffers(one, last.value, search.cost(idOf(one.goal ?? undefined)));
  if (one.packages) for (const peer of PEERS) rows.push(peerRow(peer, board, one, effort));
  return { rows, faults };
}

/**
 * How to ask the questions, one after the other.
 *
 * @param {Case} one
 * @param {(text: string) => string} handle
 */
function asking(one, handle) {
  const reply = handle(one.first);
  if (!/"scene_ref":"/.test(reply)) throw new Error(`no answer: ${reply.slice(0, 500)}`);
  return (/** @type {number} */ run) => handle(one.asked[run] ?? "");
}

/**
 * Milliseconds of each run, questions taken in turn so that no two in a row are equal.
 *
 * @param {(run: number) => unknown} work
 * @param {number} questions
 * @param {Effort} effort
 * @param {number} batch
 */
function timed(work, questions, { runs, warmUp }, batch = 1) {
  const warm = performance.now() + WARM_UP_MILLIS;
  let run = 0;
  for (; run < warmUp && (run < LEAST_RUNS || performance.now() < warm); run += 1) work(run % questions);
  const times = [];
  const end = performance.now() + CASE_MILLIS;
  for (; times.length < runs && (times.length < LEAST_RUNS || performance.now() < end); run += 1) {
    const began = performance.now();
    for (let again = 0; again < batch; again += 1) work((run + again) % questions);
    times.push((performance.now() - began) / batch);
  }
  return times;
}

/**
 * What a package needs for the same question: one way, or one to each cell that can be entered.
 *
 * @param {import("./peers.js").Peer} peer
 * @param {PeerBoard} board
 * @param {Case} one
 * @param {Effort} effort
 * @returns {Row}
 */
function peerRow(peer, board, one, { runs, giveUpMillis }) {
  const from = peer.prepare(board);
  const goals = one.goal
    ? [one.goal]
    : cellsOf(board).map((cell) => ({ col: cell % board.stride, row: Math.floor(cell / board.stride) }));
  const times = [];
  let cells = 0;
  const end = performance.now() + CASE_MILLIS;
  for (let run = 0; run < runs && (run < LEAST_RUNS || performance.now() < end); run += 1) {
    const began = performance.now();
    const way = from(one.places[run % one.places.length] ?? { col: 0, row: 0 });
    cells = 0;
    for (const goal of goals) {
      if (way(goal)) cells += 1;
      if (performance.now() - began > giveUpMillis) return { who: peer.who, times: null, cells };
    }
    times.push(performance.now() - began);
  }
  return { who: peer.who, times, cells };
}

/**
 * Where the destinations differ from what the yardstick found: cells and what they cost.
 *
 * @param {Case} one
 * @param {import("../../web/core/destination-map.js").DestinationMap} map
 * @param {import("./dijkstra.js").Dijkstra} search
 * @param {number} unit
 */
function differences(one, map, search, unit) {
  const { cols, rows, stride } = /** @type {SentBoard} */ (one.board);
  const faults = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      const cost = search.cost(row * stride + col);
      const told = map.at(col, row)?.used ?? -1;
      // Where the token stands is no destination.
      if (told !== (cost > 0 ? cost * unit : -1))
        faults.push(
          `${one.case}: column ${col}, row ${row} costs ${told} by the rules, ${cost * unit} by the yardstick`,
        );
    }
  }
  return faults;
}

/**
 * Whether the way's cost differs from what the yardstick found.
 *
 * @param {Case} one
 * @param {any} value
 * @param {number} cost
 */
function wayDiffers(one, value, cost) {
  const [plan] = value.plans;
  const unit = one.board?.unit ?? 1;
  const told = plan.path ? plan.cost : -unit;
  return told === cost * unit
    ? []
    : [`${one.case}: the way costs ${told} by the rules, ${cost * unit} by the yardstick`];
}

/** @param {SentBoard} sent @returns {PeerBoard} */
function unpacked({ cols, rows, stride, deltas, open, enter }) {
  const size = stride * rows;
  const made = { cols, rows, stride, deltas, open: new Uint8Array(size), enter: new Uint8Array(size) };
  open.forEach((bits, direction) => {
    forEachBit(bits, (cell) => {
      made.open[cell] = /** @type {number} */ (made.open[cell]) | (1 << direction);
    });
  });
  for (const [cost, bits] of enter) {
    forEachBit(bits, (cell) => {
      made.enter[cell] = cost;
    });
  }
  return made;
}

/** @type {(bits: string, visit: (cell: number) => void) => void} */
function forEachBit(bits, visit) {
  const bytes = atob(bits);
  for (let at = 0; at < bytes.length; at += 1) {
    for (let byte = bytes.charCodeAt(at); byte !== 0; byte &= byte - 1)
      visit(at * 8 + 31 - Math.clz32(byte & -byte));
  }
}
