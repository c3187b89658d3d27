/**
 * What a token can do besides moving, and the scopes of the clock: both as the core describes them.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { ActEntry, ScopeEntry } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Fields } from "../game.js"
 * @import { Table } from "../table.js"
 */

import { html, nothing } from "lit";
import { actsOf } from "../../core/acts.js";
import { control } from "../../core/form.js";
import { fieldsOf, numberOr, valueAtFirst, valuesOf } from "../../core/form-schema.js";
import { ACTION } from "../acts.js";
import { systemOf } from "../app-state.js";
import { say } from "../language.js";

/**
 * The menu behind the Act button: every act of the system, those with options as a form; last those that the rules
 * refuse now. Where the system names none, there is the Action.
 *
 * @type {(state: AppState, table: Table) => unknown}
 */
export const actsMenu = (state, table) => {
  const system = systemOf(state);
  const { now, later } = actsOf(system, state.standings[state.game.selected]);
  const offered = system?.acts.length ? now : [theAction(state)];
  const isOnly = offered.length + later.length === 1;
  return html`
    <div id="acts" popover class="menu acts" data-testid="acts" aria-label=${say("acts")}>
      ${offered.map((act) => actLine(state, act, table, isOnly))}
      ${later.length > 0 ? html`<p class="acts-later">${say("acts.later")}</p>` : nothing}
      ${later.map((act) => actLine(state, act, table, isOnly))}
    </div>
  `;
};

/** The Action of a system that says no more of it. @type {(state: AppState) => ActEntry} */
const theAction = (state) => ({
  id: ACTION,
  rule: ruleOf(state, "CON-08")?.number ?? "",
  label: { key: "", params: {}, text: say("acts.action") },
  options: {
    type: "object",
    properties: {
      saved: { type: "integer", minimum: 0, maximum: 20, default: 0, title: say("acts.saved") },
      reaction: { type: "boolean", default: false, title: say("acts.reaction") },
    },
  },
});

/** @type {(state: AppState, rule: string) => import("../../core/protocol.js").RuleEntry | undefined} */
const ruleOf = (state, rule) => systemOf(state)?.rules.find(({ number }) => number === rule);

/** @type {(state: AppState, act: ActEntry, table: Table, isOnly: boolean) => unknown} */
const actLine = (state, act, table, isOnly) => {
  const form = `act.${act.id}`;
  const fields = fieldsOf(act.options);
  const typed = state.drafts[form] ?? {};
  const name = html`<span>${act.label.text}${fields.length > 0 ? "\u2026" : ""}</span><span class="acts-rule">${act.rule}</span>`;
  const doIt = (/** @type {string} */ id, /** @type {unknown} */ text) => html`
    <button
      type="button"
      class=${fields.length === 0 ? "" : "acts-do"}
      data-testid=${id}
      popovertarget="acts"
      popovertargetaction="hide"
      @click=${(/** @type {Event} */ event) => {
        const opened = /** @type {Element} */ (event.target).closest("details");
        if (opened) opened.open = isOnly;
        table.did(act.id, valuesOf(fields, typed));
        table.draft(form, {});
      }}
    >
      ${text}
    </button>
  `;
  if (fields.length === 0) return doIt(`act-${act.id}`, name);
  return html`
    <details name="acts" ?open=${isOnly}>
      <summary data-testid=${`act-${act.id}`}>${name}</summary>
      <div class="acts-form">
        <p class="muted small-print">${ruleOf(state, act.rule)?.sentence}</p>
        ${fields.map((field) => draftField(form, field, typed, table))} ${doIt(`do-${act.id}`, say("acts.do"))}
      </div>
    </details>
  `;
};

/** @type {(form: string, field: Field, typed: Fields, table: Table) => unknown} */
const draftField = (form, field, typed, table) =>
  control({
    id: `${form}.${field.name}`,
    field,
    value: typed[field.name] ?? valueAtFirst(field),
    onChange: (value) => table.draft(form, { ...typed, [field.name]: value }),
  });

/**
 * The scopes that come several times within an outer one, each with what begins it anew.
 *
 * @type {(state: AppState, table: Table) => unknown}
 */
export const clockLines = (state, table) => {
  const inner = innerScopes(systemOf(state)?.clock.scopes ?? []);
  return inner.length === 0
    ? nothing
    : html`<div class="clock">${inner.map((scope) => scopeLine(state, scope, table))}</div>`;
};

/** A scope that clears no more than one before it lies within that one. @type {(scopes: ScopeEntry[]) => ScopeEntry[]} */
const innerScopes = (scopes) =>
  scopes.filter((scope, index) =>
    scopes.slice(0, index).some(({ clears }) => scope.clears.every((field) => clears.includes(field))),
  );

/** @type {(state: AppState, scope: ScopeEntry, table: Table) => unknown} */
const scopeLine = (state, scope, table) => {
  const form = `begin.${scope.id}`;
  const typed = state.drafts[form] ?? {};
  const number = numberOr(typed.number) ?? numberOf(state, scope) + 1;
  const of = numberOr(typed.of);
  const acts = typed.acts !== false;
  const keep = (/** @type {Fields} */ change) => table.draft(form, { ...typed, ...change });
  return html`
    <p class="clock-name">${say("clock.next", { scope: scope.label.text })}</p>
    <div class="clock-line" data-testid=${`clock-${scope.id}`}>
      ${
        scope.counted
          ? html`
              <label class="clock-count">${say("clock.number")} ${count(number, "number", 1, (value) => keep({ number: value }))}</label>
              <label class="clock-count">${say("clock.of")} ${count(of, "of", null, (value) => keep({ of: value }))}</label>
            `
          : nothing
      }
      <label class="clock-acts">
        <input
          type="checkbox"
          .checked=${acts}
          @change=${(/** @type {Event} */ event) => keep({ acts: /** @type {HTMLInputElement} */ (event.target).checked })}
        />
        ${say("clock.acts")}
      </label>
      <button
        type="button"
        class="button small"
        data-testid=${`begin-${scope.id}`}
        ?disabled=${state.busy}
        @click=${() => {
          table.beginAnew(scope.id, scope.counted ? { number, of, acts } : { acts });
          table.draft(form, { of });
        }}
      >
        ${say("clock.begin")}
      </button>
    </div>
  `;
};

/** @type {(value: unknown, name: string, empty: number | null, onChange: (value: number | null) => void) => unknown} */
const count = (value, name, empty, onChange) => html`
  <input
    type="number"
    name=${name}
    min="1"
    max="1000"
    step="1"
    placeholder="–"
    .value=${value === null ? "" : String(value)}
    @change=${(/** @type {Event} */ event) => {
      const typed = Number(/** @type {HTMLInputElement} */ (event.target).value);
      onChange(Number.isInteger(typed) && typed > 0 ? typed : empty);
    }}
  />
`;

/** Which of these it is now, by the counter of the same name. @type {(state: AppState, scope: ScopeEntry) => number} */
const numberOf = (state, scope) => {
  const counters = state.standings[state.game.selected]?.counters ?? [];
  const now = counters.find(({ label }) => label.text === scope.label.text)?.value;
  return typeof now === "number" ? now : 0;
};
