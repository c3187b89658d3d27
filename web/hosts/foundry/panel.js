/**
 * The turn of the selected token: what it may still do, what it bears, what it is asked, what it has done.
 *
 * All of it is what the rules told; nothing is counted here.
 *
 * @import { Entry, FormWords, Token } from "../../core/form.js"
 * @import { ApplyRequest, Problem, StateValue, SystemEntry, Text } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Values
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 *
 * @typedef {object} Circumstances  What the GM says of a token's moves.
 * @property {(document: TokenDocument) => Values} own
 * @property {(document: TokenDocument) => readonly Token[]} others  on the map
 * @property {(document: TokenDocument, values: Values) => Promise<Problem | null>} check
 * @property {(document: TokenDocument, field: string, value: unknown) => Promise<unknown>} keep
 *
 * @typedef {object} PanelPorts
 * @property {() => SystemEntry | null} system  in the words of the client's language
 * @property {() => ReadonlyMap<string, {name: string, sentence: string}>} rules
 * @property {() => TokenDocument | null} token  the selected one
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(document: TokenDocument, event: Event) => Promise<boolean>} happens
 * @property {(document: TokenDocument, check: string) => Promise<boolean>} roll
 * @property {(document: TokenDocument) => Promise<void>} goOn  what its turn waits for is asked again
 * @property {(document: TokenDocument, commit: string) => Promise<boolean>} undo
 * @property {Circumstances} circumstances
 * @property {() => void} openSheet
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => FormWords} formWords
 * @property {() => void} redraw
 */

import { html, nothing } from "lit";
import { circumstanceFields } from "../../core/circumstances-form.js";
import { control } from "../../core/form.js";
import { fieldsOf, valuesOf } from "../../core/form-schema.js";
import { numberIn } from "../../core/translation.js";
import { assumedLine } from "../../core/turn-summary.js";
import { host } from "./host.js";
import { percent } from "./words.js";

const SPACE = "\u00a0";
/** What every game has that has no acts of its own: the Action. */
const ACTION = { kind: /** @type {const} */ ("acted") };

/** @param {PanelPorts} ports */
export const createPanel = (ports) => {
  const { say, words, redraw } = ports;
  /** @type {{token: string, state: StateValue | null, busy: boolean}} */
  let now = { token: "", state: null, busy: false };
  /** What is typed into the options of acts, by act. @type {{[act: string]: Values}} */
  let typed = {};
  /** What is typed into circumstances and not kept, by token and field. @type {{[field: string]: Entry}} */
  let unkept = {};
  let asked = 0;

  const number = (/** @type {number} */ value) => numberIn(value, host.game.i18n.lang);

  /** Ask anew; only the newest answer counts. */
  const refresh = async () => {
    const document = ports.token();
    asked += 1;
    const mine = asked;
    if (document?.id !== now.token) now = { token: document?.id ?? "", state: null, busy: false };
    redraw();
    if (!document) return;
    const state = await ports.stateOf(document);
    if (mine !== asked) return;
    now = { token: document.id, state, busy: false };
    redraw();
  };

  /** @type {(work: () => Promise<unknown>) => Promise<void>} */
  const busily = async (work) => {
    now = { ...now, busy: true };
    redraw();
    try {
      await work();
    } finally {
      await refresh();
    }
  };

  /** @type {(rule: string | null | undefined) => unknown} */
  const ruleMark = (rule) => {
    if (!rule) return nothing;
    const known = ports.rules().get(rule);
    return html`<abbr class="footwork-rule" title=${known ? `${known.name}. ${known.sentence}` : nothing}>${rule}</abbr>`;
  };

  /** @type {(allowance: StateValue["allowances"][number], unit: string) => unknown} */
  const allowanceLine = ({ limit, used, left, label, rule, vertical }, unit) => {
    const length = (/** @type {number} */ value) => `${number(value)}${SPACE}${unit}`;
    const figures =
      limit === null ? say("panel.used", { used: length(used) }) : `${number(used)} / ${length(limit)}`;
    return html`
      <li>
        <p class="footwork-figures">
          <span>${words.told(label)} ${ruleMark(rule)}</span>
          <span>
            ${limit === null && used === 0 ? say("panel.byRoll") : html`<b>${figures}</b>`}
            ${vertical ? html`<small>${say("panel.up", { height: length(vertical) })}</small>` : nothing}
            ${left !== null && !vertical ? html`<small>${say("left", { left: length(left) })}</small>` : nothing}
          </span>
        </p>
        ${limit === null ? nothing : html`<meter class="footwork-meter" min="0" max=${Math.max(limit, 1e-6)} value=${Math.min(used, limit)} aria-label=${words.told(label)}></meter>`}
      </li>
    `;
  };

  /** @type {(modifier: StateValue["modifiers"][number]) => unknown} */
  const modifierLine = ({ quantity, amount, on, until, rule }) => html`
    <li><b>${words.price({ quantity, amount })}</b> ${words.told(on)} <small>${words.until(until)}</small> ${ruleMark(rule)}</li>
  `;

  /** @type {(document: TokenDocument, state: StateValue) => unknown} */
  const waitingFor = (document, { pending, rulings, hazards }) => {
    const { check, reaction } = pending ?? {};
    if (!check && !reaction && rulings.length === 0 && hazards.length === 0) return nothing;
    return html`
      <section class="footwork-waiting" aria-label=${say("panel.waiting")}>
        ${
          check
            ? html`<p>
                <b>${words.told(check.label)}</b>, ${words.told(check.needed_text)} (${percent(check.chance)})
                <button type="button" data-act="roll" ?disabled=${now.busy} @click=${() => busily(() => ports.roll(document, check.id))}>${say("panel.roll")}</button>
              </p>`
            : nothing
        }
        ${
          reaction
            ? html`<p>
                ${words.told(reaction.label)} ${ruleMark(reaction.rule)}
                <button type="button" data-act="goOn" ?disabled=${now.busy} @click=${() => busily(() => ports.goOn(document))}>${say("panel.goOn")}</button>
              </p>`
            : nothing
        }
        ${hazards.map(({ label, rule }) => html`<p>${words.told(label)} ${ruleMark(rule)}</p>`)}
        ${rulings.map((ruling) => rulingLine(document, ruling))}
      </section>
    `;
  };

  /** Questions are the GM's to answer. @type {(document: TokenDocument, ruling: StateValue["rulings"][number]) => unknown} */
  const rulingLine = (document, { id, question, choices, rule, default: usual }) => html`
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
                  @click=${() => busily(() => ports.happens(document, { kind: "ruled", ruling: id, choice: choice.id }))}
                >
                  ${words.told(choice.label)}${choice.id === usual ? html` <small>${say("panel.usual")}</small>` : nothing}
                </button>`,
              )}
            </p>`
          : html`<p><small>${say("panel.gmAnswers")}</small></p>`
      }
    </div>
  `;

  /** @type {(document: TokenDocument, system: SystemEntry, state: StateValue) => unknown} */
  const actList = (document, system, state) => {
    if (!document.isOwner) return nothing;
    const acts = system.acts.map((act) => actLine(document, act));
    return html`
      <section>
        <h3>${say("panel.acts")}</h3>
        <div class="footwork-acts">
          ${
            acts.length > 0
              ? acts
              : html`<button type="button" data-act="acted" ?disabled=${now.busy} @click=${() => busily(() => ports.happens(document, ACTION))}>${say("panel.acted")}</button>`
          }
          ${state.checks.map(
            ({
              id,
              label,
            }) => html`<button type="button" data-check=${id} ?disabled=${now.busy} @click=${() => busily(() => ports.roll(document, id))}>
              ${say("panel.rollFor", { check: words.told(label) })}
            </button>`,
          )}
        </div>
      </section>
    `;
  };

  /** @type {(document: TokenDocument, act: SystemEntry["acts"][number]) => unknown} */
  const actLine = (document, act) => {
    const fields = fieldsOf(act.options);
    const options = valuesOf(fields, typed[act.id] ?? {});
    const doIt = (/** @type {unknown} */ text) => html`
      <button
        type="button"
        data-act=${act.id}
        ?disabled=${now.busy}
        @click=${() =>
          busily(async () => {
            const event = { kind: /** @type {const} */ ("did"), act: act.id, options };
            if (await ports.happens(document, /** @type {Event} */ (event)))
              typed = { ...typed, [act.id]: {} };
          })}
      >
        ${text}
      </button>
    `;
    const label = words.told(act.label);
    if (fields.length === 0) return doIt(label);
    return html`
      <details name="footwork-acts">
        <summary data-open=${act.id}>${label}…</summary>
        <div class="footwork-options">
          ${fields.map((field) =>
            control({
              id: `footwork-act-${act.id}-${field.name}`,
              field,
              value: options[field.name],
              entry: undefined,
              words: ports.formWords(),
              onChange: (value) => {
                typed = { ...typed, [act.id]: { ...typed[act.id], [field.name]: value } };
                redraw();
              },
            }),
          )}
          ${doIt(say("panel.doIt"))}
        </div>
      </details>
    `;
  };

  /** What the rules refuse stays at its field. @type {(document: TokenDocument, field: string, value: unknown) => Promise<void>} */
  const setCircumstance = async (document, field, value) => {
    const name = `${document.id}.${field}`;
    unkept = { ...unkept, [name]: { typed: value, problem: null } };
    redraw();
    const values = { ...ports.circumstances.own(document), [field]: value };
    const problem = await ports.circumstances.check(document, values);
    if (unkept[name]?.typed !== value) return;
    if (problem) unkept = { ...unkept, [name]: { typed: value, problem } };
    else {
      await ports.circumstances.keep(document, field, value);
      if (unkept[name]?.typed === value)
        unkept = Object.fromEntries(Object.entries(unkept).filter(([one]) => one !== name));
    }
    redraw();
  };

  /** @type {(document: TokenDocument, system: SystemEntry) => unknown} */
  const circumstances = (document, system) => {
    if (!document.isOwner) return nothing;
    return html`
      <section>
        <details>
          <summary data-open="circumstances">${say("panel.circumstances")}</summary>
          <div class="footwork-options">
            ${circumstanceFields({
              id: "footwork-circumstances",
              schema: system.circumstances,
              values: ports.circumstances.own(document),
              tokens: ports.circumstances.others(document),
              words: ports.formWords(),
              entry: (field) => unkept[`${document.id}.${field}`],
              onChange: (field, value) => setCircumstance(document, field, value),
            })}
          </div>
        </details>
      </section>
    `;
  };

  /** @type {(counters: StateValue["counters"]) => unknown} */
  const counterList = (counters) => {
    const moving = counters.filter(({ value }) => value !== 0 && value !== false && value !== null);
    return moving.length === 0
      ? nothing
      : html`<dl class="footwork-counters">
          ${moving.map(({ label, value, shown }) => html`<div><dt>${words.told(label)}</dt><dd>${shown ? words.told(shown) : valueText(value)}</dd></div>`)}
        </dl>`;
  };

  /** @param {StateValue["counters"][number]["value"]} value */
  const valueText = (value) => {
    if (typeof value === "number") return number(value);
    return typeof value === "boolean" ? say(value ? "panel.yes" : "panel.no") : String(value ?? "");
  };

  /** @type {(document: TokenDocument, state: StateValue) => unknown} */
  const doneList = (document, { commits }) => {
    const newest = commits.at(-1);
    return html`
      <section>
        <h3>${say("panel.done")}</h3>
        ${
          commits.length === 0
            ? html`<p class="footwork-quiet">${say("panel.nothing")}</p>`
            : html`<ol class="footwork-commits">
                ${commits.map(
                  ({ number: place, labels, rules }) => html`<li class="footwork-commit" value=${place}>
                    ${labels.map((label, index) => html`<span>${words.told(label)} ${ruleMark(rules[index])}</span>`)}
                  </li>`,
                )}
              </ol>`
        }
        ${
          newest && document.isOwner
            ? html`<p class="footwork-buttons">
                <button type="button" data-act="undo" ?disabled=${now.busy || Boolean(newest.refusal)} title=${newest.refusal ? words.told(newest.refusal) : nothing} @click=${() => busily(() => ports.undo(document, newest.id))}>
                  ${say("panel.undo")}
                </button>
              </p>`
            : nothing
        }
      </section>
    `;
  };

  const template = () => {
    const [system, document] = [ports.system(), ports.token()];
    if (!system) return html`<p class="footwork-empty">${say("houseRules.none")}</p>`;
    if (!document) return html`<p class="footwork-empty">${say("panel.nobody")}</p>`;
    const { state } = now;
    return html`
      <article class="footwork-panel" data-for=${document.id} aria-busy=${now.busy || !state}>
        <header class="footwork-head">
          <h2>${document.name}</h2>
          <button type="button" class="footwork-link" data-act="sheet" @click=${ports.openSheet}>${say("panel.sheet")}</button>
          ${
            state && state.statuses.length > 0
              ? html`<ul class="footwork-badges">${state.statuses.map(({ label }) => html`<li class="footwork-badge">${words.told(label)}</li>`)}</ul>`
              : nothing
          }
        </header>
        ${
          state
            ? html`
                ${assumedLine(state, document.isOwner ? ports.openSheet : undefined, {
                  say: (key, data) => say(`panel.${key}`, data),
                  told: words.told,
                })}
                <ul class="footwork-allowances">${state.allowances.map((one) => allowanceLine(one, system.unit))}</ul>
                ${waitingFor(document, state)}
                ${state.modifiers.length > 0 ? html`<section><h3>${say("panel.inForce")}</h3><ul class="footwork-list">${state.modifiers.map(modifierLine)}</ul></section>` : nothing}
                ${actList(document, system, state)} ${circumstances(document, system)} ${counterList(state.counters)} ${doneList(document, state)}
              `
            : html`<p class="footwork-quiet">${say("panel.loading")}</p>`
        }
      </article>
    `;
  };

  return { template, refresh, busily };
};
