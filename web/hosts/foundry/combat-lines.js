/**
 * What is left of the moves of one's own combatants, in the client's combat tracker. Pressing a line shows that token's turn.
 *
 * @import { StateValue } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} CombatLinesPorts
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(state: StateValue) => {brief: string, all: string}} left
 * @property {() => void} openPanel
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 */

import { host } from "./host.js";

/** @param {CombatLinesPorts} ports */
export const createCombatLines = ({ moverOf, stateOf, left, openPanel, say }) => {
  /** The tracker as it was last drawn: the sidebar's, or the one that was popped out. @type {HTMLElement | null} */
  let tracker = null;

  /** @type {(row: HTMLElement, document: TokenDocument) => HTMLElement} */
  const lineFor = ({ ownerDocument }, document) => {
    const line = ownerDocument.createElement("button");
    line.type = "button";
    line.className = "footwork-left";
    line.addEventListener("click", (event) => {
      event.stopPropagation();
      host.canvas.tokens.get(document.id)?.control({ releaseOthers: true });
      openPanel();
    });
    return line;
  };

  /** What each row was asked for last. @type {WeakMap<HTMLElement, string>} */
  const subjects = new WeakMap();

  /** All that what is left depends on; empty: nothing is counted. @param {TokenDocument} document */
  const subjectOf = (document) => {
    const mover = moverOf(document);
    if (!mover?.inCombat) return "";
    const { character, turn, common } = mover;
    const { x, y, elevation } = document._source;
    return JSON.stringify([character, turn.ledger, { ...common, scene: undefined }, x, y, elevation]);
  };

  /** @type {(row: HTMLElement, document: TokenDocument) => Promise<void>} */
  const fill = async (row, document) => {
    const subject = subjectOf(document);
    if (subjects.get(row) === subject) return;
    subjects.set(row, subject);
    const state = subject ? await stateOf(document) : null;
    if (subjects.get(row) !== subject) return;
    const line = row.querySelector(".footwork-left") ?? lineFor(row, document);
    const { brief, all } = state ? left(state) : { brief: "", all: "" };
    line.textContent = brief || all;
    const told = say("tracker.left", { name: document.name, left: all });
    line.setAttribute("aria-label", told);
    line.setAttribute("data-tooltip", told);
    if (all) row.append(line);
    else line.remove();
  };

  /** @type {(isWanted?: (document: TokenDocument) => boolean) => void} */
  const show = (isWanted = () => true) => {
    const combatants = [...(host.game.combat?.combatants ?? [])];
    for (const row of tracker?.querySelectorAll("[data-combatant-id]") ?? []) {
      const document = combatants.find(({ id }) => id === row.getAttribute("data-combatant-id"))?.token;
      if (document?.isOwner && isWanted(document)) fill(/** @type {HTMLElement} */ (row), document);
    }
  };

  const listen = () => {
    const { Hooks } = host;
    Hooks.on("renderCombatTracker", (_app, element) => {
      tracker = element;
      show();
    });
    Hooks.on("updateToken", (document) => show((one) => one === document));
    Hooks.on("updateActor", () => show());
  };

  return { listen, show: () => show() };
};
