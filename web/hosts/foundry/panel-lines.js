/**
 * Lines of the panel that only tell: what is left of a turn, what is in force, counters, and the rules behind each.
 *
 * @import { StateValue } from "../../core/protocol.js"
 * @import { PanelPorts } from "./panel.js"
 */

import { html, nothing } from "lit";
import { insteadOfLength } from "../../core/headline.js";
import { distance, leftOf, measured, spentOf } from "../../core/texts.js";
import { word } from "../../core/words.js";

/** @param {Pick<PanelPorts, "say" | "words" | "rules">} ports */
export const createPanelLines = ({ say, words, rules }) => {
  /** @type {(rule: string | null | undefined) => unknown} */
  const ruleMark = (rule) => {
    if (!rule) return nothing;
    const known = rules().get(rule);
    return html`<abbr class="footwork-rule" title=${known ? `${known.name}. ${known.sentence}` : nothing}>${rule}</abbr>`;
  };

  /** @type {(state: StateValue, allowance: StateValue["allowances"][number], unit: string) => unknown} */
  const allowanceLine = (state, { limit, used, left, label, rule, vertical }, unit) => {
    return html`
      <li>
        <p class="footwork-figures">
          <span>${words.told(label)} ${ruleMark(rule)}</span>
          <span>
            ${limit === null && used === 0 ? word(insteadOfLength(state)) : html`<b>${spentOf({ limit, used }, unit)}</b>`}
            ${vertical ? html`<small>${word("summary.up", { height: distance(vertical, unit) })}</small>` : nothing}
            ${left !== null && !vertical ? html`<small>${leftOf(left, unit)}</small>` : nothing}
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

  /** @type {(counters: StateValue["counters"], unit: string) => unknown} */
  const counterList = (counters, unit) => {
    const moving = counters.filter(({ value }) => value !== 0 && value !== false && value !== null);
    return moving.length === 0
      ? nothing
      : html`<dl class="footwork-counters">
          ${moving.map(({ label, value, shown, is_length }) => html`<div><dt>${words.told(label)}</dt><dd>${shown ? words.told(shown) : valueText(value, is_length, unit)}</dd></div>`)}
        </dl>`;
  };

  /** @type {(value: StateValue["counters"][number]["value"], isLength: boolean, unit: string) => string} */
  const valueText = (value, isLength, unit) => {
    if (typeof value === "number") return measured(value, isLength, unit);
    return typeof value === "boolean" ? say(value ? "panel.yes" : "panel.no") : String(value ?? "");
  };

  return { ruleMark, allowanceLine, modifierLine, counterList };
};
