/**
 * The legend over the map, while colours are drawn there: a page of its own that the host lays over the table and lets every
 * event through.
 *
 * @import { Priced } from "../../core/legend.js"
 */

import OBR from "@owlbear-rodeo/sdk";
import { createQueue } from "../../core/queue.js";
import { legendShown } from "./drawing.js";
import { LEGEND } from "./host.js";
import { language } from "./language.js";

const OVER_ALL = { fullScreen: true, hidePaper: true, hideBackdrop: true, disablePointerEvents: true };

/** @type {(layers: readonly Priced[]) => string} */
const addressFor = (layers) => {
  const address = new URL("./map-legend.html", location.href);
  address.hash = encodeURIComponent(JSON.stringify({ language, shown: legendShown(layers) }));
  return address.href;
};

/**
 * Gives a legend to each of those who draw on the map: the one that was shown last is seen.
 *
 * @param {{failed: (error: unknown) => void}} ports
 */
export const createLegendModal = ({ failed }) => {
  /** @type {Map<object, string>} */
  const wanted = new Map();
  let open = "";
  const inTurn = createQueue();
  const settle = () => {
    inTurn(async () => {
      const next = [...wanted.values()].at(-1) ?? "";
      if (next === open) return;
      if (open) await OBR.modal.close(LEGEND);
      open = "";
      if (next) await OBR.modal.open({ id: LEGEND, url: next, ...OVER_ALL });
      open = next;
    }).catch(failed);
  };
  return () => {
    const own = {};
    return {
      /** @param {readonly Priced[]} layers */
      show: (layers) => {
        wanted.delete(own);
        wanted.set(own, addressFor(layers));
        settle();
      },
      hide: () => {
        if (wanted.delete(own)) settle();
      },
    };
  };
};
