/**
 * The systems of rules there are: those that come with this module, and those that other modules bring along.
 *
 * @import { DescribeValue as Described, SystemEntry } from "../../core/protocol.js"
 *
 * @typedef {object} Brought  A system of another module.
 * @property {string} id  that of its Python file as well
 * @property {string} title
 * @property {string} unit  what it measures in
 * @property {string[]} modes  the ids of its ways of moving
 * @property {string} url  where its Python file is
 */

import { translated } from "../../core/translation.js";

const ID_FORM = /^[a-z][a-z0-9_]{0,39}$/;

/** @param {Described} described */
export const createSystemLibrary = (described) => {
  let whole = described;
  /** @type {Map<string, Brought>} */
  const brought = new Map();
  /** @type {{locale: string, of: Described, value: Described} | null} */
  let kept = null;

  return {
    /** @param {Brought} system */
    add: (system) => {
      const { id, title, unit, modes, url } = system;
      if (!ID_FORM.test(id))
        throw new Error(`id: "${id}" is no name of a Python file; use small letters and digits`);
      if (described.systems.some((one) => one.id === id) || brought.has(id))
        throw new Error(`id: there is a system "${id}" already; choose another name`);
      if (!title || !unit) throw new Error("title, unit: both are needed; a unit is ft, m or the like");
      if (!Array.isArray(modes) || modes.length === 0) throw new Error("modes: name the ways of moving");
      if (typeof url !== "string" || url === "") throw new Error("url: say where the Python file is");
      brought.set(id, system);
    },
    /** What there is to choose from. */
    titles: () => [...described.systems, ...brought.values()].map(({ id, title }) => ({ id, title })),
    /** @param {string} id */
    brought: (id) => brought.get(id) ?? null,
    /** A system; of one that is brought along only what was said of it, until the rules have told. @type {(id: string) => SystemEntry | null} */
    entry: (id) => {
      const found = whole.systems.find((one) => one.id === id);
      const other = brought.get(id);
      return found ?? (other ? sketch(other) : null);
    },
    /** All systems, those that are brought along as far as that is known. */
    all: () => [
      ...whole.systems,
      ...[...brought.values()].filter(({ id }) => !whole.systems.some((one) => one.id === id)).map(sketch),
    ],
    /** All systems as they were told. */
    systems: () => whole.systems,
    /** What the rules told when they ran. @param {Described} value */
    told: (value) => {
      whole = value;
    },
    /** All in the words of a language. @type {(find: (key: string) => string | undefined, locale: string) => Described} */
    inWords: (find, locale) => {
      if (kept?.locale !== locale || kept.of !== whole)
        kept = { locale, of: whole, value: translated(whole, find) };
      return kept.value;
    },
  };
};

/** @type {(system: Brought) => SystemEntry} */
const sketch = ({ id, title, unit, modes }) => {
  const empty = { properties: {} };
  const entry = {
    id,
    title,
    unit,
    modes: modes.map((mode) => ({ id: mode, label: { key: "", params: {}, text: mode } })),
    clock: { scopes: [], end_turn: [] },
    character: empty,
    circumstances: empty,
    token_facts: empty,
    surfaces: [],
    grades: [],
    acts: [],
    house_rules: [],
    presets: [],
    rules: [],
    texts: {},
  };
  return /** @type {SystemEntry} */ (/** @type {unknown} */ (entry));
};
