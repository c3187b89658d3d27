/**
 * Runs in a page that stays open: keeps rules workers that have started, and lends them to pages that come and go.
 *
 * A worker is lent to one page at a time. The page is told what the worker told when it started, and nothing that
 * an earlier page still waited for.
 *
 * @typedef {(type: "message" | "error", detail: any) => void} Deliver
 *
 * @typedef {object} Kept
 * @property {string} key  Its address and what it was started with.
 * @property {Worker} worker
 * @property {any[]} told  What it told while it started.
 * @property {number} owed  Questions that it has not answered yet.
 * @property {number} skipped  How many of these were asked by earlier pages.
 * @property {Loan | null} loan
 */

/** @type {Kept[]} */
let kept = [];

class Loan {
  /** @type {Kept | null} */
  #kept = null;

  /**
   * @param {Window} borrower
   * @param {string} address
   * @param {Deliver} deliver
   */
  constructor(borrower, address, deliver) {
    this.borrower = borrower;
    this.address = address;
    this.deliver = deliver;
    this.isOver = false;
  }

  /** @param {any} message */
  post(message) {
    if (message.type === "start") {
      this.#start(message);
      return;
    }
    if (!this.#kept) return;
    this.#kept.owed += 1;
    this.#kept.worker.postMessage(message);
  }

  /** The page needs it no longer. */
  giveBack() {
    this.isOver = true;
  }

  /** The page ends it. */
  end() {
    if (this.#kept && !this.isOver) discard(this.#kept);
    this.isOver = true;
  }

  /** @param {any} message */
  #start(message) {
    const key = `${this.address} ${JSON.stringify(message)}`;
    const idle = kept.find((one) => one.key === key && isFree(one));
    const mine = idle ?? create(key, this.address);
    this.#kept = mine;
    mine.skipped = mine.owed;
    mine.loan = this;
    if (!idle) mine.worker.postMessage(message);
    for (const told of [...mine.told]) setTimeout(() => this.deliver("message", told));
  }
}

/** @param {Kept} one */
function isFree(one) {
  return !one.loan || one.loan.isOver || one.loan.borrower.closed;
}

/** @param {Kept} one */
function discard(one) {
  one.worker.terminate();
  kept = kept.filter((other) => other !== one);
}

/**
 * @param {string} key
 * @param {string} address
 */
function create(key, address) {
  const worker = new Worker(address, { type: "module" });
  /** @type {Kept} */
  const mine = { key, worker, told: [], owed: 0, skipped: 0, loan: null };
  kept.push(mine);
  const tell = (/** @type {"message" | "error"} */ type, /** @type {any} */ detail) => {
    if (!isFree(mine)) mine.loan?.deliver(type, detail);
  };
  worker.addEventListener("message", ({ data }) => {
    if (data.type === "reply") {
      mine.owed -= 1;
      if (mine.skipped > 0) mine.skipped -= 1;
      else tell("message", data);
      return;
    }
    if (data.type === "failed") kept = kept.filter((other) => other !== mine);
    else mine.told.push(data);
    tell("message", data);
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    discard(mine);
    tell("error", event.message);
  });
  return mine;
}

Object.assign(globalThis, {
  /** @type {(...loan: ConstructorParameters<typeof Loan>) => Loan} */
  lendWorker: (...loan) => new Loan(...loan),
});
