/**
 * Form fields made from a JSON Schema, as the core describes characters, house rules and circumstances.
 *
 * @typedef {{[key: string]: unknown}} Schema
 * @typedef {import("../game.js").Fields} Fields
 * @typedef {import("../../core/protocol.js").Problem} Problem
 * @typedef {import("lit").TemplateResult} Template
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {"truth" | "choice" | "number" | "text" | "list" | "map"} kind
 * @property {unknown[]} choices  of a choice
 * @property {number | null} least  of a number
 * @property {number | null} most  of a number
 * @property {boolean} isWhole  of a number
 * @property {boolean} isOptional  may be left empty
 * @property {unknown} initial
 *
 * @typedef {object} Control
 * @property {string} id  unique in the page
 * @property {Field} field
 * @property {unknown} value
 * @property {import("../app-state.js").Entry | undefined} entry  shown instead of the value
 * @property {(value: unknown) => void} onChange
 */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { capital, problemText } from "../texts.js";

const WIDE_TITLE = 16;

/**
 * The fields of an object schema, in its order.
 *
 * @param {Schema} schema
 * @returns {Field[]}
 */
export const fieldsOf = (schema) =>
  Object.entries(/** @type {{[name: string]: Schema}} */ (schema.properties ?? {})).map(([name, property]) =>
    fieldOf(name, property, schema),
  );

/**
 * A field from its schema; `root` holds the definitions it may point to.
 *
 * @type {(name: string, schema: Schema, root?: Schema) => Field}
 */
export const fieldOf = (name, schema, root = schema) => {
  const plain = { ...schema, ...resolved(schema, root) };
  const choices = plain.enum ?? (plain.const === undefined ? undefined : [plain.const]);
  const isNumber = plain.type === "integer" || plain.type === "number";
  return {
    name,
    title: typeof schema.title === "string" ? schema.title : titleFrom(name),
    description: typeof schema.description === "string" ? schema.description : "",
    kind: choices ? "choice" : isNumber ? "number" : (KINDS[String(plain.type)] ?? "text"),
    choices: Array.isArray(choices) ? [...(plain.isOptional === true ? [null] : []), ...choices] : [],
    least: numberOr(plain.minimum ?? plain.exclusiveMinimum),
    most: numberOr(plain.maximum ?? plain.exclusiveMaximum),
    isWhole: plain.type === "integer",
    isOptional: plain.isOptional === true,
    initial: schema.default,
  };
};

/** @type {{[type: string]: Field["kind"]}} */
const KINDS = { boolean: "truth", array: "list", object: "map" };

/**
 * What a form says as a whole: what was typed, else what each field holds at first, else the least it may hold.
 *
 * @type {(fields: Field[], typed: Fields) => Fields}
 */
export const valuesOf = (fields, typed) =>
  Object.fromEntries(fields.map((field) => [field.name, typed[field.name] ?? valueAtFirst(field)]));

/** @param {Field} field */
export const valueAtFirst = ({ initial, kind, choices, least }) => {
  if (initial !== undefined) return initial;
  if (kind === "choice") return choices[0] ?? null;
  if (kind === "number") return least ?? 0;
  return kind === "truth" ? false : "";
};

/** Follow references and look through "or nothing". @type {(schema: Schema, root: Schema) => Schema} */
const resolved = (schema, root) => {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    const definitions = /** @type {{[name: string]: Schema} | undefined} */ (root.$defs);
    const target = definitions?.[name];
    return target ? resolved(target, root) : {};
  }
  if (!Array.isArray(schema.anyOf)) return schema;
  const options = /** @type {Schema[]} */ (schema.anyOf).map((option) => resolved(option, root));
  const isOptional = options.some(({ type }) => type === "null");
  // A number that may be whole or not is two options to the schema and one to people.
  const chosen = options.find(({ type }) => type === "number") ?? options.find(({ type }) => type !== "null");
  return { ...chosen, isOptional };
};

/** @param {Control} control */
export const control = (control) => {
  const { id, field, entry } = control;
  const problem = entry?.problem;
  return html`
    <div class="field" data-field=${field.name} ?data-wide=${isWide(field)} ?data-refused=${Boolean(problem)}>
      <div class="field-line">
        <label for=${id}>${field.title}</label>
        ${inputs[field.kind]({ ...control, value: entry ? entry.typed : control.value })}
      </div>
      ${field.description ? html`<p class="field-hint" id=${`${id}-hint`}>${field.description}</p>` : nothing}
      ${problem ? html`<p class="field-error" role="alert" id=${`${id}-error`}>${fieldProblem(problem)}</p>` : nothing}
    </div>
  `;
};

/** Whether a field needs a line of its own beside others. @param {Field} field */
const isWide = ({ title, kind, isOptional }) => {
  if (kind === "list" || kind === "map") return true;
  const isBroad = kind === "choice" || kind === "text" || (kind === "number" && !isOptional);
  return title.length > (isBroad ? WIDE_TITLE / 2 : WIDE_TITLE);
};

/** The field is plain to see; what is wrong with it and what to do is enough. @param {Problem} problem */
const fieldProblem = (problem) => {
  const message = problem.message.replace(`${problem.path}: `, "");
  return problemText({ ...problem, path: "", message });
};

/** @type {Record<Field["kind"], (control: Control) => Template>} */
const inputs = {
  truth: ({ id, value, onChange }) => html`
    <input
      class="switch"
      type="checkbox"
      role="switch"
      id=${id}
      .checked=${live(value === true)}
      @change=${(/** @type {Event} */ event) => onChange(inputOf(event).checked)}
    />
  `,
  choice: ({ id, field, value, onChange }) => html`
    <select id=${id} @change=${(/** @type {Event} */ event) => onChange(field.choices[inputOf(event).selectedIndex])}>
      ${field.choices.map(
        (choice) =>
          html`<option .selected=${live(choice === (value ?? null))}>${choice === null ? "–" : titleFrom(String(choice))}</option>`,
      )}
    </select>
  `,
  number: ({ id, field, value, entry, onChange }) => {
    const hasStepper = field.isWhole && !field.isOptional;
    return html`
      <span class="stepper">
        ${hasStepper ? stepButton(id, "−", `Less ${field.title}`, (input) => input.stepDown()) : nothing}
        <input
          type="number"
          inputmode="decimal"
          id=${id}
          min=${field.least ?? nothing}
          max=${field.most ?? nothing}
          step=${field.isWhole ? 1 : "any"}
          placeholder=${field.isOptional ? "none" : nothing}
          aria-describedby=${field.description ? `${id}-hint` : nothing}
          aria-errormessage=${entry?.problem ? `${id}-error` : nothing}
          aria-invalid=${Boolean(entry?.problem)}
          .value=${live(String(value ?? ""))}
          @input=${(/** @type {Event} */ event) => onChange(numberFrom(inputOf(event).value, field))}
        />
        ${hasStepper ? stepButton(id, "+", `More ${field.title}`, (input) => input.stepUp()) : nothing}
      </span>
    `;
  },
  list: ({ id, value, onChange }) => html`
    <input
      type="text"
      id=${id}
      placeholder="none"
      .value=${live(Array.isArray(value) ? value.join(", ") : String(value ?? ""))}
      @change=${(/** @type {Event} */ event) => onChange(partsOf(inputOf(event).value))}
    />
  `,
  map: ({ id, value, onChange }) => html`
    <input
      type="text"
      id=${id}
      placeholder="name: value"
      .value=${live(mapText(value))}
      @change=${(/** @type {Event} */ event) => onChange(mapFrom(inputOf(event).value))}
    />
  `,
  text: ({ id, value, onChange }) => html`
    <input
      type="text"
      id=${id}
      .value=${live(String(value ?? ""))}
      @change=${(/** @type {Event} */ event) => onChange(inputOf(event).value)}
    />
  `,
};

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

/** What stands between the commas. @param {string} typed */
const partsOf = (typed) =>
  typed
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** "walk: normal, jump: half". @param {unknown} value */
const mapText = (value) =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([name, held]) => `${name}: ${held}`)
        .join(", ")
    : String(value ?? "");

/** @param {string} typed */
const mapFrom = (typed) =>
  Object.fromEntries(
    partsOf(typed).map((part) => {
      const [name = "", held = ""] = part.split(":").map((side) => side.trim());
      return [name, held !== "" && Number.isFinite(Number(held)) ? Number(held) : held];
    }),
  );

/** What was typed, as a number where it is one; the core says what it thinks of anything else. @type {(typed: string, field: Field) => unknown} */
const numberFrom = (typed, field) => {
  if (typed.trim() === "") return field.isOptional ? null : "";
  const value = Number(typed);
  return Number.isFinite(value) ? value : typed;
};

/** @param {Event} event */
const inputOf = (event) => /** @type {HTMLInputElement & HTMLSelectElement} */ (event.target);

/** @param {unknown} value */
const numberOr = (value) => (typeof value === "number" ? value : null);

/** "per_5ft" as people write it: "Per 5ft". @param {string} name */
const titleFrom = (name) => capital(name.replaceAll("_", " ").trim());
