/** Keys of this module, as the client has them: with names and hints, to be changed in its settings. */

import { host, ID } from "./host.js";

/** With it, for single letters are the client's own and the game systems'. */
const MODIFIER = "Alt";

/** Do something while a key is held, if there is something to do; otherwise it is for others. @type {(key: string, code: string, restricted: boolean, press: (isDown: boolean) => boolean) => void} */
export const registerKey = (key, code, restricted, press) =>
  host.game.keybindings.register(ID, key, {
    name: `FOOTWORK.keys.${key}.name`,
    hint: `FOOTWORK.keys.${key}.hint`,
    editable: [{ key: code, modifiers: [MODIFIER] }],
    restricted,
    onDown: (/** @type {{event: KeyboardEvent}} */ { event }) => {
      const isDone = press(true);
      if (isDone) untilUp(event, () => press(false));
      return isDone;
    },
  });

/** Until the key itself comes up, whichever modifiers did so before. @type {(event: KeyboardEvent, end: () => void) => void} */
const untilUp = ({ code, view }, end) => {
  const ends = new AbortController();
  const on = view ?? globalThis;
  const up = (/** @type {any} */ event) => {
    if (event.type === "keyup" && event.code !== code) return;
    ends.abort();
    end();
  };
  for (const type of ["keyup", "blur"]) on.addEventListener(type, up, ends);
};
