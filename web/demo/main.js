/**
 * The demo: a page that is itself a host. It wires store, worker, board, panels and dialogs together.
 */

import { html, nothing, render } from "lit";
import { focusField } from "../core/form.js";
import { gridOf } from "../core/grid.js";
import { newId } from "../core/new-id.js";
import { createRulesClient } from "../core/rules-client.js";
import { addedGames } from "./added-games.js";
import { showInAddress } from "./address.js";
import { stateAtStart, systemOf } from "./app-state.js";
import { listenToKeys, listenToShortcuts } from "./board/keys.js";
import { listenToPointers } from "./board/pointers.js";
import { createBoard } from "./board/view.js";
import { createAboutDialog } from "./dialogs/about.js";
import { createCheckDialog } from "./dialogs/check.js";
import { createKeysDialog } from "./dialogs/keys.js";
import { createOverrideDialog } from "./dialogs/override.js";
import { createDrag } from "./drag.js";
import { createEdit } from "./edit.js";
import { createFiles } from "./files.js";
import { judgedAlike, tokenOf, withDoorTurned } from "./game.js";
import { choose, openLanguage, otherLanguage, say } from "./language.js";
import { houseRulesPanel } from "./panels/house-rules.js";
import { gridFieldsOf, mapPanel } from "./panels/map.js";
import { planPanel } from "./panels/plan.js";
import { listenToRuleChips } from "./panels/rule-card.js";
import { rulesPanel } from "./panels/rules.js";
import { sheetPanel } from "./panels/sheet.js";
import { turnBar, turnPanel } from "./panels/turn.js";
import { keep, keepPlan, keptPlan, layAside } from "./persistence.js";
import { FIRST } from "./scenes.js";
import { createSeeds } from "./seeds.js";
import {
  gameCards,
  header,
  headline,
  isNarrow,
  noticeList,
  storeySwitch,
  strip,
  tabs,
  tokenList,
} from "./shell.js";
import { createSpeech } from "./spoken.js";
import { firstGame } from "./start.js";
import { createStore } from "./store.js";
import { nextStorey, onStorey, shownStorey } from "./storeys.js";
import { createTable } from "./table.js";
import { createTheme } from "./theme.js";
import { createTour } from "./tour.js";
import { nextFrame, nextTask } from "./yielding.js";

/** @import { AppState, Tab } from "./app-state.js" */
/** @import { Status } from "../core/rules-client.js" */

const NOTICE_MILLIS = 9000;

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
  const { game, complaint } = await firstGame();
  const store = createStore(stateAtStart(game));
  const { get, set } = store;

  const board = createBoard(part("board"), store);
  await nextTask();
  const { speak } = createSpeech(part("spoken"), store);
  const table = createTable({ store, client, walk: board.walk, newId, speak });
  /** Who brings a game along wants to see it; one that was brought at an earlier visit may be gone. */
  const openKnown = async () => {
    const { systems, game } = get();
    const isKnown = (/** @type {string} */ id) => systems.some((system) => system.id === id);
    const own = added.find(({ id }) => isKnown(id));
    if (own) return files.chooseSystem(own.id);
    if (systems.length === 0 || isKnown(game.system)) return;
    table.notify(say("told.gameGone", { system: game.system }), "warning");
    await files.chooseSystem(FIRST);
  };
  const onReady = async () => {
    await table.becameReady();
    await openKnown();
    await table.refreshAll();
    const asked = keptPlan(localStorage, get().game);
    if (asked && !get().shown) await table.showAgain(asked);
    await table.fetchReach(get().game.selected);
  };

  /** What a map's grid can be is told by the protocol's schema. */
  const learnGrids = async () => {
    try {
      const reply = await fetch(new URL("./protocol.schema.json", document.baseURI));
      set({ gridFields: gridFieldsOf(await reply.json()) });
    } catch (error) {
      table.notify(say("told.noGrids", { error: String(error) }), "error");
    }
  };

  const drag = createDrag({
    ask: table.preview,
    keepOnMap: (place, id) => ({
      ...place,
      ...gridOf(get().game.scene.grid).keptIn(place, tokenOf(get().game, id) ?? {}),
    }),
    onChange: (held) => {
      set({ held });
      if (held?.by === "keyboard") board.reveal(held.to);
    },
    onDrop: table.drop,
  });

  /** @type {(token: string, by: import("./drag.js").Held["by"]) => boolean} */
  const pickUp = (token, by) => {
    const found = tokenOf(get().game, token);
    if (!found) return false;
    table.select(token);
    set({ storey: null }); // its own is shown
    // A new move of the token answers the question about its last one.
    get().asking?.answer(false);
    if (get().standings[token]?.pending) {
      table.notify(say("told.rollFirst"), "warning");
      set({ check: { token, rolls: [] }, tab: "play" });
      return false;
    }
    set({ check: null, tab: "play" });
    part("side-scroll").scrollTop = 0; // the plan stands first
    const { col, row } = found;
    drag.pickUp(token, onStorey({ col, row }, shownStorey(get())), by);
    table.fetchReach(token);
    return true;
  };

  /**
   * Ask about the way to a place; a second tap there goes it.
   *
   * @type {(place: import("./game.js").Place, isWaypoint: boolean) => void}
   */
  const aim = (place, isWaypoint) => {
    const held = drag.held();
    const { selected } = get().game;
    if (held && !isWaypoint && isOnto(held, place)) return drag.drop();
    if (!held && !pickUp(selected, "tap")) return;
    drag.moveTo(onStorey(place, shownStorey(get())));
    if (isWaypoint) drag.addWaypoint();
  };

  /** Whether a place is among those that a token would stand on. @type {(held: import("./drag.js").Held, place: import("./game.js").Place) => boolean} */
  const isOnto = ({ token, to }, place) => {
    const { width = 1, height = 1 } = /** @type {{width?: number, height?: number}} */ (
      tokenOf(get().game, token) ?? {}
    );
    const spare = gridOf(get().game.scene.grid).hasCells ? 1 : 0;
    const [across, down] = [Math.abs(place.col - to.col), Math.abs(place.row - to.row)];
    return across <= (width - spare) / 2 && down <= (height - spare) / 2;
  };

  /** Let the next move end a cell's length higher or lower. @param {1 | -1} sign */
  const changeHeight = (sign) => {
    const { how, game } = get();
    const now = how.height ?? tokenOf(game, game.selected)?.elevation ?? 0;
    table.moveAs({ height: now + sign * (game.scene.grid.distance ?? 1) });
  };

  /** Show a storey; what is dragged goes there. @param {string} storey */
  const showStorey = (storey) => {
    set({ storey });
    const to = drag.held()?.to;
    if (to) drag.moveTo(onStorey(to, shownStorey(get())));
  };
  /** @param {1 | -1} sign */
  const changeStorey = (sign) => {
    const next = nextStorey(get(), sign);
    if (next) showStorey(next.id);
  };

  const onDoor = (/** @type {string} */ door) => table.change((game) => withDoorTurned(game, door));
  listenToPointers({
    board,
    drag,
    pickUp: (token) => pickUp(token, "pointer"),
    tokenOf: (token) => tokenOf(get().game, token),
    onPress: (token) => {
      table.select(token);
      set({ storey: null });
    },
    placed: (place) => onStorey(place, shownStorey(get())),
    onDoor,
    onTap: aim,
    chosen: () => tokenOf(get().game, get().game.selected),
    onHover: (hover) => {
      const before = get().hover;
      const isOther = hover?.col !== before?.col || hover?.row !== before?.row;
      if (isOther) set({ hover });
    },
  });
  listenToKeys({
    element: board.element,
    drag,
    pickUp: (token) => pickUp(token, "keyboard"),
    grid: () => gridOf(get().game.scene.grid),
    onEscape: table.takeBack,
    onDoor,
    onHeight: (sign) => changeHeight(sign),
    onStorey: (sign) => changeStorey(sign),
  });

  const keysDialog = createKeysDialog(part("keys-help"));
  listenToShortcuts({
    isFree: () => drag.held() === null,
    undo: table.undo,
    redo: table.redo,
    help: keysDialog.open,
    trail: () => set({ trail: !get().trail }),
  });
  const tour = createTour({ storage: localStorage, part: part("tour") });

  const focusToken = () => board.focusToken(get().game.selected);
  const nextSeed = createSeeds(location.search);
  createCheckDialog({ dialog: dialog("check"), store, table, nextSeed, focusToken });
  createOverrideDialog(dialog("override"), store, focusToken);
  listenToRuleChips(part("rule-card"), (number) =>
    [...(systemOf(get())?.rules ?? []), ...get().tableRules].find((rule) => rule.number === number),
  );

  const edit = createEdit({ store, table });
  const files = createFiles({ store, table });
  let search = "";
  /** @type {import("./shell.js").ShellActions} */
  const actions = {
    ...files,
    enforce: (enforcement) => set({ game: { ...get().game, enforcement } }),
    retry: () => client.restart(),
    turnTheme: theme.turn,
    speakOther: () => choose(otherLanguage()),
    openTab: (tab) => set({ tab }),
    zoom: (factor) => board.zoom(factor),
    fit: board.fit,
    moveAs: table.moveAs,
    changeHeight,
    showStorey,
    pinReach: () => set({ reachPinned: !get().reachPinned }),
    go: drag.drop,
    giveUp: drag.cancel,
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

  /** @type {import("../core/turn-summary.js").OpenSheet} */
  const openSheet = (field) => {
    set({ tab: "sheet" });
    drawPanels();
    focusField(part("tab-panel"), field);
  };

  /** @type {{[tab in Tab]: (state: AppState) => unknown}} */
  const panels = {
    play: (state) => html`${planPanel(state)}${turnPanel(state, table, edit, openSheet)}`,
    sheet: (state) =>
      sheetPanel(state, edit, { select: table.select, save: files.saveCharacter, load: files.loadCharacter }),
    house: (state) => html`${mapPanel(state, edit)}${houseRulesPanel(state, edit, table)}`,
    rules: (state) =>
      rulesPanel(state, search, (next) => {
        search = next;
        drawPanels();
      }),
  };

  const drawPanels = () => {
    const state = get();
    part("tab-panel").setAttribute("aria-labelledby", `tab-${state.tab}`);
    // Plan and turn are always in the document, whichever tab is open.
    render(
      html`
        <div ?hidden=${state.tab !== "play"}>${panels.play(state)}</div>
        ${state.tab === "play" ? nothing : panels[state.tab](state)}
      `,
      part("tab-panel"),
    );
  };

  const drawShell = () => {
    const state = get();
    render(header(state, actions), part("header"));
    render(strip(state, actions), part("strip"));
    render(storeySwitch(state, actions), part("storeys"));
    drawHeadline();
    render(tabs(state, actions), part("tabs"));
    render(turnBar(state, table), part("turn-bar"));
    render(noticeList(state.notices, actions), part("notices"));
    render(tokenList(state, actions), part("tokens"));
    render(gameCards(state, actions), part("games"));
  };

  const drawHeadline = () => render(headline(get(), actions), part("headline"));

  const drawAll = () => {
    drawShell();
    drawPanels();
  };

  /** @type {(() => void) | null} */
  let nextDrawing = null;
  /** Draw once after all that is going on now. @param {boolean} isAll */
  const drawSoon = (isAll) => {
    if (!nextDrawing) {
      queueMicrotask(() => {
        const draw = nextDrawing;
        nextDrawing = null; // first, so that a change made while drawing is drawn too
        draw?.();
      });
    }
    nextDrawing = isAll || nextDrawing === drawAll ? drawAll : drawPanels;
  };

  store.subscribe((now, before) => {
    if (now.game !== before.game) keep(localStorage, now.game);
    if (now.asked !== before.asked) keepPlan(localStorage, now.asked);
    const isOtherScene = now.game.system !== before.game.system || now.game.source !== before.game.source;
    if (isOtherScene) {
      layAside(localStorage, before.game);
      showInAddress(now.game);
    }
    // A token that has gone to another storey is followed there.
    const own = tokenOf(now.game, now.game.selected)?.elevation;
    if (now.storey !== null && own !== tokenOf(before.game, now.game.selected)?.elevation)
      set({ storey: null });
    const isSelected = now.game.selected !== before.game.selected;
    const isJudgedAnew = !judgedAlike(now.game, before.game);
    if ((isJudgedAnew || now.how !== before.how) && drag.held()) drag.askAgain();
    const isReady = now.status.state === "ready" && now.systems.length > 0;
    if (isReady && (isSelected || isJudgedAnew)) {
      // What is recorded brings its own standing; all other changes need a new one.
      const isKnown = now.standings !== before.standings && now.standings[now.game.selected];
      if (!isKnown) table.refresh(now.game.selected);
      table.fetchReach(drag.held()?.token ?? now.game.selected);
    }
    for (const notice of now.notices) {
      if (notice.tone !== "error" && !before.notices.includes(notice))
        setTimeout(() => actions.dismiss(notice.id), NOTICE_MILLIS);
    }
    if (now.held?.token !== before.held?.token || now.held?.by !== before.held?.by) drawHeadline();
    const changed = Object.entries(now)
      .filter(([key, value]) => value !== before[/** @type {keyof AppState} */ (key)])
      .map(([key]) => key)
      .filter((key) => !HAND.has(key));
    if (changed.length > 0) drawSoon(changed.some((key) => key !== "shown"));
  });

  isNarrow.addEventListener("change", drawShell);
  onStatus = (status) => {
    set({ status });
    if (status.state === "ready") onReady();
    if (status.state === "failed") {
      const reason = status.message.split("\n").at(-1) ?? "";
      table.notify(say("told.failed", { reason: reason.trim() }), "error");
    }
  };
  onStatus(client.status);
  if (complaint) table.notify(complaint, "error");
  Object.assign(window, {
    footwork: {
      /** Ask the rules anything; the reply comes once they are loaded. @type {(request: any) => Promise<unknown>} */
      request: (request) => client.request(request),
    },
  });

  // Piece by piece: all of it at once is felt by a hand that is on the page already.
  for (const draw of [drawShell, drawPanels]) {
    draw();
    await nextFrame();
  }
  await board.open();
  tour.draw();
  learnGrids();
};

/** What changes at each movement of the pointer; the panels show none of it. */
const HAND = new Set(["held", "hover", "waiting"]);

/** @param {string} id */
const part = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
};

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (part(id));

main();
