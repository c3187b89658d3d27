/**
 * Prompts for yes or no: to whoever moves, and to the active GM, wherever that is.
 *
 * @import { Asked } from "./gm-questions.js"
 */

import { host, ID } from "./host.js";
import { escaped } from "./words.js";

const QUERY = `${ID}.letThrough`;
const ANSWER_MILLIS = 60_000;
/** The most questions of others that lie before a GM at a time: one player cannot cover the screen with them. */
const MOST_QUESTIONS = 3;

/** Ask for yes or no, or what these are called; what is not answered within some time is a no. @type {(title: string, content: string, labels?: {yes: string, no: string}, millis?: number) => Promise<boolean>} */
export const confirm = async (title, content, labels, millis = 0) =>
  (await host.foundry.applications.api.DialogV2.confirm({
    window: { title },
    content: `<p>${escaped(content)}</p>`,
    ...(labels ? { yes: { label: labels.yes }, no: { label: labels.no } } : {}),
    rejectClose: false,
    ...(millis > 0 ? { render: (_event, dialog) => setTimeout(() => dialog.close(), millis) } : {}),
  })) === true;

/**
 * @param {(reason: string) => void} unanswered
 * @param {(asked: Asked) => {title: string, content: string} | null} questionOf
 */
export const createPrompts = (unanswered, questionOf) => {
  /** @type {(asked: Asked, millis?: number) => Promise<boolean>} */
  const answer = async (asked, millis) => {
    const question = questionOf(asked);
    return question !== null && confirm(question.title, question.content, undefined, millis);
  };

  let waiting = 0;

  /** What somebody else asks, for as long as they wait. @param {Asked} asked */
  const answerOthers = async (asked) => {
    if (waiting >= MOST_QUESTIONS) return false;
    waiting += 1;
    try {
      return await answer(asked, ANSWER_MILLIS);
    } finally {
      waiting -= 1;
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
    listen: () => {
      host.CONFIG.queries[QUERY] = answerOthers;
    },
  };
};
