/**
 * The acts of the selected token as buttons, those with options as forms, and the rolls that need no path.
 *
 * @import { ApplyRequest, StateValue, SystemEntry, Text } from "../../core/protocol.js"
 * @import { PanelPorts } from "./panel.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {NonNullable<ApplyRequest["commit"]>["events"][number]} Event
 *
 * @typedef {object} Work  What the panel does at the moment.
 * @property {() => boolean} isBusy
 * @property {(work: () => Promise<unknown>) => Promise<void>} busily
 */

import { html, nothing } from "lit";
import { actsOf } from "../../core/acts.js";
import { control } from "../../core/form.js";
import { fieldsOf, valuesOf } from "../../core/form-schema.js";
import { isOutOfTurn } from "./rights.js";

/** What every game has that has no acts of its own: the Action. */
const ACTION = { kind: /** @type {const} */ ("acted") };

/** @param {Pick<PanelPorts, "say" | "words" | "happens" | "roll" | "redraw"> & Work} ports */
export const createPanelActs = (ports) => {
  const { say, words, redraw, isBusy, busily } = ports;
  /** What is typed into the options of acts, by token and act. @type {{[act: string]: {[field: string]: unknown}}} */
  let typed = {};

  /** @type {(document: TokenDocument, system: SystemEntry, state: StateValue) => unknown} */
  const actList = (document, system, state) => {
    if (!document.isOwner) return nothing;
    const { now, later } = actsOf(system, state);
    const lines = (/** @type {SystemEntry["acts"]} */ acts) =>
      acts.map((act) => actLine(document, act, state.refused?.[act.id]));
    return html`
      <section>
        <h3>${say("panel.acts")}</h3>
        ${isOutOfTurn(document) ? html`<p class="footwork-note">${say("panel.notItsTurn", { name: document.name })}</p>` : nothing}
        <div class="footwork-acts">
          ${
            system.acts.length > 0
              ? lines(now)
              : html`<button type="button" data-act="acted" ?disabled=${isBusy()} @click=${() => busily(() => ports.happens(document, ACTION))}>${say("panel.acted")}</button>`
          }
          ${state.checks.map(
            ({
              id,
              label,
            }) => html`<button type="button" data-check=${id} ?disabled=${isBusy()} @click=${() => busily(() => ports.roll(document, id))}>
              ${say("panel.rollFor", { check: words.told(label) })}
            </button>`,
          )}
        </div>
        ${
          later.length > 0
            ? html`<details class="footwork-later">
                <summary data-open="later">${say("panel.actsLater")}</summary>
                <div class="footwork-acts">${lines(later)}</div>
              </details>`
            : nothing
        }
      </section>
    `;
  };

  /** @type {(document: TokenDocument, act: SystemEntry["acts"][number], refusal: Text | undefined) => unknown} */
  const actLine = (document, act, refusal) => {
    const key = `${document.id} ${act.id}`;
    const fields = fieldsOf(act.options);
    const options = valuesOf(fields, typed[key] ?? {});
    const doIt = (/** @type {unknown} */ text) => html`
      <button
        type="button"
        data-act=${act.id}
        title=${refusal ? words.told(refusal) : nothing}
        ?disabled=${isBusy()}
        @click=${() =>
          busily(async () => {
            const event = { kind: /** @type {const} */ ("did"), act: act.id, options };
            if (await ports.happens(document, /** @type {Event} */ (event))) typed = { ...typed, [key]: {} };
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
              onChange: (value) => {
                typed = { ...typed, [key]: { ...typed[key], [field.name]: value } };
                redraw();
              },
            }),
          )}
          ${doIt(say("panel.doIt"))}
        </div>
      </details>
    `;
  };

  return actList;
};
