import assert from "node:assert/strict";
import { test } from "node:test";
import { createSystemLibrary } from "../../../web/hosts/foundry/system-library.js";

/** @type {any} */
const described = { v: 1, systems: [{ id: "contract", title: "The Contract" }], table_rules: [], texts: {} };
const stride = { id: "stride", title: "Stride", unit: "m", modes: ["ground"], url: "/stride.py" };

test("what is brought along stands among ours, as a sketch until the rules have told", () => {
  const library = createSystemLibrary(described);
  library.add(stride);
  assert.deepEqual(library.titles(), [
    { id: "contract", title: "The Contract" },
    { id: "stride", title: "Stride" },
  ]);
  assert.deepEqual(
    library.entry("stride")?.modes.map(({ id }) => id),
    ["ground"],
  );
  assert.equal(library.entry("nothing"), null);
  assert.equal(library.brought("contract"), null);
  library.told({ ...described, systems: [...described.systems, { id: "stride", title: "Stride told" }] });
  assert.equal(library.entry("stride")?.title, "Stride told");
  assert.equal(library.titles().length, 2);
});

test("what cannot be brought along is refused with what to do", () => {
  const library = createSystemLibrary(described);
  library.add(stride);
  const refused = (/** @type {object} */ change) => () =>
    library.add(/** @type {any} */ ({ ...stride, id: "other", ...change }));
  assert.throws(refused({ id: "Not Python" }), /small letters/);
  assert.throws(refused({ id: "contract" }), /another name/);
  assert.throws(refused({ id: "stride" }), /another name/);
  assert.throws(refused({ unit: "" }), /unit/);
  assert.throws(refused({ modes: [] }), /modes/);
  assert.throws(refused({ url: "" }), /Python file/);
});
