/** The board as SVG, with as much of PIXI as layers of the grid need. */

const NS = "http://www.w3.org/2000/svg";

export const element = (name, attributes = {}, parent = null) => {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  parent?.append(made);
  return made;
};

export const hex = (color) =>
  typeof color === "string"
    ? color
    : `#${Number(color ?? 0)
        .toString(16)
        .padStart(6, "0")}`;

/** What is drawn into it becomes shapes of an SVG group. */
export class Graphics {
  constructor(name = "") {
    this.name = name;
    this.group = element("g", { "data-layer": name });
    this.visible = true;
    this.destroyed = false;
  }

  /** @type {{color: any, alpha: number, texture?: string}} */
  #fill = { color: 0, alpha: 0 };
  #line = { width: 0, color: 0, alpha: 1 };
  /** The lines drawn in one style, which are one shape. @type {string[]} */
  #strokes = [];
  #hole = null;

  beginFill(color, alpha = 1) {
    this.#fill = { color, alpha };
    return this;
  }

  endFill() {
    this.#fill = { color: 0, alpha: 0 };
    return this;
  }

  lineStyle(line) {
    this.#strokes = [];
    this.#line = { width: 0, color: 0, alpha: 1, ...(typeof line === "object" ? line : { width: line }) };
    return this;
  }

  beginTextureFill({ texture, color = 0, alpha = 1 }) {
    this.#fill = { color, alpha, texture: texture.name };
    return this;
  }

  beginHole() {
    this.#hole = this.group.lastElementChild;
    return this;
  }

  endHole() {
    this.#hole = null;
    return this;
  }

  /** A hole becomes a further line of the shape before it. */
  drawPolygon(points) {
    const corners = points.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${points[at + 1]}`] : []));
    const line = `M${corners.join("L")}Z`;
    if (this.#hole) {
      this.#hole.setAttribute("d", `${this.#hole.getAttribute("d")}${line}`);
      return this;
    }
    const { color, alpha, texture = "" } = this.#fill;
    const looks = {
      fill: hex(color),
      "fill-opacity": alpha,
      "fill-rule": "evenodd",
      "data-texture": texture,
    };
    element("path", { d: line, ...looks }, this.group);
    return this;
  }

  moveTo(x, y) {
    this.#stroke(`M${x} ${y}`);
    return this;
  }

  lineTo(x, y) {
    this.#stroke(`L${x} ${y}`);
    return this;
  }

  /** Like PIXI, it is made into a shape once all is drawn. */
  #stroke(step) {
    const strokes = this.#strokes;
    strokes.push(step);
    if (strokes.length > 1) return;
    const { width, color, alpha } = this.#line;
    const looks = { fill: "none", stroke: hex(color), "stroke-width": width, "stroke-opacity": alpha };
    const lines = element("path", looks, element("g", { class: "strokes" }, this.group));
    queueMicrotask(() => lines.setAttribute("d", strokes.join("")));
  }

  clear() {
    this.group.replaceChildren();
    return this;
  }
}

/** The layer of the grid: named layers of highlighted cells. */
export class GridLayer {
  constructor(parent) {
    this.group = element("g", { id: "highlights" }, parent);
    this.highlightLayers = {};
  }

  addHighlightLayer(name) {
    const layer = this.highlightLayers[name];
    if (layer) return layer;
    const made = new Graphics(name);
    this.highlightLayers[name] = made;
    this.group.append(made.group);
    return made;
  }

  clearHighlightLayer(name) {
    this.highlightLayers[name]?.clear();
  }

  destroyHighlightLayer(name) {
    this.highlightLayers[name]?.group.remove();
    delete this.highlightLayers[name];
  }
}

export class Texture {
  constructor(source) {
    this.source = source;
    this.name = source.dataset?.name ?? "";
  }

  static from(source) {
    return new Texture(source);
  }
}

export class Matrix {}
