import assert from "node:assert/strict";
import { test } from "node:test";
import { settingAside } from "../../web/core/set-aside.js";

/** @typedef {{id: string, name?: string, col: number, row: number, elevation?: number}} Token */

const LONG = "x".repeat(201);
/** @type {Token} */
const JENNY = { id: "jenny", col: 1, row: 1 };
/** @type {Token} */
const PET = { id: "pet", name: LONG, col: 2, row: 1 };
/** @type {Token} */
const KITE = { id: "kite", name: "Kite", col: 3, row: 1, elevation: 2e6 };
/** @type {Token} */
const GUARD = { id: "guard", name: "Guard", col: 4, row: 1 };

/** @param {Token} token */
const isBroken = ({ name = "", elevation = 0 }) => name.length > 200 || elevation > 1e6;

/** Rules that refuse a scene for its first broken token, as the core does. */
const rules = () => {
  /** @type {Token[][]} */
  const asked = [];
  /** @type {[string, string][]} */
  const told = [];
  const ask = settingAside(
    /** @type {any} */ (
      async (/** @type {any} */ { scene }) => {
        asked.push(scene?.tokens ?? []);
        const at = (scene?.tokens ?? []).findIndex(isBroken);
        if (at === -1) return { ok: true, value: {} };
        const field = (scene.tokens[at].name ?? "").length > 200 ? "name" : "elevation";
        const path = `scene.tokens[${at}].${field}`;
        return { ok: false, problem: { code: "invalid", path, message: `${path}: no`, remedy: "mend it" } };
      }
    ),
    (name, { path }) => told.push([name, path]),
  );
  return { ask, asked, told, ids: () => asked.map((tokens) => tokens.map(({ id }) => id).join(" ")) };
};

/** @type {(tokens: Token[], mover?: string) => any} */
const plan = (tokens, mover = "jenny") => ({
  op: "plan",
  system: "contract",
  scene: { grid: { cols: 9, rows: 9 }, tokens },
  movers: [{ token: mover, route: { path: [{ col: 1, row: 1 }] } }],
});

test("a whole scene is asked about as it is", async () => {
  const { ask, asked, told } = rules();
  const tokens = [JENNY, GUARD];
  assert.equal((await ask(plan(tokens))).ok, true);
  assert.equal(asked[0], tokens);
  assert.deepEqual(told, []);
});

test("broken tokens are set aside one by one and named, and the others are judged", async () => {
  const { ask, told, ids } = rules();
  assert.equal((await ask(plan([PET, JENNY, KITE, GUARD]))).ok, true);
  assert.deepEqual(ids(), ["pet jenny kite guard", "pet jenny kite guard", "pet jenny guard"]);
  assert.deepEqual(told, [
    [`${"x".repeat(60)}…`, "scene.tokens[0].name"],
    ["Kite", "scene.tokens[2].elevation"],
  ]);
});

test("a broken token stays in the way where its place is known, without what cannot be read", async () => {
  const { ask, asked, told } = rules();
  await ask(plan([JENNY, PET]));
  assert.deepEqual(asked.at(-1), [JENNY, { id: "pet", col: 2, row: 1 }]);
  await ask(plan([JENNY, { ...PET, id: "bird", elevation: 2e6 }]));
  assert.deepEqual(asked.at(-1), [JENNY], "neither its name nor its height can be read");
  assert.equal(told.length, 2);
});

test("what is known to be broken is neither asked about nor told again, until it has changed", async () => {
  const { ask, told, ids } = rules();
  await ask(plan([JENNY, KITE]));
  await ask(plan([JENNY, { ...KITE }]));
  assert.deepEqual(ids(), ["jenny kite", "jenny", "jenny"]);
  await ask(plan([JENNY, { ...KITE, elevation: 5 }]));
  assert.equal(ids().at(-1), "jenny kite");
  assert.equal(told.length, 1);
});

test("a mover's own problem is told as it is", async () => {
  const { ask, told } = rules();
  const reply = await ask(plan([PET, JENNY, KITE], "kite"));
  assert.equal(!reply.ok && reply.problem.path, "scene.tokens[2].elevation");
  assert.deepEqual(
    told.map(([name]) => name.slice(0, 3)),
    ["xxx"],
  );
});

test("a mover whose name cannot be read is judged without its name: nobody goes free by that", async () => {
  const { ask, asked, told } = rules();
  assert.equal((await ask(plan([JENNY, PET], "pet"))).ok, true);
  assert.deepEqual(asked.at(-1), [JENNY, { id: "pet", col: 2, row: 1 }]);
  assert.equal((await ask(plan([JENNY, PET]))).ok, true);
  assert.equal((await ask(plan([JENNY, { ...PET, elevation: 2e6 }], "pet"))).ok, false);
  assert.deepEqual(told[0], [`${"x".repeat(60)}…`, "scene.tokens[1].name"]);
});

test("a mover that was set aside for others is asked about when it moves itself", async () => {
  const { ask } = rules();
  assert.equal((await ask(plan([JENNY, KITE]))).ok, true);
  assert.equal((await ask(plan([JENNY, KITE], "kite"))).ok, false);
});

test("other problems, and questions without a map, are answered as they are", async () => {
  const reply = { ok: false, problem: { code: "invalid", path: "scene.walls[0]", message: "", remedy: "" } };
  const ask = settingAside(/** @type {any} */ (async () => reply), () => assert.fail());
  for (const question of [plan([JENNY]), { op: "describe" }, { op: "state", scene: { ref: "a" } }]) {
    assert.equal(await ask(/** @type {any} */ (question)), reply);
  }
});

test("an older question of a slot does not take the newer one's place when it would be asked again", async () => {
  /** @type {((reply: any) => void)[]} */
  const answers = [];
  const ask = settingAside(
    /** @type {any} */ (() => new Promise((resolve) => answers.push(resolve))),
    () => {},
  );
  const older = ask(plan([KITE, JENNY]), { slot: "drag" });
  const newer = ask(plan([JENNY]), { slot: "drag" });
  answers[0]?.({ ok: false, problem: { code: "invalid", path: "scene.tokens[0].elevation" } });
  answers[1]?.({ ok: true, value: {} });
  const reply = await older;
  assert.equal(!reply.ok && reply.problem.code, "superseded");
  assert.equal((await newer).ok, true);
  assert.equal(answers.length, 2);
});

test("a change on trial that breaks a token is answered as it is, whoever else is broken already", async () => {
  const { ask, told } = rules();
  await ask(plan([JENNY, PET]));
  const tried = /** @type {any} */ (await ask(plan([JENNY, PET, KITE]), { isTrial: true }));
  assert.equal(tried.problem.path, "scene.tokens[2].elevation");
  assert.equal((await ask(plan([JENNY, PET, GUARD]), { isTrial: true })).ok, true);
  assert.equal(told.length, 1);
});
