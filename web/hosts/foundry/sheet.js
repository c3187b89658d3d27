/**
 * The sheet of a token for the rules: each field with its value and where that comes from, to be set for this module.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Charted } from "./characters.js"
 * @import { Draft } from "./fields.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Values
 *
 * @typedef {object} SheetPorts
 * @property {() => SystemEntry | null} system  in the words of the client's language
 * @property {() => TokenDocument | null} token  the selected one, if it is the user's own
 * @property {(document: TokenDocument) => Charted} chart
 * @property {(document: TokenDocument) => Values} own  what was set for this module
 * @property {(document: TokenDocument, values: Values) => Promise<unknown>} keep
 * @property {(document: TokenDocument, character: Values) => Promise<Problem | null>} check
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 *
 * @typedef {object} SheetState
 * @property {Draft} draft
 * @property {ReadonlySet<string>} released  fields that are no longer to be set here
 * @property {string} shownFor  the token whose sheet was shown last
 * @typedef {SheetPorts & SheetState} Sheet
 */

import { html, nothing } from "lit";
import { fieldsOf } from "../../core/form-schema.js";
import { EMPTY, fieldLine, formFrame, problemAt, refusedLine } from "./fields.js";

const FORM = "sheet";

/** @param {SheetPorts} ports */
export const createSheet = (ports) => {
  /** @type {Sheet} */
  const sheet = { ...ports, draft: EMPTY, released: new Set(), shownFor: "" };
  return { template: () => template(sheet), opened: () => forget(sheet) };
};

/** @param {Sheet} sheet */
const forget = (sheet) => {
  sheet.draft = EMPTY;
  sheet.released = new Set();
};

/** @type {(sheet: Sheet, document: TokenDocument) => Values} */
const wanted = (sheet, document) => {
  const own = Object.entries({ ...sheet.own(document), ...sheet.draft.typed });
  return Object.fromEntries(own.filter(([field]) => !sheet.released.has(field)));
};

/** @type {(sheet: Sheet, document: TokenDocument) => Promise<void>} */
const save = async (sheet, document) => {
  const values = wanted(sheet, document);
  const { values: told } = sheet.chart(document);
  const rest = Object.entries(told).filter(([field]) => !(field in sheet.own(document)));
  const problem = await sheet.check(document, { ...Object.fromEntries(rest), ...values });
  if (problem) sheet.draft = { ...sheet.draft, problem };
  else {
    await sheet.keep(document, values);
    forget(sheet);
  }
  sheet.redraw();
};

/** @type {(sheet: Sheet, field: Field, chart: Charted) => unknown} */
const line = (sheet, field, { values, sources }) => {
  const { draft, released } = sheet;
  const { name } = field;
  const isReleased = released.has(name);
  const isTyped = name in draft.typed && !isReleased;
  const source = isReleased ? undefined : sources[name];
  const value = isTyped ? draft.typed[name] : isReleased ? field.initial : (values[name] ?? field.initial);
  const isOwn = isTyped || source?.origin === "token" || source?.origin === "actor";
  const origin = isTyped ? "typed" : (source?.origin ?? (field.isAsked ? "assumed" : "usual"));
  return fieldLine({
    form: FORM,
    field,
    value,
    problem: problemAt(draft.problem, `mover.character.${name}`),
    onChange: (next) => {
      sheet.released = new Set([...sheet.released].filter((one) => one !== name));
      sheet.draft = { typed: { ...sheet.draft.typed, [name]: next }, problem: null };
      sheet.redraw();
    },
    below: html`
      <p class="footwork-source" data-origin=${origin}>
        <span>${sheet.say(`sheet.from.${origin}`, { path: source?.path ?? "" })}</span>
        ${
          isOwn
            ? html`<button
                type="button"
                class="footwork-link"
                aria-label=${sheet.say("sheet.releaseOf", { title: field.title })}
                @click=${() => {
                  sheet.released = new Set([...sheet.released, name]);
                  sheet.draft = { typed: without(sheet.draft.typed, name), problem: null };
                  sheet.redraw();
                }}
              >
                ${sheet.say("sheet.release")}
              </button>`
            : nothing
        }
      </p>
    `,
    isChanged: isTyped || isReleased,
  });
};

/** @param {Sheet} sheet */
const template = (sheet) => {
  const [system, document] = [sheet.system(), sheet.token()];
  if (!system) return html`<p class="footwork-empty">${sheet.say("houseRules.none")}</p>`;
  if (!document) return html`<p class="footwork-empty">${sheet.say("sheet.nobody")}</p>`;
  if (sheet.shownFor !== document.id) forget(sheet);
  sheet.shownFor = document.id;
  const { draft, released } = sheet;
  const chart = sheet.chart(document);
  return formFrame({
    above: html`
      <header class="footwork-head">
        <h2>${document.name}</h2>
        <p>${sheet.say("sheet.rules", { rules: system.title, unit: system.unit })}</p>
      </header>
      ${chart.missing.length > 0 ? html`<p class="footwork-refused">${sheet.say("sheet.missing", { fields: titlesOf(system, chart.missing) })}</p>` : nothing}
    `,
    body: sheetFields(system).map((field) => line(sheet, field, chart)),
    below: refusedLine(draft.problem, sheet.say("houseRules.refused")),
    isTyped: Object.keys(draft.typed).length > 0 || released.size > 0,
    save: () => save(sheet, document),
    saveText: sheet.say("save"),
    of: document.id,
  });
};

/** @type {(values: Values, name: string) => Values} */
const without = (values, name) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => field !== name));

/** The fields of a sheet; what is named by ways of moving is shown in their words. @param {SystemEntry} system */
const sheetFields = ({ character, modes }) => {
  const words = Object.fromEntries(modes.map(({ id, label }) => [id, label.text]));
  return fieldsOf(character).map((field) => (field.kind === "map" ? { ...field, words } : field));
};

/** What fields are called. @type {(system: SystemEntry, names: readonly string[]) => string} */
export const titlesOf = (system, names) => {
  const fields = fieldsOf(system.character);
  return names.map((name) => fields.find((field) => field.name === name)?.title ?? name).join(", ");
};
