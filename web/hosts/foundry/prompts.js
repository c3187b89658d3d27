/**
 * Prompts for yes or no: to whoever moves, and to the active GM, wherever that is.
 *
 * What the GM lets through is remembered at the GM's, so that a client that claims it without having asked is found out.
 *
 * @import { Asked, GmQuestion } from "./gm-questions.js"
 */

import { createGrants } from "../../core/grants.js";
import { host, ID } from "./host.js";
import { escaped } from "./words.js";

const QUERY = `${ID}.letThrough`;
const ANSWER_MILLIS = 60_000;

/** Ask for yes or no, or what these are called; what is not answered within some time is a no. @type {(title: string, content: string, labels?: {yes: string, no: string}, millis?: number) => Promise<boolean>} */
export const confirm = async (title, content, labels, millis = 0) =>
  (await host.foundry.applications.api.DialogV2.confirm({
    window: { title },
    content: `<p>${escaped(content)}</p>`,
    ...(labels ? { yes: { label: labels.yes }, no: { label: labels.no } } : {}),
    rejectClose: false,
    ...(millis > 0 ? { render: (_event, dialog) => setTimeout(() => dialog.close(), millis) } : {}),
  })) === true;

/** Whether who asks owns the token. @type {(asked: Asked) => boolean} */
const isOwn = ({ scene, token, user }) => {
  const document = host.game.scenes.get(String(scene))?.tokens.get(String(token));
  const asker = host.game.users.get(String(user));
  return document !== undefined && asker !== undefined && document.testUserPermission(asker, "OWNER");
};

/**
 * @param {(reason: string) => void} unanswered
 * @param {(asked: Asked) => Promise<GmQuestion | null>} questionOf  what the GM is asked, as the GM's own rules have it; null: nothing that could be allowed
 */
export const createPrompts = (unanswered, questionOf) => {
  /** What this client, as the GM's, has let through. */
  const grants = createGrants();

  /** @type {(asked: Asked, millis?: number) => Promise<boolean>} */
  const answer = async (asked, millis) => {
    if (!host.game.user.isGM) return false;
    const question = await questionOf(asked);
    if (!question || !(await confirm(question.title, question.content, undefined, millis))) return false;
    grants.give(question.grant);
    return true;
  };

  /** Tokens that this client is asked about. @type {Set<string>} */
  const asking = new Set();

  /** What somebody else asks: of their own tokens, one thing at a time, for as long as they wait. @type {(asked: Asked) => Promise<boolean>} */
  const answerOthers = async (asked) => {
    const key = `${asked.scene} ${asked.token}`;
    if (asking.has(key) || !isOwn(asked)) return false;
    asking.add(key);
    try {
      return await answer(asked, ANSWER_MILLIS);
    } finally {
      asking.delete(key);
    }
  };

  /** Ask the active GM; null: nobody is there, or no answer came, and a notice says so. @type {(asked: Asked) => Promise<boolean | null>} */
  const askGm = async (asked) => {
    const gm = host.game.users.activeGM;
    if (!gm) {
      unanswered("");
      return null;
    }
    if (gm.isSelf) return answer(asked);
    try {
      return (await gm.query(QUERY, asked, { timeout: ANSWER_MILLIS })) === true;
    } catch (error) {
      unanswered(String(error));
      return null;
    }
  };

  return {
    askGm,
    grants,
    listen: () => {
      host.CONFIG.queries[QUERY] = answerOthers;
    },
  };
};
