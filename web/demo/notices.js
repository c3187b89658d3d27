/**
 * The notices on the page, the newest three of them.
 *
 * @import { Problem } from "../core/protocol.js"
 * @import { AppState, Notice } from "./app-state.js"
 */

import { problemText } from "../core/texts.js";

/** @param {import("./store.js").Store<AppState>} store */
export const createNotices = ({ get, set }) => {
  let lastNumber = 0;

  /**
   * @param {string} text
   * @param {Notice["tone"]} [tone]
   * @param {string | null} [rule]
   * @param {Notice["action"]} [action]
   */
  const notify = (text, tone = "plain", rule = null, action = null) => {
    lastNumber += 1;
    const notice = { id: lastNumber, tone, text, rule, action };
    const others = get().notices.filter((other) => other.text !== text);
    set({ notices: [...others.slice(-2), notice] });
  };

  /** @param {Problem} problem */
  const tell = (problem) => {
    if (problem.code === "superseded" || problem.code === "aborted") return;
    notify(problemText(problem), "error");
  };

  return { notify, tell };
};
