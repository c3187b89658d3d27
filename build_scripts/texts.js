// All texts of the rules by key, in English: what `describe` told comes in, a table goes out, both as JSON.
import { readFileSync, writeFileSync } from "node:fs";
import { textsOf } from "../web/core/translation.js";

writeFileSync(1, JSON.stringify(textsOf(JSON.parse(readFileSync(0, "utf8")))));
