/** The page's icons, drawn on a 16 by 16 grid in the colour of the text. */

import { html, svg } from "lit";

/** @type {{[name: string]: import("lit").TemplateResult}} */
const SHAPES = {
  die: svg`<rect x="2.5" y="2.5" width="11" height="11" rx="2.5" /><path d="M5.6 5.6h.01M10.4 5.6h.01M8 8h.01M5.6 10.4h.01M10.4 10.4h.01" stroke-width="1.9" />`,
  warning: svg`<path d="M8 2.4 14.2 13H1.8ZM8 6.4v3M8 11.2v.01" />`,
  question: svg`<circle cx="8" cy="8" r="6" /><path d="M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8q-.8.4-.8 1.2M8 11.4v.01" />`,
  undo: svg`<path d="M5.8 3 2.6 6.2l3.2 3.2M2.9 6.2h6.4a3.6 3.6 0 0 1 0 7.2H6.4" />`,
  act: svg`<path d="M9.2 1.8 3.4 9h4l-.8 5.2L12.6 7h-4Z" />`,
  end: svg`<path d="M3.4 3.2v9.6L9.6 8ZM12.2 3.2v9.6" />`,
  plus: svg`<path d="M8 3v10M3 8h10" />`,
  minus: svg`<path d="M3 8h10" />`,
  fit: svg`<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />`,
  eye: svg`<path d="M1.6 8Q4.4 3.6 8 3.6T14.4 8Q11.6 12.4 8 12.4T1.6 8Z" /><circle cx="8" cy="8" r="1.9" />`,
  link: svg`<path d="M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.3-2.3a2.6 2.6 0 0 0-3.7-3.7l-1 1M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.2 9.1a2.6 2.6 0 0 0 3.7 3.7l1-1" />`,
  save: svg`<path d="M8 2.5v7M5 6.8l3 3 3-3M2.8 11v2.4h10.4V11" />`,
  load: svg`<path d="M8 9.6v-7M5 5.4l3-3 3 3M2.8 11v2.4h10.4V11" />`,
  reset: svg`<path d="M3.2 8a4.8 4.8 0 1 0 1.5-3.5M3 2.4v2.8h2.8" />`,
  find: svg`<circle cx="7" cy="7" r="4.4" /><path d="m10.4 10.4 3.4 3.4" />`,
  keys: svg`<rect x="1.8" y="4" width="12.4" height="8" rx="1.6" /><path d="M4.4 6.6h.01M7 6.6h.01M9.6 6.6h.01M11.8 6.6h.01M5 9.4h6" />`,
  menu: svg`<path d="M2.5 4.2h11M2.5 8h11M2.5 11.8h11" />`,
  language: svg`<circle cx="8" cy="8" r="6" /><path d="M2 8h12M8 2Q4.6 5 4.6 8T8 14Q11.4 11 11.4 8T8 2Z" />`,
  moon: svg`<path d="M13.2 9.6A5.6 5.6 0 1 1 6.4 2.8a4.6 4.6 0 0 0 6.8 6.8Z" />`,
  sun: svg`<circle cx="8" cy="8" r="2.8" /><path d="M8 1.4v1.4M8 13.2v1.4M1.4 8h1.4M13.2 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1" />`,
  up: svg`<path d="M8 12.5v-9M4 7l4-4 4 4" />`,
  down: svg`<path d="M8 3.5v9M4 9l4 4 4-4" />`,
  close: svg`<path d="M4 4l8 8M12 4l-8 8" />`,
  step: svg`<path d="M3 13q.4-4.6 4-5t6-5M9.6 3H13v3.4" />`,
};

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${SHAPES[name]}</svg>`;
