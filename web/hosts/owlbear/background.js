/**
 * The page that is always there: runs the rules, offers the tool, and judges what the table's own tools moved.
 */

import OBR from "@owlbear-rodeo/sdk";
import rules from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { createLookAround } from "../../core/look-around.js";
import { createQueue } from "../../core/queue.js";
import { createRulesClient } from "../../core/rules-client.js";
import { settingAside } from "../../core/set-aside.js";
import { setAsideText, slowStart } from "../../core/texts.js";
import { unitFor } from "../../core/units.js";
import { speakOf } from "../../core/words.js";
import { createDecisions } from "./decisions.js";
import { createDrag } from "./drag.js";
import { createDragOverlay } from "./drag-overlay.js";
import { createHostState } from "./host-state.js";
import { createHostToolMoves } from "./host-tool-moves.js";
import { described, inWords, say } from "./language.js";
import { createLegendModal } from "./legend-modal.js";
import { createMoveGate } from "./move-gate.js";
import { createMovers } from "./movers.js";
import { createNotices, listenToOthers, reasonOf, tell, tellOnce } from "./notices.js";
import { listen } from "./popover-channel.js";
import { createPopoverReplies } from "./popover-replies.js";
import { isToken } from "./scene.js";
import { createSelection } from "./selection.js";
import { offerTool } from "./tool.js";

const { systems } = described(rules);

const client = createRulesClient({
  workerUrl: new URL("./rules-worker.js", location.href),
  runtimeUrl: new URL("./runtime/", location.href),
  startsWhenAsked: true,
  onStatus: ({ state, message }) => {
    document.documentElement.dataset.rules = state;
    if (state === "failed") {
      tellOnce(say("failed", { message }));
    }
    if (state === "ready") lookAround.changed();
  },
});

const request = settingAside(
  async (question, asking) => inWords(await client.request(question, asking)),
  (name, problem) => {
    if (hostState.isGm()) tellOnce(setAsideText(name, problem));
  },
);
/** @type {(question: import("../../core/rules-client.js").Request, slot?: string) => Promise<any>} */
const ask = (question, slot) => request(question, slot === undefined ? {} : { slot });

const inTurn = createQueue();
/** How many moves are being judged. */
let underway = 0;
/** One thing after the other: each judges what the one before it left. @type {(task: () => Promise<void>) => Promise<void>} */
const later = async (task) => {
  underway += 1;
  await inTurn(task).catch((error) => tell(say("stopped", { error }), "ERROR"));
  underway -= 1;
};

const hostToolMoves = createHostToolMoves({ user: () => OBR.player.id });
const hostState = createHostState({
  changed: (items) => {
    const moved = hostToolMoves.see(items);
    if (hostState.rules().net && hostState.rules().system && moved.length > 0)
      later(() => moveGate.judgeMoved(moved));
  },
  learnt: hostToolMoves.learn,
  ruled: ({ system }) => {
    speakOf(system);
    if (system) client.start();
  },
  looked: () => {
    drag.renew();
    selection.look();
    lookAround.changed();
  },
});
const system = () => systems.find(({ id }) => id === hostState.rules().system) ?? null;

const { report } = createNotices(() => client.status.state === "failed");
const moverOf = createMovers({ hostState, tellOnce });
const judge = createJudge({ ask: (question) => ask(question), ...createDecisions(hostState) });
const unit = () => unitFor(system(), hostState.rules().house_rules);
/** Tokens whose next move is a push by the GM, who sits here. @type {Set<string>} */
const pushing = new Set();
const moveGate = createMoveGate({ judge, ask, hostState, moverOf, hostToolMoves, report, pushing, unit });
const drawing = {
  failed: (/** @type {unknown} */ error) => tellOnce(say("noDrawing", { reason: reasonOf(error) })),
};
const legendFor = createLegendModal(drawing);
const dragOverlay = createDragOverlay({ ...drawing, legend: legendFor() });
const selectionOverlay = createDragOverlay({ ...drawing, legend: legendFor() });
/** Where can a token go? What was answered ahead is not asked again. @type {(question: import("../../core/protocol.js").DestinationsRequest, slot: string) => Promise<any>} */
const askWhere = async (question, slot) => lookAround.find(question) ?? ask(question, slot);
const quietly = createMovers({ hostState, tellOnce: () => {} });
const selection = createSelection({
  hostState,
  moverOf: quietly,
  ask,
  askWhere,
  isHeld: () => drag.held() !== null,
  show: selectionOverlay.showReach,
  clear: selectionOverlay.clear,
  unit,
});
const lookAround = createLookAround({
  isFree: () => client.status.state === "ready" && drag.held() === null && underway === 0,
  movers: function* () {
    for (const item of hostState.items()) {
      // Of what is selected it is asked anyway.
      const isSeen = item.visible || hostState.isGm();
      const isNext = isSeen && isToken(item) && hostState.mayMove(item);
      const found = isNext && !hostState.selection().includes(item.id) ? quietly(item) : null;
      if (found) yield found.mover;
    }
  },
  ask,
});
const drag = createDrag({
  moverOf: (item) => {
    if (hostState.mayMove(item)) return moverOf(item);
    tell(say("mayNotMove", { name: item.name }));
    return null;
  },
  ask,
  askWhere,
  unit,
  isPushed: ({ id }) => hostState.isGm() && pushing.has(id),
  show: dragOverlay.showReach,
  changed: () => {
    selection.look();
    lookAround.changed();
  },
  tell: dragOverlay.showWay,
  clear: dragOverlay.clear,
  drop: (held, overrides) => later(() => moveGate.drop(held, overrides)),
});
const answer = createPopoverReplies({
  judge,
  hostState,
  system,
  moverOf,
  ask,
  change: moveGate.change,
  later,
  layersOf: selection.layersOf,
  ...{ pushing, unit },
  slowly: () => slowStart(client.status),
  tell,
});

OBR.onReady(async () => {
  listen(answer);
  listenToOthers();
  await hostState.start();
  await offerTool({ drag, itemOf: hostState.item, selected: selection.token });
  document.documentElement.dataset.footwork = "joined";
});
