/**
 * All windows of this module and what opens them: menus of settings, scene controls, keys, the buttons of a token.
 *
 * @import { ChosenGame, Joined, WindowsPorts } from "./chosen-game.js"
 * @import { Application } from "./surface.js"
 * @import { WindowPlan } from "./window-frames.js"
 * @typedef {ReturnType<typeof createContents>} Contents
 * @typedef {ReturnType<typeof framesOf>} Frames
 *
 * @typedef {object} Windows
 * @property {ChosenGame} game
 * @property {Contents} contents
 * @property {Frames} frames
 * @property {Set<Application>} menus  windows that the page of settings has opened
 * @property {() => void} changed  asks anew what the windows show, but once for all that happens together
 */

import { coalesced } from "../../core/coalesce.js";
import { createChosenGame } from "./chosen-game.js";
import { host, ID } from "./host.js";
import { registerMenu } from "./settings.js";
import { joinTokenActionHud } from "./token-action-hud.js";
import { createContents, createWindowActs } from "./window-contents.js";
import { createWindow, windowClass } from "./window-frames.js";

/** @param {WindowsPorts} ports */
export const createWindows = (ports) => {
  const game = createChosenGame(ports);
  const acts = createWindowActs(game);
  const contents = createContents(game, {
    acts,
    redrawAll: () => redrawAll(windows),
    redrawPanel: () => frames.panel.refresh(),
    open: (name) => open(windows, name),
    showSheet: () => frames.sheet.show(),
  });
  const frames = framesOf(game, contents);
  const changed = coalesced(() => refresh(windows), setTimeout);
  /** @type {Windows} */
  const windows = { game, contents, frames, changed, menus: new Set() };
  return {
    register: register.bind(null, windows),
    join: join.bind(null, windows),
    welcome: welcome.bind(null, windows),
    toggle: toggle.bind(null, windows),
    open: open.bind(null, windows),
    changed,
    acts,
    system: game.system,
  };
};

/**
 * @param {ChosenGame} game
 * @param {Contents} contents
 */
const framesOf = ({ say }, { setup, houseRules, mapper, sheet, panel }) => {
  /** @type {(id: string, icon: string, width: number, form: Pick<WindowPlan, "template" | "opened">) => ReturnType<typeof createWindow>} */
  const frame = (id, icon, width, form) =>
    createWindow({ id, icon, width, title: () => say(`windows.${id}`), ...form });
  return {
    setup: frame("setup", "fa-solid fa-shoe-prints", 560, setup),
    houseRules: frame("houseRules", "fa-solid fa-scale-balanced", 560, houseRules),
    paths: frame("paths", "fa-solid fa-route", 560, mapper),
    sheet: frame("sheet", "fa-solid fa-id-card", 460, sheet),
    panel: frame("panel", "fa-solid fa-shoe-prints", 360, { template: panel.template }),
  };
};

/** @param {Windows} windows */
const redrawAll = ({ frames, menus }) => {
  for (const window of Object.values(frames)) window.refresh();
  redrawMenus(menus);
};

/** Show anew what hangs on the game and the token. @param {Windows} windows */
const refresh = ({ contents, frames, menus }) => {
  if (frames.panel.isShown) contents.panel.refresh();
  frames.sheet.refresh();
  frames.paths.refresh();
  redrawMenus(menus);
};

/** @param {Windows["menus"]} menus */
const redrawMenus = (menus) => {
  for (const menu of menus) if (menu.rendered) menu.render();
};

/** @type {(windows: Windows, name: keyof Frames) => void} */
const open = ({ contents, frames }, name) => {
  frames[name].show();
  if (name === "panel") contents.panel.refresh();
};

/** @param {Windows} windows */
const toggle = (windows) => {
  const { panel } = windows.frames;
  if (panel.isShown) panel.hide();
  else open(windows, "panel");
};

/** What there is before there is a canvas: menus of settings, controls and buttons. @param {Windows} windows */
const register = (windows) => {
  const { game, contents, frames, menus } = windows;
  for (const key of /** @type {const} */ (["setup", "houseRules", "paths"])) {
    const { plan } = frames[key];
    registerMenu(key, plan.icon, menuClass(plan, menus));
  }
  host.Hooks.on("getSceneControlButtons", (controls) => {
    if (!controls.tokens?.tools) return;
    controls.tokens.tools.footwork = {
      name: "footwork",
      title: "FOOTWORK.windows.panel",
      icon: frames.panel.plan.icon,
      order: Object.keys(controls.tokens.tools).length,
      button: true,
      visible: true,
      onChange: () => toggle(windows),
    };
  });
  host.Hooks.on("renderTokenHUD", ({ document }, element) => contents.hud.show(document, element));
  joinTokenActionHud({ ...contents.buttons, token: game.token });
};

/** A window that the page of settings opens, kept so that it is drawn anew as well. @type {(plan: WindowPlan, menus: Windows["menus"]) => new () => Application} */
const menuClass = (plan, menus) =>
  class extends windowClass(plan) {
    constructor() {
      super();
      menus.add(this);
    }
  };

/** The rules of a game run now. @type {(windows: Windows, what: Joined) => void} */
const join = ({ game, changed }, what) => {
  game.joined = what;
  for (const event of ["controlToken", "combatTurnChange", "canvasReady"]) host.Hooks.on(event, changed);
  host.Hooks.on("updateToken", (document) => {
    if (document === game.token()) changed();
  });
  host.Hooks.on("updateActor", changed);
};

/** Ask the GM at the first start, and show after the page was loaded anew, on one token, that the rules are on. @param {Windows} windows */
const welcome = (windows) => {
  const { settings, user } = host.game;
  const { say, system } = windows.game;
  const title = system()?.title;
  const begun = settings.get(ID, "begun");
  if (begun) {
    settings.set(ID, "begun", "");
    host.canvas.tokens?.get(begun)?.control({ releaseOthers: true });
    if (title) host.ui.notifications.info(say("setup.begun", { title }));
  }
  const isFirst = settings.get(ID, "system") === "none" && !settings.get(ID, "welcomed");
  if (user.isGM && isFirst) open(windows, "setup");
};
