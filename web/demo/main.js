/**
 * The demo: a page that is itself a host. It wires store, worker, board, panels and dialogs together.
 */

import { newId } from "../core/new-id.js";
import { createQuiet } from "../core/quiet.js";
import { createRulesClient } from "../core/rules-client.js";
import { speakOf } from "../core/words.js";
import { addedGames } from "./added-games.js";
import { listenToAddress } from "./address.js";
import { createAiming, listenToBoard } from "./aiming.js";
import { stateAtStart, systemOf } from "./app-state.js";
import { listenToShortcuts } from "./board/keys.js";
import { createBoard } from "./board/view.js";
import { createAboutDialog } from "./dialogs/about.js";
import { createCheckDialog, tumble } from "./dialogs/check.js";
import { createKeysDialog } from "./dialogs/keys.js";
import { createOverrideDialog } from "./dialogs/override.js";
import { createDrawing } from "./drawing.js";
import { createEdit } from "./edit.js";
import { createFiles } from "./files.js";
import { keepFocus } from "./focus.js";
import { tokenOf } from "./game.js";
import { choose, openLanguage, otherLanguage, say } from "./language.js";
import { gridFieldsOf } from "./panels/map.js";
import { listenToRuleChips } from "./panels/rule-card.js";
import { createAttention, dialog, part } from "./parts.js";
import { createReadiness } from "./readiness.js";
import { createSeeds } from "./seeds.js";
import { createSpeech } from "./spoken.js";
import { firstGame } from "./start.js";
import { createStore } from "./store.js";
import { followChanges } from "./store-changes.js";
import { createTable } from "./table.js";
import { createTheme } from "./theme.js";
import { createTour } from "./tour.js";
import { nextFrame, nextTask } from "./yielding.js";

/** @import { Status } from "../core/rules-client.js" */
/** @import { AppState } from "./app-state.js" */
/** @import { Store } from "./store.js" */
/** @import { Table } from "./table.js" */

const main = async () => {
  const theme = createTheme();
  // The rules start while the scene is still on its way; how they do is shown once there is a page to show it.
  /** @type {(status: Status) => void} */
  let onStatus = () => {};
  const added = addedGames();
  const client = createRulesClient({
    workerUrl: new URL("./rules-worker.js", import.meta.url),
    runtimeUrl: new URL("./runtime/", import.meta.url),
    systems: added,
    onStatus: (status) => onStatus(status),
  });
  await openLanguage();
  const { game, away, isReplaced, complaint } = await firstGame();
  const store = createStore(stateAtStart(game, away));
  speakOf(game.system);
  const { get, set } = store;

  const board = createBoard(part("board"), store);
  await nextTask();
  const { speak } = createSpeech(part("spoken"), store);
  const table = createTable({ store, client, walk: board.walk, tumble, newId, speak });
  const aiming = createAiming({ store, table, board });
  const { drag } = aiming;
  listenToBoard({ store, table, board }, aiming);
  const keysDialog = createKeysDialog(part("keys-help"));
  listenToShortcuts({
    isFree: () => drag.held() === null,
    undo: table.undo,
    redo: table.redo,
    help: keysDialog.open,
    trail: () => set({ trail: !get().trail }),
  });
  const focusToken = () => board.focusToken(get().game.selected);
  const onDrawn = keepFocus(focusToken);
  /** Buttons go with what they end. @param {() => void} end */
  const andFocus = (end) => () => {
    end();
    focusToken();
  };
  const tour = createTour({ storage: localStorage, part: part("tour"), onDrawn });
  const nextSeed = createSeeds(location.search);
  createCheckDialog({ dialog: dialog("check"), store, table, nextSeed, focusToken });
  createOverrideDialog(dialog("override"), store, table, focusToken);
  listenToRuleChips(part("rule-card"), (number) =>
    [...(systemOf(get())?.rules ?? []), ...get().tableRules].find((rule) => rule.number === number),
  );

  const edit = createEdit({ store, table });
  const files = createFiles({ store, table });
  /** @type {import("./shell.js").ShellActions} */
  const actions = {
    ...files,
    chooseSystem: (system) => {
      files.chooseSystem(system);
      // The card that was pressed is put away, and the token that had the focus, too.
      const choice = /** @type {HTMLElement | null} */ (part("header").querySelector(".system"));
      choice?.focus();
    },
    enforce: (enforcement) => set({ game: { ...get().game, enforcement } }),
    retry: () => client.restart(),
    turnTheme: theme.turn,
    speakOther: () => choose(otherLanguage()),
    openTab: (tab) => set({ tab }),
    zoom: (factor) => board.zoom(factor),
    fit: board.fit,
    moveAs: table.moveAs,
    changeHeight: aiming.changeHeight,
    showStorey: aiming.showStorey,
    pinReach: () => set({ reachPinned: !get().reachPinned }),
    go: andFocus(drag.drop),
    goNear: andFocus(aiming.goNear),
    giveUp: andFocus(drag.cancel),
    find: (token) => {
      table.select(token);
      const found = tokenOf(get().game, token);
      if (found) board.reveal(found);
      board.focusToken(token);
    },
    showKeys: keysDialog.open,
    showAbout: createAboutDialog(part("about"), () => get().status).open,
    dismiss: (id) => set({ notices: get().notices.filter((notice) => notice.id !== id) }),
  };

  const drawing = createDrawing({ store, table, edit, files, actions, onDrawn });
  const isLookedAt = createAttention(part("notices"));
  followChanges({ store, table, drag, dismiss: actions.dismiss, isLookedAt, drawing });
  onStatus = createReadiness({ store, table, files, added });
  onStatus(client.status);
  const waitForQuiet = createQuiet({ next: table.lookAround, target: window });
  store.subscribe((now, before) => {
    if (now.game !== before.game || now.status !== before.status || now.reach !== before.reach)
      waitForQuiet();
  });
  if (complaint) table.notify(complaint, "error");
  part("unstarted").remove();
  if (isReplaced) files.tellOpened();
  listenToAddress(files.openLink);
  openToPrograms(client);

  // Piece by piece: all of it at once is felt by a hand that is on the page already.
  for (const draw of [drawing.drawShell, drawing.drawPanels]) {
    draw();
    await nextFrame();
  }
  await board.open();
  tour.draw();
  learnGrids(store, table);
};

/** Other programs in the page ask the rules anything; the reply comes once they are loaded. @param {{request: (request: any) => Promise<unknown>}} client */
const openToPrograms = (client) =>
  Object.assign(window, {
    footwork: { request: (/** @type {unknown} */ request) => client.request(request) },
  });

/** The protocol's schema says what a map's grid can be. @type {(store: Store<AppState>, table: Table) => Promise<void>} */
const learnGrids = async ({ set }, table) => {
  try {
    const reply = await fetch(new URL("./protocol.schema.json", document.baseURI));
    set({ gridFields: gridFieldsOf(await reply.json()) });
  } catch (error) {
    table.notify(say("told.noGrids", { error: String(error) }), "error");
  }
};

main();
