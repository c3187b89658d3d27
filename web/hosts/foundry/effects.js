/**
 * Modifiers of the rules as active effects, so that sheets and badges show them. The active GM's client keeps them in
 * step with each token's turn; they carry no changes of numbers, for every game system counts in its own way.
 *
 * @import { Modifier, StateValue, SystemEntry } from "../../core/protocol.js"
 * @import { Combat, Effect, TokenDocument } from "./surface.js"
 */

import { createQueue } from "../../core/queue.js";
import { host, ID } from "./host.js";
import { combatOf } from "./rights.js";

const ICON = "icons/svg/downgrade.svg";

/** What the game system puts onto a runner by itself, by the setting that has it do so. @type {{[gameSystem: string]: {setting: string, rules: RegExp}}} */
const AUTOMATIC = {
  shadowrun5e: { setting: "TokenAutoRunning", rules: /^SR5-(08|09|10|11)$/ },
};

/** Whether the game system applies a modifier already. @type {(gameSystem: string, isOn: (setting: string) => boolean, rule: string) => boolean} */
export const isAutomatic = (gameSystem, isOn, rule) => {
  const automatic = AUTOMATIC[gameSystem];
  return automatic?.rules.test(rule) === true && isOn(automatic.setting);
};

/** @type {(modifier: Modifier) => string} */
const keyOf = ({ rule, on, quantity, amount, bearer }) => [rule, on.key, quantity, amount, bearer].join(" ");

/** How long the client is to show one: to the end of the scope that the rules name. @type {(clock: SystemEntry["clock"], until: Modifier["until"], generation: number, combat: Combat | null) => object} */
export const durationOf = ({ scopes }, until, generation, combat) => {
  const index = scopes.findIndex(({ id }) => until.key.endsWith(`.until.${id}`));
  if (index < 0 || !combat) return {};
  const isOwnTurn = index > 0 && !scopes[index]?.counted;
  if (generation >= 14) return { value: 1, units: "rounds", expiry: isOwnTurn ? "turnEnd" : "roundEnd" };
  const { id, round, turn } = combat;
  return { combat: id, rounds: 1, startRound: round, startTurn: turn ?? 0 };
};

/**
 * @param {object} settings
 * @param {SystemEntry} settings.system
 * @param {ReturnType<typeof import("./words.js").createWords>} settings.words
 * @param {(document: TokenDocument) => Promise<StateValue | null>} settings.stateOf
 */
export const createEffects = ({ system, words, stateOf }) => {
  /** One token after the other. */
  const inTurn = createQueue();

  const { game } = host;
  /** @param {string} setting */
  const isOn = (setting) => game.settings.get(game.system.id, setting) === true;

  /** @type {(document: TokenDocument) => Effect[]} */
  const ours = (document) =>
    [...(document.actor?.effects ?? [])].filter(({ flags }) => flags?.[ID]?.token === document.id);

  /** @type {(document: TokenDocument, modifier: Modifier) => object} */
  const effectOf = (document, modifier) => ({
    name: `${words.price(modifier)}: ${words.told(modifier.on)}`,
    img: ICON,
    description: words.told(modifier.until),
    duration: durationOf(system.clock, modifier.until, game.release.generation, combatOf(document)),
    flags: { [ID]: { token: document.id, modifier: keyOf(modifier) } },
  });

  /** @type {(document: TokenDocument, modifiers: Modifier[]) => Promise<void>} */
  const show = async (document, modifiers) => {
    const { actor } = document;
    if (!actor) return;
    const wanted = new Map(modifiers.map((modifier) => [keyOf(modifier), modifier]));
    const shown = ours(document);
    const gone = shown.filter(({ flags }, index) => {
      const key = flags?.[ID]?.modifier ?? "";
      const isTwice = shown.findIndex((other) => other.flags?.[ID]?.modifier === key) < index;
      return isTwice || !wanted.has(key);
    });
    const there = new Set(shown.map(({ flags }) => flags?.[ID]?.modifier));
    const missing = [...wanted.values()].filter((modifier) => !there.has(keyOf(modifier)));
    if (gone.length > 0)
      await actor.deleteEmbeddedDocuments(
        "ActiveEffect",
        gone.map(({ id }) => id),
      );
    if (missing.length > 0)
      await actor.createEmbeddedDocuments(
        "ActiveEffect",
        missing.map((modifier) => effectOf(document, modifier)),
      );
  };

  /** @type {(document: TokenDocument) => Promise<Modifier[]>} */
  const wantedOn = async (document) => {
    if (!game.settings.get(ID, "effects")) return [];
    const state = await stateOf(document);
    return (state?.modifiers ?? []).filter(({ rule }) => !isAutomatic(game.system.id, isOn, rule));
  };

  /** Bring a token's effects in step with its turn. @param {TokenDocument} document */
  const sync = (document) => {
    if (!game.users.activeGM?.isSelf || !document.actor) return;
    inTurn(async () => show(document, await wantedOn(document)));
  };

  return { sync };
};
