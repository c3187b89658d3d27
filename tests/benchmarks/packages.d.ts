/** What is used of the packages that the rules are compared with: not all of them bring types, or whole ones. */

declare module "pathfinding" {
  class Grid {
    constructor(blocked: number[][]);
    getNodeAt(x: number, y: number): { x: number; y: number };
  }
  class DijkstraFinder {
    constructor(options: { diagonalMovement: number });
    findPath(fromX: number, fromY: number, toX: number, toY: number, grid: Grid): number[][];
  }
  const pathfinding: {
    Grid: typeof Grid;
    DijkstraFinder: typeof DijkstraFinder;
    DiagonalMovement: { Always: number };
  };
  export default pathfinding;
}

declare module "ngraph.graph" {
  export interface CellNode<T> {
    data: T;
  }
  export interface BoardGraph<N, L> {
    addNode(id: number, data: N): unknown;
    addLink(from: number, to: number, data: L): unknown;
  }
  export default function createGraph<N, L>(): BoardGraph<N, L>;
}

declare module "ngraph.path" {
  import type { BoardGraph, CellNode } from "ngraph.graph";

  interface Options<N, L> {
    oriented: boolean;
    distance: (from: CellNode<N>, to: CellNode<N>, link: { data: L }) => number;
    heuristic: (from: CellNode<N>, to: CellNode<N>) => number;
  }
  export function aStar<N, L>(
    graph: BoardGraph<N, L>,
    options: Options<N, L>,
  ): { find: (from: number, to: number) => CellNode<N>[] };
}

declare module "easystarjs" {
  namespace EasyStar {
    type Direction = string;
    const TOP: Direction;
    const TOP_RIGHT: Direction;
    const RIGHT: Direction;
    const BOTTOM_RIGHT: Direction;
    const BOTTOM: Direction;
    const BOTTOM_LEFT: Direction;
    const LEFT: Direction;
    const TOP_LEFT: Direction;
    class js {
      setGrid(tiles: number[][]): void;
      setAcceptableTiles(tiles: number[]): void;
      setTileCost(tile: number, cost: number): void;
      enableDiagonals(): void;
      enableSync(): void;
      setDirectionalCondition(x: number, y: number, from: Direction[]): void;
      findPath(
        fromX: number,
        fromY: number,
        toX: number,
        toY: number,
        done: (path: { x: number; y: number }[] | null) => void,
      ): number;
      calculate(): void;
    }
  }
  export default EasyStar;
}

declare module "rot-js/lib/path/dijkstra.js" {
  export default class Dijkstra {
    constructor(
      toX: number,
      toY: number,
      passable: (x: number, y: number) => boolean,
      options: { topology: number },
    );
    compute(fromX: number, fromY: number, visit: (x: number, y: number) => void): void;
  }
}
