/**
 * Moves by the host's own tools, seen only after they were made: which of them are to be judged.
 *
 * Each client looks at its own user's moves. What others moved, what this extension writes itself and what comes
 * with another scene is only remembered.
 *
 * @import { Item, Vector2 as Point } from "@owlbear-rodeo/sdk"
 * @typedef {{item: Item, from: Point}} Moved
 */

import { isToken } from "./scene.js";

/** @param {{user: () => string}} settings */
export const createHostToolMoves = ({ user }) => {
  /** Where each token was when everything was in order. @type {Map<string, Point>} */
  const known = new Map();
  /** Positions that this extension writes itself. @type {Map<string, Point>} */
  const awaited = new Map();

  return {
    /** Take everything as it is. @param {readonly Item[]} items */
    learn: (items) => {
      known.clear();
      for (const { id, position } of items.filter(isToken)) known.set(id, position);
    },
    /** This extension puts a token somewhere; until it is there, nothing else of it counts. @type {(id: string, position: Point) => void} */
    expect: (id, position) => {
      awaited.set(id, position);
      known.set(id, position);
    },
    /** The token could not be put where it was to go. @type {(id: string, position: Point) => void} */
    forget: (id, position) => {
      awaited.delete(id);
      known.set(id, position);
    },
    /** What this user's own hand moved since. @type {(items: readonly Item[]) => Moved[]} */
    see: (items) => {
      const tokens = items.filter(isToken);
      const changed = tokens.flatMap((item) => {
        const [from, own] = [known.get(item.id), awaited.get(item.id)];
        if (own) {
          if (isSame(own, item.position)) awaited.delete(item.id);
          return from && !isSame(from, item.position) ? [] : [{ item, from: item.position, isOurs: true }];
        }
        known.set(item.id, item.position);
        if (!from || isSame(from, item.position)) return [];
        return [{ item, from, isOurs: item.lastModifiedUserId !== user() }];
      });
      const ids = new Set(tokens.map(({ id }) => id));
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      // What hangs on another goes where that goes.
      const moving = new Set(changed.map(({ item }) => item.id));
      return changed
        .filter(({ item, isOurs }) => !isOurs && !(item.attachedTo && moving.has(item.attachedTo)))
        .map(({ item, from }) => ({ item, from }));
    },
  };
};

/** @type {(one: Point, other: Point) => boolean} */
const isSame = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.01;
