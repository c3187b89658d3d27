/** What is used of the host's SDK, so that types are known where its package is not unpacked. */

declare module "@owlbear-rodeo/sdk" {
  export type Vector2 = { x: number; y: number };
  export type Metadata = { [key: string]: unknown };
  export interface Item {
    readonly id: string;
    readonly type: string;
    name: string;
    visible: boolean;
    locked: boolean;
    createdUserId: string;
    readonly lastModifiedUserId: string;
    position: Vector2;
    rotation: number;
    scale: Vector2;
    metadata: Metadata;
    layer: string;
    attachedTo?: string;
  }
  export interface Image extends Item {
    type: "IMAGE";
    image: { width: number; height: number };
    grid: { offset: Vector2; dpi: number };
  }
  export interface Wall extends Item {
    type: "WALL";
    points: Vector2[];
    doubleSided: boolean;
    blocking: boolean;
  }
  export type PathCommand = [0 | 1, number, number] | [5];
  export interface Path extends Item {
    type: "PATH";
    commands: PathCommand[];
    style: { strokeColor: string };
  }
  export interface Label extends Item {
    type: "LABEL";
    text: { plainText: string };
    style: { backgroundColor: string };
  }

  interface Builder<Own, Made> {
    position(position: Vector2): Own;
    layer(layer: string): Own;
    locked(locked: boolean): Own;
    disableHit(disable: boolean): Own;
    name(name: string): Own;
    build(): Made;
  }
  interface PathBuilder extends Builder<PathBuilder, Path> {
    commands(commands: PathCommand[]): PathBuilder;
    fillRule(rule: "nonzero" | "evenodd"): PathBuilder;
    fillColor(colour: string): PathBuilder;
    fillOpacity(opacity: number): PathBuilder;
    strokeColor(colour: string): PathBuilder;
    strokeOpacity(opacity: number): PathBuilder;
    strokeWidth(width: number): PathBuilder;
    strokeDash(dash: number[]): PathBuilder;
  }
  interface LabelBuilder extends Builder<LabelBuilder, Label> {
    plainText(text: string): LabelBuilder;
    fontSize(size: number): LabelBuilder;
    pointerDirection(direction: "UP" | "DOWN" | "LEFT" | "RIGHT"): LabelBuilder;
  }
  export function buildPath(): PathBuilder;
  export function buildLabel(): LabelBuilder;

  type Stop = () => void;
  type Role = "GM" | "PLAYER";
  interface ToolEvent {
    pointerPosition: Vector2;
    target?: Item;
    altKey: boolean;
  }
  type OnTool = (context: unknown, event: ToolEvent) => void;
  interface ToolIcon {
    icon: string;
    label: string;
    filter?: { activeTools?: string[] };
  }
  interface Items {
    getItems(ids?: string[]): Promise<Item[]>;
    addItems(items: Item[]): Promise<void>;
    deleteItems(ids: string[]): Promise<void>;
    updateItems(ids: string[], update: (drafts: Item[]) => void): Promise<void>;
    onChange(listener: (items: Item[]) => void): Stop;
  }
  const OBR: {
    onReady(listener: () => void): void;
    scene: {
      isReady(): Promise<boolean>;
      onReadyChange(listener: (isReady: boolean) => void): Stop;
      items: Items;
      local: Items;
      grid: {
        getType(): Promise<string>;
        getDpi(): Promise<number>;
        getMeasurement(): Promise<string>;
        getScale(): Promise<{ parsed: { multiplier: number; unit: string } }>;
        snapPosition(
          position: Vector2,
          sensitivity?: number,
          useCorners?: boolean,
          useCenter?: boolean,
        ): Promise<Vector2>;
        onChange(listener: () => void): Stop;
      };
    };
    player: {
      readonly id: string;
      getRole(): Promise<Role>;
      getSelection(): Promise<string[] | undefined>;
      onChange(listener: (player: { role: Role }) => void): Stop;
    };
    room: {
      getPermissions(): Promise<string[]>;
      onPermissionsChange(listener: (permissions: string[]) => void): Stop;
      getMetadata(): Promise<Metadata>;
      setMetadata(update: Metadata): Promise<void>;
      onMetadataChange(listener: (metadata: Metadata) => void): Stop;
    };
    broadcast: {
      sendMessage(channel: string, data: unknown, options?: { destination: "LOCAL" }): Promise<void>;
      onMessage(channel: string, listener: (event: { data: unknown }) => void): Stop;
    };
    notification: {
      show(text: string, variant?: "DEFAULT" | "WARNING" | "ERROR" | "SUCCESS"): Promise<string>;
    };
    theme: {
      getTheme(): Promise<{ mode: "LIGHT" | "DARK" }>;
      onChange(listener: (theme: { mode: "LIGHT" | "DARK" }) => void): Stop;
    };
    tool: {
      create(tool: { id: string; icons: ToolIcon[]; defaultMode: string; shortcut: string }): Promise<void>;
      createMode(mode: {
        id: string;
        icons: ToolIcon[];
        cursors: { cursor: string; filter?: { dragging: boolean } }[];
        onToolDown: OnTool;
        onToolDragStart: OnTool;
        onToolDragMove: OnTool;
        onToolDragEnd: OnTool;
        onToolDragCancel: OnTool;
        onDeactivate: (context: unknown) => void;
      }): Promise<void>;
    };
  };
  export default OBR;
}
