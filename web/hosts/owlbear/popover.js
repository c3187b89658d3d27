/**
 * The action's popover: the sheet and the turn of the selected token, and the house rules of the room.
 *
 * It keeps nothing: what it shows is read from the host, and what is changed is written there once the rules accept it.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Field } from "../../core/form-schema.js"
 * @import { Entry } from "../../core/form.js"
 * @import { HouseRuleEntry, StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Rules } from "./host.js"
 * @import { Question } from "./popover-channel.js"
 * @typedef {"sheet" | "turn" | "house"} Tab
 */

import OBR from "@owlbear-rodeo/sdk";
import rules from "footwork-systems";
import { html, nothing, render } from "lit";
import { circumstanceFields } from "../../core/circumstances-form.js";
import { control, focusField } from "../../core/form.js";
import { fieldOf, fieldsOf } from "../../core/form-schema.js";
import { gmActs } from "../../core/gm-acts.js";
import { withField } from "../../core/per-game.js";
import { createPresets, presetMark } from "../../core/presets.js";
import { problemText } from "../../core/texts.js";
import { turnSummary } from "../../core/turn-summary.js";
import { unitFor } from "../../core/units.js";
import { speakOf, word } from "../../core/words.js";
import {
  CHARACTER,
  CIRCUMSTANCES,
  characterIn,
  circumstancesIn,
  isOut,
  OUT,
  RULES,
  rulesIn,
  SIDE,
  sideIn,
  TURN,
} from "./host.js";
import { described, language, say } from "./language.js";
import { createAsker } from "./popover-channel.js";
import { ENFORCEMENT, empty, hint, legend, OUT_FIELD, SIDE_FIELD, unseenTitle } from "./popover-parts.js";
import { keptIn, tooFull } from "./room-space.js";
import { isToken } from "./scene.js";

const { systems } = described(rules);

const view = {
  /** @type {Tab} */
  tab: "sheet",
  role: "PLAYER",
  rules: rulesIn({}),
  /** @type {Item[]} */
  tokens: [],
  /** @type {Item | null} */
  token: null,
  /** @type {StateValue | null} */
  state: null,
  /** What is drawn of it on the map. @type {readonly import("../../core/legend.js").Priced[]} */
  layers: [],
  /** Why the rules took long to start. */
  slowly: "",
  /** Whether the next move of the token is a push. */
  isPushing: false,
  /** Why there is no state. */
  notice: "",
  /** What is typed and not accepted. @type {{[field: string]: Entry}} */
  entries: {},
};

/** @type {ReturnType<typeof createAsker>} */
let ask;
const draw = () => {
  speakOf(view.rules.system);
  render(page(), document.body);
};
const systemNow = () => systems.find(({ id }) => id === view.rules.system);
const isGm = () => view.role === "GM";

/** @type {{tab: Tab, title: string}[]} */
const TABS = [
  { tab: "sheet", title: say("tab.sheet") },
  { tab: "turn", title: say("tab.turn") },
  { tab: "house", title: say("tab.house") },
];

const page = () => html`
  <main>
    <div class="tabs" role="tablist" aria-label="Footwork">
      ${TABS.map(
        ({ tab, title }) => html`
          <button
            type="button"
            role="tab"
            id=${`tab-${tab}`}
            data-testid=${`tab-${tab}`}
            aria-selected=${view.tab === tab}
            aria-controls="panel"
            @click=${() => show(tab)}
          >
            ${title}
          </button>
        `,
      )}
    </div>
    <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${view.tab}`}>${panels[view.tab]()}</div>
  </main>
`;

/** @param {Tab} tab */
const show = (tab) => {
  view.tab = tab;
  draw();
  refresh();
};

/** @param {string} field */
const openSheet = (field) => {
  show("sheet");
  focusField(document, field);
};

/** @type {Record<Tab, () => unknown>} */
const panels = {
  sheet: () => {
    const system = systemNow();
    if (!system) return empty(say("tab.sheet"), say("sheet.noRules"));
    if (!view.token) return empty(say("tab.sheet"), say("sheet.nobody"));
    const { token } = view;
    return html`
      <h1>${token.name}</h1>
      ${control({
        id: "side",
        field: SIDE_FIELD,
        value: sideIn(token),
        onChange: (side) => writeItem(token.id, SIDE, () => side),
      })}
      ${isGm() ? outOfFight(token) : nothing}
      ${fieldsOf(system.character).map((field) => sheetField(token, system.id, field))}
      ${notice()}
    `;
  },
  turn: () => {
    if (!view.token) return empty(say("tab.turn"), say("turn.nobody"));
    const { state, token } = view;
    return html`
      <h1>${token.name}</h1>
      ${notice()} ${state ? turnSummary(state, unitFor(systemNow() ?? null, view.rules.house_rules), openSheet) : nothing}
      ${view.layers.length > 0 ? legend(view.layers) : nothing}
      <div class="buttons">
        <button type="button" data-testid="take-back" ?disabled=${!state?.commits.length} @click=${() => act({ kind: "takeBack", item: token.id })}>${say("undo")}</button>
        <button type="button" data-testid="to-start" ?disabled=${!state?.commits.length} @click=${() => act({ kind: "toStart", item: token.id })}>${word("toStart")}</button>
        <button type="button" data-testid="end-turn" ?disabled=${!state} @click=${() => act({ kind: "endTurn", items: [token.id] })}>${say("endTurn")}</button>
        ${isGm() ? html`<button type="button" data-testid="new-round" @click=${() => act({ kind: "endTurn", items: counted() })}>${say("endAll")}</button>` : nothing}
      </div>
      ${isGm() && state ? ofGm(token) : nothing} ${circumstances(token)} ${view.slowly ? hint(view.slowly) : nothing}
    `;
  },
  house: () => {
    const system = systemNow();
    return html`
      ${unseenTitle(say("tab.house"))}
      <fieldset ?disabled=${!isGm()}>
        ${isGm() ? nothing : hint(say("gmDecides"))}
        <div class="field">
          <div class="field-line">
            <label for="system">${word("rules")}</label>
            <select id="system" data-testid="system" @change=${(/** @type {Event} */ event) => setRules({ system: inputOf(event).value, house_rules: {} }, "system", inputOf(event).value)}>
              <option value="" .selected=${!system}>${say("rules.none")}</option>
              ${systems.map(({ id, title }) => html`<option value=${id} .selected=${id === view.rules.system}>${title}</option>`)}
            </select>
          </div>
          ${system?.about ? html`<p class="field-hint">${system.about.text}</p>` : nothing}
        </div>
        ${control({
          id: "enforcement",
          field: ENFORCEMENT,
          value: view.rules.enforcement,
          onChange: (level) =>
            setRules({ enforcement: level === "inform" ? "inform" : "block" }, "enforcement", level),
        })}
        ${toggle("net", say("net"))} ${toggle("inCombat", say("inCombat"))}
        ${toggle("onlyInFights", word("onlyInFights"), word("onlyInFights.hint"))} ${toggle("keepsDice", say("keepsDice"))}
        ${
          system
            ? presets({
                id: "preset",
                system,
                values: view.rules.house_rules,
                onChoose: setHouseRules,
                problem: view.entries.house_rules?.problem ?? null,
              })
            : nothing
        }
        ${(system?.house_rules ?? []).map((rule) => houseRule(rule, /** @type {SystemEntry} */ (system)))}
      </fieldset>
    `;
  },
};

const notice = () =>
  view.notice ? html`<p class="notice" role="status" data-testid="why-not">${view.notice}</p>` : nothing;

/** @type {(token: Item, system: string, field: Field) => unknown} */
const sheetField = (token, system, field) => {
  const name = `character.${field.name}`;
  return control({
    id: name,
    field,
    value: characterIn(token, system)[field.name] ?? field.initial,
    entry: view.entries[name],
    onChange: async (typed) => {
      const next = { ...characterIn(token, system), [field.name]: typed };
      const tried = await attempt(name, typed, { kind: "tryCharacter", item: token.id, character: next });
      // Not what was drawn: another field may have been filled in since.
      if (tried)
        await writeItem(token.id, CHARACTER, ({ metadata }) =>
          withField(metadata[CHARACTER], system, field.name, typed),
        );
    },
  });
};

/** @param {Item} token */
const ofGm = ({ id, name }) =>
  gmActs({
    ...{ id: "gm", name, unit: unitFor(systemNow() ?? null, view.rules.house_rules) },
    isPushing: view.isPushing,
    onPush: () => act({ kind: "push", item: id }),
    onGive: (length, reason) => act({ kind: "give", item: id, length, reason }),
  });

/** @param {Item} token */
const outOfFight = (token) =>
  control({
    id: "out",
    field: OUT_FIELD,
    value: isOut(token),
    onChange: (value) => writeItem(token.id, OUT, () => value === true),
  });

/** What the GM says of a token's moves. @param {Item} token */
const circumstances = (token) => {
  const system = systemNow();
  if (!system) return nothing;
  return html`
    <h2>${word("circumstances")}</h2>
    ${circumstanceFields({
      id: "circumstances",
      schema: system.circumstances,
      values: circumstancesIn(token, system.id),
      tokens: view.tokens.filter(({ id, visible }) => id !== token.id && (visible || isGm())),
      entry: (field) => view.entries[`circumstances.${field}`],
      onChange: async (field, typed) => {
        const next = { ...circumstancesIn(token, system.id), [field]: typed };
        const question = /** @type {const} */ ({ kind: "tryCircumstances", item: token.id });
        const tried = await attempt(`circumstances.${field}`, typed, { ...question, circumstances: next });
        if (tried)
          await writeItem(token.id, CIRCUMSTANCES, ({ metadata }) =>
            withField(metadata[CIRCUMSTANCES], system.id, field, typed),
          );
      },
    })}
  `;
};

const presets = createPresets();

/** All of them; those left out are at their default. @param {{[rule: string]: unknown}} values */
const setHouseRules = (values) => {
  for (const name of Object.keys(view.entries))
    if (name.startsWith("house_rules.")) delete view.entries[name];
  return setRules({ house_rules: values }, "house_rules", values);
};

/** @type {(rule: HouseRuleEntry, system: SystemEntry) => unknown} */
const houseRule = (rule, system) => {
  const field = fieldOf(rule.id, rule.json_schema);
  const values = view.rules.house_rules;
  /** @type {(typed: unknown) => void} */
  const onChange = (typed) => {
    setRules(
      { house_rules: { ...view.rules.house_rules, [rule.id]: typed } },
      `house_rules.${rule.id}`,
      typed,
    );
  };
  return html`
    ${control({
      id: `house.${rule.id}`,
      field: { ...field, title: rule.title, description: `${rule.description} (${rule.rules.join(", ")})` },
      value: values[rule.id] ?? rule.default,
      entry: view.entries[`house_rules.${rule.id}`],
      onChange,
    })}
    ${presetMark({ system, values, rule, onChange })}
  `;
};

/** @type {(name: "net" | "inCombat" | "keepsDice" | "onlyInFights", title: string, description?: string) => unknown} */
const toggle = (name, title, description = "") =>
  control({
    id: name,
    field: fieldOf(name, { title, description, type: "boolean", default: true }),
    value: view.rules[name],
    onChange: (value) => setRules({ [name]: value === true }, name, value),
  });

/** Every token that has done something. */
const counted = () => view.tokens.filter(({ metadata }) => metadata[TURN]).map(({ id }) => id);

/** @param {Event} event */
const inputOf = (event) => /** @type {HTMLInputElement} */ (event.target);

/** Ask the rules what they think of a change; what they refuse stays at its field. @type {(name: string, typed: unknown, question: Question) => Promise<boolean>} */
const attempt = async (name, typed, question) => {
  view.entries[name] = { typed, problem: null };
  draw();
  const { problem, reason } = await ask(question);
  if (view.entries[name]?.typed !== typed) return false;
  if (problem) view.entries[name] = { typed, problem };
  else delete view.entries[name];
  if (reason) view.notice = reason;
  draw();
  return !problem;
};

/** @type {(change: Partial<Rules>, name: string, typed: unknown) => Promise<void>} */
const setRules = async (change, name, typed) => {
  const rules = { ...view.rules, ...change };
  if (!isGm() || !(await attempt(name, typed, { kind: "tryRules", rules }))) return;
  const kept = keptIn(
    rules,
    systems.find(({ id }) => id === rules.system),
  );
  const problem = tooFull(kept, await OBR.room.getMetadata());
  if (problem) {
    view.entries[name] = { typed, problem };
    draw();
    return;
  }
  view.rules = kept;
  await OBR.room.setMetadata({ [RULES]: kept });
  await refresh();
};

/** @type {(id: string, key: string, valueFor: (item: Item) => unknown) => Promise<void>} */
const writeItem = async (id, key, valueFor) => {
  try {
    await OBR.scene.items.updateItems([id], ([draft]) => {
      if (draft) draft.metadata[key] = valueFor(draft);
    });
  } catch {
    view.notice = say("mayNotChange");
  }
  await refresh();
};

/** @param {Question} question */
const act = async (question) => {
  const { problem, reason } = await ask(question);
  await refresh();
  if (problem) view.notice = problemText(problem);
  else if (reason) view.notice = reason;
  draw();
};

/** Look at the selected token, and ask where it stands in its turn. */
const refresh = async () => {
  const selection = await OBR.player.getSelection();
  view.token = view.tokens.find(({ id }) => selection?.includes(id)) ?? null;
  const { token } = view;
  if (!token || !view.rules.system) {
    [view.state, view.layers, view.notice] = [null, [], ""];
    draw();
    return;
  }
  const {
    state,
    layers = [],
    slowly = "",
    isPushing = false,
    problem,
    reason,
  } = await ask({ kind: "state", item: token.id });
  if (view.token !== token) return;
  view.slowly = slowly;
  view.isPushing = isPushing;
  view.state = state ?? null;
  view.layers = layers;
  view.notice = problem ? problemText(problem) : (reason ?? "");
  draw();
};

/** @param {Item[]} items */
const learn = (items) => {
  view.tokens = items.filter(isToken);
  refresh();
};

document.getElementById("unstarted")?.remove();

OBR.onReady(async () => {
  ask = createAsker();
  document.documentElement.lang = language;
  const theme = await OBR.theme.getTheme();
  document.documentElement.dataset.theme = theme.mode === "LIGHT" ? "light" : "dark";
  OBR.theme.onChange(({ mode }) => {
    document.documentElement.dataset.theme = mode === "LIGHT" ? "light" : "dark";
  });
  view.role = await OBR.player.getRole();
  view.rules = rulesIn(await OBR.room.getMetadata());
  if (!view.rules.system && isGm()) view.tab = "house";
  OBR.player.onChange(({ role }) => {
    view.role = role;
    refresh();
  });
  OBR.room.onMetadataChange((metadata) => {
    view.rules = rulesIn(metadata);
    refresh();
  });
  OBR.scene.items.onChange(learn);
  OBR.scene.onReadyChange(async (isReady) => learn(isReady ? await OBR.scene.items.getItems() : []));
  draw();
  if (await OBR.scene.isReady()) learn(await OBR.scene.items.getItems());
});
