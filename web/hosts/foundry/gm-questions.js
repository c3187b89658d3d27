/**
 * What a GM is asked when somebody's move needs the GM's word, written here from what this client's own rules say of it.
 *
 * Whoever asks tells which token, which path, which steps; what that comes to, and so what is allowed, is not theirs to say.
 *
 * @import { Grant } from "../../core/grants.js"
 * @import { PathCell, Plan, StateValue } from "../../core/protocol.js"
 * @import { TokenDocument } from "./surface.js"
 * @import { Mover, Step } from "./turns.js"
 * @typedef {{title: string, content: string, grant: Grant}} GmQuestion
 * @typedef {{scene: string, token: string, user: string}} Of
 * @typedef {Of & (
 *   {kind: "letThrough", id: string, path: [PathCell, ...PathCell[]]}
 *   | {kind: "reaction", id: string, reaction: string, steps: Step[]}
 *   | {kind: "rollAnew", id: string, check: string}
 *   | {kind: "outOfTurn"}
 * )} Asked
 *
 * @typedef {object} GmQuestionPorts
 * @property {(document: TokenDocument) => Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 * @property {() => string} unit
 */

import { grantKey, pathGranted } from "../../core/grants.js";
import { onWay, planQuestion, stateQuestion } from "../../core/questions.js";
import { distance } from "../../core/texts.js";
import { waitingFor } from "../../core/thrown.js";
import { ruleAgainst } from "../../core/verdicts.js";
import { host } from "./host.js";
import { say, words } from "./language.js";
import { createReplay } from "./replay.js";
import { outOfTurnGrant } from "./rights.js";
import { cellOf } from "./scene.js";
import { thrownIn } from "./turns.js";

/** More steps than that lead to no reaction of one move. */
const MOST_STEPS = 50;

export const createGmQuestions = () => {
  /** @type {GmQuestionPorts | null} */
  let joined = null;

  /** @type {(document: TokenDocument, asked: Extract<Asked, {kind: "letThrough"}>, ports: GmQuestionPorts) => Promise<GmQuestion | null>} */
  const letThrough = async (document, { id, path, user }, { moverOf, ask, unit }) => {
    const mover = moverOf(document);
    const reply = mover && (await ask(planQuestion(onWay(mover, path), [{ path }])));
    if (!reply?.ok) return null;
    const [plan] = reply.value.plans;
    const length = distance(plan.cost || plan.length, unit());
    const data = { name: document.name, user: userName(user), length, reason: words.told(plan.reason) };
    const content =
      plan.verdict === "impossible"
        ? words.joined([say("letThrough.question", data), ...rulesOf(plan)])
        : say("letThrough.possible", data);
    const grant = { key: grantKey(document.id, id, "letThrough"), what: pathGranted(path) };
    return { title: say("letThrough.title"), content, grant };
  };

  /** Where a token stands after some steps that are not written yet. @type {(document: TokenDocument, steps: Step[], ports: GmQuestionPorts) => Promise<StateValue | null>} */
  const stateAfter = async (document, steps, { moverOf, ask }) => {
    const mover = moverOf(document);
    if (!mover || steps.length > MOST_STEPS) return null;
    if (steps.length === 0) {
      const reply = await ask(stateQuestion(mover));
      return reply.ok ? reply.value : null;
    }
    const replay = createReplay({ ask, inWords: words.told, problem: ({ message }) => message });
    const place = cellOf(document, document._source);
    const end = await replay(mover, { turn: mover.turn, place }, steps);
    return end && "state" in end ? end.state : null;
  };

  /** @type {(document: TokenDocument, asked: Extract<Asked, {kind: "reaction"}>, ports: GmQuestionPorts) => Promise<GmQuestion | null>} */
  const reaction = async (document, { id, reaction: wanted, steps }, ports) => {
    const waiting = (await stateAfter(document, steps, ports))?.pending?.reaction;
    if (waiting?.id !== wanted) return null;
    const content = say("reaction.question", { name: document.name, reaction: words.told(waiting.label) });
    const grant = { key: grantKey(document.id, id, wanted) };
    return { title: say("reaction.title"), content, grant };
  };

  /** @type {(document: TokenDocument, user: string) => GmQuestion} */
  const outOfTurn = (document, user) => ({
    title: say("outOfTurn.title"),
    content: say("outOfTurn.question", {
      name: document.name,
      user: userName(user),
    }),
    grant: { key: outOfTurnGrant(document) },
  });

  /** @type {(document: TokenDocument, asked: Extract<Asked, {kind: "rollAnew"}>, ports: GmQuestionPorts) => GmQuestion | null} */
  const rollAnew = (document, { id, check }, { moverOf }) => {
    const mover = moverOf(document);
    const waits = mover && waitingFor(thrownIn(mover.turn), check);
    if (!waits) return null;
    const faces = "faces" in waits.dice ? waits.dice.faces.join(" ") : "";
    return {
      title: say("dice.title"),
      content: say("dice.question", { name: document.name, faces }),
      grant: { key: grantKey(document.id, id, "rollAnew"), what: check },
    };
  };

  /** @type {(asked: Asked) => Promise<GmQuestion | null>} */
  const questionOf = async (asked) => {
    const document = host.game.scenes.get(String(asked.scene))?.tokens.get(String(asked.token));
    if (!document || !joined) return null;
    if (asked.kind === "letThrough") return letThrough(document, asked, joined);
    if (asked.kind === "reaction") return reaction(document, asked, joined);
    if (asked.kind === "rollAnew") return rollAnew(document, asked, joined);
    return asked.kind === "outOfTurn" ? outOfTurn(document, asked.user) : null;
  };

  return {
    questionOf,
    /** The rules run. @param {GmQuestionPorts} ports */
    join: (ports) => {
      joined = ports;
    },
  };
};

/** @param {string} id */
const userName = (id) => host.game.users.get(id)?.name ?? "";

/** The rule by which a plan is refused, by number and name. @type {(plan: Plan) => string[]} */
const rulesOf = (plan) => {
  const rule = ruleAgainst(plan);
  return rule ? [[rule, words.find(`rule.${rule}.name`)].filter(Boolean).join(" ")] : [];
};

/** Who asks, and about which token. @type {(document: TokenDocument) => Of} */
export const askedOf = (document) => ({
  scene: document.parent.id,
  token: document.id,
  user: host.game.user.id,
});
