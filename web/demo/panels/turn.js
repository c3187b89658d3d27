/**
 * The turn of the selected token: what is left of it, what weighs on it, what was done, and what can be done now.
 *
 * @import { Allowance, Counter, StateValue, Token } from "../../core/protocol.js"
 * @import { OpenSheet } from "../../core/turn-summary.js"
 * @import { AppState } from "../app-state.js"
 * @import { Table } from "../table.js"
 * @import { Edit } from "./sheet.js"
 */

import { html, nothing, svg } from "lit";
import { control } from "../../core/form.js";
import { fieldOf, fieldsOf } from "../../core/form-schema.js";
import { gmActs } from "../../core/gm-acts.js";
import { insteadOfLength } from "../../core/headline.js";
import { capital, distance, leftOf, problemText, spentOf } from "../../core/texts.js";
import { assumedLine } from "../../core/turn-summary.js";
import { word } from "../../core/words.js";
import { entryOf, isPushed, nameOf, systemOf, unitOf } from "../app-state.js";
import { icon } from "../icons.js";
import { say, whose } from "../language.js";
import { counterValue, labelOf } from "../turn-words.js";
import { actsMenu, clockLines } from "./acts.js";
import { modifierText } from "./plan.js";
import { ruleChip } from "./rule-card.js";
import { rulingLines } from "./rulings.js";

/**
 * What can be done at any time, below all panels. A button that is shut for a moment keeps the focus.
 *
 * @type {(state: AppState, table: Table) => unknown}
 */
export const turnBar = (state, table) => {
  const standing = state.standings[state.game.selected];
  const newest = standing?.commits.at(-1);
  const isShut = !standing || state.busy;
  const { undoable } = state;
  const isUndoShut = isShut || (undoable === null && !newest);
  const isOwn = undoable === null || undoable === state.game.selected;
  return html`
    <div class="actions" role="group" aria-label=${say("turn.of", whose(nameOf(state, state.game.selected)))}>
      <button type="button" class="button" data-testid="act" popovertarget=${isShut ? nothing : "acts"} aria-disabled=${isShut}>${icon("act")}${say("turn.act")}</button>
      <button type="button" class="button" data-testid="end-turn" aria-disabled=${isShut} @click=${() => isShut || table.endTurn()}>
        ${icon("end")}${say("turn.end")}
      </button>
      <button
        type="button"
        class="button"
        data-testid="undo"
        aria-disabled=${isUndoShut}
        title=${isOwn ? (newest ? say("turn.undoWhat", { what: labelOf(newest) }) : say("turn.undoNothing")) : undoable === "" ? say("turn.undoChange") : say("turn.undoOther", { name: nameOf(state, undoable) })}
        @click=${() => isUndoShut || table.undo()}
      >
        ${icon("undo")}${say("turn.undo")}
      </button>
    </div>
    ${actsMenu(state, table)}
  `;
};

/** @type {(state: AppState, table: Table, edit: Edit, openSheet: OpenSheet) => unknown} */
export const turnPanel = (state, table, edit, openSheet) => {
  const {
    problem,
    game: { selected },
  } = state;
  const standing = state.standings[selected];
  return html`
    <section class="panel turn" data-testid="ledger" aria-labelledby="turn-title">
      <header class="panel-head">
        <h2 id="turn-title">${say("turn.of", whose(nameOf(state, selected)))}</h2>
        ${(standing?.statuses ?? []).map(({ label, rule }) => html`<span class="badge" data-rule-card=${rule}>${label.text}</span>`)}
      </header>
      ${standing ? standingBody(state, standing, table, openSheet) : html`<p class="muted">${problem ? problemText(problem) : say("rulesLoading")}</p>`}
      ${clockLines(state, table)} ${toggles(state, edit)}
      ${standing ? html`<div class="gm">${gmPart(state, table)}</div>` : nothing}
    </section>
  `;
};

/** @type {(state: AppState, standing: StateValue, table: Table, openSheet: OpenSheet) => unknown} */
const standingBody = (state, standing, table, openSheet) => html`
  ${assumedLine(standing, openSheet)}
  ${standing.pending ? pendingLine(standing.pending) : nothing}
  ${isRolled(state) ? nothing : rulingLines(state, state.game.selected, table)}
  ${
    standing.hazards.length > 0
      ? html`<ul class="prompts">
          ${standing.hazards.map(({ rule, label }) => html`<li>${icon("warning")}<span>${label.text}</span>${ruleChip(rule)}</li>`)}
        </ul>`
      : nothing
  }
  <ul class="allowances">${standing.allowances.map((allowance) => allowanceLine(standing, allowance, unitOf(state)))}</ul>
  ${
    standing.modifiers.length > 0
      ? html`<h3>${word("summary.inForce")}</h3>
          <ul class="modifiers">
            ${standing.modifiers.map((modifier) => html`<li><span>${modifierText(modifier, nameOf(state, state.game.selected))}</span>${ruleChip(modifier.rule)}</li>`)}
          </ul>`
      : nothing
  }
  ${standing.counters.length > 0 ? counterLists(standing.counters, unitOf(state)) : nothing}
  ${commitList(standing)}
  ${
    standing.commits.some((commit) => commit.in_turn)
      ? html`<button type="button" class="button small" data-testid="to-start" ?disabled=${state.busy} @click=${table.backToStart}>${icon("undo")}${word("toStart")}</button>`
      : nothing
  }
  ${standing.checks.length > 0 ? freeChecks(state, standing, table) : nothing}
`;

/** Whether what was just rolled is shown: with it stands what is asked then. @param {AppState} state */
const isRolled = ({ check, game }) => check?.token === game.selected && check.rolls.length > 0;

/** @type {(state: AppState, table: Table) => unknown} */
const gmPart = (state, { turnPushing, give }) => {
  const { selected } = state.game;
  return gmActs({
    ...{ id: "give", name: nameOf(state, selected), unit: unitOf(state) },
    ...{ isPushing: isPushed(state, selected), onPush: turnPushing, onGive: give },
  });
};

/** @type {(standing: StateValue, allowance: Allowance, unit: string) => unknown} */
const allowanceLine = (standing, allowance, unit) => {
  const { limit, used, left, label, rule, vertical } = allowance;
  const rest = left === null ? nothing : html`<span class="muted">${leftOf(left, unit)}</span>`;
  return html`
    <li>
      <p class="allowance-head">
        <span>${label.text} ${ruleChip(rule)}</span>
        <span class="allowance-figures"
          >${limit === null && used === 0 ? html`<span class="muted">${word(insteadOfLength(standing))}</span>` : spentOf(allowance, unit)}
          ${vertical ? html`<span class="muted">${word("summary.up", { height: distance(vertical, unit) })}</span>` : rest}</span
        >
      </p>
      ${limit === null ? nothing : bar(used, limit)}
    </li>
  `;
};

/** @type {(used: number, limit: number) => unknown} */
const bar = (used, limit) => html`
  <svg class="bar" viewBox="0 0 ${Math.max(limit, 1e-6)} 1" preserveAspectRatio="none" aria-hidden="true">
    ${svg`<rect width=${Math.min(used, limit)} height="1" />`}
  </svg>
`;

/** @param {NonNullable<StateValue["pending"]>} pending */
const pendingLine = ({ check }) =>
  check
    ? html`<p class="pending">
        ${icon("die")}<span>${say("turn.waits")} <b>${check.label.text}</b>: ${check.needed_text.text}</span>
      </p>`
    : nothing;

/** Rolls that need no move. @type {(state: AppState, standing: StateValue, table: Table) => unknown} */
const freeChecks = (state, { checks }, table) => html`
  <h3>${say("turn.rolls")}</h3>
  <div class="free-checks">
    ${checks.map(
      ({ id, label }) => html`
        <button type="button" class="button small" data-testid=${`free-${id}`} ?disabled=${state.busy} @click=${() => table.offerCheck(state.game.selected, id)}>
          ${icon("die")}${capital(label.text)}
        </button>
      `,
    )}
  </div>
`;

const MANY_COUNTERS = 8;

/** Where there are many, those at rest stand behind the others. @type {(counters: Counter[], unit: string) => unknown} */
const counterLists = (counters, unit) => {
  const counterLine = (/** @type {Counter} */ counter) => counterText(counter, unit);
  const isAtRest = (/** @type {Counter} */ { value }) => value === 0 || value === false || value === null;
  const resting = counters.length > MANY_COUNTERS ? counters.filter(isAtRest) : [];
  const moving = counters.filter((counter) => !resting.includes(counter));
  return html`
    ${moving.length > 0 ? html`<dl class="counters">${moving.map(counterLine)}</dl>` : nothing}
    ${
      resting.length > 0
        ? html`<details class="counters-more">
            <summary>${say("turn.resting", { count: resting.length })}</summary>
            <dl class="counters">${resting.map(counterLine)}</dl>
          </details>`
        : nothing
    }
  `;
};

/** @type {(counter: Counter, unit: string) => unknown} */
const counterText = (counter, unit) =>
  html`<div><dt>${counter.label.text}</dt><dd>${counterValue(counter, unit)}</dd></div>`;

/** @param {StateValue} standing */
const commitList = ({ commits }) => html`
  <h3>${word("summary.done")}</h3>
  ${
    commits.length === 0
      ? html`<p class="muted">${word("summary.nothing")}</p>`
      : html`<ol class="commits">
          ${commits.map(
            (commit) =>
              html`<li value=${commit.number} title=${commit.refusal?.text ?? nothing}>
                ${commit.labels.map(({ text }, index) => html`<p>${capital(text)} ${ruleChip(commit.rules[index])}</p>`)}
              </li>`,
          )}
        </ol>`
  }
`;

/** The fields of the character, the clock and the GM that change in the middle of a turn. @type {(state: AppState, edit: Edit) => unknown} */
const toggles = (state, edit) => {
  const { game } = state;
  const system = systemOf(state);
  if (!system) return nothing;
  const quick = fieldsOf(system.character).filter(({ name }) => game.quick.includes(name));
  const character = game.characters[game.selected] ?? {};
  return html`
    <h3>${say("turn.now")}</h3>
    <div class="toggles">
      ${quick.map((field) =>
        control({
          id: `now-${field.name}`,
          field: { ...field, description: "" },
          value: character[field.name] ?? field.initial,
          entry: entryOf(state, `character.${game.selected}.${field.name}`, `mover.character.${field.name}`),
          onChange: (value) => edit.character(game.selected, field.name, value),
        }),
      )}
      ${fieldsOf(system.circumstances).map((field) =>
        control({
          id: `gm-${field.name}`,
          field: { ...field, description: "" },
          value: game.circumstances[field.name] ?? field.initial,
          tokens: othersThan(game.selected, game.scene.tokens),
          entry: entryOf(state, `circumstances.${field.name}`, `circumstances.${field.name}`),
          onChange: (value) => edit.circumstance(field.name, value),
        }),
      )}
      ${control({
        id: "now-in-combat",
        field: { ...IN_COMBAT, title: say("turn.inCombat") },
        value: game.in_combat,
        entry: state.entries.in_combat,
        onChange: (value) => edit.inCombat(value === true),
      })}
    </div>
  `;
};

/** @type {(token: string, tokens: Token[]) => Token[]} */
const othersThan = (token, tokens) => tokens.filter(({ id }) => id !== token);

const IN_COMBAT = fieldOf("in_combat", { type: "boolean", default: true });
