/**
 * The turn of the selected token: what it may still do, what it bears, what it is asked, what it has done.
 *
 * All of it is what the rules told; nothing is counted here.
 *
 * @import { StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Event } from "./panel-acts.js"
 * @import { Circumstances } from "./panel-circumstances.js"
 * @import { TokenDocument } from "./surface.js"
 *
 * @typedef {object} PanelPorts
 * @property {() => SystemEntry | null} system  in the words of the client's language
 * @property {() => ReadonlyMap<string, {name: string, sentence: string}>} rules
 * @property {() => TokenDocument | null} token  the selected one
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(document: TokenDocument, event: Event) => Promise<boolean>} happens
 * @property {(document: TokenDocument, check: string) => Promise<boolean>} roll
 * @property {(document: TokenDocument) => Promise<void>} goOn  what its turn waits for is asked again
 * @property {(document: TokenDocument) => (commits: StateValue["commits"]) => StateValue["commits"]} doneSince  those of its turn as it is now
 * @property {(document: TokenDocument, commit: string) => Promise<boolean>} undo
 * @property {(document: TokenDocument) => Promise<boolean>} backToStart
 * @property {Circumstances} circumstances
 * @property {(document: TokenDocument) => string | null} unjudged  why the rules do not judge it; null: they do
 * @property {(document: TokenDocument, isLeftAlone: boolean) => Promise<unknown>} setExempt
 * @property {() => string} slowly  why the rules took long to start; empty: they did not
 * @property {() => void} openSheet
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 *
 * @typedef {object} PanelState
 * @property {{token: string, state: StateValue | null, busy: boolean}} now
 * @property {number} asked  how often; only the newest answer counts
 * @property {ReturnType<typeof createPanelActs>} actList
 * @property {ReturnType<typeof createPanelCircumstances>} circumstancesForm
 * @typedef {PanelPorts & PanelState & ReturnType<typeof createPanelLines>} Panel
 */

import { html, nothing } from "lit";
import { gmActs } from "../../core/gm-acts.js";
import { percent } from "../../core/texts.js";
import { assumedLine } from "../../core/turn-summary.js";
import { word } from "../../core/words.js";
import { host } from "./host.js";
import { createPanelActs } from "./panel-acts.js";
import { createPanelCircumstances } from "./panel-circumstances.js";
import { createPanelLines } from "./panel-lines.js";
import { isExempt, pushing } from "./rights.js";
import { whyUncounted } from "./uncounted.js";

/** @param {PanelPorts} ports */
export const createPanel = (ports) => {
  /** @type {Panel} */
  const panel = {
    ...ports,
    ...createPanelLines(ports),
    now: { token: "", state: null, busy: false },
    asked: 0,
    actList: createPanelActs({
      ...ports,
      busily: (work) => busily(panel, work),
      isBusy: () => panel.now.busy,
    }),
    circumstancesForm: createPanelCircumstances(ports),
  };
  return {
    template: () => template(panel),
    refresh: (isNew = false) => refresh(panel, isNew),
    busily: busily.bind(null, panel),
  };
};

/** Ask anew; only the newest answer counts, and what is opened tells nothing of before. @type {(panel: Panel, isNew?: boolean) => Promise<void>} */
const refresh = async (panel, isNew = false) => {
  const { redraw, stateOf } = panel;
  const document = panel.token();
  panel.asked += 1;
  const mine = panel.asked;
  if (isNew || document?.id !== panel.now.token)
    panel.now = { token: document?.id ?? "", state: null, busy: false };
  redraw();
  if (!document) return;
  // An answer is of the turn that was asked about, and is shown until the next one is in.
  const ofTurn = panel.doneSince(document);
  const state = await stateOf(document);
  if (mine !== panel.asked) return;
  const shown = state && { ...state, commits: ofTurn(state.commits) };
  panel.now = { token: document.id, state: shown, busy: false };
  redraw();
};

/** @type {(panel: Panel, work: () => Promise<unknown>) => Promise<void>} */
const busily = async (panel, work) => {
  panel.now = { ...panel.now, busy: true };
  panel.redraw();
  try {
    await work();
  } finally {
    await refresh(panel);
  }
};

/** @param {Panel} panel */
const template = (panel) => {
  const { say, words, allowanceLine, modifierLine, counterList, now, openSheet, slowly } = panel;
  const [system, document] = [panel.system(), panel.token()];
  if (!system) return html`<p class="footwork-empty">${say("houseRules.none")}</p>`;
  if (!document) return html`<p class="footwork-empty">${say("panel.nobody")}</p>`;
  const unjudged = panel.unjudged(document);
  const state = unjudged ? null : now.state;
  return html`
    <article class="footwork-panel" data-for=${document.id} aria-busy=${now.busy || (!state && !unjudged)}>
      <header class="footwork-head">
        <h2>${document.name}</h2>
        <button type="button" class="footwork-link" data-act="sheet" @click=${openSheet}>${say("panel.sheet")}</button>
        ${
          state && state.statuses.length > 0
            ? html`<ul class="footwork-badges">${state.statuses.map(({ label }) => html`<li class="footwork-badge">${words.told(label)}</li>`)}</ul>`
            : nothing
        }
      </header>
      ${standing(panel, document, unjudged)}
      ${
        state
          ? html`
              ${assumedLine(state, document.isOwner ? openSheet : undefined, {
                say: (key, data) => say(`panel.${key}`, data),
                told: words.told,
              })}
              <ul class="footwork-allowances">${state.allowances.map((one) => allowanceLine(state, one, system.unit))}</ul>
              ${waitingFor(panel, document, state)}
              ${state.modifiers.length > 0 ? html`<section><h3>${word("summary.inForce")}</h3><ul class="footwork-list">${state.modifiers.map(modifierLine)}</ul></section>` : nothing}
              ${panel.actList(document, system, state)} ${host.game.user.isGM ? gmList(panel, document, system.unit) : nothing} ${panel.circumstancesForm(document, system)} ${counterList(state.counters, system.unit)} ${doneList(panel, document, state)}
            `
          : unjudged
            ? nothing
            : html`<p class="footwork-quiet">${say("panel.loading")}</p>`
      }
      ${slowly() ? html`<p class="footwork-quiet">${slowly()}</p>` : nothing}
    </article>
  `;
};

/** Why nothing is judged or counted now, and the GM's way back. @type {(panel: Panel, document: TokenDocument, unjudged: string | null) => unknown} */
const standing = ({ say, setExempt }, document, unjudged) => {
  const why = unjudged ?? whyUncounted(document);
  const isMendable = isExempt(document) && host.game.user.isGM;
  return why
    ? html`<p class="footwork-standing" data-testid="uncounted">
        ${why}
        ${isMendable ? html`<button type="button" data-act="judge" @click=${() => setExempt(document, false)}>${say("panel.judge")}</button>` : nothing}
      </p>`
    : nothing;
};

/** @type {(panel: Panel, document: TokenDocument, state: StateValue) => unknown} */
const waitingFor = (panel, document, { pending, rulings, hazards }) => {
  const { say, words, ruleMark, now } = panel;
  const { check, reaction } = pending ?? {};
  if (!check && !reaction && rulings.length === 0 && hazards.length === 0) return nothing;
  return html`
    <section class="footwork-waiting" aria-label=${say("panel.waiting")}>
      ${
        check
          ? html`<p>
              <b>${words.told(check.label)}</b>: ${words.told(check.needed_text)} (${percent(check.chance)})
              <button type="button" data-act="roll" ?disabled=${now.busy} @click=${() => busily(panel, () => panel.roll(document, check.id))}>${say("panel.roll")}</button>
            </p>`
          : nothing
      }
      ${
        reaction
          ? html`<p>
              ${words.told(reaction.label)} ${ruleMark(reaction.rule)}
              <button type="button" data-act="goOn" ?disabled=${now.busy} @click=${() => busily(panel, () => panel.goOn(document))}>${say("panel.goOn")}</button>
            </p>`
          : nothing
      }
      ${hazards.map(({ label, rule }) => html`<p>${words.told(label)} ${ruleMark(rule)}</p>`)}
      ${rulings.map((ruling) => rulingLine(panel, document, ruling))}
    </section>
  `;
};

/** Questions are the GM's to answer. @type {(panel: Panel, document: TokenDocument, ruling: StateValue["rulings"][number]) => unknown} */
const rulingLine = (panel, document, { id, question, choices, rule, default: usual }) => {
  const { say, words, ruleMark, now } = panel;
  return html`
  <div role="group" aria-label=${words.told(question)} data-ruling=${id}>
    <p>${words.told(question)} ${ruleMark(rule)}</p>
    ${
      host.game.user.isGM
        ? html`<p class="footwork-buttons">
            ${choices.map(
              (choice) => html`<button
                type="button"
                data-choice=${choice.id}
                ?disabled=${now.busy}
                @click=${() => busily(panel, () => panel.happens(document, { kind: "ruled", ruling: id, choice: choice.id }))}
              >
                ${words.told(choice.label)}${choice.id === usual ? html` <small>${say("panel.usual")}</small>` : nothing}
              </button>`,
            )}
          </p>`
        : html`<p><small>${say("panel.gmAnswers")}</small></p>`
    }
  </div>
`;
};

/** @type {(panel: Panel, document: TokenDocument, unit: string) => unknown} */
const gmList = (panel, document, unit) => {
  const { id, name } = document;
  return html`<section class="footwork-gm">
    ${gmActs({
      ...{ id: "footwork-give", name, unit, isPushing: pushing.has(id) },
      onPush: () => {
        if (!pushing.delete(id)) pushing.add(id);
        panel.redraw();
      },
      onGive: (length, reason) =>
        busily(panel, () => panel.happens(document, { kind: "granted", length, reason })),
    })}
  </section>`;
};

/** @type {(panel: Panel, document: TokenDocument, state: StateValue) => unknown} */
const doneList = (panel, document, { commits }) => {
  const { say, words, ruleMark, now } = panel;
  const newest = commits.at(-1);
  return html`
    <section>
      <h3>${word("summary.done")}</h3>
      ${
        commits.length === 0
          ? html`<p class="footwork-quiet">${word("summary.nothing")}</p>`
          : html`<ol class="footwork-commits">
              ${commits.map(
                ({ labels, rules }) => html`<li class="footwork-commit">
                  ${labels.map((label, index) => html`<span>${words.told(label)} ${ruleMark(rules[index])}</span>`)}
                </li>`,
              )}
            </ol>`
      }
      ${
        newest && document.isOwner
          ? html`<p class="footwork-buttons">
              <button type="button" data-act="undo" ?disabled=${now.busy || Boolean(newest.refusal)} title=${newest.refusal ? words.told(newest.refusal) : nothing} @click=${() => busily(panel, () => panel.undo(document, newest.id))}>
                ${say("panel.undo")}
              </button>
              <button type="button" data-act="toStart" ?disabled=${now.busy} @click=${() => busily(panel, () => panel.backToStart(document))}>${word("toStart")}</button>
            </p>`
          : nothing
      }
    </section>
  `;
};
