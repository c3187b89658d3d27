/**
 * Where each field of the rules' sheet stands on the actors of this world: a path per field, tried at once.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: string}} Paths
 *
 * @typedef {object} MapperPorts
 * @property {() => SystemEntry | null} system
 * @property {() => TokenDocument | null} token  whose actor the paths are tried with
 * @property {() => Paths} kept
 * @property {(paths: Paths) => Promise<unknown>} keep
 * @property {() => boolean} isReadable  whether this module knows the sheets of the game system anyway
 * @property {(document: TokenDocument, character: {[field: string]: unknown}) => Promise<Problem | null>} check
 * @property {(problem: Problem) => string} problemText
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 */

import { html, nothing } from "lit";
import { fieldsOf } from "../../core/form-schema.js";
import { atPath, fitted } from "./characters.js";
import { formFrame } from "./fields.js";

/** @param {MapperPorts} ports */
export const createSheetMapper = (ports) => {
  /** @type {Paths} */
  let typed = {};
  /** What the rules said of what a path led to; by path, field and token. @type {Map<string, string>} */
  const said = new Map();

  /** What a path leads to with the selected token. @type {(field: Field, path: string) => {text: string, isGood: boolean} | null} */
  const tried = (field, path) => {
    if (path.trim() === "") return null;
    const document = ports.token();
    if (!document?.actor) return { text: ports.say("mapper.nobody"), isGood: false };
    const found = atPath(document.actor, path);
    if (found === undefined || found === null) return { text: ports.say("mapper.nothing"), isGood: false };
    if (typeof found === "object") return { text: ports.say("mapper.whole"), isGood: false };
    const value = fitted(found, field);
    const key = JSON.stringify([field.name, path, document.id, value]);
    const problem = said.get(key);
    if (problem === undefined) ask(document, field, value, key);
    if (problem) return { text: problem, isGood: false };
    return { text: ports.say("mapper.found", { value: String(value), name: document.name }), isGood: true };
  };

  /** @type {(document: TokenDocument, field: Field, value: unknown, key: string) => Promise<void>} */
  const ask = async (document, field, value, key) => {
    said.set(key, "");
    const problem = await ports.check(document, { [field.name]: value });
    if (!problem) return;
    said.set(key, ports.problemText(problem));
    ports.redraw();
  };

  const save = async () => {
    const paths = Object.entries({ ...ports.kept(), ...typed }).map(([field, path]) => [field, path.trim()]);
    await ports.keep(Object.fromEntries(paths.filter(([, path]) => path !== "")));
    typed = {};
    ports.redraw();
  };

  /** @param {Field} field */
  const line = (field) => {
    const { name, title, description } = field;
    const path = typed[name] ?? ports.kept()[name] ?? "";
    const outcome = tried(field, path);
    const id = `footwork-path-${name}`;
    return html`
      <div class="footwork-line" ?data-changed=${name in typed}>
        <div class="field" data-field=${name} data-wide>
          <div class="field-line">
            <label for=${id}>${title}</label>
            <input
              type="text"
              id=${id}
              placeholder=${ports.say("mapper.placeholder")}
              spellcheck="false"
              aria-describedby=${`${id}-found`}
              .value=${path}
              @input=${(/** @type {Event} */ event) => {
                typed = { ...typed, [name]: /** @type {HTMLInputElement} */ (event.target).value };
                ports.redraw();
              }}
            />
          </div>
          ${description ? html`<p class="field-hint">${description}</p>` : nothing}
          <p class="footwork-tried" id=${`${id}-found`} role="status" data-good=${outcome ? String(outcome.isGood) : "none"}>${outcome?.text ?? ""}</p>
        </div>
      </div>
    `;
  };

  const template = () => {
    const system = ports.system();
    if (!system) return html`<p class="footwork-empty">${ports.say("houseRules.none")}</p>`;
    const document = ports.token();
    return formFrame({
      above: html`
        <header class="footwork-head">
          <p>${ports.say(ports.isReadable() ? "mapper.known" : "mapper.intro")}</p>
          <p>${document ? ports.say("mapper.with", { name: document.name }) : ports.say("mapper.nobody")}</p>
        </header>
      `,
      body: fieldsOf(system.character).map(line),
      isTyped: Object.keys(typed).length > 0,
      save,
      saveText: ports.say("save"),
    });
  };

  return {
    template,
    opened: () => {
      typed = {};
    },
  };
};
