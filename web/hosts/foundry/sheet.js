/**
 * The sheet of a token for the rules: each field with its value and where that comes from, to be set for this module.
 *
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Charted } from "./characters.js"
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
 * @property {() => import("../../core/form.js").FormWords} formWords
 * @property {() => void} redraw
 */

import { html, nothing } from "lit";
import { fieldsOf } from "../../core/form-schema.js";
import { EMPTY, fieldLine, formFrame, problemAt, refusedLine } from "./fields.js";

const FORM = "sheet";

/** @param {SheetPorts} ports */
export const createSheet = (ports) => {
  let draft = EMPTY;
  /** Fields that are no longer to be set here. @type {ReadonlySet<string>} */
  let released = new Set();
  let shownFor = "";

  const forget = () => {
    draft = EMPTY;
    released = new Set();
  };

  /** @type {(document: TokenDocument) => Values} */
  const wanted = (document) => {
    const own = Object.entries({ ...ports.own(document), ...draft.typed });
    return Object.fromEntries(own.filter(([field]) => !released.has(field)));
  };

  /** @type {(document: TokenDocument) => Promise<void>} */
  const save = async (document) => {
    const values = wanted(document);
    const { values: told } = ports.chart(document);
    const rest = Object.entries(told).filter(([field]) => !(field in ports.own(document)));
    const problem = await ports.check(document, { ...Object.fromEntries(rest), ...values });
    if (problem) draft = { ...draft, problem };
    else {
      await ports.keep(document, values);
      forget();
    }
    ports.redraw();
  };

  /** @type {(field: import("../../core/form-schema.js").Field, chart: Charted) => unknown} */
  const line = (field, { values, sources }) => {
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
      words: ports.formWords(),
      onChange: (next) => {
        released = new Set([...released].filter((one) => one !== name));
        draft = { typed: { ...draft.typed, [name]: next }, problem: null };
        ports.redraw();
      },
      below: html`
        <p class="footwork-source" data-origin=${origin}>
          <span>${ports.say(`sheet.from.${origin}`, { path: source?.path ?? "" })}</span>
          ${
            isOwn
              ? html`<button
                  type="button"
                  class="footwork-link"
                  aria-label=${ports.say("sheet.releaseOf", { title: field.title })}
                  @click=${() => {
                    released = new Set([...released, name]);
                    draft = { typed: without(draft.typed, name), problem: null };
                    ports.redraw();
                  }}
                >
                  ${ports.say("sheet.release")}
                </button>`
              : nothing
          }
        </p>
      `,
      isChanged: isTyped || isReleased,
    });
  };

  const template = () => {
    const [system, document] = [ports.system(), ports.token()];
    if (!system) return html`<p class="footwork-empty">${ports.say("houseRules.none")}</p>`;
    if (!document) return html`<p class="footwork-empty">${ports.say("sheet.nobody")}</p>`;
    if (shownFor !== document.id) forget();
    shownFor = document.id;
    const chart = ports.chart(document);
    return formFrame({
      above: html`
        <header class="footwork-head">
          <h2>${document.name}</h2>
          <p>${ports.say("sheet.rules", { rules: system.title, unit: system.unit })}</p>
        </header>
        ${chart.missing.length > 0 ? html`<p class="footwork-refused">${ports.say("sheet.missing", { fields: titlesOf(system, chart.missing) })}</p>` : nothing}
      `,
      body: sheetFields(system).map((field) => line(field, chart)),
      below: refusedLine(draft.problem, ports.say("houseRules.refused")),
      isTyped: Object.keys(draft.typed).length > 0 || released.size > 0,
      save: () => save(document),
      saveText: ports.say("save"),
      of: document.id,
    });
  };

  return { template, opened: forget };
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
