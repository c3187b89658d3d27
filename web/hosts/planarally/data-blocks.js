/**
 * What the table keeps in the host's data blocks: settings and ground per room, the fight per location, character and turn
 * per token.
 *
 * A change is told to all browsers in the same location. What is about the whole room is looked up again by those elsewhere.
 *
 * @import { Turn } from "../host.js"
 * @import { KeptFight } from "./initiative.js"
 * @import { Asked } from "./prompts.js"
 * @import { GroundKind, Layout } from "./scene.js"
 * @import { Api, DataBlock, GlobalId, Point } from "./surface.js"
 *
 * @typedef {object} Settings
 * @property {string} system  empty: tokens move as without this mod
 * @property {"inform" | "confirm" | "block"} enforcement
 * @property {boolean} failClosed  whether tokens stay where they are while the rules do not run
 * @property {{[id: string]: unknown}} houseRules
 *
 * @typedef {{[shape: GlobalId]: {kind: GroundKind, multiplier: number}}} Grounds
 *
 * @typedef {object} Kept  What is kept of one token.
 * @property {{[system: string]: {[field: string]: unknown}}} characters  by the system whose sheet it is
 * @property {{[system: string]: {[field: string]: unknown}}} circumstances  what the GM says of its moves, likewise
 * @property {"" | "party" | "foes" | "neutral"} side  empty: by who owns it
 * @property {Turn} turn
 * @property {Point[]} starts  where each move of the turn began
 * @property {Layout | null} layout  the window whose cells the ledger remembers
 *
 * @typedef {(block: object) => Promise<{data: string} | null>} Load
 * @typedef {(block: object) => Promise<boolean | null>} Make
 * @typedef {{settings?: DataBlock<Settings> | undefined, grounds?: DataBlock<Grounds> | undefined, asked?: DataBlock<Asked> | undefined}} OfRoom
 *
 * @typedef {object} Blocks
 * @property {Api} api
 * @property {OfRoom} ofRoom
 * @property {Map<number, DataBlock<KeptFight>>} fights  by location
 * @property {Map<GlobalId, DataBlock<Kept>>} tokens
 * @property {Map<GlobalId, Promise<void>>} loading
 */

import { NEW, readTurn } from "../../core/turns.js";
import { keptFight, PEACE } from "./initiative.js";
import { keptChanged } from "./presence.js";

/** @returns {Settings} */
const noSettings = () => ({ system: "", enforcement: "confirm", failClosed: false, houseRules: {} });
/** @returns {Kept} */
const nothingKept = () => ({
  characters: {},
  circumstances: {},
  side: "",
  turn: NEW,
  starts: [],
  layout: null,
});

/**
 * @param {Api} api
 * @param {(id: GlobalId) => GlobalId} identity  by which token something is kept
 */
export const createBlocks = (api, identity) => {
  /** @type {Blocks} */
  const blocks = { api, ofRoom: {}, fights: new Map(), tokens: new Map(), loading: new Map() };
  const { ofRoom, fights, tokens } = blocks;
  return {
    open: async () => {
      ofRoom.settings = await loadOfRoom(api, "settings", noSettings);
      ofRoom.grounds = await loadOfRoom(api, "grounds", /** @returns {Grounds} */ () => ({}));
      ofRoom.asked = await loadOfRoom(api, "asked", /** @returns {Asked} */ () => ({}));
    },
    /** Have what is kept of the fight in a location here. @type {(location: number) => Promise<void>} */
    openFight: async (location) => {
      const block = await loadOfRoom(api, `fight ${location}`, () => keptFight(PEACE));
      if (block) fights.set(location, block);
    },
    /** What is kept of it; null: not known yet. @type {(location: number) => KeptFight | null} */
    fight: (location) => fights.get(location)?.data ?? null,
    /** @type {(location: number, data: KeptFight) => void} */
    saveFight: (location, data) => save(fights.get(location), data),
    /** Look up again what is about the whole room. @param {Load} load */
    refresh: (load) => refresh(ofRoom, load),
    asked: () => ofRoom.asked?.data ?? {},
    /** @type {(data: Asked) => void} */
    saveAsked: (data) => save(ofRoom.asked, data),
    settings: () => ({ ...noSettings(), ...ofRoom.settings?.data }),
    grounds: () => ofRoom.grounds?.data ?? {},
    /** What is kept of a token, its turn only if it is one of the table's rules; null: not known yet, and asked for. @type {(id: GlobalId) => Kept | null} */
    token: (variant) => {
      const id = identity(variant);
      const block = tokens.get(id);
      if (!block) loaded(blocks, id);
      return block ? read(block.data, ofRoom.settings?.data.system) : null;
    },
    /** Wait until what is kept of some tokens is here. @type {(ids: Iterable<GlobalId>) => Promise<void>} */
    ready: async (ids) => {
      for (const id of [...ids].map(identity)) await loaded(blocks, id);
    },
    /** @type {(id: GlobalId, make: Make) => Promise<void>} */
    restore: (id, make) => restore(tokens.get(id), id, make),
    /** @type {(data: Settings) => void} */
    saveSettings: (data) => save(ofRoom.settings, data),
    /** @type {(data: Grounds) => void} */
    saveGrounds: (data) => save(ofRoom.grounds, data),
    /** @type {(id: GlobalId, change: Partial<Kept>) => void} */
    saveToken: (id, change) => {
      const block = tokens.get(identity(id));
      save(block, block && { ...nothingKept(), ...block.data, ...change });
    },
  };
};

/** @type {<T>(api: Api, name: string, defaultData: () => T) => Promise<DataBlock<T> | undefined>} */
const loadOfRoom = (api, name, defaultData) =>
  api.getOrLoadDataBlock({ category: "room", name }, { defaultData, updateCallback: keptChanged });

/** @type {(ofRoom: OfRoom, load: Load) => Promise<void>} */
const refresh = async (ofRoom, load) => {
  for (const [name, block] of Object.entries(ofRoom)) {
    const found = block && (await load({ source: TAG, category: "room", name }));
    if (found && !inMaking.has(block) && found.data !== JSON.stringify(block.data))
      block.loadData(found.data);
  }
};

/** A turn that cannot be read, or is one of other rules, counts as none. @type {(data: Kept, system: string | undefined) => Kept} */
const read = (data, system) => {
  const kept = { ...nothingKept(), ...data };
  const { turn } = readTurn(kept.turn, system);
  return { ...kept, turn, starts: turn === NEW ? [] : kept.starts };
};

/** Have what is kept of a token loaded, once. @type {(blocks: Blocks, id: GlobalId) => Promise<void>} */
const loaded = (blocks, id) => {
  const found = blocks.loading.get(id) ?? load(blocks, id);
  blocks.loading.set(id, found);
  return found;
};

/** @type {(blocks: Blocks, id: GlobalId) => Promise<void>} */
const load = async ({ api, tokens }, id) => {
  const name = { category: /** @type {const} */ ("shape"), name: "token", shape: id };
  const how = { defaultData: nothingKept, updateCallback: keptChanged };
  const block = await api.getOrLoadDataBlock(name, how);
  if (!block) return;
  tokens.set(id, block);
  keptChanged();
};

/**
 * A token is on the map again that was deleted: what was kept of it is made anew, once the server knows the token.
 *
 * @type {(block: DataBlock<Kept> | undefined, id: GlobalId, make: Make) => Promise<void>}
 */
const restore = async (block, id, make) => {
  if (!block?.existsOnServer) return;
  const made = { source: TAG, category: "shape", name: "token", shape: id };
  for (let tries = 0; tries < LOOKS; tries += 1) {
    if ((await make({ ...made, data: JSON.stringify(block.data) })) !== false) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  }
};

/** By what name the host knows this mod. */
const TAG = "footwork";

/** Blocks whose making the host has not confirmed: a second write would be a second making, which it refuses. @type {WeakSet<object>} */
const inMaking = new WeakSet();
const LOOKS = 500;
const LOOK_MILLIS = 20;

/** @type {<T>(block: DataBlock<T> | undefined, data: T | undefined) => void} */
const save = (block, data) => {
  if (!block || data === undefined) return;
  block.updateData(data);
  if (inMaking.has(block)) return;
  const isNew = !block.existsOnServer;
  block.sync();
  if (isNew) finish(block, data);
};

/** Write what was changed while a block was made. @type {<T>(block: DataBlock<T>, made: T) => Promise<void>} */
const finish = async (block, made) => {
  inMaking.add(block);
  for (let look = 0; look < LOOKS && !block.existsOnServer; look += 1)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
  inMaking.delete(block);
  if (block.data !== made) save(block, block.data);
};
