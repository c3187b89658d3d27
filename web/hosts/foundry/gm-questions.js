/**
 * What a GM is asked when somebody's move needs the GM's word, in the GM's language. Who asks is not told, for that could only be
 * claimed: a yes counts for the very client that asked, and for what that moves itself.
 *
 * @import { Plan, Text } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @typedef {{scene: string, token: string}} Of
 * @typedef {Of & (
 *   {kind: "letThrough", plan: Pick<Plan, "cost" | "length" | "reason">, rule: string | null}
 *   | {kind: "reaction", label: Text}
 *   | {kind: "rollAnew", faces: string}
 *   | {kind: "outOfTurn"}
 * )} Asked
 */

import { distance } from "../../core/texts.js";
import { host } from "./host.js";
import { say, words } from "./language.js";

/** @type {{[kind: string]: string}} */
const KEYS = { letThrough: "letThrough", reaction: "reaction", rollAnew: "dice", outOfTurn: "outOfTurn" };

/** What to ask; null: nobody here can tell of what. @type {(asked: Asked, unit: string) => {title: string, content: string} | null} */
export const questionOf = (asked, unit) => {
  const document = host.game.scenes.get(String(asked.scene))?.tokens.get(String(asked.token));
  const key = KEYS[asked.kind];
  if (!document || !key) return null;
  const data = {
    name: document.name,
    ...toldIn(asked, unit),
  };
  const rule = asked.kind === "letThrough" && asked.rule;
  const content = say(`${key}.question`, data);
  return {
    title: say(`${key}.title`),
    content: rule
      ? words.joined([content, [rule, words.find(`rule.${rule}.name`)].filter(Boolean).join(" ")])
      : content,
  };
};

/** What a question tells beside whom it is about. @type {(asked: Asked, unit: string) => {[name: string]: string}} */
const toldIn = (asked, unit) => {
  if (asked.kind === "reaction") return { reaction: words.told(asked.label) };
  if (asked.kind === "rollAnew") return { faces: asked.faces };
  if (asked.kind !== "letThrough") return {};
  const { cost, length, reason } = asked.plan;
  return { length: distance(cost || length, unit), reason: words.told(reason) };
};

/** About which token somebody asks. @type {(document: TokenDocument) => Of} */
export const askedOf = (document) => ({
  scene: document.parent.id,
  token: document.id,
});
