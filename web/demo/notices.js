/**
 * The notices on the page, the newest two of them. They tell of what was done last, and go once something else is done.
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
    set({ notices: [...others.slice(-1), notice] });
  };

  /** What they tell of is over; not that the rules are not running. */
  const clear = () => {
    if (get().notices.length > 0 && get().status.state !== "failed") set({ notices: [] });
  };

  /** @param {Problem} problem */
  const tell = (problem) => {
    if (problem.code === "superseded" || problem.code === "aborted") return;
    notify(problemText(problem), "error");
  };

  return { notify, clear, tell };
};
