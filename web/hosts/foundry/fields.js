/**
 * A form over the fields of a schema: what was typed, what the rules said of it, and what is kept when it is right.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { Problem } from "../../core/protocol.js"
 * @typedef {{[field: string]: unknown}} Values
 *
 * @typedef {object} Draft
 * @property {Values} typed  what differs from what is kept
 * @property {Problem | null} problem
 */

import { html, nothing } from "lit";
import { control } from "../../core/form.js";

/** @type {Draft} */
export const EMPTY = { typed: {}, problem: null };

/**
 * A field with a control, and under it where its value comes from.
 *
 * @param {object} line
 * @param {string} line.form
 * @param {Field} line.field
 * @param {unknown} line.value
 * @param {Problem | null} line.problem
 * @param {(value: unknown) => void} line.onChange
 * @param {unknown} [line.below]
 * @param {boolean} [line.isChanged]
 */
export const fieldLine = ({ form, field, value, problem, onChange, below = nothing, isChanged }) => html`
  <div class="footwork-line" ?data-changed=${isChanged === true}>
    ${control({
      id: `footwork-${form}-${field.name}`,
      field,
      value,
      entry: problem ? { typed: value, problem } : undefined,
      onChange,
    })}
    ${below}
  </div>
`;

/**
 * A form of a window: what stands above, what scrolls, and a foot with the button that keeps it.
 *
 * @param {object} form
 * @param {unknown} [form.above]
 * @param {unknown} form.body
 * @param {unknown} [form.below]  beside the button
 * @param {boolean} form.isTyped  whether there is anything to keep
 * @param {() => unknown} form.save
 * @param {string} form.saveText
 * @param {string | typeof nothing} [form.of]  the token that it is about
 */
export const formFrame = ({
  above = nothing,
  body,
  below = nothing,
  isTyped,
  save,
  saveText,
  of = nothing,
}) => html`
  <form
    class="footwork-form"
    novalidate
    data-for=${of}
    @submit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      save();
    }}
  >
    ${above}
    <div class="footwork-scroll">${body}</div>
    <footer class="footwork-foot">
      ${below}
      <button type="submit" class="footwork-main" ?disabled=${!isTyped}>${saveText}</button>
    </footer>
  </form>
`;

/** What is said below a form that the rules did not take. @type {(problem: Problem | null, text: string) => unknown} */
export const refusedLine = (problem, text) =>
  problem ? html`<p class="footwork-refused" role="alert">${text}</p>` : nothing;

/** The problem of a field, if it is about that. @type {(problem: Problem | null, path: string) => Problem | null} */
export const problemAt = (problem, path) => {
  if (!problem) return null;
  const isThere =
    problem.path === path || problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`);
  return isThere ? problem : null;
};

/**
 * Rules by number, to be opened for what they say.
 *
 * @param {readonly string[]} numbers
 * @param {ReadonlyMap<string, {name: string, sentence: string}>} rules
 */
export const ruleNotes = (numbers, rules) =>
  numbers.length === 0
    ? nothing
    : html`
        <details class="footwork-rules">
          <summary>${numbers.join(", ")}</summary>
          <dl>
            ${numbers.map((number) => {
              const rule = rules.get(number);
              return html`<dt>${number}${rule ? html` <b>${rule.name}</b>` : nothing}</dt>
                <dd>${rule?.sentence ?? nothing}</dd>`;
            })}
          </dl>
        </details>
      `;
