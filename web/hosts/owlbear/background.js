/**
 * The page that is always there: runs the rules, offers the tool, and judges what the table's own tools moved.
 *
 * @typedef {import("@owlbear-rodeo/sdk").Item} Item
 * @typedef {import("@owlbear-rodeo/sdk").Path} Path
 * @typedef {import("@owlbear-rodeo/sdk").Label} Label
 * @typedef {import("@owlbear-rodeo/sdk").Vector2} Point
 * @typedef {import("../host.js").Verdict} Verdict
 * @typedef {import("../../core/grid.js").Place} Place
 * @typedef {import("./scene.js").Map} Map
 */

import OBR from "@owlbear-rodeo/sdk";
import described from "footwork-systems";
import { createJudge } from "../../core/judge.js";
import { stateQuestion } from "../../core/questions.js";
import { createRulesClient } from "../../core/rules-client.js";
import { problemText } from "../../core/texts.js";
import { createHand } from "./hand.js";
import { MODE, TOOL, TURN } from "./host.js";
import { createNet } from "./net.js";
import { createPaper } from "./paper.js";
import { placeOf, positionAt } from "./scene.js";
import { createTable } from "./table.js";
import { listen } from "./talk.js";

const { systems } = described;
const SEED_BELOW = 2 ** 32;

/** @type {Set<string>} What was told already and is not told again. */
const told = new Set();

/** @type {(text: string, tone?: "DEFAULT" | "WARNING" | "ERROR" | "SUCCESS") => void} */
const tell = (text, tone = "WARNING") => {
  OBR.notification.show(text, tone);
};

/** @type {(text: string) => void} */
const tellOnce = (text) => {
  if (told.has(text)) return;
  told.add(text);
  tell(text);
};

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
          `The movement rules do not run: ${message}. Tokens move as without them; reload the page to start them again.`,
        );
      }
    },
  });
  return client;
};

/** @type {(question: import("../../core/rules-client.js").Request, slot?: string) => Promise<any>} */
const ask = (question, slot) => rulesClient().request(question, slot === undefined ? {} : { slot });

const net = createNet({ user: () => OBR.player.id });
const judge = createJudge({
  ask: (question) => ask(question),
  enforcement: () => table.rules().enforcement,
  throws: async () => ({ seed: Math.floor(Math.random() * SEED_BELOW) }),
});
const table = createTable({
  changed: (items) => {
    const moved = net.see(items);
    if (table.rules().net && table.rules().system && moved.length > 0) later(() => judgeMoved(moved));
  },
  learnt: net.learn,
  ruled: ({ system }) => {
    if (system) rulesClient();
  },
  tellOnce,
});

/** One thing after the other: each judges what the one before it left. @type {Promise<void>} */
let busy = Promise.resolve();
/** @type {(task: () => Promise<void>) => Promise<void>} */
const later = (task) => {
  busy = busy.then(task).catch((error) => tell(`The movement rules stopped at an error: ${error}`, "ERROR"));
  return busy;
};

const unit = () => systems.find(({ id }) => id === table.rules().system)?.unit ?? "";
const paper = createPaper({
  failed: (error) => tellOnce(`Footwork cannot draw on this map: ${reasonOf(error)}`),
});

const hand = createHand({
  moverOf: (item) => {
    if (table.mayMove(item)) return table.moverOf(item);
    tell(`You may not move ${item.name}.`);
    return null;
  },
  ask,
  unit,
  show: paper.showReach,
  tell: paper.showWay,
  clear: paper.clear,
  drop: (held, overrides) =>
    later(async () => {
      const route = { to: held.to };
      const verdict = await judge.judge(held.mover, route, crypto.randomUUID(), overrides && table.isGm());
      report(held.item, verdict);
      const end = verdict.outcome === "refused" ? null : (verdict.end ?? held.to);
      if (end) await write(held.item, positionAt(held.map, held.item, end), verdict);
    }),
});

/** Judge what was moved already: leave it, or put it back. @type {(moved: import("./net.js").Moved[]) => Promise<void>} */
const judgeMoved = async (moved) => {
  const ids = new Set(moved.map(({ item }) => item.id));
  for (const { item, from } of moved) {
    const before = { ...item, position: from };
    const alongside = new Set([...ids].filter((id) => id !== item.id));
    const found = table.moverOf(before, alongside);
    if (!found) continue;
    const { mover, map } = found;
    const to = placeOf(map, item);
    const verdict = await judge.judge(mover, { to }, crypto.randomUUID(), table.isGm());
    report(item, verdict);
    if (verdict.outcome === "refused") await write(item, from, verdict);
    else if (verdict.outcome === "cut")
      await write(item, verdict.end ? positionAt(map, item, verdict.end) : from, verdict);
    else if (verdict.turn) await write(item, item.position, verdict);
  }
};

/**
 * Put a token somewhere, with what it has done, in one update; unless somebody else was quicker.
 *
 * @type {(item: Item, position: Point, verdict: Verdict) => Promise<void>}
 */
const write = async (item, position, { turn }) => {
  const basis = JSON.stringify(item.metadata[TURN] ?? null);
  let isOvertaken = false;
  net.expect(item.id, position);
  try {
    await OBR.scene.items.updateItems([item.id], ([draft]) => {
      if (!draft) return;
      const isElsewhere = draft.position.x !== item.position.x || draft.position.y !== item.position.y;
      isOvertaken = isElsewhere || JSON.stringify(draft.metadata[TURN] ?? null) !== basis;
      if (isOvertaken) return;
      draft.position = position;
      if (turn) draft.metadata[TURN] = turn;
    });
  } catch (error) {
    isOvertaken = false;
    net.forget(item.id, item.position);
    tell(`${item.name} could not be moved: ${reasonOf(error)}`, "ERROR");
  }
  if (isOvertaken) {
    net.forget(item.id, table.item(item.id)?.position ?? item.position);
    tell(`Somebody else moved ${item.name} meanwhile. Move it again from where it stands now.`);
  }
};

/** @param {unknown} error */
const reasonOf = (error) => (error instanceof Error ? error.message : JSON.stringify(error));

/** Tell the user what a move came to, where that is more than its price. @type {(item: Item, verdict: Verdict) => void} */
const report = ({ name }, { outcome, plan, rolls, overridden, reason, problem }) => {
  // That the rules do not run is told for all tokens at once.
  if (problem?.code === "worker_failed" && client?.status.state === "failed") return;
  if (problem) return tellOnce(`The movement rules cannot judge ${name}. ${problemText(problem)}`);
  if (outcome === "refused") return tell(`${name} stays: ${reason?.text}`);
  for (const { faces, effect } of rolls) {
    const thrown = faces ? `${faces.join(" ")}: ` : "";
    tell(`${name}: ${thrown}${effect.text}`, "DEFAULT");
  }
  if (overridden && plan) tell(`Let through, though the rules say no. ${name}: ${plan.reason.text}`);
};

/** @type {(id: string, change: (mover: import("../host.js").Mover) => Promise<Verdict>) => Promise<import("./talk.js").Answer>} */
const change = async (id, make) => {
  const item = table.item(id);
  const found = item && table.mayMove(item) ? table.moverOf(item) : null;
  if (!item || !found) return { reason: "The movement rules do not judge this token now." };
  const verdict = await make(found.mover);
  if (verdict.problem) return { problem: verdict.problem };
  if (verdict.outcome === "refused")
    return { reason: verdict.reason?.text ?? "There is no move to take back." };
  const position = verdict.end ? positionAt(found.map, item, verdict.end) : item.position;
  await write(item, position, verdict);
  return {};
};

/** The clock's step to the next turn, for one token. @type {(mover: import("../host.js").Mover) => Promise<Verdict>} */
const endTurn = (mover) => {
  const { end_turn: events = [] } = systems.find(({ id }) => id === table.rules().system)?.clock ?? {};
  const [first, ...rest] = events;
  const commit = first
    ? { id: crypto.randomUUID(), events: /** @type {[typeof first]} */ ([first, ...rest]) }
    : null;
  if (!commit) throw new Error(`${table.rules().system} has no turns`);
  return judge.happen(mover, { commit });
};

/** @type {(question: import("./talk.js").Question) => Promise<import("./talk.js").Answer>} */
const answer = async (question) => {
  if (question.kind === "takeBack") {
    /** @type {import("./talk.js").Answer} */
    let answered = {};
    await later(async () => {
      answered = await change(question.item, judge.takeBack);
    });
    return answered;
  }
  if (question.kind === "endTurn") {
    /** @type {import("./talk.js").Answer} */
    let answered = {};
    await later(async () => {
      for (const id of question.items) {
        const one = await change(id, endTurn);
        if (one.problem || one.reason) answered = one;
      }
    });
    return answered;
  }
  if (question.kind === "tryRules") {
    const { system, house_rules, inCombat } = question.rules;
    if (!system) return {};
    const reply = await ask({
      v: 1,
      op: "state",
      system,
      house_rules,
      clock: { in_combat: inCombat },
      mover: {},
    });
    return reply.ok ? { state: reply.value } : { problem: reply.problem };
  }
  const item = table.item(question.item);
  const found = item && table.moverOf(item);
  if (!found) return { reason: "The movement rules do not judge this token now." };
  const { mover } = found;
  const character = question.kind === "tryCharacter" ? question.character : mover.character;
  const reply = await ask(stateQuestion({ ...mover, character }));
  return reply.ok ? { state: reply.value } : { problem: reply.problem };
};

/** Where the pointer took hold. @type {Point | null} */
let pressed = null;

const offerTool = async () => {
  await OBR.tool.create({
    id: TOOL,
    icons: [{ icon: new URL("./icon.svg", location.href).href, label: "Footwork: move by the rules" }],
    defaultMode: MODE,
    shortcut: "Y",
  });
  await OBR.tool.createMode({
    id: MODE,
    icons: [
      {
        icon: new URL("./icon.svg", location.href).href,
        label: "Move by the rules",
        filter: { activeTools: [TOOL] },
      },
    ],
    cursors: [{ cursor: "grabbing", filter: { dragging: true } }, { cursor: "grab" }],
    onToolDown: (_context, { pointerPosition }) => {
      pressed = pointerPosition;
    },
    onToolDragStart: (_context, { target, pointerPosition }) => {
      const item = target && table.item(target.id);
      // A drag begins a little away from where the pointer took hold.
      if (item) hand.pickUp(item, pressed ?? pointerPosition);
      hand.moveTo(pointerPosition);
    },
    onToolDragMove: (_context, { pointerPosition }) => hand.moveTo(pointerPosition),
    onToolDragEnd: (_context, { pointerPosition, altKey }) => {
      hand.moveTo(pointerPosition);
      hand.letGo(altKey);
    },
    onToolDragCancel: hand.giveUp,
    onDeactivate: hand.giveUp,
  });
};

OBR.onReady(async () => {
  listen(answer);
  await table.start();
  await offerTool();
  document.documentElement.dataset.footwork = "joined";
});
