/** What this host says besides the rules, in the language of whoever sits here. */

import { createLanguage } from "../../core/host-language.js";
import GERMAN from "./languages/de.json" with { type: "json" };
import ENGLISH from "./languages/en.json" with { type: "json" };

export const { language, say, inWords, described } = createLanguage({ en: ENGLISH, de: GERMAN });
