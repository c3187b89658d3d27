/**
 * The house rules of a table as a form of their own: made from what the rules tell, kept in one setting of the world.
 *
 * @import { HouseRuleEntry as HouseRule, Problem, SystemEntry } from "../../core/protocol.js"
 * @typedef {{[rule: string]: unknown}} Values
 *
 * @typedef {object} HouseRulePorts
 * @property {() => SystemEntry | null} system  in the words of the client's language; null: none is chosen
 * @property {() => ReadonlyMap<string, {name: string, sentence: string}>} rules
 * @property {() => Values} kept
 * @property {(values: Values) => Promise<unknown>} keep
 * @property {(values: Values) => Promise<Problem | null>} check  what the rules say of them
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 */

import { html } from "lit";
import { fieldOf } from "../../core/form-schema.js";
import { createPresets, nearestPreset, presetMark } from "../../core/presets.js";
import { EMPTY, fieldLine, formFrame, problemAt, refusedLine, ruleNotes } from "./fields.js";

/** @param {HouseRulePorts} ports */
export const createHouseRules = (ports) => {
  let draft = EMPTY;
  const presets = createPresets();
  const shown = () => ({ ...ports.kept(), ...draft.typed });

  const save = async () => {
    const values = shown();
    const problem = await ports.check(values);
    if (problem) draft = { ...draft, problem };
    else {
      await ports.keep(onlyChanged(ports.system(), values));
      draft = EMPTY;
    }
    ports.redraw();
  };

  /** Put values into the form, to be saved; those left out go back to their default. @param {Values} values */
  const fill = (values) => {
    const rules = ports.system()?.house_rules ?? [];
    const typed = rules.map((rule) => [rule.id, rule.id in values ? values[rule.id] : rule.default]);
    draft = { typed: Object.fromEntries(typed), problem: null };
    ports.redraw();
  };

  /** @type {(rule: HouseRule, system: SystemEntry) => unknown} */
  const line = (rule, system) => {
    const { id, title, description, json_schema, rules } = rule;
    const values = shown();
    /** @type {(next: unknown) => void} */
    const onChange = (next) => {
      draft = { typed: { ...draft.typed, [id]: next }, problem: null };
      ports.redraw();
    };
    return fieldLine({
      form: "house",
      field: fieldOf(id, { ...json_schema, title, description }),
      value: id in values ? values[id] : rule.default,
      problem: problemAt(draft.problem, `house_rules.${id}`),
      onChange,
      below: html`${presetMark({ system, values, rule, onChange })}${ruleNotes(rules, ports.rules())}`,
      isChanged: nearestPreset(system, values)?.differs.includes(id) ?? false,
    });
  };

  const template = () => {
    const system = ports.system();
    if (!system) return html`<p class="footwork-empty">${ports.say("houseRules.none")}</p>`;
    return formFrame({
      body: html`
        ${presets({
          id: "footwork-house-preset",
          system,
          values: shown(),
          onChoose: fill,
        })}
        ${groupsOf(system.house_rules).map(
          ({ name, rules }) => html`
            <fieldset data-group=${name}>
              <legend>${ports.say(`houseRules.${name}`)}</legend>
              ${rules.map((rule) => line(rule, system))}
            </fieldset>
          `,
        )}
      `,
      below: html`
        ${refusedLine(draft.problem, ports.say("houseRules.refused"))}
      `,
      isTyped: Object.keys(draft.typed).length > 0,
      save,
      saveText: ports.say("save"),
    });
  };

  return {
    template,
    opened: () => {
      draft = EMPTY;
    },
  };
};

/** Those that every table settles first, those of this game, those of every game. @param {readonly HouseRule[]} rules */
export const groupsOf = (rules) => {
  const isOfMap = (/** @type {HouseRule} */ { rules: numbers }) =>
    numbers.length > 0 && numbers.every((number) => /^MAP-/.test(number));
  const groups = [
    { name: "first", rules: rules.filter(({ required }) => required) },
    { name: "game", rules: rules.filter((rule) => !rule.required && !isOfMap(rule)) },
    { name: "map", rules: rules.filter((rule) => !rule.required && isOfMap(rule)) },
  ];
  return groups.filter((group) => group.rules.length > 0);
};

/** What differs from the defaults, so that a default that changes is followed. @type {(system: SystemEntry | null, values: Values) => Values} */
export const onlyChanged = (system, values) =>
  Object.fromEntries(
    (system?.house_rules ?? [])
      .filter(
        ({ id, default: usual }) => id in values && JSON.stringify(values[id]) !== JSON.stringify(usual),
      )
      .map(({ id }) => [id, values[id]]),
  );
