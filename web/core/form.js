/**
 * Controls for the fields that a JSON Schema asks for.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Field } from "./form-schema.js"
 * @import { Problem } from "./protocol.js"
 * @typedef {{typed?: unknown, problem: Problem | null}} Entry
 * @typedef {{id: string, name?: string}} Token
 *
 * @typedef {object} Control
 * @property {string} id  unique in the page
 * @property {Field} field
 * @property {unknown} value
 * @property {Entry | undefined} [entry]  shown instead of the value
 * @property {(value: unknown) => void} onChange
 * @property {readonly Token[]} [tokens]  those on the map, where a field asks for some of them
 */

import { html, nothing } from "lit";
import { inputOf, inputs, itemsIn, suggestions } from "./form-inputs.js";
import { valueAtFirst } from "./form-schema.js";
import { capital, sentences } from "./texts.js";
import { titleFrom } from "./translation.js";
import { word } from "./words.js";

/** Put the cursor into a field of a form, if it is there. @type {(form: ParentNode, field: string) => void} */
export const focusField = (form, field) => {
  const place = form.querySelector(`[data-field="${CSS.escape(field)}"]`);
  /** @type {HTMLElement | null | undefined} */ (
    place?.querySelector("input, select") ?? place?.querySelector("button")
  )?.focus();
};

const WIDE_TITLE = 16;
/** What has a title of its own, rather than a label for one input. */
const GROUPS = new Set(["set", "list", "map", "group"]);

/** @type {(control: Control) => Template} */
export const control = (control) => {
  const { id, field, entry } = control;
  const shown = { ...control, value: entry && "typed" in entry ? entry.typed : control.value };
  // What is wrong with one part of a group is said at that part.
  const problem = entry?.problem && !partAt(shown, entry.problem) ? entry.problem : null;
  const isGroup = GROUPS.has(field.kind);
  const input = groups[field.kind] ?? inputs[field.kind];
  return html`
    <div
      class="field"
      data-field=${field.name}
      data-kind=${field.kind}
      role=${isGroup ? "group" : nothing}
      aria-labelledby=${isGroup ? `${id}-label` : nothing}
      ?data-wide=${isWide(field)}
      ?data-refused=${Boolean(problem)}
    >
      <div class="field-line">
        ${isGroup ? html`<span class="field-title" id=${`${id}-label`}>${field.title}</span>` : html`<label for=${id}>${field.title}</label>`}
        ${isGroup ? nothing : input?.(shown)}
      </div>
      ${field.description ? html`<p class="field-hint" id=${`${id}-hint`}>${field.description}</p>` : nothing}
      ${isGroup ? input?.(shown) : nothing}
      ${problem ? html`<p class="field-error" role="alert" id=${`${id}-error`}>${fieldProblem(problem)}</p>` : nothing}
    </div>
  `;
};

/** What is wrong with a field, and what to do; it is plain which. @type {(problem: Problem) => string} */
export const fieldProblem = ({ path, message, remedy }) =>
  sentences(capital(message.replace(`${path}: `, "")), capital(remedy));

/** Whether a field needs a line of its own beside others. @param {Field} field */
const isWide = ({ title, kind, isCode, isOptional }) => {
  if (GROUPS.has(kind) || kind === "either") return true;
  const isBroad = kind === "choice" || (kind === "text" && !isCode) || (kind === "number" && !isOptional);
  return title.length > (isBroad ? WIDE_TITLE / 2 : WIDE_TITLE);
};

/** The name of the part of a group that a problem is about, if it is about one. @type {(control: Control, problem: Problem) => string | null} */
const partAt = ({ field, value }, { path }) => {
  if (field.kind === "group") return field.fields.find(({ name }) => path.endsWith(`.${name}`))?.name ?? null;
  if (field.kind === "map")
    return Object.keys(entriesIn(value)).find((name) => path.endsWith(`.${name}`)) ?? null;
  if (field.kind === "list")
    return (
      itemsIn(value)
        .map((_, at) => String(at))
        .find((at) => path.endsWith(`[${at}]`)) ?? null
    );
  return null;
};

/** What a part of a group shows: its own value, with the problem if that is about it. @type {(control: Control, name: string, value: unknown) => Entry | undefined} */
const entryOfPart = (control, name, value) => {
  const problem = control.entry?.problem;
  return problem && partAt(control, problem) === name ? { typed: value, problem } : undefined;
};

/** What parts of a group are given of the whole. @type {(control: Control) => Pick<Control, "tokens">} */
const passedOn = ({ tokens }) => (tokens ? { tokens } : {});

/** Fields with parts, each a control of its own. @type {{[kind: string]: (control: Control) => Template}} */
const groups = {
  list: (parent) => {
    const { id, field, value, onChange } = parent;
    const { item } = field;
    if (!item) return html``;
    const items = itemsIn(value);
    const row = (/** @type {unknown} */ held, /** @type {number} */ at) => html`
      <li>
        ${control({
          id: `${id}.${at}`,
          field: { ...item, title: String(at + 1), description: "" },
          value: held,
          entry: entryOfPart(parent, String(at), held),
          onChange: (next) => onChange(items.with(at, next)),
          ...passedOn(parent),
        })}
        ${removeButton(word("form.remove", { what: `${at + 1}, ${field.title}` }), () => onChange(items.filter((_, other) => other !== at)))}
      </li>
    `;
    return html`
      ${items.length > 0 ? html`<ol class="field-rows">${items.map(row)}</ol>` : nothing}
      <button type="button" class="button small field-add" data-testid=${`add-${field.name}`} @click=${() => onChange([...items, valueAtFirst(item)])}>
        ${word("form.add")}
      </button>
    `;
  },
  map: (parent) => {
    const { id, field, value, onChange } = parent;
    const { item } = field;
    if (!item) return html``;
    const held = entriesIn(value);
    const row = (/** @type {string} */ name) => html`
      <li>
        ${control({
          id: `${id}.${name}`,
          field: { ...item, name, title: field.words[name] ?? titleFrom(name), description: "" },
          value: held[name],
          entry: entryOfPart(parent, name, held[name]),
          onChange: (next) => onChange({ ...held, [name]: next }),
          ...passedOn(parent),
        })}
        ${removeButton(word("form.remove", { what: field.words[name] ?? titleFrom(name) }), () => {
          const { [name]: _, ...others } = held;
          onChange(others);
        })}
      </li>
    `;
    const names = Object.keys(held);
    const add = (/** @type {HTMLInputElement} */ input) => {
      const name = input.value.trim();
      if (name === "" || names.includes(name)) {
        input.focus();
        return;
      }
      input.value = "";
      onChange({ ...held, [name]: valueAtFirst(item) });
    };
    return html`
      ${names.length > 0 ? html`<ul class="field-rows">${names.map(row)}</ul>` : nothing}
      <span class="joined field-add">
        <input
          type="text"
          id=${`${id}-name`}
          data-testid=${`name-${field.name}`}
          aria-label=${word("form.newName", { title: field.title })}
          placeholder=${word("form.another")}
          list=${`${id}-list`}
          @keydown=${(/** @type {KeyboardEvent} */ event) => {
            if (event.key === "Enter") add(inputOf(event));
          }}
        />
        ${suggestions(
          `${id}-list`,
          field.suggestions.filter((name) => !names.includes(name)),
        )}
        <button
          type="button"
          class="button small"
          data-testid=${`add-${field.name}`}
          @click=${() => {
            const input = document.getElementById(`${id}-name`);
            if (input instanceof HTMLInputElement) add(input);
          }}
        >
          ${word("form.add")}
        </button>
      </span>
    `;
  },
  group: (parent) => {
    const { id, field, value, onChange } = parent;
    const held = entriesIn(value);
    return html`
      <div class="field-group">
        ${field.fields.map((part) =>
          control({
            id: `${id}.${part.name}`,
            field: part,
            value: held[part.name] ?? part.initial,
            entry: entryOfPart(parent, part.name, held[part.name]),
            onChange: (next) => onChange({ ...held, [part.name]: next }),
            ...passedOn(parent),
          }),
        )}
      </div>
    `;
  },
};

/** @type {(label: string, remove: () => void) => Template} */
const removeButton = (label, remove) => html`
  <button type="button" class="icon-button" aria-label=${label} title=${label} @click=${remove}>×</button>
`;

/** @param {unknown} value @returns {{[name: string]: unknown}} */
const entriesIn = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? { .../** @type {{}} */ (value) }
    : {};
