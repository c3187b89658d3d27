/**
 * Moves by the host's own tools, seen only after they were made: which of them are to be judged.
 *
 * Each client looks at its own user's moves, one after the other. What others moved, what this extension writes itself and what
 * comes with another scene is only remembered.
 *
 * @import { Item, Vector2 as Point } from "@owlbear-rodeo/sdk"
 * @typedef {{stands: Point, lies: Point, left: number}} Underway  A token on its way. stands: where the rules have it by now; lies: where the user's hand has put it; left: how many steps are still to be judged
 * @typedef {{item: Item, from: Point, underway: Underway}} Moved
 */

import { carriersOf, isToken } from "./scene.js";

/** How large an item is drawn: its place changes with that, and it has not moved. @type {(item: any) => string} */
const drawnSize = ({ scale, image, grid, width, height }) =>
  JSON.stringify([scale, image?.width, image?.height, grid, width, height]);

/** @param {{user: () => string}} settings */
export const createHostToolMoves = ({ user }) => {
  /** Where each item was when everything was in order, and how large. @type {Map<string, {at: Point, size: string}>} */
  const known = new Map();
  /** Positions that this extension writes itself. @type {Map<string, Point>} */
  const awaited = new Map();
  /** What this user has moved and the rules have not judged yet. @type {Map<string, Underway>} */
  const allUnderway = new Map();

  /** @type {(id: string, at: Point) => void} */
  const put = (id, at) => void known.set(id, { size: "", ...known.get(id), at });

  /** Where an item comes from that has moved, and by whom; null: it has not. @type {(item: Item) => {item: Item, from: Point, isOurs: boolean} | null} */
  const seen = (item) => {
    const { id, position } = item;
    const [before, own, size] = [known.get(id), awaited.get(id), drawnSize(item)];
    if (own) {
      if (isSame(own, position)) awaited.delete(id);
      return before && !isSame(before.at, position) ? null : { item, from: position, isOurs: true };
    }
    known.set(id, { at: position, size });
    if (!before || isSame(before.at, position) || (before.size && before.size !== size)) return null;
    return { item, from: before.at, isOurs: item.lastModifiedUserId !== user() };
  };

  /** @type {(item: Item, from: Point) => Moved} */
  const asUnderway = (item, from) => {
    const underway = allUnderway.get(item.id) ?? { stands: from, lies: from, left: 0 };
    allUnderway.set(item.id, underway);
    underway.lies = item.position;
    underway.left += 1;
    return { item, from, underway };
  };

  return {
    /** Take everything as it is. @param {readonly Item[]} items */
    learn: (items) => {
      for (const map of [known, allUnderway]) map.clear();
      for (const item of items) known.set(item.id, { at: item.position, size: drawnSize(item) });
    },
    /** This extension puts a token somewhere; until it is there, nothing else of it counts. @type {(id: string, position: Point) => void} */
    expect: (id, position) => {
      awaited.set(id, position);
      put(id, position);
    },
    /** The token could not be put where it was to go. @type {(id: string, position: Point) => void} */
    forget: (id, position) => {
      awaited.delete(id);
      put(id, position);
    },
    /** A step is judged: the rules have the token stand there; whether it was the newest. @type {(id: string, underway: Underway, stands: Point) => boolean} */
    judged: (id, underway, stands) => {
      underway.left -= 1;
      underway.stands = stands;
      if (underway.left === 0) allUnderway.delete(id);
      return underway.left === 0;
    },
    /** What this user's own hand moved since. @type {(items: readonly Item[]) => Moved[]} */
    see: (items) => {
      const changed = items.flatMap((item) => seen(item) ?? []);
      const byId = new Map(items.map((item) => [item.id, item]));
      for (const id of known.keys()) if (!byId.has(id)) known.delete(id);
      // What hangs on another goes where that goes.
      const moving = new Set(changed.map(({ item }) => item.id));
      const isCarried = (/** @type {Item} */ item) =>
        carriersOf(item, (id) => byId.get(id)).some(({ id }) => moving.has(id));
      for (const { item, isOurs } of changed) if (isOurs) allUnderway.delete(item.id);
      return changed
        .filter(({ item, isOurs }) => !isOurs && isToken(item) && !isCarried(item))
        .map(({ item, from }) => asUnderway(item, from));
    },
  };
};

/** @type {(one: Point, other: Point) => boolean} */
export const isSame = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 0.01;
