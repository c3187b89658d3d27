/**
 * What other modules may use: `game.modules.get("footwork").api`, from `init` on.
 *
 * @import { Cell } from "../../core/protocol.js"
 * @import { Request, Status } from "../../core/rules-client.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Brought, createSystemLibrary } from "./system-library.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} Running  What can be asked once the rules of a game run.
 * @property {string} system
 * @property {() => Status} status
 * @property {() => void} start
 * @property {(question: Request) => Promise<any>} ask
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(document: TokenDocument, event: any) => Promise<boolean>} happens
 *
 * @typedef {object} ApiPorts
 * @property {ReturnType<typeof createSystemLibrary>} library
 * @property {(open: "panel" | "sheet") => void} open
 */

import { createDestinationMap } from "../../core/destination-map.js";
import { destinationsQuestion, onWay, planQuestion, stateQuestion } from "../../core/questions.js";
import { isExempt, setExempt } from "./rights.js";

/** @param {ApiPorts} ports */
export const createApi = ({ library, open }) => {
  /** @type {Running | null} */
  let running = null;
  let isOver = false;

  /** @type {(document: TokenDocument) => {mover: Mover, ask: Running["ask"]}} */
  const asking = (document) => {
    if (!running) throw new Error("no rules run: choose a game in the settings of Footwork");
    const mover = running.moverOf(document);
    if (!mover) throw new Error(`${document.name}: the rules do not judge this token, or not on this scene`);
    return { mover, ask: running.ask };
  };

  const api = {
    /** What the worker of the rules does: `state` is "waiting" (for the first question), "loading", "ready", "restarting", "failed" or "off". */
    status: () => running?.status() ?? { state: "off" },
    /** Start the rules, which else start with the first question. */
    start: () => running?.start(),
    /** The id of the rules that are played; null: none. */
    system: () => running?.system ?? null,
    /** All systems as the rules tell of them. */
    systems: library.systems,
    /** Bring a game system along; only while the hook `footwork.register` runs. @param {Brought} system */
    registerSystem: (system) => {
      if (isOver) throw new Error("registerSystem: too late; call it in the hook footwork.register");
      library.add(system);
    },
    /** Where a token stands now: allowances, modifiers, counters, open questions. @param {TokenDocument} document */
    state: async (document) => {
      const { mover, ask } = asking(document);
      return ask(stateQuestion(mover));
    },
    /** Where a token can go: `value` is a map with `layers`, `at(col, row)` and `cells(layer)`. @param {TokenDocument} document */
    destinations: async (document) => {
      const { mover, ask } = asking(document);
      const reply = await ask(destinationsQuestion(mover));
      return reply.ok ? { ok: true, value: createDestinationMap(reply.value) } : reply;
    },
    /** What a way costs: to a cell, over others, or cell by cell. @type {(document: TokenDocument, route: {to: Cell, via?: Cell[]} | {path: Cell[]}) => Promise<any>} */
    plan: async (document, route) => {
      const { mover, ask } = asking(document);
      const onIt = onWay(mover, "path" in route ? route.path : null);
      const reply = await ask(planQuestion(onIt, [/** @type {any} */ (route)]));
      return reply.ok ? { ok: true, value: reply.value.plans[0] } : reply;
    },
    /** Have a token do something that the game has a word for; false: it was refused, and a notice says so. @type {(document: TokenDocument, act: string, options?: object) => Promise<boolean>} */
    act: async (document, act, options = {}) => {
      asking(document);
      return /** @type {Running} */ (running).happens(document, { kind: "did", act, options });
    },
    /** Whether the GM has the rules leave a token alone. @type {(document: TokenDocument) => boolean} */
    isExempt,
    /** Have the rules leave a token alone, or not; GMs only. @type {(document: TokenDocument, isLeftAlone: boolean) => Promise<unknown>} */
    setExempt,
    /** Open the window of the selected token's turn. */
    openPanel: () => open("panel"),
    /** Open the sheet of the selected token. */
    openSheet: () => open("sheet"),
  };

  return {
    api,
    /** Nobody brings systems along any more. */
    close: () => {
      isOver = true;
    },
    /** @param {Running | null} what */
    run: (what) => {
      running = what;
    },
  };
};
