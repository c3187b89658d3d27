/**
 * Where tokens can go that may be picked up next, asked about while nobody does anything; the newest answers are kept.
 *
 * @import { Mover } from "../hosts/host.js"
 * @import { Request } from "./rules-client.js"
 */

import { destinationsQuestion } from "./questions.js";
import { createQuiet } from "./quiet.js";

/** Of how many tokens the rules keep where they can go. */
export const MOST_ASKED = 8;

/**
 * @param {object} ports
 * @param {() => boolean} ports.isFree  whether the rules run and nobody waits for them
 * @param {() => Iterable<Mover>} ports.movers  whom its user may move, those first that are moved next; looked at one by one
 * @param {(question: Request, slot: string) => Promise<any>} ports.ask
 * @param {Pick<EventTarget, "addEventListener">} [ports.target]  where people's input is heard
 * @param {AbortSignal} [ports.signal]  ends that
 * @returns {{changed: () => void, find: (question: Request) => any}}
 *   changed: to be called when something has changed that answers may depend on; find: the answer to a question, word for
 *   word, or null
 */
export const createLookAround = ({ isFree, movers, ask, target = new EventTarget(), signal }) => {
  /** Those to ask about, as things are. @type {Iterator<Mover> | null} */
  let round = null;
  let count = 0;
  /** What was answered, by what was asked, the last one at the end; null: not yet, or not at all. @type {Map<string, any>} */
  const asked = new Map();
  let isTooMuch = false;

  /** @type {() => Promise<unknown> | null} */
  const next = () => {
    if (!round || count === MOST_ASKED || isTooMuch || !isFree()) return null;
    const { value: mover, done } = round.next();
    if (done) return null;
    count += 1;
    return askOnce(destinationsQuestion(mover));
  };

  /** @type {(question: Request) => Promise<unknown>} */
  const askOnce = async (question) => {
    const text = JSON.stringify(question);
    const known = asked.get(text);
    const isKnown = asked.delete(text);
    asked.set(text, known ?? null);
    if (isKnown) return new Promise((resolve) => setTimeout(resolve));
    const [oldest = ""] = asked.keys();
    if (asked.size > MOST_ASKED) asked.delete(oldest);
    const reply = await ask(question, "ahead");
    if (reply.ok && asked.has(text)) asked.set(text, reply);
    // It was too much for the rules, and nobody had asked.
    if (!reply.ok && reply.problem.code === "worker_failed") isTooMuch = true;
  };

  const waitForQuiet = createQuiet({ next, target, signal });
  return {
    changed: () => {
      [round, count] = [movers()[Symbol.iterator](), 0];
      waitForQuiet();
    },
    find: (question) => asked.get(JSON.stringify(question)) ?? null,
  };
};
