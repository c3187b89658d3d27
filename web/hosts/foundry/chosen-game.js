/**
 * What the windows know of the game that is played, and of the token that is selected.
 *
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Request, Status } from "../../core/rules-client.js"
 * @import { ActPorts } from "./acts.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover } from "./turns.js"
 *
 * @typedef {object} Joined  What the windows work with, once the rules of a game run.
 * @property {SystemEntry} system
 * @property {(question: Request) => Promise<any>} ask
 * @property {() => Status} status  of the rules
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {ActPorts["write"]} write
 * @property {ActPorts["putBack"]} putBack
 * @property {ActPorts["rolled"]} rolled
 * @property {Pick<ActPorts, "rolls" | "throws" | "stops" | "rollsAnew" | "stays">} asks
 * @property {ActPorts["takenBack"]} takenBack
 *
 * @typedef {object} WindowsPorts
 * @property {ReturnType<typeof import("./system-library.js").createSystemLibrary>} library
 * @property {ReturnType<typeof import("./words.js").createWords>} words
 * @property {(key: string, data?: {[name: string]: unknown}) => string} say
 * @property {(problem: Problem, name: string) => string} problemText
 * @typedef {ReturnType<typeof createChosenGame>} ChosenGame
 */

import { sheetQuestion } from "../../core/questions.js";
import { unitFor } from "../../core/units.js";
import { host } from "./host.js";
import { keptFor } from "./settings.js";

/** @param {WindowsPorts} ports */
export const createChosenGame = ({ library, words, say, problemText }) => {
  /** @type {{joined: Joined | null}} Null until the rules run. */
  const game = { joined: null };

  const inWords = () => library.inWords(words.find, host.game.i18n.lang);
  /** The chosen system in the client's language. @returns {SystemEntry | null} */
  const system = () => {
    const { system: own } = game.joined ?? {};
    const told = own && (inWords().systems.find(({ id }) => id === own.id) ?? own);
    return told ? { ...told, unit: unitFor(told, keptFor("houseRules", told.id)) } : null;
  };
  const rules = () => {
    const { table_rules } = inWords();
    return new Map([...table_rules, ...(system()?.rules ?? [])].map((rule) => [rule.number, rule]));
  };
  const token = () => host.canvas?.tokens?.controlled[0]?.document ?? null;
  const ownToken = () => (token()?.isOwner ? token() : null);
  const notify = (/** @type {string} */ text) => host.ui.notifications.warn(text);

  /** What the rules say of a sheet or of house rules. @type {(question: Request) => Promise<Problem | null>} */
  const problemOf = async (question) => {
    const reply = await game.joined?.ask(question);
    return reply && !reply.ok ? words.problemTold(reply.problem) : null;
  };
  const common = () => ({
    v: /** @type {const} */ (1),
    system: game.joined?.system.id ?? "",
    house_rules: kept("houseRules"),
  });
  const kept = (/** @type {"houseRules" | "paths"} */ key) => keptFor(key, game.joined?.system.id ?? "");
  const check = (
    /** @type {TokenDocument} */ _document,
    /** @type {{[field: string]: unknown}} */ character,
  ) => problemOf(sheetQuestion(/** @type {any} */ (common()), character));

  return Object.assign(game, {
    ...{ words, say, problemText, inWords, system, rules, token, ownToken, notify },
    ...{ problemOf, common, kept, check },
  });
};
