/** What the active GM's client makes of the others' moves: it tells where its own map or the ledger says otherwise. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAudit } from "../../../web/hosts/foundry/audit.js";
import { NEW, stepped, writeTurn } from "../../../web/hosts/foundry/turns.js";

/** @type {(col: number) => any} */
const at = (col) => ({ col, row: 0, elevation: 0 });
/** @type {(from: number, to: number, more?: object) => any} */
const walk = (from, to, more = {}) => ({
  commit: { id: `${from}-${to}`, events: [{ kind: "moved", route: { path: [at(from), at(to)] }, ...more }] },
});
const PLAYER = /** @type {any} */ ({ isGM: false });

/** Rules that let a token go three cells at once, behind whom it sees one; their ledger is a list. @param {any} question */
const rules = async ({ op, mover, movers, commit, sees }) => {
  const [{ at: from, route }] = movers ?? [{ at: mover.at, route: commit.events[0].route }];
  const to = route.path.at(-1);
  const isFar = Math.abs(to.col - from.col) > sees && !commit?.events[0].override;
  const reason = { text: `farther than ${sees}` };
  if (op === "plan")
    return { ok: true, value: { plans: [{ verdict: isFar ? "impossible" : "free", reason }] } };
  const ledger = { system: "contract", done: [...(mover.ledger?.done ?? []), commit.id] };
  return { ok: true, value: { ledger, moves: isFar ? [] : [{ to }], refused: isFar ? { reason } : null } };
};

/** A table: what was told there, and what happens at it. */
const table = ({
  inCombat = true,
  tokenVision = false,
  enforcement = "block",
  blind = 3,
  ask = /** @type {(question: any) => Promise<any>} */ (rules),
} = {}) => {
  /** @type {string[]} */
  const told = [];
  const scene = { id: "here", tokenVision };
  const document = /** @type {any} */ ({ id: "jenny", name: "Jenny", parent: scene, getFlag: () => flag });
  /** @type {string | undefined} */
  let flag;
  const here = {
    canvas: { scene },
    ui: { notifications: { warn: (/** @type {string} */ text) => told.push(text) } },
    game: {
      users: { activeGM: { isSelf: true } },
      settings: { get: () => enforcement },
      i18n: {
        has: () => false,
        localize: (/** @type {string} */ key) => key,
        format: (/** @type {string} */ key, /** @type {any} */ { reason = "" }) => `${key} ${reason}`.trim(),
      },
    },
  };
  Object.assign(globalThis, here);
  const audit = createAudit(
    /** @type {any} */ ({
      system: { id: "contract" },
      ask,
      seenBy: (/** @type {any} */ _document, /** @type {any} */ sight) => sight,
      moverOf: (/** @type {any} */ _document, /** @type {any} */ _beside, /** @type {any} */ looking) => ({
        ...{ token: "jenny", inCombat, character: {}, turn: NEW },
        common: { sees: looking ? blind : 3 },
      }),
    }),
  );
  return {
    ...{ told, here, audit, document },
    /** @type {(turn: any) => void} */
    writes: (turn) => {
      flag = writeTurn(turn);
      audit.updated(document, { flags: { footwork: {} } });
    },
    /** @type {(from: number, to: number, turn: any, user?: any) => Promise<void>} */
    goes: (from, to, turn, user = PLAYER) => {
      if (turn) flag = writeTurn(turn);
      audit.updated(document, { x: 1 });
      const sight = /** @type {any} */ ({ from: at(from), path: [at(from), at(to)], to: at(to) });
      return audit.moved(document, sight, {}, user);
    },
  };
};

/** A turn after some steps. @type {(...changes: any[]) => any} */
const after = (...changes) =>
  changes.reduce(
    (turn, change) =>
      stepped(turn, change, { system: "contract", done: [...(turn.ledger?.done ?? []), change.commit.id] }),
    NEW,
  );

test("what the rules say of each step, upon the turn before it, tells nothing", async () => {
  const { goes, writes, told } = table();
  await goes(0, 3, after(walk(0, 3)));
  await goes(3, 5, after(walk(0, 3), walk(3, 5)));
  // What a GM writes, or an act, is built upon.
  writes(after(walk(0, 3), walk(3, 5), walk(5, 5)));
  await goes(5, 8, after(walk(0, 3), walk(3, 5), walk(5, 5), walk(5, 8)));
  await goes(8, 20, after(walk(0, 3), walk(3, 5), walk(5, 5), walk(5, 8), walk(8, 20, { override: true })));
  assert.deepEqual(told, []);
});

test("what the map or the ledger says otherwise is told, each once", async () => {
  const { goes, told } = table();
  await goes(0, 5, after(walk(0, 5)));
  await goes(5, 9, after(walk(0, 5), walk(5, 7)));
  await goes(9, 10, {
    ...after(walk(0, 5), walk(5, 7), walk(9, 10)),
    ledger: { system: "contract", done: [] },
  });
  assert.deepEqual(told, [
    "FOOTWORK.audit.doubt farther than 3",
    "FOOTWORK.audit.doubt FOOTWORK.audit.elsewhere",
    "FOOTWORK.audit.doubt FOOTWORK.audit.ledger",
  ]);
});

test("a move that no turn tells of is told", async () => {
  const { goes, told } = table();
  await goes(6, 12, null);
  await goes(12, 13, null);
  assert.deepEqual(told, [
    "FOOTWORK.audit.doubt farther than 3",
    "FOOTWORK.audit.doubt FOOTWORK.audit.uncounted",
  ]);
});

test("out of combat what is in the way is told, where no move is let through", async () => {
  for (const enforcement of ["block", "confirm", "inform"]) {
    const { goes, told } = table({ inCombat: false, enforcement });
    await goes(0, 5, null);
    await goes(5, 6, null);
    assert.deepEqual(told, enforcement === "block" ? ["FOOTWORK.audit.doubt farther than 3"] : []);
  }
});

test("what the GM cannot know is held against nobody", async () => {
  const far = after(walk(0, 5));
  const elsewhere = table();
  elsewhere.here.canvas.scene = { ...elsewhere.here.canvas.scene, id: "elsewhere" };
  await elsewhere.goes(0, 5, far);
  const unsighted = table({ tokenVision: true, blind: 9 });
  await unsighted.goes(0, 5, { ...far, ledger: { system: "contract" } });
  const other = table({ inCombat: false });
  await other.goes(0, 5, far);
  const failing = table({ ask: async () => ({ ok: false, problem: { code: "disposed", path: "" } }) });
  await failing.goes(0, 5, far);
  const badMap = table({ ask: async () => ({ ok: false, problem: { code: "x", path: "scene.grid" } }) });
  await badMap.goes(0, 5, far);
  const gms = table();
  await gms.goes(0, 5, far, { isGM: true });
  const assistants = table();
  assistants.here.game.users.activeGM.isSelf = false;
  await assistants.goes(0, 5, far);
  // Turns of a map that is opened are as they are.
  const opened = table();
  opened.writes(far);
  opened.audit.shown([opened.document]);
  await opened.goes(5, 6, after(walk(0, 5), walk(5, 6)));
  for (const { told } of [elsewhere, unsighted, other, failing, badMap, gms, assistants, opened])
    assert.deepEqual(told, []);
});

test("where not all see all, what even the walls refuse is told", async () => {
  const { goes, told } = table({ tokenVision: true, blind: 4 });
  await goes(0, 5, after(walk(0, 5)));
  assert.deepEqual(told, ["FOOTWORK.audit.doubt farther than 3"]);
});
