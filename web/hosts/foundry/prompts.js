/**
 * Prompts for yes or no: to whoever moves, and to the active GM, wherever that is.
 *
 * What the GM lets through is remembered at the GM's, so that a client that claims it without having asked is found out.
 */

import { host, ID } from "./host.js";
import { escaped } from "./words.js";

const QUERY = `${ID}.letThrough`;
const ANSWER_MILLIS = 60_000;
const REMEMBERED = 200;

/** Ask for yes or no. @type {(title: string, content: string) => Promise<boolean>} */
export const confirm = async (title, content) =>
  (await host.foundry.applications.api.DialogV2.confirm({
    window: { title },
    content: `<p>${escaped(content)}</p>`,
    rejectClose: false,
  })) === true;

/** @param {(reason: string) => void} unanswered */
export const createPrompts = (unanswered) => {
  /** What this client, as the GM's, has let through; the newest last. @type {Set<string>} */
  const granted = new Set();

  /** @type {(data: {title?: unknown, content?: unknown, grant?: unknown}) => Promise<boolean>} */
  const answer = async ({ title, content, grant }) => {
    if (!host.game.user.isGM) return false;
    const isGranted = await confirm(String(title), String(content));
    if (!isGranted) return false;
    granted.add(String(grant));
    for (const oldest of granted) {
      if (granted.size <= REMEMBERED) break;
      granted.delete(oldest);
    }
    return true;
  };

  /** Ask the active GM; nobody there, or no answer: no. @type {(title: string, content: string, grant: string) => Promise<boolean>} */
  const askGm = async (title, content, grant) => {
    const gm = host.game.users.activeGM;
    if (!gm) {
      unanswered("");
      return false;
    }
    if (gm.isSelf) return answer({ title, content, grant });
    try {
      return (await gm.query(QUERY, { title, content, grant }, { timeout: ANSWER_MILLIS })) === true;
    } catch (error) {
      unanswered(String(error));
      return false;
    }
  };

  return {
    askGm,
    isGranted: (/** @type {string} */ grant) => granted.has(grant),
    listen: () => {
      host.CONFIG.queries[QUERY] = answer;
    },
  };
};
