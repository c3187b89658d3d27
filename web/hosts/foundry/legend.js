/**
 * The legend over the canvas: what the colours of the places that are drawn mean, and how far who is selected can go.
 *
 * @import { Layer, StateValue } from "../../core/protocol.js"
 * @import { ShownLegend } from "../../core/legend-view.js"
 * @import { Looks } from "./overlay.js"
 */

import { headlineOf } from "../../core/headline.js";
import { legendOf } from "../../core/legend.js";
import { createLegendView } from "../../core/legend-view.js";
import { SWATCH_DASHES } from "../../core/price-colours.js";
import { word } from "../../core/words.js";
import { host } from "./host.js";
import { words } from "./language.js";
import { cssOf } from "./palette.js";

/** @type {ReturnType<typeof createLegendView> | null} */
let view = null;
/** @type {ShownLegend | null} */
let shown = null;

/** @type {(layers: readonly Layer[], looks: Pick<Looks, "colours" | "filled" | "hatched">) => void} */
export const showLegend = (layers, { colours, filled, hatched }) => {
  view ??= createLegendView(document.body);
  shown = {
    title: word("legend"),
    entries: legendOf(layers),
    colours: cssOf(colours),
    hatched,
    ...(filled ? {} : { dashes: SWATCH_DASHES }),
  };
  stayBesideSidebar();
  view.show(shown);
};

/** Where what is seen of the canvas ends at the right: the sidebar covers the rest. */
export const rightEdge = () => {
  const edge = host.ui.sidebar?.element.getBoundingClientRect().left ?? 0;
  return edge > innerWidth / 2 ? edge : innerWidth;
};

/** What the sidebar at the right covers is no room for a legend. */
const stayBesideSidebar = () => {
  const edge = rightEdge();
  document.body.style.setProperty("--footwork-room", edge < innerWidth ? `${edge}px` : "100vw");
};

/** How far a token can go, in one line. @type {(state: StateValue, unit: string, layers?: readonly Layer[]) => string} */
export const headline = (state, unit, layers = []) => headlineOf(state, unit, { layers, told: words.told });

/** Above the legend that is shown, if one is. @param {string} text */
export const showHeadline = (text) => {
  if (shown) view?.show({ ...shown, headline: text });
};

export const hideLegend = () => {
  shown = null;
  view?.hide();
};
