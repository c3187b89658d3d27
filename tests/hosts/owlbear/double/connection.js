/**
 * The host's end of the wire: one frame for each page of the extension, calls answered, events sent.
 *
 * Messages of others are not heard; what the host does not know is answered with an error and remembered.
 */

const ORIGIN_AND_ROOM = `${location.origin} room`;

/** @param {{origin: string, answers: Record<string, (data: any) => any>, subscriptions: Set<string>, user: string, latency: number}} settings  latency: how many milliseconds later a call is heard, and answered */
export const createConnection = ({ origin, answers, subscriptions, user, latency }) => {
  /** @type {Map<Window, {ref: string, heard: Set<string>}>} */
  const frames = new Map();
  /** @type {string[]} */
  const unhandled = [];
  /** @type {string[]} */
  const asked = [];
  let number = 0;

  /** @type {(target: Window, id: string, data: unknown) => void} */
  const send = (target, id, data) => target.postMessage(structuredClone({ id, data }), origin);

  addEventListener("message", async ({ data: message, origin: from, source: sender }) => {
    const source = /** @type {Window} */ (sender);
    const frame = frames.get(source);
    if (from !== origin || !frame || message.ref !== frame.ref) return;
    const { id, data, nonce } = message;
    asked.push(id);
    if (subscriptions.has(id)) {
      frame.heard.add(data.channel ? `${id} ${data.channel}` : id);
      return;
    }
    const answer = answers[id];
    if (!answer) {
      unhandled.push(id);
      if (nonce) send(source, `${id}_ERROR${nonce}`, { error: { name: "Unknown", message: id } });
      return;
    }
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    try {
      const value = await answer(structuredClone(data));
      if (nonce) send(source, `${id}_RESPONSE${nonce}`, value);
    } catch (error) {
      if (nonce)
        send(source, `${id}_ERROR${nonce}`, { error: { name: "Refused", message: String(error.message) } });
    }
  });

  return {
    unhandled,
    asked,
    /** Answer a call with an error from now on. @param {string} id */
    refuse: (id) => {
      answers[id] = () => {
        throw new Error(`${id} is refused`);
      };
    },
    /** Open a page of the extension. @type {(page: string, parent: Element, size?: {width: number, height: number}) => HTMLIFrameElement} */
    open: (page, parent, size) => {
      const frame = document.createElement("iframe");
      if (size) Object.assign(frame, { width: size.width, height: size.height });
      number += 1;
      const ref = `ref-${number}`;
      const address = new URL(page, origin);
      address.searchParams.set("obrref", btoa(ORIGIN_AND_ROOM));
      frame.src = address.href;
      parent.append(frame);
      frames.set(frame.contentWindow, { ref, heard: new Set() });
      frame.addEventListener("load", () => send(frame.contentWindow, "OBR_READY", { userId: user, ref }));
      return frame;
    },
    /** Tell who has subscribed; without a subscription named, everybody. @type {(id: string, data: unknown, subscription?: string) => void} */
    emit: (id, data, subscription) => {
      for (const [target, { heard }] of frames) {
        if (!subscription || heard.has(subscription)) send(target, id, data);
      }
    },
  };
};
