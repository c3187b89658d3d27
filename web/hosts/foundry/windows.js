/**
 * All windows of this module and what opens them: menus of settings, scene controls, keys, the buttons of a token.
 *
 * @import { Joined, WindowsPorts } from "./chosen-game.js"
 * @import { Application, TokenDocument } from "./surface.js"
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
  const { say, token, system } = game;
  const acts = createWindowActs(game);
  const { houseRules, mapper, sheet, panel, hud, buttons, setup } = createContents(game, {
    acts,
    redrawAll: () => redrawAll(),
    redrawPanel: () => windows.panel.refresh(),
    open: (name) => open(name),
    showSheet: () => windows.sheet.show(),
  });

  const plans = {
    setup: plan("setup", "fa-solid fa-shoe-prints", 560, setup),
    houseRules: plan("houseRules", "fa-solid fa-scale-balanced", 560, houseRules),
    paths: plan("paths", "fa-solid fa-route", 560, mapper),
    sheet: plan("sheet", "fa-solid fa-id-card", 460, sheet),
    panel: plan("panel", "fa-solid fa-shoe-prints", 360, { template: panel.template, opened: () => {} }),
  };
  const windows = {
    setup: createWindow(plans.setup),
    houseRules: createWindow(plans.houseRules),
    paths: createWindow(plans.paths),
    sheet: createWindow(plans.sheet),
    panel: createWindow(plans.panel),
  };

  /** @type {(id: string, icon: string, width: number, form: {template: () => unknown, opened: () => void}) => import("./window-frames.js").WindowPlan} */
  function plan(id, icon, width, form) {
    return { id, icon, width, title: () => say(`windows.${id}`), ...form };
  }

  const redrawAll = () => {
    for (const window of Object.values(windows)) window.refresh();
    for (const menu of menus) if (menu.rendered) menu.render();
  };
  /** Windows that the page of settings has opened. @type {Set<Application>} */
  const menus = new Set();

  /** @param {keyof typeof windows} name */
  const open = (name) => {
    windows[name].show();
    if (name === "panel") panel.refresh();
  };

  /** Ask anew what the panel shows, but once for all that happens together. */
  const changed = coalesced(() => {
    if (windows.panel.isShown) panel.refresh();
    windows.sheet.refresh();
    windows.paths.refresh();
    for (const menu of menus) if (menu.rendered) menu.render();
  }, setTimeout);

  /** Menus of settings, before there is a canvas. */
  const register = () => {
    for (const [key, one] of /** @type {const} */ ([
      ["setup", plans.setup],
      ["houseRules", plans.houseRules],
      ["paths", plans.paths],
    ])) {
      const Own = windowClass(one);
      registerMenu(
        key,
        one.icon,
        class extends Own {
          constructor() {
            super();
            menus.add(this);
          }
        },
      );
    }
    host.Hooks.on("getSceneControlButtons", (/** @type {any} */ controls) => {
      if (!controls.tokens?.tools) return;
      controls.tokens.tools.footwork = {
        name: "footwork",
        title: "FOOTWORK.windows.panel",
        icon: plans.panel.icon,
        order: Object.keys(controls.tokens.tools).length,
        button: true,
        visible: true,
        onChange: () => toggle(),
      };
    });
    host.Hooks.on(
      "renderTokenHUD",
      (/** @type {{document: TokenDocument}} */ app, /** @type {HTMLElement} */ element) =>
        hud.show(app.document, element),
    );
    joinTokenActionHud({ ...buttons, token });
  };

  const toggle = () => {
    if (windows.panel.isShown) windows.panel.hide();
    else open("panel");
  };

  /** @param {Joined} what */
  const join = (what) => {
    game.joined = what;
    for (const event of ["controlToken", "combatTurnChange", "canvasReady"]) host.Hooks.on(event, changed);
    host.Hooks.on("updateToken", (document) => {
      if (document === token()) changed();
    });
    host.Hooks.on("updateActor", changed);
  };

  /** Ask the GM at the first start. */
  const welcome = () => {
    const { settings, user } = host.game;
    if (user.isGM && settings.get(ID, "system") === "none" && !settings.get(ID, "welcomed")) open("setup");
  };

  return { register, join, welcome, toggle, open, changed, acts, system };
};
