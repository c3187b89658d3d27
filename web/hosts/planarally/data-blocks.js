/**
 * What the table keeps in the host's data blocks: settings and ground per room, the fight per location, character and turn
 * per token.
 *
 * A change is sent to all browsers in the same location. What is about the whole room is looked up again by those elsewhere.
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
 * @property {boolean} onlyInFights  whether tokens move as without the rules outside fights
 * @property {{[id: string]: unknown}} houseRules
 *
 * @typedef {Point & {location?: number | undefined}} KeptPoint  location: none is kept of points that an earlier version wrote
 * @typedef {{[shape: GlobalId]: {kind: GroundKind, multiplier: number}}} Grounds
 *
 * @typedef {object} Kept  What is kept of one token.
 * @property {{[system: string]: unknown}} characters  by the system whose sheet it is
 * @property {{[system: string]: {[field: string]: unknown}}} circumstances  what the GM says of its moves, likewise
 * @property {"" | "party" | "foes" | "neutral"} side  empty: by who owns it
 * @property {Turn} turn
 * @property {KeptPoint[]} starts  where each move of the turn began
 * @property {Layout | null} layout  the window whose cells the ledger remembers
 * @property {KeptPoint | null} [at]  where the token lies after the newest of these moves
 * @property {{commit: string, moves: Turn["moves"], starts: KeptPoint[]} | null} [former]  what could be taken back when the newest round began, and the commit that tells of this
 * @property {readonly string[]} [writes]  by which this was written, the newest last
 *
 * @typedef {(kept: Kept, before: Kept) => void} Again  what to do on what is kept, since the turn that was written did not last
 * @typedef {(block: object) => Promise<{data: string} | null>} Load
 * @typedef {{settings?: DataBlock<Settings> | undefined, grounds?: DataBlock<Grounds> | undefined, asked?: DataBlock<Asked> | undefined}} OfRoom
 *
 * @typedef {object} Blocks
 * @property {Api} api
 * @property {OfRoom} ofRoom
 * @property {Map<number, DataBlock<KeptFight>>} fights  by location
 * @property {Map<GlobalId, DataBlock<Kept>>} tokens
 * @property {Map<GlobalId, Promise<void>>} loading
 * @property {ReturnType<typeof createWrites<Kept>>} writes
 * @property {(id: GlobalId, at: Point) => Promise<boolean>} liesAt
 * @property {Promise<void>} looking  fulfilled when what others wrote is known
 */

import { NEW } from "../../core/turns.js";
import { createWrites } from "../../core/writes.js";
import { askedIn, fightIn, groundsIn, settingsIn, tokenIn } from "./as-kept.js";
import { keptFight, PEACE } from "./initiative.js";
import { keptChanged } from "./presence.js";

/** @returns {Settings} */
const noSettings = () => ({
  ...{ system: "", enforcement: "confirm", houseRules: {} },
  ...{ failClosed: false, onlyInFights: false },
});
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
 * @param {object} ports
 * @param {(id: GlobalId) => GlobalId} ports.identity  by which token something is kept
 * @param {() => boolean} ports.isLost  whether there was a connection that is no more
 * @param {(id: GlobalId, at: Point) => Promise<boolean>} ports.liesAt  whether the host has a token lie there
 */
export const createBlocks = (api, { identity, isLost, liesAt }) => {
  /** @type {Blocks} */
  const blocks = {
    ...{ api, liesAt, ofRoom: {}, fights: new Map(), tokens: new Map(), loading: new Map() },
    looking: Promise.resolve(),
    writes: createWrites(isLost),
  };
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
    fight: (location) => fightIn(fights.get(location)?.data),
    /** @type {(location: number, data: KeptFight) => void} */
    saveFight: (location, data) => save(fights.get(location), data),
    /** Look up again what is about the whole room. @param {Load} load */
    refresh: (load) => refresh(ofRoom, load),
    /** Look up all again: nobody was told what others wrote in another location, or while there was no connection. @param {Load} load */
    lookAgain: (load) => {
      blocks.looking = lookAgain(blocks, load);
    },
    /** Look up again what is kept of a token. @type {(id: GlobalId, load: Load) => Promise<void>} */
    lookUp: async (variant, load) => {
      const shape = identity(variant);
      const block = tokens.get(shape);
      if (block) await reload(block, { category: "shape", name: "token", shape }, load);
    },
    /** Whether a message writes of a token: after a time without a connection that is done again, on what is kept by then. @type {(name: string, data: any) => boolean} */
    isSave: (name, data) => name === "DataBlock.Save" && isOfToken(data),
    asked: () => askedIn(ofRoom.asked?.data),
    /** @type {(data: Asked) => void} */
    saveAsked: (data) => save(ofRoom.asked, data),
    settings: () => settingsIn(ofRoom.settings?.data, noSettings()),
    grounds: () => groundsIn(ofRoom.grounds?.data),
    /** What is kept of a token, its turn only if it is one of the table's rules; null: not known yet, and asked for. @type {(id: GlobalId) => Kept | null} */
    token: (variant) => {
      const id = identity(variant);
      const block = tokens.get(id);
      if (!block) loaded(blocks, id);
      return block ? tokenIn(block.data, nothingKept(), ofRoom.settings?.data?.system) : null;
    },
    /** Wait until what is kept of some tokens is here. @type {(ids: Iterable<GlobalId>) => Promise<void>} */
    ready: async (ids) => {
      await blocks.looking;
      for (const id of [...ids].map(identity)) await loaded(blocks, id);
    },
    /** A token has the sheet of another one, and a turn of its own. @type {(from: GlobalId, to: GlobalId) => Promise<void>} */
    copy: async (from, to) => {
      for (const id of [from, to]) await loaded(blocks, identity(id));
      const source = tokens.get(identity(from));
      if (!source?.existsOnServer) return;
      const { characters, circumstances, side } = { ...nothingKept(), ...source.data };
      saveToken(blocks, identity(to), { characters, circumstances, side }, () => {});
    },
    /** A token is another one by now, and keeps all that was kept of it. @type {(from: GlobalId, to: GlobalId) => Promise<void>} */
    handOver: async (from, to) => {
      const source = tokens.get(from);
      await loaded(blocks, to);
      if (source?.existsOnServer) saveToken(blocks, to, source.data, () => {});
    },
    /** @type {(data: Settings) => void} */
    saveSettings: (data) => save(ofRoom.settings, data),
    /** @type {(data: Grounds) => void} */
    saveGrounds: (data) => save(ofRoom.grounds, data),
    /** Without `again`, a turn that did not last is left. @type {(id: GlobalId, change: Partial<Kept>, again?: Again) => void} */
    saveToken: (id, change, again = () => {}) => saveToken(blocks, identity(id), change, again),
    /** A message came in: somebody else may have overwritten what was written here. @type {(name: string, data: any, load: Load) => Promise<void>} */
    receives: async (name, data, load) => {
      if (WRITTEN.test(name) && isOfToken(data)) await heard(blocks, data, load);
    },
  };
};

/** Messages that tell what somebody has written. */
const WRITTEN = /^DataBlock\.(Created|Saved)$/;

/** @type {(data: {source: string, category: string}) => boolean} */
const isOfToken = ({ source, category }) => source === TAG && category === "shape";

/** @type {(blocks: Blocks, id: GlobalId, change: Partial<Kept>, again: Again) => void} */
const saveToken = (blocks, id, change, again) => {
  const block = blocks.tokens.get(id);
  if (!block) return;
  const before = { ...nothingKept(), ...block.data };
  const data = blocks.writes.named(id, { ...before, ...change }, async (_, isBack) => {
    // With the connection, the move itself may have been lost.
    const isMade = !isBack || !change.at || (await blocks.liesAt(id, change.at));
    const kept = { ...nothingKept(), ...block.data };
    // Nothing that this was judged by is another.
    if (!change.turn || (isMade && JSON.stringify(kept.turn) === JSON.stringify(before.turn)))
      saveToken(blocks, id, change, again);
    else again(kept, before);
  });
  save(block, data);
};

/** The last of those who write at once counts with the host, which asks nobody whether they have heard of each other. @type {(blocks: Blocks, told: {name: string, shape: GlobalId, data: string}, load: Load) => Promise<void>} */
const heard = async ({ tokens, writes }, { name, shape, data }, load) => {
  if (!writes.isInDoubt(shape, JSON.parse(data))) return;
  const found = await load({ source: TAG, category: "shape", name, shape });
  if (!found) return;
  tokens.get(shape)?.loadData(found.data);
  writes.settle(shape, { ...nothingKept(), ...JSON.parse(found.data) });
};

/** @type {<T>(api: Api, name: string, defaultData: () => T) => Promise<DataBlock<T> | undefined>} */
const loadOfRoom = (api, name, defaultData) =>
  api.getOrLoadDataBlock({ category: "room", name }, { defaultData, updateCallback: keptChanged });

/** @type {(ofRoom: OfRoom, load: Load) => Promise<void>} */
const refresh = async (ofRoom, load) => {
  for (const [name, block] of Object.entries(ofRoom))
    if (block) await reload(block, { category: "room", name }, load);
};

/** Have what the host keeps in a block by now; null: it is not known. @type {(block: DataBlock<any>, name: object, load: Load) => Promise<any>} */
const reload = async (block, name, load) => {
  const { data } = block;
  const found = await load({ source: TAG, ...name });
  if (!found || inMaking.has(block)) return null;
  // What was written here meanwhile may have come after the answer.
  if (block.data !== data) return reload(block, name, load);
  if (found.data !== JSON.stringify(data)) block.loadData(found.data);
  return JSON.parse(found.data);
};

/** @type {(blocks: Blocks, load: Load) => Promise<void>} */
const lookAgain = async ({ ofRoom, fights, tokens, writes }, load) => {
  await refresh(ofRoom, load);
  for (const [location, block] of fights)
    await reload(block, { category: "room", name: `fight ${location}` }, load);
  await Promise.all(
    [...tokens].map(async ([shape, block]) => {
      const kept = await reload(block, { category: "shape", name: "token", shape }, load);
      if (kept) writes.settle(shape, { ...nothingKept(), ...kept }, true);
    }),
  );
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
