/**
 * What is done ahead while nobody does anything: piece by piece, so that whoever comes then waits for one at the most.
 */

/** For how long nothing must have happened. */
export const QUIET_MILLIS = 500;

/** What somebody does. */
const INPUTS = ["pointerdown", "pointermove", "keydown", "wheel"];

/**
 * Do pieces of work, one after the other, as long as all is quiet.
 *
 * @param {object} ports
 * @param {() => Promise<unknown> | null} ports.next  begins the next piece; null: there is none for now
 * @param {Pick<EventTarget, "addEventListener">} ports.target  where people's input is heard
 * @param {AbortSignal | undefined} [ports.signal]  nobody is heard any more
 * @param {(run: () => void, millis: number) => any} [ports.setTimeout]
 * @param {(timer: any) => void} [ports.clearTimeout]
 * @returns {() => void}  to be called when something else happens, after which there may be more to do
 */
export const createQuiet = ({
  next,
  target,
  signal,
  setTimeout = (run, millis) => globalThis.setTimeout(run, millis),
  clearTimeout = (timer) => globalThis.clearTimeout(timer),
}) => {
  /** @type {unknown} */
  let timer;
  let isWorking = false;

  const waitForQuiet = () => {
    clearTimeout(timer);
    timer = setTimeout(goOn, QUIET_MILLIS);
  };

  const goOn = async () => {
    timer = undefined;
    if (isWorking) return waitForQuiet();
    isWorking = true;
    for (let piece = next(); piece; piece = timer === undefined ? next() : null) await piece;
    isWorking = false;
  };

  const options = { capture: true, passive: true, ...(signal ? { signal } : {}) };
  for (const input of INPUTS) target.addEventListener(input, waitForQuiet, options);
  waitForQuiet();
  return waitForQuiet;
};
