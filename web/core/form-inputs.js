/**
 * Inputs for values that have no fields of their own: truths, choices, numbers, texts, sets.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Field } from "./form-schema.js"
 * @import { Control } from "./form.js"
 */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { capital } from "./texts.js";
import { titleFrom } from "./translation.js";
import { word } from "./words.js";

/** What ties an input to its hint and its problem. @type {(control: Control) => {hint: string | symbol, error: string | symbol, isWrong: boolean}} */
const ties = ({ id, field, entry }) => ({
  hint: field.description ? `${id}-hint` : nothing,
  error: entry?.problem ? `${id}-error` : nothing,
  isWrong: Boolean(entry?.problem),
});

/** @type {{[kind: string]: (control: Control) => Template}} */
export const inputs = {
  truth: (control) => {
    const { id, value, onChange } = control;
    const { hint, error, isWrong } = ties(control);
    return html`
      <input
        class="switch"
        type="checkbox"
        role="switch"
        id=${id}
        aria-describedby=${hint}
        aria-errormessage=${error}
        aria-invalid=${isWrong}
        .checked=${live(value === true)}
        @change=${(/** @type {Event} */ event) => onChange(inputOf(event).checked)}
      />
    `;
  },
  choice: (control) => {
    const { id, field, value, onChange } = control;
    const { hint, error, isWrong } = ties(control);
    const isOpen = !field.choices.includes(value ?? null);
    return html`
      <select
        id=${id}
        aria-describedby=${hint}
        aria-errormessage=${error}
        aria-invalid=${isWrong}
        @change=${(/** @type {Event} */ event) => onChange(field.choices[inputOf(event).selectedIndex - (isOpen ? 1 : 0)])}
      >
        ${isOpen ? html`<option disabled hidden .selected=${live(true)}>–</option>` : nothing}
        ${field.choices.map(
          (choice) =>
            html`<option .selected=${live(choice === (value ?? null))}>${choiceWord(control, choice)}</option>`,
        )}
      </select>
    `;
  },
  number: (control) => {
    const { id, field, value, onChange } = control;
    const { hint, error, isWrong } = ties(control);
    const hasStepper = field.isWhole && !field.isOptional;
    return html`
      <span class="stepper">
        ${hasStepper ? stepButton(id, "−", word("form.less", { title: field.title }), (input) => input.stepDown()) : nothing}
        <input
          type="number"
          inputmode="decimal"
          id=${id}
          min=${field.least ?? nothing}
          max=${field.most ?? nothing}
          step=${field.isWhole ? 1 : "any"}
          placeholder=${field.isOptional ? word("form.none") : nothing}
          aria-describedby=${hint}
          aria-errormessage=${error}
          aria-invalid=${isWrong}
          .value=${live(String(value ?? ""))}
          @input=${(/** @type {Event} */ event) => onChange(numberFrom(inputOf(event).value, field))}
        />
        ${hasStepper ? stepButton(id, "+", word("form.more", { title: field.title }), (input) => input.stepUp()) : nothing}
      </span>
    `;
  },
  either: (control) => {
    const { id, field, value, onChange } = control;
    const isNumber = typeof value === "number" || !field.choices.includes(value);
    const named = { ...field, kind: /** @type {const} */ ("choice"), choices: [...field.choices, A_NUMBER] };
    return html`
      <span class="either">
        ${inputs.choice?.({
          ...control,
          field: named,
          value: isNumber ? A_NUMBER : value,
          onChange: (next) => onChange(next === A_NUMBER ? (field.least ?? 0) : next),
        })}
        ${isNumber ? inputs.number?.({ ...control, id: `${id}-number`, field: { ...field, isWhole: false } }) : nothing}
      </span>
    `;
  },
  text: (control) => {
    const { id, field, value, onChange } = control;
    const { hint, error, isWrong } = ties(control);
    return html`
      <input
        type="text"
        id=${id}
        list=${field.suggestions.length > 0 ? `${id}-list` : nothing}
        aria-describedby=${hint}
        aria-errormessage=${error}
        aria-invalid=${isWrong}
        .value=${live(String(value ?? ""))}
        @input=${(/** @type {Event} */ event) => onChange(inputOf(event).value)}
      />
      ${suggestions(`${id}-list`, field.suggestions)}
    `;
  },
  set: ({ id, field, value, onChange, tokens = [] }) => {
    const chosen = itemsIn(value);
    const known = field.isOfTokens
      ? tokens.map((token) => ({ choice: /** @type {unknown} */ (token.id), title: token.name || token.id }))
      : field.choices.map((choice) => ({
          choice,
          title: field.words[String(choice)] ?? titleFrom(String(choice)),
        }));
    const gone = chosen.filter((choice) => known.every((other) => other.choice !== choice));
    const offered = [...known, ...gone.map((choice) => ({ choice, title: String(choice) }))];
    return html`
      <div class="field-set">
        ${offered.map(
          ({ choice, title }) => html`
            <label>
              <input
                type="checkbox"
                id=${`${id}.${choice}`}
                .checked=${live(chosen.includes(choice))}
                @change=${(/** @type {Event} */ event) =>
                  onChange(
                    inputOf(event).checked ? [...chosen, choice] : chosen.filter((other) => other !== choice),
                  )}
              />
              ${title}
            </label>
          `,
        )}
      </div>
    `;
  },
};

/** @type {(control: Control, choice: unknown) => string} */
const choiceWord = (control, choice) => {
  if (choice === A_NUMBER) return capital(word("form.aNumber"));
  if (choice === null) return "–";
  return control.field.words[String(choice)] ?? titleFrom(String(choice));
};

const A_NUMBER = Symbol("a number");

/** @type {(id: string, words: string[]) => unknown} */
export const suggestions = (id, words) =>
  words.length === 0
    ? nothing
    : html`<datalist id=${id}>${words.map((word) => html`<option value=${word}></option>`)}</datalist>`;

/** @type {(id: string, sign: string, label: string, step: (input: HTMLInputElement) => void) => Template} */
const stepButton = (id, sign, label, step) => html`
  <button
    type="button"
    class="stepper-button"
    aria-label=${label}
    @click=${() => {
      const input = document.getElementById(id);
      if (!(input instanceof HTMLInputElement)) return;
      step(input);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    }}
  >
    ${sign}
  </button>
`;

/** @param {unknown} value @returns {unknown[]} */
export const itemsIn = (value) => (Array.isArray(value) ? value : []);

/** What was typed, as a number where it is one; the core says what it thinks of anything else. @type {(typed: string, field: Field) => unknown} */
const numberFrom = (typed, field) => {
  if (typed.trim() === "") return field.isOptional ? null : "";
  const value = Number(typed);
  return Number.isFinite(value) ? value : typed;
};

/** @param {Event} event */
export const inputOf = (event) => /** @type {HTMLInputElement & HTMLSelectElement} */ (event.target);
