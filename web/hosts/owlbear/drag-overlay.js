/**
 * What is drawn over the map while a token is dragged or selected, as local items of this user: they are put on the map, changed and
 * taken away one after the other.
 *
 * @import { Label, Path } from "@owlbear-rodeo/sdk"
 * @import { Held } from "./drag.js"
 * @import { Kind } from "./drawing.js"
 * @typedef {{ruler: Path, label: Label}} Drawn
 */

import OBR from "@owlbear-rodeo/sdk";
import { createQueue } from "../../core/queue.js";
import {
  above,
  COLOURS,
  DARK,
  destinationItems,
  headlineItem,
  inLines,
  labelItem,
  rulerCommands,
  rulerItem,
} from "./drawing.js";
import { placeOf } from "./scene.js";

/**
 * @param {object} ports
 * @param {(error: unknown) => void} ports.failed  what is drawn is for the eye alone, and the move itself goes on
 * @param {ReturnType<ReturnType<typeof import("./legend-modal.js").createLegendModal>>} ports.legend
 */
export const createDragOverlay = ({ failed, legend }) => {
  /** Items of what is shown now. @type {string[]} */
  let shown = [];
  /** As they are drawn, so that the host needs not be asked first. @type {Drawn | null} */
  let way = null;
  const inTurn = createQueue();
  /** The newest way; older ones are not drawn any more. */
  let newest = 0;
  /** @type {(task: () => Promise<unknown>) => void} */
  const later = (task) => {
    inTurn(task).catch(failed);
  };

  /** @type {(held: Pick<Held, "item" | "reach" | "map" | "size">, headline?: string) => void} */
  const showReach = ({ item, reach, map, size }, headline = "") => {
    const items = reach ? destinationItems(reach, map, size) : [];
    if (headline) items.push(headlineItem(map, placeOf(map, item), size, headline));
    if (items.length === 0) return;
    later(async () => {
      await OBR.scene.local.addItems(items);
      shown.push(...items.map(({ id }) => id));
      // The host takes its time to open a page.
      if (reach) legend.show(reach.layers);
    });
  };

  /** @type {(held: Held, kind: Kind, text: string) => void} */
  const showWay = (held, kind, text) => {
    newest += 1;
    const own = newest;
    later(async () => {
      if (own !== newest) return;
      if (text === "") return removeWay();
      way ??= await addWay(held);
      way = await redrawn(way, held, kind, text);
    });
  };

  /** @param {Held} held */
  const addWay = async ({ map, item }) => {
    const [ruler, label] = [rulerItem(map), labelItem(map, item.position)];
    await OBR.scene.local.addItems([ruler, label]);
    return { ruler, label };
  };

  const removeWay = async () => {
    if (way) await OBR.scene.local.deleteItems([way.ruler.id, way.label.id]);
    way = null;
  };

  const clear = () => {
    newest += 1;
    later(async () => {
      legend.hide();
      await removeWay();
      if (shown.length > 0) await OBR.scene.local.deleteItems(shown);
      shown = [];
    });
  };

  return { showReach, showWay, clear };
};

/** Draw them otherwise; gives them as they are then. @type {(way: Drawn, held: Held, kind: Kind, text: string) => Promise<Drawn>} */
const redrawn = async ({ ruler, label }, { map, size, plan, from, to }, kind, text) => {
  const line = {
    commands: rulerCommands(map, plan?.path ?? [from, to], size),
    style: { ...ruler.style, strokeColor: COLOURS[kind] },
  };
  const words = {
    text: { ...label.text, plainText: inLines(text) },
    position: above(map, to, size),
    style: { ...label.style, backgroundColor: DARK[kind] },
  };
  await OBR.scene.local.updateItems([ruler, label], ([own = {}, other = {}]) => {
    Object.assign(own, line);
    Object.assign(other, words);
  });
  return { ruler: { ...ruler, ...line }, label: { ...label, ...words } };
};
