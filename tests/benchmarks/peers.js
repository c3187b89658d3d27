/**
 * The npm packages that answer the same questions as the core, each asked in the way it is meant to be.
 *
 * All are given the same blocked cells. What a package cannot be told (walls between cells, dear ground) it does not
 * know, so that its question is easier; diagonals cost what it says.
 */

import EasyStar from "easystarjs";
import createGraph from "ngraph.graph";
import { aStar } from "ngraph.path";
import PF from "pathfinding";
import RotDijkstra from "rot-js/lib/path/dijkstra.js";

/** @import { PeerBoard } from "./dijkstra.js" */
/** @typedef {{col: number, row: number}} Cell */

/**
 * @typedef {object} Peer
 * @property {string} who
 * @property {(board: PeerBoard) => (from: Cell) => (to: Cell) => boolean} prepare  The board, then the start, then
 *   the goal; whether there is a way.
 */

/** @type {readonly Peer[]} */
export const PEERS = [
  { who: "pathfinding", prepare: preparePathfinding },
  { who: "ngraph.path", prepare: prepareGraph },
  { who: "easystarjs", prepare: prepareEasyStar },
  { who: "rot-js", prepare: prepareRot },
];

/** Knows walls, by its list of neighbours, but no dear ground. @type {Peer["prepare"]} */
function preparePathfinding(board) {
  const blocked = matrix(board, (cell) => (board.enter[cell] ? 0 : 1));

  class WalledGrid extends PF.Grid {
    /** @param {{x: number, y: number}} node */
    getNeighbors({ x, y }) {
      return stepsFrom(board, y * board.stride + x).map((cell) => this.getNodeAt(...pointOf(board, cell)));
    }
  }

  const finder = new PF.DijkstraFinder({ diagonalMovement: PF.DiagonalMovement.Always });
  return (from) => (to) =>
    // A grid is spent by a search.
    finder.findPath(from.col, from.row, to.col, to.row, new WalledGrid(blocked)).length > 0;
}

/** Knows everything. @type {Peer["prepare"]} */
function prepareGraph(board) {
  /** @type {import("ngraph.graph").BoardGraph<Cell, number>} */
  const graph = createGraph();
  for (const cell of cellsOf(board)) {
    const [col, row] = pointOf(board, cell);
    graph.addNode(cell, { col, row });
  }
  for (const cell of cellsOf(board)) {
    for (const next of stepsFrom(board, cell)) graph.addLink(cell, next, board.enter[next] ?? 0);
  }
  const finder = aStar(graph, {
    oriented: true,
    distance: (_from, _to, link) => link.data,
    heuristic: ({ data: a }, { data: b }) => Math.max(Math.abs(a.col - b.col), Math.abs(a.row - b.row)),
  });
  const idOf = (/** @type {Cell} */ { col, row }) => row * board.stride + col;
  return (from) => (to) => finder.find(idOf(from), idOf(to)).length > 0;
}

/** Knows everything: walls as cells that may be entered from some sides only. @type {Peer["prepare"]} */
function prepareEasyStar(board) {
  const finder = new EasyStar.js();
  finder.setGrid(matrix(board, (cell) => board.enter[cell] ?? 0));
  const prices = [...new Set(board.enter)].filter((price) => price > 0);
  finder.setAcceptableTiles(prices);
  for (const price of prices) finder.setTileCost(price, price);
  finder.enableDiagonals();
  finder.enableSync();
  for (const cell of cellsOf(board)) {
    const sides = sidesInto(board, cell);
    if (sides.length < board.deltas.length) finder.setDirectionalCondition(...pointOf(board, cell), sides);
  }
  return (from) => (to) => {
    let found = false;
    finder.findPath(from.col, from.row, to.col, to.row, (path) => {
      found = path !== null;
    });
    finder.calculate();
    return found;
  };
}

/** Knows neither walls nor dear ground; one search from the start answers for every goal. @type {Peer["prepare"]} */
function prepareRot(board) {
  const passable = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < board.cols && y < board.rows && Boolean(board.enter[y * board.stride + x]);
  return (from) => {
    const search = new RotDijkstra(from.col, from.row, passable, { topology: 8 });
    // It does not go on from a goal that it found, so that only what is searched for first is complete.
    search.compute(-1, -1, () => {});
    return (to) => {
      let cells = 0;
      search.compute(to.col, to.row, () => {
        cells += 1;
      });
      return cells > 0;
    };
  };
}

/** @type {(board: PeerBoard, cell: number) => [number, number]} */
const pointOf = ({ stride }, cell) => [cell % stride, Math.floor(cell / stride)];

/** The cells that can be entered. @type {(board: PeerBoard) => number[]} */
export const cellsOf = ({ enter }) => [...enter.keys()].filter((cell) => enter[cell]);

/** @type {(board: PeerBoard, cell: number) => number[]} */
const stepsFrom = ({ deltas, open }, cell) =>
  deltas.filter((_, direction) => (open[cell] ?? 0) & (1 << direction)).map((delta) => cell + delta);

/** The sides from which a cell may be entered. @type {(board: PeerBoard, cell: number) => EasyStar.Direction[]} */
const sidesInto = ({ deltas, open, stride }, cell) =>
  deltas.flatMap((delta, direction) => {
    const side = SIDES.get(sideKey(-delta, stride));
    return (open[cell - delta] ?? 0) & (1 << direction) && side ? [side] : [];
  });

/** How far a side is, as rows and columns. @type {(delta: number, stride: number) => string} */
const sideKey = (delta, stride) => {
  const row = Math.round(delta / stride);
  return `${delta - row * stride},${row}`;
};

/** @type {ReadonlyMap<string, EasyStar.Direction>} */
const SIDES = new Map([
  ["0,-1", EasyStar.TOP],
  ["1,-1", EasyStar.TOP_RIGHT],
  ["1,0", EasyStar.RIGHT],
  ["1,1", EasyStar.BOTTOM_RIGHT],
  ["0,1", EasyStar.BOTTOM],
  ["-1,1", EasyStar.BOTTOM_LEFT],
  ["-1,0", EasyStar.LEFT],
  ["-1,-1", EasyStar.TOP_LEFT],
]);

/** Rows of values. @type {(board: PeerBoard, value: (cell: number) => number) => number[][]} */
const matrix = ({ cols, rows, stride }, value) =>
  Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: cols }, (_col, col) => value(row * stride + col)),
  );
