/**
 * Notices for this user: what the rules said of a move, and what went wrong.
 *
 * @import { Item } from "@owlbear-rodeo/sdk"
 * @import { Verdict } from "../host.js"
 */

import OBR from "@owlbear-rodeo/sdk";
import { onlyOnce } from "../../core/coalesce.js";
import { problemText, reasonText } from "../../core/texts.js";
import { word } from "../../core/words.js";

/** @type {(text: string, tone?: "DEFAULT" | "WARNING" | "ERROR" | "SUCCESS") => void} */
export const tell = (text, tone = "WARNING") => {
  OBR.notification.show(text, tone);
};

/** @type {(text: string) => void} */
export const tellOnce = onlyOnce(tell);

/** @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : JSON.stringify(error));

/** @param {() => boolean} areRulesDown  which is told by itself */
export const createNotices = (areRulesDown) => {
  /** Tell the user what a move came to, where that is more than its price. @type {(item: Item, verdict: Verdict) => void} */
  const report = ({ name }, { outcome, plan, rolls, overridden, reason, problem }) => {
    // That the rules do not run is told for all tokens at once.
    if (problem?.code === "worker_failed" && areRulesDown()) return;
    if (problem) return tellOnce(word("cannotJudge", { name, problem: problemText(problem) }));
    if (outcome === "refused") return tell(word("stays", { name, reason: reason ? reasonText(reason) : "" }));
    for (const { faces, effect } of rolls) {
      const thrown = faces ? `${faces.join(" ")}: ` : "";
      tell(`${name}: ${thrown}${effect.text}`, "DEFAULT");
    }
    if (overridden && plan) tell(word("allowed", { name, reason: reasonText(plan.reason) }));
  };

  return { report };
};
