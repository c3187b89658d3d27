/**
 * The button of the mod, and behind it the dialog with the rules of this table.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Status } from "../../core/rules-client.js"
 *
 * @typedef {object} DialogPorts
 * @property {readonly SystemEntry[]} systems
 * @property {() => SystemEntry | null} system
 * @property {() => boolean} isGm
 * @property {ReturnType<typeof import("./data-blocks.js").createBlocks>} blocks
 * @property {Set<() => void>} drawn  what is drawn anew when something has changed
 * @property {() => void} changed
 */

import { html, nothing } from "lit";
import { sentences, slowStart } from "../../core/texts.js";
import { keepKeys } from "./keys.js";
import { language, say } from "./language.js";
import { draw, settingsForm } from "./panel.js";

/** @param {DialogPorts} ports */
export const createSettingsDialog = ({ systems, system, isGm, blocks, drawn, changed }) => {
  /** Why the rules took long to start. */
  let slowly = "";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "footwork-button";
  button.textContent = "Footwork";
  // In the host's own grid of panels it gives way to them, and is hidden with them.
  (document.getElementById("ui") ?? document.body).append(button);

  const open = () => {
    const dialog = document.createElement("dialog");
    dialog.className = "footwork-dialog";
    dialog.setAttribute("aria-label", "Footwork");
    dialog.lang = language;
    keepKeys(dialog);
    const heading = document.createElement("h1");
    heading.textContent = say("dialog.title");
    const place = document.createElement("div");
    place.className = "footwork-panel";
    const form = document.createElement("form");
    form.method = "dialog";
    const close = document.createElement("button");
    close.textContent = say("close");
    form.append(close);
    dialog.append(heading, place, form);
    const show = () => showRules(place);
    show();
    drawn.add(show);
    dialog.addEventListener("close", () => {
      drawn.delete(show);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  button.addEventListener("click", open);

  /** The GM sets them, the others read them. @param {HTMLElement} place */
  const showRules = (place) => {
    const rules = isGm()
      ? settingsForm(systems, blocks.settings(), (change) => {
          blocks.saveSettings({ ...blocks.settings(), ...change });
          changed();
        })
      : say("table.rules", { title: system()?.title ?? say("table.none") });
    draw(place, html`${rules}${slowly ? html`<p class="muted">${slowly}</p>` : nothing}`);
  };

  return {
    /** Say on the button how the rules do. @param {Status} status */
    showStatus: (status) => {
      slowly = slowStart(status);
      button.dataset.state = status.state;
      button.title = sentences(say(`state.${status.state}`), slowly);
    },
  };
};
