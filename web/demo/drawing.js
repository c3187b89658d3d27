/**
 * Draws all of the page but the board, once after all that happens together.
 *
 * @import { OpenSheet } from "../core/turn-summary.js"
 * @import { AppState, Tab } from "./app-state.js"
 * @import { createEdit } from "./edit.js"
 * @import { createFiles } from "./files.js"
 * @import { ShellActions } from "./shell.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} DrawingPorts
 * @property {Store<AppState>} store
 * @property {Table} table
 * @property {ReturnType<typeof createEdit>} edit
 * @property {ReturnType<typeof createFiles>} files
 * @property {ShellActions} actions
 * @property {() => void} onDrawn
 */

import { html, nothing, render } from "lit";
import { focusField } from "../core/form.js";
import { header, isNarrow } from "./header.js";
import { houseRulesPanel } from "./panels/house-rules.js";
import { mapPanel } from "./panels/map.js";
import { planPanel } from "./panels/plan.js";
import { rulesPanel } from "./panels/rules.js";
import { sheetPanel } from "./panels/sheet.js";
import { turnBar, turnPanel } from "./panels/turn.js";
import { part } from "./parts.js";
import { boardBar, gameCards, headline, noticeList, storeySwitch, tabs, tokenList } from "./shell.js";

/** @param {DrawingPorts} ports */
export const createDrawing = ({ store, table, edit, files, actions, onDrawn }) => {
  const { get, set } = store;
  let search = "";

  /** @type {OpenSheet} */
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
    render(boardBar(state, actions), part("board-bar"));
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
        onDrawn();
      });
    }
    nextDrawing = isAll || nextDrawing === drawAll ? drawAll : drawPanels;
  };

  isNarrow.addEventListener("change", drawShell);
  return { drawShell, drawPanels, drawHeadline, drawSoon };
};
