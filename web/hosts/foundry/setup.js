/**
 * The GM's first start: which game's movement rules, which reading of them, and how strictly; one window, filled in already.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 * @import { Charted } from "./characters.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{system: string, preset: string, enforcement: string}} Choices
 *
 * @typedef {object} SetupPorts
 * @property {() => readonly SystemEntry[]} systems  in the words of the client's language
 * @property {() => {id: string, title: string}} gameSystem
 * @property {() => string} proposed  the id of the rules whose sheet is that of the game system
 * @property {(system: string) => boolean} reads  whether rules read the sheets of the game system
 * @property {() => TokenDocument | null} token  whose sheet is shown
 * @property {(system: SystemEntry, document: TokenDocument) => Charted} chart
 * @property {(choices: Choices) => Promise<unknown>} keep
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {() => void} redraw
 * @typedef {SetupPorts & {chosen: Choices}} Setup
 */

import { html, nothing } from "lit";
import { fieldsOf } from "../../core/form-schema.js";
import { word } from "../../core/words.js";
import { formFrame } from "./fields.js";
import { ENFORCEMENTS } from "./settings.js";

const NONE = "none";

/** @param {SetupPorts} ports */
export const createSetup = (ports) => {
  /** @type {Setup} */
  const setup = { ...ports, chosen: usual(NONE) };
  return {
    template: () => template(setup),
    opened: () => {
      setup.chosen = usual(ports.proposed());
    },
  };
};

/** What is chosen at first. @type {(system: string) => Choices} */
const usual = (system) => ({ system, preset: "", enforcement: "inform" });

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
      <select data-setup="system" aria-describedby="footwork-setup-about" @change=${listener((system) => change(setup, { system, preset: "" }))}>
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
const presets = (setup, { presets: all }) => {
  const { chosen } = setup;
  if (all.length === 0) return nothing;
  return html`
    <label class="footwork-line">
      <span>${word("presets.title")}</span>
      <select data-setup="preset" @change=${listener((preset) => change(setup, { preset }))}>
        ${all.map(
          ({ id, label }, index) => html`
            <option value=${id} ?selected=${id === chosen.preset || (!chosen.preset && index === 0)}>${label.text}</option>
          `,
        )}
      </select>
    </label>
    <p><small>${(all.find(({ id }) => id === chosen.preset) ?? all[0])?.help.text}</small></p>
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

/** What the sheet of one token tells, and what it does not. @type {(setup: Setup, system: SystemEntry) => unknown} */
const read = ({ token, chart, say }, system) => {
  const document = token();
  if (!document) return html`<p>${say("setup.noToken")}</p>`;
  const { values, missing } = chart(system, document);
  const titles = new Map(fieldsOf(system.character).map(({ name, title }) => [name, title]));
  const told = Object.entries(values).filter(([name]) => titles.has(name));
  return html`
    <fieldset>
      <legend>${say("setup.read", { name: document.name })}</legend>
      ${told.length === 0 ? html`<p>${say("setup.nothing")}</p>` : nothing}
      <dl class="footwork-read">
        ${told.map(([name, value]) => html`<dt>${titles.get(name)}</dt><dd>${String(value)}</dd>`)}
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
  const { systems, gameSystem, proposed, reads, keep, say } = setup;
  const { title } = gameSystem();
  const system = systems().find(({ id }) => id === setup.chosen.system);
  return formFrame({
    above: html`<p>${say("setup.intro", { gameSystem: title })} ${reads(proposed()) ? nothing : say("setup.noneFits", { gameSystem: title })}</p>`,
    body: html`${games(setup)}${system ? [presets(setup, system), levels(setup), read(setup, system)] : nothing}`,
    below: html`<small>${say("setup.later")}</small>`,
    isTyped: true,
    save: () => keep(setup.chosen),
    saveText: say("setup.start"),
  });
};
