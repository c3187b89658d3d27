/** What runs in this page, and how it started. */

import { html, nothing, render } from "lit";
import { say } from "../language.js";

/** @import { Status } from "../../core/rules-client.js" */

/** @type {(popover: HTMLElement, statusNow: () => Status) => {open: () => void}} */
export const createAboutDialog = (popover, statusNow) => ({
  open: () => {
    const { versions, because } = statusNow();
    render(
      html`
        <h2 id="about-title">${say("about.title")}</h2>
        <dl>
          ${row("Footwork", versions?.footwork)} ${row("Pyodide", versions?.pyodide)}
          ${row(say("about.start"), say(versions ? (because ? "about.start.slow" : "about.start.snapshot") : "about.start.open"))}
          ${row(say("about.start.because"), because)}
        </dl>
        <button type="button" class="button" popovertarget="about" popovertargetaction="hide">${say("dismiss")}</button>
      `,
      popover,
    );
    popover.showPopover();
    popover.focus();
  },
});

/** @type {(name: string, text: string | undefined) => unknown} */
const row = (name, text) => (text ? html`<div><dt>${name}</dt><dd>${text}</dd></div>` : nothing);
