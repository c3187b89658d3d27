/**
 * Which game's movement rules, which reading of them, and how strictly: one window, filled in at the first start with what
 * fits the world, later with what is set. Only what is changed in it is written.
 *
 * @import { Field } from "../../core/form-schema.js"
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Charted } from "./characters.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{system: string, preset: string, enforcement: string}} Choices  no preset: house rules of the table's own, which stay
 *
 * @typedef {object} SetupPorts
 * @property {() => readonly SystemEntry[]} systems  in the words of the client's language
 * @property {() => {id: string, title: string}} gameSystem
 * @property {() => {rules: string, preset: string}} proposed  the rules whose sheet is that of the game system, and the preset that fits it
 * @property {(system: string) => boolean} reads  whether rules read the sheets of the game system
 * @property {() => TokenDocument | null} token  whose sheet is shown
 * @property {(system: SystemEntry, document: TokenDocument) => Charted} chart
 * @property {(isOther: boolean) => void} done  whether another game is played now
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 * @typedef {SetupPorts & {chosen: Choices}} Setup
 */

import { html, nothing } from "lit";
import { fieldsOf } from "../../core/form-schema.js";
import { nearestPreset } from "../../core/presets.js";
import { titleFrom } from "../../core/translation.js";
import { word } from "../../core/words.js";
import { formFrame } from "./fields.js";
import { host, ID } from "./host.js";
import { ENFORCEMENTS, keepFor } from "./settings.js";

const NONE = "none";
const OWN = "";

/** @param {SetupPorts} ports */
export const createSetup = (ports) => {
  /** @type {Setup} */
  const setup = { ...ports, chosen: { system: NONE, preset: OWN, enforcement: "" } };
  return {
    template: () => template(setup),
    opened: () => {
      const system = isFirst() ? ports.proposed().rules : setting("system");
      setup.chosen = { system, preset: presetOf(setup, system), enforcement: setting("enforcement") };
    },
  };
};

/** @param {string} key */
const setting = (key) => host.game.settings.get(ID, key);

/** Whether nobody has chosen anything in this world yet. */
export const isFirst = () => setting("system") === NONE && !setting("welcomed");

/** The house rules that a game is played with here; null: it never was. @type {(system: string) => {[rule: string]: unknown} | null} */
const keptOf = (system) => setting("houseRules")[system] ?? (system === setting("system") ? {} : null);

/** The preset that a table plays; of a game that it never played, the one that fits the game system, or the first. @type {(setup: Setup, id: string) => string} */
const presetOf = ({ systems, proposed }, id) => {
  const system = systems().find((one) => one.id === id);
  const kept = keptOf(id);
  const nearest = system && kept ? nearestPreset(system, kept) : null;
  if (nearest) return nearest.differs.length === 0 ? nearest.preset.id : OWN;
  return (fitting(proposed(), system) ?? system?.presets[0])?.id ?? OWN;
};

/** @type {(proposed: {rules: string, preset: string}, system: SystemEntry | undefined) => SystemEntry["presets"][number] | undefined} */
const fitting = ({ rules, preset }, system) =>
  rules === system?.id ? system.presets.find(({ id }) => id === preset) : undefined;

/** Write what was changed; the game last, since that starts its rules. @param {Setup} setup */
const save = async ({ chosen, systems, done }) => {
  const presets = systems().find(({ id }) => id === chosen.system)?.presets ?? [];
  const values = presets.find(({ id }) => id === chosen.preset)?.values;
  if (values && JSON.stringify(values) !== JSON.stringify(keptOf(chosen.system)))
    await keepFor("houseRules", chosen.system, values);
  const isOther = chosen.system !== setting("system");
  const { enforcement, system } = chosen;
  for (const [key, value] of Object.entries({ enforcement, welcomed: true, system }))
    if (setting(key) !== value) await host.game.settings.set(ID, key, value);
  done(isOther);
};

/** @type {(setup: Setup, part: Partial<Choices>) => void} */
const change = (setup, part) => {
  setup.chosen = { ...setup.chosen, ...part };
  setup.redraw();
};

/** Take what is chosen from a list. @type {(take: (value: string) => void) => (event: Event) => void} */
const listener = (take) => (event) => take(/** @type {HTMLSelectElement} */ (event.target).value);

/** @param {Setup} setup */
const games = (setup) => {
  const { systems, gameSystem, reads, chosen, say } = setup;
  const about = systems().find(({ id }) => id === chosen.system)?.about;
  return html`
    <label class="footwork-line">
      <span>${say("setup.game")}</span>
      <select data-setup="system" aria-describedby="footwork-setup-about" @change=${listener((system) => change(setup, { system, preset: presetOf(setup, system) }))}>
        ${systems().map(
          ({ id, title }) => html`
            <option value=${id} ?selected=${id === chosen.system}>
              ${reads(id) ? say("setup.fits", { title, gameSystem: gameSystem().title }) : title}
            </option>
          `,
        )}
        <option value=${NONE} ?selected=${chosen.system === NONE}>${say("settings.system.none")}</option>
      </select>
    </label>
    ${about ? html`<p class="footwork-quiet" id="footwork-setup-about">${about.text}</p>` : nothing}
  `;
};

/** @type {(setup: Setup, system: SystemEntry) => unknown} */
const presets = (setup, system) => {
  const { chosen, proposed, say } = setup;
  const first = fitting(proposed(), system);
  const all = first ? [first, ...system.presets.filter((one) => one !== first)] : system.presets;
  const isOwn = presetOf(setup, system.id) === OWN;
  const help = all.find(({ id }) => id === chosen.preset)?.help.text ?? say("setup.own");
  return html`
    <label class="footwork-line">
      <span>${word("presets.title")}</span>
      <select data-setup="preset" @change=${listener((preset) => change(setup, { preset }))}>
        ${isOwn ? html`<option value=${OWN} ?selected=${chosen.preset === OWN}>${word("presets.own")}</option>` : nothing}
        ${all.map(({ id, label }) => html`<option value=${id} ?selected=${id === chosen.preset}>${label.text}</option>`)}
      </select>
    </label>
    <p><small>${help}</small></p>
  `;
};

/** @param {Setup} setup */
const levels = (setup) => html`
  <fieldset>
    <legend>${setup.say("settings.enforcement.name")}</legend>
    ${ENFORCEMENTS.map(
      (level) => html`
        <label class="footwork-level">
          <input
            type="radio"
            name="footwork-setup-enforcement"
            value=${level}
            .checked=${level === setup.chosen.enforcement}
            @change=${() => change(setup, { enforcement: level })}
          />
          <span>${setup.say(`settings.enforcement.${level}`)}</span>
        </label>
      `,
    )}
  </fieldset>
`;

/** A value of a sheet as its form has it; speeds by what their modes are called. @type {(system: SystemEntry, field: Field, value: unknown) => string} */
const valueText = ({ modes }, { kind, words }, value) => {
  const called = (/** @type {string} */ name) => modes.find(({ id }) => id === name)?.label.text ?? name;
  if (kind === "choice") return words[String(value)] ?? titleFrom(String(value));
  if (kind !== "map") return String(value);
  const all = Object.entries(/** @type {{[name: string]: unknown}} */ (value));
  return all.map(([name, one]) => `${called(name)} ${one}`).join(", ");
};

/** What the sheet of one token tells, and what it does not. @type {(setup: Setup, system: SystemEntry) => unknown} */
const read = ({ token, chart, say }, system) => {
  const document = token();
  if (!document) return html`<p>${say("setup.noToken")}</p>`;
  const { values, missing } = chart(system, document);
  const fields = fieldsOf(system.character);
  const titles = new Map(fields.map(({ name, title }) => [name, title]));
  const told = fields.filter(({ name }) => name in values);
  return html`
    <fieldset>
      <legend>${say("setup.read", { name: document.name })}</legend>
      ${told.length === 0 ? html`<p>${say("setup.nothing")}</p>` : nothing}
      <dl class="footwork-read">
        ${told.map((field) => html`<dt>${field.title}</dt><dd>${valueText(system, field, values[field.name])}</dd>`)}
      </dl>
      ${
        missing.length === 0
          ? nothing
          : html`<p>${say("setup.missing", { fields: missing.map((name) => titles.get(name) ?? name).join(", ") })}</p>`
      }
    </fieldset>
  `;
};

/** @param {Setup} setup */
const template = (setup) => {
  const { systems, gameSystem, proposed, reads, say } = setup;
  const { title } = gameSystem();
  const system = systems().find(({ id }) => id === setup.chosen.system);
  return formFrame({
    above: html`<p>${say("setup.intro", { gameSystem: title })} ${reads(proposed().rules) ? nothing : say("setup.noneFits", { gameSystem: title })}</p>`,
    body: html`${games(setup)}${system ? [presets(setup, system), levels(setup), read(setup, system)] : nothing}`,
    below: html`<small>${say("setup.later")}</small>`,
    isTyped: true,
    save: () => save(setup),
    saveText: say(setting("system") === NONE ? "setup.start" : "save"),
  });
};
