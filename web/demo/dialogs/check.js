/**
 * The dialog of a check: its odds, the roll, and what came of it. The board stays usable beside it.
 *
 * @import { Check, Odds, ReactionOffer, RollResult } from "../../core/protocol.js"
 * @import { AppState } from "../app-state.js"
 * @import { Store } from "../store.js"
 * @import { Table } from "../table.js"
 *
 * @typedef {object} CheckDialogSettings
 * @property {HTMLDialogElement} dialog
 * @property {Store<AppState>} store
 * @property {Table} table
 * @property {() => number} nextSeed
 * @property {() => void} focusToken
 *
 * @typedef {CheckDialogSettings & {typed: string, isWrong: boolean, hasTen: boolean}} CheckDialog
 *   isWrong: what was typed is no roll; hasTen: whether the dice of the check are d10; they are drawn as what they are
 */

import { html, nothing, render, svg } from "lit";
import { distance, number, percent } from "../../core/texts.js";
import { nameOf, systemOf, unitOf } from "../app-state.js";
import { icon } from "../icons.js";
import { say } from "../language.js";
import { ruleChip } from "../panels/rule-card.js";
import { rulingLines } from "../panels/rulings.js";
import { keepOpen } from "./docked.js";

/** As long as `dialogs.css` has dice tumble. */
const TUMBLE_MILLIS = 600;

/** Wait while dice tumble; people who asked for less motion see them lie at once. @returns {Promise<void>} */
export const tumble = () =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve, TUMBLE_MILLIS));

/** @param {CheckDialogSettings} settings */
export const createCheckDialog = (settings) => {
  /** @type {CheckDialog} */
  const dialog = { ...settings, typed: "", isWrong: false, hasTen: true };
  settings.store.subscribe((now, before) => {
    const isOther =
      now.check !== before.check ||
      now.standings !== before.standings ||
      now.busy !== before.busy ||
      now.drafts !== before.drafts;
    if (isOther) draw(dialog);
  });
  draw(dialog);
};

/** @param {CheckDialog} dialog */
const draw = (dialog) => {
  const { dialog: element, store, focusToken } = dialog;
  const state = store.get();
  const open = state.check;
  const pending = open && state.standings[open.token]?.pending;
  const free = open && freeCheck(state, open);
  if (!open || open.rolls.length > 0) dialog.isWrong = false;
  if (!open || (!pending && !free && open.rolls.length === 0)) {
    render(nothing, element);
    keepOpen(element, null, focusToken);
    return;
  }
  const { token, rolls } = open;
  if (rolls.length > 0) render(resultView(dialog, state, token, rolls, Boolean(pending)), element);
  else if (free) render(checkView(dialog, state, token, free, true), element);
  else if (pending?.check) render(checkView(dialog, state, token, pending.check, false), element);
  else if (pending?.reaction) render(reactionView(dialog, state, token, pending.reaction), element);
  const waitsFor = free?.id ?? pending?.check?.id ?? pending?.reaction?.id ?? "";
  keepOpen(element, [token, waitsFor, ...rolls.map(({ check }) => check)].join(" "), focusToken);
};

/** @type {(dialog: CheckDialog, token: string, check: Check, event: SubmitEvent) => void} */
const submit = (dialog, token, check, event) => {
  const { table, nextSeed } = dialog;
  event.preventDefault();
  const values = new FormData(/** @type {HTMLFormElement} */ (event.target));
  const difficulty = Number(values.get("difficulty"));
  const own = difficulty && difficulty !== check.difficulty ? { difficulty } : {};
  const pressed = event.submitter?.getAttribute("value");
  if (pressed === "typed") {
    const roll = typedRoll(String(values.get("typed")), String(values.get("typed-as")));
    dialog.isWrong = !roll;
    if (!roll) draw(dialog);
    else table.roll(token, { check: check.id, ...roll, ...own });
    return;
  }
  const wanted = String(values.get("seed") ?? "").trim();
  if (wanted === "") table.roll(token, { check: check.id, seed: nextSeed(), ...own }, check);
  else table.roll(token, { check: check.id, seed: Math.abs(Math.trunc(Number(wanted))) || 0, ...own });
};

/** @type {(dialog: CheckDialog, state: AppState, token: string, check: Check, isFree: boolean) => unknown} */
const checkView = (dialog, state, token, check, isFree) => {
  dialog.hasTen = !/[dW]6|\d[DW]\b/.test(check.dice.text);
  return html`
    <form @submit=${(/** @type {SubmitEvent} */ event) => submit(dialog, token, check, event)}>
      <header class="dialog-head">
        <span class="dialog-icon">${icon("die")}</span>
        <div>
          <h2 id="check-title">${check.label.text}</h2>
          <p class="muted">${say("check.rolls", { name: nameOf(state, token), dice: check.dice.text })} ${ruleChip(check.rule)}</p>
        </div>
        ${
          isFree && check.chance === 1
            ? nothing // whatever comes of it is good for something
            : html`<p class="dialog-chance"><b data-testid="check-chance">${percent(check.chance)}</b><span>${check.needed_text.text}</span></p>`
        }
      </header>
      ${oddsChart(check, unitOf(state), words(state).result)}
      ${check.alternatives?.length ? html`<p class="muted small-print">${check.alternatives.map(({ text }) => text).join(" ")}</p>` : nothing}
      <div class="dialog-actions">
        <button type="submit" class="button primary" value="here" data-testid="roll-here" data-focus ?disabled=${state.busy}>
          ${icon("die")}${say("check.here")}
        </button>
        <button type="button" class="button" data-testid="roll-cancel" ?disabled=${state.busy} @click=${() => dialog.table.cancelCheck(token)}>
          ${say(isFree ? "check.notNow" : "check.cancel")}
        </button>
      </div>
      ${ownDice(dialog, state, check)}
    </form>
  `;
};

/** Dice thrown at the table, a seed, another difficulty. @type {(dialog: CheckDialog, state: AppState, check: Check) => unknown} */
const ownDice = (dialog, state, check) => html`
  <details class="dialog-more">
    <summary>${say("check.more")}</summary>
    <div class="dialog-grid">
      <label for="check-typed">${say("check.dice")}</label>
      <span class="joined">
        <input
          id="check-typed"
          name="typed"
          data-testid="roll-faces"
          autocomplete="off"
          inputmode="text"
          placeholder="2 6 10 8"
          aria-invalid=${dialog.isWrong}
          aria-describedby=${dialog.isWrong ? "check-typed-error" : nothing}
          .value=${dialog.typed}
          @input=${(/** @type {Event} */ event) => {
            dialog.typed = /** @type {HTMLInputElement} */ (event.target).value;
            dialog.isWrong = false;
            draw(dialog);
          }}
        />
        <select name="typed-as" aria-label=${say("check.typed")} data-testid="roll-typed-as">
          <option value="faces">${say("check.faces")}</option>
          <option value="result">${say("check.result")}</option>
        </select>
        <button type="submit" class="button" value="typed" data-testid="roll-typed" ?disabled=${state.busy}>${say("check.use")}</button>
      </span>
      ${dialog.isWrong ? html`<p class="field-error" role="alert" id="check-typed-error">${say("check.typeDice")}</p>` : nothing}
      <label for="check-seed">${say("check.seed")}</label>
      <input id="check-seed" name="seed" type="number" min="0" step="1" placeholder=${say("check.byChance")} data-testid="roll-seed" />
      <label for="check-keeps">${say("check.keeps")}</label>
      <input
        id="check-keeps"
        type="checkbox"
        class="switch"
        role="switch"
        data-testid="keeps-dice"
        .checked=${state.game.keepsDice}
        @change=${(/** @type {Event} */ event) => dialog.table.keepDice(/** @type {HTMLInputElement} */ (event.target).checked)}
      />
      <label for="check-difficulty">${words(state).target}</label>
      <input id="check-difficulty" name="difficulty" type="number" step="1" .value=${String(check.difficulty)} data-testid="roll-difficulty" />
    </div>
  </details>
`;

/** @type {(dialog: CheckDialog, state: AppState, token: string, reaction: ReactionOffer) => unknown} */
const reactionView = ({ table }, state, token, { id, rule, label, token: reactor }) => html`
  <header class="dialog-head">
    <span class="dialog-icon" data-success="false">${icon("warning")}</span>
    <div>
      <h2 id="check-title">${say("check.interrupted", { name: nameOf(state, token) })}</h2>
      <p>${reactor && !label.text.startsWith(nameOf(state, reactor)) ? html`<b>${nameOf(state, reactor)}:</b> ` : nothing}${label.text} ${ruleChip(rule)}</p>
    </div>
  </header>
  <div class="dialog-actions">
    <button type="button" class="button primary" data-testid="react-on" data-focus ?disabled=${state.busy} @click=${() => table.react(token, id, false)}>
      ${say("check.goOn")}
    </button>
    <button type="button" class="button" data-testid="react-stop" ?disabled=${state.busy} @click=${() => table.react(token, id, true)}>
      ${say("check.stop")}
    </button>
    <button type="button" class="button" data-testid="react-cancel" ?disabled=${state.busy} @click=${() => table.cancelCheck(token)}>
      ${say("check.cancel")}
    </button>
  </div>
`;

/** @type {(dialog: CheckDialog, state: AppState, token: string, rolls: RollResult[], hasNext: boolean) => unknown} */
const resultView = ({ store, table, hasTen }, state, token, rolls, hasNext) => html`
  ${rolls.map((roll) => resultOf(state, token, roll, hasTen))} ${rulingLines(state, token, table)}
  <div class="dialog-actions">
    ${
      hasNext
        ? html`<button type="button" class="button primary" data-testid="roll-next" data-focus @click=${() => store.set({ check: { token, rolls: [] } })}>${say("check.goOn")}</button>`
        : html`<button type="button" class="button primary" data-testid="roll-done" data-focus @click=${() => store.set({ check: null })}>${say("check.done")}</button>`
    }
  </div>
`;

/** The check that is rolled without a move, while it may be. @type {(state: AppState, open: NonNullable<AppState["check"]>) => Check | undefined} */
const freeCheck = (state, { token, free }) =>
  free === undefined ? undefined : state.standings[token]?.checks.find(({ id }) => id === free);

/** @type {(state: AppState, token: string, roll: RollResult, hasTen: boolean) => unknown} */
const resultOf = (state, token, roll, hasTen) => {
  const outcome = say(roll.success ? "check.made" : "check.short");
  return html`
  <div class="roll-result" data-testid="roll-result" data-success=${roll.success} data-result=${roll.result}>
    <header class="dialog-head">
      <span class="dialog-icon" data-success=${roll.success}>${icon("die")}</span>
      <div>
        <h2 id="check-title">${words(state).result} ${number(roll.result)}</h2>
        <p class="muted">
          ${nameOf(state, token)}, ${words(state).target} ${roll.difficulty}${roll.needed === null ? nothing : html`, ${say("check.needed", { number: roll.needed })}`}
          ${ruleChip(roll.rule)}
        </p>
      </div>
      <p class="verdict" data-kind=${roll.success ? "free" : "impossible"}>${outcome}</p>
    </header>
    ${roll.faces ? html`<ol class="dice" aria-label=${say("check.dice")}>${roll.faces.map((face) => die(face, hasTen))}</ol>` : nothing}
    ${roll.effect.text === outcome ? nothing : html`<p class="roll-effect">${roll.effect.text}</p>`}
  </div>
`;
};

/** What the game calls the result of a roll, and what it is rolled against. @param {AppState} state */
const words = (state) => {
  const dice = systemOf(state)?.dice;
  return {
    result: dice?.result.text ?? say("check.resultName"),
    target: dice?.target.text ?? say("check.targetName"),
  };
};

/** @type {(face: number, hasTen: boolean) => unknown} */
const die = (face, hasTen) => html`
  <li>
    <svg viewBox="0 0 40 40" aria-hidden="true">
      ${
        hasTen
          ? svg`<path class="die-body" d="M20 2 37 16 33 29 20 38 7 29 3 16Z" /><path class="die-edge" d="M20 2 29.5 23 20 29 10.5 23ZM3 16 10.5 23 7 29M37 16 29.5 23 33 29M20 29V38" />`
          : svg`<rect class="die-body" x="4" y="4" width="32" height="32" rx="7" />`
      }
      ${svg`<text x="20" y=${hasTen ? 18.6 : 21}>${face}</text>`}
    </svg>
    <span class="visually-hidden">${face}</span>
  </li>
`;

/** @type {(check: Check, unit: string, word: string) => unknown} */
const oddsChart = (check, unit, word) => {
  const hasDistance = check.odds.some((odds) => typeof odds.distance === "number");
  return html`
    <table class="odds" tabindex="0" aria-labelledby="check-title" data-testid="odds">
      <thead>
        <tr>
          <th scope="col">${word}</th>
          <th scope="col">${say("odds.atLeast")}</th>
          <th scope="col"><span class="visually-hidden">${say("odds.bar")}</span></th>
          ${hasDistance ? html`<th scope="col">${say("odds.reaches")}</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${usefulOdds(check).map(
          (odds) => html`
            <tr ?data-needed=${odds.result === check.needed} ?data-enough=${odds.result >= check.needed}>
              <th scope="row">${number(odds.result)}</th>
              <td>${percent(odds.at_least)}</td>
              <td>${chanceBar(odds)}</td>
              ${hasDistance ? html`<td>${typeof odds.distance === "number" ? distance(odds.distance, unit) : "–"}</td>` : nothing}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
};

/** The results that make a difference: what is needed, and each that reaches farther than the one before. @type {(check: Pick<Check, "needed" | "odds">) => Odds[]} */
export const usefulOdds = ({ needed, odds }) =>
  odds.filter(({ result, distance: far }, at) => {
    const before = odds[at - 1]?.distance;
    return result === needed || typeof far !== "number" || far !== before;
  });

/** @param {Odds} odds */
const chanceBar = ({ at_least: chance }) => html`
  <svg class="bar" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">${svg`<rect width=${chance} height="1" />`}</svg>
`;

/**
 * A roll made at the table: faces with spaces or commas between them, or the result alone.
 *
 * @type {(typed: string, as: string) => {faces: number[]} | {result: number} | null}
 */
export const typedRoll = (typed, as) => {
  const numbers = typed
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => Number(part.replace("\u2212", "-")));
  if (numbers.length === 0 || !numbers.every(Number.isInteger)) return null;
  if (as === "faces") return { faces: numbers };
  const [result] = numbers;
  return numbers.length === 1 && result !== undefined ? { result } : null;
};
