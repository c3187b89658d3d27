/**
 * The game, or one character, to and from files and links.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Game } from "./game.js"
 */

import { createQueue } from "../core/queue.js";
import { problemText, sentences } from "../core/texts.js";
import { nameOf } from "./app-state.js";
import { say } from "./language.js";
import { gameFromText, gameToHash, gameToText, laidAside } from "./persistence.js";
import { sceneOf } from "./scenes.js";

const CHARACTER_FORMAT = "footwork-character";

/**
 * @param {{store: import("./store.js").Store<AppState>, table: import("./table.js").Table}} settings
 */
export const createFiles = ({ store, table }) => {
  /** @type {(game: Game, done: string) => void} */
  const replace = (game, done) => {
    const before = store.get().game;
    table.replaceGame(game);
    table.notify(done, "plain", null, { label: say("files.back"), run: () => table.replaceGame(before) });
  };

  /** What the rules tell of a system. @type {(system: string) => import("../core/protocol.js").SystemEntry | null} */
  const entryOf = (system) => store.get().systems.find(({ id }) => id === system) ?? null;

  const inTurn = createQueue();
  /** What was chosen before is fetched first: a scene is one of the system chosen before it. @param {() => Promise<void>} open */
  const afterOthers = (open) =>
    inTurn(open).catch((error) => {
      table.notify(say("files.notOpened", { reason: messageOf(error) }), "error");
    });

  return {
    copyLink: async () => {
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
    },

    save: () => download(`${fileName(store.get().game.title)}.json`, gameToText(store.get().game)),

    load: async () => {
      const file = await chosenFile();
      if (!file) return;
      try {
        const game = gameFromText(await file.text());
        replace(game, say("files.loaded", { title: game.title }));
      } catch (error) {
        table.notify(say("files.notLoaded", { file: file.name, reason: messageOf(error) }), "error");
      }
    },

    reset: async () => {
      try {
        const { system, source } = store.get().game;
        replace(await sceneOf(system, source, entryOf(system)), say("files.reset"));
      } catch (error) {
        table.notify(say("files.notReset", { reason: messageOf(error) }), "error");
      }
    },

    /** Put the game of another system on the table, as it was left there. */
    chooseSystem: (/** @type {string} */ system) =>
      afterOthers(async () => {
        if (system === store.get().game.system) return;
        table.replaceGame(laidAside(localStorage, system) ?? (await sceneOf(system, "", entryOf(system))));
      }),

    /** Put another scene of this system on the table, as it was left there. */
    chooseScene: (/** @type {string} */ scene) =>
      afterOthers(async () => {
        const { system, source, title } = store.get().game;
        if (scene === source) return;
        const next =
          laidAside(localStorage, system, scene) ?? (await sceneOf(system, scene, entryOf(system)));
        // What came from a file is not in the list, and could not be chosen again.
        if (source === "") replace(next, say("files.putAway", { title }));
        else table.replaceGame(next);
      }),

    saveCharacter: (/** @type {string} */ token) => {
      const { game } = store.get();
      const name = nameOf(store.get(), token);
      const { system, characters } = game;
      const content = {
        format: CHARACTER_FORMAT,
        version: 1,
        name,
        system,
        character: characters[token] ?? {},
      };
      download(`${fileName(name)}.json`, `${JSON.stringify(content, null, 1)}\n`);
    },

    loadCharacter: async (/** @type {string} */ token) => {
      const file = await chosenFile();
      if (!file) return;
      try {
        const content = JSON.parse(await file.text());
        const isCharacter = content?.format === CHARACTER_FORMAT && typeof content.character === "object";
        if (!isCharacter) throw new Error(say("files.noCharacter"));
        const problem = await table.tryChange(
          (game) => ({ ...game, characters: { ...game.characters, [token]: content.character } }),
          token,
        );
        if (problem) throw new Error(problemText(problem));
        table.notify(say("files.values", { name: nameOf(store.get(), token), file: file.name }));
      } catch (error) {
        table.notify(say("files.notLoaded", { file: file.name, reason: messageOf(error) }), "error");
      }
    },
  };
};

/** @param {unknown} error */
const messageOf = (error) => sentences(error instanceof Error ? error.message : String(error));

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
