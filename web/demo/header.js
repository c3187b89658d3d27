/**
 * The header: scene, game and enforcement, how the rules are, the menu.
 *
 * @import { AppState } from "./app-state.js"
 * @import { ShellActions } from "./shell.js"
 */

import { html, nothing } from "lit";
import { loadingWord } from "../core/texts.js";
import { ENFORCEMENTS } from "./game.js";
import { icon } from "./icons.js";
import { LANGUAGES, nameSaid, otherLanguage, say } from "./language.js";
import { scenesFor } from "./scenes.js";

/** Whether the header is one short row, and what there is no room for in it is in its menu; as `header.css` has it. */
export const isNarrow = matchMedia("(max-width: 760px)");

/** @type {(state: AppState, actions: ShellActions) => unknown} */
export const header = (state, actions) => html`
  <div class="brand">
    <svg class="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" /><path d="M8 24C8 15 14 16 16 14.5S18 8 24 8" /><circle cx="8" cy="24" r="2.6" /><path d="M20 8h4.6v4.6" />
    </svg>
    <h1>Footwork</h1>
    <select
      class="scene"
      data-testid="scene"
      aria-label=${say("scene")}
      title=${state.game.about || nothing}
      @change=${(/** @type {Event} */ event) => actions.chooseScene(/** @type {HTMLSelectElement} */ (event.target).value)}
    >
      ${sceneChoices(state).map(
        ({ id, title }) => html`<option value=${id} .selected=${id === state.game.source}>${title}</option>`,
      )}
    </select>
  </div>
  <div class="header-rules">
    <select
      class="system"
      data-testid="system"
      aria-label=${say("system")}
      @change=${(/** @type {Event} */ event) => actions.chooseSystem(/** @type {HTMLSelectElement} */ (event.target).value)}
    >
      ${systemChoices(state).map(
        ({ id, title }) => html`<option value=${id} .selected=${id === state.game.system}>${title}</option>`,
      )}
    </select>
    ${isNarrow.matches ? nothing : enforcement(state, actions)}
  </div>
  ${status(state, actions)}
  <div class="header-tools">
    <button type="button" class="icon-button theme" aria-label=${say("theme")} title=${say("theme")} data-testid="theme" @click=${actions.turnTheme}>
      <span class="when-light">${icon("moon")}</span><span class="when-dark">${icon("sun")}</span>
    </button>
    <button type="button" class="icon-button" aria-label=${say("menu")} title=${say("menu")} popovertarget="menu" data-testid="menu">
      ${icon("menu")}
    </button>
    <div id="menu" popover class="menu">
      ${isNarrow.matches ? enforcement(state, actions) : nothing}
      <button type="button" data-testid="games" popovertarget="games">${icon("die")}${say("games")}</button>
      ${menuItem("link", say("menu.copy"), "copy-link", actions.copyLink)}
      ${menuItem("save", say("menu.save"), "save", actions.save)}
      ${menuItem("load", say("menu.load"), "load", actions.load)}
      ${menuItem("reset", say("menu.reset"), "reset", actions.reset)}
      ${state.away.map((game, at) => menuItem("undo", say("menu.restore", game), `restore-${at}`, () => actions.restore(game)))}
      ${menuItem("keys", say("keys.title"), "keys", actions.showKeys)}
      ${menuItem("question", say("about.title"), "about", actions.showAbout)}
      ${menuItem("language", LANGUAGES[otherLanguage()], "language", actions.speakOther, otherLanguage())}
    </div>
  </div>
`;

/** @type {(state: AppState) => {id: string, title: string}[]} */
const systemChoices = ({ systems, game }) => {
  const offered = systems;
  if (offered.some(({ id }) => id === game.system)) return offered;
  return [{ id: game.system, title: systems.length === 0 ? "…" : game.system }, ...offered];
};

/** What came from a file or a link stands in the list as long as it is on the table. @type {(state: AppState) => {id: string, title: string}[]} */
const sceneChoices = ({ game }) => {
  const offered = scenesFor(game.system).map(({ id, title }) => ({ id, title: nameSaid(title) }));
  return offered.some(({ id }) => id === game.source) ? offered : [{ id: "", title: game.title }, ...offered];
};

/** @type {(name: string, label: string, id: string, run: () => void, lang?: string) => unknown} */
const menuItem = (name, label, id, run, lang) => html`
  <button type="button" data-testid=${id} lang=${lang ?? nothing} popovertarget="menu" popovertargetaction="hide" @click=${run}>${icon(name)}${label}</button>
`;

/** @type {(state: AppState, actions: ShellActions) => unknown} */
const enforcement = (state, actions) => html`
  <fieldset class="segmented" data-testid="enforcement" data-level=${state.game.enforcement}>
    <legend class="visually-hidden">${say("enforcement")}</legend>
    ${ENFORCEMENTS.map(
      (level) => html`
        <label title=${say(`enforcement.${level}.hint`)}>
          <input
            type="radio"
            name="enforcement"
            value=${level}
            data-testid=${`enforcement-${level}`}
            .checked=${state.game.enforcement === level}
            @change=${() => actions.enforce(level)}
          />
          <span>${say(`enforcement.${level}`)}</span>
        </label>
      `,
    )}
  </fieldset>
`;

/** @type {{[state: string]: "loading" | "ready" | "failed"}} */
const STATES = {
  loading: "loading",
  restarting: "loading",
  ready: "ready",
  failed: "failed",
  disposed: "failed",
};

/** @type {(state: AppState, actions: ShellActions) => unknown} */
const status = ({ status, problem, systems }, actions) => {
  // Ready means: questions are answered and the page knows what to ask.
  const isReady = status.state === "ready" && systems.length > 0;
  const shown = status.state === "ready" && !isReady ? "loading" : STATES[status.state];
  const isSlow = shown === "ready" && Boolean(status.because);
  const title = status.message || (isSlow && say("status.ready.slowly.hint")) || nothing;
  return html`
    <div class="status" data-testid="status" data-state=${shown} role="status" title=${title}>
      ${
        shown === "loading"
          ? html`<span class="status-text">${loadingText(status)}</span>
              <progress max="1" value=${status.share} aria-label=${say("status.loading")}></progress>`
          : nothing
      }
      ${shown === "ready" ? html`<span class="status-dot" ?data-problem=${problem !== null}></span><span class="status-text">${say(isSlow ? "status.ready.slowly" : "status.ready")}</span>` : nothing}
      ${
        shown === "failed"
          ? html`<span class="status-dot" data-problem></span><span class="status-text">${say("status.failed")}</span>
              <button type="button" class="button small" data-testid="retry" @click=${actions.retry}>${say("status.retry")}</button>`
          : nothing
      }
    </div>
  `;
};

/** @param {AppState["status"]} status */
const loadingText = ({ state, step }) => {
  if (state === "restarting") return say("status.again");
  return step === null ? say("status.starting") : loadingWord(step);
};
