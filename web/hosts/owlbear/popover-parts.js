/**
 * Small parts of the popover that hang on nothing that is shown now.
 *
 * @import { Priced } from "../../core/legend.js"
 */

import { html } from "lit";
import { fieldOf } from "../../core/form-schema.js";
import { legendList } from "../../core/legend-view.js";
import { word } from "../../core/words.js";
import { legendShown } from "./drawing.js";
import { SIDES } from "./host.js";
import { say } from "./language.js";

export const ENFORCEMENT = {
  ...fieldOf("enforcement", { title: word("enforcement"), enum: ["block", "inform"], default: "block" }),
  words: { block: word("enforcement.block"), inform: word("enforcement.inform") },
};

export const SIDE_FIELD = {
  ...fieldOf("side", { title: word("side"), enum: [...SIDES], default: "neutral" }),
  words: Object.fromEntries(SIDES.map((side) => [side, say(`side.${side}`)])),
};

export const OUT_FIELD = fieldOf("out", {
  ...{ title: say("out"), description: say("out.hint") },
  ...{ type: "boolean", default: false },
});

/** What a panel is about is plain to see by its tab; whoever hears the page goes by headings. @type {(title: string) => unknown} */
export const unseenTitle = (title) => html`<h1 class="visually-hidden">${title}</h1>`;

/** @type {(title: string, text: string) => unknown} */
export const empty = (title, text) => html`${unseenTitle(title)}${hint(text)}`;

/** @type {(text: string) => unknown} */
export const hint = (text) => html`<p class="muted">${text}</p>`;

/** @type {(layers: readonly Priced[]) => unknown} */
export const legend = (layers) => legendList(legendShown(layers));
