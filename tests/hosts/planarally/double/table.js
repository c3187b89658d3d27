/**
 * A double of PlanarAlly 2026.1.2, as far as moving tokens goes; conformance.md says what it does and why.
 *
 * Two pages of one browser context are two users of one room: what one sends reaches the other over a channel, and
 * the server's memory is the browser's store. The address says who sits here: `?user=gm&loadLocation=no&net=polling`;
 * with `empty` the location is still being loaded.
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{id: number, uuid: string, name: string, at: [number, number], type?: string, layer?: string, wall?: [number, number][], invisible?: boolean}} Kept
 */

const address = new URLSearchParams(location.search);
const CELL = 50;
const isGm = address.get("user") !== "player";
const room = new BroadcastChannel("room");
/** The location that is open here. @type {{activeLocation: number, [setting: string]: any}} */
const place = { activeLocation: Number(address.get("location") ?? 1) };

// ---------------------------------------------------------------- the server

/** @type {{get: (key: string) => any, set: (key: string, value: unknown) => void}} */
const server = {
  get: (key) => JSON.parse(localStorage.getItem(key) ?? "null"),
  set: (key, value) => localStorage.setItem(key, JSON.stringify(value)),
};
/** @type {Kept[]} */
const kept = server.get("shapes") ?? [];

/** What the server does with a message: keep what stays, tell all others. @type {(text: string) => void} */
const received = (text) => {
  const [, id = "", list = ""] = /^42\/planarally,(\d*)(.*)$/s.exec(text) ?? [];
  const [name, data] = JSON.parse(list);
  if (name === "DataBlock.Load") return answer(id, server.get(keyOf(data)));
  if (name === "Shape.Get") {
    const one = server.get("shapes").find((/** @type {Kept} */ { uuid }) => uuid === data);
    return answerRaw(id, { shape: { uuid: data, x: one.at[0], y: one.at[1] } });
  }
  if (name === "DataBlock.Create") {
    const isShape = data.category === "shape";
    const isThere = server.get("shapes").some((/** @type {Kept} */ { uuid }) => uuid === data.shape);
    const isMade = (isThere || !isShape) && server.get(keyOf(data)) === null;
    if (isMade) tellBlock("DataBlock.Created", data);
    return answerRaw(id, isMade);
  }
  if (name === "DataBlock.Save") return tellBlock("DataBlock.Saved", data);
  if (name === "Location.Load") return loadLocation();
  if (name === "Shapes.Remove" && !data.temporary) data.uuids.forEach(leaveTracker);
  if (name === "Initiative.Set") server.set(`initiative ${place.activeLocation}`, data);
  if (name === "Shapes.Position.Update") {
    if (!data.temporary) for (const { uuid, position } of data.shapes) keep(uuid, position.points[0]);
    room.postMessage({ name, data: data.shapes, at: place.activeLocation });
  } else room.postMessage({ name, data, at: place.activeLocation });
};

/** By what name the server keeps a block. @type {(block: any) => string} */
const keyOf = ({ category, name, shape = "" }) => `block ${category} ${name} ${shape}`;

/** Whoever writes last counts; the others are told, whoever writes is not. @type {(name: string, data: any) => void} */
const tellBlock = (name, data) => {
  server.set(keyOf(data), JSON.parse(data.data));
  room.postMessage({ name, data, at: place.activeLocation });
};

/** @type {(id: string, data: unknown) => void} */
const answer = (id, data) => answerRaw(id, data === null ? null : { data: JSON.stringify(data) });

/** @type {(id: string, reply: unknown) => void} */
const answerRaw = (id, reply) =>
  setTimeout(() => {
    const data = `43/planarally,${id}${JSON.stringify([reply])}`;
    arrives(() => socket.dispatchEvent(new MessageEvent("message", { data })));
  });

/** @type {(uuid: string, at: [number, number]) => void} */
const keep = (uuid, at) => {
  if (at.some((part) => !Number.isFinite(part))) return;
  const all = /** @type {Kept[]} */ (server.get("shapes") ?? []);
  server.set(
    "shapes",
    all.map((shape) => (shape.uuid === uuid ? { ...shape, at } : shape)),
  );
};

class Socket extends EventTarget {
  readyState = 1;
  /** @param {string} text */
  send(text) {
    sentFrames.push(text);
    if (!isSilent && text.startsWith("42/planarally,")) received(text);
  }
}
/** @type {string[]} */
const sentFrames = [];
Object.assign(globalThis, { WebSocket: Socket, frames: sentFrames });
let socket = new Socket();
/** What is to be sent once there is a connection again; null: there is one. @type {string[] | null} */
let unsent = null;

const loseConnection = () => {
  unsent = [];
  socket.readyState = 3;
};

/** Whether nothing comes or goes over a connection that seems to be open. */
let isSilent = false;
const fallSilent = () => {
  isSilent = true;
};

/** As the host does: what was not sent is sent first, then the location is loaded anew, all shapes with it. */
const reconnect = () => {
  makeAnew();
  socket = new Socket();
  const late = unsent ?? [];
  unsent = null;
  isSilent = false;
  for (const text of late) socket.send(text);
  emit("Location.Load");
};

/** All shapes are made anew, numbered from one in the order in which the server keeps them; what can be undone has their old numbers. */
const makeAnew = () => {
  const order = /** @type {Kept[]} */ (server.get("shapes")).map(({ uuid }) => uuid);
  const all = [...shapes.values()].sort((one, other) => order.indexOf(one.uuid) - order.indexOf(other.uuid));
  const numbers = new Map(all.map(({ id }, at) => [id, at + 1]));
  const known = new Map(properties);
  for (const map of [shapes, properties]) map.clear();
  for (const old of all) {
    const anew = Object.create(Shape.prototype, Object.getOwnPropertyDescriptors(old));
    anew.id = numbers.get(old.id);
    shapes.set(anew.id, anew);
    properties.set(anew.id, /** @type {any} */ (known.get(old.id)));
    old.isGone = true;
  }
  if (dragged) dragged.list = [];
};

/** Shapes are where the server keeps them, and the tracker is told, if the location has one. */
const loadLocation = () => {
  hear("Location.Set", { id: place.activeLocation });
  placeShapes();
  hear("Board.Floor.Set", {});
  game.boardInitialized = true;
  const fight = server.get(`initiative ${place.activeLocation}`);
  if (fight !== null) hear("Initiative.Set", fight);
};

/** A message of the server comes in. @type {(name: string, data: unknown) => void} */
const hear = (name, data) =>
  void socket.dispatchEvent(
    new MessageEvent("message", { data: `42/planarally,${JSON.stringify([name, data])}` }),
  );

const placeShapes = () => {
  for (const one of /** @type {Kept[]} */ (server.get("shapes"))) {
    const shape = byUuid(one.uuid);
    if (shape) shape.refPoint = { x: one.at[0], y: one.at[1] };
    else addShape(one);
  }
  draw();
};

/** @type {(name: string, data?: unknown) => void} */
const emit = (name, data) => {
  const text = `42/planarally,${JSON.stringify([name, data])}`;
  if (address.get("net") === "polling") {
    sentFrames.push(text);
    received(text);
  } else if (unsent) unsent.push(text);
  else socket.send(text);
};

// ---------------------------------------------------------------- shapes

class Shape {
  /** @param {Kept} kept */
  constructor({ id, uuid, at: [x, y], type = "circulartoken", layer = "tokens", wall = [] }) {
    this.id = id;
    this.uuid = uuid;
    this.type = type;
    this.layerName = layer;
    this.floorId = 1;
    this.refPoint = { x, y };
    this.points = wall;
    this.size = { x: 1, y: 1 };
    this.isClosed = false;
    this.isGone = false;
    /** @type {{collapsedIds?: [number, Point][] | undefined, skipDraw?: boolean}} */
    this.options = {};
    /** @type {{id: number}[] | undefined} */
    this.variants = undefined;
  }
  get center() {
    return this.refPoint;
  }
  set center(point) {
    this.refPoint = point;
  }
  invalidate() {
    if (this.isGone) throw new TypeError("a shape that the location holds no longer is on no layer");
    draw();
  }
  /** @param {Point} point */
  contains({ x, y }) {
    return Math.hypot(x - this.refPoint.x, y - this.refPoint.y) <= CELL / 2;
  }
  getSize() {
    if (this.isGone) throw new TypeError("a shape that the location holds no longer has no size");
    return this.size;
  }
  snapToGrid() {
    if (!place.useGrid.value) return;
    const { x, y } = this.refPoint;
    this.refPoint = { x: (Math.floor(x / CELL) + 0.5) * CELL, y: (Math.floor(y / CELL) + 0.5) * CELL };
  }
  getPositionRepresentation() {
    return { angle: 0, points: [[this.refPoint.x, this.refPoint.y]] };
  }
}

/** @type {Map<number, Shape>} */
const shapes = new Map();
/** @type {Map<number, {name: string, nameVisible: boolean, isInvisible: boolean, isDefeated?: boolean, blocksMovement: boolean}>} */
const properties = new Map();
/** @param {Kept} kept */
const addShape = (kept) => {
  const { id, name, wall, invisible = false } = kept;
  shapes.set(id, new Shape(kept));
  properties.set(id, { name, nameVisible: true, isInvisible: invisible, blocksMovement: wall !== undefined });
};
if (!address.has("empty")) kept.forEach(addShape);
/** @type {(uuid: string) => Shape | undefined} */
const byUuid = (uuid) => [...shapes.values()].find((shape) => shape.uuid === uuid);

/** Somebody else draws a wall. @param {Kept} wall */
const drawWall = (wall) => {
  addShape(wall);
  hear("Shape.Add", { shape: { uuid: wall.uuid, name: wall.name, type_: wall.type }, temporary: false });
};

const draw = () => {
  const brush = document.querySelector("canvas")?.getContext("2d");
  if (!brush) return;
  brush.clearRect(0, 0, 1000, 700);
  for (const { refPoint, layerName } of shapes.values()) {
    if (layerName !== "tokens") continue;
    brush.beginPath();
    brush.arc(refPoint.x, refPoint.y, CELL / 2 - 3, 0, 7);
    brush.stroke();
  }
};

/** What the server sends that is still on its way, while it is held up. @type {(() => void)[] | null} */
let onTheirWay = null;
const holdUp = () => {
  onTheirWay = [];
};
/** All of them come in, or only the first ones. @param {number} [count] */
const letCome = (count) => {
  const coming = onTheirWay?.splice(0, count ?? onTheirWay.length) ?? [];
  if (count === undefined) onTheirWay = null;
  for (const one of coming) one();
};

/** Something comes over the one line from the server, in the order in which it was sent. @param {() => void} message */
const arrives = (message) => {
  if (onTheirWay) onTheirWay.push(message);
  else message();
};

room.addEventListener("message", ({ data: message }) => arrives(() => comes(message)));

/** @param {{name: string, data: any, at?: number}} message */
const comes = ({ name, data, at }) => {
  if (unsent || isSilent) return;
  // Blocks, too, are told only to those in the same location.
  if (at !== undefined && at !== place.activeLocation) return;
  if (name === "Shapes.Position.Update")
    for (const { uuid, position } of data) {
      const shape = byUuid(uuid);
      const [x, y] = position.points[0];
      if (shape) shape.refPoint = { x, y };
    }
  if (name === "Shape.Rect.Size.Update" && byUuid(data.uuid))
    Object.assign(byUuid(data.uuid)?.size ?? {}, { x: data.w / CELL, y: data.h / CELL });
  if (name === "Shapes.Remove")
    for (const { id, uuid } of [...shapes.values()])
      if (data.uuids.includes(uuid)) for (const known of [shapes, properties, selected]) known.delete(id);
  if (name === "Shape.Options.SkipDraw.Set")
    Object.assign(byUuid(data.shape)?.options ?? {}, { skipDraw: data.value });
  if (name === "DataBlock.Created" || name === "DataBlock.Saved")
    blocks.get(keyOf(data))?.loadData(data.data);
  hear(name, data);
  draw();
};

// ---------------------------------------------------------------- data blocks

const ROUND_TRIP_MILLIS = 100;

class Block {
  /** @param {any} name @param {any} data @param {((data: any) => void) | undefined} told */
  constructor(name, data, told) {
    this.name = name;
    this.data = data;
    this.told = told;
    this.existsOnServer = server.get(keyOf(name)) !== null;
    this.isAsked = false;
  }
  /** @param {unknown} data */
  updateData(data) {
    this.data = data;
    this.told?.(data);
  }
  sync() {
    const written = { source: "footwork", ...this.name, data: JSON.stringify(this.data) };
    if (this.existsOnServer) return emit("DataBlock.Save", written);
    // The server makes a block once, and says so later; a second making is refused.
    const isRefused = this.isAsked || server.get(keyOf(this.name)) !== null;
    if (this.isAsked) throw new Error("Failed to create DataBlock");
    this.isAsked = true;
    emit("DataBlock.Create", written);
    setTimeout(() => {
      if (isRefused) throw new Error("Failed to create DataBlock");
      this.existsOnServer = true;
    }, ROUND_TRIP_MILLIS);
  }
  /** @param {string} text */
  loadData(text) {
    this.existsOnServer = true;
    this.updateData(JSON.parse(text));
  }
}
/** @type {Map<string, Block>} */
const blocks = new Map();

/** How long it takes until a block is here. */
let loadMillis = 5;
const slowDown = (/** @type {number} */ millis) => {
  loadMillis = millis;
};

/** @type {(name: any, options: any) => Promise<Block>} */
const getOrLoadDataBlock = async (name, { defaultData, updateCallback }) => {
  const key = keyOf(name);
  const known = blocks.get(key);
  if (known) return known;
  emit("DataBlock.Load", name);
  await new Promise((resolve) => setTimeout(resolve, loadMillis));
  if (blocks.has(key)) throw new Error(`A DataBlock for ${key} already exists`);
  const block = new Block(name, server.get(key) ?? defaultData(), updateCallback);
  blocks.set(key, block);
  return block;
};

// ---------------------------------------------------------------- tools and keys

/** What is selected; whoever has read the focus as Vue lets it be read is told of a change. @extends {Set<number>} */
class Selection extends Set {
  /** @param {number} id @override */
  add(id) {
    super.add(id);
    lookForTabs();
    refreshTab();
    return this;
  }
  /** @override */
  clear() {
    super.clear();
    lookForTabs();
    refreshTab();
  }
}
/** @type {Set<number>} */
const selected = new Selection();
/** What is in the hand stays there, whatever is selected since. @type {{origin: Point, last: Point, list: Shape[]} | null} */
let dragged = null;
/** Tokens that nobody moves for now. @type {Set<number>} */
const locked = new Set();
/** What was done, for undoing: moves, or anything else with its way back. @type {({id: number, delta: Point}[] | (() => void))[]} */
const done = [];
/** What was undone, for redoing, until something else is done. @type {typeof done} */
const undone = [];
/** @type {Map<number, Point>} */
const begun = new Map();

const selection = () => [...selected].flatMap((id) => shapes.get(id) ?? []);
/** @type {(list: Shape[], temporary: boolean) => void} */
const sendPositions = (list, temporary) =>
  emit("Shapes.Position.Update", {
    shapes: list.map((shape) => ({ uuid: shape.uuid, position: shape.getPositionRepresentation() })),
    temporary,
  });

/** Those collapsed into a shape are moved to where it is. @type {(shape: Shape) => Shape[]} */
const carriedBy = ({ refPoint, options }) =>
  (options.collapsedIds ?? []).flatMap(([id]) => {
    const shape = shapes.get(id);
    if (shape) shape.refPoint = { ...refPoint };
    return shape ?? [];
  });

/** Collapse one into another, which is told to nobody. @type {(into: number, id: number) => void} */
const collapse = (into, id) => {
  const [focus, other] = [shapes.get(into), shapes.get(id)];
  if (!focus || !other) throw new Error(`no shapes ${into} and ${id}`);
  const way = { x: other.refPoint.x - focus.refPoint.x, y: other.refPoint.y - focus.refPoint.y };
  focus.options.collapsedIds = [[id, way]];
  other.refPoint = { ...focus.refPoint };
};

/** What was collapsed lies as it lay before, seen from the other. @type {(from: number) => void} */
const expand = (from) => {
  const focus = shapes.get(from);
  const [[id, way] = [0, { x: 0, y: 0 }]] = focus?.options.collapsedIds ?? [];
  const other = shapes.get(id);
  if (!focus || !other) throw new Error(`nothing is collapsed into ${from}`);
  focus.options.collapsedIds = undefined;
  other.refPoint = { x: other.refPoint.x + way.x, y: other.refPoint.y + way.y };
  sendPositions([other], false);
};

/** @type {(moves: {id: number, delta: Point}[], options: {snap: boolean, isOperation: boolean}) => void} */
const moveShapes = (moves, { snap, isOperation }) => {
  const list = moves.flatMap(({ id, delta }) => {
    const shape = shapes.get(id);
    if (!shape) return [];
    shape.refPoint = { x: shape.refPoint.x + delta.x, y: shape.refPoint.y + delta.y };
    if (snap) shape.snapToGrid();
    return [shape, ...carriedBy(shape)];
  });
  sendPositions(list, false);
  if (isOperation) {
    done.push(moves);
    undone.length = 0;
  }
  api.systems.tp.checkTeleport(selection());
  draw();
};

/** @type {(id: string) => HTMLElement} */
const find = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const layers = find("layers");
layers.addEventListener("mousedown", (event) => {
  if (event.button !== 0) return;
  const at = { x: event.pageX, y: event.pageY };
  const hit = [...shapes.values()].find(
    (shape) => shape.layerName === "tokens" && !shape.options.skipDraw && shape.contains(at),
  );
  if (!hit) return selected.clear();
  if (!selected.has(hit.id) && !event.ctrlKey) selected.clear();
  selected.add(hit.id);
  if (at.x === hit.refPoint.x && at.y === hit.refPoint.y) {
    // As the host does: a ray without length.
    emit("Shapes.Position.Update", {
      shapes: [{ uuid: hit.uuid, position: { angle: 0, points: [[null, null]] } }],
      temporary: false,
    });
    throw new Error("ert");
  }
  // What was in the hand already is taken up anew, from where it is.
  dragged = { origin: { ...hit.refPoint }, last: at, list: selection() };
  begun.clear();
  for (const shape of selection()) begun.set(shape.id, { ...shape.refPoint });
});
layers.addEventListener("mousemove", (event) => {
  // Whether a button is still down is not looked at.
  if (!dragged || dragged.list.some(({ id }) => locked.has(id))) return;
  const delta = { x: event.pageX - dragged.last.x, y: event.pageY - dragged.last.y };
  if (delta.x === 0 && delta.y === 0) return;
  dragged.last = { x: event.pageX, y: event.pageY };
  const { list } = dragged;
  for (const shape of list) shape.refPoint = { x: shape.refPoint.x + delta.x, y: shape.refPoint.y + delta.y };
  sendPositions([...list, ...list.flatMap(carriedBy)], true);
  draw();
});
/** @param {MouseEvent} event */
const drop = ({ button }) => {
  if (!dragged || button !== 0) return;
  const { origin } = dragged;
  const hand = dragged.list.some(({ id }) => locked.has(id)) ? [] : dragged.list;
  dragged = null;
  const list = hand.filter(({ refPoint }) => refPoint.x !== origin.x || refPoint.y !== origin.y);
  if (list.length === 0) return;
  for (const shape of list) shape.snapToGrid();
  undone.length = 0;
  done.push(
    list.map((shape) => {
      const start = /** @type {Point} */ (begun.get(shape.id));
      return { id: shape.id, delta: { x: shape.refPoint.x - start.x, y: shape.refPoint.y - start.y } };
    }),
  );
  sendPositions(list, false);
  api.systems.tp.checkTeleport(selection());
  draw();
};
layers.addEventListener("mouseup", drop);
// What lies over the map, in a grid: the GM has the names of locations above all else.
Object.assign(find("ui").style, {
  ...{ pointerEvents: "none", position: "absolute", inset: "0", display: "grid" },
  gridTemplateAreas:
    '"topleft locations locations locations" "menu menutoggle annotation zoom" "menu . . ." "menu floor-chat . tools"',
  gridTemplateRows: `${address.get("locations") === "shown" ? "auto" : 0} auto 1fr auto`,
  gridTemplateColumns: "0 repeat(3, 1fr)",
});
Object.assign(find("location-bar").style, {
  ...{ gridArea: "locations", height: "105px", pointerEvents: "auto" },
  display: address.get("locations") === "shown" ? "block" : "none",
});
Object.assign(find("radialmenu").style, { gridArea: "menutoggle", height: "100px" });
Object.assign(find("zoom").style, {
  ...{ gridArea: "zoom", position: "relative", justifySelf: "end", top: "16px", right: "26px" },
  ...{ width: "200px", height: "20px", pointerEvents: "auto" },
});
Object.assign(find("tools").style, {
  ...{
    position: "absolute",
    left: "800px",
    top: "600px",
    width: "180px",
    height: "80px",
    pointerEvents: "auto",
  },
  background: "#eee",
});
// Out of the window the hand opens.
find("main").addEventListener("mouseleave", drop);

/** @type {{[code: string]: [number, number]}} */
const STEPS = {
  ...{ ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] },
  ...{ Numpad9: [1, -1], Numpad7: [-1, -1], Numpad3: [1, 1], Numpad1: [-1, 1] },
};
window.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  if (event.key === "Tab") Object.assign(document.body.dataset, { mode: "build" });
  // To another floor: nothing is selected there.
  if (event.key === "PageUp") selected.clear();
  const step = STEPS[event.code];
  if (step) {
    const delta = { x: step[0] * CELL, y: step[1] * CELL };
    moveShapes(
      [...selected].map((id) => ({ id, delta })),
      { snap: true, isOperation: true },
    );
  }
  if (event.ctrlKey && event.key === "c") clipboard = [...selected];
  if (event.ctrlKey && event.key === "v") paste();
  if (event.ctrlKey && event.key === "z") repeat(done, undone, -1);
  if (event.ctrlKey && event.key === "Z") repeat(undone, done, 1);
});

/** Undo what was done last, or redo what was undone last. @type {(from: typeof done, to: typeof done, sign: 1 | -1) => void} */
const repeat = (from, to, sign) => {
  const operation = from.pop();
  if (!operation) return;
  to.push(operation);
  if (typeof operation === "function") return sign < 0 ? operation() : undefined;
  // As the host does: all go the way of the first one.
  const [{ delta }] = /** @type {[{id: number, delta: Point}]} */ (operation);
  const moves = operation.map(({ id }) => ({ id, delta: { x: sign * delta.x, y: sign * delta.y } }));
  moveShapes(moves, { snap: false, isOperation: false });
};

/** What was copied. @type {number[]} */
let clipboard = [];

/** Copies lie a little aside of what they were copied from; that they are copies is told to nobody. */
const paste = () => {
  selected.clear();
  for (const from of clipboard) {
    const { refPoint, type } = /** @type {Shape} */ (shapes.get(from));
    const [id, uuid] = [Math.max(...shapes.keys()) + 1, `copy of ${from}`];
    const its = /** @type {any} */ (properties.get(from));
    /** @type {Kept} */
    const copy = { id, uuid, name: its.name, at: [refPoint.x + 10, refPoint.y + 10] };
    shapes.set(id, new Shape(copy));
    properties.set(id, { ...its });
    emit("Shape.Add", { shape: { uuid, name: its.name, type_: type }, temporary: false });
    server.set("shapes", [...server.get("shapes"), copy]);
    selected.add(id);
  }
  draw();
};

window.addEventListener("keyup", ({ key, target }) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
  if (key === "Backspace") for (const id of selected) deleted.push(id);
});
/** Tokens that were deleted by a key. @type {number[]} */
const deleted = [];

// ---------------------------------------------------------------- what mods get

const position = { panX: 0, panY: 0, zoom: 1 };
const settings = {
  gridType: "SQUARE",
  useGrid: true,
  unitSize: 5,
  unitSizeUnit: "ft",
  fullFow: false,
  fowLos: false,
  ...server.get("location"),
};
/** @type {any[]} */
const tabs = [];
/** @type {string[]} */
const chat = [];
/** Tokens that who sits here may not touch. @type {Set<number>} */
const barred = new Set();
/** Tokens that everybody may move. @type {Set<number>} */
const shared = new Set();
/** What somebody may have put into one group. @type {Map<number, string>} */
const groups = new Map();
/** The GM may look at the room as a player does. */
const game = { isDm: isGm, isFakePlayer: false, boardInitialized: !address.has("empty") };
/** @type {(id: number) => boolean} */
const isVariant = (id) =>
  [...shapes.values()].some(({ variants }) => variants?.some((one) => one.id === id) === true);
/** What the host draws its fog on, over the map; where it covers all, nothing is seen. */
const fog = document.createElement("canvas");
Object.assign(fog, { width: 1000, height: 700 });
const fogPen = /** @type {CanvasRenderingContext2D} */ (fog.getContext("2d"));
/** Light falls on nothing but these parts of the screen. @type {(...lit: [number, number, number, number][]) => void} */
const light = (...lit) => {
  place.fullFow.value = true;
  fogPen.fillStyle = "#000";
  fogPen.fillRect(0, 0, fog.width, fog.height);
  for (const part of lit) fogPen.clearRect(...part);
};
const api = {
  systems: {
    floors: {
      getFloor: (/** @type {{id: number}} */ { id }) => ({ id }),
      getLayer: (/** @type {unknown} */ _floor, /** @type {string} */ name) =>
        name === "fow" ? { canvas: fog, ctx: fogPen, width: fog.width } : undefined,
    },
    access: {
      hasAccessTo: (/** @type {number} */ id) => !barred.has(id),
      /** Of several variants none has owners but what holds them. @param {number} id */
      getOwners: (id) => (isVariant(id) || properties.get(id)?.name.startsWith("Foe") ? [] : ["Ann"]),
      getDefault: (/** @type {number} */ id) => ({ movement: shared.has(id) }),
    },
    groups: { getGroupId: (/** @type {number} */ id) => groups.get(id) },
    players: { getCurrentPlayer: () => ({ name: isGm ? "Gale" : "Ann" }) },
    tp: {
      isTeleportZone: () => false,
      /** @param {readonly Shape[]} list */
      checkTeleport: async (list) => {
        const taken = zone && list.find(({ refPoint: { x, y } }) => x === zone?.at[0] && y === zone.at[1]);
        if (zone && taken) teleport(taken.uuid, zone.location, zone.target);
      },
    },
    chat: {
      /** @type {(id: string, author: string, data: string[], sync: boolean) => void} */
      addMessage: (id, author, data, sync) => {
        chat.push(...data);
        if (sync) emit("Chat.Add", { id, author, data });
      },
    },
  },
  systemsState: {
    properties: { readonly: { data: properties } },
    selected: {
      raw: {
        selected,
        get focus() {
          return [...selected][0];
        },
      },
      reactive: {
        get focus() {
          if (openedTab) openedTab.hasRead = true;
          return [...selected][0];
        },
      },
    },
    position: { readonly: position },
    locationSettings: {
      raw: Object.assign(
        place,
        Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, { value }])),
      ),
    },
    game: { raw: game },
  },
  ui: {
    shape: {
      registerContextMenuEntry: () => {},
      registerTab: (/** @type {any} */ tab, /** @type {any} */ filter) => {
        tabs.push({ tab, filter });
        lookForTabs();
      },
    },
  },
  getShape: (/** @type {number} */ id) => shapes.get(id),
  getGlobalId: (/** @type {number} */ id) => shapes.get(id)?.uuid,
  getOrLoadDataBlock,
};

/** The tab that is shown, and what it was told of: Vue renders what has read a value again when that changes. @type {{component: any, instance: {$el: Node}, hasRead: boolean, focus: number | undefined} | null} */
let openedTab = null;

/** The tabs of the shape in focus, asked for when one is added or another shape is in focus; what they depend on besides is not followed. @type {any[]} */
let tabsInFocus = [];
const lookForTabs = () => {
  const [focus] = selected;
  tabsInFocus = tabs.filter(({ filter }) => filter(focus, true));
};

/** A tab of the dialog for shapes, as Vue would show it; it is activated at once, since it is kept alive. @type {() => HTMLElement} */
const openTab = () => {
  const place = document.createElement("section");
  place.id = "tab";
  const anchor = document.createTextNode("");
  place.append(anchor);
  document.body.append(place);
  const component = tabsInFocus.at(-1)?.tab.component;
  const instance = { $el: anchor };
  openedTab = { component, instance, hasRead: false, focus: [...selected][0] };
  component.render.call(instance);
  component.mounted.call(instance);
  component.activated.call(instance);
  return place;
};

/** The dialog is closed: its tab is deactivated and taken down. */
const closeTab = () => {
  const { component, instance } = openedTab ?? {};
  openedTab = null;
  document.getElementById("tab")?.remove();
  component?.deactivated.call(instance);
  component?.unmounted.call(instance);
};

const refreshTab = () =>
  queueMicrotask(() => {
    const tab = openedTab;
    const [focus] = selected;
    if (!tab?.hasRead || tab.focus === focus) return;
    tab.focus = focus;
    tab.component.render.call(tab.instance);
    tab.component.updated?.call(tab.instance);
  });

Object.assign(globalThis, {
  ...{
    shapes,
    selected,
    properties,
    barred,
    shared,
    groups,
    game,
    locked,
    deleted,
    chat,
    place,
    position,
    openTab,
    closeTab,
    emit,
    light,
    collapse,
    expand,
  },
  /** Rotating tells the same places again, shape by shape. */
  rotate: () => {
    const turn = () => turned.forEach((shape) => void sendPositions([shape], false));
    const turned = selection();
    turn();
    done.push(turn);
  },
  /** A shape is drawn: it is there at the first touch, and told of again when it is ready. */
  drawShape: () => {
    emit("Shape.Add", {
      shape: { uuid: "drawing", name: "drawing", type_: "rect", x: 0, y: 0 },
      temporary: false,
    });
    const shapes = [{ uuid: "drawing", position: { angle: 0, points: [[0, 0]] } }];
    emit("Shapes.Position.Update", { shapes, temporary: false });
    emit("Shape.Rect.Size.Update", { uuid: "drawing", w: 50, h: 50, temporary: false });
    done.push(() => emit("Shapes.Remove", { uuids: ["drawing"], temporary: false }));
  },
  /** A shape is pulled at its lower right handle until it is so many cells wide and high: its place is told before its size. */
  grow: (/** @type {number} */ id, /** @type {number} */ cells) => {
    const shape = /** @type {Shape} */ (shapes.get(id));
    const aside = ((cells - shape.size.x) * CELL) / 2;
    shape.size = { x: cells, y: cells };
    shape.refPoint = { x: shape.refPoint.x + aside, y: shape.refPoint.y + aside };
    sendPositions([shape], false);
    emit("Shape.Rect.Size.Update", { uuid: shape.uuid, w: cells * CELL, h: cells * CELL, temporary: false });
  },
  nudge: (/** @type {number} */ id, /** @type {number} */ x, /** @type {number} */ y) =>
    moveShapes([{ id, delta: { x, y } }], { snap: false, isOperation: true }),
});

// ---------------------------------------------------------------- rooms and their mods

/** As the host imports a mod: one that is known is not loaded again. @type {(version: string) => Promise<any>} */
const importMod = (version) =>
  import(
    /* @vite-ignore */ `${location.origin}/static/mods/footwork/index.js${version ? `?${version}` : ""}`
  );
const main = find("main");

/** The mods of a room, by version. @type {(versions: string[], isGameOpened?: boolean) => Promise<void>} */
const enterRoom = async (versions, isGameOpened = true) => {
  document.body.prepend(main);
  const mods = [];
  for (const version of versions) {
    const mod = await importMod(version);
    await mod.events.init({ tag: "footwork", version: version || "0", hash: version });
    mods.push(mod);
  }
  // Of a second room mods are not always told that the game is open.
  if (isGameOpened) await Promise.allSettled(mods.map((mod) => mod.events.initGame(api)));
  if (isGameOpened && address.get("loadLocation") !== "no")
    for (const mod of mods) await mod.events.loadLocation?.();
};

/** The room is left for the list of rooms: nothing is told to mods. */
const leaveRoom = () => main.remove();

/** The server takes whoever sits here to another location. */
const beginToGo = () => hear("Location.Change.Start", null);

/** Another location is opened here. @type {(location: number) => void} */
const goTo = (location) => {
  beginToGo();
  place.activeLocation = location;
  loadLocation();
};

/** The GM switches the grid of the location on or off. @param {boolean} isOn */
const switchGrid = (isOn) => {
  Object.assign(place.useGrid, { value: isOn });
};

/** Where a teleport zone lies, and where it leads at once; the host looks after each move that it makes. @type {{at: [number, number], location: number, target: [number, number]} | null} */
let zone = null;
/** @param {NonNullable<typeof zone>} made */
const makeZone = (made) => {
  zone = made;
};

/** A teleport zone takes a token to another location, and whoever sits here with it. @type {(uuid: string, location: number, at: [number, number]) => void} */
const teleport = (uuid, location, at) => {
  keep(uuid, at);
  goTo(location);
};

/** A token gets a variant, which is seen from now on. @type {(id: number, variant: Kept) => void} */
const addVariant = (id, variant) => {
  const { x, y } = /** @type {Shape} */ (shapes.get(id)).refPoint;
  const other = new Shape({ ...variant, at: [x, y] });
  const both = new Shape({ ...variant, at: [0, 0], id: 100, uuid: "both", type: "togglecomposite" });
  both.variants = [{ id }, { id: variant.id }];
  both.options.skipDraw = true;
  for (const shape of [other, both]) {
    shapes.set(shape.id, shape);
    properties.set(shape.id, { .../** @type {any} */ (properties.get(id)), name: variant.name });
  }
  if (!server.get("shapes").some((/** @type {Kept} */ { uuid }) => uuid === variant.uuid))
    server.set("shapes", [...server.get("shapes"), { ...variant, at: [x, y] }]);
  switchVariant(id, variant.id);
};

/** Another variant is seen, as somebody else says. @type {(from: number, to: number) => void} */
const showVariant = (from, to) => {
  const [before, other] = [shapes.get(from), shapes.get(to)];
  if (!before || !other) throw new Error(`no shapes ${from} and ${to}`);
  before.options.skipDraw = true;
  delete other.options.skipDraw;
  draw();
};

/** Another variant is seen, where the one before is drawn now, and that is sent; the server may tell of it in another order. @type {(from: number, to: number, isReversed?: boolean) => void} */
const switchVariant = (from, to, isReversed = false) => {
  const [before, other] = [shapes.get(from), shapes.get(to)];
  if (!before || !other) throw new Error(`no shapes ${from} and ${to}`);
  showVariant(from, to);
  other.center = { ...before.center };
  const told = [
    () => sendPositions([other], false),
    ...[before, other].map(
      (one) => () => emit("Shape.Options.SkipDraw.Set", { shape: one.uuid, value: one === before }),
    ),
    () => emit("ToggleComposite.Variants.Active.Set", { shape: "both", variant: other.uuid }),
  ];
  for (const tell of isReversed ? told.toReversed() : told) tell();
};

/** A shape is made anew where it is, as when somebody is given rights to it. @type {(id: number) => void} */
const remake = (id) => {
  const { uuid, refPoint } = /** @type {Shape} */ (shapes.get(id));
  shapes.set(id, new Shape({ id, uuid, name: "", at: [refPoint.x, refPoint.y] }));
};

/** A shape is deleted, with all that the server keeps of it; undo brings it back as a new one, in the same place. @type {(id: number) => void} */
const deleteShape = (id) => {
  const [shape, its] = [shapes.get(id), properties.get(id)];
  if (!shape || !its) throw new Error(`no shape ${id}`);
  const { uuid, type } = shape;
  const { x, y } = shape.refPoint;
  for (const known of [shapes, properties, selected]) known.delete(id);
  const all = /** @type {Kept[]} */ (server.get("shapes"));
  const one = all.find((other) => other.uuid === uuid);
  server.set(
    "shapes",
    all.filter((other) => other !== one),
  );
  localStorage.removeItem(`block shape token ${uuid}`);
  emit("Shapes.Remove", { uuids: [uuid], temporary: false });
  done.push(() => {
    const again = { id: Math.max(...shapes.keys()) + 1, uuid: `${uuid} again`, name: its.name };
    const back = { .../** @type {Kept} */ (one), ...again };
    shapes.set(back.id, new Shape(back));
    properties.set(back.id, its);
    server.set("shapes", [...server.get("shapes"), back]);
    emit("Shape.Add", { shape: { uuid: back.uuid, name: its.name, type_: type, x, y }, temporary: false });
    draw();
  });
  draw();
};

/** What is deleted is taken out of the tracker, which is told to all anew. @param {string} uuid */
const leaveTracker = (uuid) => {
  const key = `initiative ${place.activeLocation}`;
  const fight = server.get(key);
  if (!fight?.data.some((/** @type {{shape: string}} */ { shape }) => shape === uuid)) return;
  const data = {
    ...fight,
    data: fight.data.filter((/** @type {{shape: string}} */ { shape }) => shape !== uuid),
  };
  server.set(key, data);
  comes({ name: "Initiative.Set", data });
  room.postMessage({ name: "Initiative.Set", data, at: place.activeLocation });
};

Object.assign(globalThis, {
  ...{ holdUp, letCome, slowDown },
  loseConnection,
  fallSilent,
  reconnect,
  enterRoom,
  leaveRoom,
  ...{ beginToGo, goTo, teleport, makeZone, switchGrid },
  drawWall,
  addVariant,
  showVariant,
  switchVariant,
  remake,
  deleteShape,
});
draw();
if (address.get("mod") !== "none") await enterRoom((address.get("mods") ?? "").split(","));
document.body.dataset.open = "yes";

export {};
