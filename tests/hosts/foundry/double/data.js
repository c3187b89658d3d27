/** Plain data: paths, copies, differences. */

/** What has the fields that it is made with, whatever they are. @type {any} */
export const Fields = class {};

export const deepClone = (value) => structuredClone(value);

export const getProperty = (object, path) =>
  path.split(".").reduce((part, key) => (part == null ? undefined : part[key]), object);

export const setProperty = (object, path, value) => {
  const keys = path.split(".");
  const last = keys.pop();
  let part = object;
  for (const key of keys) {
    part[key] ??= {};
    part = part[key];
  }
  part[last] = value;
};

/** Changes with dotted paths made into nested ones. */
export const expandObject = (flat) => {
  const expanded = {};
  for (const [path, value] of Object.entries(flat)) setProperty(expanded, path, value);
  return expanded;
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Merge in place; a key that begins with `-=` deletes. */
export const mergeObject = (target, changes) => {
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith("-=")) delete target[key.slice(2)];
    else if (isObject(value) && isObject(target[key])) mergeObject(target[key], value);
    else target[key] = isObject(value) ? mergeObject({}, value) : value;
  }
  return target;
};

/** What of `changes` is not so already. */
export const diffObject = (source, changes) => {
  const rest = {};
  for (const [key, value] of Object.entries(changes)) {
    if (key === "_id") continue;
    if (key.startsWith("-=")) {
      if (key.slice(2) in source) rest[key] = value;
    } else if (isObject(value) && isObject(source[key])) {
      const inner = diffObject(source[key], value);
      if (Object.keys(inner).length > 0) rest[key] = inner;
    } else if (JSON.stringify(source[key]) !== JSON.stringify(value)) rest[key] = value;
  }
  return rest;
};

export const randomID = (length = 16) =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(length)),
    (byte) => "abcdefghijklmnopqrstuvwxyz012345"[byte % 32],
  ).join("");

/** Frozen through and through, but for what is named. */
export const deepFreeze = (value, writable = []) => {
  for (const part of Object.values(value)) if (typeof part === "object" && part !== null) deepFreeze(part);
  if (writable.length === 0) return Object.freeze(value);
  for (const key of Object.keys(value)) {
    if (!writable.includes(key)) Object.defineProperty(value, key, { writable: false, configurable: false });
  }
  return Object.preventExtensions(value);
};

/** A map by id that goes through its values. */
export class Collection extends Map {
  get contents() {
    return [...this.values()];
  }

  find(is) {
    return this.contents.find(is);
  }

  some(is) {
    return this.contents.some(is);
  }

  *[Symbol.iterator]() {
    yield* this.values();
  }
}
