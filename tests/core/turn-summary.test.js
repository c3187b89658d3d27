/** What a sheet lacks, as one line. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { assumedIn } from "../../web/core/turn-summary.js";
import GERMAN from "../../web/core/words/de.json" with { type: "json" };
import ENGLISH from "../../web/core/words/en.json" with { type: "json" };
import { speak } from "../../web/core/words.js";

/** @type {(text: string) => any} */
const said = (text) => ({ key: text, params: {}, text });
const dexterity = { field: "dexterity", label: said("Dexterity"), value: 2, shown: null };
const metatype = { field: "metatype", label: said("Metatype"), value: "human", shown: said("Human") };
const running = { field: "running", label: said("Running"), value: "2D", shown: null };

afterEach(() => speak("en", ENGLISH));

test("a sheet that lacks nothing says nothing", () => {
  assert.equal(assumedIn({}), null);
  assert.equal(assumedIn({ assumed: [] }), null);
});

test("one value is told with what to do, and which field it is", () => {
  assert.deepEqual(assumedIn({ assumed: [dexterity] }), {
    text: "Assumed: Dexterity 2.",
    remedy: "Set it on the sheet.",
    field: "dexterity",
  });
});

test("several are told in the order of the sheet, choices by their names", () => {
  const found = assumedIn({ assumed: [metatype, dexterity, running] });
  assert.deepEqual(found, {
    text: "Assumed: Metatype Human, Dexterity 2, Running 2D.",
    remedy: "Set them on the sheet.",
    field: "metatype",
  });
});

test("in German, and in the words of a host that has its own", () => {
  speak("de", GERMAN);
  const found = assumedIn({ assumed: [{ ...dexterity, label: said("Geschicklichkeit"), value: 2.5 }] });
  assert.equal(
    `${found?.text} ${found?.remedy}`,
    "Angenommen: Geschicklichkeit 2,5. Bitte auf dem Bogen eintragen.",
  );
  const own = assumedIn({ assumed: [metatype] }, { say: (key) => key, told: ({ key }) => key.toUpperCase() });
  assert.deepEqual([own?.text, own?.remedy], ["assumed.values", "assumed.one"]);
});
