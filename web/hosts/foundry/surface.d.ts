/** What this module uses of the client's public API, v13 and v14; nothing else is known of it here. */

export interface Host {
  game: Game;
  Hooks: {
    on(name: string, fn: (...args: any[]) => unknown): number;
    callAll(name: string, ...args: unknown[]): boolean;
    once(name: string, fn: (...args: any[]) => unknown): number;
    off(name: string, id: number): void;
  };
  CONFIG: {
    Token: {
      documentClass: any;
      objectClass: any;
      rulerClass: any;
      movement: { actions: Record<string, Action> };
    };
    RegionBehavior: {
      dataModels: Record<string, unknown>;
      typeLabels: Record<string, string>;
      typeIcons: Record<string, string>;
      /** From v14 on. */
      typeHints?: Record<string, string>;
    };
    ChatMessage?: { modes?: object };
    specialStatusEffects: { DEFEATED: string };
    queries: Record<string, (data: any) => Promise<unknown>>;
  };
  canvas: Canvas;
  ui: {
    notifications: Record<"info" | "warn" | "error", (text: string) => unknown>;
    sidebar?: { element: HTMLElement };
  };
  foundry: {
    data: {
      fields: Record<
        "BooleanField" | "NumberField" | "SchemaField" | "StringField",
        new (
          ...options: any[]
        ) => object
      >;
      regionBehaviors: { RegionBehaviorType: new (...args: any[]) => object };
    };
    applications: {
      api: {
        DialogV2: { confirm(config: DialogConfig): Promise<boolean | null> };
        ApplicationV2: new () => Application;
      };
      /** The windows that are open. */
      instances: Map<string, { element?: HTMLElement | null }>;
    };
    utils: { randomID(): string };
  };
  ChatMessage: {
    create(data: { content: string; speaker: object; flags: object; whisper?: string[] }): Promise<unknown>;
    getSpeaker(of: { token: TokenDocument }): object;
    getWhisperRecipients(name: string): { id: string }[];
  };
  Roll: new (formula: string) => Roll;
  PIXI: { Texture: { from(source: HTMLCanvasElement): object } };
}

export interface Roll {
  dice: DiceTerm[];
  evaluate(): Promise<unknown>;
  toMessage(data: object, options: object): Promise<unknown>;
}

export interface DiceTerm {
  results: { result: number }[];
}

export interface DialogConfig {
  window: { title: string };
  content: string;
  yes?: { label: string };
  no?: { label: string };
  rejectClose?: boolean;
  render?: (event: Event, dialog: { close(): Promise<unknown> }) => void;
}

export interface Game {
  release: { generation: number };
  system: { id: string; title: string };
  user: User;
  paused: boolean;
  messages: Iterable<Message>;
  users: { activeGM: User | null; get(id: string): User | undefined };
  scenes: { get(id: string): Scene | undefined };
  modules: { get(id: string): { active: boolean; api?: unknown } | undefined };
  settings: {
    register(scope: string, key: string, setting: object): void;
    registerMenu(scope: string, key: string, menu: object): void;
    get(scope: string, key: string): any;
    set(scope: string, key: string, value: unknown): Promise<unknown>;
  };
  keybindings: { register(scope: string, key: string, binding: object): void };
  i18n: {
    lang: string;
    has(key: string): boolean;
    localize(key: string): string;
    format(key: string, data: Record<string, unknown>): string;
  };
  /** The one that this client looks at. */
  combat: Combat | null;
  combats: Iterable<Combat>;
}

export interface Message {
  id: string;
  isAuthor: boolean;
  flags?: Record<string, any>;
  rolls?: { dice: DiceTerm[] }[];
  update(changes: object): Promise<unknown>;
}

export interface User {
  id: string;
  name: string;
  isGM: boolean;
  isSelf: boolean;
  query(name: string, data: object, options?: { timeout?: number }): Promise<any>;
}

export interface Combat {
  id: string;
  started: boolean;
  round: number;
  turn: number | null;
  system?: { pass?: unknown };
  combatant: Combatant | null;
  combatants: Iterable<Combatant>;
  getFlag(scope: string, key: string): unknown;
}

export interface Combatant {
  id: string;
  tokenId: string | null;
  sceneId?: string | null;
  token: TokenDocument | null;
  initiative: number | null;
}

export interface Effect {
  id: string;
  flags?: { footwork?: { token?: string; modifier?: string } };
}

export interface Canvas {
  ready: boolean;
  scene?: Scene | null;
  interface: { grid: GridLayer };
  clientCoordinatesFromCanvas(point: { x: number; y: number }): { x: number; y: number };
  tokens: { controlled: Placeable[]; get(id: string): Placeable | null | undefined };
  visibility: {
    testVisibility(
      point: { x: number; y: number; elevation: number },
      options: { tolerance: number },
    ): boolean;
  };
  fog: { isPointExplored(point: { x: number; y: number }): boolean };
}

export interface GridLayer {
  addHighlightLayer(name: string): Graphics;
  clearHighlightLayer(name: string): void;
}

export interface Graphics {
  beginFill(color: number, alpha: number): unknown;
  endFill(): unknown;
  beginTextureFill(fill: { texture: object; color: number; alpha: number }): unknown;
  beginHole(): unknown;
  endHole(): unknown;
  drawPolygon(points: number[]): unknown;
  lineStyle(line: { width: number; color: number; alpha: number }): unknown;
  moveTo(x: number, y: number): unknown;
  lineTo(x: number, y: number): unknown;
}

export interface Placeable {
  id: string;
  document: TokenDocument;
  isDragged: boolean;
  control(options?: { releaseOthers?: boolean }): unknown;
  isVisible?: boolean;
  movementAnimationPromise?: Promise<unknown> | null;
  renderFlags: { set(flags: { refreshRuler: true }): void };
}

export interface Position {
  x: number;
  y: number;
  elevation: number;
  width?: number;
  height?: number;
}

export interface Waypoint extends Position {
  action: string;
  explicit?: boolean;
  checkpoint?: boolean;
  intermediate?: boolean;
}

export interface RulerWaypoint extends Waypoint {
  stage: "passed" | "pending" | "planned";
  previous: RulerWaypoint | null;
  /** From where the history begins. */
  measurement: { readonly distance: number };
  /** The client ends the move before it, as at a wall. */
  unreachable?: boolean;
}

export interface Planned {
  foundPath: Waypoint[];
}

export interface PathJob {
  /** Undefined while it is looked for, null once it is cancelled. */
  result: Waypoint[] | null | undefined;
  promise: Promise<Waypoint[] | null>;
  cancel: () => void;
}

export interface Action {
  label: string;
  icon?: string;
  img?: string | null;
  order?: number;
  teleport?: boolean;
  measure?: boolean;
  walls?: string | null;
  visualize?: boolean;
  canSelect?: boolean | ((token: TokenDocument) => boolean);
  deriveTerrainDifficulty?: ((others: Record<string, number>) => number) | null;
  getAnimationOptions?: (token: Placeable) => object;
  getCostFunction?: (token: TokenDocument, options: object) => (cost: number) => number;
}

export interface Movement {
  id: string;
  chain: readonly string[];
  origin: Position;
  passed: { waypoints: readonly Waypoint[] };
  pending: { waypoints: readonly Waypoint[] };
  method: string;
}

export interface TokenSource extends Position {
  _id: string;
  name: string;
  width: number;
  height: number;
  shape: number;
  movementAction?: string | null;
  /** From v14 on. */
  level?: string;
  disposition: number;
  hidden: boolean;
  flags?: Record<string, any>;
}

export interface TokenDocument {
  id: string;
  name: string;
  _source: TokenSource;
  parent: Scene;
  actor: Actor | null;
  isOwner: boolean;
  combatant?: { isDefeated: boolean } | null;
  hasStatusEffect(id: string): boolean;
  object: Placeable | null;
  movement: Pick<Movement, "id" | "chain"> | null;
  movementHistory: readonly (Position & { movementId: string })[];
  actorLink?: boolean;
  testUserPermission(user: any, level: "OWNER"): boolean;
  getFlag(scope: string, key: string): unknown;
  setFlag(scope: string, key: string, value: unknown): Promise<unknown>;
  unsetFlag(scope: string, key: string): Promise<unknown>;
  revertRecordedMovement(id?: string): Promise<boolean>;
  update(changes: object): Promise<unknown>;
  /** Before it is made, or here alone. */
  updateSource(changes: object): unknown;
  move(waypoints: object[], options: object): Promise<boolean>;
  getCenterPoint(position: object): { x: number; y: number };
  getSnappedPosition(position: object): { x: number; y: number };
  getCompleteMovementPath(waypoints: readonly Waypoint[]): Waypoint[];
}

export interface Actor {
  system: unknown;
  type?: string;
  items?: Iterable<Item>;
  getFlag(scope: string, key: string): unknown;
  setFlag(scope: string, key: string, value: unknown): Promise<unknown>;
  unsetFlag(scope: string, key: string): Promise<unknown>;
  effects?: Iterable<Effect>;
  createEmbeddedDocuments(type: "ActiveEffect", data: object[]): Promise<unknown>;
  deleteEmbeddedDocuments(type: "ActiveEffect", ids: string[]): Promise<unknown>;
}

/** A window of the client; what is in it is made by `_renderHTML` and put there by `_replaceHTML`. */
export interface Application {
  rendered: boolean;
  element: HTMLElement;
  render(options?: { force?: boolean }): Promise<unknown>;
  close(): Promise<unknown>;
  _onClose(options: object): void;
}

export interface Item {
  type: string;
  name: string;
  system: unknown;
}

export interface Scene {
  id: string;
  /** Whether players see only what their tokens see. */
  tokenVision?: boolean;
  grid: {
    type: number;
    size: number;
    distance: number;
    units: string;
    diagonals?: number;
    getCenterPoint(cell: { i: number; j: number }): { x: number; y: number };
  };
  dimensions: { width: number; height: number; columns: number; rows: number };
  walls: Iterable<Wall>;
  regions: Iterable<Region>;
  tokens: Iterable<TokenDocument> & { get(id: string): TokenDocument | undefined };
  /** From v14 on. */
  levels?: Iterable<Level>;
}

export interface Level {
  id: string;
  name: string;
  elevation: { bottom: number | null; top: number | null };
}

export interface Wall {
  id: string;
  c: readonly number[];
  /** How it stops movement; 0, or nothing: not at all. */
  move: number | null;
  door: number | null;
  ds: number | null;
  dir?: number | null;
  /** From v14 on; none: all. */
  levels?: Iterable<string>;
  flags?: { "wall-height"?: { bottom?: number | null; top?: number | null } };
}

export interface Region {
  id: string;
  name: string;
  /** From v14 on; none: all. */
  levels?: Iterable<string>;
  /** From v14 on: what it does, it does not do now. */
  hidden?: boolean;
  elevation?: { bottom?: number | null; top?: number | null; topInclusive?: boolean };
  /** The outlines of all its shapes together, holes as outlines of their own. */
  polygons: readonly { points: readonly number[] }[];
  behaviors: Iterable<Behavior>;
}

export interface Behavior {
  type: string;
  disabled: boolean;
  system: any;
}
