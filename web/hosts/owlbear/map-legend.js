/**
 * The page of the legend over the map: what its address tells.
 *
 * @import { ShownLegend } from "../../core/legend-view.js"
 */

import { html, render } from "lit";
import { createLegendView } from "../../core/legend-view.js";

/** @type {{language: string, shown: ShownLegend}} */
const { language, shown } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const page = /** @type {HTMLElement} */ (document.querySelector("main"));
document.documentElement.lang = language;
// Whoever hears the page goes by headings.
render(html`<h1>${shown.title}</h1>`, page);
createLegendView(page).show(shown);
