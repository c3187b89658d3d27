/**
 * What follows from a change of the page's state: it is kept, asked about, drawn.
 *
 * @import { AppState } from "./app-state.js"
 * @import { Drag } from "./drag.js"
 * @import { ShellActions } from "./shell.js"
 * @import { Store } from "./store.js"
 * @import { Table } from "./table.js"
 *
 * @typedef {object} ChangePorts
 * @property {Store<AppState>} store
 * @property {Table} table
 * @property {Drag} drag
 * @property {ShellActions["dismiss"]} dismiss
 * @property {() => boolean} isLookedAt  the pointer or the focus is at the notices
 * @property {Pick<ReturnType<typeof import("./drawing.js").createDrawing>, "drawHeadline" | "drawSoon">} drawing
 * @typedef {(ports: ChangePorts, now: AppState, before: AppState) => void} Follow
 */

import { speakOf } from "../core/words.js";
import { showInAddress } from "./address.js";
import { judgedAlike, tokenOf } from "./game.js";
import { isLink, keep, keepAway, keepPlan, layAside } from "./persistence.js";
import { nextFrame } from "./yielding.js";

const NOTICE_MILLIS = 9000;
/** How long a notice stays after it was looked at. */
const LOOKED_AT_MILLIS = 2000;
/** What changes at each movement of the pointer; the panels show none of it. */
const AT_EACH_MOVEMENT = new Set(["held", "hover", "waiting"]);

/** @param {ChangePorts} ports */
export const followChanges = (ports) =>
  ports.store.subscribe((now, before) => {
    for (const follow of [keepGame, followToken, askAnew, dismissLater, drawChange])
      follow(ports, now, before);
  });

/** @type {Follow} */
const keepGame = (_, now, before) => {
  if (now.away !== before.away) keepAway(localStorage, now.away);
  // A link in the address would bring back at the next visit what was before.
  if (now.game !== before.game && keep(localStorage, now.game) && isLink(location.hash))
    showInAddress(now.game);
  if (now.asked !== before.asked) keepPlan(localStorage, now.asked);
  speakOf(now.game.system);
  if (now.game.system === before.game.system && now.game.source === before.game.source) return;
  layAside(localStorage, before.game);
  showInAddress(now.game);
};

/** A token that has gone to another storey is followed there. @type {Follow} */
const followToken = ({ store }, now, before) => {
  const own = tokenOf(now.game, now.game.selected)?.elevation;
  if (now.storey !== null && own !== tokenOf(before.game, now.game.selected)?.elevation)
    store.set({ storey: null });
};

/** @type {Follow} */
const askAnew = ({ table, drag }, now, before) => {
  const isSelected = now.game.selected !== before.game.selected;
  const isJudgedAnew = !judgedAlike(now.game, before.game);
  const isOtherwise = now.how !== before.how || now.pushing !== before.pushing;
  if ((isJudgedAnew || isOtherwise) && drag.held()) drag.askAgain();
  const isReady = now.status.state === "ready" && now.systems.length > 0;
  if (!isReady || !(isSelected || isJudgedAnew)) return;
  // What is recorded brings its own standing; all other changes need a new one.
  const isKnown = now.standings !== before.standings && now.standings[now.game.selected];
  // The map first: that is where the eye is.
  const shown = table.fetchReach(drag.held()?.token ?? now.game.selected).then(nextFrame);
  if (!isKnown) shown.then(() => table.refresh(now.game.selected));
};

/** Notices go by themselves unless they tell of an error, and not while somebody is at them. @type {Follow} */
const dismissLater = ({ dismiss, isLookedAt }, now, before) => {
  /** @type {(id: number) => void} */
  const dismissUnseen = (id) => {
    if (isLookedAt()) setTimeout(() => dismissUnseen(id), LOOKED_AT_MILLIS);
    else dismiss(id);
  };
  for (const notice of now.notices) {
    if (notice.tone !== "error" && !before.notices.includes(notice))
      setTimeout(() => dismissUnseen(notice.id), NOTICE_MILLIS);
  }
};

/** @type {Follow} */
const drawChange = ({ drawing }, now, before) => {
  const differs = (/** @type {"token" | "by" | "answer"} */ key) => now.held?.[key] !== before.held?.[key];
  if (differs("token") || differs("by") || differs("answer")) drawing.drawHeadline();
  const changed = Object.entries(now)
    .filter(([key, value]) => value !== before[/** @type {keyof AppState} */ (key)])
    .map(([key]) => key)
    .filter((key) => !AT_EACH_MOVEMENT.has(key));
  if (changed.length > 0) drawing.drawSoon(changed.some((key) => key !== "shown"));
};
