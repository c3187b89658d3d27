/**
 * This module's behaviour of regions: ground as the rules know it, filled in by the GM in the region's own form.
 *
 * @import { SystemEntry } from "../../core/protocol.js"
 */

import { GROUND } from "./ground.js";
import { host } from "./host.js";

const KINDS = ["difficult", "water", "climb", "gap", "ledge", "cover", "obstacle"];
const SLICK = ["none", "wet", "greased"];
const [MOST_FACTOR, MOST_DIFFICULTY] = [1_000, 200];

/** @type {(field: string, values: string[]) => {[value: string]: string}} */
const choices = (field, values) =>
  Object.fromEntries(values.map((value) => [value, `FOOTWORK.ground.${field}.${value}`]));

/**
 * The words of all systems for something, so that no region loses its own when another game is played.
 *
 * @type {(systems: readonly SystemEntry[], chosen: () => SystemEntry | null, of: "surfaces" | "grades") => {[id: string]: string}}
 */
const wordsOf = (systems, chosen, of) => {
  const others = systems.flatMap((system) =>
    system[of].map(({ id, label }) => /** @type {const} */ ([id, `${label.text} (${system.title})`])),
  );
  const own = (chosen()?.[of] ?? []).map(({ id, label }) => /** @type {const} */ ([id, label.text]));
  return Object.fromEntries([...others.toReversed(), ...own]);
};

/**
 * Make the behaviour known to the client.
 *
 * @type {(systems: readonly SystemEntry[], chosen: () => SystemEntry | null) => void}
 */
export const addGround = (systems, chosen) => {
  const { RegionBehavior } = host.CONFIG;
  RegionBehavior.dataModels[GROUND] = groundModel(systems, chosen);
  RegionBehavior.typeLabels[GROUND] = `TYPES.RegionBehavior.${GROUND}`;
  RegionBehavior.typeIcons[GROUND] = "fa-solid fa-mountain";
  if (RegionBehavior.typeHints) RegionBehavior.typeHints[GROUND] = "FOOTWORK.ground.hint";
};

/** @type {(systems: readonly SystemEntry[], chosen: () => SystemEntry | null) => unknown} */
const groundModel = (systems, chosen) => {
  const { fields, regionBehaviors } = host.foundry.data;
  const { BooleanField, NumberField, SchemaField, StringField } = fields;
  const empty = { required: false, nullable: true, initial: null };
  const word = (/** @type {() => {[id: string]: string}} */ known) =>
    new StringField({ required: false, blank: true, initial: "", choices: known });
  const heading = () => new SchemaField({ x: new NumberField(empty), y: new NumberField(empty) });
  return class extends regionBehaviors.RegionBehaviorType {
    static LOCALIZATION_PREFIXES = ["FOOTWORK.ground"];

    static defineSchema() {
      return {
        kind: new StringField({ required: true, initial: "difficult", choices: choices("kinds", KINDS) }),
        multiplier: new NumberField({
          required: true,
          nullable: false,
          initial: 1,
          min: 0.01,
          max: MOST_FACTOR,
        }),
        surcharge: new NumberField({ required: true, nullable: false, initial: 0, min: 0 }),
        grade: word(() => wordsOf(systems, chosen, "grades")),
        current: heading(),
        surface: word(() => wordsOf(systems, chosen, "surfaces")),
        slick: new StringField({ required: true, initial: "none", choices: choices("slicks", SLICK) }),
        difficulty: new NumberField({ ...empty, integer: true, min: 0, max: MOST_DIFFICULTY }),
        uphill: heading(),
        depth: new NumberField({ ...empty, min: 0 }),
        height: new NumberField({ required: true, nullable: false, initial: 0 }),
        secret: new BooleanField(),
      };
    }
  };
};
