/**
 * The legend as a list, and as a panel over a map: it lets every click through, and its look is its own on any page.
 *
 * @import { Kind, LegendEntry } from "./legend.js"
 *
 * @typedef {object} ShownLegend
 * @property {string} title  what the list is called for those who hear it
 * @property {readonly LegendEntry[]} entries
 * @property {string} [headline]
 * @property {Record<Kind, string>} [colours]
 * @property {boolean} [hatched]
 * @property {Record<Kind, number[]>} [dashes]  of edges, where these tell prices apart; in parts of a swatch that is 1 high
 */

import { html, nothing, render, svg } from "lit";
import { COLOURS, PATTERNS, STROKES } from "./price-colours.js";

/** A swatch shows two tiles of a pattern side by side. */
const TILE = 0.75;
const TILES = [0, TILE].map((x) => ({ x, y: (1 - TILE) / 2 }));

/** @type {(shown: ShownLegend) => unknown} */
export const legendList = ({ title, entries, colours = COLOURS, hatched = true, dashes }) => html`
  <ul class="legend" role="list" aria-label=${title}>
    ${entries.map(({ kind, label }) => html`<li>${swatch(kind, colours[kind], hatched, dashes?.[kind])}${label}</li>`)}
  </ul>
`;

/** @type {(kind: Kind, colour: string, hatched: boolean, dash?: number[]) => unknown} */
const swatch = (kind, colour, hatched, dash = []) => html`
  <svg class="swatch" viewBox="0 0 1.5 1" width="21" height="14" aria-hidden="true">
    ${svg`<rect width="1.5" height="1" fill=${colour} fill-opacity=".45" />`}
    ${hatched ? svg`<path d=${patternLine(kind)} fill="none" stroke=${colour} stroke-width=".1" />` : nothing}
    ${svg`<rect x=".04" y=".04" width="1.42" height=".92" fill="none" stroke="currentColor" stroke-opacity=".7" stroke-width=".08" stroke-dasharray=${dash.join(" ") || nothing} />`}
  </svg>
`;

/** @param {Kind} kind */
const patternLine = (kind) =>
  TILES.flatMap(({ x, y }) =>
    STROKES[PATTERNS[kind]].map(
      ([x0, y0, x1, y1]) => `M${x + x0 * TILE} ${y + y0 * TILE}L${x + x1 * TILE} ${y + y1 * TILE}`,
    ),
  ).join("");

const STYLE = `
  :host {
    box-sizing: border-box;
    width: max-content;
    max-width: calc(100vw - 16px);
    padding: 5px 12px;
    border: 1px solid transparent;
    border-radius: 8px;
    background: #1b1b1bf0;
    color: #f4f1ea;
    font: 13px / 1.4 "Open Sans", system-ui, sans-serif;
    pointer-events: none;
  }
  :host([hidden]) { display: none; }
  p { margin: 0 0 2px; font-weight: 600; text-wrap: balance; }
  ul { display: flex; flex-wrap: wrap; justify-content: center; gap: 2px 14px; margin: 0; padding: 0; list-style: none; }
  p { text-align: center; }
  li { display: flex; gap: 6px; align-items: center; white-space: nowrap; }
  .swatch { flex: none; forced-color-adjust: none; }
`;

/** A legend over a map; the page's style of "footwork-legend" places it. @param {HTMLElement} place */
export const createLegendView = (place) => {
  const panel = document.createElement("div");
  panel.className = "footwork-legend";
  panel.hidden = true;
  const root = panel.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  place.append(panel);

  return {
    /** @type {(shown: ShownLegend) => void} */
    show: (shown) => {
      render(html`${shown.headline ? html`<p>${shown.headline}</p>` : nothing}${legendList(shown)}`, root);
      panel.hidden = false;
    },
    hide: () => {
      panel.hidden = true;
      render(nothing, root);
    },
  };
};
