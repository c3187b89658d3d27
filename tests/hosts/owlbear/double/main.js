/**
 * A table that speaks the protocol of the extension's real SDK, as far as its source tells it; see conformance.md.
 *
 * `?extension=` is the origin of the extension, `?world=` where the table is found, `?role=` who sits here.
 */

import { createConnection } from "./connection.js";
import { drawItem } from "./drawing.js";
import { snapped } from "./grid.js";

const SCALE = 0.3;
const SHOWN = `scale(${SCALE})`;
/** Of local items, from below. */
const LAYERS = ["DRAWING", "RULER", "POPOVER"];
const query = new URLSearchParams(location.search);
const { origin } = new URL(query.get("extension"));
const role = query.get("role") ?? "GM";
const user = role === "GM" ? "gm" : "player";
const world = await (await fetch("world.json")).json();
const find = (/** @type {string} */ id) => document.getElementById(id);

document.documentElement.dataset.theme = world.theme ?? "DARK";
const table = {
  grid: world.grid,
  items: world.items,
  room: world.room ?? {},
  theme: world.theme ?? "DARK",
  permissions: world.permissions ?? ["CHARACTER_UPDATE"],
  local: [],
  selection: [],
  tool: "host/move",
  isReady: true,
  /** At which handle of the selected token the pointer takes hold. @type {string | undefined} */
  handle: undefined,
  notices: [],
};
/** @type {Map<string, any>} */
const tools = new Map([["host/move", { id: "host/move", icons: [{ label: "Move" }] }]]);
const modes = new Map();

/** @type {(list: any[], updates: any[], by: string | null) => void} */
const update = (list, updates, by) => {
  for (const { id, type: _, ...change } of updates) {
    const item = list.find((one) => one.id === id);
    if (!item) throw new Error(`no item ${id}`);
    if (
      by &&
      item.layer === "CHARACTER" &&
      role === "PLAYER" &&
      !table.permissions.includes("CHARACTER_UPDATE")
    ) {
      throw new Error("Missing permission");
    }
    Object.assign(
      item,
      change,
      by ? { lastModifiedUserId: by, lastModified: new Date(0).toISOString() } : {},
    );
  }
};

const itemsChanged = (isOwn = true) => {
  draw();
  if (isOwn) others?.postMessage({ items: table.items });
  connection.emit("OBR_SCENE_ITEMS_EVENT_CHANGE", { items: table.items }, "OBR_SCENE_ITEMS_SUBSCRIBE");
};

const player = () => ({
  id: user,
  role,
  selection: table.selection,
  name: user,
  color: "#bb99ff",
  metadata: {},
  syncView: false,
  connectionId: user,
});

const chosen = (/** @type {any[]} */ items, /** @type {string[]} */ ids) =>
  ids.flatMap((id) => items.find((item) => item.id === id) ?? []);

const MOST_BYTES = 16_384;
/** The host takes no more than that. @param {unknown} content */
const within = (content) => {
  const { length } = new TextEncoder().encode(JSON.stringify(content));
  largest = Math.max(largest, length);
  if (length > MOST_BYTES) throw new Error(`${length} bytes, at most ${MOST_BYTES}`);
};
let largest = 0;

/** What was said on a channel, to those of this client who listen to it. @type {(said: {channel: string, data: unknown, connectionId: string}) => void} */
const hear = ({ channel, ...said }) =>
  connection.emit(`OBR_BROADCAST_MESSAGE_${channel}`, said, `OBR_BROADCAST_SUBSCRIBE ${channel}`);

/** Other clients at the same table, where it has a name. */
const others = query.has("table") ? new BroadcastChannel(query.get("table")) : null;
others?.addEventListener("message", ({ data: { items, room, said } }) => {
  if (said) hear(said);
  if (items) {
    table.items = items;
    itemsChanged(false);
  }
  if (room) {
    table.room = room;
    connection.emit("OBR_ROOM_METADATA_EVENT_CHANGE", { metadata: room }, "OBR_ROOM_METADATA_SUBSCRIBE");
  }
});

const answers = {
  OBR_SCENE_IS_READY: () => ({ ready: table.isReady }),
  OBR_SCENE_GRID_GET_DPI: () => ({ dpi: table.grid.dpi }),
  OBR_SCENE_GRID_GET_TYPE: () => ({ type: table.grid.type }),
  OBR_SCENE_GRID_GET_MEASUREMENT: () => ({ measurement: table.grid.measurement }),
  OBR_SCENE_GRID_GET_SCALE: () => scaleOf(table.grid.scale),
  OBR_SCENE_GRID_SNAP_POSITION: ({ position }) => ({ position: snapped(table.grid, position) }),
  OBR_SCENE_ITEMS_GET_ALL_ITEMS: () => ({ items: table.items }),
  OBR_SCENE_ITEMS_GET_ITEMS: ({ ids }) => ({ items: chosen(table.items, ids) }),
  OBR_SCENE_ITEMS_UPDATE_ITEMS: ({ updates }) => {
    for (const { id, position } of updates) if (position) put(user, id, position);
    update(table.items, updates, user);
    itemsChanged();
    return {};
  },
  OBR_SCENE_LOCAL_ADD_ITEMS: ({ items }) => {
    table.local.push(...items);
    drawLocal();
    return {};
  },
  OBR_SCENE_LOCAL_GET_ITEMS: ({ ids }) => ({ items: chosen(table.local, ids) }),
  OBR_SCENE_LOCAL_UPDATE_ITEMS: ({ updates }) => {
    update(table.local, updates, null);
    drawLocal(updates.map(({ id }) => id));
    return {};
  },
  OBR_SCENE_LOCAL_DELETE_ITEMS: ({ ids }) => {
    table.local = table.local.filter(({ id }) => !ids.includes(id));
    drawLocal();
    return {};
  },
  OBR_PLAYER_GET_CONNECTION_ID: () => ({ connectionId: user }),
  OBR_PLAYER_GET_ROLE: () => ({ role }),
  OBR_PLAYER_GET_SELECTION: () => ({ selection: table.selection }),
  OBR_PLAYER_SELECT: ({ items }) => {
    select(items);
    return {};
  },
  OBR_ROOM_GET_PERMISSIONS: () => ({ permissions: table.permissions }),
  OBR_ROOM_GET_METADATA: () => ({ metadata: table.room }),
  OBR_ROOM_SET_METADATA: ({ update: change }) => {
    within({ ...table.room, ...change });
    Object.assign(table.room, change);
    others?.postMessage({ room: table.room });
    connection.emit(
      "OBR_ROOM_METADATA_EVENT_CHANGE",
      { metadata: table.room },
      "OBR_ROOM_METADATA_SUBSCRIBE",
    );
    return {};
  },
  OBR_NOTIFICATION_SHOW: ({ message, variant }) => {
    table.notices.push(message);
    const line = document.createElement("li");
    line.textContent = message;
    line.dataset.variant = variant;
    find("notices").append(line);
    return { id: String(table.notices.length) };
  },
  OBR_MODAL_OPEN: ({ id, url, fullScreen, hidePaper, hideBackdrop, disablePointerEvents }) => {
    const frame = connection.open(url, find("modals"));
    frame.dataset.modal = id;
    frame.classList.toggle("full-screen", fullScreen);
    frame.classList.toggle("on-paper", !hidePaper);
    frame.classList.toggle("before-a-backdrop", !hideBackdrop);
    frame.classList.toggle("let-through", disablePointerEvents);
    return {};
  },
  OBR_MODAL_CLOSE: ({ id }) => {
    document.querySelector(`[data-modal="${id}"]`)?.remove();
    return {};
  },
  OBR_THEME_GET_THEME: () => ({ theme: { mode: table.theme } }),
  OBR_BROADCAST_SEND_MESSAGE: ({ channel, data, options: { destination = "REMOTE" } = {} }) => {
    within(data);
    const said = { channel, data, connectionId: user };
    if (destination !== "LOCAL") others?.postMessage({ said });
    if (destination !== "REMOTE") hear(said);
    return {};
  },
  OBR_TOOL_CREATE: (tool) => {
    tools.set(tool.id, tool);
    drawTools();
    return {};
  },
  OBR_TOOL_MODE_CREATE: (mode) => {
    modes.set(mode.id, mode);
    return {};
  },
  OBR_TOOL_ACTIVATE: ({ id }) => {
    table.tool = id;
    drawTools();
    return {};
  },
};
const subscriptions = new Set([
  "OBR_SCENE_READY_SUBSCRIBE",
  "OBR_SCENE_ITEMS_SUBSCRIBE",
  "OBR_SCENE_GRID_SUBSCRIBE",
  "OBR_PLAYER_SUBSCRIBE",
  "OBR_ROOM_METADATA_SUBSCRIBE",
  "OBR_ROOM_PERMISSIONS_SUBSCRIBE",
  "OBR_THEME_SUBSCRIBE",
  "OBR_BROADCAST_SUBSCRIBE",
]);

/** "5ft" in parts, as the SDK's types tell them. @param {string} raw */
const scaleOf = (raw) => {
  const [, figure = "1", unit = ""] = /^([\d.]*)\s*(.*)$/.exec(raw) ?? [];
  return { raw, parsed: { multiplier: Number(figure), unit, digits: (figure.split(".")[1] ?? "").length } };
};

const connection = createConnection({
  ...{ origin, answers, subscriptions, user },
  latency: Number(query.get("latency") ?? 0),
});

const draw = () => {
  find("items").replaceChildren(...table.items.map((item) => drawItem(item, table.grid.dpi)));
};

/** As the host does, only what has changed is drawn anew. @type {Map<any, SVGElement>} */
let localDrawn = new Map();
/** @param {string[]} changed */
const drawLocal = (changed = []) => {
  const elementOf = (/** @type {any} */ item) =>
    (!changed.includes(item.id) && localDrawn.get(item)) || drawItem(item, table.grid.dpi);
  localDrawn = new Map(table.local.map((item) => [item, elementOf(item)]));
  for (const layer of LAYERS) {
    const elements = table.local
      .filter((item) => item.layer === layer)
      .map((item) => /** @type {SVGElement} */ (localDrawn.get(item)));
    const own = find("local").querySelector(`[data-layer=${layer}]`);
    if (elements.length === 0) own?.remove();
    else keepIn(own?.firstElementChild ?? layerOf(layer), elements);
  }
};

/** @type {(place: Element, elements: Element[]) => void} */
const keepIn = (place, elements) => {
  for (const old of [...place.children]) if (!elements.includes(old)) old.remove();
  elements.forEach((element, at) => {
    if (place.children[at] !== element) place.insertBefore(element, place.children[at] ?? null);
  });
};

/** @type {(layer: string) => Element} */
const layerOf = (layer) => {
  find("local").insertAdjacentHTML("beforeend", `<svg data-layer="${layer}"><g></g></svg>`);
  const place = find("local").lastElementChild.firstElementChild;
  place.setAttribute("transform", SHOWN);
  return place;
};

const drawTools = () => {
  const buttons = [...tools.values()].map(({ id, icons }) => {
    const button = document.createElement("button");
    button.textContent = icons[0].label;
    button.dataset.tool = id;
    button.setAttribute("aria-pressed", String(id === table.tool));
    button.addEventListener("click", () => {
      if (id === "host/move") answers.OBR_TOOL_ACTIVATE({ id });
      else connection.emit("OBR_TOOL_EVENT_CLICK", { id, context: context(), elementId: id });
    });
    return button;
  });
  const action = document.createElement("button");
  action.textContent = "Footwork";
  action.dataset.action = "footwork";
  action.addEventListener("click", togglePopover);
  find("tools").replaceChildren(...buttons, action);
};

const togglePopover = () => {
  const place = find("popover");
  place.hidden = !place.hidden;
  if (place.hidden) place.replaceChildren();
  else connection.open(manifest.action.popover, place, manifest.action);
};

/** @param {string[]} items */
const select = (items) => {
  table.selection = items;
  connection.emit("OBR_PLAYER_EVENT_CHANGE", { player: player() }, "OBR_PLAYER_SUBSCRIBE");
};

const context = () => ({
  activeTool: table.tool,
  activeMode: tools.get(table.tool)?.defaultMode,
  metadata: {},
});

/** @type {{target: any, handle: string | undefined, moved: boolean, offset: {x: number, y: number}} | null} */
let held = null;
const pointIn = (/** @type {PointerEvent} */ { clientX, clientY }) => ({
  x: clientX / SCALE,
  y: clientY / SCALE,
});
const toolEvent = (/** @type {PointerEvent} */ event) => ({
  pointerPosition: pointIn(event),
  target: held?.target ?? undefined,
  transformer: held?.handle ?? undefined,
  altKey: event.altKey,
  shiftKey: event.shiftKey,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
});
/** @type {(name: string, event: PointerEvent) => void} */
const tellMode = (name, event) => {
  const mode = tools.get(table.tool)?.defaultMode;
  connection.emit(`OBR_TOOL_MODE_EVENT_TOOL_${name}`, {
    id: mode,
    context: context(),
    event: toolEvent(event),
  });
};

find("map").addEventListener("pointerdown", (event) => {
  const id = /** @type {Element} */ (event.target).closest("[data-token]")?.getAttribute("data-token");
  const target = table.items.find((item) => item.id === id);
  const at = pointIn(event);
  held = {
    target,
    handle: table.handle,
    moved: false,
    offset: target ? { x: target.position.x - at.x, y: target.position.y - at.y } : at,
  };
  find("map").setPointerCapture(event.pointerId);
  if (table.tool !== "host/move") tellMode("DOWN", event);
});
find("map").addEventListener("pointermove", (event) => {
  if (!held && table.tool !== "host/move") tellMode("MOVE", event);
  if (!held) return;
  if (table.tool !== "host/move") tellMode(held.moved ? "DRAG_MOVE" : "DRAG_START", event);
  held.moved = true;
});
find("map").addEventListener("pointerup", (event) => {
  if (!held) return;
  const { target, moved, offset } = held;
  if (!moved && table.tool !== "host/move") tellMode("CLICK", event);
  else if (!moved) select(target ? [target.id] : []);
  else if (table.tool !== "host/move") tellMode("DRAG_END", event);
  else if (target && !target.locked) {
    const at = pointIn(event);
    moveAs(user, target.id, snapped(table.grid, { x: at.x + offset.x, y: at.y + offset.y }));
  }
  held = null;
});
find("map").addEventListener("pointercancel", (event) => {
  if (held && table.tool !== "host/move") tellMode("DRAG_CANCEL", event);
  held = null;
});
addEventListener("keydown", (event) => {
  if (table.tool !== "host/move" && !held) {
    const mode = tools.get(table.tool)?.defaultMode;
    connection.emit("OBR_TOOL_MODE_EVENT_KEY_DOWN", {
      id: mode,
      context: context(),
      event: { key: event.key },
    });
  }
  if (event.key === "Escape" && held && table.tool !== "host/move") {
    tellMode("DRAG_CANCEL", /** @type {any} */ (event));
    held = null;
  }
});

/** A token is moved, by whomever; what is attached to it goes along. @type {(who: string, id: string, position: {x: number, y: number}) => void} */
const moveAs = (who, id, position) => moveAll(who, { [id]: position });

/** Several at once are one change. @type {(who: string, positions: Record<string, {x: number, y: number}>) => void} */
const moveAll = (who, positions) => {
  for (const [id, position] of Object.entries(positions)) put(who, id, position);
  itemsChanged();
};

/** @type {(who: string, id: string, position: {x: number, y: number}) => void} */
const put = (who, id, position) => {
  const item = table.items.find((one) => one.id === id);
  const [dx, dy] = [position.x - item.position.x, position.y - item.position.y];
  /** @type {(one: any) => boolean} */
  const goes = (one) =>
    one === item || (one?.attachedTo && goes(table.items.find((it) => it.id === one.attachedTo)));
  for (const one of table.items.filter(goes)) {
    one.position = { x: one.position.x + dx, y: one.position.y + dy };
    one.lastModifiedUserId = who;
  }
};

find("items").setAttribute("transform", SHOWN);
draw();
drawTools();
// As the host does: from its own page, so that the extension's server has to allow it.
const manifest = await fetch(new URL("manifest.json", query.get("extension")))
  .then((reply) => reply.json())
  .catch((error) => {
    find("notices").append(`The manifest could not be read: ${error.message}`);
    throw error;
  });
connection.open(manifest.background_url, find("background"));

/** Another scene is opened. @type {(items: any[]) => Promise<void>} */
const rescene = async (items) => {
  const told = (/** @type {boolean} */ ready) =>
    connection.emit("OBR_SCENE_EVENT_READY_CHANGE", { ready }, "OBR_SCENE_READY_SUBSCRIBE");
  table.isReady = false;
  told(false);
  table.items = items;
  table.selection = [];
  draw();
  await new Promise((resolve) => setTimeout(resolve, 100));
  table.isReady = true;
  told(true);
};

Object.assign(globalThis, {
  /** The pointer is let go where nobody hears of it. */
  loseHand: () => {
    held = null;
  },
  largest: () => largest,
  rescene,
  table,
  connection,
  moveAs,
  moveAll,
  select,
  /** @param {object} change */
  regrid: (change) => {
    Object.assign(table.grid, change);
    connection.emit("OBR_SCENE_GRID_EVENT_CHANGE", { grid: table.grid }, "OBR_SCENE_GRID_SUBSCRIBE");
  },
  reroom: (/** @type {object} */ change) => answers.OBR_ROOM_SET_METADATA({ update: change }),
  /** @type {(ids: string[], change: object) => void} */
  change: (ids, change) => {
    update(
      table.items,
      ids.map((id) => ({ id, ...change })),
      "gm",
    );
    itemsChanged();
  },
});
