/**
 * The scenes that come with the page: one made for each game system, and some that all of them can be played on.
 *
 * @import { SystemEntry } from "../core/protocol.js"
 * @import { Game } from "./game.js"
 * @typedef {{id: string, title: string, system: string | null}} SceneEntry  system: null: for all of them
 */

import { GameFileError, readGame } from "./game.js";
import { nameSaid, say } from "./language.js";
import { castScene, drawnCast } from "./scene-casting.js";

/** The system of the scene that a first visit starts with. */
export const FIRST = "contract";

/** @type {readonly SceneEntry[]} */
export const SCENES = [
  { id: "ambush", title: "The ambush", system: "contract" },
  { id: "rooftops", title: "Rooftops", system: "sr5" },
  { id: "alley", title: "The alley", system: "sr3" },
  { id: "chase", title: "The chase", system: "d6" },
  { id: "minefield", title: "Minefield and pond", system: "styles" },
  { id: "gorge", title: "The gorge", system: "custom" },
  { id: "ford", title: "The ford", system: null },
  { id: "market", title: "The market", system: null },
  { id: "tower", title: "The tower", system: null },
  { id: "cave", title: "The deep cave", system: null },
];

/** The scenes that a system can be played on, its own first. @type {(system: string) => SceneEntry[]} */
export const scenesFor = (system) =>
  SCENES.filter((scene) => scene.system === system || scene.system === null);

/** The scene made for a system. @type {(system: string) => SceneEntry | undefined} */
const ownScene = (system) => SCENES.find((scene) => scene.system === system);

/** Whether the page has a scene made for a system; others are put on one of those for all. @type {(system: string) => boolean} */
export const hasScene = (system) => ownScene(system) !== undefined;

/** Whether the page has a scene of this name that the system can be played on. @type {(system: string, id: string) => boolean} */
export const isSceneFor = (system, id) => scenesFor(system).some((scene) => scene.id === id);

/**
 * A scene as it is at first; a system's own where none is named or there is no such, else the first one for all.
 *
 * @param {string} system
 * @param {string} [id]
 * @param {SystemEntry | null} [entry]  what the rules say of the system, for one without a cast
 * @returns {Promise<Game>}
 */
export const sceneOf = async (system, id = "", entry = null) => {
  const named = scenesFor(system).find((scene) => scene.id === id);
  const scene = named ?? scenesFor(system)[0];
  if (!scene) throw new Error(say("scene.none", { system }));
  const file = await fetched(scene.id);
  const data = scene.system === null ? castScene(file, await castsWith(entry), system) : file;
  return readGame({ ...inLanguage(data), source: scene.id });
};

/** All casts there are; one is drawn for a system that has none. @type {(entry: SystemEntry | null) => Promise<any>} */
const castsWith = async (entry) => {
  const casts = await fetched("casts");
  return entry && !casts[entry.id] ? { ...casts, [entry.id]: drawnCast(entry) } : casts;
};

/** A scene with all that has a name called so in the language that is spoken. @type {(data: any) => any} */
const inLanguage = (data) => {
  const named = (/** @type {{name?: string}[]} */ parts = []) =>
    parts.map((part) => (part.name ? { ...part, name: nameSaid(part.name) } : part));
  const { tokens, regions, storeys, passages } = data.scene;
  return {
    ...data,
    title: nameSaid(data.title),
    about: nameSaid(data.about ?? ""),
    scene: {
      ...data.scene,
      ...{ tokens: named(tokens), regions: named(regions) },
      ...(storeys && { storeys: named(storeys), passages: named(passages) }),
    },
  };
};

/** @type {(name: string) => Promise<any>} */
const fetched = async (name) => {
  const reply = await fetch(new URL(`./scenes/${name}.json`, document.baseURI));
  if (!reply.ok) throw new Error(say("scene.notFetched", { status: reply.status }));
  try {
    return await reply.json();
  } catch {
    throw new GameFileError(say("broken.json", { path: `${name}.json` }));
  }
};
