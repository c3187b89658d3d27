/**
 * What a form has to ask, read from a JSON Schema, as the core describes characters, house rules and the like.
 *
 * @typedef {{[key: string]: unknown}} Schema
 * @typedef {{[field: string]: unknown}} Fields
 * @typedef {"truth" | "choice" | "number" | "either" | "text" | "set" | "list" | "map" | "group"} Kind
 *   either: one of the choices, or a number; set: some of the choices; map: values by name; group: fields of its own
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} title
 * @property {string} description
 * @property {Kind} kind
 * @property {unknown[]} choices
 * @property {{[choice: string]: string}} words  for choices that are not plain by their names
 * @property {boolean} isOfTokens  the choices are the tokens on the map
 * @property {string[]} suggestions  of a text, or of the names in a map
 * @property {number | null} least  of a number
 * @property {number | null} most  of a number
 * @property {boolean} isWhole  of a number
 * @property {boolean} isCode  of a text: a few letters of a form that the schema tells
 * @property {boolean} isOptional  may be left empty
 * @property {Field | null} item  what a list or a map holds
 * @property {Field[]} fields  of a group
 * @property {boolean} isAsked  without it the rules assume a value
 * @property {unknown} initial  of what is asked for nothing: no form fills it in for people
 */

import { titleFrom } from "./translation.js";

/**
 * The fields of an object schema, in its order.
 *
 * @param {Schema} schema
 * @param {Schema} [root]
 * @returns {Field[]}
 */
export const fieldsOf = (schema, root = schema) =>
  Object.entries(/** @type {{[name: string]: Schema}} */ (schema.properties ?? {})).map(([name, property]) =>
    fieldOf(name, property, root),
  );

/**
 * A field from its schema; `root` holds the definitions it may point to.
 *
 * @type {(name: string, schema: Schema, root?: Schema) => Field}
 */
export const fieldOf = (name, schema, root = schema) => {
  const plain = { ...schema, ...resolved(schema, root) };
  const held = itemOf(plain);
  const item = held && fieldOf(name, held, root);
  const choices = choicesOf(plain.type === "array" && item ? resolved(held, root) : plain);
  const isOfTokens = plain.type === "array" && held?.format === "token";
  return {
    name,
    title: typeof schema.title === "string" ? schema.title : titleFrom(name),
    description: typeof schema.description === "string" ? schema.description : "",
    kind: kindOf(plain, choices, isOfTokens),
    choices: plain.isOptional === true && plain.isEither !== true ? [null, ...choices] : choices,
    words: wordsOf(plain, plain.type === "array" && item ? resolved(held, root) : {}),
    isOfTokens,
    suggestions: textsIn(plain.examples ?? asSchema(plain.propertyNames)?.examples),
    least: numberOr(plain.minimum ?? plain.exclusiveMinimum),
    most: numberOr(plain.maximum ?? plain.exclusiveMaximum),
    isWhole: plain.type === "integer",
    isCode: typeof plain.pattern === "string",
    isOptional: plain.isOptional === true,
    item,
    fields: plain.type === "object" && plain.properties ? fieldsOf(plain, root) : [],
    isAsked: schema.asked === true,
    initial: schema.asked === true ? null : schema.default,
  };
};

/** What choices are called, where the schema says it. @param {Schema[]} schemas @returns {{[choice: string]: string}} */
const wordsOf = (...schemas) => Object.assign({}, ...schemas.map(({ words }) => words));

/** @type {(plain: Schema, choices: unknown[], isOfTokens: boolean) => Kind} */
const kindOf = (plain, choices, isOfTokens) => {
  if (plain.type === "array") return isOfTokens || choices.length > 0 ? "set" : "list";
  if (plain.isEither === true) return "either";
  if (choices.length > 0) return "choice";
  if (plain.type === "integer" || plain.type === "number") return "number";
  if (plain.type === "object") return plain.properties ? "group" : "map";
  return plain.type === "boolean" ? "truth" : "text";
};

/** What a list or a map holds, by its schema. @type {(plain: Schema) => Schema | null} */
const itemOf = (plain) => {
  if (plain.type === "array") return asSchema(plain.items) ?? {};
  if (plain.type !== "object" || plain.properties) return null;
  const patterns = Object.values(asSchema(plain.patternProperties) ?? {});
  return asSchema(patterns[0]) ?? asSchema(plain.additionalProperties) ?? {};
};

/** @param {unknown} value */
const asSchema = (value) =>
  typeof value === "object" && value !== null ? /** @type {Schema} */ (value) : null;

/** @param {Schema} plain @returns {unknown[]} */
const choicesOf = (plain) => {
  if (plain.const !== undefined) return [plain.const];
  return Array.isArray(plain.enum) ? plain.enum : [];
};

/** @param {unknown} value */
const textsIn = (value) => (Array.isArray(value) ? value.map(String) : []);

/** Follow references and look through "or nothing". @type {(schema: Schema, root: Schema) => Schema} */
const resolved = (schema, root) => {
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.split("/").at(-1) ?? "";
    const definitions = /** @type {{[name: string]: Schema} | undefined} */ (root.$defs);
    const target = definitions?.[name];
    return target ? resolved(target, root) : {};
  }
  if (!Array.isArray(schema.anyOf)) return schema;
  const options = /** @type {Schema[]} */ (schema.anyOf).map((option) => resolved(option, root));
  const isOptional = options.some(({ type }) => type === "null");
  // A number that may be whole or not is two options to the schema and one to people.
  const numeric =
    options.find(({ type }) => type === "number") ?? options.find(({ type }) => type === "integer");
  const listed = options.find((option) => choicesOf(option).length > 0);
  if (numeric && listed)
    return { ...numeric, enum: choicesOf(listed), words: listed.words, isEither: true, isOptional };
  return { ...(numeric ?? options.find(({ type }) => type !== "null")), isOptional };
};

/**
 * What a form says as a whole: what was typed, else what each field holds at first, else the least it may hold.
 *
 * @type {(fields: Field[], typed: Fields) => Fields}
 */
export const valuesOf = (fields, typed) =>
  Object.fromEntries(fields.map((field) => [field.name, typed[field.name] ?? valueAtFirst(field)]));

/** @type {(field: Field) => unknown} */
export const valueAtFirst = ({ initial, kind, choices, least, fields }) => {
  if (initial !== undefined) return initial;
  if (kind === "choice" || kind === "either") return choices[0] ?? null;
  if (kind === "number") return least ?? 0;
  if (kind === "truth") return false;
  if (kind === "list" || kind === "set") return [];
  return kind === "map" ? {} : kind === "group" ? valuesOf(fields, {}) : "";
};

/** @param {unknown} value */
export const numberOr = (value) => (typeof value === "number" ? value : null);
