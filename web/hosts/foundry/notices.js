/**
 * Notices for whoever sits here: what the rules said of a move, and what is wrong with a question to them.
 *
 * @import { Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Thrown } from "../../core/thrown.js"
 * @import { Region, TokenDocument } from "./surface.js"
 * @import { Mover, Verdict } from "./turns.js"
 */

import { onlyOnce } from "../../core/coalesce.js";
import { pushedText, refusalText } from "../../core/texts.js";
import { isPush } from "../../core/verdicts.js";
import { newestMove } from "./card-undo.js";
import { say as sayInChat, tellAll } from "./chat.js";
import { cardOf, matters } from "./chat-card.js";
import { unreadIn } from "./ground.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { nameOf } from "./movers.js";
import { enforcement, failsClosed } from "./settings.js";
import { titlesOf } from "./sheet.js";

/** @type {(text: string, tone?: "info" | "warn" | "error") => void} */
export const tellOnce = onlyOnce((text, tone = "warn") => host.ui.notifications[tone](text));

const tellTypeOnce = onlyOnce((type, /** @type {string} */ region) =>
  host.ui.notifications.warn(say("unreadGround", { type: nameOfType(type), region })),
);

/** What a behaviour is called in the client's language. @type {(type: string) => string} */
const nameOfType = (type) => host.game.i18n.localize(host.CONFIG.RegionBehavior.typeLabels[type] ?? type);

/** Tell GMs which behaviours nothing counts, once of each type. @param {Iterable<Region>} regions */
export const tellUnread = (regions) => {
  const unread = host.game.user.isGM ? unreadIn(regions) : [];
  for (const { region, type } of unread) tellTypeOnce(type, region);
};

/**
 * @param {() => SystemEntry | null} systemInWords  the chosen one, in the client's language
 * @param {() => boolean} areRulesDown  which has a notice of its own
 */
export const createNotices = (systemInWords, areRulesDown) => {
  /** Tell whoever moves what the rules said, where that is more than a price. @type {(mover: Mover, verdict: Verdict, refusal?: "refused" | "stands") => void} */
  const report = ({ token }, verdict, refusal = "refused") => {
    const name = nameOf(token);
    const { plan, reason, informed, problem } = verdict;
    const warn = (/** @type {string} */ key, /** @type {string} */ why) =>
      host.ui.notifications.warn(say(key, { name, reason: why }));
    // Where the GM is asked, it was told already what came of that.
    const isAnswered = reason === plan?.reason && enforcement() === "confirm";
    if (problem) tellProblem(problem, name);
    else if (reason && (isAnswered || isPush(verdict))) return;
    else if (reason) warn(refusal, refusalText(verdict, words.told));
    else if (informed && plan) warn("informed", words.told(plan.reason));
  };

  /** Show a problem; only GMs read what is wrong with the map, since players do not know all of it. @type {(problem: Problem, name: string) => void} */
  const tellProblem = (problem, name) => {
    // One notice for all tokens says that the rules do not run.
    if (areRulesDown() && ["worker_failed", "system_broken"].includes(problem.code)) return;
    const isOfMap = problem.path.startsWith("scene");
    if (isOfMap && !host.game.user.isGM) tellOnce(say("brokenMap", { name }), "error");
    else tellOnce(problemText(problem, name), "error");
  };

  /** @type {(problem: Problem, name: string) => string} */
  const problemText = (problem, name) =>
    problem.code === "late"
      ? say(failsClosed() ? "lateClosed" : "late")
      : say("problem", { name, ...words.problem(withTitle(problem)) });

  /** A field of a sheet by what it is called there. @param {Problem} problem */
  const withTitle = (problem) => {
    const field = /^movers?(?:\[\d+\])?\.character\.(\w+)/.exec(problem.path)?.[1];
    const system = systemInWords();
    if (!field || !system) return problem;
    const path = titlesOf(system, [field]);
    return { ...problem, path, message: problem.message.replace(`${problem.path}: `, "") };
  };

  /** A card for everybody; only for the GMs where the token is hidden. @type {(document: TokenDocument, verdict: Verdict, unit: string) => void} */
  const tellTable = (document, verdict, unit) => {
    if (isPush(verdict)) tellAll(document, pushedText(verdict, document.name, unit, words.told));
    if (!matters(verdict)) return;
    const move = { scene: document.parent.id, token: document.id, commit: newestMove(verdict.turn) };
    sayInChat(document, cardOf(verdict, unit, words, say), { flags: { move } });
  };

  /** Tell everybody of rolls that were taken back. @type {(document: TokenDocument, rolls: readonly Thrown[]) => unknown} */
  const tellTakenBack = (document, rolls) => {
    const faces = rolls.map(({ dice }) => ("faces" in dice ? dice.faces.join(" ") : "")).join("; ");
    const { user, settings } = host.game;
    const told = { user: user.name, name: document.name, faces };
    const custom = settings.get(ID, "undoneRolls");
    return rolls.length > 0 && tellAll(document, say(`dice.takenBack.${custom}`, told));
  };

  return { tellTakenBack, report, tellProblem, problemText, tellTable };
};
