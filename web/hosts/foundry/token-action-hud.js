/**
 * Acts and rolls of the movement rules in Token Action HUD, by the hooks through which its core takes other modules' actions.
 *
 * Without that module nobody calls these hooks, and nothing happens.
 *
 * @import { StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 *
 * @typedef {object} TokenActionHudPorts
 * @property {() => SystemEntry | null} system
 * @property {() => TokenDocument | null} token
 * @property {(document: TokenDocument) => Promise<StateValue | null>} stateOf
 * @property {(document: TokenDocument, act: string) => void} act
 * @property {(document: TokenDocument, check: string) => void} roll
 * @property {() => void} openPanel
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 */

import { fieldsOf } from "../../core/form-schema.js";
import { host, ID } from "./host.js";

const GROUP = `${ID}_acts`;
const [ACT, ROLL, PANEL] = ["act", "roll", "panel"].map((kind) => `${ID}-${kind}`);

/** @param {TokenActionHudPorts} ports */
export const joinTokenActionHud = (ports) => {
  const { say, words } = ports;

  /** @type {(delimiter: string) => Promise<object[]>} */
  const actions = async (delimiter) => {
    const [system, document] = [ports.system(), ports.token()];
    if (!system || !document?.isOwner) return [];
    const state = await ports.stateOf(document);
    const entry = (
      /** @type {string | undefined} */ kind,
      /** @type {string} */ id,
      /** @type {string} */ name,
    ) => ({
      id: `${kind}-${id}`,
      name,
      encodedValue: [kind, id].join(delimiter),
    });
    return [
      entry(PANEL, "turn", say("hud.panel")),
      ...system.acts.map(({ id, label, options }) =>
        fieldsOf(options).length === 0
          ? entry(ACT, id, words.told(label))
          : entry(PANEL, id, `${words.told(label)}…`),
      ),
      ...(state?.checks ?? []).map(({ id, label }) =>
        entry(ROLL, id, say("panel.rollFor", { check: words.told(label) })),
      ),
    ];
  };

  /** Whether this was one of ours. @type {(encoded: string, delimiter: string) => boolean} */
  const press = (encoded, delimiter) => {
    const [kind, ...rest] = encoded.split(delimiter);
    const document = ports.token();
    if (!document || ![ACT, ROLL, PANEL].includes(kind)) return false;
    const id = rest.join(delimiter);
    if (kind === ACT) ports.act(document, id);
    else if (kind === ROLL) ports.roll(document, id);
    else ports.openPanel();
    return true;
  };

  const { Hooks } = host;
  Hooks.on("tokenActionHudCoreRegisterDefaults", (/** @type {any} */ { groups, layout }) => {
    const group = { id: GROUP, name: "Footwork", listName: "Group: Footwork", type: "system" };
    groups.push(group);
    layout.push({ nestId: ID, id: ID, name: "Footwork", groups: [{ ...group, nestId: `${ID}_${GROUP}` }] });
  });
  Hooks.on("tokenActionHudCoreApiReady", (/** @type {any} */ { api }) => {
    class Actions extends api.ActionHandlerExtender {
      /** @param {any} handler */
      constructor(handler) {
        super(handler);
        this.handler = handler;
      }

      async extendActionHandler() {
        const found = await actions(this.handler.delimiter);
        await this.handler.addActions(found, { id: GROUP, type: "system" });
      }
    }
    class Presses extends api.RollHandlerExtender {
      /** @param {any} handler */
      constructor(handler) {
        super();
        this.handler = handler;
      }

      /** @type {(event: Event, encoded: string) => boolean} */
      handleActionClick(_event, encoded) {
        return press(encoded, this.handler.delimiter);
      }
    }
    Hooks.on("tokenActionHudCoreAddActionHandlerExtenders", (/** @type {any} */ handler) =>
      handler.addActionHandlerExtender(new Actions(handler)),
    );
    Hooks.on("tokenActionHudCoreAddRollHandlerExtenders", (/** @type {any} */ handler) =>
      handler.addRollHandlerExtender(new Presses(handler)),
    );
  });
};
