/** Tokens as documents, and what happens from an update to its last hook. */

import * as connection from "./connection.js";
import {
  Collection,
  deepClone,
  deepFreeze,
  diffObject,
  expandObject,
  Fields,
  getProperty,
  mergeObject,
  randomID,
} from "./data.js";
import { Hooks } from "./hooks.js";

const POSITION = ["x", "y", "elevation", "width", "height", "shape"];
const POSITION_V14 = [...POSITION, "depth", "level"];
/** By which a token may be moved with `move`; the client alone undoes and pastes. */
const METHODS = new Set(["api", "config", "dragging", "keyboard"]);
/** What is known of an update's movement until it is through; by the object of its changes. */
const movementOf = new WeakMap();

const positionFields = () => (game.release.generation >= 14 ? POSITION_V14 : POSITION);
const positionIn = (data) =>
  Object.fromEntries(
    positionFields()
      .filter((key) => key in data)
      .map((key) => [key, data[key]]),
  );

export class TokenDocument extends Fields {
  constructor(source, parent) {
    super();
    this._source = source;
    this.parent = parent;
    this._object = null;
    this.movement = null;
    this.movementHistory = deepClone(source._movementHistory ?? []);
    this.#prepare();
  }

  #prepare() {
    for (const key of [
      ...POSITION_V14,
      "name",
      "hidden",
      "disposition",
      "flags",
      "movementAction",
      "actorId",
      "actorLink",
    ])
      if (key in this._source) this[key] = deepClone(this._source[key]);
  }

  get id() {
    return this._source._id;
  }

  get actor() {
    return this.parent.actors.get(this._source.actorId) ?? null;
  }

  get object() {
    return this._object;
  }

  get inCombat() {
    return game.combats.some((combat) => combat.combatants.some(({ tokenId }) => tokenId === this.id));
  }

  get combatant() {
    return game.combat?.combatants.find(({ tokenId }) => tokenId === this.id) ?? null;
  }

  get isOwner() {
    return this.testUserPermission(game.user, "OWNER");
  }

  hasStatusEffect(id) {
    return (this._source.statuses ?? []).includes(id);
  }

  testUserPermission(user, _level) {
    return user.isGM || (this._source.owners ?? []).includes(user.id);
  }

  toObject(source = true) {
    return deepClone(source ? this._source : { ...this._source, ...positionIn(this) });
  }

  getFlag(scope, key) {
    if (!game.modules.get(scope)?.active && scope !== game.system.id)
      throw new Error(`Flag scope "${scope}" is not active`);
    return getProperty(this.flags ?? {}, `${scope}.${key}`);
  }

  setFlag(scope, key, value) {
    return this.update({ [`flags.${scope}.${key}`]: value });
  }

  unsetFlag(scope, key) {
    const deleted = { _id: this.id, [`flags.${scope}.-=${key}`]: null };
    return this.parent.updateEmbeddedDocuments("Token", [deleted], {});
  }

  update(changes, operation = {}) {
    if (game.release.generation >= 14 && JSON.stringify(changes).includes("-="))
      throw new Error("keys that begin with -= are deprecated");
    return this.parent.updateEmbeddedDocuments("Token", [{ _id: this.id, ...changes }], operation);
  }

  // Measuring

  getCenterPoint(at = this) {
    const middle = this.parent.grid.middleOf({
      width: at.width ?? this.width,
      height: at.height ?? this.height,
    });
    return { x: at.x + middle.x, y: at.y + middle.y, elevation: at.elevation ?? 0 };
  }

  getSnappedPosition(at = this) {
    const size = { width: at.width ?? this.width, height: at.height ?? this.height };
    return { ...this.parent.grid.getSnapped(at, size), elevation: at.elevation ?? this.elevation };
  }

  /** Every cell on the way; where the token stands is not put before it. */
  getCompleteMovementPath(waypoints) {
    const [first, ...others] = waypoints;
    const path = [{ ...first, intermediate: false }];
    for (const waypoint of others) {
      const from = path.at(-1);
      const teleports = CONFIG.Token.movement.actions[waypoint.action]?.teleport;
      const cells = teleports ? [waypoint] : this.parent.grid.line(from, waypoint);
      cells.forEach((cell, index) => {
        const isLast = index === cells.length - 1;
        path.push({
          ...waypoint,
          ...cell,
          intermediate: !isLast,
          explicit: isLast && waypoint.explicit === true,
          checkpoint: isLast && waypoint.checkpoint === true,
        });
      });
    }
    return path;
  }

  /** @type {(waypoints: any[], options?: {cost?: Function}) => any} */
  measureMovementPath(waypoints, { cost } = {}) {
    const result = {
      waypoints: [],
      segments: [],
      distance: 0,
      cost: 0,
      spaces: 0,
      diagonals: 0,
      euclidean: 0,
    };
    waypoints.forEach((to, index) => {
      const from = waypoints[index - 1];
      if (from) this.#measureSegment(from, to, result, cost);
      const { distance, cost: spent, spaces, diagonals, euclidean } = result;
      result.waypoints.push({
        distance,
        cost: spent,
        spaces,
        diagonals,
        euclidean,
        backward: null,
        forward: null,
      });
    });
    return result;
  }

  #measureSegment(from, to, result, costOf) {
    const { grid } = this.parent;
    const config = CONFIG.Token.movement.actions[to.action] ?? {};
    if (config.measure === false) return;
    let at = from;
    for (const cell of config.teleport ? [to] : grid.line(from, to)) {
      const length = grid.stepLength(at, cell, result.diagonals);
      result.diagonals += grid.diagonalsIn(at, cell);
      const segment = {
        action: to.action,
        actionConfig: config,
        terrain: to.terrain ?? null,
        teleport: config.teleport ?? false,
      };
      const own = costOf?.(grid.getOffset(at), grid.getOffset(cell), length, segment);
      result.cost += own ?? this.#actionCost(config, length, at, cell, segment);
      result.distance += length;
      result.spaces += length > 0 ? 1 : 0;
      at = cell;
    }
  }

  #actionCost(config, length, from, to, segment) {
    const { grid } = this.parent;
    const { x, y } = this.getCenterPoint(to);
    const place = { x, y, elevation: to.elevation ?? 0 };
    const base = length * (this.parent.difficultyAt(place, segment.action) ?? Number.POSITIVE_INFINITY);
    if (config.getCostFunction)
      return config.getCostFunction(this, {})(
        base,
        grid.getOffset(from),
        grid.getOffset(to),
        length,
        segment,
      );
    return base * (game.release.generation >= 14 ? (config.costMultiplier ?? 1) : 1);
  }

  // Moving

  _inferMovementAction() {
    return this._source.movementAction ?? CONFIG.Token.movement.defaultAction;
  }

  _shouldRecordMovementHistory() {
    return this.inCombat || game.variants.has("history outside combat");
  }

  /** Move through some waypoints; true when it got through. */
  async move(waypoints, options = {}) {
    const { id, method = "api", autoRotate, showRuler, constrainOptions, planned, ...operation } = options;
    if (!METHODS.has(method)) throw new Error(`nobody may move by the method ${method}`);
    const list = Array.isArray(waypoints) ? waypoints : [waypoints];
    const instruction = { id, waypoints: list, method, autoRotate, showRuler, constrainOptions, planned };
    let reached = (_isDone) => {};
    const first = new Promise((resolve) => {
      reached = resolve;
    });
    const whole = this.parent
      .moveByInstruction(this, { ...instruction, reached }, operation)
      .then(async (isDone) => {
        await this.object?.movementAnimationPromise;
        return isDone;
      });
    return game.release.generation >= 14 ? whole : Promise.race([first, whole]);
  }

  /** Everything from a movement on; without one, all of the history. */
  async revertRecordedMovement(id = this.movementHistory[0]?.movementId) {
    const at = this.movementHistory.findIndex(({ movementId }) => movementId === id);
    const first = this.movementHistory[at];
    if (!first || game.variants.has("nothing reverted")) return false;
    // A movement that went on from where the one before it ended has no origin of its own in the history.
    const before = this.movementHistory[at - 1];
    return this.parent.displaceBack(this, first.isOrigin || !before ? first : before, id);
  }

  stopMovement() {
    if (!this.movement || this.movement.state === "completed") return false;
    this.movement = { ...this.movement, state: "stopped" };
    Hooks.callAll("stopToken", this);
    return true;
  }

  async clearMovementHistory() {
    this.movementHistory = [];
    // Each client does so for itself, the GM's with the server, too.
    if (game.user.isGM) await connection.change("tokens", this.id, { _movementHistory: [] });
  }

  async startMovement(id) {
    if (this.movement?.state !== "planned" || (id && this.movement.id !== id)) return false;
    const { instruction } = this.movement;
    return this.parent.moveByInstruction(this, { ...instruction, id: this.movement.id, planned: false }, {});
  }

  async _preUpdate(changed, options, _user) {
    const movement = movementOf.get(changed);
    if (!movement) return;
    const allowed =
      (await this._preUpdateMovement(movement, options)) !== false &&
      (options.noHook || Hooks.call("preMoveToken", this, movement, options));
    if (allowed) return;
    for (const key of positionFields()) delete changed[key];
    movementOf.delete(changed);
    if (movement.chain.length > 0) this.stopMovement();
  }

  /** @returns {Promise<boolean | void>} */
  async _preUpdateMovement(_movement, _operation) {}
  _onUpdateMovement(_movement, _operation, _user) {}
  _onMovementStopped() {}
  _onMovementRecorded() {}
  _onUpdate(_changed, _options, _userId) {}

  /** The update as it came from the server; then the hooks of all clients. */
  _receive(changed, operation, movement, user) {
    const before = positionIn(this);
    mergeObject(this._source, changed);
    this.#prepare();
    // What is drawn lags behind while the token is on its way.
    if (movement && !game.variants.has("place at once")) Object.assign(this, before);
    if (movement)
      this.movement = {
        ...movement,
        user,
        state: movement.pending.waypoints.length ? "pending" : "completed",
        updateOptions: operation,
      };
    this.movementHistory = this.historyAfter(movement, operation);
    this._onUpdate(changed, operation, user.id);
    Hooks.callAll("updateToken", this, changed, operation, user.id);
    if (movement) {
      this._onUpdateMovement(movement, operation, user);
      Hooks.callAll("moveToken", this, movement, operation, user);
    }
    this.#prepare();
    this._object?.refresh();
  }

  /** The history after an update; the server keeps it with the token. */
  historyAfter(movement, { undone = null }) {
    if (undone) return this.#historyBefore(undone);
    return movement && this._shouldRecordMovementHistory()
      ? this.#historyWith(movement)
      : this.movementHistory;
  }

  /** The history begins where the first movement began, and goes on from there. */
  #historyWith(movement) {
    if (movement.method === "undo") return this.movementHistory;
    const last = this.movementHistory.at(-1);
    const goesOn = last && positionFields().every((key) => last[key] === movement.origin[key]);
    const action = movement.passed.waypoints[0]?.action;
    const origin = { ...movement.origin, action, terrain: null, cost: 0, explicit: true, isOrigin: true };
    return [
      ...this.movementHistory,
      ...[...(goesOn ? [] : [origin]), ...movement.passed.waypoints].map((one) => ({
        ...one,
        movementId: movement.id,
      })),
    ];
  }

  #historyBefore(id) {
    const at = this.movementHistory.findIndex(({ movementId }) => movementId === id);
    return at < 0 ? this.movementHistory : this.movementHistory.slice(0, at);
  }
}

/** As much of a path as costs no more than the client was told, from v14 on. */
const withinCost = (document, path, { maxCost = Infinity } = {}) => {
  const { waypoints } = document.measureMovementPath(path);
  return path.filter((_, at) => at === 0 || waypoints[at].cost <= maxCost);
};

/** Computes a movement: its sections, measured and frozen. */
const movementFor = (document, instruction, chain) => {
  const origin = positionIn(document._source);
  const action = document._inferMovementAction();
  const wanted = instruction.waypoints.map((one) => ({
    ...origin,
    action,
    snapped: true,
    explicit: true,
    ...one,
    terrain: null,
    userId: game.user.id,
    movementId: null,
  }));
  const whole = document.getCompleteMovementPath([{ ...origin, action }, ...wanted]);
  const path = withinCost(document, whole, instruction.constrainOptions).slice(1);
  const end = path.findIndex(({ checkpoint }) => checkpoint);
  const cut = end < 0 ? path.length : end + 1;
  const section = (from, waypoints) => {
    const measured = document.measureMovementPath([from, ...waypoints]);
    const { distance, cost, spaces, diagonals } = measured;
    return {
      waypoints: waypoints.map((one, index) => ({
        ...one,
        cost: measured.waypoints[index + 1].cost - measured.waypoints[index].cost,
      })),
      distance,
      cost,
      spaces,
      diagonals,
    };
  };
  const passed = section(origin, path.slice(0, cut));
  const pending = section(path[cut - 1] ?? origin, path.slice(cut));
  const history = document.measureMovementPath(document.movementHistory);
  const movement = {
    id: instruction.id ?? randomID(),
    chain,
    origin,
    destination: positionIn(path[cut - 1] ?? origin),
    passed,
    pending,
    history: {
      recorded: { waypoints: deepClone([...document.movementHistory]) },
      unrecorded: { waypoints: [] },
      distance: history.distance,
      cost: history.cost,
      spaces: history.spaces,
      diagonals: history.diagonals,
    },
    constrained: path.length < whole.length - 1,
    recorded: document._shouldRecordMovementHistory(),
    method: instruction.method ?? "api",
    constrainOptions: instruction.constrainOptions ?? {},
    autoRotate: instruction.autoRotate ?? false,
    showRuler: instruction.showRuler ?? instruction.method === "dragging",
  };
  if (game.release.generation >= 14)
    Object.assign(movement, {
      measureOptions: {},
      terrainOptions: {},
      split: false,
      subpathId: instruction.subpathId ?? null,
    });
  return deepFreeze(movement, ["autoRotate", "showRuler"]);
};

export class Scene extends Fields {
  constructor(source, actors) {
    super();
    Object.assign(this, source);
    this.id = source._id;
    this.actors = actors;
    this.tokens = new Collection();
    this.undoHistory = [];
  }

  get dimensions() {
    const { width, height, grid } = this;
    return {
      width,
      height,
      sceneX: 0,
      sceneY: 0,
      sceneWidth: width,
      sceneHeight: height,
      size: grid.size,
      distance: grid.distance,
      ...grid.countOf({ width, height }),
    };
  }

  difficultyAt(point, action) {
    let worst = 1;
    for (const region of this.regions) {
      if (region.hidden || !region.testPoint(point)) continue;
      for (const behavior of region.behaviors) {
        if (behavior.type !== "modifyMovementCost" || behavior.disabled) continue;
        const { difficulties } = behavior.system;
        const difficulty = action in difficulties ? difficulties[action] : 1;
        worst = difficulty === null || worst === null ? null : Math.max(worst, difficulty);
      }
    }
    return worst;
  }

  /** A region that changes levels does so to who comes to stand in it, where there is but one level to go to. */
  async #changeLevel(document, movement) {
    const { level } = document._source;
    if (game.release.generation < 14 || movement.method === "undo") return;
    const [before, now] = [movement.origin, document._source].map((at) => document.getCenterPoint(at));
    for (const region of this.regions) {
      const changes = region.behaviors.contents.some(
        ({ type, disabled }) => type === "changeLevel" && !disabled,
      );
      const isEntered = region.testPoint(now) && !region.testPoint(before);
      if (!changes || !isEntered || !region.levels.has(level)) continue;
      const others = [...region.levels].filter((one) => one !== level);
      if (others.length !== 1) continue;
      const elevation = this.levels.get(others[0]).elevation.bottom;
      await document.move({ level: others[0], elevation, action: "displace" });
    }
  }

  async updateEmbeddedDocuments(_type, updates, operation = {}) {
    const done = await Promise.all(updates.map((update) => this.#updateOne(update, operation)));
    return done.filter(Boolean);
  }

  async #updateOne({ _id, ...flat }, operation) {
    const document = this.tokens.get(_id);
    const changes = expandObject(flat);
    const instruction = operation.movement?.[_id];
    const isMoved = positionFields().some((key) => key in diffObject(document._source, changes));
    if (!instruction && !isMoved) return this.#send(document, changes, null, operation);
    const { x, y, elevation, width, height } = { ...document._source, ...changes };
    const full = instruction ?? { waypoints: [{ x, y, elevation, width, height }], method: operation.method };
    return (await this.moveByInstruction(document, full, operation, changes)) ? document : null;
  }

  async moveByInstruction(document, instruction, operation, changes = {}) {
    if (instruction.planned && game.release.generation >= 14) return this.#plan(document, instruction);
    let rest = instruction;
    let chain = [];
    for (;;) {
      const movement = movementFor(document, rest, chain);
      const sent = await this.#send(document, { ...changes, ...movement.destination }, movement, operation);
      if (!sent) return false;
      const animated = document.object?.animateMovement();
      animated?.then(() => instruction.reached?.(true));
      if (movement.pending.waypoints.length === 0) break;
      await animated;
      if (document.movement?.state === "stopped") return false;
      chain = [...chain, movement.id];
      rest = {
        ...instruction,
        id: undefined,
        waypoints: movement.pending.waypoints.filter(({ intermediate }) => !intermediate),
      };
      changes = {};
    }
    if (document._shouldRecordMovementHistory()) Hooks.callAll("recordToken", document);
    await this.#changeLevel(document, document.movement);
    return true;
  }

  /** Move several tokens at once, each through its own waypoints; from v14 on. */
  async moveTokens(instructions, operation = {}) {
    const together = { ...operation, movement: instructions };
    const moved = Object.entries(instructions).map(async ([id, { method = "api", ...one }]) => {
      const isDone = await this.moveByInstruction(this.tokens.get(id), { ...one, method }, together);
      return [id, isDone];
    });
    return Object.fromEntries(await Promise.all(moved));
  }

  #plan(document, instruction) {
    const movement = movementFor(document, instruction, []);
    document.movement = { ...movement, state: "planned", user: game.user, instruction };
    Hooks.callAll("planToken", document);
    return true;
  }

  async #send(document, changes, movement, operation) {
    const changed = diffObject(document._source, changes);
    if (Object.keys(changed).length === 0) return false;
    const options = { ...operation };
    if (movement) movementOf.set(changed, movement);
    if ((await document._preUpdate(changed, options, game.user)) === false) return false;
    const isQuiet = game.variants.has("no hook for nothing") && Object.keys(changed).length === 0;
    if (
      !isQuiet &&
      !options.noHook &&
      !Hooks.call("preUpdateToken", document, changed, options, game.user.id)
    )
      return false;
    const moves = movement && movementOf.has(changed) ? movement : null;
    if (Object.keys(changed).length === 0) return false;
    const before = positionIn(document._source);
    const plain = moves ? { ...deepClone(moves) } : null;
    const history = moves ? { _movementHistory: document.historyAfter(moves, options) } : {};
    await connection.change(
      "tokens",
      document.id,
      { ...changed, ...history },
      { operation: options, movement: plain },
    );
    document._receive(changed, options, moves, game.user);
    if (moves && moves.method !== "undo")
      this.undoHistory.push({ id: document.id, before, undone: moves.id });
    return movement ? Boolean(moves) : true;
  }

  async displaceBack(document, { x, y, elevation, level }, undone) {
    const back = { x, y, elevation, ...(level === undefined ? {} : { level }), action: "displace" };
    return this.moveByInstruction(document, { waypoints: [back], method: "undo" }, { isUndo: true, undone });
  }

  /** What Ctrl+Z does. */
  async undo() {
    const last = this.undoHistory.pop();
    if (!last) return false;
    return this.displaceBack(this.tokens.get(last.id), last.before, last.undone);
  }
}

/** Updates by others, as this client learns of them. */
export const receiveOthers = (scene) =>
  connection.on("tokens", ({ id, changes, extra, client }) => {
    const document = scene.tokens.get(id);
    if (Object.keys(changes).join() === "_movementHistory") return;
    const movement = extra.movement ? deepFreeze(extra.movement) : null;
    document._receive(changes, extra.operation ?? {}, movement, game.users.get(client));
  });
