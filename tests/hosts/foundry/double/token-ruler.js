/** The ruler of a token: asks its overridable methods how each waypoint looks, and shows that as SVG and labels. */

import { deepFreeze } from "./data.js";
import { element, hex } from "./drawing.js";

/** What a template shows of how far it is: the client's own the cost in place of the distance, that of pf2e no cost. */
const TEMPLATES = {
  "templates/hud/waypoint-label.hbs": ({ cost, distance }) => cost ?? distance,
  "systems/pf2e/templates/scene/token/ruler/waypoint-label.hbs": ({ distance }) => distance,
};

export class TokenRuler {
  static WAYPOINT_LABEL_TEMPLATE = "templates/hud/waypoint-label.hbs";

  constructor(token) {
    this.token = token;
    this.visible = true;
    this.group = element("g", { "data-ruler": token.id }, canvas.rulers);
    this.labels = globalThis.document.createElement("div");
    this.labels.id = `token-ruler-${token.id}`;
    globalThis.document.querySelector("#measurement").append(this.labels);
  }

  async draw() {}

  clear() {
    this.group.replaceChildren();
    this.labels.replaceChildren();
  }

  refresh({ passedWaypoints, pendingWaypoints, plannedMovement }) {
    this.clear();
    const past = [
      ...passedWaypoints.map((one) => [one, "passed"]),
      ...pendingWaypoints.map((one) => [one, "pending"]),
    ];
    if (past.length > 1) this.#drawPath(past);
    for (const plan of Object.values(plannedMovement)) {
      if (plan.hidden) continue;
      const history = plan.history.map((one) => [one, "passed"]);
      const found = plan.foundPath.map((one) => [one, "planned"]);
      const beyond = plan.unreachableWaypoints.map((one) => [one, "planned", true]);
      this.#drawPath([...history, ...found, ...beyond]);
    }
  }

  #drawPath(stages) {
    const waypoints = this.#linked(stages);
    const state = {};
    for (const waypoint of waypoints) {
      const style = this._getWaypointStyle(waypoint);
      const { x, y } = waypoint.center;
      if (style.radius > 0)
        element(
          "circle",
          { cx: x, cy: y, r: style.radius, fill: hex(style.color), "data-stage": waypoint.stage },
          this.group,
        );
      if (waypoint.previous) this.#drawSegment(waypoint);
      const context = this._getWaypointLabelContext(waypoint, state);
      if (context) this.#drawLabel(waypoint, context);
    }
  }

  #linked(stages) {
    const { document } = this.token;
    const measured = this.token.measureMovementPath(
      stages.map(([one]) => one),
      { preview: true },
    );
    const waypoints = stages.map(([one, stage, unreachable = false], index) => ({
      ...one,
      actionConfig: CONFIG.Token.movement.actions[one.action] ?? {},
      movementId: one.movementId ?? null,
      index,
      stage,
      hidden: false,
      unreachable,
      center: document.getCenterPoint(one),
      size: { width: document.width, height: document.height },
      ray: null,
      measurement: { ...measured.waypoints[index] },
    }));
    waypoints.forEach((one, index) => {
      one.cost = one.measurement.cost - (waypoints[index - 1]?.measurement.cost ?? 0);
      one.previous = waypoints[index - 1] ?? null;
      one.next = waypoints[index + 1] ?? null;
    });
    for (const one of waypoints) {
      deepFreeze(one.measurement);
      Object.freeze(one);
    }
    return waypoints;
  }

  #drawSegment(waypoint) {
    const { previous, center } = waypoint;
    const { width, color, alpha = 1 } = this._getSegmentStyle(waypoint);
    if (width > 0)
      element(
        "line",
        {
          x1: previous.center.x,
          y1: previous.center.y,
          x2: center.x,
          y2: center.y,
          stroke: hex(color),
          "stroke-width": width,
          "stroke-opacity": alpha,
          "data-stage": waypoint.stage,
        },
        this.group,
      );
    const { index: _index, center: _center, size: _size, ray: _ray, ...bare } = waypoint;
    const { grid } = canvas.scene;
    if (grid.isGridless) return;
    for (const at of grid.line(previous, waypoint)) {
      const { x, y } = at;
      const offset = grid.getOffset({ x: x + grid.sizeX / 2, y: y + grid.sizeY / 2 });
      const style = this._getGridHighlightStyle(bare, offset);
      if (style.alpha === 0) continue;
      element(
        "polygon",
        {
          points: grid
            .getVertices(offset)
            .map(({ x: right, y: down }) => `${right},${down}`)
            .join(" "),
          fill: hex(style.color),
          "fill-opacity": style.alpha,
          "data-cell": `${offset.j},${offset.i}`,
          "data-texture": style.texture?.name ?? "",
        },
        this.group,
      );
    }
  }

  #drawLabel(waypoint, context) {
    const label = globalThis.document.createElement("div");
    label.className = `waypoint-label ${context.cssClass}`;
    label.dataset.stage = waypoint.stage;
    label.style.left = `${context.position.x}px`;
    label.style.top = `${context.position.y}px`;
    const line = (name, text) => {
      const made = globalThis.document.createElement("span");
      made.className = name;
      made.textContent = text;
      label.append(made, " ");
    };
    const template = /** @type {typeof TokenRuler} */ (this.constructor).WAYPOINT_LABEL_TEMPLATE;
    const { total, units = context.units, delta } = TEMPLATES[template](context);
    line("total-measurement", `${total} ${units}`);
    if (delta) line("delta-measurement", `(${delta})`);
    const { elevation } = context;
    if (elevation && !elevation.hidden) line("total-elevation", `${elevation.total} ${context.units}`);
    this.labels.append(label);
  }

  _getWaypointLabelContext(waypoint, state) {
    const isLabelled = waypoint.explicit || waypoint.next === null;
    const isBegin = waypoint.previous?.stage !== waypoint.stage;
    if (!isLabelled || isBegin || waypoint.stage === "passed") return undefined;
    const { units } = canvas.scene.grid;
    const rounded = (value) => String(Math.round(value * 100) / 100);
    /** What its segment adds, told from the second one on. */
    const since = (key) =>
      state.initialized ? { delta: `+${rounded(waypoint.measurement[key] - state[key])}` } : {};
    const [cost, distance] = ["cost", "distance"].map((key) => ({
      total: rounded(waypoint.measurement[key]),
      ...since(key),
    }));
    Object.assign(state, { initialized: true, ...waypoint.measurement });
    return {
      action: { icon: "", label: waypoint.action },
      cssClass: waypoint.unreachable ? "unreachable" : "",
      secret: false,
      units,
      uiScale: 1,
      position: { x: waypoint.center.x, y: waypoint.center.y },
      distance,
      cost: { ...cost, units },
      elevation: { total: waypoint.elevation, icon: "", hidden: waypoint.elevation === 0 },
    };
  }

  _getWaypointStyle(waypoint) {
    return { radius: waypoint.explicit ? 6 : 0, color: game.user.color };
  }

  _getSegmentStyle(waypoint) {
    return {
      width: waypoint.stage === "passed" ? 2 : 4,
      color: game.user.color,
      alpha: waypoint.unreachable ? 0.3 : 1,
    };
  }

  _getGridHighlightStyle(waypoint, _offset) {
    return { color: game.user.color, alpha: waypoint.stage === "passed" ? 0 : 0.2 };
  }
}
