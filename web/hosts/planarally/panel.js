/**
 * What people see and set: the table's settings, a token's sheet and turn, the ground under a shape.
 *
 * @import { TemplateResult as Template } from "lit"
 * @import { Problem, StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Kept, Settings } from "./data-blocks.js"
 *
 * @typedef {{field: string, typed: unknown, problem: Problem}} Wrong  What was typed into a field of the sheet and cannot be read.
 */

import { html, nothing, render } from "lit";
import { circumstanceFields } from "../../core/circumstances-form.js";
import { control, focusField } from "../../core/form.js";
import { fieldOf, fieldsOf } from "../../core/form-schema.js";
import { gmActs } from "../../core/gm-acts.js";
import { fieldsIn } from "../../core/per-game.js";
import { createPresets, presetMark } from "../../core/presets.js";
import { turnSummary } from "../../core/turn-summary.js";
import { word } from "../../core/words.js";
import { say } from "./language.js";

const ENFORCEMENT = {
  ...fieldOf("enforcement", { title: word("enforcement"), enum: ["inform", "confirm", "block"] }),
  words: {
    inform: word("enforcement.inform"),
    confirm: word("enforcement.confirm"),
    block: word("enforcement.block"),
  },
};
const FAIL_CLOSED = fieldOf("fail_closed", {
  title: say("failClosed"),
  type: "boolean",
  description: say("failClosed.hint"),
});
const ONLY_IN_FIGHTS = fieldOf("only_in_fights", {
  title: word("onlyInFights"),
  type: "boolean",
  description: word("onlyInFights.hint"),
});
const SIDE = {
  ...fieldOf("side", {
    title: word("side"),
    enum: ["", "party", "foes", "neutral"],
    description: say("side.hint"),
  }),
  words: {
    "": say("side.byOwner"),
    party: say("side.party"),
    foes: say("side.foes"),
    neutral: say("side.neutral"),
  },
};
const GROUNDS = /** @type {const} */ (["none", "difficult", "water", "climb", "gap", "obstacle"]);
const GROUND = {
  ...fieldOf("kind", { title: say("ground"), enum: [...GROUNDS] }),
  words: Object.fromEntries(GROUNDS.map((kind) => [kind, say(`ground.${kind}`)])),
};
const MULTIPLIER = fieldOf("multiplier", {
  title: say("multiplier"),
  type: "number",
  minimum: 1,
});

const presets = createPresets();

/**
 * @param {readonly SystemEntry[]} systems
 * @param {Settings} settings
 * @param {(change: Partial<Settings>) => void} change
 * @returns {Template}
 */
const settingsForm = (systems, settings, change) => {
  const system = systems.find(({ id }) => id === settings.system);
  return html`
    <div class="field-line">
      <label for="footwork-rules">${word("rules")}</label>
      <select
        id="footwork-rules"
        @change=${(/** @type {any} */ event) => change({ system: event.target.value, houseRules: {} })}
      >
        <option value="" .selected=${settings.system === ""}>${say("rules.none")}</option>
        ${systems.map(({ id, title }) => html`<option value=${id} .selected=${id === settings.system}>${title}</option>`)}
      </select>
    </div>
    ${system?.about ? html`<p class="field-hint">${system.about.text}</p>` : nothing}
    ${control({
      id: "footwork-enforcement",
      field: ENFORCEMENT,
      value: settings.enforcement,
      onChange: (value) => change({ enforcement: /** @type {Settings["enforcement"]} */ (value) }),
    })}
    ${control({
      id: "footwork-fail-closed",
      field: FAIL_CLOSED,
      value: settings.failClosed,
      onChange: (value) => change({ failClosed: value === true }),
    })}
    ${control({
      id: "footwork-only-in-fights",
      field: ONLY_IN_FIGHTS,
      value: settings.onlyInFights,
      onChange: (value) => change({ onlyInFights: value === true }),
    })}
    ${
      system
        ? presets({
            id: "footwork-preset",
            system,
            values: settings.houseRules,
            onChoose: (values) => change({ houseRules: values }),
          })
        : nothing
    }
    ${system ? houseRules(system, settings, change) : nothing}
  `;
};

/** Those that every table has to settle come first. @type {(system: SystemEntry, settings: Settings, change: (change: Partial<Settings>) => void) => unknown} */
const houseRules = (system, { houseRules: chosen }, change) =>
  [true, false].map((isFirst) => {
    const rules = system.house_rules.filter(({ required }) => required === isFirst);
    if (rules.length === 0) return nothing;
    return html`
      <h2>${say(isFirst ? "house.first" : "house.others")}</h2>
      ${rules.map((rule) => {
        const onChange = (/** @type {unknown} */ value) =>
          change({ houseRules: { ...chosen, [rule.id]: value } });
        return html`
          ${control({
            id: `footwork-house-${rule.id}`,
            field: fieldOf(rule.id, {
              ...rule.json_schema,
              title: `${rule.title} (${rule.rules.join(", ")})`,
              description: rule.description,
            }),
            value: chosen[rule.id] ?? rule.default,
            onChange,
          })}
          ${presetMark({ system, values: chosen, rule, onChange })}
        `;
      })}
    `;
  });

/**
 * @param {object} shown
 * @param {SystemEntry} shown.system
 * @param {Kept} shown.kept
 * @param {StateValue | null} shown.state
 * @param {Problem | null} shown.problem
 * @param {Wrong | null} shown.wrong
 * @param {readonly import("../../core/form.js").Token[]} shown.others  on the map
 * @param {string} shown.name  of the token
 * @param {boolean} shown.isGm  whether the GM sits here
 * @param {boolean} shown.isPushing  whether the next move of the token is a push
 * @param {object} does
 * @param {(change: Partial<Kept>) => void} does.change
 * @param {(field: string, typed: unknown) => void} does.fill  one field of the sheet
 * @param {(field: string, typed: unknown) => void} does.say  one of the circumstances
 * @param {() => void} does.undo
 * @param {() => void} does.toStart
 * @param {() => void} does.push
 * @param {(length: number, reason: string) => void} does.give
 * @param {() => void} does.endTurn
 * @returns {Template}
 */
const tokenForm = (shown, does) => {
  const { system, kept, state, problem, wrong, others } = shown;
  const { change, fill, say: tell } = does;
  const circumstances = fieldsIn(kept.circumstances, system.id);
  const character = fieldsIn(kept.characters, system.id);
  return html`
  ${state ? turnPart({ ...shown, state }, does) : nothing}
  <h2>${word("circumstances")}</h2>
  ${circumstanceFields({
    id: "footwork-circumstances",
    schema: system.circumstances,
    values: circumstances,
    tokens: others,
    entry: (field) =>
      problem?.path.startsWith(`circumstances.${field}`)
        ? { typed: circumstances[field], problem }
        : undefined,
    onChange: tell,
  })}
  <h2>${system.title}</h2>
  ${fieldsOf(system.character).map((field) => {
    const value = character[field.name] ?? field.initial;
    const isWrong = problem?.path.startsWith(`mover.character.${field.name}`);
    return control({
      id: `footwork-sheet-${field.name}`,
      field,
      value,
      entry: wrong?.field === field.name ? wrong : problem && isWrong ? { typed: value, problem } : undefined,
      onChange: (typed) => fill(field.name, typed),
    });
  })}
  ${control({
    id: "footwork-side",
    field: SIDE,
    value: kept.side,
    onChange: (value) => change({ side: /** @type {Kept["side"]} */ (value) }),
  })}
`;
};

/** The sheet is further down on the same page. @param {string} field */
const openSheet = (field) => focusField(document, field);

/** @type {(shown: Parameters<typeof tokenForm>[0] & {state: StateValue}, does: Parameters<typeof tokenForm>[1]) => Template} */
const turnPart = (
  { state, system, kept, name, isGm, isPushing },
  { undo, toStart, endTurn, push, give },
) => html`
  ${turnSummary(state, system.unit, openSheet)}
  <p class="footwork-buttons">
    <button type="button" ?disabled=${kept.starts.length === 0 || !state.commits.at(-1)?.undoable} @click=${undo}>${say("undo")}</button>
    <button type="button" ?disabled=${kept.starts.length === 0} @click=${toStart}>${word("toStart")}</button>
    <button type="button" @click=${endTurn}>${say("endTurn")}</button>
  </p>
  ${
    isGm
      ? gmActs({
          ...{ id: "footwork-gm", name, unit: system.unit, isPushing },
          ...{ onPush: push, onGive: give },
        })
      : nothing
  }
`;

/** @type {(ground: {kind: string, multiplier: number} | undefined, change: (kind: string, multiplier: number) => void) => Template} */
const groundForm = (ground, change) => {
  const { kind = "none", multiplier = 2 } = ground ?? {};
  return html`
    ${control({ id: "footwork-ground", field: GROUND, value: kind, onChange: (value) => change(String(value), multiplier) })}
    ${
      kind === "difficult"
        ? control({
            id: "footwork-multiplier",
            field: MULTIPLIER,
            value: multiplier,
            onChange: (value) => change(kind, Number(value)),
          })
        : nothing
    }
  `;
};

/** @type {(place: HTMLElement, template: unknown) => void} */
export const draw = (place, template) => {
  render(template, place);
};

export { groundForm, settingsForm, tokenForm };
