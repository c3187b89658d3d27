/* Generated from py_rules/protocol by `make types`; do not edit. */

/**
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "JsonValue".
 */
export type JsonValue = unknown;

/**
 * The root of the generated schema: every message there is.
 */
export interface Protocol {
  request: DescribeRequest | StateRequest | DestinationsRequest | PlanRequest | ApplyRequest;
  reply: DescribeReply | StateReply | DestinationsReply | PlanReply | ApplyReply | ProblemReply;
}
/**
 * Asks which games there are.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DescribeRequest".
 */
export interface DescribeRequest {
  v?: 1;
  op: "describe";
}
/**
 * Asks how a token's turn stands.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StateRequest".
 */
export interface StateRequest {
  v?: 1;
  system: string;
  house_rules?: {
    [k: string]: JsonValue;
  };
  /**
   * What the GM said about this one move; fields per system, see ``describe``.
   */
  circumstances?: {
    [k: string]: JsonValue;
  };
  clock?: Clock;
  scene?: (Scene | SceneRef) | null;
  view?: "player" | "referee";
  op: "state";
  mover?: MoverRequest;
}
/**
 * What the host's tracker says; scopes begin and end by events in ``apply``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Clock".
 */
export interface Clock {
  in_combat?: boolean;
}
/**
 * The map as a host sends it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Scene".
 */
export interface Scene {
  grid: Grid;
  /**
   * From low to high; empty: one, at elevation 0.
   *
   * @maxItems 50
   */
  storeys?: Storey[];
  /**
   * @maxItems 1000
   */
  passages?: Passage[];
  /**
   * @maxItems 50000
   */
  walls?: Wall[];
  /**
   * @maxItems 5000
   */
  regions?: (Difficult | Water | Climbable | Gap | Ledge | Obstacle | Cover)[];
  /**
   * @maxItems 5000
   */
  tokens?: Token[];
}
/**
 * A grid of cells; ``distance`` is the length of one cell side in ``units``, of hexes from middle to middle.
 *
 * ``units`` is any of ft, m, yd, in, cm, km, mi, or u for cells; all lengths of the scene are in it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Grid".
 */
export interface Grid {
  /**
   * Squares; or hexes in straight rows, of which the odd (even) ones are shifted half a cell right; or in
   * straight columns, of which the odd (even) ones are shifted half a cell down. Rows and columns count from 0.
   * ``gridless``: no cells; ``cols`` by ``rows`` is the size in lengths of ``distance``, every line is straight.
   */
  kind?: "square" | "hex_rows_odd" | "hex_rows_even" | "hex_columns_odd" | "hex_columns_even" | "gridless";
  cols: number;
  rows: number;
  distance?: number;
  units?: string;
  /**
   * What a diagonal step costs: 1, root two, 1.5, 2, 1-2-1, 2-1-2 cell sides, or not allowed; hexes have none.
   *
   * A cell over and a cell up or down in the air, in water or on a wall is a diagonal as well.
   */
  diagonals?: "equidistant" | "exact" | "approximate" | "rectilinear" | "alternating_1" | "alternating_2" | "illegal";
}
/**
 * A floor of the map; what stands at ``elevation`` or higher, but below the next storey, is on it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Storey".
 */
export interface Storey {
  id: string;
  name?: string;
  elevation: number;
}
/**
 * A way between two storeys; for a token of several cells, its top left cell goes from end to end.
 *
 * Without cells its middle does, from any place of one square to the same place of the other.
 * Stairs are walked, ladders and shafts are climbed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Passage".
 */
export interface Passage {
  id: string;
  kind: "stairs" | "ladder" | "shaft";
  a: Landing;
  b: Landing;
  /**
   * In the map's unit; empty: the straight line between its ends in three dimensions, to a hundredth.
   *
   * What is climbed is never shorter than it is high.
   */
  length?: number | null;
  /**
   * It leads from ``a`` to ``b`` only.
   */
  one_way?: boolean;
  name?: string;
  /**
   * What is climbed, in the words of the system's ``surfaces``; empty: for a ladder, the system's word for one.
   */
  surface?: string | null;
  slick?: "none" | "wet" | "greased";
  /**
   * The Difficulty the GM set for climbing it; wins over ``surface``.
   */
  difficulty?: number | null;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
}
/**
 * A cell of a storey, where a passage begins or ends; without cells, a square of one length a side.
 *
 * Fractions only on a map without cells; there the square lies on the nearest thirds of a length.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Landing".
 */
export interface Landing {
  col: number;
  row: number;
  storey: string;
}
/**
 * A segment that no step may cross or touch; ends in pitches, (0, 0) is the map's top left corner.
 *
 * A pitch leads from one column to the next, or one row to the next: for squares it is the side of a cell. The
 * middle of a cell is at ``(col + 1/2, row + 1/2)``, half a pitch farther on if its row or column is shifted.
 * Whether a door is shut, locked or barred is the host's matter: only ``open`` counts.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Wall".
 */
export interface Wall {
  id: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  a: [number | number, number | number];
  /**
   * @minItems 2
   * @maxItems 2
   */
  b: [number | number, number | number];
  /**
   * A door that stands open: blocks nothing.
   */
  open?: boolean;
  /**
   * Whom it stops: everybody, or movers from its left or right side, looking from ``a`` to ``b``.
   */
  blocks?: "both" | "left" | "right";
  /**
   * The storey it stands on; empty: all.
   */
  storey?: string | null;
}
/**
 * Ground that costs more, or less: every foot times ``cost_multiplier``, plus ``flat_cost`` on entry.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Difficult".
 */
export interface Difficult {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "difficult";
  cost_multiplier?: number;
  flat_cost?: number;
  roll?: TerrainRoll | null;
  /**
   * How difficult, in the words of the system's ``grades``, see ``describe``.
   */
  grade?: string | null;
  /**
   * The GM's own number for the grade, where the system lets it have one.
   */
  modifier?: number | null;
}
/**
 * An area given as a list of cells ``[col, row]``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Cells".
 */
export interface Cells {
  /**
   * @minItems 1
   */
  cells: [[number, number], ...[number, number][]];
}
/**
 * An area given as a rectangle of cells ``[col, row, cols, rows]``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Rect".
 */
export interface Rect {
  /**
   * @minItems 4
   * @maxItems 4
   */
  rect: [number, number, number, number];
}
/**
 * An area given by its corners ``[x, y]``, in pitches from the map's top left corner.
 *
 * Cells with their middle inside belong to it; of a polygon that crosses itself, what is gone round an odd
 * number of times is inside. A middle on the outline belongs to the area right of or below it. On a map without
 * cells, gaps, obstacles and difficult ground are where they are drawn (ground that is cheaper than plain ground is
 * not); of other areas thirds of a cell count instead of cells.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Polygon".
 */
export interface Polygon {
  /**
   * @minItems 3
   * @maxItems 1000
   */
  polygon: [
    [number | number, number | number],
    [number | number, number | number],
    [number | number, number | number],
    ...[number | number, number | number][]
  ];
}
/**
 * A roll that entering a difficult region demands, named by the GM.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TerrainRoll".
 */
export interface TerrainRoll {
  name: string;
  pool: number;
  difficulty?: number | null;
  needed?: number;
}
/**
 * Water too deep to walk: steps into it are swum.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Water".
 */
export interface Water {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "water";
  grade?: string | null;
  /**
   * Which way and how far it carries per Turn: columns and rows, in the map's unit.
   */
  current?: [number | number, number | number] | null;
}
/**
 * A surface: steps into it are climbed.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Climbable".
 */
export interface Climbable {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "climb";
  surface?: string | null;
  slick?: "none" | "wet" | "greased";
  /**
   * The Difficulty the GM set; wins over ``surface``.
   */
  difficulty?: number | null;
  /**
   * Which way is up on it, columns and rows; empty: as the elevations of the path say.
   */
  uphill?: [number | number, number | number] | null;
}
/**
 * Nothing to stand on: it is jumped over, in a straight line.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Gap".
 */
export interface Gap {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "gap";
  /**
   * How far down it is, in the map's unit; empty: to the storey below, if there is one.
   */
  depth?: number | null;
}
/**
 * Raised or sunken ground: a table, a roof, a pit. Where ledges overlap the highest counts.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ledge".
 */
export interface Ledge {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "ledge";
  /**
   * How high it is above the floor of its storey, or below it, in the map's unit.
   */
  elevation: number;
  /**
   * What its sides are climbed on, in the words of the system's ``surfaces``; a climb region on the way wins.
   */
  surface?: string | null;
  slick?: "none" | "wet" | "greased";
  /**
   * The Difficulty the GM set for its sides; wins over ``surface``.
   */
  difficulty?: number | null;
}
/**
 * Solid: cannot be entered, and its corners are not cut.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Obstacle".
 */
export interface Obstacle {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "obstacle";
}
/**
 * Something to be behind: it costs nothing; a plan that ends in it says so.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Cover".
 */
export interface Cover {
  id: string;
  area: Cells | Rect | Polygon;
  name?: string;
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * The storey it is on; empty: all.
   */
  storey?: string | null;
  kind: "cover";
}
/**
 * A piece on the map; ``col`` and ``row`` are the top left cell of what it covers.
 *
 * On hexes ``cols`` and ``rows`` are equal: 1 cell; 2: three; 3: seven; 4: twelve (see the page on the protocol).
 * Without cells it is a circle, ``cols`` across, in the middle of its box; ``col`` and ``row`` may be fractions.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Token".
 */
export interface Token {
  id: string;
  name?: string;
  col: number;
  row: number;
  elevation?: number;
  cols?: number;
  /**
   * How large it is, in cells; a started cell counts whole.
   */
  rows?: number;
  /**
   * Towards the mover: a house rule says whether it can be passed; nobody stops on its cells.
   */
  disposition?: "friendly" | "neutral" | "hostile" | "secret";
  /**
   * Only the referee's view knows it.
   */
  hidden?: boolean;
  /**
   * What a system's reactions need to know of it; fields per system, see ``describe``.
   */
  facts?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * A scene sent before, by the ``scene_ref`` of that reply.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SceneRef".
 */
export interface SceneRef {
  ref: string;
}
/**
 * One mover: its token in the scene, its character sheet, its ledger and, for a plan, its route.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MoverRequest".
 */
export interface MoverRequest {
  token?: string | null;
  /**
   * Where it stands, if the scene's token does not say it (any more).
   */
  at?: Cell | null;
  character?: {
    [k: string]: JsonValue;
  };
  ledger?: {
    [k: string]: JsonValue;
  } | null;
  route?: (PathRoute | BestRoute | SegmentRoute) | null;
}
/**
 * A place on the grid, by column and row from the top left; fractions only on a map without cells.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Cell".
 */
export interface Cell {
  col: number;
  row: number;
  elevation?: number;
}
/**
 * An explicit path, cell by cell; the first cell is where the mover stands.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PathRoute".
 */
export interface PathRoute {
  /**
   * @minItems 1
   * @maxItems 5000
   */
  path: [PathCell, ...PathCell[]];
}
/**
 * One cell of a path; ``mode`` overrules what the map proposes for the step into it.
 *
 * By ``put`` the step leads to any cell, whatever is between, and costs nothing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PathCell".
 */
export interface PathCell {
  col: number;
  row: number;
  elevation?: number;
  mode?: string | null;
}
/**
 * The cheapest path to a cell, through the ``via`` cells in order.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BestRoute".
 */
export interface BestRoute {
  to: Cell;
  /**
   * @maxItems 50
   */
  via?: Cell[];
}
/**
 * A path already measured by the host; needs no scene.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SegmentRoute".
 */
export interface SegmentRoute {
  /**
   * @maxItems 5000
   */
  segments: MeasuredSegment[];
}
/**
 * A stretch measured by the host, in the system's unit.
 *
 * ``length`` is measured along the path; for a jump it is the horizontal distance and ``rise`` the
 * vertical one.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MeasuredSegment".
 */
export interface MeasuredSegment {
  mode?: string;
  length: number;
  rise?: number;
  cost_multiplier?: number;
  flat_cost?: number;
  /**
   * Name or id of the difficult region this stretch runs through; empty: none.
   */
  difficult?: string;
  roll?: TerrainRoll | null;
  surface?: string | null;
  slick?: "none" | "wet" | "greased";
  difficulty?: number | null;
  grade?: string | null;
  modifier?: number | null;
  /**
   * In water: which way and how far it carries per Turn, columns and rows.
   */
  current?: [number | number, number | number] | null;
  /**
   * How far down it is, where it may be fallen into.
   */
  depth?: number | null;
  /**
   * Any label of the direction; equal labels in a row are one straight line.
   */
  heading?: string;
  /**
   * For a jump: forces the running or the standing jump; null: computed from what went before.
   */
  run_up?: boolean | null;
}
/**
 * Asks where a token can go.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DestinationsRequest".
 */
export interface DestinationsRequest {
  v?: 1;
  system: string;
  house_rules?: {
    [k: string]: JsonValue;
  };
  /**
   * What the GM said about this one move; fields per system, see ``describe``.
   */
  circumstances?: {
    [k: string]: JsonValue;
  };
  clock?: Clock;
  scene?: (Scene | SceneRef) | null;
  view?: "player" | "referee";
  op: "destinations";
  mover: MoverRequest;
}
/**
 * Asks what a path costs. Several movers do not block each other's old cells.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlanRequest".
 */
export interface PlanRequest {
  v?: 1;
  system: string;
  house_rules?: {
    [k: string]: JsonValue;
  };
  /**
   * What the GM said about this one move; fields per system, see ``describe``.
   */
  circumstances?: {
    [k: string]: JsonValue;
  };
  clock?: Clock;
  scene?: (Scene | SceneRef) | null;
  view?: "player" | "referee";
  op: "plan";
  /**
   * @minItems 1
   * @maxItems 200
   */
  movers: [MoverRequest, ...MoverRequest[]];
}
/**
 * Records what happened, or undoes it: exactly one of ``commit`` and ``undo`` is given.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ApplyRequest".
 */
export interface ApplyRequest {
  v?: 1;
  system: string;
  house_rules?: {
    [k: string]: JsonValue;
  };
  /**
   * What the GM said about this one move; fields per system, see ``describe``.
   */
  circumstances?: {
    [k: string]: JsonValue;
  };
  clock?: Clock;
  scene?: (Scene | SceneRef) | null;
  view?: "player" | "referee";
  op: "apply";
  mover?: MoverRequest;
  commit?: CommitRequest | null;
  undo?: string | null;
}
/**
 * Events that happened together, under the host's id for them.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CommitRequest".
 */
export interface CommitRequest {
  id: string;
  /**
   * @minItems 1
   * @maxItems 50
   */
  events: [
    MovedEvent | ActedEvent | DidEvent | RolledEvent | ReactedEvent | BeginEvent | EndEvent | RuledEvent | GrantedEvent,
    ...(
      | MovedEvent
      | ActedEvent
      | DidEvent
      | RolledEvent
      | ReactedEvent
      | BeginEvent
      | EndEvent
      | RuledEvent
      | GrantedEvent
    )[]
  ];
}
/**
 * The token is dropped at the end of ``route``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "MovedEvent".
 */
export interface MovedEvent {
  kind: "moved";
  route: PathRoute | BestRoute | SegmentRoute;
  /**
   * Let an illegal move through (the table allowed it); it is recorded and counts.
   */
  override?: boolean;
  /**
   * Pushed, dragged or carried: spends nothing.
   */
  forced?: boolean;
  /**
   * Something stopped the token this far along the path; what lies beyond is neither moved nor paid.
   */
  until?: number | null;
}
/**
 * The Action is used; ``saved`` dice of it are held back for a later sprint (CON-08).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ActedEvent".
 */
export interface ActedEvent {
  kind: "acted";
  reaction?: boolean;
  saved?: number;
}
/**
 * One of a system's ``acts`` was done, see ``describe``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DidEvent".
 */
export interface DidEvent {
  kind: "did";
  act: string;
  options?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * A check is rolled: by the faces, by the result, or here from a ``seed``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RolledEvent".
 */
export interface RolledEvent {
  kind: "rolled";
  check: string;
  faces?: number[] | null;
  result?: number | null;
  seed?: number | null;
  /**
   * Another Difficulty than the check's own, set by the GM for this roll.
   */
  difficulty?: number | null;
}
/**
 * A reaction on the path that the move waited for was played; ``stopped``: it ends the move there.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReactedEvent".
 */
export interface ReactedEvent {
  kind: "reacted";
  reaction: string;
  stopped: boolean;
}
/**
 * A scope of the clock begins; the system's clock says what it clears.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BeginEvent".
 */
export interface BeginEvent {
  kind: "begin";
  scope: string;
  number?: number | null;
  /**
   * Which one it is, of how many, where the system counts them (Initiative Passes).
   */
  of?: number | null;
  /**
   * Whether the character has an action in it.
   */
  acts?: boolean;
}
/**
 * A scope of the clock ends.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "EndEvent".
 */
export interface EndEvent {
  kind: "end";
  scope: string;
}
/**
 * The GM answered a ruling.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RuledEvent".
 */
export interface RuledEvent {
  kind: "ruled";
  ruling: string;
  choice: string;
}
/**
 * The GM gives movement by hand, in the system's unit, or takes it: less than 0.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "GrantedEvent".
 */
export interface GrantedEvent {
  kind: "granted";
  length: number;
  reason: string;
}
/**
 * The reply to ``describe``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DescribeReply".
 */
export interface DescribeReply {
  ok: true;
  value: DescribeValue;
}
/**
 * All games, and the rules of every table.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DescribeValue".
 */
export interface DescribeValue {
  v?: 1;
  systems: SystemEntry[];
  /**
   * Systems that a host brings along and that do not load: the problem `system_broken` of each.
   */
  broken: Problem[];
  /**
   * Rules of every table, whatever the game: what the map forbids, undo, forced movement.
   */
  table_rules: RuleEntry[];
  /**
   * Templates of the table rules' texts.
   */
  texts: {
    [k: string]: string;
  };
}
/**
 * A game system.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "SystemEntry".
 */
export interface SystemEntry {
  id: string;
  title: string;
  /**
   * One sentence to choose a game by; null: the game has none.
   */
  about: Text | null;
  unit: string;
  clock: ClockEntry;
  /**
   * JSON Schema of the character.
   */
  character: {
    [k: string]: JsonValue;
  };
  /**
   * JSON Schema of the circumstances.
   */
  circumstances: {
    [k: string]: JsonValue;
  };
  modes: WordEntry[];
  surfaces: WordEntry[];
  grades: WordEntry[];
  acts: ActEntry[];
  dice: DiceEntry;
  /**
   * JSON Schema of what tokens' ``facts`` may hold.
   */
  token_facts: {
    [k: string]: JsonValue;
  };
  house_rules: HouseRuleEntry[];
  /**
   * The defaults first.
   */
  presets: PresetEntry[];
  rules: RuleEntry[];
  /**
   * Every text key with its English template; parameters stand in braces.
   */
  texts: {
    [k: string]: string;
  };
}
/**
 * A sentence for people: translate by ``key`` and ``params``, or show ``text`` (English).
 *
 * A parameter that is a sentence itself is translated likewise.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Text".
 */
export interface Text {
  key: string;
  params?: {
    [k: string]: string | number | boolean | Text | null;
  };
  text: string;
}
/**
 * The scopes that limit movement, and the events that "end turn" stands for.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ClockEntry".
 */
export interface ClockEntry {
  scopes: ScopeEntry[];
  end_turn: (
    MovedEvent | ActedEvent | DidEvent | RolledEvent | ReactedEvent | BeginEvent | EndEvent | RuledEvent | GrantedEvent
  )[];
}
/**
 * A scope of the clock, and what its begin does to the fields of the ledger.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ScopeEntry".
 */
export interface ScopeEntry {
  id: string;
  label: Text;
  /**
   * Fields that its begin clears.
   */
  clears: string[];
  /**
   * Whether its beginnings are counted, as Initiative Passes are: the second of three.
   */
  counted: boolean;
}
/**
 * A word the system has for a way of moving, a surface or a grade of terrain.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "WordEntry".
 */
export interface WordEntry {
  id: string;
  label: Text;
}
/**
 * Something to do that matters for movement: the ``act`` of a ``did`` event.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ActEntry".
 */
export interface ActEntry {
  id: string;
  rule: string;
  label: Text;
  /**
   * JSON Schema of its options.
   */
  options: {
    [k: string]: JsonValue;
  };
}
/**
 * What the game calls the result of a roll, and what it is rolled against.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DiceEntry".
 */
export interface DiceEntry {
  result: Text;
  target: Text;
}
/**
 * A house rule of the system.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "HouseRuleEntry".
 */
export interface HouseRuleEntry {
  id: string;
  title: string;
  description: string;
  rules: string[];
  default: JsonValue;
  /**
   * To be shown on the first page of settings.
   */
  required: boolean;
  json_schema: {
    [k: string]: JsonValue;
  };
}
/**
 * House rules under one name, chosen all together; those that ``values`` does not name are at their default.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PresetEntry".
 */
export interface PresetEntry {
  id: string;
  label: Text;
  help: Text;
  values: {
    [k: string]: JsonValue;
  };
}
/**
 * A rule as a player looks it up.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RuleEntry".
 */
export interface RuleEntry {
  number: string;
  name: string;
  sentence: string;
  reference: string;
  kind: string;
}
/**
 * What is wrong with a request: where (``path``), what (``message``) and what to do (``remedy``).
 *
 * A field of the wrong kind also says which, with the bounds and the value sent, to be translated by.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  code: string;
  message: string;
  path: string;
  remedy: string;
  kind?: string;
  params?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * The reply to ``state``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StateReply".
 */
export interface StateReply {
  ok: true;
  value: StateValue;
}
/**
 * Where the token stands: allowances, modifiers in force, badges, counters, open prompts.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StateValue".
 */
export interface StateValue {
  allowances: Allowance[];
  modifiers: Modifier[];
  statuses: Status[];
  counters: Counter[];
  rulings: Ruling[];
  hazards: Hazard[];
  trace: Trace[];
  scene_ref?: string | null;
  /**
   * What a cell of the map counts as in the system's unit, where the map is in another.
   */
  conversion?: Text | null;
  /**
   * The ways of moving that this character has a word for: those of ``describe``, and what its sheet adds.
   */
  modes: WordEntry[];
  pending: Pending | null;
  /**
   * Rolls that may be made now without a path before them.
   */
  checks: Check[];
  /**
   * The acts that nothing refuses now, by their ids; those that ask for something first are among them.
   */
  acts: string[];
  /**
   * Why each of the other acts is refused now, by their ids; left out: none is.
   */
  refused?: {
    [k: string]: Text;
  };
  commits: CommitSummary[];
  /**
   * What the sheet lacks and is asked for; left out: nothing.
   */
  assumed?: Assumed[];
  /**
   * Outside combat distances are not counted: an allowance without a limit is then no roll.
   */
  in_combat: boolean;
}
/**
 * How far a mode reaches in which scope; no ``limit``: none there is, or unknown before a roll.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Allowance".
 */
export interface Allowance {
  id: string;
  mode: string;
  rule: string;
  label: Text;
  scope: string;
  limit: number | null;
  used: number;
  left: number | null;
  vertical: number | null;
}
/**
 * A change to later rolls: who bears it, on what, how much of which quantity, from and until when.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Modifier".
 */
export interface Modifier {
  rule: string;
  bearer: string;
  on: Text;
  quantity: string;
  amount: number;
  since: Text;
  until: Text;
}
/**
 * A state of the token, shown as a badge.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Status".
 */
export interface Status {
  id: string;
  rule: string;
  label: Text;
}
/**
 * A ledger field, for the turn panel; ``shown``: its value in words, where it is a name.
 *
 * ``is_length``: counted in the game's unit, and not in what the label says.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Counter".
 */
export interface Counter {
  id: string;
  rule: string;
  label: Text;
  value: number | string | boolean | null;
  shown: Text | null;
  is_length: boolean;
}
/**
 * A question for the GM, with its default.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ruling".
 */
export interface Ruling {
  id: string;
  rule: string;
  at: number;
  question: Text;
  choices: Choice[];
  default: string;
}
/**
 * One answer to a ruling.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Choice".
 */
export interface Choice {
  id: string;
  label: Text;
}
/**
 * What the place or a failure does; ``stops``: the move ends there.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Hazard".
 */
export interface Hazard {
  id: string;
  rule: string;
  at: number;
  label: Text;
  stops: boolean;
  numbers: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * One rule used, with its numbers.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Trace".
 */
export interface Trace {
  rule: string;
  name: string;
  reference: string;
  sentence: string;
  working: Text;
  numbers: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * A move that waits: for a check to be rolled or a reaction to be played, and what is left of the path.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Pending".
 */
export interface Pending {
  commit: string;
  check: Check | null;
  reaction: ReactionOffer | null;
  rest: PathCell[] | null;
  distance: number;
}
/**
 * A roll attached to the path at ``at``; ``chance`` is that of ``needed`` or better.
 *
 * ``optional``: the move does not depend on it, the player may skip it. ``again``: which of its ``pool`` dice of so
 * many ``sides`` are thrown again when they show the highest face.
 *
 * No answer shows ``thrown``, the dice themselves where they can count faces, and ``gives``, what a result comes to:
 * how far it gets, or for how long; none: nothing.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Check".
 */
export interface Check {
  id: string;
  rule: string;
  label: Text;
  at: number;
  pool: number;
  dice: Text;
  difficulty: number;
  needed: number;
  needed_text: Text;
  chance: number;
  mean: number;
  odds: Odds[];
  alternatives: Text[];
  optional: boolean;
  sides: number;
  again: "never" | "each" | "first";
}
/**
 * The chance of ``result`` or better, and the distance that it gives.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Odds".
 */
export interface Odds {
  result: number;
  at_least: number;
  distance: number | null;
}
/**
 * What others may do because of the path; ``waits``: the move stops there until it is played.
 *
 * No ``token``: nobody on the map in particular; the label says who.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ReactionOffer".
 */
export interface ReactionOffer {
  id: string;
  rule: string;
  token: string | null;
  at: number;
  label: Text;
  waits: boolean;
}
/**
 * One commit of the ledger, for the turn panel; ``refusal`` says why it cannot be undone.
 *
 * ``rules`` names for each label the rule that carried, stopped or judged; null: none did.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "CommitSummary".
 */
export interface CommitSummary {
  id: string;
  number: number;
  labels: Text[];
  rules: (string | null)[];
  /**
   * Whether it is from the turn, pass or round that goes on.
   */
  in_turn: boolean;
  undoable: boolean;
  refusal: Text | null;
}
/**
 * A field of the sheet that is asked for and was not sent, and the value that it is played with.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Assumed".
 */
export interface Assumed {
  field: string;
  label: Text;
  value: JsonValue;
  /**
   * The value in words, where it is no number.
   */
  shown: Text | null;
}
/**
 * The reply to ``destinations``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DestinationsReply".
 */
export interface DestinationsReply {
  ok: true;
  value: DestinationsValue;
}
/**
 * Where the token can go; ``truncated``: what is unlikely, or takes too much work to find, is left out.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "DestinationsValue".
 */
export interface DestinationsValue {
  scene_ref?: string | null;
  /**
   * What a cell of the map counts as in the system's unit, where the map is in another.
   */
  conversion?: Text | null;
  layers: Layer[];
  truncated: boolean;
  /**
   * How high the ground is where that is not the elevation of the layers; empty: nowhere.
   */
  heights?: Grounds[];
}
/**
 * All cells of one price. Layers are disjoint, best first.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Layer".
 */
export interface Layer {
  kind: "free" | "penalised" | "roll" | "impossible";
  label: Text;
  rule: string;
  price: Price | null;
  chance: number | null;
  elevation?: number;
  /**
   * The storey its cells are on; null: the map has none.
   */
  storey?: string | null;
  checks?: Text[];
  rings: Ring[];
  /**
   * Which cells are in which ring; null: the map has no cells.
   */
  cells?: Window | null;
}
/**
 * What a stretch costs besides distance: ``amount`` of ``quantity``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Price".
 */
export interface Price {
  quantity: string;
  amount: number;
}
/**
 * Cells of a layer that cost the same: ``used`` allowance on the way, ``left`` without a roll after it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Ring".
 */
export interface Ring {
  used: number;
  left: number | null;
  /**
   * On a map without cells: where the token's middle may be; ``used`` is the most there, ``left`` the
   * least.
   */
  area?: [number | number, number | number][][][];
}
/**
 * The number of the ring that each cell is in, over a window of the grid.
 *
 * Each plane is a bitset: bit ``i`` is the cell ``(col + i % cols, row + i // cols)``; bit ``i`` is found
 * in byte ``i // 8`` at value ``1 << (i % 8)``; the bytes are base64. A cell's number is the sum of
 * ``2 ** k`` over the planes ``k`` that hold it: 0 is in no ring, 1 in the first of the layer, 2 in the
 * second. For a token larger than one cell, the cell is the top left one of its footprint. ``cols`` may be
 * one more than the grid has: nothing is set beyond it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Window".
 */
export interface Window {
  planes: string[];
  col: number;
  row: number;
  cols: number;
  rows: number;
}
/**
 * Where the ground of a storey within reach is not as high as its floor: ledges and pits, from high to low.
 *
 * The number of a cell in ``cells`` says which of ``elevations`` its ground has, in the map's unit. A map without
 * cells has one of them for each elevation, with its area.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Grounds".
 */
export interface Grounds {
  storey?: string | null;
  elevations: number[];
  cells: Window | null;
  area?: [number | number, number | number][][][];
}
/**
 * The reply to ``plan``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlanReply".
 */
export interface PlanReply {
  ok: true;
  value: PlanValue;
}
/**
 * One plan per mover, in their order.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "PlanValue".
 */
export interface PlanValue {
  scene_ref?: string | null;
  /**
   * What a cell of the map counts as in the system's unit, where the map is in another.
   */
  conversion?: Text | null;
  plans: Plan[];
}
/**
 * The answer for one path. ``verdict`` is the worst band's kind, ``free`` for no band.
 *
 * A path that pauses in a climb is judged as far as there: only its bands cover the rest.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Plan".
 */
export interface Plan {
  bands: Band[];
  price: Price | null;
  modifiers: Modifier[];
  spends: Spend[];
  checks: Check[];
  reactions: ReactionOffer[];
  hazards: Hazard[];
  rulings: Ruling[];
  trace: Trace[];
  cost: number;
  left: number | null;
  token: string | null;
  verdict: "free" | "penalised" | "roll" | "impossible";
  reason: Text;
  /**
   * The chance that all its checks succeed; null: there is no check.
   */
  chance: number | null;
  length: number;
  path: PathCell[] | null;
  /**
   * Where a climb that no roll or allowance carries to its end pauses; null: none does.
   */
  pause: Pause | null;
  last_legal: LastLegal;
  events: (
    MovedEvent | ActedEvent | DidEvent | RolledEvent | ReactedEvent | BeginEvent | EndEvent | RuledEvent | GrantedEvent
  )[];
}
/**
 * A stretch of the path, ``start`` to ``end``, with one price.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Band".
 */
export interface Band {
  start: number;
  end: number;
  kind: "free" | "penalised" | "roll" | "impossible";
  mode: string;
  rule: string;
  reason: Text;
  price: Price | null;
  chance: number | null;
  check: string | null;
}
/**
 * A resource used up; ``is_length``: counted in the game's unit, and not in what the label says.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Spend".
 */
export interface Spend {
  rule: string;
  resource: string;
  label: Text;
  amount: number;
  left: number | null;
  is_length: boolean;
}
/**
 * How far along the path a climb gets at the most, and where it holds on; the rest of the path is for later.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Pause".
 */
export interface Pause {
  at: number;
  cell: Cell;
  rule: string;
  reason: Text;
}
/**
 * The last point of the path where the token may stop without a roll or an override.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LastLegal".
 */
export interface LastLegal {
  distance: number;
  cell?: Cell | null;
}
/**
 * The reply to ``apply``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ApplyReply".
 */
export interface ApplyReply {
  ok: true;
  value: ApplyValue;
}
/**
 * What a commit or an undo changed. A refused one changes nothing and says why in ``refused``.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ApplyValue".
 */
export interface ApplyValue {
  scene_ref?: string | null;
  /**
   * What a cell of the map counts as in the system's unit, where the map is in another.
   */
  conversion?: Text | null;
  ledger: {
    [k: string]: JsonValue;
  };
  moves: TokenMove[];
  rest: PathCell[] | null;
  /**
   * Why the move ended before the end of its path; null: it did not, or it waits.
   */
  stopped: Refusal | null;
  rolls: RollResult[];
  refused: Refusal | null;
  /**
   * The id was known: nothing changed.
   */
  replayed: boolean;
  state: StateValue;
}
/**
 * Where the host must now put the token, along ``way`` (null: the route was measured by the host).
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "TokenMove".
 */
export interface TokenMove {
  token: string | null;
  to: Cell | null;
  way: PathCell[] | null;
  distance: number;
  forced: boolean;
  rule: string;
}
/**
 * Why nothing was recorded.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Refusal".
 */
export interface Refusal {
  rule: string;
  reason: Text;
}
/**
 * A roll as it was counted.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "RollResult".
 */
export interface RollResult {
  check: string;
  rule: string;
  faces: number[] | null;
  difficulty: number;
  result: number;
  needed: number | null;
  success: boolean;
  effect: Text;
}
/**
 * The reply to a request that cannot be answered.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ProblemReply".
 */
export interface ProblemReply {
  ok: false;
  problem: Problem;
}
