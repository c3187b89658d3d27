/**
 * All windows of this module and what opens them: menus of settings, scene controls, keys, the buttons of a token.
 *
 * @import { ChosenGame, Joined, WindowsPorts } from "./chosen-game.js"
 * @import { WindowPlan } from "./window-frames.js"
 * @typedef {ReturnType<typeof createContents>} Contents
 * @typedef {ReturnType<typeof framesOf>} Frames
 *
 * @typedef {object} Windows
 * @property {ChosenGame} game
 * @property {Contents} contents
 * @property {Frames} frames
 * @property {() => void} changed  asks anew what the windows show, but once for all that happens together
 */

import { coalesced } from "../../core/coalesce.js";
import { createChosenGame } from "./chosen-game.js";
import { host } from "./host.js";
import { registerMenu } from "./settings.js";
import { isFirst } from "./setup.js";
import { joinTokenActionHud } from "./token-action-hud.js";
import { createContents, createWindowActs } from "./window-contents.js";
import { createWindow } from "./window-frames.js";

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
    hideSetup: () => frames.setup.hide(),
  });
  const frames = framesOf(game, contents);
  const changed = coalesced(() => refresh(windows), setTimeout);
  /** @type {Windows} */
  const windows = { game, contents, frames, changed };
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
const redrawAll = ({ frames }) => {
  for (const window of Object.values(frames)) window.refresh();
};

/** Show anew what hangs on the game and the token. @param {Windows} windows */
const refresh = ({ contents, frames }) => {
  if (frames.panel.isShown) contents.panel.refresh();
  contents.hud.refresh();
  frames.sheet.refresh();
  frames.paths.refresh();
};

/** @type {(windows: Windows, name: keyof Frames) => void} */
const open = ({ contents, frames }, name) => {
  const isNew = !frames[name].isShown;
  frames[name].show();
  if (name === "panel") contents.panel.refresh(isNew);
};

/** @param {Windows} windows */
const toggle = (windows) => {
  const { panel } = windows.frames;
  if (panel.isShown) panel.hide();
  else open(windows, "panel");
};

/** What there is before there is a canvas: menus of settings, controls and buttons. @param {Windows} windows */
const register = (windows) => {
  const { game, contents, frames, changed } = windows;
  for (const key of /** @type {const} */ (["setup", "houseRules", "paths"])) {
    registerMenu(key, frames[key].plan.icon, menuClass(frames[key]));
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
  for (const event of [
    ...["controlToken", "canvasReady", "updateActor", "pauseGame", "updateScene"],
    ...[
      "combatTurnChange",
      "combatStart",
      "updateCombat",
      "createCombatant",
      "deleteCombatant",
      "deleteCombat",
    ],
  ])
    host.Hooks.on(event, changed);
  host.Hooks.on("updateToken", (document) => {
    if (document === game.token()) changed();
  });
  host.Hooks.on("renderTokenHUD", ({ document }, element) => contents.hud.show(document, element));
  joinTokenActionHud({ ...contents.buttons, token: game.token });
};

/** What the page of settings makes anew each time it is asked for a window: there is one of each, which is shown instead. @param {Frames[keyof Frames]} frame */
const menuClass = (frame) =>
  class extends host.foundry.applications.api.ApplicationV2 {
    render() {
      return frame.show();
    }
  };

/** The rules of a game run now; null: none do. @type {(windows: Windows, what: Joined | null) => void} */
const join = ({ game, changed }, what) => {
  game.joined = what;
  changed();
};

/** Ask the GM at the first start. @param {Windows} windows */
const welcome = (windows) => {
  if (host.game.user.isGM && isFirst()) open(windows, "setup");
};
