/** Windows, the controls of a scene, and the buttons beside a token: frames that modules fill. */

import { toggleCombat } from "./combat.js";
import { mergeObject } from "./data.js";
import { Hooks } from "./hooks.js";

/** An element with its properties and what is in it. @type {(tag: string, fields?: object, ...inside: (Node | string)[]) => any} */
export const make = (tag, fields = {}, ...inside) => {
  const one = Object.assign(document.createElement(tag), fields);
  one.append(...inside);
  return one;
};

/** The options of a class and all that it extends, the nearest first to have its say. */
const optionsOf = (Class) => {
  const chain = [];
  for (let one = Class; one?.DEFAULT_OPTIONS; one = Object.getPrototypeOf(one))
    chain.unshift(one.DEFAULT_OPTIONS);
  return chain.reduce((options, more) => mergeObject(options, more), {});
};

/** The windows that are open, by id. @type {Map<string, ApplicationV2>} */
export const instances = new Map();

export class ApplicationV2 {
  static DEFAULT_OPTIONS = {
    id: "app",
    classes: [],
    tag: "div",
    window: { title: "", icon: "" },
    position: {},
  };

  #element = null;
  #content = null;

  constructor(options = {}) {
    this.options = mergeObject(optionsOf(this.constructor), options);
  }

  get id() {
    return this.options.id;
  }

  get title() {
    return game.i18n.localize(this.options.window.title);
  }

  get element() {
    return this.#element;
  }

  get rendered() {
    return this.#element !== null;
  }

  async _prepareContext(_options) {
    return {};
  }

  /** @returns {Promise<any>} */
  async _renderHTML(_context, _options) {
    throw new Error("an application has to implement _renderHTML");
  }

  _replaceHTML(_result, _content, _options) {
    throw new Error("an application has to implement _replaceHTML");
  }

  _onFirstRender(_context, _options) {}

  _onRender(_context, _options) {}

  _onClose(_options) {}

  async render(options = {}) {
    const isFirstRender = !this.rendered;
    if (isFirstRender && !options.force) return this;
    const whole = { ...options, isFirstRender };
    const context = await this._prepareContext(whole);
    const result = await this._renderHTML(context, whole);
    if (!this.rendered) this.#frame();
    this.#content.ownerDocument.querySelector(`#${this.id} .window-title`).textContent = this.title;
    this._replaceHTML(result, this.#content, whole);
    if (isFirstRender) this._onFirstRender(context, whole);
    this._onRender(context, whole);
    Hooks.callAll(`render${this.constructor.name}`, this, this.#element, context, whole);
    return this;
  }

  #frame() {
    const { id, classes, window, position, tag } = this.options;
    document.getElementById(id)?.remove();
    const frame = document.createElement(tag);
    frame.id = id;
    frame.className = ["application", ...classes].join(" ");
    if (position.width) frame.style.width = `${position.width}px`;
    frame.setAttribute("role", "dialog");
    frame.setAttribute("aria-labelledby", `${id}-title`);
    frame.innerHTML = `<header class="window-header"><i class="window-icon"></i>
      <h1 class="window-title"></h1>
      <button type="button" class="header-control" data-action="close" aria-label="Close Window">×</button></header>
      <section class="window-content"></section>`;
    frame.querySelector(".window-icon").classList.add(...window.icon.split(" ").filter(Boolean));
    frame.querySelector(".window-title").id = `${id}-title`;
    frame.querySelector("[data-action=close]").addEventListener("click", () => this.close());
    frame.querySelector(".window-header").addEventListener("pointerdown", (event) => drag(frame, event));
    document.body.append(frame);
    instances.set(id, this);
    this.#element = frame;
    this.#content = frame.querySelector(".window-content");
  }

  /** Into a window of the browser's own, from v14 on; here into a page within the page. */
  detachWindow() {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    frame.contentDocument.body.append(this.#element);
  }

  async close(options = {}) {
    if (!this.rendered) return this;
    instances.delete(this.id);
    this.#element.remove();
    this.#element = null;
    this.#content = null;
    this._onClose(options);
    Hooks.callAll(`close${this.constructor.name}`, this);
    return this;
  }
}

/** A window follows the pointer that holds its header. */
const drag = (frame, { target, clientX, clientY }) => {
  if (target.closest("button")) return;
  const { left, top } = frame.getBoundingClientRect();
  const ends = new AbortController();
  const follow = (event) => {
    const place = { left: left + event.clientX - clientX, top: Math.max(0, top + event.clientY - clientY) };
    Object.assign(frame.style, { left: `${place.left}px`, top: `${place.top}px`, right: "auto" });
  };
  addEventListener("pointermove", follow, ends);
  addEventListener("pointerup", () => ends.abort(), ends);
};

/** The tools at the edge of the board: those of the client, and what modules add for tokens. */
export const drawSceneControls = () => {
  const tool = (name, title, order) => ({
    name,
    title,
    order,
    icon: "fa-solid fa-expand",
    onChange: (_event, _active) => {},
  });
  const controls = {
    tokens: {
      name: "tokens",
      title: "Tokens",
      order: 1,
      tools: { select: tool("select", "Select", 1), target: tool("target", "Target", 2) },
    },
  };
  Hooks.callAll("getSceneControlButtons", controls);
  const menu = document.querySelector("#scene-controls");
  const tools = Object.values(controls.tokens.tools).sort((one, other) => one.order - other.order);
  for (const { name, title, icon, visible = true, onChange, button } of tools) {
    if (!visible) continue;
    const press = document.createElement("button");
    press.type = "button";
    press.className = `control ui-control tool ${icon}`;
    press.dataset.tool = name;
    press.ariaLabel = game.i18n.localize(title);
    press.addEventListener("click", (event) => onChange(event, button ? true : press.ariaPressed !== "true"));
    menu.append(press);
  }
};

/** The buttons beside a token, shown by a right click on it; another puts them away. */
export const listenForHud = (board) =>
  board.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    const id = event.target.closest("[data-token]")?.dataset.token;
    const shown = /** @type {HTMLElement | null} */ (document.querySelector("#token-hud"));
    shown?.remove();
    const object = id && canvas.tokens.get(id);
    if (!object?.isOwner || shown?.dataset.of === id) return;
    if (!object.controlled) object.control();
    const form = document.createElement("form");
    form.id = "token-hud";
    form.className = "placeable-hud";
    form.dataset.of = id;
    form.innerHTML =
      '<div class="col left"></div><div class="col middle"></div><div class="col right"></div>';
    for (const [column, ariaLabel, className, press] of /** @type {const} */ ([
      ["left", "Elevation", "fa-mountain", undefined],
      ["right", "Effects", "fa-sparkles", undefined],
      ["right", "Toggle Combat State", "fa-swords", () => toggleCombat(canvas.tokens.controlled)],
    ])) {
      const button = { type: "button", ariaLabel, title: ariaLabel, className: `control-icon ${className}` };
      form.querySelector(`.${column}`).append(make("button", { ...button, onclick: press }));
    }
    const { x, y } = object.document;
    const { width, height } = canvas.scene.grid.getSize(object.document);
    Object.assign(form.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
    document.querySelector("#hud").append(form);
    const app = { document: object.document, object, element: form, actor: object.document.actor };
    Hooks.callAll("renderTokenHUD", app, form, {}, {});
  });
