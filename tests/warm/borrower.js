/**
 * Runs in a page, and in each of its frames, before all others: workers are borrowed from the page that keeps them.
 *
 * That page has opened this one. Frames of another origin than its own make workers of their own, as they would.
 */
(() => {
  const { lendWorker } = keeper() ?? {};
  if (!lendWorker) return;

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
      const event =
        type === "message"
          ? new MessageEvent(type, { data: structuredClone(detail) })
          : new ErrorEvent(type, { message: detail, cancelable: true });
      this.dispatchEvent(event);
    }

    /** @param {any} message */
    postMessage(message) {
      this.#loan.post(structuredClone(message));
    }

    terminate() {
      this.#loan.end();
    }
  }

  Object.assign(globalThis, { Worker: BorrowedWorker });

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
