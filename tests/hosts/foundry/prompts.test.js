import assert from "node:assert/strict";
import { test } from "node:test";
import { createPrompts } from "../../../web/hosts/foundry/prompts.js";

test("at most three questions of others lie before a GM, and the next one is asked once one is answered", async () => {
  /** @type {((answer: boolean) => void)[]} */
  const open = [];
  const confirm = () => new Promise((resolve) => open.push(resolve));
  /** @type {{[name: string]: (asked: any) => Promise<boolean>}} */
  const queries = {};
  Object.assign(globalThis, {
    CONFIG: { queries },
    foundry: { applications: { api: { DialogV2: { confirm } } } },
  });
  createPrompts(assert.fail, () => ({ title: "Let it through?", content: "Too far" })).listen();
  const ask = () => /** @type {(asked: any) => Promise<boolean>} */ (queries["footwork.letThrough"])({});
  const answers = [ask(), ask(), ask()];
  assert.equal(await ask(), false);
  assert.equal(open.length, 3);
  open[0]?.(true);
  assert.equal(await answers[0], true);
  const fourth = ask();
  open[3]?.(true);
  assert.equal(await fourth, true);
});
