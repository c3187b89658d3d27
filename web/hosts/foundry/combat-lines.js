/**
 * What is left of the moves of one's own combatants, in the client's combat tracker. Pressing a line shows that token's turn.
 *
 * @import { StateValue } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 *
 * @typedef {object} CombatLinesPorts
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(state: StateValue) => string} headline
 * @property {() => void} openPanel
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 */

import { host } from "./host.js";

/** @param {CombatLinesPorts} ports */
export const createCombatLines = ({ stateOf, headline, openPanel, say }) => {
  /** The tracker as it was last drawn: the sidebar's, or the one that was popped out. @type {HTMLElement | null} */
  let tracker = null;

  /** @param {TokenDocument} document */
  const lineFor = (document) => {
    const line = globalThis.document.createElement("button");
    line.type = "button";
    line.className = "footwork-left";
    line.addEventListener("click", (event) => {
      event.stopPropagation();
      host.canvas.tokens.get(document.id)?.control({ releaseOthers: true });
      openPanel();
    });
    return line;
  };

  /** @type {(row: HTMLElement, document: TokenDocument) => Promise<void>} */
  const fill = async (row, document) => {
    const state = await stateOf(document);
    const line = row.querySelector(".footwork-left") ?? lineFor(document);
    const text = state ? headline(state) : "";
    line.textContent = text;
    line.setAttribute("aria-label", say("tracker.left", { name: document.name, left: text }));
    if (text) row.append(line);
    else line.remove();
  };

  /** @type {(isWanted?: (document: TokenDocument) => boolean) => void} */
  const show = (isWanted = () => true) => {
    const combatants = [...(host.game.combat?.combatants ?? [])];
    for (const row of tracker?.querySelectorAll("[data-combatant-id]") ?? []) {
      if (!(row instanceof HTMLElement)) continue;
      const document = combatants.find(({ id }) => id === row.dataset.combatantId)?.token;
      if (document?.isOwner && isWanted(document)) fill(row, document);
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

  return { listen };
};
