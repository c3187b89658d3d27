/**
 * Notices for this user: what the rules said of a move, and what went wrong.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Verdict } from "../host.js"
 */

import OBR from "@owlbear-rodeo/sdk";
import { onlyOnce } from "../../core/coalesce.js";
import { problemText, reasonText, refusalText } from "../../core/texts.js";
import { word } from "../../core/words.js";
import { TOLD } from "./host.js";

/** @type {(text: string, tone?: "DEFAULT" | "WARNING" | "ERROR" | "SUCCESS") => void} */
export const tell = (text, tone = "WARNING") => {
  OBR.notification.show(text, tone);
};

/** @type {(text: string) => void} */
export const tellOnce = onlyOnce(tell);

/** More letters than that are no notice of ours. */
const LONGEST = 500;

/** Tell all at the table; of a token that players do not see, this user alone. @type {(item: Item, text: string) => void} */
export const tellAll = ({ visible }, text) => {
  tell(text, "DEFAULT");
  if (visible) OBR.broadcast.sendMessage(TOLD, { text }, { destination: "REMOTE" });
};

/** Show what others tell all. */
export const listenToOthers = () =>
  OBR.broadcast.onMessage(TOLD, ({ data }) => {
    const { text } = /** @type {{text?: unknown}} */ (data ?? {});
    if (typeof text === "string") tell(text.slice(0, LONGEST), "DEFAULT");
  });

/** @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : JSON.stringify(error));

/** @param {() => boolean} areRulesDown  which has a notice of its own */
export const createNotices = (areRulesDown) => {
  /** Tell the user what a move came to, where that is more than its price. @type {(item: Item, verdict: Verdict) => void} */
  const report = (item, verdict) => {
    const { name } = item;
    const { outcome, plan, rolls, overridden, problem } = verdict;
    // One notice for all tokens says that the rules do not run.
    if (problem?.code === "worker_failed" && areRulesDown()) return;
    if (problem) return tellOnce(word("cannotJudge", { name, problem: problemText(problem) }));
    if (outcome === "refused") return tell(word("stays", { name, reason: refusalText(verdict) }));
    for (const { faces, effect } of rolls) {
      const thrown = faces ? `${faces.join(" ")}: ` : "";
      tellAll(item, `${name}: ${thrown}${effect.text}`);
    }
    if (overridden && plan) tell(word("allowed", { name, reason: reasonText(plan.reason) }));
  };

  return { report };
};
