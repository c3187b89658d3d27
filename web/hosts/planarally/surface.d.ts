/** What this mod uses of PlanarAlly 2026.1.2; nothing else is known of it here. */

export type LocalId = number;
export type GlobalId = string;
export interface Point {
  x: number;
  y: number;
}

export interface ModMeta {
  tag: string;
  version: string;
  hash: string;
}

export interface Shape {
  readonly id: LocalId;
  readonly type: string;
  readonly floorId: number | undefined;
  readonly layerName: string | undefined;
  readonly points: [number, number][];
  readonly isClosed: boolean;
  readonly options: { collapsedIds?: [LocalId, unknown][]; skipDraw?: boolean; preFogShape?: boolean };
  /** Of what holds the variants of a token; one of them is seen, the others lie where they lay. */
  readonly variants?: readonly { id: LocalId }[];
  refPoint: Point;
  center: Point;
  invalidate(skipLightUpdate: boolean): void;
  contains(point: Point): boolean;
  getSize(gridType: string): Point;
  getPositionRepresentation(): { angle: number; points: [number, number][] };
}

export interface Properties {
  name: string;
  nameVisible: boolean;
  isInvisible: boolean;
  isDefeated?: boolean;
  blocksMovement: boolean;
}

interface WithValue<T> {
  value: T;
}

export interface LocationSettings {
  gridType: WithValue<string>;
  useGrid: WithValue<boolean>;
  unitSize: WithValue<number>;
  unitSizeUnit: WithValue<string>;
  /** Whether all is covered that no light falls on, and whether only what tokens see is shown. */
  fullFow: WithValue<boolean>;
  fowLos: WithValue<boolean>;
  activeLocation: number;
}

export interface SystemsState {
  properties: { readonly: { data: ReadonlyMap<LocalId, Properties> } };
  selected: {
    raw: { selected: ReadonlySet<LocalId>; focus: LocalId | undefined };
    reactive: { focus: LocalId | undefined };
  };
  position: { readonly: { panX: number; panY: number; zoom: number } };
  locationSettings: { raw: LocationSettings };
  game: { raw: { isDm: boolean; isFakePlayer: boolean; boardInitialized: boolean } };
}

interface Floor {
  id: number;
}

interface Layer {
  canvas: HTMLCanvasElement;
  ctx: CanvasRenderingContext2D;
  /** In pixels of the page. */
  width: number;
}

export interface Systems {
  floors: {
    getFloor(floor: { id: number }): Floor | undefined;
    getLayer(floor: Floor, name: string): Layer | undefined;
  };
  access: {
    hasAccessTo(id: LocalId, access: "edit" | "movement" | "vision"): boolean;
    getOwners(id: LocalId): Iterable<string>;
    /** What everybody may do. */
    getDefault(id: LocalId): { movement: boolean };
  };
  groups: { getGroupId(id: LocalId): string | undefined };
  players: { getCurrentPlayer(): { name: string } | undefined };
  tp: { isTeleportZone(id: LocalId): boolean; checkTeleport(shapes: readonly Shape[]): Promise<void> };
  chat: { addMessage(id: string, author: string, markdown: string[], sync: boolean): void };
}

export interface DataBlock<T> {
  data: T;
  readonly existsOnServer: boolean;
  sync(): void;
  updateData(data: T): void;
  /** Take over what the server has, as text. */
  loadData(text: string): void;
}

export type BlockName =
  | { category: "shape"; name: string; shape: GlobalId }
  | { category: "room"; name: string };

export interface Section {
  title: string;
  action: () => boolean;
}

export interface Tab {
  id: string;
  label: string;
  component: object;
}

export interface Api {
  systems: Systems;
  systemsState: SystemsState;
  ui: {
    shape: {
      registerContextMenuEntry(entry: (shape: LocalId) => Section[]): void;
      registerTab(tab: Tab, filter: (shape: LocalId, hasEditAccess: boolean) => boolean): void;
    };
  };
  getShape(id: LocalId): Shape | undefined;
  getGlobalId(id: LocalId): GlobalId | undefined;
  getOrLoadDataBlock<T>(
    block: BlockName,
    options: { defaultData: () => T; updateCallback?: (data: T) => void },
  ): Promise<DataBlock<T> | undefined>;
}

/** Shapes as they go over the wire. */
export interface WirePosition {
  uuid: GlobalId;
  position: { angle: number; points: (number | null)[][] };
}
