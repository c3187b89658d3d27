/**
 * All windows of this module and what opens them: menus of settings, scene controls, keys, the buttons of a token.
 *
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Request } from "../../core/rules-client.js"
 * @import { ActPorts } from "./acts.js"
 * @import { Application, TokenDocument } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} Joined  What the windows work with, once the rules of a game run.
 * @property {SystemEntry} system
 * @property {(question: Request) => Promise<any>} ask
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {ActPorts["write"]} write
 * @property {ActPorts["rolled"]} rolled
 * @property {Pick<ActPorts, "rolls" | "throws" | "stops" | "rollsAnew" | "stays">} asks
 * @property {ActPorts["takenBack"]} takenBack
 *
 * @typedef {object} WindowsPorts
 * @property {ReturnType<typeof import("./system-library.js").createSystemLibrary>} library
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {(problem: Problem, name: string) => string} problemText
 */

import { coalesced } from "../../core/coalesce.js";
import { circumstancesQuestion, sheetQuestion } from "../../core/questions.js";
import { capital } from "../../core/texts.js";
import { unitFor } from "../../core/units.js";
import { createActs } from "./acts.js";
import { isReadable, rulesFor } from "./characters.js";
import { host, ID } from "./host.js";
import { createHouseRules } from "./house-rules.js";
import { createHud } from "./hud.js";
import { createPanel } from "./panel.js";
import { keepFor, keptFor, registerMenu } from "./settings.js";
import { createSetup } from "./setup.js";
import { createSheet } from "./sheet.js";
import { createSheetMapper } from "./sheet-mapper.js";
import { chartOf, circumstancesOf, isKnownSheet, keepCircumstance, keepOwn, ownOf } from "./sheet-store.js";
import { createWindow, windowClass } from "./window-frames.js";
import { number } from "./words.js";

/** @param {WindowsPorts} ports */
export const createWindows = ({ library, words, say, problemText }) => {
  /** @type {Joined | null} */
  let joined = null;

  const inWords = () => library.inWords(words.find, host.game.i18n.lang);
  /** The chosen system in the client's language. @returns {SystemEntry | null} */
  const system = () => {
    const { system: own } = joined ?? {};
    const told = own && (inWords().systems.find(({ id }) => id === own.id) ?? own);
    return told ? { ...told, unit: unitFor(told, keptFor("houseRules", told.id)) } : null;
  };
  const rules = () => {
    const { table_rules } = inWords();
    return new Map([...table_rules, ...(system()?.rules ?? [])].map((rule) => [rule.number, rule]));
  };
  const token = () => host.canvas?.tokens?.controlled[0]?.document ?? null;
  const ownToken = () => (token()?.isOwner ? token() : null);
  const notify = (/** @type {string} */ text) => host.ui.notifications.warn(text);
  const formWords = () => formWordsOf(say, words);

  /** What the rules say of a sheet or of house rules. @type {(question: Request) => Promise<Problem | null>} */
  const problemOf = async (question) => {
    const reply = await joined?.ask(question);
    return reply && !reply.ok ? reply.problem : null;
  };
  const common = () => ({
    v: /** @type {const} */ (1),
    system: joined?.system.id ?? "",
    house_rules: kept("houseRules"),
  });
  const kept = (/** @type {"houseRules" | "paths"} */ key) => keptFor(key, joined?.system.id ?? "");
  const check = (
    /** @type {TokenDocument} */ _document,
    /** @type {{[field: string]: unknown}} */ character,
  ) => problemOf(sheetQuestion(/** @type {any} */ (common()), character));

  const acts = createActs({
    moverOf: (document) => joined?.moverOf(document) ?? null,
    ask: async (question) => joined?.ask(question),
    write: async (document, result) => joined?.write(document, result),
    broken: (document, problem) => notify(problemText(problem, document.name)),
    refused: (document, reason) =>
      notify(say("refusedDeed", { name: document.name, reason: words.told(reason) })),
    nextId: () => host.foundry.utils.randomID(),
    happened: (document, event) => host.Hooks.callAll("footwork.acted", document, event),
    rolled: (document, rolls) => joined?.rolled(document, rolls),
    rolls: async (mover, check) => (await joined?.asks.rolls(mover, check)) ?? false,
    throws: async (mover, check) => (await joined?.asks.throws(mover, check)) ?? null,
    rollsAnew: async (mover, check, id) => (await joined?.asks.rollsAnew(mover, check, id)) ?? false,
    stays: (mover, check, dice) => joined?.asks.stays(mover, check, dice),
    takenBack: (document, rolls) => joined?.takenBack(document, rolls),
    stops: async (mover, reaction, id) => (await joined?.asks.stops(mover, reaction, id)) ?? true,
  });

  const houseRules = createHouseRules({
    system,
    rules,
    kept: () => kept("houseRules"),
    keep: (values) => keepFor("houseRules", joined?.system.id ?? "", values),
    check: (values) =>
      problemOf(sheetQuestion(/** @type {any} */ ({ ...common(), house_rules: values }), {})),
    say,
    formWords,
    presetWords: () => presetWordsOf(say),
    redraw: () => redrawAll(),
  });
  const mapper = createSheetMapper({
    system,
    token,
    kept: () => kept("paths"),
    keep: (paths) => keepFor("paths", joined?.system.id ?? "", paths),
    isReadable: () => (joined ? isKnownSheet(joined.system.id) : false),
    check,
    problemText: (problem) => formWords().problem(problem),
    say,
    redraw: () => redrawAll(),
  });
  const sheet = createSheet({
    system,
    token: ownToken,
    chart: (document) => chartOf(/** @type {Joined} */ (joined).system, document),
    own: ownOf,
    keep: keepOwn,
    check,
    say,
    formWords,
    redraw: () => redrawAll(),
  });
  const panel = createPanel({
    system,
    rules,
    token,
    stateOf: acts.stateOf,
    happens: acts.happens,
    roll: acts.roll,
    goOn: acts.goOn,
    undo: acts.undo,
    circumstances: {
      own: (document) => circumstancesOf(document, joined?.system.id ?? ""),
      others: (document) => othersIn(joined?.moverOf(document) ?? null),
      check: async (document, values) => {
        const mover = joined?.moverOf(document);
        return mover ? problemOf(circumstancesQuestion(mover, values)) : null;
      },
      keep: (document, field, value) => keepCircumstance(document, joined?.system.id ?? "", field, value),
    },
    openSheet: () => windows.sheet.show(),
    words,
    say,
    formWords,
    redraw: () => windows.panel.refresh(),
  });
  const hud = createHud({
    system,
    stateOf: acts.stateOf,
    act: (document, act) =>
      panel.busily(() =>
        acts.happens(document, act === "" ? { kind: "acted" } : { kind: "did", act, options: {} }),
      ),
    roll: (document, checkId) => panel.busily(() => acts.roll(document, checkId)),
    openPanel: () => open("panel"),
    openSheet: () => open("sheet"),
    words,
    say,
  });

  const setup = createSetup({
    systems: () => inWords().systems,
    gameSystem: () => host.game.system,
    proposed: () => rulesFor(host.game.system.id),
    reads: (rules) => isReadable(rules, host.game.system.id),
    token: () => {
      const all = [...(host.canvas?.scene?.tokens ?? [])];
      return token() ?? all.find(({ actor }) => actor) ?? all[0] ?? null;
    },
    chart: chartOf,
    keep: async ({ system: id, preset, enforcement }) => {
      const { settings } = host.game;
      const values = inWords()
        .systems.find((one) => one.id === id)
        ?.presets.find((one) => one.id === preset)?.values;
      if (values) await keepFor("houseRules", id, values);
      await settings.set(ID, "enforcement", enforcement);
      await settings.set(ID, "welcomed", true);
      await settings.set(ID, "system", id);
      location.reload();
    },
    say,
    redraw: () => redrawAll(),
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
  };

  const toggle = () => {
    if (windows.panel.isShown) windows.panel.hide();
    else open("panel");
  };

  /** @param {Joined} what */
  const join = (what) => {
    joined = what;
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

/** Those on the map beside a token that its user may know of. @param {Mover | null} mover */
const othersIn = (mover) => {
  const scene = mover?.common.scene;
  if (!scene || !("tokens" in scene)) return [];
  return (scene.tokens ?? []).filter(({ id, hidden }) => id !== mover.token && hidden !== true);
};

/** The words of presets in the client's language. @type {(say: WindowsPorts["say"]) => import("../../core/presets.js").PresetWords} */
const presetWordsOf = (say) => ({
  title: say("presets.title"),
  own: say("presets.own"),
  standing: (name, places) => {
    if (places === 0) return say("presets.same", { name });
    return say(places === 1 ? "presets.differs.one" : "presets.differs.many", { name, places });
  },
  differs: (name) => say("presets.mark", { name }),
  back: (value) => say("presets.back", { value }),
  undo: say("presets.undo"),
  truth: (isOn) => say(isOn ? "presets.on" : "presets.off"),
  none: say("form.none"),
  number,
});

/** The words of forms in the client's language. @type {(say: WindowsPorts["say"], words: WindowsPorts["words"]) => import("../../core/form.js").FormWords} */
const formWordsOf = (say, words) => ({
  add: say("form.add"),
  remove: (what) => say("form.remove", { what }),
  less: (title) => say("form.less", { title }),
  more: (title) => say("form.more", { title }),
  newName: (title) => say("form.newName", { title }),
  another: say("form.another"),
  none: say("form.none"),
  aNumber: say("form.aNumber"),
  problem: (problem) => {
    const { what, remedy } = words.problem({
      ...problem,
      message: problem.message.replace(`${problem.path}: `, ""),
      path: "",
    });
    return say("form.problem", { what: capital(what), remedy: capital(remedy) });
  },
});
