/** Regions of a scene: shapes with their outlines, and behaviours with their data models. */

import { Collection, Fields } from "./data.js";

/** Types of behaviours that come with the client. */
const CORE = {
  modifyMovementCost: 13,
  teleportToken: 13,
  changeLevel: 14,
};
const CORNERS = 64;

const turned = ({ x, y }, { x: aboutX, y: aboutY }, degrees = 0) => {
  const turn = (degrees * Math.PI) / 180;
  const [right, down] = [x - aboutX, y - aboutY];
  return [
    aboutX + right * Math.cos(turn) - down * Math.sin(turn),
    aboutY + right * Math.sin(turn) + down * Math.cos(turn),
  ];
};

/** An ellipse as a polygon, as the client has it. */
const round = (shape, across, down) =>
  Array.from({ length: CORNERS }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    const point = { x: shape.x + Math.cos(turn) * across, y: shape.y + Math.sin(turn) * down };
    return turned(point, shape, shape.rotation);
  }).flat();

const rectangle = ({ x, y, width, height, rotation }) => {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ];
  return corners.flatMap((corner) => turned(corner, { x, y }, rotation));
};

const OUTLINES = {
  rectangle,
  ellipse: (shape) => round(shape, shape.radiusX, shape.radiusY),
  circle: (shape) => round(shape, shape.radius, shape.radius),
  polygon: ({ points }) => points,
};

const isInside = (points, { x, y }) => {
  let inside = false;
  for (let at = 0, last = points.length - 2; at < points.length; last = at, at += 2) {
    const [ax, ay, bx, by] = [points[at], points[at + 1], points[last], points[last + 1]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

/** Fields of a data model: what they begin with, and what they let through. */
class DataField {
  constructor(options = {}) {
    this.options = options;
  }

  get initial() {
    return this.options.initial;
  }

  clean(value) {
    return value === undefined ? this.initial : value;
  }

  validate(value) {
    if (value === null && this.options.nullable) return;
    this._validate(value);
  }

  _validate(_value) {}
}

export const fields = {
  BooleanField: class BooleanField extends DataField {
    get initial() {
      return this.options.initial ?? false;
    }

    _validate(value) {
      if (typeof value !== "boolean") throw new Error(`${value} is no boolean`);
    }
  },
  NumberField: class NumberField extends DataField {
    _validate(value) {
      const { min = -Infinity, max = Infinity, integer } = this.options;
      const isFit = Number.isFinite(value) && value >= min && value <= max;
      if (!isFit || (integer && !Number.isInteger(value))) throw new Error(`${value} is no such number`);
    }
  },
  StringField: class StringField extends DataField {
    _validate(value) {
      const { choices: told, blank } = this.options;
      const choices = told instanceof Function ? told() : told;
      if (typeof value !== "string") throw new Error(`${value} is no text`);
      if (choices && !(value in choices) && !(blank && value === ""))
        throw new Error(`${value} is no choice`);
    }
  },
  SchemaField: class SchemaField extends DataField {
    constructor(parts, options) {
      super(options);
      this.parts = parts;
    }

    get initial() {
      return this.clean({});
    }

    clean(value = {}) {
      return Object.fromEntries(
        Object.entries(this.parts).map(([name, field]) => [name, field.clean(value[name])]),
      );
    }

    validate(value) {
      for (const [name, field] of Object.entries(this.parts)) field.validate(value[name]);
    }
  },
};

export class RegionBehaviorType extends Fields {
  static LOCALIZATION_PREFIXES = [];

  constructor(source = {}) {
    super();
    const schema = new fields.SchemaField(/** @type {any} */ (this.constructor).defineSchema());
    const data = schema.clean(source);
    schema.validate(data);
    Object.assign(this, data);
  }
}

class RegionBehavior extends Fields {
  constructor(source, documentTypes) {
    super();
    const { type } = source;
    const isKnown = CORE[type] <= game.release.generation || documentTypes.has(type);
    if (!isKnown) throw new Error(`RegionBehavior: "${type}" is not a valid type`);
    Object.assign(this, { disabled: false, name: type, ...source });
    const Model = CONFIG.RegionBehavior.dataModels[type];
    this.system = Model ? new Model(source.system) : (source.system ?? {});
  }
}

export class RegionDocument extends Fields {
  constructor(source, documentTypes) {
    super();
    Object.assign(this, { elevation: { bottom: null, top: null }, hidden: false, ...source });
    this.levels = new Set(source.levels ?? []);
    this.behaviors = new Collection();
    for (const [index, behavior] of source.behaviors.entries())
      this.behaviors.set(String(index), new RegionBehavior(behavior, documentTypes));
    this.polygons = source.shapes.map((shape) => ({ points: OUTLINES[shape.type](shape) }));
  }

  /** What lies in an odd number of outlines: holes are outlines of their own. */
  testPoint({ x, y, elevation = 0 }) {
    const { bottom, top } = this.elevation;
    if (elevation < (bottom ?? -Infinity) || elevation > (top ?? Infinity)) return false;
    return this.polygons.filter(({ points }) => isInside(points, { x, y })).length % 2 === 1;
  }
}
