/**
 * The game, or one character, to and from files and links.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Game } from "./game.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {{store: Store<AppState>, table: Table, inTurn: ReturnType<typeof createQueue>, opened: Game | null}} Files
 *   opened: as it came from elsewhere
 */

import { createQueue } from "../core/queue.js";
import { problemText, sentences } from "../core/texts.js";
import { showInAddress } from "./address.js";
import { nameOf } from "./app-state.js";
import { putAwayFor } from "./game.js";
import { say } from "./language.js";
import { gameFromHash, gameFromText, gameToHash, gameToText, laidAside } from "./persistence.js";
import { sceneOf } from "./scenes.js";

const CHARACTER_FORMAT = "footwork-character";

/** @param {{store: Store<AppState>, table: Table}} settings */
export const createFiles = ({ store, table }) => {
  /** @type {Files} */
  const files = { store, table, inTurn: createQueue(), opened: null };
  return {
    copyLink: () => copyLink(files),
    save: () => download(`${fileName(store.get().game.title)}.json`, gameToText(store.get().game)),
    load: () => fromFile(files, (text) => load(files, gameFromText(text))),
    /** Open the link that has come into the address. */
    openLink: () => files.inTurn(() => openLink(files)),
    /** Put a game back on the table that was put away. @param {Game} game */
    restore: (game) => exchange(files, game),
    /** Say that a link was opened instead of what was on the table before. */
    tellOpened: () =>
      offerBack(files, store.get().away[0], say("files.loaded", { title: store.get().game.title })),
    reset: () => reset(files),
    /** Put the game of another system on the table, as it was left there. @param {string} system */
    chooseSystem: (system) => afterOthers(files, () => chooseSystem(files, system)),
    /** Put another scene of this system on the table, as it was left there. @param {string} scene */
    chooseScene: (scene) => afterOthers(files, () => chooseScene(files, scene)),
    /** @param {string} token */
    saveCharacter: (token) => saveCharacter(store.get(), token),
    /** @param {string} token */
    loadCharacter: (token) => fromFile(files, (text, file) => loadCharacter(files, token, text, file)),
  };
};

/** @param {Files} files */
const copyLink = async ({ store, table }) => {
  const address = new URL(location.href);
  address.hash = await gameToHash(store.get().game);
  try {
    await navigator.clipboard.writeText(address.href);
    table.notify(say("files.copied"));
  } catch {
    // No clipboard here: the address bar can be copied from.
    history.replaceState(null, "", address);
    table.notify(say("files.inAddress"));
  }
};

/** Use the text of a file that is chosen now; a notice says if it could not be read. @type {(files: Files, use: (text: string, name: string) => void | Promise<void>) => Promise<void>} */
const fromFile = async ({ table }, use) => {
  const file = await chosenFile();
  if (!file) return;
  table.clearNotices();
  try {
    await use(await file.text(), file.name);
  } catch (error) {
    table.notify(say("files.notLoaded", { file: file.name, reason: messageOf(error) }), "error");
  }
};

/** @type {(files: Files, game: Game) => void} */
const load = (files, game) => replace(files, game, say("files.loaded", { title: game.title }));

/** @param {Files} files */
const openLink = async (files) => {
  files.table.clearNotices();
  try {
    const game = await gameFromHash(location.hash);
    if (game) load(files, game);
  } catch (error) {
    files.table.notify(say("from.broken", { from: say("from.link"), reason: textOf(error) }), "error");
  }
  showInAddress(files.store.get().game);
};

/** @param {Files} files */
const reset = async (files) => {
  try {
    const { system, source } = files.store.get().game;
    replace(files, await sceneIn(files, system, source), say("files.reset"));
  } catch (error) {
    files.table.notify(say("files.notReset", { reason: messageOf(error) }), "error");
  }
};

/** @type {(files: Files, game: Game, done: string) => void} */
const replace = (files, game, done) => {
  const before = files.store.get().game;
  exchange(files, game);
  offerBack(files, before, done);
};

/** Put a game on the table, and away what was done with the one before. @type {(files: Files, game: Game) => void} */
const exchange = (files, game) => {
  const { game: before, away } = files.store.get();
  const others = away.filter((other) => other !== game);
  files.store.set({ away: before === files.opened ? others : putAwayFor(others, before) });
  files.opened = game;
  files.table.replaceGame(game);
};

/** @type {(files: Files, before: Game | undefined, done: string) => void} */
const offerBack = (files, before, done) => {
  const back = before && { label: say("files.back"), run: () => exchange(files, before) };
  files.table.notify(done, "plain", null, back);
};

/** A scene of a system, by what the rules tell of it. @type {(files: Files, system: string, scene: string) => Promise<Game>} */
const sceneIn = ({ store }, system, scene) =>
  sceneOf(system, scene, store.get().systems.find(({ id }) => id === system) ?? null);

/** What was chosen before is fetched first: a scene is one of the system chosen before it. @type {(files: Files, open: () => Promise<void>) => Promise<void>} */
const afterOthers = ({ table, inTurn }, open) =>
  inTurn(open).catch((error) => {
    table.notify(say("files.notOpened", { reason: messageOf(error) }), "error");
  });

/** @type {(files: Files, system: string) => Promise<void>} */
const chooseSystem = async (files, system) => {
  if (system === files.store.get().game.system) return;
  files.table.replaceGame(laidAside(localStorage, system) ?? (await sceneIn(files, system, "")));
};

/** @type {(files: Files, scene: string) => Promise<void>} */
const chooseScene = async (files, scene) => {
  const { system, source, title } = files.store.get().game;
  if (scene === source) return;
  const next = laidAside(localStorage, system, scene) ?? (await sceneIn(files, system, scene));
  // What came from a file is not in the list, and could not be chosen again.
  if (source === "") replace(files, next, say("files.putAway", { title }));
  else files.table.replaceGame(next);
};

/** @type {(state: AppState, token: string) => void} */
const saveCharacter = (state, token) => {
  const name = nameOf(state, token);
  const { system, characters } = state.game;
  const character = characters[token] ?? {};
  const content = { format: CHARACTER_FORMAT, version: 1, name, system, character };
  download(`${fileName(name)}.json`, `${JSON.stringify(content, null, 1)}\n`);
};

/** @type {(files: Files, token: string, text: string, file: string) => Promise<void>} */
const loadCharacter = async ({ store, table }, token, text, file) => {
  const content = JSON.parse(text);
  const isCharacter = content?.format === CHARACTER_FORMAT && typeof content.character === "object";
  if (!isCharacter) throw new Error(say("files.noCharacter"));
  const problem = await table.tryChange(
    (game) => ({ ...game, characters: { ...game.characters, [token]: content.character } }),
    token,
  );
  if (problem) throw new Error(problemText(problem));
  table.notify(say("files.values", { name: nameOf(store.get(), token), file }));
};

/** @param {unknown} error */
const messageOf = (error) => sentences(textOf(error));

/** @param {unknown} error */
const textOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "") || "footwork";

/** @type {(name: string, text: string) => void} */
const download = (name, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** @returns {Promise<File | null>} */
const chosenFile = () =>
  new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".json,application/json";
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
