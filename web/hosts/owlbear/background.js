/**
 * The page that is always there: runs the rules, offers the tool, and judges what the table's own tools moved.
 */

import OBR from "@owlbear-rodeo/sdk";
import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { createQueue } from "../../core/queue.js";
import { createRulesClient } from "../../core/rules-client.js";
import { unitFor } from "../../core/units.js";
import { createAnswers } from "./answers.js";
import { createGate } from "./gate.js";
import { createHand } from "./hand.js";
import { createMovers } from "./movers.js";
import { createNet } from "./net.js";
import { createPaper } from "./paper.js";
import { createPeople } from "./people.js";
import { createSeat } from "./seat.js";
import { listen } from "./talk.js";
import { createTelling, reasonOf, tell, tellOnce } from "./telling.js";
import { offerTool } from "./tool.js";

const { systems } = described;

/** @type {ReturnType<typeof createRulesClient> | null} It starts once there are rules to judge by. */
let client = null;
const rulesClient = () => {
  client ??= createRulesClient({
    workerUrl: new URL("./rules-worker.js", location.href),
    runtimeUrl: new URL("./runtime/", location.href),
    onStatus: ({ state, message }) => {
      document.documentElement.dataset.rules = state;
      if (state === "failed") {
        tellOnce(
          `The movement rules are not running: ${message}. Tokens move without them; reload the page to try again.`,
        );
      }
    },
  });
  return client;
};

/** @type {(question: import("../../core/rules-client.js").Request, slot?: string) => Promise<any>} */
const ask = (question, slot) => rulesClient().request(question, slot === undefined ? {} : { slot });

const inTurn = createQueue();
/** One thing after the other: each judges what the one before it left. @type {(task: () => Promise<void>) => Promise<void>} */
const later = (task) =>
  inTurn(task).catch((error) => tell(`The movement rules stopped at an error: ${error}`, "ERROR"));

const net = createNet({ user: () => OBR.player.id });
const seat = createSeat({
  changed: (items) => {
    const moved = net.see(items);
    if (seat.rules().net && seat.rules().system && moved.length > 0) later(() => gate.judgeMoved(moved));
  },
  learnt: net.learn,
  ruled: ({ system }) => {
    if (system) rulesClient();
  },
});
const system = () => systems.find(({ id }) => id === seat.rules().system) ?? null;

const { report } = createTelling(() => client?.status.state === "failed");
const moverOf = createMovers({ seat, tellOnce });
const judge = createJudge({ ask: (question) => ask(question), ...createPeople(seat.rules) });
const gate = createGate({ judge, seat, moverOf, net, report });
const paper = createPaper({
  failed: (error) => tellOnce(`Footwork cannot draw on this map: ${reasonOf(error)}`),
});
const hand = createHand({
  moverOf: (item) => {
    if (seat.mayMove(item)) return moverOf(item);
    tell(`You may not move ${item.name}.`);
    return null;
  },
  ask,
  unit: () => unitFor(system(), seat.rules().house_rules),
  show: paper.showReach,
  tell: paper.showWay,
  clear: paper.clear,
  drop: (held, overrides) => later(() => gate.drop(held, overrides)),
});
const answer = createAnswers({ judge, seat, system, moverOf, ask, change: gate.change, later });

OBR.onReady(async () => {
  listen(answer);
  await seat.start();
  await offerTool({ hand, itemOf: seat.item });
  document.documentElement.dataset.footwork = "joined";
});
