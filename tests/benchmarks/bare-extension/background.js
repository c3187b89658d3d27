/**
 * An extension that knows no rule: it has a tool, and writes a label beside the pointer as soon as the host tells of a
 * drag. No extension that writes one can be quicker.
 */

const LABEL = "bare";
const STYLE = { fontSize: 28 };

/** Who this page is to the host, once it has said so. */
let ref = "";
let moves = 0;

/** @type {(id: string, data: object) => void} */
const call = (id, data) => parent.postMessage({ id, data, ref, nonce: "bare" }, "*");

/** @type {Record<string, (data: any) => void>} */
const answers = {
  OBR_READY: (data) => {
    ref = data.ref;
    call("OBR_TOOL_CREATE", { id: "footwork/tool", icons: [{ label: "Bare" }], defaultMode: "bare/mode" });
  },
  OBR_TOOL_EVENT_CLICK: ({ id }) => call("OBR_TOOL_ACTIVATE", { id }),
  OBR_TOOL_MODE_EVENT_TOOL_DRAG_START: ({ event }) => {
    const { pointerPosition: position } = event;
    const text = { plainText: "", style: STYLE };
    const label = {
      id: LABEL,
      type: "LABEL",
      layer: "POPOVER",
      name: "Footwork: price",
      position,
      text,
      style: {},
    };
    call("OBR_SCENE_LOCAL_ADD_ITEMS", { items: [label] });
  },
  OBR_TOOL_MODE_EVENT_TOOL_DRAG_MOVE: ({ event }) => {
    moves += 1;
    const text = { plainText: `${moves} BARE-01`, style: STYLE };
    const change = { id: LABEL, type: "LABEL", position: event.pointerPosition, text };
    call("OBR_SCENE_LOCAL_UPDATE_ITEMS", { updates: [change] });
  },
};

addEventListener("message", ({ data: { id, data } }) => answers[id]?.(data));
