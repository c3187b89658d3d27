/**
 * What is in the windows of this module, and on the HUD of a token.
 *
 * @import { ChosenGame, Joined } from "./chosen-game.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} ContentsPorts
 * @property {ReturnType<typeof createWindowActs>} acts
 * @property {() => void} redrawAll
 * @property {() => void} redrawPanel
 * @property {(name: "sheet" | "panel") => void} open
 * @property {() => void} showSheet
 * @property {() => void} hideSetup
 */

import { fieldProblem } from "../../core/form.js";
import { circumstancesQuestion, sheetQuestion } from "../../core/questions.js";
import { backText, slowStart } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { createActs } from "./acts.js";
import { isReadable, proposedFor } from "./characters.js";
import { host } from "./host.js";
import { createHouseRules } from "./house-rules.js";
import { createHud } from "./hud.js";
import { flagOf } from "./move-gate.js";
import { createPanel } from "./panel.js";
import { mayAct, setExempt } from "./rights.js";
import { keepFor } from "./settings.js";
import { createSetup } from "./setup.js";
import { createSheet } from "./sheet.js";
import { createSheetMapper } from "./sheet-mapper.js";
import { chartOf, circumstancesOf, isKnownSheet, keepCircumstance, keepOwn, ownOf } from "./sheet-store.js";
import { doneSince, readTurn } from "./turns.js";
import { whyUnjudged } from "./uncounted.js";

/** What somebody does with a token, once the rules run. @param {ChosenGame} game */
export const createWindowActs = (game) =>
  createActs({
    moverOf: (document) => game.joined?.moverOf(document) ?? null,
    ask: async (question) => game.joined?.ask(question),
    write: async (document, result) => game.joined?.write(document, result),
    mayAct,
    tellProblem: (document, problem) => game.notify(game.problemText(problem, document.name)),
    refused: (document, reason) =>
      game.notify(game.say("refusedDeed", { name: document.name, reason: game.words.told(reason) })),
    putBack: async (...back) => (await game.joined?.putBack(...back)) ?? false,
    notPutBack: ({ name }) => game.notify(game.say("notPutBack", { name })),
    wentBack: ({ name }, verdict) =>
      host.ui.notifications.info(backText(verdict, name, game.system()?.unit ?? "", game.words.told)),
    movedSince: ({ name }) => game.notify(word("movedSince", { name })),
    nextId: () => host.foundry.utils.randomID(),
    happened: (document, event) => host.Hooks.callAll("footwork.acted", document, event),
    rolled: (document, rolls) => game.joined?.rolled(document, rolls),
    rolls: async (mover, check) => (await game.joined?.asks.rolls(mover, check)) ?? false,
    throws: async (mover, check) => (await game.joined?.asks.throws(mover, check)) ?? null,
    rollsAnew: async (mover, check, id) => (await game.joined?.asks.rollsAnew(mover, check, id)) ?? false,
    stays: (mover, check, dice) => game.joined?.asks.stays(mover, check, dice),
    takenBack: (document, rolls) => game.joined?.takenBack(document, rolls),
    stops: async (mover, reaction, id) => (await game.joined?.asks.stops(mover, reaction, id)) ?? true,
  });

/**
 * @param {ChosenGame} game
 * @param {ContentsPorts} ports
 */
export const createContents = (game, { acts, redrawAll, redrawPanel, open, showSheet, hideSetup }) => {
  const { words, say, system, rules, token, common, kept, check, problemOf } = game;
  const { stateOf, happens, roll, goOn, undo, backToStart } = acts;
  const id = () => game.joined?.system.id ?? "";

  const houseRules = createHouseRules({
    ...{ system, rules, say },
    kept: () => kept("houseRules"),
    keep: (values) => keepFor("houseRules", id(), values),
    check: (values) =>
      problemOf(sheetQuestion(/** @type {any} */ ({ ...common(), house_rules: values }), {})),
    redraw: redrawAll,
  });
  const mapper = createSheetMapper({
    ...{ system, token, check, say },
    kept: () => kept("paths"),
    keep: (paths) => keepFor("paths", id(), paths),
    isReadable: () => game.joined !== null && isKnownSheet(id()),
    problemText: fieldProblem,
    redraw: redrawAll,
  });
  const sheet = createSheet({
    ...{ system, check, say },
    token: game.ownToken,
    chart: (document) => chartOf(/** @type {Joined} */ (game.joined).system, document),
    own: (document) => ownOf(document, id()),
    keep: (document, values) => keepOwn(document, id(), values),
    redraw: redrawAll,
  });
  const panel = createPanel({
    ...{ system, rules, token, words, say },
    ...{ stateOf, happens, roll, goOn, undo, backToStart },
    doneSince: (document) => {
      const { turn } = readTurn(flagOf(document));
      return (commits) => doneSince(turn, commits);
    },
    circumstances: {
      own: (document) => circumstancesOf(document, id()),
      others: (document) => othersIn(game.joined?.moverOf(document) ?? null),
      check: async (document, values) => {
        const mover = game.joined?.moverOf(document);
        return mover ? problemOf(circumstancesQuestion(mover, values)) : null;
      },
      keep: (document, field, value) => keepCircumstance(document, id(), field, value),
    },
    unjudged: (document) => whyUnjudged(document, game.joined?.status().state === "failed"),
    setExempt,
    slowly: () => (game.joined ? slowStart(game.joined.status()) : ""),
    openSheet: showSheet,
    redraw: redrawPanel,
  });
  /** @type {import("./hud.js").HudPorts} */
  const buttons = {
    ...{ system, stateOf, words, say, setExempt },
    unjudged: (document) => whyUnjudged(document, game.joined?.status().state === "failed"),
    act: (document, act) =>
      panel.busily(() =>
        happens(document, act === "" ? { kind: "acted" } : { kind: "did", act, options: {} }),
      ),
    roll: (document, checkId) => panel.busily(() => roll(document, checkId)),
    openPanel: () => open("panel"),
    openSheet: () => open("sheet"),
  };
  const hud = createHud(buttons);

  /** Whose sheet is shown as an example: the token that is selected, or one of the scene. */
  const example = () => {
    const all = [...(host.canvas?.scene?.tokens ?? [])];
    return token() ?? all.find(({ actor }) => actor) ?? all[0] ?? null;
  };
  const setup = createSetup({
    systems: () => game.inWords().systems,
    gameSystem: () => host.game.system,
    proposed: () => proposedFor(host.game.system.id),
    reads: (rules) => isReadable(rules, host.game.system.id),
    token: example,
    chart: chartOf,
    done: (isOther) => {
      hideSetup();
      const title = system()?.title;
      if (!isOther || !title) return;
      host.canvas.tokens.get(example()?.id ?? "")?.control({ releaseOthers: true });
      host.ui.notifications.info(say("setup.begun", { title }));
    },
    say,
    redraw: redrawAll,
  });

  return { houseRules, mapper, sheet, panel, hud, buttons, setup };
};

/** Those on the map beside a token that its user may know of. @param {Mover | null} mover */
const othersIn = (mover) => {
  const scene = mover?.common.scene;
  if (!scene || !("tokens" in scene)) return [];
  return (scene.tokens ?? []).filter(({ id, hidden }) => id !== mover.token && hidden !== true);
};
