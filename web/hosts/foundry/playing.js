/** The hooks of the game that is played: when another begins, or none, they are left. */

import { host } from "./host.js";

/** @type {[string, number][]} */
const joined = [];

export const playing = {
  /** @type {(event: string, listen: (...args: any[]) => unknown) => void} */
  on: (event, listen) => {
    joined.push([event, host.Hooks.on(event, listen)]);
  },
  end: () => {
    for (const [event, id] of joined.splice(0)) host.Hooks.off(event, id);
  },
};
