/**
 * The legend over the canvas: what the colours of the places that are drawn mean.
 *
 * @import { Layer } from "../../core/protocol.js"
 * @import { Looks } from "./overlay.js"
 */

import { legendOf } from "../../core/legend.js";
import { createLegendView } from "../../core/legend-view.js";
import { say, words } from "./language.js";
import { cssOf } from "./palette.js";

/** @type {ReturnType<typeof createLegendView> | null} */
let view = null;

/** @type {(layers: readonly Layer[], looks: Pick<Looks, "colours" | "hatched">) => void} */
export const showLegend = (layers, { colours, hatched }) => {
  view ??= createLegendView(document.body);
  const { amountOf, quantityOf } = words;
  view.show({
    title: say("legend.title"),
    entries: legendOf(layers, { words: { say, amountOf, quantityOf } }),
    colours: cssOf(colours),
    hatched,
  });
};

export const hideLegend = () => view?.hide();
