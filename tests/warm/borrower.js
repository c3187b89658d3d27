/**
 * Runs in a page, and in each of its frames, before all others: workers are borrowed from the page that keeps them.
 *
 * That page has opened this one. Frames of another origin than its own make workers of their own, as they would.
 */
(() => {
  const { lendWorker } = keeper() ?? {};
  if (!lendWorker) return;

  // What is asked of the rules and not answered yet, and when they were last heard of.
  const traffic = { open: 0, at: performance.now() };

  class BorrowedWorker extends EventTarget {
    #loan;

    /** @param {string | URL} address */
    constructor(address) {
      super();
      this.#loan = lendWorker(globalThis, new URL(address, document.baseURI).href, this.#hear.bind(this));
      addEventListener("pagehide", () => this.#loan.giveBack());
    }

    /**
     * @param {"message" | "error"} type
     * @param {any} detail
     */
    #hear(type, detail) {
      if (type === "error") traffic.open = 0;
      else if (detail.type === "reply") traffic.open -= 1;
      traffic.at = performance.now();
      const event =
        type === "message"
          ? new MessageEvent(type, { data: structuredClone(detail) })
          : new ErrorEvent(type, { message: detail, cancelable: true });
      this.dispatchEvent(event);
    }

    /** @param {any} message */
    postMessage(message) {
      if (message.type === "request") traffic.open += 1;
      traffic.at = performance.now();
      this.#loan.post(structuredClone(message));
    }

    terminate() {
      traffic.open = 0;
      this.#loan.end();
    }
  }

  Object.assign(globalThis, { Worker: BorrowedWorker, rulesTraffic: traffic });

  /** @returns {any} */
  function keeper() {
    try {
      const { opener } = globalThis.top ?? globalThis;
      return opener?.lendWorker ? opener : null;
    } catch {
      return null; // it is of another origin
    }
  }
})();
