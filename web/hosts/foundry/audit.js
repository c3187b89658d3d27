/**
 * The active GM's client judges each move of the others again: on its own map, upon the turn that was written before it.
 * Where either says otherwise, the GM is told. Nothing is put back or written, and what the GM cannot know tells nothing.
 *
 * @import { ApplyValue, PathCell, Problem, SystemEntry } from "../../core/protocol.js"
 * @import { Place } from "../host.js"
 * @import { Looking, Mover } from "./movers.js"
 * @import { Movement, TokenDocument, User } from "./surface.js"
 * @import { Step, Turn } from "./turns.js"
 * @import { Operation } from "./ways.js"
 *
 * @typedef {object} AuditPorts
 * @property {SystemEntry} system
 * @property {(document: TokenDocument, movement: Movement, operation: Operation) => Sight | null} seenBy
 * @property {(document: TokenDocument, alongside?: ReadonlySet<string>, looking?: Looking) => Mover | null} moverOf
 * @property {(question: import("../../core/rules-client.js").Request) => Promise<any>} ask
 *
 * @typedef {object} Sight  a move of somebody else, as it was seen here
 * @property {Place} from
 * @property {[PathCell, ...PathCell[]] | null} path  null: it was taken back
 * @property {Place} to
 *
 * @typedef {Sight & {document: TokenDocument, before: Turn, steps: Step[], claim: Turn, isDim: boolean}} Case
 */

import { isSamePlace } from "../../core/grid.js";
import { applyQuestion, onWay, planQuestion } from "../../core/questions.js";
import { wayOf } from "../../core/verdicts.js";
import { host, ID } from "./host.js";
import { say, words } from "./language.js";
import { flagOf } from "./move-gate.js";
import { keyOf } from "./rights.js";
import { enforcement } from "./settings.js";
import { lastStep, readTurn } from "./turns.js";
import { isPlaced } from "./ways.js";

/** Problems of whoever asks, not of what was asked. */
const UNANSWERED = new Set(["worker_failed", "disposed", "system_broken"]);
/** Where not all see all: nobody and no ground, but the walls, for they stop everybody in the client itself. @type {Looking} */
const BLIND = { isSeen: () => false, sees: () => false, knowsWalls: true };

/** @param {AuditPorts} ports */
export const createAudit = (ports) => {
  /** What was written of each token's turn, and before that. @type {Map<string, {before: unknown, now: unknown}>} */
  const written = new Map();

  /** @param {TokenDocument} document */
  const learn = (document) => {
    const now = flagOf(document);
    written.set(keyOf(document), { before: written.get(keyOf(document))?.now, now });
  };

  return {
    /** A map is shown: all turns on it are as they are. @param {Iterable<TokenDocument>} documents */
    shown: (documents) => {
      for (const document of documents) for (let twice = 0; twice < 2; twice += 1) learn(document);
    },

    /** @type {(document: TokenDocument, changed: any) => void} */
    updated: (document, changed) => {
      if (changed.flags?.[ID] || isPlaced(changed)) learn(document);
    },

    /** @type {(document: TokenDocument, movement: Movement, operation: Operation, user: User) => Promise<void>} */
    moved: async (document, movement, operation, user) => {
      const isOnMap = host.canvas.scene?.id === document.parent.id;
      if (user.isGM || !host.game.users.activeGM?.isSelf || !isOnMap) return;
      const sight = ports.seenBy(document, movement, operation);
      if (!sight) return;
      const isDim = document.parent.tokenVision !== false;
      const alongside = new Set(Object.keys(operation.movement ?? {}));
      const lookings = [undefined, ...(isDim ? [BLIND] : [])];
      const movers = lookings.flatMap((looking) => ports.moverOf(document, alongside, looking) ?? []);
      const read = (/** @type {unknown} */ flag) => readTurn(flag, ports.system.id).turn;
      const before = read(written.get(keyOf(document))?.before);
      const claim = read(flagOf(document));
      const steps = claim.steps.filter(({ n }) => n > lastStep(before));
      await look(ports, movers, { ...sight, document, before, steps, claim, isDim });
    },
  };
};

/** Tell what is wrong with a move, unless it holds for a mover who saw less. @type {(ports: AuditPorts, movers: readonly Mover[], one: Case) => Promise<void>} */
const look = async (ports, movers, one) => {
  const { document, steps, path } = one;
  const isTold = steps.length > 0;
  const isCounted = movers.some(({ inCombat }) => inCombat);
  // What is let through out of combat leaves no trace.
  if (!isTold && (!path || (!isCounted && enforcement() !== "block"))) return;
  const wrong = [];
  for (const mover of movers) {
    const reason = await (isTold ? inSteps(ports, mover, one) : onPath(ports, mover, one));
    if (reason === null) return;
    wrong.push(reason);
  }
  const [reason] = wrong;
  if (reason) host.ui.notifications.warn(say("audit.doubt", { name: document.name, reason }));
};

/** What is wrong with a move by the steps that were written with it; null: nothing that is known. @type {(ports: AuditPorts, mover: Mover, one: Case) => Promise<string | null>} */
const inSteps = async ({ ask }, mover, { from, to, before, steps, claim, isDim }) => {
  if (!mover.inCombat) return null;
  let { ledger } = before;
  let place = from;
  for (const { n: _, ...change } of steps) {
    const there = { ...onWay(mover, pathIn(change)), at: place };
    const reply = await ask(applyQuestion(there, ledger, change));
    if (!reply.ok) return problemIn(reply.problem);
    /** @type {ApplyValue} */
    const value = reply.value;
    if (value.refused) return words.told(value.refused.reason);
    ({ ledger } = value);
    const end = wayOf(value, mover.token).at(-1);
    if (end) place = { col: end.col, row: end.row, elevation: end.elevation ?? 0 };
  }
  if (!isSamePlace(place, to)) return say("audit.elsewhere");
  const isSame = isDim || JSON.stringify(ledger) === JSON.stringify(claim.ledger);
  return isSame ? null : say("audit.ledger");
};

/** The way that a step tells of, if it does. @type {(change: Omit<Step, "n"> & {commit?: any}) => PathCell[] | null} */
const pathIn = ({ commit }) => {
  const events = /** @type {any[]} */ (commit?.events ?? []);
  return events.find(({ kind }) => kind === "moved")?.route?.path ?? null;
};

/** What is wrong with a move that no turn tells of; out of combat only what stands in its way is. @type {(ports: AuditPorts, mover: Mover, one: Case) => Promise<string | null>} */
const onPath = async ({ ask }, mover, { path, from, before }) => {
  if (!path) return null;
  const there = { ...onWay(mover, path), at: from, turn: before };
  const reply = await ask(planQuestion(there, [{ path }]));
  if (!reply.ok) return problemIn(reply.problem);
  const [plan] = reply.value.plans;
  if (plan.verdict === "impossible") return words.told(plan.reason);
  return mover.inCombat ? say("audit.uncounted") : null;
};

/** What the rules say of a move that they cannot judge; null: it is no fault of the move. @type {(problem: Problem) => string | null} */
const problemIn = (problem) => {
  const isOfMap = problem.path.startsWith("scene");
  return isOfMap || UNANSWERED.has(problem.code) ? null : words.problem(problem).what;
};
