/**
 * Copies of tokens: the host tells nobody what a new shape was copied from, so what was selected when it copied is remembered.
 *
 * @import { createBlocks } from "./data-blocks.js"
 * @import { createHostState } from "./host-state.js"
 * @import { GlobalId } from "./surface.js"
 *
 * @typedef {{id: GlobalId, name: string, type: string}} Source
 */

/** @param {{hostState: ReturnType<typeof createHostState>, blocks: ReturnType<typeof createBlocks>}} ports */
export const createCopies = ({ hostState, blocks }) => {
  /** What lies in the host's clipboard. @type {readonly Source[]} */
  let copied = [];
  /** What of it is put on the map now. @type {Source[]} */
  let pasting = [];

  return {
    /** The host copies what is selected. */
    copy: () => {
      copied = hostState.selected().flatMap((local) => {
        const piece = hostState.piece(local);
        return piece ? [{ id: piece.id, name: hostState.nameOf(piece), type: piece.shape.type }] : [];
      });
    },
    /** The host puts copies on the map, within this turn of the page. */
    paste: () => {
      pasting = [...copied];
      setTimeout(() => {
        pasting = [];
      });
    },
    /** A shape is put on the map. @type {(shape: {uuid: GlobalId, name?: string | null, type_?: string}) => void} */
    added: ({ uuid, name, type_ }) => {
      const at = pasting.findIndex((one) => one.name === name && one.type === type_);
      const [source] = at < 0 ? [] : pasting.splice(at, 1);
      if (source) blocks.copy(source.id, uuid);
    },
  };
};
