/**
 * House rules under one name: which of a game's presets a table plays, where it differs, and a choice among them.
 *
 * @import { Problem, SystemEntry } from "./protocol.js"
 * @typedef {SystemEntry["presets"][number]} Preset
 * @typedef {SystemEntry["house_rules"][number]} HouseRule
 * @typedef {{[rule: string]: unknown}} Values  of house rules by id; those left out are at their default
 * @typedef {{preset: Preset, differs: string[]}} Nearest  the ids of the house rules that differ from it
 *
 * @typedef {object} Choice
 * @property {string} id  unique in the page
 * @property {SystemEntry} system
 * @property {Values} values
 * @property {(values: Values) => void} onChoose  all that is chosen; the rest is to go back to its default
 * @property {Problem | null} [problem]  why the last choice was refused
 *
 * @typedef {object} Mark
 * @property {SystemEntry} system
 * @property {Values} values
 * @property {HouseRule} rule
 * @property {(value: unknown) => void} onChange
 */

import { html, nothing } from "lit";
import { control } from "./form.js";
import { fieldOf } from "./form-schema.js";
import { numberIn, titleFrom } from "./translation.js";
import { locale, word } from "./words.js";

/** No id of a preset. */
const OWN = "";

/**
 * The preset from which house rules differ in the fewest places, the earlier one of two; null: the game has none.
 *
 * @param {Pick<SystemEntry, "house_rules" | "presets">} system
 * @param {Values} values
 * @returns {Nearest | null}
 */
export const nearestPreset = ({ house_rules, presets }, values) => {
  const all = presets.map((preset) => ({
    preset,
    differs: house_rules
      .filter((rule) => !isSame(valueIn(values, rule), valueIn(preset.values, rule)))
      .map(({ id }) => id),
  }));
  const least = Math.min(...all.map(({ differs }) => differs.length));
  return all.find(({ differs }) => differs.length === least) ?? null;
};

/** What a house rule is set to. @type {(values: Values, rule: HouseRule) => unknown} */
const valueIn = (values, { id, default: usual }) => (values[id] === undefined ? usual : values[id]);

/** @type {(one: unknown, other: unknown) => boolean} */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The part of a form in which a table chooses among presets. What was its own before can be brought back. */
export const createPresets = () => {
  /** House rules that were no preset, before one was chosen. @type {{system: string, values: Values} | null} */
  let before = null;

  /** The presets, how far the house rules are from one, and the way back. @param {Choice} choice */
  const choice = ({ id, system, values, onChoose, problem }) => {
    const nearest = nearestPreset(system, values);
    if (!nearest) return nothing;
    const { preset, differs } = nearest;
    const isOwn = differs.length > 0;
    const kept = before?.system === system.id && !isSame(before.values, values) ? before.values : null;
    /** @type {(next: Values) => void} */
    const choose = (next) => {
      if (isOwn) before = { system: system.id, values };
      else if (next === kept) before = null;
      onChoose(next);
    };
    const names = Object.fromEntries(system.presets.map((one) => [one.id, one.label.text]));
    return html`
      <div class="presets" data-testid="presets" data-preset=${preset.id} data-differs=${differs.length}>
        ${control({
          id,
          field: {
            ...fieldOf("preset", { enum: [...(isOwn ? [OWN] : []), ...Object.keys(names)] }),
            title: word("presets.title"),
            description: preset.help.text,
            words: { ...names, [OWN]: word("presets.own") },
          },
          value: isOwn ? OWN : preset.id,
          entry: problem ? { problem } : undefined,
          onChange: (chosen) => {
            const next = system.presets.find((one) => one.id === chosen);
            if (next) choose(next.values);
          },
        })}
        <p class="presets-standing" role="status">
          ${standing(preset.label.text, differs.length)}
        </p>
        ${
          kept
            ? html`<button type="button" class="button small" @click=${() => choose(kept)}>${word("presets.undo")}</button>`
            : nothing
        }
      </div>
    `;
  };
  return choice;
};

/** Under a house rule that differs from the preset: that it does, and the way back. @param {Mark} mark */
export const presetMark = ({ system, values, rule, onChange }) => {
  const nearest = nearestPreset(system, values);
  if (!nearest?.differs.includes(rule.id)) return nothing;
  const { preset } = nearest;
  const usual = valueIn(preset.values, rule);
  const back = word("presets.back", { value: valueWord(rule, usual) });
  return html`
    <p class="presets-mark">
      <span>${word("presets.mark", { name: preset.label.text })}</span>
      <button type="button" class="button small" aria-label=${`${back}, ${rule.title}`} @click=${() => onChange(usual)}>${back}</button>
    </p>
  `;
};

/** A value as the form shows it. @type {(rule: HouseRule, value: unknown) => string} */
const valueWord = ({ id, json_schema }, value) => {
  if (value === null || value === "") return word("form.none");
  if (typeof value === "boolean") return word(value ? "presets.on" : "presets.off");
  if (typeof value === "number") return numberIn(value, locale());
  if (Array.isArray(value)) return value.map((one) => Object.values(one)[0]).join(", ");
  return fieldOf(id, json_schema).words[String(value)] ?? titleFrom(String(value));
};

/** How far house rules are from a preset. @type {(name: string, places: number) => string} */
const standing = (name, places) => {
  if (places === 0) return word("presets.same", { name });
  return word(places === 1 ? "presets.differs.one" : "presets.differs.many", { name, places });
};
