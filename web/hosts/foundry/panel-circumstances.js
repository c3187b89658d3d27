/**
 * What the GM says of the selected token's moves, as a form: kept once the rules take it.
 *
 * @import { Entry, Token } from "../../core/form.js"
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { PanelPorts } from "./panel.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{[field: string]: unknown}} Values
 *
 * @typedef {object} Circumstances  What the GM says of a token's moves.
 * @property {(document: TokenDocument) => Values} own
 * @property {(document: TokenDocument) => readonly Token[]} others  on the map
 * @property {(document: TokenDocument, values: Values) => Promise<Problem | null>} check
 * @property {(document: TokenDocument, field: string, value: unknown) => Promise<unknown>} keep
 */

import { html, nothing } from "lit";
import { circumstanceFields } from "../../core/circumstances-form.js";
import { word } from "../../core/words.js";

/** @param {Pick<PanelPorts, "circumstances" | "redraw">} ports */
export const createPanelCircumstances = (ports) => {
  const { redraw } = ports;
  /** What is typed into circumstances and not kept, by token and field. @type {{[field: string]: Entry}} */
  let unkept = {};

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
          <summary data-open="circumstances">${word("circumstances")}</summary>
          <div class="footwork-options">
            ${circumstanceFields({
              id: "footwork-circumstances",
              schema: system.circumstances,
              values: ports.circumstances.own(document),
              tokens: ports.circumstances.others(document),
              entry: (field) => unkept[`${document.id}.${field}`],
              onChange: (field, value) => setCircumstance(document, field, value),
            })}
          </div>
        </details>
      </section>
    `;
  };

  return circumstances;
};
