/**
 * The acts of a game in the order in which they are offered.
 *
 * @import { ActEntry, StateValue, SystemEntry } from "./protocol.js"
 */

/**
 * Those that nothing refuses now, and the others; all are among the first where no state is known.
 *
 * @type {(system: Pick<SystemEntry, "acts"> | null, state: Pick<StateValue, "acts"> | null | undefined) => {now: ActEntry[], later: ActEntry[]}}
 */
export const actsOf = (system, state) => {
  const acts = system?.acts ?? [];
  const isNow = (/** @type {ActEntry} */ { id }) => state?.acts.includes(id) ?? true;
  return { now: acts.filter(isNow), later: acts.filter((act) => !isNow(act)) };
};
