/**
 * What is drawn over the map while a token is dragged or selected, as local items of this user: they are put on the map, changed and
 * taken away one after the other.
 *
 * @import { Label, Path } from "@owlbear-rodeo/sdk"
 * @import { Held } from "./drag.js"
 * @import { Kind } from "./drawing.js"
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
  /** @type {{ruler: string, label: string} | null} */
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
    if (reach) legend.show(reach.layers);
    later(async () => {
      await OBR.scene.local.addItems(items);
      shown.push(...items.map(({ id }) => id));
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
      await draw(way, held, kind, text);
    });
  };

  /** @param {Held} held */
  const addWay = async ({ map, item }) => {
    const [ruler, label] = [rulerItem(map), labelItem(map, item.position)];
    await OBR.scene.local.addItems([ruler, label]);
    return { ruler: ruler.id, label: label.id };
  };

  const removeWay = async () => {
    if (way) await OBR.scene.local.deleteItems([way.ruler, way.label]);
    way = null;
  };

  const clear = () => {
    newest += 1;
    legend.hide();
    later(async () => {
      await removeWay();
      if (shown.length > 0) await OBR.scene.local.deleteItems(shown);
      shown = [];
    });
  };

  return { showReach, showWay, clear };
};

/** @type {(way: {ruler: string, label: string}, held: Held, kind: Kind, text: string) => Promise<void>} */
const draw = ({ ruler, label }, { map, size, plan, from, to }, kind, text) => {
  const path = plan?.path ?? [from, to];
  return OBR.scene.local.updateItems([ruler, label], (drafts) => {
    for (const draft of drafts) {
      if (draft.id === ruler) {
        const line = /** @type {Path} */ (draft);
        line.commands = rulerCommands(map, path, size);
        line.style.strokeColor = COLOURS[kind];
      } else {
        const words = /** @type {Label} */ (draft);
        words.text.plainText = inLines(text);
        words.position = above(map, to, size);
        words.style.backgroundColor = DARK[kind];
      }
    }
  });
};
