/** The host's items as SVG: enough to be seen and taken by the hand. */

const SVG = "http://www.w3.org/2000/svg";
const VERBS = ["M", "L", "Q", "", "C", "Z"];

/** @type {(name: string, attributes?: Record<string, unknown>, ...children: (Node | string)[]) => SVGElement} */
const make = (name, attributes = {}, ...children) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
};

/** @type {(item: any, dpi: number) => SVGElement} */
export const drawItem = (item, dpi) => (drawings[item.type] ?? (() => make("g")))(item, dpi);

/** @type {Record<string, (item: any, dpi: number) => SVGElement>} */
const drawings = {
  IMAGE: (item, dpi) => {
    const { position, image, grid, scale } = item;
    const [across, down] = [(dpi / grid.dpi) * scale.x, (dpi / grid.dpi) * scale.y];
    const box = {
      x: position.x - grid.offset.x * across,
      y: position.y - grid.offset.y * down,
      width: image.width * across,
      height: image.height * down,
    };
    if (item.layer === "MAP") return mapOf(item, box, dpi);
    const at = { cx: box.x + box.width / 2, cy: box.y + box.height / 2 };
    const letters = item.name.slice(0, 2).toUpperCase();
    return make(
      "g",
      { "data-token": item.id, "data-x": position.x, "data-y": position.y, opacity: item.visible ? 1 : 0.5 },
      make("circle", {
        ...at,
        r: box.width * 0.44,
        fill: item.colour ?? "#8a8f98",
        stroke: "#fff",
        "stroke-width": dpi * 0.04,
      }),
      make(
        "text",
        { x: at.cx, y: at.cy, fill: "#fff", "font-size": dpi * 0.32, "font-weight": 700 },
        letters,
      ),
    );
  },
  WALL: ({ points, position }) =>
    make("polyline", {
      points: points.map(({ x, y }) => `${x + position.x},${y + position.y}`).join(" "),
      ...{ fill: "none", stroke: "#20242e", "stroke-width": 14, "stroke-linecap": "round" },
    }),
  PATH: ({ commands, style, name }) =>
    make("path", {
      d: commands.map(([verb, ...numbers]) => `${VERBS[verb]}${numbers.join(" ")}`).join(""),
      fill: style.fillOpacity > 0 ? style.fillColor : "none",
      "fill-opacity": style.fillOpacity,
      stroke: style.strokeColor,
      "stroke-opacity": style.strokeOpacity,
      "stroke-width": style.strokeWidth,
      "stroke-dasharray": style.strokeDash?.join(" ") ?? "",
      "data-name": name,
      "pointer-events": "none",
    }),
  LABEL: ({ text, style, position, name }) => {
    const size = text.style.fontSize;
    const lines = text.plainText.split("\n");
    const width = Math.max(...lines.map(({ length }) => length)) * size * 0.58 + size;
    const more = (lines.length - 1) * size * 1.3;
    return make(
      "g",
      { "data-name": name, "pointer-events": "none" },
      make("rect", {
        ...{
          x: position.x - width / 2,
          y: position.y - size * 2.1 - more,
          width,
          height: size * 1.8 + more,
          rx: size * 0.4,
        },
        fill: style.backgroundColor,
      }),
      make(
        "text",
        { x: position.x, y: position.y - size * 1.2, fill: "#fff", "font-size": size, "font-weight": 600 },
        ...lines.map((line, at) =>
          make("tspan", { x: position.x, y: position.y - size * 1.2 - more + at * size * 1.3 }, `${line} `),
        ),
      ),
    );
  },
};

/** Ground with a grid on it. @type {(item: any, box: {x: number, y: number, width: number, height: number}, dpi: number) => SVGElement} */
const mapOf = (item, box, dpi) => {
  const lines = [];
  if (item.isSquare) {
    for (let x = box.x; x <= box.x + box.width; x += dpi) lines.push(`M${x} ${box.y}v${box.height}`);
    for (let y = box.y; y <= box.y + box.height; y += dpi) lines.push(`M${box.x} ${y}h${box.width}`);
  }
  return make(
    "g",
    {},
    make("rect", { ...box, fill: "#d9d4c5" }),
    make("path", { d: lines.join(""), stroke: "#b6b09c", "stroke-width": 3, fill: "none" }),
  );
};
