/**
 * What surrounds board and panels: legend, tabs, notices, lists of games and tokens; `header.js` has what is above.
 *
 * @import { Priced } from "../core/legend.js"
 * @import { StateValue } from "../core/protocol.js"
 * @import { AppState, Notice, Tab } from "./app-state.js"
 * @import { Enforcement, Game, How } from "./game.js"
 *
 * @typedef {object} ShellActions
 * @property {(system: string) => void} chooseSystem
 * @property {(scene: string) => void} chooseScene
 * @property {(level: Enforcement) => void} enforce
 * @property {() => void} retry
 * @property {() => void} turnTheme
 * @property {() => void} copyLink
 * @property {() => void} save
 * @property {() => void} load
 * @property {() => void} reset
 * @property {(game: Game) => void} restore
 * @property {() => void} speakOther  in the next language
 * @property {(tab: Tab) => void} openTab
 * @property {(factor: number) => void} zoom
 * @property {() => void} fit
 * @property {(how: Partial<How>) => void} moveAs
 * @property {(sign: 1 | -1) => void} changeHeight
 * @property {(storey: string) => void} showStorey
 * @property {() => void} pinReach
 * @property {() => void} go  where the finger has pointed
 * @property {() => void} goNear  to the nearest place instead
 * @property {() => void} giveUp
 * @property {(id: number) => void} dismiss
 * @property {(token: string) => void} find  select a token and bring it into sight
 * @property {() => void} showKeys
 * @property {() => void} showAbout
 */

import { html, nothing, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { headlineOf } from "../core/headline.js";
import { KINDS, legendOf } from "../core/legend.js";
import { nearestIn } from "../core/verdicts.js";
import { word } from "../core/words.js";
import { isPushed, layersOf, nameOf, systemOf, unitOf } from "./app-state.js";
import { bandName } from "./board/bands.js";
import { placeText } from "./board/labels.js";
import { tokenOf } from "./game.js";
import { icon } from "./icons.js";
import { say, whose } from "./language.js";
import { ruleChip } from "./panels/rule-card.js";
import { shownStorey, storeyAt, storeyName, storeysOf } from "./storeys.js";

/** @type {Map<string, readonly Priced[]>} What each system's priced layers were when there were any. */
const lastPriced = new Map();

/** What the map of where the token can go knows, so that prices stay told while there is none. @param {AppState} state */
const legend = ({ reach, game }) => {
  const layers = reach?.game.system === game.system ? reach.map.layers : [];
  const priced = layers.filter(({ kind }) => kind === "penalised");
  if (priced.length > 0) lastPriced.set(game.system, priced);
  return legendOf(lastPriced.get(game.system) ?? [], {
    always: KINDS.filter((kind) => kind !== "penalised"),
    lookOf: bandName,
  });
};

/** @type {(state: AppState, actions: ShellActions) => unknown} */
export const boardBar = (state, actions) => html`
  <ul class="legend" aria-label=${word("legend")}>
    ${legend(state).map(
      ({ look, label }) => html`
        <li>
          <svg class="swatch" viewBox="0 0 1.5 1" aria-hidden="true">
            ${svg`<g class="band ${look}"><rect class="band-fill" width="1.5" height="1" /><rect width="1.5" height="1" fill="url(#${look})" /><rect class="band-edge" x=".03" y=".03" width="1.44" height=".94" /></g>`}
          </svg>
          ${label}
        </li>
      `,
    )}
  </ul>
  ${howControls(state, actions)}
  <div class="board-bar-tools">
    <button
      type="button"
      class="icon-button"
      aria-pressed=${state.reachPinned}
      aria-label=${say("reach", whose(nameOf(state, state.game.selected)))}
      title=${say("reach.hint")}
      data-testid="reach"
      @click=${actions.pinReach}
    >
      ${icon("eye")}
    </button>
    <button type="button" class="icon-button" popovertarget="tokens" aria-label=${say("tokens")} title=${say("tokens")} data-testid="tokens">${icon("find")}</button>
    <button type="button" class="icon-button" aria-label=${say("zoom.out")} data-testid="zoom-out" @click=${() => actions.zoom(1 / 1.3)}>${icon("minus")}</button>
    <button type="button" class="icon-button" aria-label=${say("zoom.in")} data-testid="zoom-in" @click=${() => actions.zoom(1.3)}>${icon("plus")}</button>
    <button type="button" class="icon-button" aria-label=${say("zoom.fit")} data-testid="fit" @click=${actions.fit}>${icon("fit")}</button>
  </div>
`;

/** All tokens by name, those off the screen too. @type {(state: AppState, actions: ShellActions) => unknown} */
export const tokenList = (state, { find }) =>
  repeat(
    state.game.scene.tokens,
    ({ id }) => id,
    (token) => html`
      <button
        type="button"
        data-find=${token.id}
        aria-current=${token.id === state.game.selected ? "true" : nothing}
        popovertarget="tokens"
        popovertargetaction="hide"
        @click=${() => find(token.id)}
      >
        <span>${nameOf(state, token.id)}</span><small>${placeText(state.game, token)}</small>
      </button>
    `,
  );

/** The games, each with one sentence about it. @type {(state: AppState, actions: ShellActions) => unknown} */
export const gameCards = ({ systems, game }, { chooseSystem }) =>
  repeat(
    systems,
    ({ id }) => id,
    ({ id, title, about }) => html`
      <button
        type="button"
        class="game-card"
        data-testid=${`game-${id}`}
        aria-current=${id === game.system ? "true" : nothing}
        popovertarget="games"
        popovertargetaction="hide"
        @click=${() => chooseSystem(id)}
      >
        <b>${title}</b>${about ? html`<span class="game-about">${about.text}</span>` : nothing}
      </button>
    `,
  );

/** Which storey is shown, the highest above; nothing where a map has but the ground. @type {(state: AppState, actions: ShellActions) => unknown} */
export const storeySwitch = (state, { showStorey }) => {
  const storeys = storeysOf(state.game);
  if (storeys.length < 2) return nothing;
  const shown = shownStorey(state);
  const own = storeyAt(state.game, tokenOf(state.game, state.game.selected)?.elevation ?? 0);
  return html`
    <fieldset class="storeys" data-testid="storeys">
      <legend class="visually-hidden">${say("storey.shown")}</legend>
      ${storeys.toReversed().map(
        (storey) => html`
          <label
            class="storey"
            title=${storey === own ? say("storey.own", { name: nameOf(state, state.game.selected) }) : nothing}
            ?data-own=${storey === own}
            @pointerdown=${(/** @type {PointerEvent} */ event) => {
              // A second finger that taps while the first drags a token makes no click.
              if (event.pointerType === "touch") showStorey(storey.id);
            }}
          >
            <input
              type="radio"
              name="storey"
              value=${storey.id}
              data-testid=${`storey-${storey.id}`}
              .checked=${storey === shown}
              @change=${() => showStorey(storey.id)}
            />
            <span class="storey-name">${storeyName(storey)}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
};

/**
 * How far the selected token can go, in the game's own words; once a place is pointed at, the choice to go there.
 *
 * @type {(state: AppState, actions: ShellActions) => unknown}
 */
export const headline = (state, { go, goNear, giveUp }) => {
  if (state.held?.by === "tap") {
    const plan = state.held.answer?.plan;
    const isNear = Boolean(plan && nearestIn(plan));
    return html`
      <div class="headline" role="group" aria-label=${say("aim")} data-testid="aim">
        <button type="button" class="button" data-testid="aim-cancel" @click=${giveUp}>${say("aim.cancel")}</button>
        ${isNear ? html`<button type="button" class="button primary" data-testid="aim-near" @click=${goNear}>${say("aim.near")}</button>` : nothing}
        <button type="button" class="button ${isNear ? "" : "primary"}" data-testid="aim-go" @click=${go}>${say("aim.go")}</button>
      </div>
    `;
  }
  const standing = state.standings[state.game.selected];
  const { selected } = state.game;
  const isPush = isPushed(state, selected);
  if (!isPush && (state.held || !state.reachPinned || !standing)) return nothing;
  const text = isPush
    ? word("gm.pushing", { name: nameOf(state, selected) })
    : standing && headlineOf(standing, unitOf(state), { layers: layersOf(state, selected) });
  return text ? html`<p class="headline" data-testid="headline">${text}</p>` : nothing;
};

/** Of ways of moving that read alike, the first. @param {StateValue["modes"]} modes */
const namedOnce = (modes) =>
  modes.filter(({ label }, at) => modes.findIndex((mode) => mode.label.text === label.text) === at);

/** How the next move goes: in which way, and how high it ends. @type {(state: AppState, actions: ShellActions) => unknown} */
const howControls = (state, { moveAs, changeHeight }) => {
  const { how } = state;
  const height = how.height ?? tokenOf(state.game, state.game.selected)?.elevation ?? 0;
  const modes = state.standings[state.game.selected]?.modes ?? systemOf(state)?.modes ?? [];
  return html`
    <div class="how" role="group" aria-label=${say("how")} ?data-set=${how.mode !== null || how.height !== null}>
      <select
        data-testid="move-as"
        aria-label=${say("how.mode")}
        title=${say("how.mode")}
        @change=${(/** @type {Event} */ event) => moveAs({ mode: /** @type {HTMLSelectElement} */ (event.target).value || null })}
      >
        <option value="" .selected=${how.mode === null}>${say("how.byMap")}</option>
        ${namedOnce(modes).map(({ id, label }) => html`<option value=${id} .selected=${id === how.mode}>${label.text}</option>`)}
      </select>
      <span class="how-label" aria-hidden="true">${say("how.ends")}</span>
      <span class="stepper" title=${say("how.height")}>
        <button type="button" class="stepper-button" aria-label=${say("how.lower")} data-testid="end-lower" @click=${() => changeHeight(-1)}>${icon("down")}</button>
        <input
          type="number"
          step="any"
          aria-label=${say("how.heightIn", { unit: unitOf(state) })}
          data-testid="end-height"
          .value=${String(height)}
          @change=${(/** @type {Event} */ event) => {
            const typed = /** @type {HTMLInputElement} */ (event.target).valueAsNumber;
            moveAs({ height: Number.isFinite(typed) ? typed : null });
          }}
        />
        <button type="button" class="stepper-button" aria-label=${say("how.higher")} data-testid="end-higher" @click=${() => changeHeight(1)}>${icon("up")}</button>
      </span>
      <span class="how-label" aria-hidden="true">${say("how.up", { unit: unitOf(state) })}</span>
    </div>
  `;
};

/** @type {Tab[]} */
const TABS = ["play", "sheet", "house", "rules"];

/** @type {(state: AppState, actions: ShellActions) => unknown} */
export const tabs = (state, actions) => html`
  ${TABS.map(
    (id) => html`
      <button
        type="button"
        role="tab"
        id=${`tab-${id}`}
        data-testid=${`tab-${id}`}
        aria-selected=${state.tab === id}
        aria-controls="tab-panel"
        tabindex=${state.tab === id ? 0 : -1}
        @click=${() => actions.openTab(id)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => moveAlong(event)}
      >
        ${say(`tab.${id}`)}
      </button>
    `,
  )}
`;

/** @param {KeyboardEvent} event */
const moveAlong = (event) => {
  const tab = /** @type {HTMLElement} */ (event.currentTarget);
  const next =
    event.key === "ArrowRight"
      ? tab.nextElementSibling
      : event.key === "ArrowLeft"
        ? tab.previousElementSibling
        : null;
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
  next.click();
};

/** @type {(notices: Notice[], actions: ShellActions) => unknown} */
export const noticeList = (notices, actions) =>
  repeat(
    notices,
    ({ id }) => id,
    ({ id, tone, text, rule, action }) => html`
      <div class="notice" data-tone=${tone} data-testid="notice">
        <p>${text} ${ruleChip(rule)}</p>
        ${
          action
            ? html`<button
                type="button"
                class="button small"
                @click=${() => {
                  actions.dismiss(id);
                  action.run();
                }}
              >
                ${action.label}
              </button>`
            : nothing
        }
        <button type="button" class="icon-button" aria-label=${say("dismiss")} @click=${() => actions.dismiss(id)}>${icon("close")}</button>
      </div>
    `,
  );
