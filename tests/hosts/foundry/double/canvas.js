/** Tokens on the board, and the gesture of dragging them. */

import { drawToken } from "./art.js";
import * as connection from "./connection.js";
import { element } from "./drawing.js";
import { Hooks } from "./hooks.js";

const THRESHOLD = 4;

export class Token {
  constructor(document) {
    this.document = document;
    document._object = this;
    this._plannedMovement = {};
    this.isDragged = false;
    this.controlled = false;
    this.renderFlags = { set: (flags) => flags.refreshRuler && this._refreshRuler() };
    this.movementAnimationPromise = null;
    this.mark = element("g", { class: "token", "data-token": document.id }, canvas.board);
    const { width, height } = canvas.scene.grid.getSize(document);
    drawToken(this.mark, document, { width, height });
    this.ruler = new CONFIG.Token.rulerClass(this);
    this.mark.addEventListener("pointerdown", (event) => this.#press(event));
    for (const [event, isOver] of Object.entries({ pointerenter: true, pointerleave: false }))
      this.mark.addEventListener(event, () => Hooks.callAll("hoverToken", this, isOver));
    this.refresh();
  }

  get id() {
    return this.document.id;
  }

  get scene() {
    return this.document.parent;
  }

  get isOwner() {
    return this.document.isOwner;
  }

  /** Whether this user sees it; the test says what walls and darkness hide. */
  get isVisible() {
    const { hidden, unseenBy = [] } = this.document._source;
    return game.user.isGM || !(hidden || unseenBy.includes(game.user.id));
  }

  refresh() {
    const { x, y } = this.document;
    this.mark.setAttribute("transform", `translate(${x} ${y})`);
    this.mark.dataset.x = x;
    this.mark.dataset.y = y;
    this.mark.style.display = this.isVisible ? "" : "none";
    this._refreshRuler();
    Hooks.callAll("refreshToken", this);
  }

  /** The token is on its way for as long as the test says. */
  animateMovement() {
    const { animationMillis } = /** @type {any} */ (globalThis).double;
    const ended = animationMillis
      ? new Promise((resolve) => setTimeout(resolve, animationMillis))
      : Promise.resolve();
    this.movementAnimationPromise = ended;
    ended.then(() => {
      if (this.movementAnimationPromise === ended) this.movementAnimationPromise = null;
    });
    return ended;
  }

  _refreshRuler() {
    this.ruler.refresh({ passedWaypoints: [], pendingWaypoints: [], plannedMovement: this._plannedMovement });
  }

  control({ releaseOthers = true } = {}) {
    if (releaseOthers) for (const other of canvas.tokens.controlled) other.#setControlled(false);
    this.#setControlled(true);
    Hooks.callAll("controlToken", this, true);
  }

  release() {
    this.#setControlled(false);
    Hooks.callAll("controlToken", this, false);
  }

  #setControlled(is) {
    this.controlled = is;
    this.mark.classList.toggle("controlled", is);
  }

  // Measuring

  _getMovementCostFunction(_options) {
    return undefined;
  }

  measureMovementPath(waypoints, options = {}) {
    return this.document.measureMovementPath(waypoints, { cost: this._getMovementCostFunction(options) });
  }

  createTerrainMovementPath(waypoints) {
    return waypoints.map((one) => ({ ...one, terrain: null }));
  }

  /** A path that is only looked at goes on through what is not known. */
  constrainMovementPath(waypoints, { ignoreWalls = false, preview = false } = {}) {
    if (ignoreWalls) return [waypoints, false];
    const path = this.document.getCompleteMovementPath(waypoints);
    const isKnown = (one) => !preview || canvas.isKnown(this.document.getCenterPoint(one));
    const stop = path.findIndex(
      (one, index) => index > 0 && canvas.isBlocked(this.document, path[index - 1], one) && isKnown(one),
    );
    if (stop < 0) return [waypoints, false];
    return [path.slice(0, stop), true];
  }

  findMovementPath(waypoints, options = {}) {
    const constrain = game.release.generation >= 14 ? options.constrainOptions : options;
    const { preview = false } = options;
    const [result] = this.constrainMovementPath(waypoints, { ...constrain, preview });
    return { result, promise: Promise.resolve(result), cancel: () => {} };
  }

  recalculatePlannedMovementPath() {
    if (this.isDragged) this.#plan();
  }

  // Dragging

  _canDrag(user) {
    return this.document.testUserPermission(user, "OWNER") && (user.isGM || !game.paused);
  }

  _getDragConstrainOptions() {
    return {
      ignoreWalls: game.user.isGM && game.settings.get("core", "unconstrainedMovement"),
      ignoreCost: false,
    };
  }

  _getDragPathfindingOptions() {
    return this._getDragConstrainOptions();
  }

  _getDragMovementAction() {
    return this.document._inferMovementAction();
  }

  _getDragLeftDropUpdateOptions() {
    return {};
  }

  _shouldPreventDragLeftDrop(_event) {
    return false;
  }

  #press(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    if (event.shiftKey && this.controlled) return this.release();
    this.control({ releaseOthers: !event.shiftKey });
    if (!this._canDrag(game.user)) return;
    canvas.tokens.press = { token: this, event, x: event.clientX, y: event.clientY };
  }

  _initializeDragLeft(event) {
    const point = canvas.pointOf(event);
    const { x, y } = this.document;
    const tokens = canvas.tokens.dragGroup.includes(this) ? canvas.tokens.dragGroup : [this];
    canvas.tokens.drag = {
      token: this,
      tokens,
      origin: { x, y },
      /** Where on the token the hand is. */
      grab: { x: point.x - x, y: point.y - y },
      waypoints: [],
      rise: 0,
    };
    for (const token of tokens) token.isDragged = true;
  }

  _onDragLeftMove(event) {
    const { drag } = canvas.tokens;
    const point = canvas.pointOf(event);
    const { x, y } = this.document.getSnappedPosition({ x: point.x - drag.grab.x, y: point.y - drag.grab.y });
    drag.to = { x, y };
    for (const token of drag.tokens) token.#plan();
  }

  /** From where this token stands through the waypoints of the drag, each as far from it as the dragged one's. */
  #wanted() {
    const { drag } = canvas.tokens;
    const { x, y, elevation } = this.document;
    const action = this._getDragMovementAction();
    const place = (one, kind) => ({
      x: x + one.x - drag.origin.x,
      y: y + one.y - drag.origin.y,
      elevation: elevation + (one.rise ?? drag.rise),
      action: one.action ?? action,
      snapped: true,
      ...kind,
    });
    const via = drag.waypoints.map((one) =>
      place(one, { explicit: true, checkpoint: true, intermediate: false }),
    );
    return [
      { x, y, elevation, action, explicit: true, checkpoint: true },
      ...via,
      place(drag.to, { explicit: true, checkpoint: true, intermediate: false }),
    ];
  }

  #plan() {
    const wanted = this.#wanted();
    const constrain = this._getDragPathfindingOptions();
    const nested = { preview: true, constrainOptions: constrain, terrainOptions: {}, measureOptions: {} };
    const options = game.release.generation >= 14 ? nested : { preview: true, ...constrain };
    this.#search?.cancel();
    const job = this.findMovementPath(wanted, options);
    this.#search = job;
    if (job.result !== undefined) return this.#show(job.result, wanted, false);
    const before = this._plannedMovement[game.user.id]?.foundPath ?? null;
    this.#show(before, wanted, true);
    job.promise.then((found) => {
      if (this.#search === job && this.isDragged) this.#show(found, wanted, false);
    });
  }

  /** The search that is under way, or was the last. */
  #search = null;

  #show(found, wanted, searching) {
    const reached = found ?? wanted.slice(0, 1);
    const end = reached.at(-1);
    const last = wanted.at(-1);
    const unreachable = end.x === last.x && end.y === last.y ? [] : [last];
    const plan = {
      foundPath: reached,
      unreachableWaypoints: unreachable,
      history: [...this.document.movementHistory],
      hidden: false,
      searching,
    };
    this._plannedMovement = { ...this._plannedMovement, [game.user.id]: plan };
    connection.emit("planned", { token: this.id, user: game.user.id, plan });
    this._refreshRuler();
    Hooks.callAll("refreshToken", this);
  }

  _addDragWaypoint() {
    const { drag } = canvas.tokens;
    drag.waypoints.push({ ...drag.to, rise: drag.rise, action: this._getDragMovementAction() });
  }

  _changeDragElevation(rise) {
    const { drag } = canvas.tokens;
    drag.rise += rise;
    for (const token of drag.tokens) token.#plan();
  }

  /** @returns {[any[], any]} */
  _prepareDragLeftDropUpdates(_event) {
    const { drag } = canvas.tokens;
    const movement = {};
    const updates = [];
    for (const token of drag.tokens) {
      const options = token._getDragConstrainOptions();
      const [made] = token.constrainMovementPath(token._plannedMovement[game.user.id].foundPath, options);
      const path = made.slice(1);
      if (path.length === 0) continue;
      const { x, y, elevation } = path.at(-1);
      updates.push({ _id: token.id, x, y, elevation });
      movement[token.id] = {
        waypoints: path,
        method: "dragging",
        constrainOptions: options,
      };
    }
    const extra = game.release.generation >= 14 ? this._getDragLeftDropUpdateOptions() : {};
    return [updates, { method: "dragging", movement, ...extra }];
  }

  async _onDragLeftDrop(event) {
    if (this._shouldPreventDragLeftDrop(event)) return;
    const { drag } = canvas.tokens;
    canvas.tokens.idle = false;
    for (const token of drag.tokens) await token.#search?.promise;
    const [updates, operation] = this._prepareDragLeftDropUpdates(event);
    canvas.tokens.drag = null;
    if (operation.planned)
      for (const id of Object.keys(operation.movement)) operation.movement[id].planned = true;
    await canvas.scene.updateEmbeddedDocuments("Token", updates, operation);
    canvas.tokens.idle = true;
    for (const token of drag.tokens) token._onDragEnd();
  }

  _onDragLeftCancel() {
    const { drag } = canvas.tokens;
    canvas.tokens.drag = null;
    for (const token of drag?.tokens ?? []) token._onDragEnd();
  }

  _onDragEnd() {
    this.isDragged = false;
    const { [game.user.id]: _, ...others } = this._plannedMovement;
    this._plannedMovement = others;
    connection.emit("planned", { token: this.id, user: game.user.id, plan: null });
    this.refresh();
  }
}

export class TokenLayer {
  press = null;
  drag = null;
  /** Whether the last drop is through. */
  idle = true;
  /** Tokens dragged together; tests set it, as a selection by rectangle would. */
  dragGroup = [];

  get placeables() {
    return canvas.scene.tokens.contents.map(({ object }) => object);
  }

  get controlled() {
    return this.placeables.filter(({ controlled }) => controlled);
  }

  get(id) {
    return canvas.scene.tokens.get(id)?.object ?? null;
  }

  recalculatePlannedMovementPaths() {
    for (const token of this.placeables) token.recalculatePlannedMovementPath();
  }
}

const DIRECTIONS = { LEFT: 1, RIGHT: 2 };

/** Whether a token's step between two places crosses a wall or closed door that is there for it. */
const crossesWall = (scene, document, from, to) => {
  const [a, b] = [from, to].map((at) => document.getCenterPoint(at));
  const side = (p, q, r) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
  const level = to.level ?? document._source.level;
  return scene.walls.some(({ c: [x0, y0, x1, y1], move, door, ds, dir = 0, levels = [] }) => {
    if (move === 0 || (door > 0 && ds === 1) || (levels.length > 0 && !levels.includes(level))) return false;
    const [c, d] = [
      { x: x0, y: y0 },
      { x: x1, y: y1 },
    ];
    // Seen from its first end to its second, what is on its left has the side -1.
    const comesFrom = side(c, d, a) < 0 ? DIRECTIONS.LEFT : DIRECTIONS.RIGHT;
    if (dir > 0 && dir !== comesFrom) return false;
    return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
  });
};

/** What players see of a scene and what they have explored, as the world says: boxes of pixels; all, where it says nothing. */
const sightOn = (scene) => {
  const isIn = ({ x, y }, boxes) =>
    boxes.some(([left, top, width, height]) => left <= x && x < left + width && top <= y && y < top + height);
  const sees = (point, boxes, otherwise) => game.user.isGM || (boxes ? isIn(point, boxes) : otherwise);
  return {
    visibility: { testVisibility: (point) => sees(point, scene.sight?.visible, true) },
    fog: { isPointExplored: (point) => sees(point, scene.sight?.explored, false) },
  };
};

export const createCanvas = (scene, svg, gridLayer) => {
  const { visibility, fog } = sightOn(scene);
  const scrolled = { x: 0, y: 0 };
  addEventListener("scroll", () => Object.assign(scrolled, { x: scrollX, y: scrollY }));
  svg.setAttribute("width", scene.width);
  svg.setAttribute("height", scene.height);
  return {
    scene,
    ready: true,
    dimensions: scene.dimensions,
    grid: scene.grid,
    board: element("g", {}, svg),
    rulers: element("g", {}, svg),
    interface: { grid: gridLayer },
    tokens: new TokenLayer(),
    visibility,
    fog,
    isKnown: (point) => fog.isPointExplored(point) || visibility.testVisibility(point),
    isBlocked: (document, from, to) => crossesWall(scene, document, from, to),
    // Neither measures the page, as the client's own do not: the board begins where the page does.
    clientCoordinatesFromCanvas: ({ x, y }) => ({ x: x - scrolled.x, y: y - scrolled.y }),
    pointOf: ({ pageX, pageY }) => ({ x: pageX, y: pageY }),
  };
};

/** Listens to mouse and keys. */
export const listenToHands = () => {
  addEventListener("pointermove", (event) => {
    const { tokens } = canvas;
    const { press } = tokens;
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > THRESHOLD) {
      tokens.press = null;
      press.token._initializeDragLeft(press.event);
    }
    tokens.drag?.token._onDragLeftMove(event);
  });
  addEventListener("pointerup", (event) => {
    canvas.tokens.press = null;
    const { drag } = canvas.tokens;
    if (!drag?.to || event.button !== 0) return;
    // With Ctrl held a click sets a waypoint and the drag goes on.
    if (event.ctrlKey) drag.token._addDragWaypoint();
    else drag.token._onDragLeftDrop(event);
  });
  addEventListener("contextmenu", (event) => {
    event.preventDefault();
    if (canvas.tokens.drag) canvas.tokens.drag.token._onDragLeftCancel(event);
  });
  addEventListener("keydown", onKey);
  addEventListener("keyup", (event) => game.keybindings.handle(event, "onUp"));
};

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const onKey = (event) => {
  if (event.target.closest?.("input, select, textarea")) return undefined;
  if (event.key === "Escape" && canvas.tokens.drag) return canvas.tokens.drag.token._onDragLeftCancel(event);
  if (event.key === "z" && event.ctrlKey) return canvas.scene.undo();
  const arrow = ARROWS[event.key];
  if (!arrow) return game.keybindings.handle(event, "onDown");
  const { grid } = canvas.scene;
  const tokens = canvas.tokens.controlled.filter((token) => token._canDrag(game.user));
  const updates = tokens.map(({ document: { id, _source } }) => ({
    _id: id,
    ...grid.getShifted(_source, arrow),
  }));
  return canvas.scene.updateEmbeddedDocuments("Token", updates, { method: "keyboard" });
};
